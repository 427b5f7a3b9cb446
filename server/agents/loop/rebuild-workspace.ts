import { OffprintError } from '../../errors.ts';
import type { Logged } from '../log/event-log.ts';
import { contentHash } from '../tools/content-hash.ts';
import type { ObjectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import type { OverlayStore } from '../workspace/overlay.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import type { JobEvent } from './events.ts';

/**
 * Rebuilds the workspace of a job from its log, checking every stored change against the hash in the log.
 * @param fresh workspace on the base commit, if it is already open
 * @throws OffprintError `store-damaged` if stored changes do not match the log
 */
export async function rebuildWorkspace(
  jobId: string,
  mirror: Mirror,
  base: ObjectId,
  events: readonly Logged<JobEvent>[],
  overlay: OverlayStore,
  fresh?: Workspace,
): Promise<Workspace> {
  const workspace = fresh ?? (await openWorkspace(mirror, base));
  try {
    const rows = Map.groupBy(overlay.all(), (row) => row.seq);
    for (const { seq, body } of events) {
      if ((body.type !== 'result' && body.type !== 'imported') || !body.changes) continue;
      const changes = (rows.get(seq) ?? []).map((row) => row.change);
      const stored = changes.map(({ path, content }) => [
        path,
        content === null ? null : contentHash(content),
      ]);
      if (JSON.stringify(stored) !== JSON.stringify(body.changes.map(({ path, hash }) => [path, hash]))) {
        throw new OffprintError(
          'store-damaged',
          `The changes made by agent job ${jobId} do not match its log (event ${seq}). The job cannot continue. Start a new one.`,
        );
      }
      await workspace.apply(changes);
    }
    return workspace;
  } catch (error) {
    workspace.close();
    throw error;
  }
}
