import type { Bounds } from './fetched.ts';

/**
 * Timeout for a whole response. Ends responses that only trickle, and gives long responses that keep arriving more
 * time.
 */
export type ResponseTimeout = Readonly<{
  signal: AbortSignal;
  arrived: (bytes: number) => void;
  isOver: () => boolean;
  stop: () => void;
}>;

/** The time allowed for a response grows by one second for every so many bytes. */
const BYTES_PER_SECOND_MIN = 16 * 1024;

/**
 * Starts the timeout of one response: `totalMs`, extended as it arrives.
 * @returns timeout whose signal aborts when the time is over
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
