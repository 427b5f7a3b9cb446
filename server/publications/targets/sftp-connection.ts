import { createHash } from 'node:crypto';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { OffprintError } from '../../errors.ts';
import { networkFault } from './network-fault.ts';
import { silenceLimit } from './silence-limit.ts';

export type SftpAddress = Readonly<{
  /** `sftp://host:22/folder`; `/~/folder` is relative to the user's home folder. */
  url: string;
  username: string;
  /** `SHA256:…`, as OpenSSH prints it. Undefined if not confirmed yet, in which case nothing is sent. */
  hostKey?: string | undefined;
  password?: string | undefined;
  privateKey?: ssh2.ParsedKey | undefined;
}>;

export type SftpConnection = Readonly<{
  sftp: SFTPWrapper;
  /** Whether the server supports a protocol extension, such as `posix-rename@openssh.com`. */
  offers: (extension: string) => boolean;
  /** Sends one request. @throws the error response of the server, or why the connection ended */
  ask: <T = void>(start: (done: (error?: Error | null, value?: T) => void) => void) => Promise<T>;
  isOpen: () => boolean;
  end: () => void;
}>;

/** Time limit for logging in. */
const LOGIN_MS = 30_000;

/**
 * Logs in to an SFTP server with the pinned host key; rejects any other key before anything is sent.
 * @throws OffprintError `target-refused` (host key, credentials, no SFTP), `target-unreachable`
 */
export async function connectSftp(address: SftpAddress, signal: AbortSignal): Promise<SftpConnection> {
  const { host, hostname, port } = new URL(address.url);
  const client = new ssh2.Client();
  let ended: OffprintError | undefined;
  const waiting = new Set<(error: OffprintError) => void>();
  const end = (why: OffprintError): void => {
    ended ??= why;
    for (const reject of waiting) reject(ended);
    waiting.clear();
    client.destroy();
  };
  let seen: string | undefined;
  const onAbort = (): void => end(asFault(signal.reason, host));
  signal.addEventListener('abort', onAbort);
  client.on('error', (error) => {
    const isForeign = seen !== undefined && fingerprintIn(seen) !== address.hostKey;
    end(isForeign ? foreignHostKey(address, seen ?? '') : asFault(error, host));
  });
  client.on('close', () => {
    signal.removeEventListener('abort', onAbort);
    end(new OffprintError('target-unreachable', `${host} closed the connection. Try again.`));
  });
  client.on('change password', () =>
    end(
      refused(
        `The password for ${address.username} on ${host} has expired. Change it there, then set the new one with: offprint targets set`,
      ),
    ),
  );
  const until = <T>(start: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.add(reject);
      start((error, value) => {
        waiting.delete(reject);
        if (error) reject(error);
        else resolve(value as T);
      });
    });

  try {
    signal.throwIfAborted();
    await until((done) => {
      client.once('ready', () => done());
      client.connect({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? 22 : Number(port),
        username: address.username,
        authHandler: loginMethods(address),
        readyTimeout: LOGIN_MS,
        hostVerifier: (key: Buffer): boolean => {
          seen = hostKeyText(key);
          return fingerprintIn(seen) === address.hostKey;
        },
      });
      client.setNoDelay(true); // requests are small and wait for their responses
    });
    const sftp = await until<SFTPWrapper>((done) => client.sftp(done)).catch((error: unknown) => {
      throw (
        ended ??
        refused(
          `${host} does not allow SFTP for the user ${address.username} (${textOf(error)}). Contact its administrator.`,
        )
      );
    });
    const extensions = (sftp as unknown as { _extensions: Readonly<Record<string, string>> })._extensions;
    return {
      sftp,
      offers: (extension) => extensions[extension] !== undefined,
      ask: patient(until, end, host),
      isOpen: () => ended === undefined,
      end: () => end(new OffprintError('target-unreachable', `The connection to ${host} was closed.`)),
    };
  } catch (error) {
    end(asFault(error, host));
    signal.throwIfAborted();
    throw ended ?? error;
  }
}

