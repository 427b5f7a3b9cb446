import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { readCertificates } from '../certificates.ts';
import { OffprintError, systemCode } from '../errors.ts';
import { readDescriptor } from '../private-socket.ts';
import { type Client, openClient } from './client.ts';
import { dataFolderOf } from './data-folder.ts';

/** Where the options and the environment say that the data is. */
export type Place = Readonly<{
  /** Address of a server. */
  server?: string;
  /** File with certificates that are trusted too. */
  ca?: string;
  /** Data folder on this computer. */
  data?: string;
}>;

/** Who has the data folder that a command works on; undefined for a server elsewhere. */
export type Local = Readonly<{
  dataFolder: string;
  /** Where scripts reach the server of the data folder; null when nothing listens. */
  url: string | null;
  /** `command`: it ends with a command, this one or another. */
  role: 'server' | 'command' | 'reader';
  /** The server is in this process. */
  isOwn: boolean;
}>;

export type Api = Omit<Client, 'close'> &
  Readonly<{
    local: () => Local | undefined;
    /**
     * Connects again after the connection was lost. Where a command had the data folder, and has ended, this one
     * takes it over to `change` it, or to `read` it.
     * @throws OffprintError `unreachable` as long as a server that is expected to come back is not there
     */
    again: (need: Need) => Promise<void>;
    close: () => Promise<void>;
  }>;

export type Need = 'read' | 'change';

type Connection = Readonly<{ client: Client; local?: Local; close: () => Promise<void> }>;

/** Another command may be about to answer, or to let go of the data folder. */
const LOCK_PATIENCE_MS = 10_000;
const LOCK_LOOK_EVERY_MS = 100;
/** A server of this computer that says nothing for so long is taken for gone. */
const PING_TIMEOUT_MS = 3_000;

/**
 * Reaches the API of the data that a command works on: the server that is named; else the one that has the data folder
 * now, over its private socket; else one of its own in this process, under the lock of the data folder. To read there
 * needs no lock, and nothing is written.
 * @throws OffprintError `usage`, `store-locked`, `store-damaged`, `store-newer`
 */
async function connect(place: Place, need: Need): Promise<Api> {
  let current = await reach(place, need);
  return {
    name: current.client.name,
    request: (method, path, body) => current.client.request(method, path, body),
    open: (path, headers) => current.client.open(path, headers),
    post: (path, body) => current.client.post(path, body),
    openLink: (url, headers) => current.client.openLink(url, headers),
    events: (path, afterId) => current.client.events(path, afterId),
    local: () => current.local,
    again: async (want) => {
      const { local } = current;
      if (!local) return; // every request connects anew
      const next = (await runningServer(local.dataFolder)) ?? (await successor(local, want));
      await current.close();
      current = next;
    },
    close: () => current.close(),
  };
}

/** Runs `work` with the API, and lets go of it however that ends. */
export async function withApi<T>(place: Place, need: Need, work: (api: Api) => Promise<T>): Promise<T> {
  const api = await connect(place, need);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

/**
 * The same for a command that only looks at what is there, or takes away from it: a data folder that does not exist is
 * a mistake, not an empty one.
 * @throws OffprintError `usage`
 */
export async function withExistingData<T>(
  place: Place,
  need: Need,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  const folder = localFolder(place);
  if (folder !== undefined) {
    const [{ DATABASE_FILE }, { hasOwnDatabase }] = await Promise.all([
      import('../store/database.ts'),
      import('../store/own-database.ts'),
    ]);
    if (!hasOwnDatabase(path.join(folder, DATABASE_FILE)))
      throw new OffprintError(
        'usage',
        `There is no data folder at ${folder}. Specify the data folder with --data.`,
      );
  }
  return withApi(place, need, work);
}

/**
 * The same API for requests that outlive the command that had the data folder: where that has ended, a request that it
 * cannot have carried out, or that changes nothing, is made once more over another connection.
 * @param need what the other connection is for
 */
export function reconnecting(api: Api, need: Need): Api {
  return {
    ...api,
    request: async (method, path, body) => {
      try {
        return await api.request(method, path, body);
      } catch (error) {
        const isLost = error instanceof OffprintError && error.code === 'unreachable';
        if (!isLost || api.local()?.role !== 'command') throw error;
        const mayHaveArrived = !['ENOENT', 'ECONNREFUSED'].includes(systemCode(error.cause) ?? '');
        if (mayHaveArrived && method !== 'GET') throw error;
        await api.again(need);
        return api.request(method, path, body);
      }
    },
  };
}

/** The data folder on this computer that a command works on; undefined when it works on a server's. */
export function localFolder(place: Place): string | undefined {
  return addressOf(place) ? undefined : dataFolderOf(place.data);
}

/** The server that is named; what is said on the command line goes before the environment. */
function addressOf({ server, data }: Place): string | undefined {
  if (server === undefined) return data === undefined ? process.env.OFFPRINT_URL : undefined;
  if (data === undefined) return server;
  throw new OffprintError('usage', 'Use --server or --data, not both: a server has its own data folder.');
}

async function reach(place: Place, need: Need): Promise<Connection> {
  const address = addressOf(place);
  if (address) return remote(address, place.ca);
  const dataFolder = dataFolderOf(place.data);
  if (need === 'read') return (await runningServer(dataFolder)) ?? own(dataFolder, 'reader');
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const running = await runningServer(dataFolder);
    if (running) return running;
    try {
      return await own(dataFolder, 'command');
    } catch (error) {
      const isLocked = error instanceof OffprintError && error.code === 'store-locked';
      if (!isLocked || performance.now() > deadline) throw error;
      await pause(LOCK_LOOK_EVERY_MS);
    }
  }
}

