import type { Frontier, QueuedResource } from '../../store/resources.ts';

export type QueryVariantLimit = Readonly<{
  /** Counts these, and says which are one too many of their path. */
  beyond: (queued: Iterable<QueuedResource>) => string[];
}>;

/** How many addresses that differ in their query alone are taken of one path: calendars and lists have no end of them. */
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

/** The path of a URL with a query; undefined without. */
function pathOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark < 0 ? undefined : url.slice(0, mark);
}
