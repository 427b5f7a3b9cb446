import https from 'node:https';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { AuthType, createClient, type FileStat, type WebDAVClient, type WebDAVClientError } from 'webdav';
import { OffprintError } from '../../errors.ts';
import { CURRENT, PARTS, releaseFolder, versionOfPointer } from '../layout.ts';
import { type OutgoingFile, readText, type Target, type TargetFile, writeText } from '../target.ts';
import { whyNoName } from './file-systems.ts';
import { networkFault } from './network-fault.ts';
import { guardedRequests } from './silence-limit.ts';

export type WebdavOptions = Readonly<{
  url: string;
  username?: string | undefined;
  password?: string | undefined;
  /** Certificates to trust in addition to those that Node.js trusts, PEM. */
  ca?: string | undefined;
  signal: AbortSignal;
}>;

/** Time window in which two concurrent writers can see each other. */
const AGREEMENT_MS = 300;

const LIMITS = { name: 'WebDAV', maxFileBytes: null, windowsNames: false };

/**
 * A folder on a WebDAV server (RFC 4918). Unchanged files are copied on the server (COPY), the lock is taken by a MOVE
 * without overwriting, and `current` is a small file.
 */
export function openWebdav({ url, username, password, ca, signal }: WebdavOptions): Target {
  const place = new URL(url).host;
  const client = createClient(url, {
    ...(username !== undefined && { authType: AuthType.Password, username, password: password ?? '' }),
    ...(ca !== undefined && {
      httpsAgent: new https.Agent({ keepAlive: true, ca: [...tls.getCACertificates('default'), ca] }),
    }),
  });
  const made = new Map<string, Promise<void>>();

  const { run: guarded, read } = guardedRequests(place, signal, (error) => webdavFault(error, place));

  /** Creates each folder once, parents first. The server's error for an existing folder is ignored. */
  const makeFolder = (folder: string, until: AbortSignal): Promise<void> => {
    const known = made.get(folder);
    if (known || folder === '') return known ?? Promise.resolve();
    const making = makeFolder(parentOf(folder), until).then(async () => {
      try {
        await client.createDirectory(`/${folder}`, { signal: until });
      } catch (error) {
        if (statusOf(error) !== 405 && statusOf(error) !== 409) throw error;
      }
    });
    made.set(folder, making);
    making.catch(() => made.delete(folder));
    return making;
  };

  const put = async (
    { path, sizeBytes }: Pick<OutgoingFile, 'path' | 'sizeBytes'>,
    content: AsyncIterable<Buffer>,
    until: AbortSignal,
  ): Promise<void> => {
    await makeFolder(parentOf(path), until);
    // An empty stream would use chunked encoding, which some servers reject.
    const data = sizeBytes === 0 ? '' : Readable.from(content, { objectMode: false, highWaterMark: 2 ** 18 });
    await client.putFileContents(`/${path}`, data, {
      contentLength: sizeBytes,
      overwrite: true,
      signal: until,
    });
  };

  const target: Target = {
    capabilities: () =>
      guarded(async (until) => {
        const quota = await client.getQuota({ signal: until }).catch(() => null);
        const available = quota !== null && 'available' in quota ? quota.available : 'unknown';
        return {
          pointer: 'file',
          resumesFiles: false,
          copies: true,
          freeBytes: typeof available === 'number' && available > 0 ? available : null,
          maxFileBytes: null,
          exclusiveLock: true,
        };
      }),
    cannotHold: (path) => whyNoName(path, LIMITS),
    list: (folder) => guarded((until, alive) => listFolder(client, folder, until, alive)),
    names: (folder) =>
      guarded(async (until) =>
        (await entriesOf(client, folder, until))
          .filter(({ type }) => type === 'file')
          .map(({ basename }) => basename),
      ),
    // The library's own stream does not report truncated responses.
    read: (path) =>
      read(async (until) => {
        try {
          const answer = await client.customRequest(`/${path}`, { method: 'GET', signal: until });
          return (answer as unknown as { body: Readable }).body;
        } catch (error) {
          if (statusOf(error) === 404) return null;
          throw error;
        }
      }),
    write: (file, content, onBytes) =>
      guarded((until, alive) => {
        const moved = (count: number): void => {
          alive();
          onBytes(count);
        };
        return put(file, counted(content(0), moved, until), until);
      }),
    copy: (from, to) =>
      guarded(async (until) => {
        await makeFolder(parentOf(to), until);
        try {
          await client.copyFile(`/${from}`, `/${to}`, { signal: until });
          return true;
        } catch (error) {
          if ([403, 404, 405, 409, 412, 501, 502].includes(statusOf(error) ?? 0)) return false;
          throw error;
        }
      }),
    create: (path, text) =>
      guarded(async (until) => {
        const part = `${PARTS}/${path}-${Math.random().toString(36).slice(2)}`;
        await writeText(target, part, text);
        try {
          await client.moveFile(`/${part}`, `/${path}`, { overwrite: false, signal: until });
          // Apache checks before it moves: of several concurrent moves, the last one wins.
          await new Promise((resolve) => setTimeout(resolve, AGREEMENT_MS));
          return (await readText(target, path)) === text;
        } catch (error) {
          // Someone else has the lock, or is about to take it (423).
          if (statusOf(error) !== 412 && statusOf(error) !== 423) throw error;
          await target.remove(part);
          return false;
        }
      }),
    remove: (path) =>
      guarded(async (until) => {
        for (const folder of [...made.keys()])
          if (folder === path || folder.startsWith(`${path}/`)) made.delete(folder);
        try {
          await client.deleteFile(`/${path}`, { signal: until });
        } catch (error) {
          if (statusOf(error) !== 404) throw error;
        }
      }),
    settle: async () => {}, // durability is up to the server; files are read back anyway
    current: async () => versionOfPointer((await readText(target, CURRENT)) ?? ''),
    switchTo: (version) => writeText(target, CURRENT, `${releaseFolder(version)}\n`),
    close: async () => {},
  };
  return target;
}

