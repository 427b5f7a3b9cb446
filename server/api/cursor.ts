import { ApiError } from './api-error.ts';

/** Where a page of a list ends, as a text that callers hand back unread. */
export function toCursor(...place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @param length how many texts the cursor of this list holds @throws ApiError 400 */
export function fromCursor(cursor: string, length: number): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === length && place.every((part) => typeof part === 'string')) {
      return place;
    }
  } catch {
    // said below
  }
  throw new ApiError(400, 'This cursor is not from this list. Request the list without a cursor.');
}
