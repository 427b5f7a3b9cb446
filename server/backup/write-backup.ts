import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import yazl from 'yazl';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { DATABASE_FILE, now, type Store } from '../store/database.ts';
import { type BackupFile, backupFiles } from './backup-files.ts';
import {
  type BackupFacts,
  DATABASE,
  FACTS_FILE,
  isContentPath,
  KEYS_FILE,
  SUMS_FILE,
  sumLine,
} from './backup-format.ts';
import { type BackupKeys, sealKeys } from './sealed-keys.ts';
import { workOnSnapshot } from './snapshot.ts';
import { UNFINISHED_BACKUP } from './unfinished.ts';

export type BackupSource = Readonly<{
  dataFolder: string;
  /** Current store. */
  store: () => Store;
  release: string;
  /** Names of the existing keys. */
  keyNames: BackupFacts['keys'];
  /** Without it, the backup has no keys. */
  keys?: Readonly<{ keys: BackupKeys; passphrase: string }> | undefined;
}>;

export type OpenBackup = Readonly<{
  /** The archive, streamed while it is being made. Fails on an error. */
  content: Readable;
  /** Size of the files before compression, which is more than the archive's. */
  totalBytes: number;
  /** Cancels the backup if it is still running, and removes its temporary files. */
  close: () => void;
}>;

/**
 * Makes a backup of a data folder while others write to it: the current state of the database, and the files that it
 * refers to. What is deleted in the meantime is left out of both.
 * @throws OffprintError `store-damaged`, `disk-full`
 */
export async function openBackup(source: BackupSource): Promise<OpenBackup> {
  const { dataFolder } = source;
  const scratch = path.join(dataFolder, 'backups', UNFINISHED_BACKUP + randomBytes(6).toString('hex'));
  const controller = new AbortController();
  const clear = (): void => fs.rmSync(scratch, { recursive: true, force: true });
  try {
    fs.mkdirSync(scratch, { recursive: true, mode: 0o700 });
    const database = path.join(scratch, DATABASE_FILE);
    await workOnSnapshot({ kind: 'copy', source: path.join(dataFolder, DATABASE_FILE), target: database });
    const totalBytes = sizeOf(database, dataFolder);
    const zip = new yazl.ZipFile();
    const content = zip.outputStream as unknown as Readable;
    zip.on('error', (error) => content.destroy(error as Error));
    content.once('close', () => controller.abort(new OffprintError('canceled', 'The backup was canceled.')));
    const writing = write(source, zip, scratch, controller.signal)
      .catch((error: unknown) => content.destroy(asOffprintError(error)))
      .finally(clear);
    return {
      content,
      totalBytes,
      close: () => {
        content.destroy();
        void writing;
      },
    };
  } catch (error) {
    clear();
    throw asOffprintError(error);
  }
}

async function write(
  source: BackupSource,
  zip: yazl.ZipFile,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { dataFolder, release, keyNames, keys } = source;
  const createdAt = now();
  const database = path.join(scratch, DATABASE_FILE);
  const sums = openSums(path.join(scratch, SUMS_FILE));
  const absent: BackupFile[] = [];
  const add = async (entry: BackupFile): Promise<void> => {
    signal.throwIfAborted();
    const added = await addFile(zip, entry, signal);
    if (added) sums.add(added.sha256, entry.name, added.bytes);
    else if (entry.isNeeded) absent.push(entry);
  };
  const snapshot = new Database(database, { readonly: true });
  let gone: Gone;
  try {
    for (const entry of backupFiles(snapshot, dataFolder)) await add(entry);
    gone = goneSince(snapshot, source.store());
  } finally {
    snapshot.close();
  }
  await workOnSnapshot({ kind: 'finish', target: database, ...gone });
  await add({ name: DATABASE, file: database, isNeeded: true });
  const listed = sums.finish();
  await addFile(zip, { name: SUMS_FILE, file: path.join(scratch, SUMS_FILE), isNeeded: true }, signal);
  const facts: BackupFacts = {
    format: 1,
    release,
    ...aboutDatabase(database, absent),
    createdAt,
    files: listed.files,
    bytes: listed.bytes,
    sums: listed.sha256,
    keys: keyNames,
  };
  const factsFile = Buffer.from(`${JSON.stringify(facts, null, 2)}\n`);
  zip.addBuffer(factsFile, FACTS_FILE, { mode: MODE });
  if (keys)
    zip.addBuffer(Buffer.from(await sealKeys(keys.keys, keys.passphrase, factsFile)), KEYS_FILE, {
      mode: MODE,
    });
  zip.end();
}

