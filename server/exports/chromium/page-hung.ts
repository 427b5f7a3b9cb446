/** A page did not respond in time: its script runs endlessly, and its tab is no longer usable. */
export class PageHung extends Error {
  constructor(maxMs: number) {
    super(
      `it did not respond within ${Math.round(maxMs / 1000)} seconds, perhaps because its scripts never finish`,
    );
    this.name = 'PageHung';
  }
}

/**
 * Waits for work on a page. If it takes longer than `maxMs`, the page hangs.
 * @throws PageHung, and whatever `work` rejects with
 */
export async function answeredWithin<T>(maxMs: number, work: Promise<T>): Promise<T> {
  work.catch(() => {}); // avoids an unhandled rejection after the timeout
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PageHung(maxMs)), maxMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
