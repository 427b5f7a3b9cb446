import { mergeChange } from '../agents/forges/merge-change.ts';
import { rebuildWorkspace } from '../agents/loop/rebuild-workspace.ts';
import { type JobState, stateOf } from '../agents/loop/state.ts';
import { branchName, objectId } from '../agents/workspace/git-arguments.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { type AgentJob, requireAgentJob } from '../store/agent-jobs.ts';
import { overlayTable } from '../store/agent-overlay.ts';
import { AUTHOR, type JobRecords } from './records.ts';
import type { RepositoryAccess } from './task.ts';

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

/** Shows what a job has changed, and carries out what a person decides about it. */
export function reviewCommands({ store, logOf, stateIn, mirrorOf, accessOf }: JobRecords) {
  return {
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
        if (target === null || !state.commit)
          throw new Error('The job has no commit to merge or no valid target branch');
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
  };
}

function requireReviewable(job: AgentJob, state: JobState): void {
  const refuse = (why: string): never => {
    throw new OffprintError('conflict', `Agent job ${job.id} ${why}`);
  };
  if (job.archivedAt !== null) refuse('is archived.');
  if (!state.ended) refuse('is still active. Wait until it ends, or cancel it.');
  if (!state.published || !state.commit) refuse('has not proposed a change.');
  if (!state.published?.link.startsWith('/')) {
    refuse(`has a merge request on the forge: ${state.published?.link}. Approve or reject it there.`);
  }
  if (state.review) {
    refuse(`has already been reviewed (${state.review.decision}). Send it a message to get a new proposal.`);
  }
}
