import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { asOffprintError, OffprintError } from '../errors.ts';
import { interruptible } from './interrupt.ts';
import { newZip } from './new-zip.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { backupPassphrase, PASSPHRASE_FILE } from './passphrase.ts';
import { formatBytes, outputFor, plural } from './terminal.ts';
import { withApi } from './with-api.ts';

type BackupOptions = ApiOptions & Readonly<{ withKeys?: boolean; passphraseFile?: string }>;

export function backupCommand(): Command {
  return apiCommand('backup')
    .summary('back up the data folder to one file while jobs keep running')
    .description(
      'Writes a zip of the data folder (the current database and every file it refers to) and verifies it. Jobs keep running. After a restore, unfinished jobs continue. Keys are included only with --with-keys.',
    )
    .argument('<file>', 'where to write the backup (.zip); an existing file is not replaced')
    .option('--with-keys', 'include the keys (secrets and API keys), encrypted with a passphrase')
    .option(...PASSPHRASE_FILE)
    .addHelpText(
      'after',
      `
Examples:
  offprint backup /backups/offprint-$(date +%F).zip
  offprint backup offprint.zip --with-keys
  offprint restore offprint.zip --data /srv/offprint`,
    )
    .action(async (name: string, options: BackupOptions) => {
      const output = outputFor(options.json === true);
      const file = newZip(name, 'backup');
      const passphrase = options.withKeys ? await backupPassphrase(options.passphraseFile, true) : undefined;
      const partial = `${file}.unfinished`;
      const { verifyBackup } = await import('../backup/verify-backup.ts'); // rarely needed
      const { facts, hasKeys } = await interruptible((signal) =>
        withApi(options, 'change', async (api) => {
          try {
            const answer = await api.post('/v1/backups', passphrase === undefined ? {} : { passphrase });
            const total = Number(answer.headers['offprint-content-bytes']) || 1;
            let bytes = 0;
            answer.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
              output.progress(
                Math.min(0.99, bytes / total),
                `${formatBytes(bytes)} of up to ${formatBytes(total)} written`,
              );
            });
            await pipeline(answer, fs.createWriteStream(partial, { mode: 0o600, flush: true }), { signal });
            const found = await verifyBackup(
              partial,
              (fraction) => output.progress(fraction, 'verifying'),
              signal,
            );
            fs.renameSync(partial, file);
            return found;
          } catch (error) {
            throw signal.aborted ? signal.reason : told(error, file);
          } finally {
            output.progressDone();
            fs.rmSync(partial, { force: true });
          }
        }),
      );
      const sizeBytes = fs.statSync(file).size;
      output.result({ file, sizeBytes, hasKeys, ...facts });
      output.line(`Backup    ${file}`);
      output.line(
        `Contains  ${plural(facts.files, 'file')}, ${formatBytes(facts.bytes)}, compressed to ${formatBytes(sizeBytes)}`,
      );
      output.line(`Verified  every file (by SHA-256) and the database`);
      output.line(
        hasKeys
          ? `Keys      encrypted with the passphrase, which cannot be recovered: store it separately from the backup`
          : 'Keys      not included. To include them: offprint backup --with-keys',
      );
      for (const missing of facts.missing) {
        output.line(`Missing   ${missing}: not in the data folder (see offprint doctor)`);
      }
    });
}

function told(error: unknown, file: string): OffprintError {
  const fault = asOffprintError(error);
  if (fault.code === 'disk-full') {
    return new OffprintError(
      'disk-full',
      `The disk is full, so the partial backup ${file} was removed. Free some space or choose another location, then run the command again.`,
      error,
    );
  }
  if (fault.code !== 'internal') return fault;
  return new OffprintError(
    'unreachable',
    `The backup failed (${fault.message}), and the partial file was removed. Check the server log, then run the command again.`,
    error,
  );
}
