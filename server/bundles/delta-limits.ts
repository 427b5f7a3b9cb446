import type { DeltaHeader, Piece } from './delta.ts';

/** Maximum header size. Real headers are shorter; a hostile longer one is rejected unread. */
export const HEADER_BYTES_MAX = 64 * 2 ** 10;

/** Maximum number of pieces in a delta. Each takes a few microseconds; a bundle of a million files has fewer. */
export const PIECES_MAX = 8_000_000;

/**
 * Checks whether a piece reads past the end of the base or writes past the end of the target.
 * @param piece the next one
 * @param sizeBytes total size of all pieces including this one
 * @returns the reason as text; undefined if the piece is within both
 */
export function pieceFault(
  piece: Piece,
  sizeBytes: number,
  { base, target }: Pick<DeltaHeader, 'base' | 'target'>,
): string | undefined {
  if (sizeBytes > target.sizeBytes) return 'it produces more data than it declares';
  if (piece.from === 'base' && piece.offset + piece.sizeBytes > base.sizeBytes)
    return 'it needs more data than the base contains';
  return undefined;
}