async function listFolder(
  client: WebDAVClient,
  root: string,
  signal: AbortSignal,
  alive: () => void,
): Promise<TargetFile[]> {
  const files: TargetFile[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    alive();
    for (const { basename, type, size } of await entriesOf(client, `${root}/${below}`, signal)) {
      if (type === 'directory') waiting.push(`${below}${basename}/`);
      else files.push({ path: below + basename, sizeBytes: size });
    }
  }
  return files;
}

/** Entries of a folder; none if there is no such folder. Depth 1: few servers can list a whole tree. */
async function entriesOf(client: WebDAVClient, folder: string, signal: AbortSignal): Promise<FileStat[]> {
  try {
    return (await client.getDirectoryContents(`/${folder.replace(/\/$/, '')}/`, { signal })) as FileStat[];
  } catch (error) {
    if (statusOf(error) === 404) return [];
    throw error;
  }
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
    onBytes(chunk.length);
  }
}

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as WebDAVClientError).status : undefined;
}

function webdavFault(error: unknown, place: string): OffprintError {
  if (error instanceof OffprintError) return error;
  const status = statusOf(error);
  if (status === undefined) return networkFault(error, place);
  switch (status) {
    case 401:
      return refused(
        `${place} does not accept the user name or the password (401). If the user name is wrong, add the target again. Otherwise, set the right password with: offprint targets set`,
      );
    case 403:
      return refused(
        `${place} does not allow writing to the target's folder (403). Contact its administrator.`,
      );
    case 404:
    case 405:
    case 409:
      return refused(
        `The target's folder does not exist on ${place}, or ${place} is not a WebDAV server (${status}). Check the address.`,
      );
    case 413:
    case 507:
      return new OffprintError(
        'target-full',
        `${place} is out of space (${status}). Free some space, then continue the publication.`,
        error,
      );
    case 423:
      return new OffprintError(
        'target-busy',
        `A file on ${place} is locked by someone else (423). Try again later.`,
      );
    default:
      return new OffprintError('target-unreachable', `${place} returned ${status}. Try again later.`, error);
  }
}

function refused(sentence: string): OffprintError {
  return new OffprintError('target-refused', sentence);
}
