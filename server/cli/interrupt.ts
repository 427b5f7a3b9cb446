/** Handles Ctrl-C and SIGTERM while `work` is under way. */
export async function whenInterrupted<T>(handle: () => void, work: () => Promise<T>): Promise<T> {
  process.on('SIGINT', handle).on('SIGTERM', handle);
  try {
    return await work();
  } finally {
    process.off('SIGINT', handle).off('SIGTERM', handle);
  }
}
