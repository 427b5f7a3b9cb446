import { type Store, transact } from '../../store/database.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import type { Scope } from '../site/scope.ts';
import { meaningOfSkip } from '../site/skip-reasons.ts';
import { placesIn, unpackReferences } from './references.ts';

/**
 * Walks from the roots along what was acquired and brings the frontier into agreement with that: what nothing leads to
 * any more goes, what is led to and missing is queued. For a frontier that was not filled in one go: content that was
 * acquired again may refer to other places than before.
 * @param roots what the job exports whoever refers to it
 * @returns how many places are queued: acquire them and walk again
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

/** The origin lists it and nothing chose it: it was needed for a while. */
function unselected({ url, required }: Resource, scope: Scope): string | undefined {
  return required ? scope.skipReason(url, true) : undefined;
}
