import type { LogEvent } from '../../server/api/wire.types.ts';
import type { Live, LiveListener } from './live.ts';

/** Shares one source among listeners: starts it for the first one and stops it after the last. */
export function shared(begin: (listeners: ReadonlySet<LiveListener>) => () => void): Live['follow'] {
  const listeners = new Set<LiveListener>();
  let stop: (() => void) | undefined;
  return (listener) => {
    listeners.add(listener);
    stop ??= begin(listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}

/** Passes on each event only once, since a reopened stream starts from the beginning. */
export function onlyNew(listener: (event: LogEvent) => void): (event: LogEvent) => void {
  let last = 0;
  return (event) => {
    if (event.id <= last) return;
    last = event.id;
    listener(event);
  };
}
