import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';
import { derive, type MasterKey, masterKeyOf } from './encryption.ts';
import type { Keeper } from './keeper.ts';
import { readPrivateFile } from './private-file.ts';

/** Name of the credential that systemd passes with LoadCredential=. */
const CREDENTIAL = 'offprint-master-key';

const SECRET_BYTES_MIN = 32;
/** 32 random hex digits contain about 14 different ones. Fewer than this is a placeholder, not a secret. */
const DIFFERENT_BYTES_MIN = 8;

/** A file with a secret, and the variable or option that named it. */
export type NamedFile = Readonly<{ file: string; named: string }>;

/** Finds the secret file of the operator: from the option, the environment, or systemd's credential, in this order. */
export function namedSecretFile(
  option: string | undefined,
  env: Readonly<NodeJS.ProcessEnv>,
): NamedFile | undefined {
  if (option) return { file: option, named: '--secret-file' };
  const fromEnvironment = env.OFFPRINT_SECRET_FILE;
  if (fromEnvironment) return { file: fromEnvironment, named: 'OFFPRINT_SECRET_FILE' };
  const credentials = env.CREDENTIALS_DIRECTORY;
  if (!credentials) return undefined;
  const file = path.join(credentials, CREDENTIAL);
  try {
    fs.statSync(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined; // the service only has other credentials
  }
  return { file, named: 'CREDENTIALS_DIRECTORY' };
}

/** Finds the previous secret file after a replacement, so that what it sealed can be opened and rotated. */
export function previousSecretFile(env: Readonly<NodeJS.ProcessEnv>): NamedFile | undefined {
  const file = env.OFFPRINT_PREVIOUS_SECRET_FILE;
  return file ? { file, named: 'OFFPRINT_PREVIOUS_SECRET_FILE' } : undefined;
}

/** Keeper for the operator's own file: nothing is ever created or removed. @throws OffprintError `usage` */
export function secretFileKeeper(file: NamedFile): Keeper {
  const master = masterKeyOfFile(file);
  return {
    provider: 'secret-file',
    detail: `The master key comes from the secret file ${file.file}.`,
    find: async (fingerprint) => (fingerprint === master.fingerprint ? master : undefined),
    check: async () => {},
    create: async () => master,
    keepOnly: async () => {},
  };
}

/**
 * Derives the key with HKDF-SHA256 from the content, which is random and long enough to need no slow derivation. The
 * file alone gives the key back, so nothing else has to be stored.
 */
function masterKeyOfFile({ file, named }: NamedFile): MasterKey {
  const secret = readPrivateFile(file, named);
  try {
    if (secret.length < SECRET_BYTES_MIN || new Set(secret).size < DIFFERENT_BYTES_MIN) {
      throw new OffprintError(
        'usage',
        `The file ${file}, specified by ${named}, contains a secret that is too short: at least ${SECRET_BYTES_MIN} random bytes are needed. Create one with: openssl rand -base64 48`,
      );
    }
    return masterKeyOf(derive(secret, 'offprint master key'));
  } finally {
    secret.fill(0);
  }
}
