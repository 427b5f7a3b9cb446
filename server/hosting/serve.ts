import fs from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import mime from 'mime-types';
import send from 'send';
import { NOT_FOUND_FILE, type Release, type ReleaseFile } from './release.ts';
import { type Coding, readContent, sizeIn, streamContent } from './release-content.ts';
import { resolvePath } from './resolve-path.ts';

export type SiteHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Files up to this size are read synchronously: the thread pool would cost more than the read. */
const AT_ONCE_BYTES = 256 * 2 ** 10;

/**
 * Headers of every response for a site. Any path may change with the next version, so browsers must revalidate (RFC
 * 9111 §5.2.2.4); unchanged files are not sent again.
 */
const COMMON = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' } as const;
/** Response header with the version. */
export const VERSION_HEADER = 'offprint-version';

/** Handles a request with one version of the site, even if another version is switched to meanwhile. */
export function serveRelease(
  release: Release,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const target = request.url ?? '/';
  const mark = target.search(/[?#]/);
  const pathname = mark < 0 ? target : target.slice(0, mark);
  const found = pathname.startsWith('/') ? resolvePath(release, pathname) : ({ kind: 'malformed' } as const);
  response.setHeader(VERSION_HEADER, release.record.version);
  switch (found.kind) {
    case 'file':
      sendFile(release, found.file, request, response);
      return;
    case 'redirect':
      redirect(found.location, mark < 0 ? '' : target.slice(mark), response);
      return;
    case 'malformed':
      sendSentence(response, 400, 'This is not a valid page address. Check it and try again.');
      return;
    case 'none':
      sendNotFound(release, request, response);
  }
}

/** Redirects, and passes on the query of the request. The browser keeps the fragment. */
function redirect(location: string, query: string, response: http.ServerResponse): void {
  const [, place = '', fragment = ''] = /^([^#]*)(.*)$/.exec(location) ?? [];
  const asked = query.startsWith('?') && !place.includes('?') ? query.replace(/#.*$/, '') : '';
  response.writeHead(302, { ...COMMON, location: place + asked + fragment, 'content-length': 0 }).end();
}

/** @param text message for people, in ASCII */
export function sendSentence(
  response: http.ServerResponse,
  status: number,
  text: string,
  headers: http.OutgoingHttpHeaders = {},
): void {
  const body = `${text}\n`;
  response
    .writeHead(status, {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    .end(response.req.method === 'HEAD' ? undefined : body);
}

function sendNotFound(
  { folder, record }: Release,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  if (!record.hasNotFound) {
    sendSentence(response, 404, 'There is no page at this address.', COMMON);
    return;
  }
  const page = record.files.find((file) => file.path === '404.html');
  const content = fs.readFileSync(path.join(folder, NOT_FOUND_FILE));
  response
    .writeHead(404, {
      ...COMMON,
      ...policyOf(record.policies, page),
      'content-type': 'text/html',
      'content-length': content.length,
    })
    .end(request.method === 'HEAD' ? undefined : content);
}

function policyOf(policies: readonly string[], file: ReleaseFile | undefined): http.OutgoingHttpHeaders {
  const policy = file?.policy === undefined ? undefined : policies[file.policy];
  return policy === undefined ? {} : { 'content-security-policy': policy };
}

function sendFile(
  release: Release,
  file: ReleaseFile,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const isPart = request.headers.range !== undefined;
  const { record } = release;
  // Ranges always refer to the uncompressed file.
  const coding = isPart ? 'identity' : codingFor(file, request.headers['accept-encoding']);
  const etag = `"${file.sha256.slice(0, 32)}${coding === 'identity' ? '' : `-${coding}${record.storage === 'zip' ? '-zip' : ''}`}"`;
  const isNegotiated = file.gzip !== undefined || file.brotli !== undefined;
  const headers: http.OutgoingHttpHeaders = {
    ...COMMON,
    ...policyOf(record.policies, file),
    ...(isNegotiated && { vary: 'Accept-Encoding' }),
    etag,
    'accept-ranges': 'bytes',
  };
  const { 'if-none-match': known } = request.headers;
  if (known !== undefined && matches(known, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  headers['content-type'] = mime.lookup(file.path) || 'application/octet-stream';
  if (coding !== 'identity') headers['content-encoding'] = coding;
  const sizeBytes = sizeIn(file, coding);
  if (isPart || sizeBytes > AT_ONCE_BYTES) {
    stream(release, file, coding, headers, request, response);
    return;
  }
  let content: Buffer | undefined;
  try {
    if (request.method !== 'HEAD') content = readContent(release, file, coding);
  } catch {
    sendSentence(response, 500, UNREADABLE);
    return;
  }
  headers['content-length'] = sizeBytes;
  response.writeHead(200, headers).end(content);
}

const UNREADABLE = "The file for this page cannot be read. Check the server's log.";

/** Streams ranges and large files. */
function stream(
  release: Release,
  file: ReleaseFile,
  coding: Coding,
  headers: http.OutgoingHttpHeaders,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value as string);
  const fail = (status: number, text: string, more?: http.OutgoingHttpHeaders): void => {
    if (response.headersSent) {
      response.destroy(); // so the client notices the truncation
      return;
    }
    for (const header of ['content-encoding', 'etag', 'content-security-policy', 'content-range'])
      response.removeHeader(header);
    sendSentence(response, status, text, more);
  };
  const sending = send(request, file.path, {
    etag: false,
    lastModified: false,
    cacheControl: false,
  }).on('error', (error: Error & { status?: number; headers?: Record<string, string> }) =>
    error.status === 416
      ? fail(416, 'The requested range is outside the file.', error.headers)
      : fail(
          error.status === 412 ? 412 : 500,
          error.status === 412 ? 'The version has changed.' : UNREADABLE,
        ),
  );
  // `send` only interprets the request; the content comes from here: from disk or from the archive.
  Object.assign(sending, {
    res: response,
    stream: (_name: string, part: Readonly<{ start: number; end: number }>) => {
      const content = streamContent(release, file, coding, part);
      content.on('error', () => fail(500, UNREADABLE));
      response.on('close', () => content.destroy());
      content.pipe(response);
    },
  });
  sending.send(file.path, { size: sizeIn(file, coding), mtime: new Date(0) } as fs.Stats);
}

/** RFC 9110 §13.1.2: weak comparison. */
function matches(known: string, etag: string): boolean {
  return known.split(',').some((each) => {
    const tag = each.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}

/**
 * RFC 9110 §12.5.3: picks the best available coding that the client accepts; prefers Brotli over gzip if both have the
 * same weight.
 */
function codingFor(file: ReleaseFile, accepted: string | undefined): Coding {
  if (accepted === undefined || (file.gzip === undefined && file.brotli === undefined)) return 'identity';
  const weights = new Map<string, number>();
  for (const each of accepted.split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const brotli = file.brotli === undefined ? 0 : weightOf('br');
  const gzip = file.gzip === undefined ? 0 : weightOf('gzip');
  if (brotli > 0 && brotli >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}
