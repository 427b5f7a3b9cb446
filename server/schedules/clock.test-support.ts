import type { Clock } from './scheduler.ts';

/** A clock that stands until it is moved; then everything that was to happen meanwhile happens in order. */
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
    /** As when the computer slept: nothing happened meanwhile. */
    jumpTo: async (to) => {
      now = Date.parse(to);
      await fire();
    },
  };
}
