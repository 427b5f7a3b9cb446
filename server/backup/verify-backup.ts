import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { checkDatabase } from '../store/check-database.ts';
import { migrations } from '../store/migrations.ts';
import { type BackupFacts, DATABASE } from './backup-format.ts';
import { openBackupFile } from './read-backup.ts';

/**
 * Checks a whole backup: the digest of every file, and the database, which is temporarily unpacked next to the backup.
 * @param passphrase tried on the backup's keys, if it has any
 * @throws OffprintError `integrity`, `store-newer`, `usage`, `disk-full`
 */
export async function verifyBackup(
  file: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
  passphrase?: string,
): Promise<Readonly<{ facts: BackupFacts; hasKeys: boolean }>> {
  const backup = await openBackupFile(file);
  const { facts, hasKeys } = backup;
  const scratch = fs.mkdtempSync(path.join(path.dirname(file), `.${path.basename(file)}.check-`));
  try {
    requireKnownSchema(facts);
    if (hasKeys && passphrase !== undefined) await backup.keys(passphrase);
    await backup.each(
      async (name, chunks) => {
        if (name === DATABASE) await fs.promises.writeFile(path.join(scratch, DATABASE), chunks);
        else for await (const _ of chunks);
      },
      (done) => onProgress(facts.bytes === 0 ? 1 : done / facts.bytes),
      signal,
    );
    const faults = await checkDatabase(scratch);
    if (faults[0] === undefined) return { facts, hasKeys };
    throw new OffprintError(
      'integrity',
      `The database in ${file} is damaged: ${faults[0]} Use another backup.`,
    );
  } finally {
    backup.close();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws OffprintError `store-newer` */
export function requireKnownSchema({ schema, release }: BackupFacts): void {
  if (schema <= migrations.length) return;
  throw new OffprintError(
    'store-newer',
    `The backup was made by a newer version of Offprint (${release}). Update Offprint, then restore it.`,
  );
}
