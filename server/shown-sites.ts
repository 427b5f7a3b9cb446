import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mime from 'mime-types';
import { type ZipFiles, zipFiles } from './bundles/zip-files.ts';
import { admitConnection, limitLoopbackServer, limitPipelining } from './connection-limits.ts';
import { systemCode } from './errors.ts';
import { type FolderFiles, folderFiles } from './folder-files.ts';
import { otherLoopbackAddress } from './loopback.ts';

/** Exported sites that are viewed in a browser on this computer. */
export type ShownSites = Readonly<{
  /**
   * Serves the site of a bundle at its own origin. Returns the same address again while the site is open.
   * @param bundle `file` is the zip
   * @throws OffprintError `integrity` if the archive cannot be read
   */
  show: (bundle: Readonly<{ jobId: string; file: string; sha256: string }>) => Promise<string>;
  /** Serves a folder with a preview. Another folder with the same id replaces it. */
  showFolder: (id: string, folder: string) => Promise<string>;
  /** Whether a URL belongs to an open site. */
  isShown: (url: string) => boolean;
  close: () => Promise<void>;
}>;

const SITES_MAX = 4;
/** A site without requests for this long is closed. */
const IDLE_MS = 60 * 60_000;

/**
 * What pages of a bundle may do: run unchanged, and load nothing but their bundle. Links lead elsewhere only in a
 * normal browser tab; the interface frames the pages without that permission.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=(), midi=(), publickey-credentials-get=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
};

type Site = Readonly<{ jobId: string; sha256: string; files: ZipFiles | FolderFiles }> & { usedAt: number };

type Listening = Readonly<{ port: number; servers: readonly http.Server[] }>;

/** Listens on the same port of both loopback addresses (loopback.ts). */
async function listenOnLoopback(create: () => http.Server): Promise<Listening> {
  const twinAddress = otherLoopbackAddress('127.0.0.1');
  for (let tries = 1; ; tries++) {
    const server = create();
    const port = await listenAt(server, '127.0.0.1', 0);
    if (twinAddress === undefined) return { port, servers: [server] };
    const twin = create();
    try {
      await listenAt(twin, twinAddress, port);
      return { port, servers: [server, twin] };
    } catch (error) {
      await closed(server);
      if (tries === PORTS_TRIED || systemCode(error) !== 'EADDRINUSE') throw error;
    }
  }
}

const PORTS_TRIED = 20;

function listenAt(server: http.Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Clients that send nothing are disconnected. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

/**
 * Serves bundles on a loopback port directly from their archives, without unpacking them. Each has an unguessable host
 * name below `localhost`, which browsers resolve to this computer (RFC 6761 §6.3), and with it an origin and a site of
 * its own. It shares no cookies, storage or permissions with the interface, another bundle or other local servers.
 * Requests without the right name get nothing.
 */
export function shownSites(): ShownSites {
  /** Keyed by host name with port. */
  const sites = new Map<string, Site>();
  let listening: Promise<Listening> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const closeIdle = (): void => {
    for (const [host, { usedAt }] of sites) if (Date.now() - usedAt > IDLE_MS) sites.delete(host);
  };
  const closeLeastUsed = (): void => {
    const [oldest] = [...sites].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest && sites.size >= SITES_MAX) sites.delete(oldest[0]);
  };

  const listen = async (): Promise<Listening> => {
    const servers = await listenOnLoopback(() => {
      const server = http.createServer(
        TIMES,
        limitPipelining((request, response) => {
          answer(request, response).catch(() => response.destroy());
        }),
      );
      limitLoopbackServer(server);
      return server;
    });
    timer = setInterval(closeIdle, IDLE_MS / 10);
    timer.unref();
    return servers;
  };

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const host = (request.headers.host ?? '').toLowerCase();
    const site = sites.get(host);
    const refuse = (status: number, text: string): void => {
      response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (site) admitConnection(request);
    if (!site) return refuse(421, 'No exported site is open here. Open the site again from its export.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Use GET or HEAD.\n');
    site.usedAt = Date.now();
    const asked = pathOf(request.url ?? '/');
    const path = asked !== undefined && 'nameOf' in site.files ? site.files.nameOf(asked) : asked;
    const sizeBytes = path === undefined ? undefined : site.files.sizeOf(path);
    if (path === undefined || sizeBytes === undefined)
      return refuse(404, 'The bundle does not contain this file.\n');
    let content: Readable;
    try {
      content = await site.files.open(path);
    } catch (error) {
      sites.delete(host);
      const isGone = systemCode(error) === 'ENOENT';
      return refuse(isGone ? 404 : 500, isGone ? 'This export was deleted.\n' : 'The bundle is damaged.\n');
    }
    response.writeHead(200, {
      ...HEADERS,
      // No charset: pages declare their own.
      'content-type': mime.lookup(path) || 'application/octet-stream',
      'content-length': sizeBytes,
    });
    if (request.method === 'HEAD') {
      content.destroy();
      response.end();
    } else await pipeline(content, response);
  };

  const show = async (shown: Omit<Site, 'usedAt'>): Promise<string> => {
    for (const [host, { jobId, sha256 }] of sites) {
      if (jobId !== shown.jobId || sha256 !== shown.sha256) continue;
      sites.set(host, { ...shown, usedAt: Date.now() });
      return `http://${host}/`;
    }
    listening ??= listen().catch((error: unknown) => {
      listening = undefined; // the next site tries again
      throw error;
    });
    const { port } = await listening;
    const host = `${randomBytes(16).toString('hex')}.localhost:${port}`;
    closeLeastUsed();
    sites.set(host, { ...shown, usedAt: Date.now() });
    return `http://${host}/`;
  };

  return {
    show: async ({ jobId, file, sha256 }) => show({ jobId, sha256, files: await zipFiles(file) }),
    showFolder: (id, folder) => show({ jobId: id, sha256: '', files: folderFiles(folder) }),
    isShown: (url) => {
      const parsed = URL.parse(url);
      const isPlain = parsed?.protocol === 'http:' && parsed.username === '' && parsed.password === '';
      return isPlain && sites.has(parsed.host);
    },
    close: async () => {
      clearInterval(timer);
      sites.clear();
      const { servers } = (await listening?.catch(() => undefined)) ?? { servers: [] };
      listening = undefined;
      await Promise.all(servers.map(closed));
    },
  };
}

/** Returns the file for a request, as a plain static host would; undefined if the path is invalid. */
function pathOf(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    const names = decodeURIComponent(path.slice(1));
    return path.endsWith('/') ? `${names}index.html` : names;
  } catch {
    return undefined;
  }
}
