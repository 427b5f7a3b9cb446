import { createHash } from 'node:crypto';
import path from 'node:path';
import { type EventLog, openLog } from '../agents/log/event-log.ts';
import type { JobEvent } from '../agents/loop/events.ts';
import { type JobState, stateOf, step } from '../agents/loop/state.ts';
import { redactor } from '../agents/model/redact.ts';
import type { GitAccess } from '../agents/workspace/git.ts';
import type { Mirror } from '../agents/workspace/mirror.ts';
import { parseRemote } from '../agents/workspace/remote.ts';
import type { OpenMirror } from '../agents/workspace/shared-mirror.ts';
import { limitsOf } from '../exports/origin/folder-limits.ts';
import { requireOpenRepository } from '../exports/origin/repository-limits.ts';
import { eventTable } from '../store/agent-events.ts';
import {
  type AgentJob,
  type AgentJobFacts,
  createAgentJob,
  keepAgentFacts,
  requireAgentJob,
} from '../store/agent-jobs.ts';
import { type Store, transact } from '../store/database.ts';
import { agentFolder, certificateFile } from './folder.ts';
import { type AgentOrder, agentBranch, type RepositoryAccess } from './task.ts';

/** Who commits the changes of agent jobs. */
export const AUTHOR = { name: 'Offprint agent', email: 'agent@offprint.invalid' };

export type JobRecords = Readonly<{
  store: Store;
  dataFolder: string;
  /** Appends to the log of a job and keeps its row in step with it, both or neither; secrets are blacked out. */
  logOf: (jobId: string, secrets: readonly string[]) => EventLog<JobEvent>;
  /** What the log of a job amounts to. */
  stateIn: (jobId: string) => JobState;
  /** The row and the first event of a new job. */
  create: (order: AgentOrder, secrets: readonly string[]) => AgentJob;
  /** One mirror for each repository of a project: another address is another one. */
  mirrorOf: (job: RepositoryOf) => Promise<Mirror>;
  /** @throws OffprintError `origin-unreadable` where a local repository leads to what must not be read */
  accessOf: (job: RepositoryOf, access: RepositoryAccess) => GitAccess;
}>;

type RepositoryOf = Pick<AgentJob, 'projectId' | 'repository'>;

/** What all commands to agent jobs share: the log, the row and the repository of a job. */
export function jobRecords({
  store,
  dataFolder,
  openMirror,
}: Readonly<{ store: Store; dataFolder: string; openMirror: OpenMirror }>): JobRecords {
  const logOf: JobRecords['logOf'] = (jobId, secrets) => {
    const table = eventTable(store, jobId);
    let state: JobState | undefined;
    const insert: typeof table.insert = (event) => {
      state ??= stateOf(table.all() as Parameters<typeof stateOf>[0]);
      const next = step(state, event as Parameters<typeof step>[1]);
      transact(store, () => {
        table.insert(event);
        keepAgentFacts(store, jobId, factsOf(next));
      });
      state = next;
    };
    return openLog<JobEvent>(
      jobId,
      { all: table.all, insert },
      { now: () => new Date(), redact: redactor(secrets) },
    );
  };

  const mirrorOf: JobRecords['mirrorOf'] = (job) => {
    const name = createHash('sha256').update(job.repository).digest('hex').slice(0, 16);
    return openMirror({
      folder: path.join(agentFolder(dataFolder, job.projectId), name),
      remote: parseRemote(job.repository),
    });
  };

  const accessOf: JobRecords['accessOf'] = (job, { authorization, caBundle }) => {
    const { folder } = parseRemote(job.repository);
    if (folder !== null) {
      requireOpenRepository(folder, limitsOf(store, { originSetBy: null }, folder, dataFolder));
    }
    return {
      ...(authorization !== null && { authorization }),
      ...(caBundle !== null && { caFile: certificateFile(agentFolder(dataFolder, job.projectId), caBundle) }),
    };
  };

  const create: JobRecords['create'] = (order, secrets) => {
    const redact = redactor(secrets);
    const prompt = redact(order.prompt);
    const made = createAgentJob(store, { ...order, prompt });
    logOf(made.id, secrets).append({
      type: 'created',
      project: order.projectId,
      prompt,
      baseBranch: order.branch,
      branch: agentBranch(made.id),
      model: order.model,
      ...(order.asDraft && { asDraft: true }),
    });
    return requireAgentJob(store, made.id);
  };

  const stateIn = (jobId: string): JobState => stateOf(logOf(jobId, []).events());

  return { store, dataFolder, logOf, stateIn, create, mirrorOf, accessOf };
}

/** What the row of a job tells. */
function factsOf(state: JobState): AgentJobFacts {
  const { ended, published, commit } = state;
  const isDone = ended?.outcome === 'done' || ended?.outcome === 'no-change';
  return {
    status: !ended ? 'active' : isDone ? 'completed' : 'failed',
    stage: state.status,
    ref: published?.branch ?? (commit ? state.branch : null),
    link: ended ? (published?.link ?? null) : null,
    code: ended?.code ?? null,
    sentence: ended?.sentence ?? null,
    review: state.review?.decision ?? null,
  };
}
