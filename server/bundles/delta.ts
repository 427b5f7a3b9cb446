import { z } from 'zod';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';
import { PIECES_MAX } from './delta-limits.ts';
import { parseOwnFile } from './manifest.ts';
import { archiveKind } from './read.ts';

/**
 * A delta turns an older bundle into a newer one (docs/bundle-format.md). It is itself a zip archive:
 *
 *   offprint-delta.json         header: the old and the new bundle
 *   offprint-delta/pieces.txt   where the bytes of the new bundle come from, in order
 *   offprint-delta/frame.bin    its bytes between the files: local headers, central directory
 *   files/…                     files that the old bundle lacks, compressed as in the new one
 */
export const DELTA_FILE = 'offprint-delta.json';
export const PIECES_FILE = 'offprint-delta/pieces.txt';
export const FRAME_FILE = 'offprint-delta/frame.bin';
export const CARRIED_FOLDER = 'files/';

/**
 * A signed delta ends with two more entries: the SHA-256 of every entry before them, one per line in `sha256sum`
 * format, and the signature of that list (signature.ts).
 */
export const DELTA_SUMS_FILE = 'offprint-delta/sums.txt';
export const DELTA_SIGNATURE_FILE = `${DELTA_SUMS_FILE}.sig`;

/** Displayed text: no control characters, which could move the cursor of a terminal. */
const shown = z
  .string()
  .max(300)
  .regex(/^\P{Cc}*$/u);

const archiveSchema = z.object({
  domain: shown,
  version: shown,
  /** Content digest of the manifest. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The base or the target of a delta. */
export type DeltaEnd = Readonly<z.infer<typeof archiveSchema>>;

const headerSchema = z.object({
  format: z.literal('offprint-delta'),
  formatVersion: z.literal(1),
  base: archiveSchema,
  target: archiveSchema,
  counts: z.object({
    pieces: z.int().positive().max(PIECES_MAX),
    /** Number of files carried in the delta. */
    files: z.int().nonnegative(),
  }),
});

export type DeltaHeader = Readonly<z.infer<typeof headerSchema>>;

/** @throws OffprintError `integrity` */
export function parseDeltaHeader(text: string): DeltaHeader {
  return parseOwnFile(text, headerSchema, { file: DELTA_FILE, form: 'delta header', of: 'delta' });
}

export function formatDeltaHeader(header: DeltaHeader): string {
  return `${JSON.stringify(parseDeltaHeader(JSON.stringify(header)), null, 1)}\n`;
}

/** The next bytes of the new bundle; never empty. */
export type Piece =
  /** From the base, at `offset`. */
  | Readonly<{ from: 'base'; offset: number; sizeBytes: number }>
  /** The next bytes of the frame. */
  | Readonly<{ from: 'frame'; sizeBytes: number }>
  /** The whole next file below `files/`, still compressed. */
  | Readonly<{ from: 'file'; sizeBytes: number }>;

export function formatPiece(piece: Piece): string {
  return piece.from === 'base'
    ? `base ${piece.offset} ${piece.sizeBytes}\n`
    : `${piece.from} ${piece.sizeBytes}\n`;
}

/**
 * @param line without its line break
 * @returns undefined if it is not a piece
 */
export function parsePiece(line: string): Piece | undefined {
  const match = /^(?:base (\d{1,15})|(frame|file)) ([1-9]\d{0,14})$/.exec(line);
  if (!match) return undefined;
  const sizeBytes = Number(match[3]);
  if (match[1] !== undefined) return { from: 'base', offset: Number(match[1]), sizeBytes };
  return { from: match[2] as 'frame' | 'file', sizeBytes };
}

/** "docs.example.com 1.2 (1,234 bytes, SHA-256 0123…)" */
export function describeEnd({
  domain,
  version,
  sizeBytes,
  sha256,
}: Pick<DeltaEnd, 'domain' | 'version' | 'sizeBytes' | 'sha256'>): string {
  return `${domain} ${version} (${formatNumber(sizeBytes)} bytes, SHA-256 ${sha256})`;
}

/** @throws OffprintError `usage` if the file does not exist or is a tar.gz, `integrity` if it is not an archive */
export async function assertZip(file: string): Promise<void> {
  if (archiveKind(file) === 'zip') return;
  throw new OffprintError(
    'usage',
    `${file} is a tar.gz: its files are compressed together, so a delta cannot reuse any of them. Use the bundle in zip format.`,
  );
}

/** Error for a delta that was given instead of a bundle. */
export function isNoBundle(file: string, { base, target }: DeltaHeader): OffprintError {
  return new OffprintError(
    'usage',
    `${file} is a delta, not a bundle: it produces ${describeEnd(target)} from ${describeEnd(base)}. Create the bundle with: offprint delta apply <base> ${file} --out <bundle.zip>`,
  );
}
