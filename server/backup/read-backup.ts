import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import type { Entry } from 'yauzl';
import { openZip } from '../bundles/open-zip.ts';
import { isNoDamage } from '../bundles/reading-faults.ts';
import { OffprintError } from '../errors.ts';
import { openPlainFile } from '../plain-file.ts';
import {
  type BackupFacts,
  backupFacts,
  DATABASE,
  FACTS_FILE,
  KEYS_FILE,
  readSums,
  SUMS_FILE,
} from './backup-format.ts';
import { type BackupKeys, openKeys } from './sealed-keys.ts';

export type ReadBackup = Readonly<{
  facts: BackupFacts;
  hasKeys: boolean;
  /** @throws OffprintError `usage` for a wrong passphrase */
  keys: (passphrase: string) => Promise<BackupKeys>;
  /**
   * Passes every file to `take`, the database last, and checks its digest.
   * @throws OffprintError `integrity`
   */
  each: (
    take: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
    onProgress: (doneBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  close: () => void;
}>;

/** Largest entry that is read at once: the longest string of V8, since lists of millions of files are long. */
const TEXT_MAX = 2 ** 29 - 24;

/**
 * Opens a backup and reads its metadata. Checks that the archive is complete and has exactly the files that it lists.
 * @throws OffprintError `usage` if there is no such file, `integrity`, `store-newer`
 */
export async function openBackupFile(file: string): Promise<ReadBackup> {
  fs.closeSync(openPlainFile(file, 'The backup'));
  const fault = (why: string, cause?: unknown): OffprintError =>
    new OffprintError('integrity', `${file} is not a usable backup: ${why} Use another backup.`, cause);
  const { zip } = await openZip(file).catch((error: unknown) => {
    if (isNoDamage(error)) throw error;
    throw fault('it is incomplete or not a backup at all.', error);
  });
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isNoDamage(error)) throw error;
      throw fault(`it is damaged (${error instanceof Error ? error.message : String(error)}).`, error);
    }
  };
  const open = async (entry: Entry): Promise<Readable> => {
    // yauzl's stream emits an error only once. This one keeps it for readers that start later.
    const content = new PassThrough();
    pipeline(await zip.openReadStreamPromise(entry), content, () => {});
    return content;
  };
  try {
    return await guarded(async () => {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw fault(`it contains ${entry.fileName} twice.`);
        entries.set(entry.fileName, entry);
      }
      const bytesOf = async (name: string): Promise<Buffer | undefined> => {
        const entry = entries.get(name);
        if (!entry) return undefined;
        if (entry.uncompressedSize > TEXT_MAX) throw fault(`${name} is too large.`);
        const bytes = await buffer(await open(entry));
        if (zlib.crc32(bytes) !== entry.crc32)
          throw fault(`${name} was altered (its checksum does not match).`);
        return bytes;
      };
      const factsFile = await bytesOf(FACTS_FILE);
      const sumsFile = await bytesOf(SUMS_FILE);
      if (!factsFile || !sumsFile) throw fault('it is not an Offprint backup.');
      const facts = factsOf(factsFile, file);
      if (digest(sumsFile) !== facts.sums) throw fault(`its list of files (${SUMS_FILE}) was altered.`);
      const keysFile = (await bytesOf(KEYS_FILE))?.toString('utf8');
      const sums = readSums(sumsFile.toString('utf8'));
      const own = new Set([FACTS_FILE, SUMS_FILE, KEYS_FILE]);
      const strange = [...entries.keys()].find((name) => !sums.has(name) && !own.has(name));
      if (strange !== undefined) throw fault(`it contains ${strange}, which is not in its list of files.`);
      const absent = [...sums.keys()].find((name) => !entries.has(name));
      if (absent !== undefined) throw fault(`${absent} is missing.`);
      if (!sums.has(DATABASE)) throw fault('it contains no database.');
      return {
        facts,
        hasKeys: keysFile !== undefined,
        keys: (passphrase) => openKeys(keysFile ?? '', passphrase, factsFile),
        each: (take, onProgress, signal) =>
          guarded(async () => {
            let done = 0;
            const names = [...sums.keys()].filter((name) => name !== DATABASE);
            for (const name of [...names, DATABASE]) {
              const hash = createHash('sha256');
              const stream = await open(entries.get(name) as Entry);
              const chunks = (async function* () {
                for await (const chunk of stream as AsyncIterable<Buffer>) {
                  signal.throwIfAborted();
                  hash.update(chunk);
                  done += chunk.length;
                  onProgress(done);
                  yield chunk;
                }
              })();
              await take(name, chunks);
              if (hash.digest('hex') !== sums.get(name))
                throw fault(`${name} was altered (its SHA-256 does not match).`);
            }
          }),
        close: () => zip.close(),
      };
    });
  } catch (error) {
    zip.close();
    throw error;
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function factsOf(bytes: Buffer, file: string): BackupFacts {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    // reported below
  }
  const parsed = backupFacts.safeParse(value);
  if (parsed.success) return parsed.data;
  const { format } = (value ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > 1) {
    throw new OffprintError(
      'store-newer',
      `The backup ${file} was made by a newer version of Offprint. Update Offprint, then restore it.`,
    );
  }
  throw new OffprintError(
    'integrity',
    `${FACTS_FILE} in the backup ${file} is not valid. Use another backup.`,
  );
}
