import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import zlib from 'node:zlib';
import { systemCode } from '../../errors.ts';
import { type FileRange, readRange, writeAll } from '../../file-ranges.ts';
import { readingsFolder } from '../../store/job-folder.ts';
import type { Resource } from '../../store/resources.ts';
import type { FeaturePolicy } from '../features/feature-policy.ts';
import type { PackedPage, PagePlace } from '../search/build/collected.ts';

/**
 * Caches the scans of acquired pages until they are packed, to avoid parsing them again (docs/decisions/0016). Lost
 * with the process; pages are then parsed again, with the same bundle as a result.
 */
export type ScanCache = Readonly<{
  /** Options for the threads that ingest. */
  wanted: ScansWanted;
  /** Caches the scan of an acquired resource, or removes a stale one. */
  keep: (url: string, object: string | null | undefined, place: CachedScan | undefined) => void;
  of: (resource: Pick<Resource, 'url' | 'object'>) => CachedScan | undefined;
  /** Deletes all cached scans. */
  clear: () => void;
}>;

export type ScansWanted = Readonly<{
  folder: string;
  policy: FeaturePolicy;
  /** The bundle has a search, so the text of pages is cached too. */
  hasText: boolean;
}>;

/** Location of a page's scan (parse/packed-scan.ts), followed by the page's text if requested. */
export type CachedScan = Readonly<{
  scan: FileRange & Readonly<{ crc32: number }>;
  text: PagePlace | undefined;
}>;

export function openScanCache(
  dataFolder: string,
  jobId: string,
  asked: Omit<ScansWanted, 'folder'>,
): ScanCache {
  const folder = readingsFolder(dataFolder, jobId);
  const places = new Map<string, Readonly<{ object: string; place: CachedScan }>>();
  fs.rmSync(folder, { recursive: true, force: true }); // threads may have continued after the job
  return {
    wanted: { folder, ...asked },
    keep: (url, object, place) => {
      if (object && place) places.set(url, { object, place });
      else places.delete(url);
    },
    of: ({ url, object }) => {
      const found = places.get(url);
      return found?.object === object ? found?.place : undefined;
    },
    clear: () => {
      places.clear();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Writes a scan to the file of the current thread.
 * @throws file system errors
 */
export function writeScan(folder: string, scan: string, text: PackedPage | undefined): CachedScan {
  const file = path.join(folder, `${threadId}`);
  const scanned = Buffer.from(scan);
  const head = Buffer.from(text?.head ?? '');
  const sections = Buffer.from(text?.sections ?? '');
  const descriptor = openToAppend(file);
  try {
    const start = fs.fstatSync(descriptor).size;
    writeAll(descriptor, Buffer.concat([scanned, head, sections]));
    return {
      scan: { file, start, sizeBytes: scanned.length, crc32: zlib.crc32(scanned) },
      text: text && {
        file,
        start: start + scanned.length,
        headBytes: head.length,
        sectionsBytes: sections.length,
      },
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

function openToAppend(file: string): number {
  try {
    return fs.openSync(file, 'a', 0o600);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return fs.openSync(file, 'a', 0o600);
  }
}

/** Returns the cached scan of a page; undefined if its bytes are damaged. */
export function readScan({ scan }: CachedScan): string | undefined {
  const bytes = readWhole(scan);
  return bytes && zlib.crc32(bytes) === scan.crc32 ? bytes.toString('utf8') : undefined;
}

/** Undefined if the file is too short or missing. */
export function readWhole(range: FileRange): Buffer | undefined {
  try {
    return readRange(range);
  } catch (error) {
    if (!(error instanceof RangeError) && systemCode(error) === undefined) throw error;
    return undefined;
  }
}
