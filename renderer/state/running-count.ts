import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Api } from '../api/client.ts';

export type RunningCount = UseBoundStore<StoreApi<Readonly<{ running: number }>>> &
  Readonly<{
    /** Asks the server; soon, and once for many calls. */
    refresh: () => void;
  }>;

const REFRESH_AFTER_MS = 250;

/** How many exports run, as the server counts them: what events add up to may be off after one that was missed. */
export function runningCount(api: Pick<Api, 'queue'>): RunningCount {
  const store = create<Readonly<{ running: number }>>(() => ({ running: 0 }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshNow = (): void => {
    timer = undefined;
    api.queue().then(
      ({ running }) => store.setState({ running: running.length }),
      () => {}, // the banner says that the server does not answer
    );
  };
  return Object.assign(store, {
    refresh: () => {
      if (timer === undefined) timer = setTimeout(refreshNow, REFRESH_AFTER_MS);
    },
  });
}
