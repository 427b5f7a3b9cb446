import path from 'node:path';
import { parsePublicKey } from '../bundles/public-key.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { localFolder } from './connect.ts';
import type { ApiOptions } from './options.ts';
import type { Output } from './terminal.ts';
import type { Trust } from './wire.ts';
import { withApi } from './with-api.ts';

/**
 * Returns the keys that a verification trusts: only the key of a given file; else the keys of the server; else those of
 * the data folder, if there is one.
 */
export async function trustedKeysFor(
  options: ApiOptions & Readonly<{ key?: string }>,
  output: Output,
): Promise<readonly TrustedKey[]> {
  if (options.key !== undefined) {
    const publicKey = parsePublicKey(readPlainFile(options.key, 'The key file').toString('utf8'));
    const name = path.basename(options.key);
    return [{ publicKey, name, isOwn: false, revokedAt: null, revokedReason: null }];
  }
  const folder = localFolder(options);
  if (folder === undefined) {
    const { keys } = await withApi(options, 'read', (api) => api.request<Trust>('GET', '/v1/trust'));
    return keys.map((key) => ({ ...key, publicKey: parsePublicKey(key.publicKey) }));
  }
  // Read the database directly: starting a server in this process takes longer than verifying most bundles.
  const { openForReading } = await import('../store/open-read-only.ts');
  const { listTrustedKeys } = await import('../store/trusted-keys.ts');
  try {
    const store = openForReading(folder);
    try {
      return listTrustedKeys(store);
    } finally {
      store.close();
    }
  } catch (error) {
    if (!(error instanceof OffprintError) || error.code !== 'conflict') throw error;
    output.note(`offprint: no key is trusted: ${error.message}`); // older versions of Offprint stored no keys
    return [];
  }
}
