import { OffprintError } from '../errors.ts';

/** Handles Ctrl-C and SIGTERM while `work` is under way. */
export async function whenInterrupted<T>(handle: () => void, work: () => Promise<T>): Promise<T> {
  process.on('SIGINT', handle).on('SIGTERM', handle);
  try {
    return await work();
  } finally {
    process.off('SIGINT', handle).off('SIGTERM', handle);
  }
}

/** Ctrl-C ends the work and leaves nothing behind. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort(new OffprintError('canceled', 'Canceled.'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
