import fs from 'node:fs';
import path from 'node:path';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { lockFiles, takeLock } from '../folder-lock.ts';
import { sealedSecrets } from '../secrets/sealed-secrets.ts';
import { openVault } from '../secrets/vault.ts';
import { DATABASE_FILE, openForWriting, type Store, transact } from '../store/database.ts';
import { putAdminKeyRows } from '../store/keys.ts';
import { putSecret, type StoredSecret } from '../store/secrets.ts';
import { stopSigning } from '../store/trusted-keys.ts';
import type { Host } from '../writer/host.ts';
import { type BackupFacts, DATABASE } from './backup-format.ts';
import { type LostTrust, lostTrust } from './lost-trust.ts';
import { openBackupFile } from './read-backup.ts';
import type { BackupKeys } from './sealed-keys.ts';
import { requireKnownSchema } from './verify-backup.ts';

export type Restored = Readonly<{
  facts: BackupFacts;
  hasKeys: boolean;
  /** What is lost without the keys; empty if they were restored. */
  lost: readonly LostTrust[];
}>;

/**
 * Restores a backup to a data folder, completely or not at all. The database is written last, so that a power cut
 * leaves no valid data folder.
 * @param folder a folder that is empty or does not exist
 * @param askPassphrase called if the backup has keys; undefined leaves them out
 * @throws OffprintError `usage` if the folder is not empty or the passphrase is wrong; `conflict` if nothing can keep
 *   the keys; `integrity`, `store-newer`, `disk-full`
 */
export async function restoreBackup(
  file: string,
  folder: string,
  askPassphrase: (() => Promise<string>) | undefined,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Restored> {
  const backup = await openBackupFile(file);
  const { facts, hasKeys } = backup;
  try {
    requireKnownSchema(facts);
    const isNew = requireEmpty(folder);
    const keys = hasKeys && askPassphrase ? await backup.keys(await askPassphrase()) : undefined;
    if (keys && keys.secrets.size > 0) await requireKeeper(folder);
    signal.throwIfAborted();
    let isOurs = false;
    try {
      const lock = takeLock(folder, 'host', 0);
      try {
        // Another program may have filled the folder while the passphrase was being typed.
        requireEmpty(folder, lockFiles('host'));
        isOurs = true;
        requireRoom(folder, facts.bytes);
        await unpack(backup, folder, onProgress, signal);
        const store = openForWriting(folder);
        try {
          if (keys) await putKeys(store, folder, keys);
          else stopSigning(store);
          return { facts, hasKeys, lost: keys ? [] : lostTrust(store, facts) };
        } finally {
          store.close();
        }
      } finally {
        lock.release();
      }
    } catch (error) {
      if (isOurs) empty(folder, isNew);
      throw asOffprintError(error);
    }
  } finally {
    backup.close();
  }
}

async function unpack(
  backup: Awaited<ReturnType<typeof openBackupFile>>,
  folder: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = path.join(folder, `${DATABASE_FILE}.restoring`);
  let made = '';
  await backup.each(
    async (name, chunks) => {
      const target = name === DATABASE ? unfinished : path.join(folder, ...name.split('/'));
      const parent = path.dirname(target);
      if (parent !== made) await fs.promises.mkdir(parent, { recursive: true, mode: 0o700 });
      made = parent;
      await fs.promises.writeFile(target, chunks, { flag: 'wx', mode: 0o600, flush: name === DATABASE });
    },
    (done) => onProgress(done / backup.facts.bytes),
    signal,
  );
  fs.renameSync(unfinished, path.join(folder, DATABASE_FILE));
}

/**
 * @param own names of files that do not count
 * @returns whether the folder does not exist yet
 * @throws OffprintError `usage`
 */
function requireEmpty(folder: string, own: readonly string[] = []): boolean {
  let names: string[];
  try {
    names = fs.readdirSync(folder).filter((name) => name !== 'lost+found' && !own.includes(name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    throw new OffprintError(
      'usage',
      `The backup cannot be restored to ${folder} (${systemCode(error)}). Choose another folder.`,
    );
  }
  if (names.length === 0) return false;
  throw new OffprintError(
    'usage',
    `${folder} is not empty (${names.slice(0, 3).join(', ')}), and a restore never overwrites files. Choose an empty folder with --data, or move the existing folder elsewhere.`,
  );
}

/** @throws OffprintError `conflict` if keys would be kept in memory only */
async function requireKeeper(folder: string): Promise<void> {
  const vault = openVault({ dataFolder: folder });
  try {
    const { persistent, problem = '' } = await vault.status();
    if (persistent) return;
    throw new OffprintError(
      'conflict',
      `This computer has no place to store keys, so the keys in this backup cannot be restored. ${problem} You can also restore without the keys: --without-keys.`,
    );
  } finally {
    vault.close();
  }
}

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  throw new OffprintError(
    'disk-full',
    `The disk that holds ${folder} has ${bavail * bsize} bytes free, but the backup needs ${bytes}. Free some space or choose another folder with --data.`,
  );
}

/** Seals the secrets with a master key of the restored data folder. */
async function putKeys(store: Store, folder: string, keys: BackupKeys): Promise<void> {
  const host = {
    store: () => store,
    command: async (_name: string, secret: StoredSecret) => putSecret(store, secret),
  } as unknown as Pick<Host, 'store' | 'command'>;
  const secrets = sealedSecrets(host, openVault({ dataFolder: folder }));
  try {
    for (const [name, value] of keys.secrets) await secrets.set(name, value);
    transact(store, () => putAdminKeyRows(store, keys.adminKeys));
  } finally {
    secrets.close();
  }
}

/** Removes what a restore has written to a folder that was empty or new. */
function empty(folder: string, isNew: boolean): void {
  if (isNew) {
    fs.rmSync(folder, { recursive: true, force: true });
    return;
  }
  for (const name of fs.readdirSync(folder)) {
    if (name !== 'lost+found') fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
