import type { Frontier, QueuedResource } from '../../store/resources.ts';

export type QueryVariantLimit = Readonly<{
  /** Counts these URLs and returns those that exceed the limit of their path. */
  beyond: (queued: Iterable<QueuedResource>) => string[];
}>;

/**
 * Limits how many addresses that differ only in the query are acquired per path: calendars and lists generate them
 * endlessly.
 */
export function queryVariantLimit(frontier: Frontier, max: number): QueryVariantLimit {
  let counts: Map<string, number> | undefined;
  return {
    beyond: (queued) => {
      counts ??= countTaken(frontier);
      const beyond: string[] = [];
      for (const { url, hops } of queued) {
        const path = pathOf(url);
        if (path === undefined || hops > 0) continue;
        const count = counts.get(path) ?? 0;
        if (count >= max) beyond.push(url);
        else counts.set(path, count + 1);
      }
      return beyond;
    },
  };
}

function countTaken(frontier: Frontier): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url, status } of frontier.all()) {
    const path = pathOf(url);
    if (path === undefined || status === 'skipped' || status === 'queued') continue;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

/** Returns the path of a URL with a query; undefined without a query. */
function pathOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark < 0 ? undefined : url.slice(0, mark);
}
