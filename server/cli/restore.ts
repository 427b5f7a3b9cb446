import path from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { dataFolderOf } from './data-folder.ts';
import { interruptible } from './interrupt.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { backupPassphrase, PASSPHRASE_FILE } from './passphrase.ts';
import { formatBytes, formatTime, outputFor, plural } from './terminal.ts';

type RestoreOptions = CommonOptions &
  Readonly<{ withoutKeys?: boolean; passphraseFile?: string; dryRun?: boolean }>;

export function restoreCommand(): Command {
  return offprintCommand('restore')
    .summary('create a data folder from a backup')
    .description(
      'Creates a data folder from a backup made with offprint backup. Either everything is restored or nothing is, and existing data is never replaced. Unfinished jobs continue when a server is started with the new data folder.',
    )
    .argument('<file>', 'the backup')
    .option('--without-keys', 'do not restore the keys in the backup')
    .option('--dry-run', 'only verify the backup, without writing anything')
    .option(...PASSPHRASE_FILE)
    .action(async (name: string, options: RestoreOptions) => {
      const output = outputFor(options.json === true);
      const file = path.resolve(name);
      const progress = (text: string) => (fraction: number) => output.progress(fraction, text);
      if (options.dryRun) {
        const { verifyBackup } = await import('../backup/verify-backup.ts');
        const isGiven =
          options.passphraseFile !== undefined || process.env.OFFPRINT_BACKUP_PASSPHRASE !== undefined;
        const passphrase = isGiven ? await backupPassphrase(options.passphraseFile, false) : undefined;
        const { facts, hasKeys } = await interruptible((signal) =>
          verifyBackup(file, progress('verifying'), signal, passphrase).finally(output.progressDone),
        );
        output.result({ file, hasKeys, ...facts });
        output.line(`Backup    made ${formatTime(facts.createdAt)} by Offprint ${facts.release}`);
        output.line(
          `Contains  ${plural(facts.files, 'file')}, ${formatBytes(facts.bytes)}, ${hasKeys ? 'with' : 'without'} keys`,
        );
        output.line('Verified  every file (by SHA-256) and the database');
        if (hasKeys) {
          output.line(
            isGiven
              ? 'Keys      can be decrypted with the passphrase'
              : 'Keys      not checked. To check the passphrase too, use --passphrase-file.',
          );
        }
        return;
      }
      const folder = dataFolderOf(options.data);
      const ask = (): Promise<string> => backupPassphrase(options.passphraseFile, false);
      const { restoreBackup } = await import('../backup/restore-backup.ts'); // rarely needed
      const { facts, hasKeys, lost } = await interruptible((signal) =>
        restoreBackup(
          file,
          folder,
          options.withoutKeys ? undefined : ask,
          progress('restoring'),
          signal,
        ).finally(output.progressDone),
      );
      output.result({ folder, ...facts, lost });
      output.line(`Restored  ${folder}`);
      output.line(`Backup    made ${formatTime(facts.createdAt)} by Offprint ${facts.release}`);
      output.line(`Contains  ${plural(facts.files, 'file')}, ${formatBytes(facts.bytes)}`);
      for (const missing of facts.missing)
        output.line(`Missing   ${missing} (already missing when the backup was made)`);
      if (lost.length === 0) {
        output.line(hasKeys ? 'Keys      restored' : 'Keys      none in the backup');
      } else {
        output.line('Keys      not restored. This was lost:');
        for (const { what, names, remedy } of lost) {
          output.line(`          ${what}: ${names.join(', ')}`);
          output.line(`            ${remedy}`);
        }
      }
      output.line(`To start a server with the new data folder: offprint serve --data ${folder}`);
    });
}
