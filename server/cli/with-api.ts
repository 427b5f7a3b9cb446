import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';
import type { Client } from './client.ts';
import {
  type Local,
  localFolder,
  type Need,
  type Place,
  reach,
  runningServer,
  successor,
} from './connect.ts';

export type Api = Omit<Client, 'close'> &
  Readonly<{
    local: () => Local | undefined;
    /**
     * Reconnects after the connection was lost. If a command that used the data folder has ended, this one takes over,
     * to `change` or to `read` it.
     * @throws OffprintError `unreachable` while a server that should come back is away
     */
    again: (need: Need) => Promise<void>;
    close: () => Promise<void>;
  }>;

/**
 * Connects to the API for a command's data, through the server that `reach` finds.
 * @throws OffprintError as reach
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
      if (!local) return; // every request opens a new connection
      const next = (await runningServer(local.dataFolder)) ?? (await successor(local, want));
      await current.close();
      current = next;
    },
    close: () => current.close(),
  };
}

/** Runs `work` with the API and always disconnects afterwards. */
export async function withApi<T>(place: Place, need: Need, work: (api: Api) => Promise<T>): Promise<T> {
  const api = await connect(place, need);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

/**
 * Like `withApi`, for commands that only read or remove data: a missing data folder is a mistake, not an empty one.
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
 * Returns an API whose requests outlive the command that used the data folder. If that command has ended, a request
 * that cannot have been carried out, or that changes nothing, is repeated over another connection.
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