/** Closes the connection when requests are pending and the server has stopped responding. */
function patient(
  until: SftpConnection['ask'],
  end: (why: OffprintError) => void,
  host: string,
): SftpConnection['ask'] {
  let asked = 0;
  let silence: ReturnType<typeof silenceLimit> | undefined;
  return async (start) => {
    if (asked++ === 0) {
      silence = silenceLimit(host);
      const { signal } = silence;
      signal.addEventListener('abort', () => end(signal.reason));
    }
    try {
      return await until(start);
    } finally {
      if (--asked === 0) silence?.end();
      else silence?.alive();
    }
  };
}

/** @param text in OpenSSH, PEM or PuTTY format @throws OffprintError `target-refused` if it cannot be read */
export function privateKeyIn(text: string, passphrase: string | undefined): ssh2.ParsedKey {
  const parsed = ssh2.utils.parseKey(text, passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key && !(key instanceof Error) && key.isPrivateKey()) return key;
  const why = key instanceof Error ? key.message : 'it is not a private key';
  throw refused(
    `The target's private key cannot be read (${why}). Set the key and its passphrase again with: offprint targets set <target> --private-key-file <file> --passphrase-file <file>`,
  );
}

/** Login methods in order of preference. @throws OffprintError `target-refused` if there are no credentials */
function loginMethods({ url, username, password, privateKey: key }: SftpAddress): ssh2.AnyAuthMethod[] {
  const methods: ssh2.AnyAuthMethod[] = [];
  if (key) methods.push({ type: 'publickey', username, key });
  if (password !== undefined) {
    methods.push({ type: 'password', username, password });
    // Many servers request the password this way.
    methods.push({
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, answer) =>
        answer(prompts.length === 1 && prompts[0]?.echo !== true ? [password] : []),
    });
  }
  if (methods.length > 0) return methods;
  throw refused(
    `${new URL(url).host} requires a password or a private key. Set one with: offprint targets set <target> --password-file <file>, or --private-key-file <file>`,
  );
}

/** `SHA256:… (ssh-ed25519)`. @param key in wire format (RFC 4253): its first field is the key type */
function hostKeyText(key: Buffer): string {
  const kind = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
  return `SHA256:${digest} (${kind})`;
}

function fingerprintIn(text: string): string {
  return text.split(' ')[0] ?? '';
}

function foreignHostKey({ url, hostKey }: SftpAddress, seen: string): OffprintError {
  const { host, hostname, port } = new URL(url);
  const look = `ssh-keyscan ${port === '' ? '' : `-p ${port} `}${hostname} | ssh-keygen -lf -`;
  const give = `offprint targets set <target> --host-key ${fingerprintIn(seen)}`;
  return refused(
    hostKey === undefined
      ? `${host} has the host key ${seen}. Nothing was sent. Ask its administrator to read the key to you (on the server: ${look}). If the keys match, set this one with: ${give}`
      : `${host} has the host key ${seen}, but ${hostKey} was expected. Someone may be intercepting the connection, so nothing was sent. Ask its administrator whether the key was changed (on the server: ${look}). If it was, set the new one with: ${give}`,
  );
}

function asFault(error: unknown, host: string): OffprintError {
  if (error instanceof OffprintError) return error;
  const { level } = error as { level?: string };
  if (level === 'client-authentication') {
    return refused(
      `${host} does not accept the user name, the password or the key. If the user name is wrong, add the target again. Otherwise, set the right password or key with: offprint targets set`,
    );
  }
  if (level === 'handshake' && /no matching|unsupported/i.test(textOf(error)))
    return refused(
      `${host} offers no SSH algorithm that is secure enough (${textOf(error)}). Contact its administrator.`,
    );
  if (level === 'client-timeout') {
    const seconds = LOGIN_MS / 1000;
    return new OffprintError(
      'target-unreachable',
      `${host} has not responded for ${seconds} seconds. Check that it is running, then try again.`,
    );
  }
  return networkFault(error, host);
}

export function refused(sentence: string): OffprintError {
  return new OffprintError('target-refused', sentence);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