function remote(address: string, ca: string | undefined): Connection {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new OffprintError(
      'usage',
      `${address} is not a server address. Use one like https://docs-builder.example:4750.`,
    );
  }
  const token = process.env.OFFPRINT_API_KEY?.trim();
  if (!token) {
    throw new OffprintError(
      'usage',
      `The server requires an API key in OFFPRINT_API_KEY. To create a key, run this on the computer that runs the server: offprint keys create`,
    );
  }
  if (/[^\x21-\x7e]/.test(token)) {
    throw new OffprintError(
      'usage',
      'OFFPRINT_API_KEY does not contain a valid API key. Copy the whole key again.',
    );
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  const client = openClient({ name: base, base, token, ...(ca !== undefined && { ca: certificates(ca) }) });
  return { client, close: async () => client.close() };
}

/** The server that has the data folder now, if one answers. */
async function runningServer(dataFolder: string): Promise<Connection | undefined> {
  const descriptor = readDescriptor(dataFolder);
  if (!descriptor) return undefined;
  const { socket, secret: token, url, role } = descriptor;
  const transport = { name: dataFolder, base: 'http://localhost', socket, token };
  const ping = openClient(transport, PING_TIMEOUT_MS);
  try {
    await ping.request('GET', '/healthz');
  } catch (error) {
    if (error instanceof OffprintError && error.code === 'unreachable') return undefined;
    throw error;
  } finally {
    ping.close();
  }
  const client = openClient(transport);
  return { client, local: { dataFolder, url, role, isOwn: false }, close: async () => client.close() };
}

/** A server in this process. */
async function own(dataFolder: string, role: 'command' | 'reader'): Promise<Connection> {
  // Large, and not needed to talk to a server. The writer's process starts meanwhile.
  const { commandPorts, openHost } = await import('../writer/host.ts');
  const opened = role === 'command' ? openHost(dataFolder, commandPorts) : undefined;
  opened?.catch(() => {}); // told where it is waited for
  const { createServer } = await import('../app.ts');
  let lastLine: string | undefined;
  const log = (line: string): void => {
    lastLine = line;
    if (process.env.OFFPRINT_DEBUG) process.stderr.write(`${line}\n`);
  };
  const server = createServer({ dataFolder, listener: null, role }, { log, ...(opened && { opened }) });
  const { descriptor } = await server.listen().catch(async (error: unknown) => {
    await (await opened?.catch(() => undefined))?.close(); // the server may not have come to it
    throw error;
  });
  const { socket, secret: token } = descriptor;
  const client = openClient({ name: dataFolder, base: 'http://localhost', socket, token });
  return {
    client: {
      ...client,
      request: async (method, path, body) => {
        try {
          return await client.request(method, path, body);
        } catch (error) {
          // The log of this server is here.
          const isFault = error instanceof OffprintError && error.code === 'internal';
          if (!isFault || lastLine === undefined) throw error;
          throw new OffprintError('internal', lastLine.split('\n')[0] ?? '', error);
        }
      },
    },
    local: { dataFolder, url: null, role, isOwn: true },
    close: async () => {
      client.close();
      await server.close();
    },
  };
}

/** What takes the place of a server that has gone. */
async function successor({ dataFolder, role }: Local, need: Need): Promise<Connection> {
  if (role === 'command') return reach({ data: dataFolder }, need);
  throw new OffprintError(
    'unreachable',
    `The server using the data folder ${dataFolder} has stopped. Start it again with: offprint serve`,
  );
}

/** The certificates of a file, and those that are trusted anyway. @throws OffprintError `usage` */
function certificates(file: string): string[] {
  return [...tls.getCACertificates('default'), ...readCertificates(file, '--ca')];
}
