import { type Store, transact } from '../../store/database.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import type { Scope } from '../site/scope.ts';
import { meaningOfSkip } from '../site/skip-reasons.ts';
import { placesIn, unpackReferences } from './references.ts';

/**
 * Walks the acquired references from the roots and syncs the frontier with them: removes what is no longer reachable,
 * and queues what is reachable but missing. Needed if the frontier was not filled in one pass, because content that
 * was acquired again may have different references.
 * @param roots URLs that the job exports regardless of references
 * @returns number of queued URLs; if there are any, acquire them and walk again
 */
export function pruneUnreachable(
  store: Store,
  frontier: Frontier,
  scope: Scope,
  roots: Iterable<string>,
): number {
  const reached = new Set<string>(roots);
  const found: Finding[] = [];
  const left = new Map<string, Finding>();
  let open = [...reached];

  for (let depth = 0; open.length > 0; depth++) {
    const next: string[] = [];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      const { status, renderMode, documents } = frontier.find(from) ?? {};
      if (status !== 'done') continue;
      const lead = (url: string, isLink: boolean): void => {
        if (reached.has(url)) return;
        const finding = { url, referrer: from, depth: isLink ? depth + 1 : depth, hops: isLink ? 0 : 1 };
        const isTooDeep = isLink && depth + 1 > scope.maxDepth;
        const reason = scope.skipReason(url, isLink) ?? (isTooDeep ? 'depth limit reached' : undefined);
        if (reason !== undefined) {
          left.set(url, { ...finding, reason });
          return;
        }
        reached.add(url);
        found.push(finding);
        (isLink ? next : open).push(url);
      };
      const { needed, linked, guessed } = unpackReferences(frontier.references(from));
      for (const text of [needed, guessed]) for (const url of placesIn(text)) lead(url, false);
      if (renderMode === 'fetched') for (const url of placesIn(documents ?? '')) lead(url, false);
      for (const url of placesIn(linked)) lead(url, true);
    }
    open = next;
  }

  let queued = 0;
  transact(store, () => {
    for (const row of frontier.all()) {
      if (reached.has(row.url)) {
        if (row.status !== 'skipped' || !meaningOfSkip(row.reason).onlyUnselected) continue;
        frontier.requeue(row.url);
        queued++;
      } else if (row.status !== 'skipped') {
        const reason = left.get(row.url)?.reason ?? unselected(row, scope);
        if (reason === undefined) frontier.remove(row.url);
        else frontier.finish(row.url, { status: 'skipped', reason });
      } else if (row.referrer !== null && !row.required && !left.has(row.url)) frontier.remove(row.url);
    }
    for (const { url, ...finding } of found) {
      if (frontier.add({ ...finding, url, required: false })) queued++;
    }
    for (const { url, ...finding } of left.values()) {
      if (!reached.has(url)) frontier.add({ ...finding, url, required: false, status: 'skipped' });
    }
  });
  return queued;
}

type Finding = Readonly<{ url: string; referrer: string; depth: number; hops: number; reason?: string }>;

/** Returns the skip reason of a listed URL that is not selected and was only needed for a while. */
function unselected({ url, required }: Resource, scope: Scope): string | undefined {
  return required ? scope.skipReason(url, true) : undefined;
}
