import { randomBytes, scrypt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isLongEnough, PASSPHRASE_TOO_SHORT } from '../../shared/passphrase-policy.ts';
import { OffprintError, systemCode } from '../errors.ts';
import { decrypt, encrypt, type MasterKey, masterKeyOf, newMasterKey } from './encryption.ts';
import type { Keeper } from './keeper.ts';
import { readPrivateFile } from './private-file.ts';

/**
 * Returns the passphrase: 'unlock' the current one, 'new' the one to use from now on. Undefined if none is available.
 * An implementation that asks a person must answer within reasonable time, because whatever needs a secret waits for
 * it.
 */
export type AskPassphrase = (purpose: 'unlock' | 'new') => Promise<string | undefined>;

const VAULT_FILE = 'vault.json';
/** OWASP's first recommendation for scrypt: 128 MiB, 0.4 s here. */
export const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;

const base64 = z.string().transform((text) => Buffer.from(text, 'base64'));
const vaultFile = z.object({
  version: z.literal(1),
  keys: z.array(
    z.object({
      /** Fingerprint of the master key. */
      master: z.string(),
      scrypt: z.object({
        N: z.literal(SCRYPT.N),
        r: z.literal(SCRYPT.r),
        p: z.literal(SCRYPT.p),
        salt: base64,
      }),
      nonce: base64,
      /** The master key, encrypted with AES-256-GCM under a key that scrypt derives from the passphrase. */
      ciphertext: base64,
    }),
  ),
});
type WrappedKey = z.infer<typeof vaultFile>['keys'][number];

/**
 * Reads passphrases from the files that the environment names, again on every request.
 * @throws OffprintError `usage` if a named file cannot be used
 */
export function passphraseOfFiles(env: Readonly<NodeJS.ProcessEnv>): AskPassphrase | undefined {
  const read = (variable: string): string | undefined => {
    const file = env[variable];
    return file ? readPrivateFile(file, variable).toString('utf8') : undefined;
  };
  const present = read('OFFPRINT_PASSPHRASE_FILE');
  read('OFFPRINT_NEW_PASSPHRASE_FILE');
  if (present === undefined) return undefined;
  return async (purpose) =>
    (purpose === 'new' ? read('OFFPRINT_NEW_PASSPHRASE_FILE') : undefined) ??
    read('OFFPRINT_PASSPHRASE_FILE');
}

/** Keeps master keys in `vault.json` in the data folder, each encrypted with a passphrase that is not stored there. */
export function passphraseKeeper(dataFolder: string, ask: AskPassphrase | undefined): Keeper {
  const file = path.join(dataFolder, VAULT_FILE);
  return {
    provider: 'passphrase',
    detail: `The master key is in ${file}, encrypted with the passphrase.`,
    find: async (fingerprint) => {
      const wrapped = readKeys(file).find((key) => key.master === fingerprint);
      return wrapped && unwrap(wrapped, await askFor('unlock'));
    },
    check: async () => {
      if (!ask) throw noPassphrase();
      readKeys(file);
    },
    create: async () => {
      const passphrase = await askFor('new');
      if (!isLongEnough(passphrase)) throw locked(PASSPHRASE_TOO_SHORT);
      const master = newMasterKey();
      writeKeys(file, [...readKeys(file), await wrap(master, passphrase)]);
      return master;
    },
    keepOnly: async (fingerprint) => {
      const keys = readKeys(file);
      const kept = keys.filter((key) => key.master === fingerprint);
      if (kept.length === 1 && keys.length > 1) writeKeys(file, kept);
    },
  };

  async function askFor(purpose: 'unlock' | 'new'): Promise<string> {
    const passphrase = await ask?.(purpose);
    if (passphrase === undefined) throw noPassphrase();
    return passphrase.normalize('NFC');
  }
}

async function wrap(master: MasterKey, passphrase: string): Promise<WrappedKey> {
  const salt = randomBytes(16);
  const key = await stretch(passphrase, salt);
  const box = encrypt(key, boundTo(master.fingerprint), master.key);
  key.fill(0);
  return {
    master: master.fingerprint,
    scrypt: { ...SCRYPT, salt },
    nonce: Buffer.from(box.nonce),
    ciphertext: Buffer.from(box.ciphertext),
  };
}

async function unwrap(wrapped: WrappedKey, passphrase: string): Promise<MasterKey> {
  const key = await stretch(passphrase, wrapped.scrypt.salt);
  const opened = decrypt(key, boundTo(wrapped.master), wrapped);
  key.fill(0);
  if (opened === undefined) throw locked('This is not the passphrase for this data folder.');
  return masterKeyOf(opened);
}

function boundTo(fingerprint: string): string {
  return `offprint vault ${fingerprint}`;
}

export function stretch(passphrase: string, salt: Buffer): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  return derive(passphrase, salt, 32, { ...SCRYPT, maxmem: 2 ** 28 });
}

function readKeys(file: string): WrappedKey[] {
  let text: string;
  try {
    if (!fs.statSync(file).isFile()) throw new Error('it is not a regular file');
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw locked(`The file ${file} cannot be read (${systemCode(error) ?? error}).`);
  }
  try {
    return vaultFile.parse(JSON.parse(text)).keys;
  } catch {
    throw locked(
      `The file ${file} is damaged or was made by a newer version of Offprint. Replace it with a backup, or update Offprint.`,
    );
  }
}

/** Replaces the file atomically and flushes it to disk: without it the secrets are lost. */
function writeKeys(file: string, keys: readonly WrappedKey[]): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const content = {
    version: 1,
    keys: keys.map(({ master, scrypt: { salt, ...cost }, nonce, ciphertext }) => ({
      master,
      scrypt: { ...cost, salt: salt.toString('base64') },
      nonce: nonce.toString('base64'),
      ciphertext: ciphertext.toString('base64'),
    })),
  };
  try {
    fs.writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.dirname(file));
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function noPassphrase(): OffprintError {
  return locked('No passphrase was provided (OFFPRINT_PASSPHRASE_FILE).');
}

function locked(sentence: string): OffprintError {
  return new OffprintError('secrets-locked', sentence);
}
