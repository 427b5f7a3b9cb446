import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnosis } from '../agents/model/doctor.ts';
import { asOffprintError } from '../errors.ts';
import { type JobRunner, openJobRunner, type RunnerPorts } from '../job-runner.ts';
import { activeAgentJobs, findAgentJob } from '../store/agent-jobs.ts';
import type { Host } from '../writer/host.ts';
import { type AgentConfig, type Measured, statedBySettings } from './config.ts';

export type AgentQueue = Pick<JobRunner, 'wake' | 'ask' | 'running' | 'close'> &
  Readonly<{
    /** Tries a model server out and keeps how it is best talked to. */
    measure: (name: string, onStep: (step: string) => void, signal: AbortSignal) => Promise<Diagnosis>;
  }>;

export type AgentQueuePorts = Pick<RunnerPorts, 'concurrency' | 'onlyAsked'> &
  Readonly<{ log: (message: string) => void }>;

/** How often the writer's process may die under a job before the job waits for the next start. */
const RESTARTS_MAX = 10;
const PAUSE_MS = 1000;

/**
 * Runs the agent jobs of a host, the oldest first: whatever process was killed, the next one goes on with the jobs that
 * are active.
 */
export function openAgentQueue(host: Host, config: AgentConfig, ports: AgentQueuePorts): AgentQueue {
  const closing = new AbortController();
  const { signal } = closing;

  const run = async (jobId: string): Promise<void> => {
    ports.log(`agent job ${jobId} started`);
    await workOn(jobId);
    const job = findAgentJob(host.store(), jobId);
    ports.log(
      `agent job ${jobId} ${job?.stage ?? 'no longer exists'}${job?.code ? `: ${job.sentence}` : ''}`,
    );
  };

  const workOn = async (jobId: string): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      const job = findAgentJob(host.store(), jobId);
      if (job?.status !== 'active' || signal.aborted) return;
      try {
        const setup = config.setupOf(job.projectId);
        const server = setup.modelServer;
        const measured = statedBySettings(server) ?? (await measureFor(jobId, setup.settings.modelServer));
        if (measured === null) return;
        const task = await config.taskOf(job, setup, measured, await config.tokens());
        await host.command('runAgentJob', task);
      } catch (error) {
        if (signal.aborted) return;
        const fault = asOffprintError(error);
        if (fault.code === 'usage') {
          await host.command('failAgentJob', jobId, 'internal', fault.message);
          return;
        }
        if (fault.code !== 'internal' || attempt >= RESTARTS_MAX) throw fault;
        await delay(PAUSE_MS * Math.min(10, attempt), undefined, { ref: false });
      }
      if (attempt > RESTARTS_MAX) return;
    }
  };

  /** Null when the model cannot do the work: the job has ended then. */
  const measureFor = async (jobId: string, name: string): Promise<Measured | null> => {
    const { recommended, findings, identity } = await measure(name, () => {}, signal);
    if (recommended) return recommended;
    const why = findings.filter(({ severity }) => severity === 'error').map(({ sentence }) => sentence);
    const code = identity === null ? 'model-unreachable' : 'model-refused';
    await host.command('failAgentJob', jobId, code, why.join(' '));
    return null;
  };

  const measure: AgentQueue['measure'] = async (name, onStep, signal) => {
    const { settings, updatedAt } = config.requireModelServer(name);
    const { diagnose } = await import('../agents/model/doctor.ts'); // no job needs it
    const diagnosis = await diagnose(await config.modelServer(name, settings), {
      signal,
      onStep,
      ...(settings.windowTokens !== null && { maxProbeTokens: Math.min(settings.windowTokens, 32_768) }),
    });
    if (diagnosis.recommended) {
      await host.command('keepMeasured', name, updatedAt, diagnosis.recommended);
    }
    return diagnosis;
  };

  const runner = openJobRunner({
    ...ports,
    isPaused: () => false,
    next: (busy, asked) =>
      activeAgentJobs(host.store()).find((id) => !busy.includes(id) && (asked?.includes(id) ?? true)),
    run,
    onHeld: (jobId, why) => ports.log(`agent job ${jobId} is waiting: ${why.message}`),
  });
  return {
    ...runner,
    measure,
    close: () => {
      runner.close();
      closing.abort(new Error('The server is stopping'));
    },
  };
}
