import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { readCertificates } from '../certificates.ts';
import { OffprintError } from '../errors.ts';
import { readDescriptor } from '../private-socket.ts';
import { type Client, openClient } from './client.ts';
import { dataFolderOf } from './data-folder.ts';

/** Location of the data, as the options specify it. */
export type Place = Readonly<{
  /** Address of a server. */
  server?: string;
  /** File with additional trusted certificates. */
  ca?: string;
  /** Data folder on this computer. */
  data?: string;
}>;

/** The local data folder that a command works on, and its server; undefined for a remote server. */
export type Local = Readonly<{
  dataFolder: string;
  /** Base URL for scripts; null if the server does not listen on TCP. */
  url: string | null;
  /** `command`: the server of a command, this one or another, which ends with it. */
  role: 'server' | 'command' | 'reader';
  /** Whether the server runs in this process. */
  isOwn: boolean;
}>;

export type Need = 'read' | 'change';

/** Connection to the server that a command uses. */
export type Connection = Readonly<{ client: Client; local?: Local; close: () => Promise<void> }>;

/** How long to wait for another command to become reachable or to release the data folder. */
const LOCK_PATIENCE_MS = 10_000;
const LOCK_LOOK_EVERY_MS = 100;
/** A local server that does not respond within this time is considered gone. */
const PING_TIMEOUT_MS = 3_000;

/** Returns the data folder on this computer that a command works on; undefined if it works on a server's. */
export function localFolder(place: Place): string | undefined {
  return addressOf(place) ? undefined : dataFolderOf(place.data);
}

/** Returns the address of the requested server, if any. Options take precedence over the environment. */
function addressOf({ server, data }: Place): string | undefined {
  if (server === undefined) return data === undefined ? process.env.OFFPRINT_URL : undefined;
  if (data === undefined) return server;
  throw new OffprintError('usage', 'Use --server or --data, not both: a server has its own data folder.');
}

/**
 * Finds the server for a command: the requested one; else the one that uses the data folder now, over its private
 * socket; else one in this process, which locks the data folder. To read, it needs no lock and writes nothing.
 * @throws OffprintError `usage`, `store-locked`, `store-damaged`, `store-newer`
 */
export async function reach(place: Place, need: Need): Promise<Connection> {
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

/** Connects to the server that uses the data folder now, if one responds. */
export async function runningServer(dataFolder: string): Promise<Connection | undefined> {
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

/** Starts a server in this process. */
async function own(dataFolder: string, role: 'command' | 'reader'): Promise<Connection> {
  // Large, and not needed to talk to a running server. The writer's process starts in the meantime.
  const { commandPorts, openHost } = await import('../writer/host.ts');
  const opened = role === 'command' ? openHost(dataFolder, commandPorts) : undefined;
  opened?.catch(() => {}); // reported where it is awaited
  const { createServer } = await import('../app.ts');
  let lastLine: string | undefined;
  const log = (line: string): void => {
    lastLine = line;
    if (process.env.OFFPRINT_DEBUG) process.stderr.write(`${line}\n`);
  };
  const server = createServer({ dataFolder, listener: null, role }, { log, ...(opened && { opened }) });
  const { descriptor } = await server.listen().catch(async (error: unknown) => {
    await (await opened?.catch(() => undefined))?.close(); // the server may have failed before using it
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
          // This server's log is in this process, so use its last line.
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

/** Connects to the replacement of a server that is gone. @throws OffprintError `unreachable`, and as `reach` */
export async function successor({ dataFolder, role }: Local, need: Need): Promise<Connection> {
  if (role === 'command') return reach({ data: dataFolder }, need);
  throw new OffprintError(
    'unreachable',
    `The server using the data folder ${dataFolder} has stopped. Start it again with: offprint serve`,
  );
}

/** Reads the certificates of a file and adds the default ones. @throws OffprintError `usage` */
function certificates(file: string): string[] {
  return [...tls.getCACertificates('default'), ...readCertificates(file, '--ca')];
}
