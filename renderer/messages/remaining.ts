import { formats } from './formats.ts';

/** Lower and upper bound of the remaining seconds. */
export type Remaining = Readonly<{ least: number; most: number }>;

/** Returns the remaining time of a running job; undefined while there is no estimate. */
export function remainingOf(
  progress:
    | Readonly<{ remainingSeconds?: number | undefined; remainingLeastSeconds?: number | undefined }>
    | undefined,
): Remaining | undefined {
  const most = progress?.remainingSeconds;
  return most === undefined ? undefined : { least: progress?.remainingLeastSeconds ?? most, most };
}

const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600];

/** Formats an estimate, rounded to a precision that matches its length: `20–40 sec`, `3 min`. */
export function toldRemaining({ least, most }: Remaining): string {
  const step = STEPS.findLast((one) => most >= one * 6) ?? 1;
  const [from, to] = [Math.floor(least / step) * step, Math.max(1, Math.ceil(most / step) * step)];
  if (from <= 0 && least < most) return `< ${formats.duration(to)}`;
  return least < most && from < to
    ? `${formats.duration(from)} – ${formats.duration(to)}`
    : formats.duration(to);
}
