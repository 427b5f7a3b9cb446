import type { Bounds } from './fetched.ts';

/** Bounds the whole of an answer: what trickles is not waited for, what is long and arrives gets its time. */
export type ResponseTimeout = Readonly<{
  signal: AbortSignal;
  arrived: (bytes: number) => void;
  isOver: () => boolean;
  stop: () => void;
}>;

/** The time allowed for a response grows by a second for every so many of its bytes. */
const BYTES_PER_SECOND_MIN = 16 * 1024;

/**
 * Starts the time for one response: `totalMs`, and more as it arrives.
 * @returns its signal aborts when the time is over
 */
export function startResponseTimeout({ totalMs }: Pick<Bounds, 'totalMs'>): ResponseTimeout {
  const controller = new AbortController();
  const started = performance.now();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const left = (): number => started + totalMs + (bytes / BYTES_PER_SECOND_MIN) * 1000 - performance.now();
  const look = (): void => {
    const ms = left();
    if (ms <= 0) controller.abort();
    else timer = setTimeout(look, Math.ceil(ms));
  };
  look();
  return {
    signal: controller.signal,
    arrived: (more) => {
      bytes += more;
    },
    isOver: () => controller.signal.aborted,
    stop: () => clearTimeout(timer),
  };
}