/** Private to the user who unpacks it. */
const MODE = 0o100600;

/** @returns undefined if there is no such file */
async function addFile(
  zip: yazl.ZipFile,
  { name, file }: BackupFile,
  signal: AbortSignal,
): Promise<Readonly<{ sha256: string; bytes: number }> | undefined> {
  if (!isContentPath(name) && name !== SUMS_FILE) {
    throw new OffprintError('internal', `The file name ${name} is not allowed in a backup.`);
  }
  const chunks = await chunksOf(file);
  if (!chunks) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = Readable.from(
    (async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  zip.addReadStreamLazy(name, { mode: MODE, compress: !/\.(zip|tar\.gz)$/.test(name) }, (take) =>
    take(null, stream),
  );
  await ended;
  return { sha256: hash.digest('hex'), bytes };
}

/** Returns the bytes of a file; for a link, the path it points to, which hosting accepts instead of a link. */
async function chunksOf(file: string): Promise<AsyncIterable<Buffer> | Buffer[] | undefined> {
  try {
    const stat = await fs.promises.lstat(file);
    if (stat.isSymbolicLink()) return [Buffer.from(`${await fs.promises.readlink(file)}\n`)];
    const handle = await fs.promises.open(file);
    return handle.createReadStream();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Collects the lines of `SHA256SUMS` and writes a thousand at a time. */
function openSums(file: string) {
  const hash = createHash('sha256');
  let waiting: string[] = [];
  let files = 0;
  let bytes = 0;
  const flush = (): void => {
    const text = waiting.join('');
    hash.update(text);
    fs.appendFileSync(file, text, { mode: 0o600 });
    waiting = [];
  };
  return {
    add: (sha256: string, name: string, sizeBytes: number): void => {
      waiting.push(sumLine(sha256, name));
      files += 1;
      bytes += sizeBytes;
      if (waiting.length === 1000) flush();
    },
    finish: () => {
      flush();
      return { files, bytes, sha256: hash.digest('hex') };
    },
  };
}

type Gone = Readonly<{
  goneJobs: string[];
  goneProjects: string[];
  goneReceived: string[];
  goneSites: string[];
}>;

/** Finds what is in the snapshot but no longer in the store. */
function goneSince(snapshot: Store, store: Store): Gone {
  const gone = (sql: string): string[] => {
    const there = new Set(store.prepare(sql).pluck().all() as string[]);
    return (snapshot.prepare(sql).pluck().all() as string[]).filter((id) => !there.has(id));
  };
  return {
    goneJobs: gone('SELECT id FROM export_jobs'),
    goneProjects: gone('SELECT id FROM projects'),
    // Kept or discarded in the meantime: the files are no longer where the row says.
    goneReceived: gone("SELECT id FROM received WHERE status = 'waiting'"),
    goneSites: gone('SELECT id FROM hosted_sites'),
  };
}

/** Returns the schema version, and which of the absent files the finished database still refers to. */
function aboutDatabase(
  database: string,
  absent: readonly BackupFile[],
): Readonly<{ schema: number; missing: string[] }> {
  const store = new Database(database, { readonly: true });
  const object = store.prepare('SELECT 1 FROM resources WHERE object = ? LIMIT 1');
  const bundle = store.prepare(
    'SELECT 1 FROM bundles WHERE file = @name UNION SELECT 1 FROM deltas WHERE file = @name LIMIT 1',
  );
  try {
    const missing = absent.filter(({ name }) =>
      name.startsWith('objects/') ? object.get(name.slice(8).replace('/', '')) : bundle.get({ name }),
    );
    return {
      schema: Number(store.pragma('user_version', { simple: true })),
      missing: missing.map(({ name }) => name),
    };
  } finally {
    store.close();
  }
}

function sizeOf(database: string, dataFolder: string): number {
  const store = new Database(database, { readonly: true });
  try {
    const known = store
      .prepare(
        `SELECT (SELECT coalesce(sum(size), 0) FROM (SELECT max(size_bytes) AS size FROM resources WHERE object IS NOT NULL GROUP BY object))
              + (SELECT coalesce(sum(size_bytes), 0) FROM (SELECT size_bytes FROM bundles UNION ALL SELECT size_bytes FROM deltas))
              + (SELECT coalesce(sum(size_bytes), 0) FROM received WHERE status = 'waiting')`,
      )
      .pluck()
      .get() as number;
    return known + fs.statSync(path.join(dataFolder, DATABASE_FILE)).size;
  } finally {
    store.close();
  }
}
