import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Api } from '../api/client.ts';

export type QueueState = UseBoundStore<StoreApi<Readonly<{ running: number; isPaused: boolean }>>> &
  Readonly<{
    /** Reloads the state. Debounced: many calls cause one request. */
    refresh: () => void;
  }>;

const REFRESH_AFTER_MS = 250;

/**
 * Creates the store for the number of running exports and whether the queue is paused. Always asks the server, since
 * counting events would be wrong after a missed one.
 */
export function queueState(api: Pick<Api, 'queue'>): QueueState {
  const store = create<Readonly<{ running: number; isPaused: boolean }>>(() => ({
    running: 0,
    isPaused: false,
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshNow = (): void => {
    timer = undefined;
    api.queue().then(
      ({ running, paused }) => store.setState({ running: running.length, isPaused: paused }),
      () => {}, // the banner reports that the server is unreachable
    );
  };
  return Object.assign(store, {
    refresh: () => {
      if (timer === undefined) timer = setTimeout(refreshNow, REFRESH_AFTER_MS);
    },
  });
}
