import type { LogEvent } from '../../server/api/wire.types.ts';
import type { Live, LiveListener } from './live.ts';

/** One source for many listeners: begun with the first of them, ended with the last. */
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

/** Hands on what was not heard yet: a stream that is opened again begins anew. */
export function onlyNew(listener: (event: LogEvent) => void): (event: LogEvent) => void {
  let last = 0;
  return (event) => {
    if (event.id <= last) return;
    last = event.id;
    listener(event);
  };
}
