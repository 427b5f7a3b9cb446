import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnosis } from '../agents/model/doctor.ts';
import { asOffprintError } from '../errors.ts';
import { activeAgentJobs, findAgentJob } from '../store/agent-jobs.ts';
import type { Host } from '../writer/host.ts';
import { type AgentConfig, type Measured, statedBySettings } from './config.ts';

export type AgentQueue = Readonly<{
  /** Starts what may be started. */
  wake: () => void;
  /** Somebody wants this job to go on: it was created, or it was given a message. */
  ask: (jobId: string) => void;
  /** Tries a model server out and keeps how it is best talked to. */
  measure: (name: string, onStep: (step: string) => void, signal: AbortSignal) => Promise<Diagnosis>;
  /** Jobs that are worked on or being prepared for it. */
  running: () => readonly string[];
  close: () => void;
}>;

export type AgentQueuePorts = Readonly<{
  /** Jobs at the same time. */
  concurrency: () => number;
  /** Runs the jobs that are asked for here, not all that wait. */
  onlyAsked: boolean;
  log: (message: string) => void;
}>;

/** How often the writer's process may die under a job before the job waits for the next start. */
const RESTARTS_MAX = 10;
const PAUSE_MS = 1000;

/**
 * Runs the agent jobs of a host, the oldest first. What there is to do is read from the store each time: whatever
 * process was killed, the next one goes on with the jobs that are active.
 */
export function openAgentQueue(host: Host, config: AgentConfig, ports: AgentQueuePorts): AgentQueue {
  const running = new Map<string, AbortController>();
  /** Jobs that cannot go on now, until somebody asks for them. */
  const held = new Set<string>();
  const asked = new Set<string>();
  let closed = false;

  const wake = (): void => {
    if (closed) return;
    for (const jobId of activeAgentJobs(host.store())) {
      if (running.size >= ports.concurrency()) return;
      if (running.has(jobId) || held.has(jobId) || (ports.onlyAsked && !asked.has(jobId))) continue;
      start(jobId);
    }
  };

  const start = (jobId: string): void => {
    const controller = new AbortController();
    running.set(jobId, controller);
    ports.log(`agent job ${jobId} started`);
    run(jobId, controller.signal)
      .then(() => {
        const job = findAgentJob(host.store(), jobId);
        ports.log(`agent job ${jobId} ${job?.stage ?? 'is gone'}${job?.code ? `: ${job.sentence}` : ''}`);
      })
      .catch((error: unknown) => {
        if (closed) return;
        held.add(jobId);
        ports.log(`agent job ${jobId} waits: ${asOffprintError(error).message}`);
      })
      .finally(() => {
        running.delete(jobId);
        wake();
      });
  };

  const run = async (jobId: string, signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      const job = findAgentJob(host.store(), jobId);
      if (job?.status !== 'active' || closed) return;
      try {
        const setup = config.setupOf(job.projectId);
        const server = setup.modelServer;
        const measured =
          statedBySettings(server) ?? (await measureFor(jobId, setup.settings.modelServer, signal));
        if (measured === null) return;
        const task = await config.taskOf(job, setup, measured, await config.tokens());
        await host.command('runAgentJob', task);
      } catch (error) {
        if (closed || signal.aborted) return;
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
  const measureFor = async (jobId: string, name: string, signal: AbortSignal): Promise<Measured | null> => {
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

  return {
    wake,
    ask: (jobId) => {
      asked.add(jobId);
      held.delete(jobId);
      wake();
    },
    measure,
    running: () => [...running.keys()],
    close: () => {
      closed = true;
      for (const controller of running.values()) controller.abort(new Error('The server ends'));
    },
  };
}
