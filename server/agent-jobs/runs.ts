import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExportedFile, exportChange } from '../agents/forges/export-change.ts';
import { forgePublisher } from '../agents/forges/forge-publisher.ts';
import { openForge } from '../agents/forges/forges.ts';
import { type ImportedChange, importChange } from '../agents/forges/import-change.ts';
import { mergeChange } from '../agents/forges/merge-change.ts';
import { pushOptionPublisher } from '../agents/forges/push-option-publisher.ts';
import { reviewPublisher } from '../agents/forges/review-publisher.ts';
import { type EventLog, openLog } from '../agents/log/event-log.ts';
import type { JobEvent, StopCode } from '../agents/loop/events.ts';
import type { Publisher } from '../agents/loop/publisher.ts';
import { rebuildWorkspace } from '../agents/loop/rebuild-workspace.ts';
import type { RunningJob } from '../agents/loop/run-job.ts';
import { type JobState, stateOf, step } from '../agents/loop/state.ts';
import { openModelClient } from '../agents/model/client.ts';
import { type ModelQueue, openModelQueue } from '../agents/model/queue.ts';
import { redactor } from '../agents/model/redact.ts';
import { contentHash } from '../agents/tools/content-hash.ts';
import type { PathPolicy } from '../agents/tools/path-policy.ts';
import type { GitAccess } from '../agents/workspace/git.ts';
import { branchName, objectId } from '../agents/workspace/git-arguments.ts';
import type { Mirror } from '../agents/workspace/mirror.ts';
import { parseRemote } from '../agents/workspace/remote.ts';
import type { OpenMirror } from '../agents/workspace/shared-mirror.ts';
import { openWorkspace } from '../agents/workspace/workspace.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { limitsOf } from '../exports/origin/folder-limits.ts';
import { requireOpenRepository } from '../exports/origin/repository-limits.ts';
import { eventTable } from '../store/agent-events.ts';
import {
  type AgentJob,
  type AgentJobFacts,
  createAgentJob,
  findAgentJob,
  keepAgentFacts,
  requireAgentJob,
  setArchived,
} from '../store/agent-jobs.ts';
import { overlayTable } from '../store/agent-overlay.ts';
import { type Store, transact } from '../store/database.ts';
import { countUse } from '../store/uses.ts';
import { agentFolder, certificateFile, exportFolder } from './folder.ts';
import {
  AGENT_USES_PER_HOUR,
  type AgentOrder,
  type AgentTask,
  agentBranch,
  type RepositoryAccess,
  reviewPath,
} from './task.ts';

const AUTHOR = { name: 'Offprint agent', email: 'agent@offprint.invalid' };
/** How long a cancel waits for the job to notice. */
const CANCEL_PATIENCE_MS = 800;
const MAX_DIFF_BYTES = 4 * 1024 * 1024;

export type ChangedFile = Readonly<{
  path: string;
  /** Null for binary files. */
  added: number | null;
  removed: number | null;
}>;
export type ChangeDiff = Readonly<{
  base: string | null;
  /** Null while nothing was committed. */
  commit: string | null;
  files: readonly ChangedFile[];
  patch: string;
  wasCut: boolean;
}>;

export type AgentRuns = ReturnType<typeof agentRuns>;

/**
 * The agent jobs of the writer's process: the log of a job is written here and nowhere else. What the host has to say
 * it says by these commands; everything that a job needs to go on after this process was killed is in the store.
 */
