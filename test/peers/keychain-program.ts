import process from 'node:process';
import { systemKeychain } from '../../server/secrets/keychain.ts';
import { openVault, type Sealed } from '../../server/secrets/vault.ts';

/**
 * One step with the keychain in a process of its own; the answer is one line of JSON.
 * `set <account> <secret>`, `get <account>`, `delete <account>`, `seal <text>`, `open <sealed>`, `status`
 */
const [, , dataFolder = '', operation = '', first = '', second = ''] = process.argv;
const keychain = systemKeychain({ timeoutMs: Number(process.env.KEYCHAIN_TIMEOUT_MS ?? 10_000) });
const vault = openVault({ dataFolder, keychain, env: {} });

const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  set: () => keychain.set(first, Buffer.from(second)),
  get: async () => (await keychain.get(first))?.toString() ?? null,
  delete: () => keychain.delete(first),
  seal: async () => packed(await vault.seal('peer', Buffer.from(first))),
  open: async () => (await vault.open('peer', unpacked(first))).toString(),
  status: () => vault.status(),
};

const started = performance.now();
const answer = await operations[operation]?.().then(
  (value) => ({ value }),
  (error: Error) => ({ error: error.message }),
);
console.log(JSON.stringify({ ...answer, tookMs: Math.round(performance.now() - started) }));

function packed({ master, nonce, ciphertext }: Sealed): string {
  return [master, Buffer.from(nonce).toString('hex'), Buffer.from(ciphertext).toString('hex')].join('.');
}

function unpacked(text: string): Sealed {
  const [master = '', nonce = '', ciphertext = ''] = text.split('.');
  return { master, nonce: Buffer.from(nonce, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
}
