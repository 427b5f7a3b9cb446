import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type ExportedFile, exportChange } from '../agents/forges/export-change.ts';
import { type ImportedChange, importChange } from '../agents/forges/import-change.ts';
import { leftProblemsOf } from '../agents/loop/draft-policy.ts';
import { contentHash } from '../agents/tools/content-hash.ts';
import type { PathPolicy } from '../agents/tools/writable-files.ts';
import { branchName, objectId } from '../agents/workspace/git-arguments.ts';
import type { Mirror } from '../agents/workspace/mirror.ts';
import { openWorkspace } from '../agents/workspace/workspace.ts';
import { OffprintError } from '../errors.ts';
import { type AgentJob, requireAgentJob } from '../store/agent-jobs.ts';
import { overlayTable } from '../store/agent-overlay.ts';
import { transact } from '../store/database.ts';
import { agentFolder, exportFolder } from './folder.ts';
import type { JobRecords } from './records.ts';
import type { AgentOrder, RepositoryAccess } from './task.ts';

/** Carries a change by hand: out of a job as files, and from such files into a new job. */
export function transferCommands({
  store,
  dataFolder,
  logOf,
  stateIn,
  create,
  mirrorOf,
  accessOf,
}: JobRecords) {
  return {
    /** Writes a change as files that are carried by hand (export-change.ts). @throws OffprintError `not-found`, `conflict` */
    exportAgentChange: async (jobId: string): Promise<readonly ExportedFile[]> => {
      const job = requireAgentJob(store, jobId);
      const { base, commit, branch } = stateIn(jobId);
      const name = branchName(branch);
      if (base === null || !commit || name === null) {
        throw new OffprintError('conflict', `Agent job ${jobId} has no changes to export.`);
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
          `The bundle's SHA-256 (${sha256}) does not match the checksum. Copy the bundle again.`,
        );
      }
      const target = branchName(order.branch);
      if (target === null) throw new OffprintError('usage', `"${order.branch}" is not a valid branch name.`);
      const folder = agentFolder(dataFolder, order.projectId);
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `import-${sha256.slice(0, 16)}-${process.pid}.bundle`);
      try {
        fs.writeFileSync(file, given.bundle, { mode: 0o600 });
        const imported = await importChange(await mirrorOf(order), accessOf(order, access), {
          file,
          jobId: sha256.slice(0, 16),
          target,
          policy: given.policy,
        });
        const leftProblems = await problemsOf(await mirrorOf(order), imported, given.policy);
        return transact(store, () => {
          const job = create(order, secrets);
          const log = logOf(job.id, secrets);
          log.append({ type: 'prepared', base: imported.base });
          overlayTable(store, job.id).put(log.events().length + 1, imported.changes);
          log.append({
            type: 'imported',
            title: imported.title,
            leftProblems,
            summary: `Imported commit ${imported.commit} from a bundle (SHA-256 ${sha256}).`,
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
    return leftProblemsOf(findings);
  } finally {
    workspace.close();
  }
}
