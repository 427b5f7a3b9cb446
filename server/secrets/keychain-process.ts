import { randomBytes } from 'node:crypto';
import process from 'node:process';

/** A request to the keychain, made in a process that can be killed while it waits (keychain.ts). */
export type KeychainRequest =
  | Readonly<{ operation: 'get' | 'delete' | 'probe'; service: string; account: string }>
  | Readonly<{ operation: 'set'; service: string; account: string; secret: Uint8Array }>;

export type KeychainAnswer = Readonly<{
  secret?: Uint8Array | undefined;
  deleted?: boolean;
  /** Reason for the failure, in the platform's words. */
  fault?: string;
}>;

/**
 * Excludes the kernel's keyutils, which the addon falls back to by default: they lose their entries when the computer
 * restarts. https://github.com/Brooooooklyn/keyring-node/issues/142
 */
const OPTIONS = { linux: { store: 'secret-service' } } as const;

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (request: KeychainRequest) => {
  answerTo(request)
    .catch((error: unknown): KeychainAnswer => ({ fault: faultOf(error) }))
    .then((answer) => process.send?.(answer));
});

async function answerTo(request: KeychainRequest): Promise<KeychainAnswer> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const entry = new AsyncEntry(request.service, request.account, OPTIONS);
  const read = async (): Promise<Buffer | undefined> => {
    const secret = await entry.getSecret();
    return secret ? Buffer.from(secret) : undefined;
  };
  switch (request.operation) {
    case 'get':
      return { secret: await read() };
    case 'set': {
      await entry.setSecret(request.secret);
      if (!(await read())?.equals(request.secret)) throw new Error('it did not store the value');
      return {};
    }
    case 'delete':
      return { deleted: await entry.deleteCredential() };
    case 'probe': {
      const secret = randomBytes(8);
      await entry.setSecret(secret);
      const kept = await read();
      await entry.deleteCredential();
      if (!kept?.equals(secret)) throw new Error('it did not store the value');
      return {};
    }
  }
}

/** Returns the first line only: the addon's own loader lists every path it tried. */
function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').trim().replace(/\.$/, '').slice(0, 300);
}
