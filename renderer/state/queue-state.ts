import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Api } from '../api/client.ts';

export type QueueState = UseBoundStore<StoreApi<Readonly<{ running: number; isPaused: boolean }>>> &
  Readonly<{
    /** Asks the server; soon, and once for many calls. */
    refresh: () => void;
  }>;

const REFRESH_AFTER_MS = 250;

/** How many exports run and whether the queue is paused, as the server says: what events add up to may be off after one that was missed. */
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
      () => {}, // the banner says that the server does not answer
    );
  };
  return Object.assign(store, {
    refresh: () => {
      if (timer === undefined) timer = setTimeout(refreshNow, REFRESH_AFTER_MS);
    },
  });
}
