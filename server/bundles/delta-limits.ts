import type { DeltaHeader, Piece } from './delta.ts';

/** Longer headers do not occur; hostile ones are not read. */
export const HEADER_BYTES_MAX = 64 * 2 ** 10;

/** Pieces of one delta. Each takes some microseconds: a bundle of a million files has fewer. */
export const PIECES_MAX = 8_000_000;

/**
 * Why a delta is refused at one of its pieces: it goes beyond the end of the base or of the bundle that it makes.
 * @param piece the next one
 * @param sizeBytes of the pieces up to this one, with it
 * @returns the reason in words, undefined when the piece is within both
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
