import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseOwnFile } from '../bundles/manifest.ts';

/** Files of a release, beside each other in its folder. */
const ROOT_FOLDER = 'site';
export const RECORD_FILE = 'release.json';
export const NOT_FOUND_FILE = '404.html';
const ARCHIVE_FILE = 'bundle.zip';

const fileSchema = z.object({
  path: z.string(),
  sha256: z.string(),
  sizeBytes: z.int(),
  /** Sizes of what is sent compressed: `<path>.gz` and `<path>.br` where these were made, or out of the archive. */
  gzip: z.int().optional(),
  brotli: z.int().optional(),
  /** Where it lies in the archive, of a version that is not unpacked. */
  entry: z
    .object({
      /** Of its bytes, behind its local header. */
      offset: z.int(),
      storedBytes: z.int(),
      isDeflated: z.boolean(),
      crc32: z.int(),
    })
    .optional(),
  /** The Content-Security-Policy that the page has in its markup: a place in `policies`. */
  policy: z.int().optional(),
  /** The page only leads on, to here, relative to itself. */
  location: z.string().optional(),
});

const recordSchema = z.object({
  format: z.literal('offprint-release'),
  formatVersion: z.literal(1),
  /** `files`: unpacked; `zip`: served out of the archive. */
  storage: z.enum(['files', 'zip']).default('files'),
  domain: z.string(),
  version: z.string(),
  digest: z.string(),
  pages: z.int(),
  /** Path of the host under which the site lies; empty: its root. */
  basePath: z.string(),
  /** The key that signed the bundle, and those that handed over to it, oldest first; null: nobody signed it. */
  signature: z
    .object({
      key: z.string(),
      handovers: z.array(z.object({ from: z.string(), to: z.string(), signature: z.string() })),
    })
    .nullable(),
  /** SHA-256 of the archive that it was unpacked from. */
  archiveSha256: z.string(),
  /** Where that came from and as what that place knows it; null where it has no name for it. */
  source: z.object({ address: z.string(), etag: z.string() }).nullable(),
  policies: z.array(z.string()),
  /** What is answered where there is no page: `404.html` beside the record. */
  hasNotFound: z.boolean(),
  files: z.array(fileSchema),
});

/** A version of the site that was unpacked, as its record says. */
export type ReleaseRecord = Readonly<z.infer<typeof recordSchema>>;
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

/** A version that can be served. */
export type Release = Readonly<{
  /** Name of its folder. */
  name: string;
  folder: string;
  record: ReleaseRecord;
  files: ReadonlyMap<string, ReleaseFile>;
}>;

/** What the root of a web server is for it: the files of the site lie there below their base path. */
export function rootFolder(folder: string): string {
  return path.join(folder, ROOT_FOLDER);
}

/** The bundle of a version that is served out of it. */
export function archiveFile(folder: string): string {
  return path.join(folder, ARCHIVE_FILE);
}

/** Where the files of the bundle lie. */
export function siteFolder({ folder, record }: Pick<Release, 'folder' | 'record'>): string {
  return path.join(rootFolder(folder), ...record.basePath.split('/'));
}

/** @throws OffprintError `integrity` for what is no record; the error of the system where there is none */
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

/** The first file that is not there as it was unpacked; undefined: none. */
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
