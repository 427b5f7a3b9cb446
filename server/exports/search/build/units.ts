import { createHash } from 'node:crypto';
import type { Section } from '../extract/page.ts';

/** A section as shown in results. */
export type ShownSection = Readonly<{ level: number; anchor: string; heading: string; text: string }>;

/** Smallest part that is found and loaded: a page, or a part of a long one. */
export type Unit = Readonly<{
  /** 30-bit identifier derived only from the path and the first anchor. */
  hash: number;
  sections: readonly ShownSection[];
}>;

/** A page with more text than this (in bytes of UTF-8) is split. */
export const UNIT_MAX_BYTES = 24_000;

/**
 * Splits a page into units, between sections if possible. The boundaries depend on the sections themselves, so that a
 * change in one of them does not move distant boundaries.
 */
export function unitsOf(path: string, sections: readonly Section[]): Unit[] {
  const pieces = sections.flatMap(shownPieces);
  const isShort = pieces.reduce((sum, piece) => sum + piece.bytes, 0) <= UNIT_MAX_BYTES;
  const units: Unit[] = [];
  let current: Piece[] = [];
  let bytes = 0;
  const close = (): void => {
    const first = current[0];
    const name = units.length === 0 || !first ? '' : `${first.section.anchor}\n${first.part}`;
    units.push({ hash: hashOf(`${path}\n${name}`), sections: current.map((piece) => piece.section) });
    current = [];
    bytes = 0;
  };
  for (const piece of pieces) {
    const isFull = bytes + piece.bytes > UNIT_MAX_BYTES;
    const isGoodCut =
      bytes > UNIT_MAX_BYTES / 2 && hashOf(piece.section.anchor + piece.section.heading) % 4 === 0;
    if (!isShort && current.length > 0 && (isFull || isGoodCut)) close();
    current.push(piece);
    bytes += piece.bytes;
  }
  if (current.length > 0 || units.length === 0) close();
  return units;
}

type Piece = { section: ShownSection; bytes: number; part: number };

/** Returns a section as one piece, or as several if it is longer than a unit. */
function shownPieces({ level, anchor, heading, blocks }: Section): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let bytes = Buffer.byteLength(heading);
  const close = (): void => {
    pieces.push({ section: { level, anchor, heading, text: lines.join('\n') }, bytes, part: pieces.length });
    lines = [];
    bytes = 0;
  };
  for (const line of blocks.flatMap((block) => shortLines(block.text))) {
    const lineBytes = Buffer.byteLength(line) + 1;
    if (bytes + lineBytes > UNIT_MAX_BYTES && lines.length > 0) close();
    lines.push(line);
    bytes += lineBytes;
  }
  if (lines.length > 0 || pieces.length === 0) close();
  return pieces;
}

/** Splits a very long block, such as a large listing, at spaces. */
function shortLines(text: string): string[] {
  const max = UNIT_MAX_BYTES / 3;
  const lines: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const space = rest.lastIndexOf(' ', max);
    const cut = space > 0 ? space : safeCut(rest, max);
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return [...lines, rest];
}

/** Avoids splitting a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
}

export const HASH_BITS = 30;

/** Returns the first bits of SHA-256. */
export function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - HASH_BITS);
}
