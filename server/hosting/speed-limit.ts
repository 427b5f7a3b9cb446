import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';

export type SpeedLimit = Readonly<{
  /** Aborts the download when it is too slow. */
  signal: AbortSignal;
  took: (bytes: number) => void;
  /** Why it was aborted; undefined if it was not. */
  fault: () => OffprintError | undefined;
  end: () => void;
}>;

/** Aborts downloads from a source that sends nothing or almost nothing. */
export function speedLimit(
  { ms, bytes }: Readonly<{ ms: number; bytes: number }>,
  signal: AbortSignal,
  name: string,
): SpeedLimit {
  const tooSlow = new AbortController();
  let fault: OffprintError | undefined;
  let came = 0;
  const timer = setInterval(() => {
    if (came < bytes) {
      const what = came === 0 ? 'nothing' : `only ${formatNumber(came)} ${came === 1 ? 'byte' : 'bytes'}`;
      fault = new OffprintError(
        'unreachable',
        `The download from ${name} was stopped: ${what} arrived within ${Math.ceil(ms / 1000)} seconds.`,
      );
      tooSlow.abort(fault);
    }
    came = 0;
  }, ms);
  return {
    signal: AbortSignal.any([signal, tooSlow.signal]),
    took: (count) => {
      came += count;
    },
    fault: () => fault,
    end: () => clearInterval(timer),
  };
}
