import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { readCertificates } from '../certificates.ts';
import { OffprintError } from '../errors.ts';
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

export type Need = 'read' | 'change';

/** A server that a command talks to. */
export type Connection = Readonly<{ client: Client; local?: Local; close: () => Promise<void> }>;

/** Another command may be about to answer, or to let go of the data folder. */
const LOCK_PATIENCE_MS = 10_000;
const LOCK_LOOK_EVERY_MS = 100;
/** A server of this computer that says nothing for so long is taken for gone. */
const PING_TIMEOUT_MS = 3_000;

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

/**
 * The server that a command goes through: the one that is named; else the one that has the data folder now, over its
 * private socket; else one of its own in this process, under the lock of the data folder. To read there needs no lock,
 * and nothing is written.
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

/** The server that has the data folder now, if one answers. */
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

/** What takes the place of a server that has gone. @throws OffprintError `unreachable`, and as reach */
export async function successor({ dataFolder, role }: Local, need: Need): Promise<Connection> {
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
