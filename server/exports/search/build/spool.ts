import fs from 'node:fs';
import { writeAll } from '../../../file-ranges.ts';

/** Writes JSON values to a file, one per line, to keep them out of memory. */
export type SpoolWriter = Readonly<{
  /** Adds a value and returns its number. */
  add: (value: unknown) => number;
  /** Adds values already serialized as JSON, one per line. */
  addLines: (lines: string) => void;
  close: () => void;
}>;

/** Reads the values of a spool in any order. */
export type SpoolReader = Readonly<{
  count: number;
  get: (number: number) => unknown;
  /** Returns a value as JSON. */
  json: (number: number) => string;
  /** Size of all values as JSON. */
  sizeBytes: number;
  close: () => void;
}>;

const CHUNK_BYTES = 2 ** 20;

/** Creates or truncates the file, readable only by its owner. */
export function writeSpool(file: string): SpoolWriter {
  const descriptor = fs.openSync(file, 'w', 0o600);
  let count = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = (): void => {
    writeAll(descriptor, Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  const addLines = (lines: string): void => {
    const bytes = Buffer.from(`${lines}\n`);
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes >= CHUNK_BYTES) flush();
  };
  return {
    add(value) {
      addLines(JSON.stringify(value));
      return count++;
    },
    addLines,
    close() {
      flush();
      fs.closeSync(descriptor);
    },
  };
}

export function readSpool(file: string): SpoolReader {
  const descriptor = fs.openSync(file, 'r');
  const offsets = [0];
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0, read = 0; ; position += read) {
    read = fs.readSync(descriptor, chunk, 0, chunk.length, position);
    if (read === 0) break;
    for (let at = chunk.indexOf(10); at >= 0 && at < read; at = chunk.indexOf(10, at + 1)) {
      offsets.push(position + at + 1);
    }
  }
  const json = (number: number): string => {
    const line = Buffer.allocUnsafe((offsets[number + 1] ?? 0) - (offsets[number] ?? 0) - 1);
    let read = 0;
    while (read < line.length) {
      read += fs.readSync(descriptor, line, read, line.length - read, (offsets[number] ?? 0) + read);
    }
    return line.toString('utf8');
  };
  return {
    count: offsets.length - 1,
    sizeBytes: (offsets.at(-1) ?? 0) - (offsets.length - 1),
    get: (number) => JSON.parse(json(number)),
    json,
    close: () => fs.closeSync(descriptor),
  };
}
