import type { Frontier, QueuedResource } from '../../store/resources.ts';
import type { Acquired, Caps } from './caps.ts';

/**
 * In which order the frontier is worked off: by the number of links from the start, then by URL. So the number of links
 * that lead to a page does not depend on who answers first.
 *
 * While the last of a level are on their way, what is known of the next one is begun, so that nobody waits. Nothing two
 * levels further is begun before: that level is known as a whole by then.
 */
export type Levels = Readonly<{
  /** What is next, if there is anything at the moment. @param counts what has been acquired so far */
  take: (counts: Acquired) => string | undefined;
  /**
   * Called for everything that was taken, when it has come out.
   * @param needed what it needs itself, on its own level
   * @param leadsOn whether more of the next level is known than before
   */
  end: (url: string, needed: readonly QueuedResource[], leadsOn: boolean) => void;
}>;

/** @param caps are asked about every level before it begins, and about each of its members */
export function openLevels(frontier: Frontier, caps: Caps): Levels {
  /** By URL, the level that it was taken from. */
  const running = new Map<string, number>();
  let depth = -1;
  let queue: QueuedResource[] = [];
  let next = 0;
  /** What may be begun of the next level; undefined when more of it may be known. */
  let ahead: QueuedResource[] | undefined;
  /** Pages at most that were begun before their level had its turn: of this one, of the next one. */
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
  /** Those that were begun early need not be the first by URL: the first are acquired all the same (see Caps.trim). */
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
    // Variants of a path are chosen when all are known.
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
