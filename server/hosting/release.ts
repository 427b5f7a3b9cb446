import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseOwnFile } from '../bundles/manifest.ts';

/** Contents of a release's folder. */
const ROOT_FOLDER = 'site';
export const RECORD_FILE = 'release.json';
export const NOT_FOUND_FILE = '404.html';
const ARCHIVE_FILE = 'bundle.zip';

const fileSchema = z.object({
  path: z.string(),
  sha256: z.string(),
  sizeBytes: z.int(),
  /** Compressed sizes: of `<path>.gz` and `<path>.br` if they exist, or of the response made from the archive. */
  gzip: z.int().optional(),
  brotli: z.int().optional(),
  /** Its position in the archive, for a version that is not unpacked. */
  entry: z
    .object({
      /** Offset of its data, after the local header. */
      offset: z.int(),
      storedBytes: z.int(),
      isDeflated: z.boolean(),
      crc32: z.int(),
    })
    .optional(),
  /** Index in `policies` of the Content-Security-Policy in the page's markup. */
  policy: z.int().optional(),
  /** Target if the page is only a redirect, relative to the page. */
  location: z.string().optional(),
});

const recordSchema = z.object({
  format: z.literal('offprint-release'),
  formatVersion: z.literal(1),
  /** `files`: unpacked; `zip`: served from the archive. */
  storage: z.enum(['files', 'zip']).default('files'),
  domain: z.string(),
  version: z.string(),
  digest: z.string(),
  pages: z.int(),
  /** Path of the site on the host; empty for the root. */
  basePath: z.string(),
  /** The key that signed the bundle, with its handovers, oldest first; null if unsigned. */
  signature: z
    .object({
      key: z.string(),
      handovers: z.array(z.object({ from: z.string(), to: z.string(), signature: z.string() })),
    })
    .nullable(),
  /** SHA-256 of the original archive. */
  archiveSha256: z.string(),
  /** Source of the archive and its ETag there; null if it has none. */
  source: z.object({ address: z.string(), etag: z.string() }).nullable(),
  policies: z.array(z.string()),
  /** Whether there is a page for 404 responses: `404.html` next to the record. */
  hasNotFound: z.boolean(),
  files: z.array(fileSchema),
});

/** Record of an installed version of the site. */
export type ReleaseRecord = Readonly<z.infer<typeof recordSchema>>;
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

/** A version that can be served. */
export type Release = Readonly<{
  /** Its folder name. */
  name: string;
  folder: string;
  record: ReleaseRecord;
  files: ReadonlyMap<string, ReleaseFile>;
}>;

/** Document root for a web server; the site's files are in it, below the base path. */
export function rootFolder(folder: string): string {
  return path.join(folder, ROOT_FOLDER);
}

/** Archive of a version that is served from it. */
export function archiveFile(folder: string): string {
  return path.join(folder, ARCHIVE_FILE);
}

/** Folder that contains the files of the bundle. */
export function siteFolder({ folder, record }: Pick<Release, 'folder' | 'record'>): string {
  return path.join(rootFolder(folder), ...record.basePath.split('/'));
}

/** @throws OffprintError `integrity` if it is not a valid record; the system error if there is none */
export function readRelease(folder: string): Release {
  const text = fs.readFileSync(path.join(folder, RECORD_FILE), 'utf8');
  const form = { file: RECORD_FILE, form: 'version record', of: 'bundle' };
  const record = parseOwnFile(text, recordSchema, form);
  return {
    name: path.basename(folder),
    folder,
    record,
    files: new Map(record.files.map((file) => [file.path, file])),
  };
}

/** First file that is missing or has the wrong size; undefined if there is none. */
export function damagedFile(release: Release): string | undefined {
  const { record, folder } = release;
  if (record.storage === 'zip') {
    const end = record.files.reduce(
      (last, { entry }) => (entry ? Math.max(last, entry.offset + entry.storedBytes) : last),
      0,
    );
    const size = fs.statSync(archiveFile(folder), { throwIfNoEntry: false })?.size ?? 0;
    return size > end ? undefined : ARCHIVE_FILE;
  }
  const site = siteFolder(release);
  const sizeOf = (name: string): number | undefined =>
    fs.statSync(path.join(site, name), { throwIfNoEntry: false })?.size;
  for (const { path: name, sizeBytes, gzip, brotli } of record.files) {
    if (sizeOf(name) !== sizeBytes) return name;
    if (gzip !== undefined && sizeOf(`${name}.gz`) !== gzip) return `${name}.gz`;
    if (brotli !== undefined && sizeOf(`${name}.br`) !== brotli) return `${name}.br`;
  }
  return undefined;
}
