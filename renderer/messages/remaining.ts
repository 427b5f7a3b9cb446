import { formats } from './formats.ts';

/** Seconds that are left, at least and at most. */
export type Remaining = Readonly<{ least: number; most: number }>;

/** @returns the estimate of a running job; undefined while there is none */
export function remainingOf(
  progress:
    | Readonly<{ remainingSeconds?: number | undefined; remainingLeastSeconds?: number | undefined }>
    | undefined,
): Remaining | undefined {
  const most = progress?.remainingSeconds;
  return most === undefined ? undefined : { least: progress?.remainingLeastSeconds ?? most, most };
}

const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600];

/** An estimate as people give one: `20–40 sec`, `3 min`. Nobody knows the seconds of what takes minutes. */
export function toldRemaining({ least, most }: Remaining): string {
  const step = STEPS.findLast((one) => most >= one * 6) ?? 1;
  const [from, to] = [Math.floor(least / step) * step, Math.max(1, Math.ceil(most / step) * step)];
  if (from <= 0 && least < most) return `< ${formats.duration(to)}`;
  return least < most && from < to
    ? `${formats.duration(from)} – ${formats.duration(to)}`
    : formats.duration(to);
}
