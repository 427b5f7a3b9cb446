import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import mime from 'mime-types';
import { admitConnection, limitLoopbackServer, limitPipelining } from '../../connection-limits.ts';
import { systemCode } from '../../errors.ts';
import { normalPath } from '../site/site.ts';
import { canonicalPlace } from './canonical-place.ts';
import { encodingOf, twinOf } from './compressed.ts';
import { type Bounds, outOf, unfit } from './excluded-files.ts';
import { type HostingRules, hosted } from './hosting-rules.ts';
import { type Listing, type SiteFile, validatorOf } from './list-directory.ts';

export type RunningOrigin = Readonly<{
  address: string;
  port: number;
  /** Headers that every request must have, because every program on this computer, of any user, can connect. */
  headers: Readonly<Record<string, string>>;
  close: () => Promise<void>;
}>;

/**
 * Serves a listed folder on a loopback port as a static host would, to clients that send its `headers`: `/a`
 * redirects to `/a.html`, `/d` redirects to `/d/`, and everything that is not in the listing is 404.
 * @param isOpen any program may send requests: for benchmarks
 * @param mount path below which it is served: `/project`
 * @param rules hosting rules of the folder itself
 */
export async function serveDirectory(
  listing: Listing,
  {
    isOpen = false,
    mount = '',
    rules,
  }: Readonly<{ isOpen?: boolean; mount?: string; rules?: HostingRules }> = {},
): Promise<RunningOrigin> {
  const files = new Map(listing.files.map((file) => [file.url, file]));
  const authorization = `Bearer ${randomBytes(32).toString('base64url')}`;
  const server = http.createServer(
    { keepAliveTimeout: 60_000 },
    limitPipelining((request, response) => {
      if (!isOpen && request.headers.authorization !== authorization) {
        response.writeHead(401, { 'www-authenticate': 'Bearer', connection: 'close' }).end();
        return;
      }
      admitConnection(request);
      answer({ listing, files, mount, rules }, request, response).catch(() => response.destroy());
    }),
  );
  limitLoopbackServer(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${mount}`,
    port,
    headers: { authorization },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Served = Readonly<{
  listing: Listing;
  files: ReadonlyMap<string, SiteFile>;
  mount: string;
  rules: HostingRules | undefined;
}>;

async function answer(
  { listing, files, mount, rules }: Served,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://origin.invalid');
  const url = normalPath(pathname.slice(mount.length));
  const has = (candidate: string): boolean => files.has(candidate);
  const own = url === undefined ? undefined : canonicalPlace(has, url);
  const said = rules && url !== undefined ? hosted(rules, has, url, own) : undefined;
  if (said && 'location' in said) {
    const isPath = said.location.startsWith('/') && !said.location.startsWith(`${mount}/`);
    response.writeHead(said.status, { location: isPath ? mount + said.location : said.location }).end();
    return;
  }
  const twin = url === undefined ? undefined : twinOf(has, url);
  const place = said?.place ?? own ?? twin?.place;
  const found = place === undefined ? undefined : files.get(place);
  if (!found || place === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  if (place !== url && place === own) {
    response.writeHead(301, { location: mount + place }).end();
    return;
  }
  const isTwin = place === twin?.place;
  const type = contentTypeOf(isTwin ? (url ?? '') : found.file);
  let descriptor: number;
  try {
    descriptor = openListed(found.file, listing);
  } catch (error) {
    const code = systemCode(error) ?? 'EACCES';
    const status = code === 'ENOENT' ? 410 : code === 'EACCES' || code === 'EPERM' ? 403 : 500;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(code);
    return;
  }
  try {
    const stat = fs.fstatSync(descriptor);
    const encoding = isTwin ? twin?.encoding : encodingOf(type, descriptor);
    const headers = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) };
    const small = stat.size <= SMALL_FILE_BYTES ? fs.readFileSync(descriptor) : undefined;
    const sizeBytes = small?.length ?? stat.size; // a file that is being written may have changed size
    response.writeHead(200, { ...headers, 'content-length': sizeBytes, etag: `"${validatorOf(stat)}"` });
    if (request.method === 'HEAD' || small) {
      response.end(small);
      return;
    }
    const stream = fs.createReadStream('', { fd: descriptor, autoClose: false, end: stat.size - 1 });
    await pipeline(stream, response, { end: false });
    if (stream.bytesRead === stat.size) response.end();
    else response.destroy(); // truncated in the meantime: the client must not wait for the rest
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Small files are read synchronously: four thread pool calls per file cost more than reading it (measured). */
const SMALL_FILE_BYTES = 4 * 2 ** 20;

/** Returns the media type by file name. Text gets no charset: pages declare it themselves, or it is detected. */
function contentTypeOf(file: string): string {
  return mime.lookup(path.basename(file)) || 'application/octet-stream';
}

/**
 * Opens a listed file, unless it has been replaced: by a link out of the folder, or by a pipe that would block. The
 * open file is compared with what is at its path afterwards, to avoid a race.
 * @throws Error without a code if it is not allowed; system errors
 */
function openListed(file: string, bounds: Bounds): number {
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stat = fs.fstatSync(descriptor);
    const real = fs.realpathSync.native(file);
    const { ino, dev } = fs.statSync(real);
    const uid = stat.nlink > 1 ? fs.statSync(path.dirname(file)).uid : stat.uid;
    const isSame = stat.isFile() && ino === stat.ino && dev === stat.dev;
    if (isSame && (outOf(bounds, real) ?? unfit(stat, uid)) === undefined) return descriptor;
    throw new Error(`${file} has changed since its folder was listed`);
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}
