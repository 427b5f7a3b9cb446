import readline from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isLongEnough, PASSPHRASE_TOO_SHORT } from '../../shared/passphrase-policy.ts';
import { OffprintError } from '../errors.ts';
import { readPrivateFile } from '../secrets/private-file.ts';

export const PASSPHRASE_FILE = [
  '--passphrase-file <file>',
  'file with the passphrase for the keys (default: OFFPRINT_BACKUP_PASSPHRASE, or a prompt)',
] as const;

/**
 * Reads the passphrase of a backup from the given file, the environment or the terminal. It is never an argument,
 * because every user of the computer can read those.
 * @param isNew asks twice, and rejects a passphrase that is too short
 * @throws OffprintError `usage`, `canceled`
 */
export async function backupPassphrase(file: string | undefined, isNew: boolean): Promise<string> {
  const given =
    file === undefined
      ? process.env.OFFPRINT_BACKUP_PASSPHRASE
      : readPrivateFile(file, '--passphrase-file').toString('utf8');
  const passphrase = given || (await asked(isNew));
  if (isNew && !isLongEnough(passphrase)) throw new OffprintError('usage', PASSPHRASE_TOO_SHORT);
  return passphrase;
}

async function asked(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new OffprintError(
      'usage',
      'The keys in a backup are encrypted with a passphrase. Provide it with --passphrase-file or OFFPRINT_BACKUP_PASSPHRASE, or run the command in a terminal, where you can type it.',
    );
  }
  const [first = '', again = first] = await hidden(
    isNew ? ['Passphrase for the keys: ', 'Repeat the passphrase: '] : ['Passphrase for the keys: '],
  );
  if (again !== first) {
    throw new OffprintError(
      'usage',
      'The passphrases do not match. No backup was made. Run the command again.',
    );
  }
  return first;
}

/**
 * Asks questions without echoing input, including input typed ahead.
 * @throws OffprintError `canceled` on Ctrl-C and Ctrl-D
 */
async function hidden(questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Created before the first question, so that the terminal never echoes by itself.
  const terminal = readline.createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: true,
    historySize: 0,
  });
  terminal.on('SIGINT', () => terminal.close());
  const lines = terminal[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      process.stderr.write('\n');
      if (done) throw new OffprintError('canceled', 'Canceled.');
      answers.push(value);
    }
    return answers;
  } finally {
    terminal.close();
  }
}
