import { OffprintError } from '../errors.ts';
import { ServerBusyError } from './fault-of-answer.ts';

/** How long a command waits for a lost server, which may be restarting. */
const LOST_SERVER_MS = 20_000;
/** Interval between attempts to reach it. */
export const RECONNECT_EVERY_MS = 500;

export type Reconnect = Readonly<{
  /** Called when the server answers. */
  reached: () => void;
  /**
   * Called when a request failed.
   * @returns whether the server has been away for too long; one that reports that it is starting up is not away
   */
  isLost: (error: Error) => boolean;
}>;

/** @param now monotonic clock, in ms */
export function openReconnect(now = (): number => performance.now()): Reconnect {
  let lostAt: number | undefined;
  return {
    reached: () => {
      lostAt = undefined;
    },
    isLost: (error) => {
      lostAt = error instanceof ServerBusyError ? undefined : (lostAt ?? now());
      return lostAt !== undefined && now() - lostAt > LOST_SERVER_MS;
    },
  };
}

/** Returns an `unreachable` error. @throws every other error */
export function requireUnreachable(error: unknown): OffprintError {
  if (error instanceof OffprintError && error.code === 'unreachable') return error;
  throw error;
}
