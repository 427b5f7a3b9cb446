import { ApiError } from './api-error.ts';

/** Encodes the end of a page of a list as an opaque cursor. */
export function toCursor(...place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Decodes a cursor. @param length number of texts in cursors of this list @throws ApiError 400 */
export function fromCursor(cursor: string, length: number): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === length && place.every((part) => typeof part === 'string')) {
      return place;
    }
  } catch {
    // reported below
  }
  throw new ApiError(400, 'This cursor is not from this list. Request the list without a cursor.');
}
