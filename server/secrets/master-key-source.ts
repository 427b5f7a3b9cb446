import process from 'node:process';
import { systemKeychain } from './keychain.ts';
import { keychainKeeper } from './keychain-keeper.ts';
import type { Keepers } from './keyring.ts';
import { passphraseKeeper, passphraseOfFiles } from './passphrase.ts';
import { namedSecretFile, previousSecretFile, secretFileKeeper } from './secret-file.ts';
import type { VaultOptions } from './vault.ts';

/**
 * Returns the places for the master key, in order of preference: the secret file that the operator named, the keychain,
 * `vault.json` under a passphrase, the memory of this process (added by keyring.ts). A named file comes first because a
 * service must not depend on who is logged in, and nobody answers its prompts.
 *
 * The order decides where a *first* key is created. Existing secrets are opened, and others are added to them, with the
 * key that seals them, wherever it is.
 * @throws OffprintError `usage` if a named file cannot be used
 */
export function keepersOf({ dataFolder, env = process.env, ...options }: VaultOptions): Keepers {
  const named = namedSecretFile(options.secretFile, env);
  const previous = previousSecretFile(env);
  const keychain = options.keychain === undefined ? systemKeychain() : options.keychain;

  const passphrase = passphraseKeeper(dataFolder, options.askPassphrase ?? passphraseOfFiles(env));
  const files = [named, previous].filter((file) => file !== undefined).map(secretFileKeeper);
  const others = [passphrase, ...(keychain ? [keychainKeeper(keychain)] : [])];
  // vault.json comes first because it lists its keys; asking the keychain takes longer.
  const everyone = [...files, ...others];
  return named
    ? { makers: files.slice(0, 1), readers: files, everyone }
    : { makers: others.toReversed(), readers: everyone, everyone };
}
