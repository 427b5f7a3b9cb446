import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { asOffprintError, OffprintError } from '../errors.ts';
import { withApi } from './connect.ts';
import { interruptible } from './interrupt.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { backupPassphrase, PASSPHRASE_FILE } from './passphrase.ts';
import { formatBytes, outputFor, plural } from './terminal.ts';

type BackupOptions = ApiOptions & Readonly<{ withKeys?: boolean; passphraseFile?: string }>;

export function backupCommand(): Command {
  return apiCommand('backup')
    .summary('write the data folder to one file, while jobs go on')
    .description(
      'Writes a zip of the data folder: the database as it is now and every file that it refers to, and verifies it. Jobs go on meanwhile; restored, they resume. Keys are left out unless they are asked for.',
    )
    .argument('<file>', 'where to write it (.zip); a file that is there is not replaced')
    .option('--with-keys', 'take the keys along, sealed with a passphrase: secrets and admin keys')
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
      const file = newFile(name);
      const passphrase = options.withKeys ? await backupPassphrase(options.passphraseFile, true) : undefined;
      const partial = `${file}.unfinished`;
      const { verifyBackup } = await import('../backup/verify-backup.ts'); // seldom used
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
                `${formatBytes(bytes)} written, at most ${formatBytes(total)}`,
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
        `Holds     ${plural(facts.files, 'file')}, ${formatBytes(facts.bytes)}; the archive has ${formatBytes(sizeBytes)}`,
      );
      output.line(`Verified  every file by its SHA-256, and the database`);
      output.line(
        hasKeys
          ? `Keys      sealed with the passphrase, which nobody can bring back: keep it elsewhere`
          : 'Keys      none. To take them along: offprint backup --with-keys',
      );
      for (const missing of facts.missing) {
        output.line(`Missing   ${missing}: the data folder does not have it (offprint doctor)`);
      }
    });
}

/** @throws OffprintError `usage` */
function newFile(name: string): string {
  const file = path.resolve(name);
  if (!file.endsWith('.zip'))
    throw new OffprintError('usage', `Name the backup .zip, not ${path.basename(file)}.`);
  if (!fs.existsSync(path.dirname(file)))
    throw new OffprintError('usage', `There is no folder ${path.dirname(file)}. Make it first.`);
  if (fs.existsSync(file))
    throw new OffprintError('usage', `${file} exists, and no backup replaces another. Choose another name.`);
  return file;
}

function told(error: unknown, file: string): OffprintError {
  const fault = asOffprintError(error);
  if (fault.code === 'disk-full') {
    return new OffprintError(
      'disk-full',
      `The disk of ${file} is full. What was written is removed: make room or choose another place, and run the command again.`,
      error,
    );
  }
  if (fault.code !== 'internal') return fault;
  return new OffprintError(
    'unreachable',
    `The backup broke off (${fault.message}) and was removed. Look at the log of the server, and run the command again.`,
    error,
  );
}
