/** A page has not answered in time: it computes without end, and its tab is of no more use. */
export class PageHung extends Error {
  constructor(maxMs: number) {
    super(
      `it did not respond within ${Math.round(maxMs / 1000)} seconds, perhaps because its scripts never finish`,
    );
    this.name = 'PageHung';
  }
}

/**
 * Does something with a page that takes no longer than that, unless the page hangs.
 * @throws PageHung, and what `work` rejects with
 */
export async function answeredWithin<T>(maxMs: number, work: Promise<T>): Promise<T> {
  work.catch(() => {}); // when nobody waits for it any more
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PageHung(maxMs)), maxMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