export function agentRuns({
  store,
  dataFolder,
  openMirror,
}: Readonly<{ store: Store; dataFolder: string; openMirror: OpenMirror }>) {
  /** Jobs that this process works on; `job` is absent while it is being opened. */
  const live = new Map<string, { job?: RunningJob; done: Promise<void> }>();
  const queues = new Map<string, ModelQueue>();

  const logOf = (jobId: string, secrets: readonly string[]): EventLog<JobEvent> => {
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

  /** One mirror for each repository of a project: another address is another one. */
  const mirrorOf = (job: AgentJob): Promise<Mirror> => {
    const name = createHash('sha256').update(job.repository).digest('hex').slice(0, 16);
    return openMirror({
      folder: path.join(agentFolder(dataFolder, job.projectId), name),
      remote: parseRemote(job.repository),
    });
  };

  /** @throws OffprintError `origin-unreadable` where a local repository leads to what must not be read */
  const accessOf = (job: AgentJob, { authorization, caBundle }: RepositoryAccess): GitAccess => {
    const { folder } = parseRemote(job.repository);
    if (folder !== null) {
      requireOpenRepository(folder, limitsOf(store, { originSetBy: null }, folder, dataFolder));
    }
    return {
      ...(authorization !== null && { authorization }),
      ...(caBundle !== null && { caFile: certificateFile(agentFolder(dataFolder, job.projectId), caBundle) }),
    };
  };

  const open = (order: AgentOrder, secrets: readonly string[]): AgentJob => {
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

  const commands = {
    /** @throws OffprintError `limit` */
    createAgentJob: (order: AgentOrder, secrets: readonly string[]): AgentJob =>
      transact(store, () => {
        countUse(store, order.projectId, 'agent', AGENT_USES_PER_HOUR);
        return open(order, secrets);
      }),

    /** What a person adds; a job that had ended begins again with it. @throws OffprintError `not-found`, `conflict`, `limit` */
    messageAgentJob: (jobId: string, prompt: string, secrets: readonly string[]): AgentJob =>
      transact(store, () => {
        const job = requireAgentJob(store, jobId);
        if (job.archivedAt !== null) {
          throw new OffprintError('conflict', `The agent job ${jobId} is archived. Start a new one.`);
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
        throw new OffprintError('conflict', `The agent job ${jobId} has ended (${job.status}).`);
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
          throw new OffprintError('conflict', `The agent job ${jobId} is active. Cancel it first.`);
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

    /** What a job has changed so far. @throws OffprintError `not-found` */
    agentDiff: async (jobId: string): Promise<ChangeDiff> => {
      const job = requireAgentJob(store, jobId);
      const log = logOf(jobId, []);
      const { base, commit } = stateOf(log.events());
      if (base === null) return { base, commit: null, files: [], patch: '', wasCut: false };
      const mirror = await mirrorOf(job);
      const workspace = await rebuildWorkspace(
        jobId,
        mirror,
        objectId(base),
        log.events(),
        overlayTable(store, jobId),
      );
      try {
        const [{ text, wasCut }, counts] = [
          await workspace.diff(MAX_DIFF_BYTES),
          await workspace.lineCounts(),
        ];
        const files = [...counts].map(([name, count]) => ({
          path: name,
          added: count?.added ?? null,
          removed: count?.removed ?? null,
        }));
        return { base, commit: commit?.commit ?? null, files, patch: text, wasCut };
      } finally {
        workspace.close();
      }
    },

    /**
     * What a person decides about a proposal that is reviewed here: it is merged into its branch, or put aside.
     * @throws OffprintError `not-found`, `conflict`
     */
    reviewAgentJob: async (
      jobId: string,
      decision: 'merged' | 'rejected',
      note: string,
      access: RepositoryAccess,
    ): Promise<AgentJob> => {
      const job = requireAgentJob(store, jobId);
      const state = stateIn(jobId);
      requireReviewable(job, state);
      let commit: string | null = null;
      if (decision === 'merged') {
        const target = branchName(state.baseBranch);
        if (target === null || !state.commit) throw new Error('Nothing was published');
        commit = await mergeChange(
          await mirrorOf(job),
          accessOf(job, access),
          {
            target,
            commit: objectId(state.commit.commit),
            message: `Merge ${state.branch}: ${state.finish?.title ?? 'a change'}\n\n${note}\n\nOffprint-Agent-Job: ${jobId}\n`,
            author: AUTHOR,
            atSeconds: Math.floor(Date.now() / 1000),
          },
          AbortSignal.timeout(10 * 60_000),
        ).catch((error: unknown) => {
          const { code, message } = asOffprintError(error);
          throw new OffprintError(code === 'internal' ? 'conflict' : code, message, error);
        });
      }
      // A message may have opened the job again while the branch was pushed: the decision was about what lay there.
      logOf(jobId, []).append({ type: 'reviewed', decision, commit, note });
      return requireAgentJob(store, jobId);
    },

    /** Writes a change as files that are carried by hand (export-change.ts). @throws OffprintError `not-found`, `conflict` */
    exportAgentChange: async (jobId: string): Promise<readonly ExportedFile[]> => {
      const job = requireAgentJob(store, jobId);
      const { base, commit, branch } = stateIn(jobId);
      const name = branchName(branch);
      if (base === null || !commit || name === null) {
        throw new OffprintError(
          'conflict',
          `The agent job ${jobId} has changed nothing that could be exported.`,
        );
      }
      const change = { base: objectId(base), branch: name, commit: objectId(commit.commit) };
      return exportChange(await mirrorOf(job), change, exportFolder(dataFolder, job));
    },

    /**
     * Takes a change that was exported elsewhere as the work of a new job, which publishes it as its own.
     * @throws OffprintError `usage`, `conflict`, `forbidden`, `integrity`
     */
    importAgentChange: async (
      order: AgentOrder,
      given: Readonly<{ bundle: Uint8Array; sha256: string | null; policy: PathPolicy }>,
      access: RepositoryAccess,
      secrets: readonly string[],
    ): Promise<AgentJob> => {
      const sha256 = createHash('sha256').update(given.bundle).digest('hex');
      if (given.sha256 !== null && given.sha256 !== sha256) {
        throw new OffprintError(
          'integrity',
          `The bundle is not the one of the checksum (its SHA-256 is ${sha256}). Copy it again.`,
        );
      }
      const target = branchName(order.branch);
      if (target === null) throw new OffprintError('usage', `"${order.branch}" is no branch.`);
      const folder = agentFolder(dataFolder, order.projectId);
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `import-${sha256.slice(0, 16)}-${process.pid}.bundle`);
      try {
        fs.writeFileSync(file, given.bundle, { mode: 0o600 });
        const draft = { projectId: order.projectId, repository: order.repository } as AgentJob;
        const imported = await importChange(await mirrorOf(draft), accessOf(draft, access), {
          file,
          jobId: sha256.slice(0, 16),
          target,
          policy: given.policy,
        });
        const leftProblems = await problemsOf(await mirrorOf(draft), imported, given.policy);
        return transact(store, () => {
          const job = open(order, secrets);
          const log = logOf(job.id, secrets);
          log.append({ type: 'prepared', base: imported.base });
          overlayTable(store, job.id).put(log.events().length + 1, imported.changes);
          log.append({
            type: 'imported',
            title: imported.title,
            leftProblems,
            summary: `Imported from a bundle (SHA-256 ${sha256}), commit ${imported.commit}.`,
            changes: imported.changes.map(({ path: name, mode, content }) => ({
              path: name,
              mode,
              hash: content === null ? null : contentHash(content),
            })),
          });
          return requireAgentJob(store, job.id);
        });
      } finally {
        fs.rmSync(file, { force: true });
      }
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
    isRunning: (jobId: string) => live.has(jobId),
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

/** New problems that a change from elsewhere brings: nobody sends it back, so they are shown to whoever decides. */
async function problemsOf(
  mirror: Mirror,
  { base, changes }: ImportedChange,
  policy: PathPolicy,
): Promise<readonly string[]> {
  const { openValidator } = await import('../agents/validators/validate.ts');
  const workspace = await openWorkspace(mirror, base);
  try {
    await workspace.apply(changes);
    const findings = await openValidator(workspace, policy.roots).validate(AbortSignal.timeout(60_000));
    return findings
      .slice(0, 20)
      .map(({ path: file, line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`);
  } finally {
    workspace.close();
  }
}

function publisherOf(task: AgentTask, mirror: Mirror, access: GitAccess): Publisher {
  const { target } = task;
  if (target.kind === 'forge') return forgePublisher(openForge(target.forge), mirror, access);
  if (target.kind === 'push') {
    return pushOptionPublisher({ kind: target.how, listUrl: target.listUrl }, mirror, access);
  }
  return reviewPublisher(reviewPath);
}

const CANCELED = { outcome: 'canceled', code: 'canceled', sentence: 'Canceled by a person.' } as const;

function requireReviewable(job: AgentJob, state: JobState): void {
  const refuse = (why: string): never => {
    throw new OffprintError('conflict', `The agent job ${job.id} ${why}`);
  };
  if (job.archivedAt !== null) refuse('is archived.');
  if (!state.ended) refuse('is still active. Wait until it has ended, or cancel it.');
  if (!state.published || !state.commit) refuse('proposes no change.');
  if (!state.published?.link.startsWith('/')) {
    refuse(`has its merge request on the forge: ${state.published?.link}. Decide about it there.`);
  }
  if (state.review) refuse(`was ${state.review.decision} already. A message to it leads to a new proposal.`);
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
