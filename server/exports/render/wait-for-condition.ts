/** Waits for conditions that events bring about. */
export type Waiting = Readonly<{
  /** To be called on every event that may matter. */
  wake: () => void;
  /** @returns whether the condition came true within the time */
  until: (condition: () => boolean, maxMs: number) => Promise<boolean>;
}>;

export function makeWaiting(): Waiting {
  const sleepers = new Set<() => void>();
  return {
    wake: () => {
      for (const check of sleepers) check();
    },
    until: (condition, maxMs) =>
      new Promise((resolve) => {
        if (condition()) return resolve(true);
        const end = (outcome: boolean): void => {
          clearTimeout(timer);
          sleepers.delete(check);
          resolve(outcome);
        };
        const check = (): void => {
          if (condition()) end(true);
        };
        const timer = setTimeout(() => end(condition()), Math.max(0, maxMs)).unref();
        sleepers.add(check);
      }),
  };
}
