import { type Mirror, openMirror } from './mirror.ts';
import type { Remote } from './remote.ts';

export type OpenMirror = (options: Readonly<{ folder: string; remote: Remote }>) => Promise<Mirror>;

/**
 * Opens each mirror once for all jobs of a process. Refreshes run one at a time: two fetches into one repository would
 * fail on each other's locks. A job that is canceled while waiting stops waiting.
 */
export function mirrorRegistry(): OpenMirror {
  const open = new Map<string, Promise<Mirror>>();
  return (options) => {
    const known = open.get(options.folder) ?? openMirror(options).then(inTurn);
    open.set(options.folder, known);
    known.catch(() => open.delete(options.folder));
    return known;
  };
}

function inTurn(mirror: Mirror): Mirror {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...mirror,
    refresh: (access, signal) => {
      const turn = last.then(() => {
        signal?.throwIfAborted();
        return mirror.refresh(access, signal);
      });
      last = turn.catch(() => {});
      return signal ? Promise.race([turn, aborted(signal)]) : turn;
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
