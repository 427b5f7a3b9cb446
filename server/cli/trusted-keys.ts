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
 * The keys whose signatures count for a verification: that of a file alone where one is named, else those of the server,
 * else those of the data folder. Where there is no data folder, none is.
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
  // Read as it lies: a server in this process would take longer to start than most bundles take to verify.
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
    output.note(`offprint: no key is trusted: ${error.message}`); // an older Offprint kept no keys
    return [];
  }
}
