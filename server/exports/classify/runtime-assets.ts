import type { Store } from '../../store/database.ts';
import { transact } from '../../store/database.ts';
import type { Frontier } from '../../store/resources.ts';
import type { Source } from '../origin/source.ts';
import { toSitePath } from '../site/site.ts';
import type { PageResult } from '../verify/verdict.ts';

/**
 * Queues files that only scripts load: according to verification, the original loads them and the bundle lacks them.
 * @returns the number of queued files; if any, acquire them, then pack and verify again
 */
export function queueRuntimeAssets(
  { store, frontier, source }: Readonly<{ store: Store; frontier: Frontier; source: Source }>,
  pages: readonly PageResult[],
): number {
  const files = pages.flatMap(({ originalThumbnail, modes }) =>
    originalThumbnail === undefined ? [] : modes.flatMap(({ missingFiles }) => missingFiles),
  );
  const urls = [...new Set(files.map(toSitePath))].filter(
    (url) => source.scope.skipReason(url, false) === undefined,
  );
  return transact(store, () => urls.filter((url) => frontier.add({ url, required: false, depth: 0 })).length);
}
