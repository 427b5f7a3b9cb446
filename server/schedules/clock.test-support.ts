import type { Clock } from './scheduler.ts';

/** Creates a clock that stands still until it is moved. Timers due in between fire in order. */
export function movableClock(
  at: string,
): Clock & Readonly<{ moveTo: (at: string) => Promise<void>; jumpTo: (at: string) => Promise<void> }> {
  let now = Date.parse(at);
  const due = new Map<() => void, number>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const fire = async (): Promise<void> => {
    for (const [then, when] of [...due]) {
      if (when > now || !due.delete(then)) continue;
      then();
      await settle();
    }
  };
  return {
    now: () => now,
    after: (ms, then) => {
      due.set(then, now + ms);
      return () => due.delete(then);
    },
    moveTo: async (to) => {
      const end = Date.parse(to);
      for (;;) {
        const next = Math.min(...due.values());
        if (!(next <= end)) break;
        now = Math.max(now, next);
        await fire();
      }
      now = end;
    },
    /** Jumps ahead, like a computer waking from sleep: timers due in between only fire at the end. */
    jumpTo: async (to) => {
      now = Date.parse(to);
      await fire();
    },
  };
}
