import { OffprintError } from '../errors.ts';

/** Calls `handle` on Ctrl-C and SIGTERM while `work` runs. */
export async function whenInterrupted<T>(handle: () => void, work: () => Promise<T>): Promise<T> {
  process.on('SIGINT', handle).on('SIGTERM', handle);
  try {
    return await work();
  } finally {
    process.off('SIGINT', handle).off('SIGTERM', handle);
  }
}

/** Runs `work` with a signal that Ctrl-C and SIGTERM abort. */
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
