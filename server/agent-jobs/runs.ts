import type { OpenMirror } from '../agents/workspace/shared-mirror.ts';
import type { Store } from '../store/database.ts';
import { lifecycleCommands } from './lifecycle.ts';
import { jobRecords } from './records.ts';
import { reviewCommands } from './review.ts';
import { transferCommands } from './transfer.ts';

export type AgentRuns = ReturnType<typeof agentRuns>;

/**
 * The agent jobs of the writer's process: the log of a job is written here and nowhere else. What the host has to say
 * it says by these commands; everything that a job needs to go on after this process was killed is in the store.
 */
export function agentRuns(ports: Readonly<{ store: Store; dataFolder: string; openMirror: OpenMirror }>) {
  const records = jobRecords(ports);
  const { commands, letGoIfAhead } = lifecycleCommands(records);
  return {
    commands: { ...commands, ...reviewCommands(records), ...transferCommands(records) },
    letGoIfAhead,
  };
}
