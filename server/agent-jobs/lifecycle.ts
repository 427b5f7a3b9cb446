import { setTimeout as delay } from 'node:timers/promises';
import { forgePublisher } from '../agents/forges/forge-publisher.ts';
import { openForge } from '../agents/forges/forges.ts';
import { pushOptionPublisher } from '../agents/forges/push-option-publisher.ts';
import { reviewPublisher } from '../agents/forges/review-publisher.ts';
import type { StopCode } from '../agents/loop/events.ts';
import type { Publisher } from '../agents/loop/publisher.ts';
import type { RunningJob } from '../agents/loop/run-job.ts';
import { openModelClient } from '../agents/model/client.ts';
import { type ModelQueue, openModelQueue } from '../agents/model/queue.ts';
import { redactor } from '../agents/model/redact.ts';
import type { GitAccess } from '../agents/workspace/git.ts';
import type { Mirror } from '../agents/workspace/mirror.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { eventTable } from '../store/agent-events.ts';
import {
  type AgentJob,
  findAgentJob,
  keepAgentFacts,
  requireAgentJob,
  setArchived,
} from '../store/agent-jobs.ts';
import { overlayTable } from '../store/agent-overlay.ts';
import { transact } from '../store/database.ts';
import { AGENT_USES_PER_HOUR, countUse } from '../store/rate-limit.ts';
import { AUTHOR, type JobRecords } from './records.ts';
import { type AgentOrder, type AgentTask, reviewPath } from './task.ts';

/** How long a cancel waits for the job to notice. */
const CANCEL_PATIENCE_MS = 800;

/** Starts jobs, works on them, and ends them. */
export function lifecycleCommands({ store, logOf, create, mirrorOf, accessOf }: JobRecords) {
  /** Jobs that this process works on; `job` is absent while it is being opened. */
  const live = new Map<string, { job?: RunningJob; done: Promise<void> }>();
  const queues = new Map<string, ModelQueue>();

  const commands = {
    /** @throws OffprintError `limit` */
    createAgentJob: (order: AgentOrder, secrets: readonly string[]): AgentJob =>
      transact(store, () => {
        countUse(store, order.projectId, 'agent', AGENT_USES_PER_HOUR);
        return create(order, secrets);
      }),

    /** What a person adds; a job that had ended begins again with it. @throws OffprintError `not-found`, `conflict`, `limit` */
    messageAgentJob: (jobId: string, prompt: string, secrets: readonly string[]): AgentJob =>
      transact(store, () => {
        const job = requireAgentJob(store, jobId);
        if (job.archivedAt !== null) {
          throw new OffprintError('conflict', `Agent job ${jobId} is archived. Start a new one.`);
        }
        countUse(store, job.projectId, 'agent', AGENT_USES_PER_HOUR);
        const running = live.get(jobId)?.job;
        if (running) running.message(prompt);
        else logOf(jobId, secrets).append({ type: 'message', prompt });
        return requireAgentJob(store, jobId);
      }),

    /** @throws OffprintError `not-found`, `conflict` */
    cancelAgentJob: async (jobId: string): Promise<AgentJob> => {
      const job = requireAgentJob(store, jobId);
      if (job.status !== 'active') {
        throw new OffprintError('conflict', `Agent job ${jobId} has already ended (${job.status}).`);
      }
      const running = live.get(jobId);
      if (running?.job) running.job.cancel();
      else {
        const log = logOf(jobId, []);
        log.append({ type: 'cancel-requested' });
        // One that is being opened sees it at its first step; one that waits has nobody to see it.
        if (!running) log.append({ type: 'ended', ...CANCELED });
      }
      if (running) await Promise.race([running.done, delay(CANCEL_PATIENCE_MS)]);
      return requireAgentJob(store, jobId);
    },

    /** @throws OffprintError `not-found`, `conflict` while it works */
    archiveAgentJob: (jobId: string): AgentJob =>
      transact(store, () => {
        const job = requireAgentJob(store, jobId);
        if (job.archivedAt !== null) return job;
        if (job.status === 'active') {
          throw new OffprintError('conflict', `Agent job ${jobId} is still active. Cancel it first.`);
        }
        logOf(jobId, []).append({ type: 'archived' });
        setArchived(store, jobId);
        return requireAgentJob(store, jobId);
      }),

    /** Ends a job that cannot be started. */
    failAgentJob: (jobId: string, code: StopCode, sentence: string): void => {
      if (requireAgentJob(store, jobId).status !== 'active' || live.has(jobId)) return;
      logOf(jobId, []).append({ type: 'ended', outcome: 'failed', code, sentence });
    },

    /** Works on a job until it has ended. At once where it has ended already. @throws OffprintError `disk-full` and others that may pass */
    runAgentJob: async (task: AgentTask): Promise<void> => {
      const { jobId } = task;
      while (live.has(jobId)) await live.get(jobId)?.done;
      const entry: { job?: RunningJob; done: Promise<void> } = { done: Promise.resolve() };
      live.set(jobId, entry);
      const work = runTask(task, entry).finally(() => live.delete(jobId));
      entry.done = work.catch(() => {});
      return work;
    },
  };

  const runTask = async (task: AgentTask, entry: { job?: RunningJob }): Promise<void> => {
    const { jobId } = task;
    const row = findAgentJob(store, jobId);
    if (row?.status !== 'active') return;
    try {
      // The parsers of pages are large: loaded when a job needs them.
      const { startJob } = await import('../agents/loop/run-job.ts');
      const mirror = await mirrorOf(row);
      const access = accessOf(row, task.access);
      const redact = redactor(task.secrets);
      entry.job = startJob({
        jobId,
        log: logOf(jobId, task.secrets),
        overlay: overlayTable(store, jobId),
        mirror,
        access,
        model: openModelClient(task.server, {
          queue: queueOf(task),
          transport: task.transport,
          stream: task.stream,
        }),
        windowTokens: task.windowTokens,
        publisher: publisherOf(task, mirror, access),
        policy: task.policy,
        limits: task.limits,
        author: AUTHOR,
        holdsSecret: (text) => redact(text) !== text,
        now: Date.now,
      });
      await entry.job.done;
    } catch (error) {
      const fault = asOffprintError(error);
      if (fault.code === 'disk-full' || fault.code === 'store-locked') throw fault;
      // A log that was altered takes no further event; the row says why.
      keepAgentFacts(store, jobId, {
        ...row,
        status: 'failed',
        stage: 'failed',
        code: 'internal',
        sentence: fault.message,
      });
    }
  };

  const queueOf = ({ server, concurrency }: AgentTask): ModelQueue => {
    const key = `${server.baseUrl} ${concurrency}`;
    const queue = queues.get(key) ?? openModelQueue({ concurrency });
    queues.set(key, queue);
    return queue;
  };

  return {
    commands,
    /**
     * Lets go of a job whose memory is ahead of the store, after a transaction around a message failed: it is started
     * anew from its log.
     */
    letGoIfAhead: (jobId: string): void => {
      const job = live.get(jobId)?.job;
      if (job && job.state().lastSeq > eventTable(store, jobId).all().length) job.interrupt();
    },
  };
}

function publisherOf(task: AgentTask, mirror: Mirror, access: GitAccess): Publisher {
  const { target } = task;
  if (target.kind === 'forge') return forgePublisher(openForge(target.forge), mirror, access);
  if (target.kind === 'push') {
    return pushOptionPublisher({ kind: target.how, listUrl: target.listUrl }, mirror, access);
  }
  return reviewPublisher(reviewPath);
}

const CANCELED = { outcome: 'canceled', code: 'canceled', sentence: 'Canceled.' } as const;
