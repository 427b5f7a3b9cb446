import type { Frontier, QueuedResource } from '../../store/resources.ts';
import type { Acquired, Caps } from './caps.ts';

/**
 * Breadth-first order of the crawl: by number of links from the start, then by URL. A page's depth therefore does not
 * depend on which response arrives first.
 *
 * While the last URLs of a level are in flight, known URLs of the next level are started early, to avoid idle
 * connections. URLs two levels ahead wait until the current level has ended: the next level is then completely known.
 */
export type Levels = Readonly<{
  /**
   * Returns the next URL, if one can be started at the moment.
   * @param counts what has been acquired so far
   */
  take: (counts: Acquired) => string | undefined;
  /**
   * Called for every taken URL once it has ended.
   * @param needed resources that it loads, which belong to its own level
   * @param leadsOn whether it added URLs to the next level
   */
  end: (url: string, needed: readonly QueuedResource[], leadsOn: boolean) => void;
}>;

/** @param caps checked before each level begins and before each of its URLs */
export function openLevels(frontier: Frontier, caps: Caps): Levels {
  /** Level of each URL in flight. */
  const running = new Map<string, number>();
  let depth = -1;
  let queue: QueuedResource[] = [];
  let next = 0;
  /** URLs of the next level that may be started early; undefined if the level may have grown since it was read. */
  let ahead: QueuedResource[] | undefined;
  /** Upper bounds for the pages started early, in this level and in the next one. */
  let early = 0;
  let earlyAhead = 0;
  let cut: string | undefined;

  const isRunning = (level: number): boolean => [...running.values()].includes(level);
  const free = (level: number): QueuedResource[] =>
    frontier.queued(level).filter(({ url }) => !running.has(url));

  const begin = (level: number): void => {
    early = level === depth + 1 ? earlyAhead : 0;
    earlyAhead = 0;
    depth = level;
    caps.admit(depth);
    queue = free(depth);
    next = 0;
    ahead = undefined;
    cut = undefined;
  };
  /**
   * Pages started early are not counted, because they need not be the first by URL. The first ones are still
   * acquired, and Caps.trim drops the surplus.
   */
  const observeCaps = (counts: Acquired): void => {
    const cap = caps.reached({ ...counts, pages: counts.pages - early });
    if (!cap || cap.reason === cut) return;
    cut = cap.reason;
    frontier.leaveQueued(cap.reason, cap.onlyLinked);
    queue = queue.slice(next).filter(({ hops }) => cap.onlyLinked && hops > 0);
    next = 0;
  };
  const takeAhead = (counts: Acquired): string | undefined => {
    if (cut !== undefined || caps.reached({ ...counts, pages: counts.pages + running.size }))
      return undefined;
    // Query variants of a path are chosen only when all of them are known.
    ahead ??= free(depth + 1)
      .filter(({ url, hops }) => hops > 0 || !url.includes('?'))
      .reverse();
    const { url, hops } = ahead.pop() ?? {};
    if (hops === 0) earlyAhead++;
    return url;
  };

  return {
    take: (counts) => {
      for (;;) {
        if (next < queue.length) observeCaps(counts);
        let url: string | undefined;
        if (next < queue.length) {
          url = queue[next++]?.url ?? '';
          running.set(url, depth);
        } else if (isRunning(depth)) {
          url = takeAhead(counts);
          if (url !== undefined) running.set(url, depth + 1);
        } else {
          const further = isRunning(depth + 1) ? depth + 1 : frontier.nextDepth();
          if (further === undefined) return undefined;
          begin(further);
          continue;
        }
        return url;
      }
    },
    end: (url, needed, leadsOn) => {
      const isOfThis = running.get(url) === depth;
      for (const one of needed) (isOfThis ? queue : ahead)?.push(one);
      if (leadsOn && isOfThis) ahead = undefined;
      running.delete(url);
    },
  };
}
