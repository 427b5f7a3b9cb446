/**
 * Returns the validator of a response: its ETag, and its Last-Modified if that can be trusted. Stored as one string
 * and sent back as conditions (RFC 9110 §13.1).
 */
export function validatorFrom(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): string | undefined {
  const { etag = '', 'last-modified': modified = '', date } = headers;
  const trusted = isOldEnough(modified, date, nowMs) ? modified : '';
  return etag === '' && trusted === '' ? undefined : `${etag}\n${trusted}`;
}

export function conditionsFor(validator: string | null | undefined): Record<string, string> {
  const [etag, modified] = (validator ?? '').split('\n');
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(modified && { 'if-modified-since': modified }),
  };
}

/**
 * Whether Last-Modified can be trusted. It has a resolution of one second: what changed within the last minute could
 * change again unnoticed (RFC 9110 §8.8.2.2).
 */
function isOldEnough(modified: string, date: string | undefined, nowMs: number): boolean {
  const then = Date.parse(modified);
  const seen = Date.parse(date ?? '');
  return then <= (Number.isNaN(seen) ? nowMs : Math.min(seen, nowMs)) - 60_000;
}
