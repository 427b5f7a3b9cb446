import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeSecretFile } from '../../server/api/test-support.ts';
import { MAIN } from '../stand-ins/built.ts';
import { absentFolder, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { firstOf } from '../stand-ins/full.ts';

/** The passphrase of a backup, typed into a terminal. */

const PASSPHRASE = 'a passphrase of some length';
const SCRIPT = path.join(import.meta.dirname, '..', 'stand-ins', 'in-terminal.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('Skipped: the passphrase in a terminal (python3 is not here)');

type Shown = Readonly<{ shown: string; code: number }>;
type Dialogue = readonly (readonly [question: string, typed: string])[];

async function inTerminal(dialogue: Dialogue, args: readonly string[]): Promise<Shown> {
  const { OFFPRINT_DATA, OFFPRINT_URL, OFFPRINT_BACKUP_PASSPHRASE, ...inherited } = process.env;
  const { stdout } = await promisify(execFile)(
    'python3',
    [SCRIPT, JSON.stringify(dialogue), process.execPath, MAIN, ...args],
    { env: { ...inherited, OFFPRINT_SECRET_FILE: makeSecretFile() } },
  );
  return JSON.parse(stdout) as Shown;
}

describe.skipIf(!hasPython)('the passphrase of a backup', () => {
  const folder = temporaryFolder('backups');
  const backup = (name: string, dialogue: Dialogue) =>
    inTerminal(dialogue, [
      ...['backup', path.join(folder, name), '--with-keys', '--data', absentFolder('data')],
    ]);

  it('is asked for twice and never shown, and opens the backup', async () => {
    const { shown, code } = await backup('whole.zip', [
      ['Passphrase for the keys: ', `${PASSPHRASE}\r`],
      ['Repeat the passphrase: ', `${PASSPHRASE}\r`],
    ]);
    expect(code, shown).toBe(0);
    expect(shown).toContain('encrypted with the passphrase');
    expect(shown).not.toContain(PASSPHRASE.slice(0, 4));

    const restored = absentFolder('restored');
    const again = await inTerminal(
      [['Passphrase for the keys: ', `${PASSPHRASE}\r`]],
      ['restore', path.join(folder, 'whole.zip'), '--data', restored],
    );
    expect(again.code, again.shown).toBe(0);
    expect(again.shown).not.toContain(PASSPHRASE.slice(0, 4));
    expect(fs.existsSync(path.join(restored, 'offprint.db'))).toBe(true);
  });

  it.each(
    firstOf<[what: string, code: number, said: string, typed: readonly string[]]>(2, [
      ['differs', 2, 'The passphrases do not match.', [`${PASSPHRASE}\r`, 'something else\r']],
      ['is broken off by Ctrl-C', 130, 'Canceled.', ['half a passph\u0003']],
      [
        'differs where both are pasted at once',
        2,
        'The passphrases do not match.',
        [`${PASSPHRASE}\rsomething\r`],
      ],
      ['is too short', 2, 'Use at least 12 characters.', ['short\r', 'short\r']],
      ['is broken off by Ctrl-C at the second question', 130, 'Canceled.', [`${PASSPHRASE}\r`, '\u0003']],
      ['is broken off by Ctrl-D', 130, 'Canceled.', ['\u0004']],
      [
        'is the one before, by the arrow key',
        2,
        'The passphrases do not match.',
        [`${PASSPHRASE}\r`, '\u001b[A\r'],
      ],
    ]),
  )('leaves no file where it %s', async (what, expected, said, [first = '', second = '']) => {
    const name = `${what}.zip`;
    const { shown, code } = await backup(name, [
      ['Passphrase for the keys: ', first],
      ['Repeat the passphrase: ', second],
    ]);
    expect(code, shown).toBe(expected);
    expect(shown.split('\n').filter((line) => line.includes('offprint: '))).toHaveLength(1);
    expect(shown).toContain(said);
    expect(shown).not.toMatch(/a passphrase|half a/);
    expect(fs.readdirSync(folder).filter((file) => file.startsWith(what))).toEqual([]);
  });
});
