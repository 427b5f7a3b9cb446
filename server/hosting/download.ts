import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import tls from 'node:tls';
import { readCertificates } from '../certificates.ts';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { writeAll } from '../file-ranges.ts';
import { RELEASE } from '../release.ts';
import { statusFault } from './source-retry-policy.ts';
import { speedLimit } from './speed-limit.ts';

export type DownloadOptions = Readonly<{
  /** Folder for resuming an interrupted download: `download.part` and a note about what it is part of. */
  downloadsFolder: string;
  /** ETags of bundles that are already here and need not be sent again. */
  etags: readonly string[];
  /** File with certificates to trust in addition to those that Node.js trusts (PEM). */
  authorityFile: string | undefined;
  /** The download fails if fewer `bytes` arrive within `ms`. */
  patience: Readonly<{ ms: number; bytes: number }>;
  signal: AbortSignal;
}>;

export const PATIENCE = { ms: 30_000, bytes: 1_000 } as const;

export type Downloaded =
  | Readonly<{ kind: 'same'; etag: string }>
  | Readonly<{ kind: 'file'; file: string; sha256: string; etag: string | null }>;

const REDIRECTS_MAX = 5;
/** Maximum length of an error response to read. */
const ANSWER_MAX = 4_000;

/** Returns an address that is safe to show: the query may contain credentials. */
export function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/**
 * Downloads a file. Resumes an interrupted download, even after a restart, if the source still has the same file (RFC
 * 9110 §13.1.5).
 * @throws OffprintError `unreachable` for temporary failures, `forbidden` if the link has expired, `usage`, `disk-full`
 */
export async function download(address: string, out: string, options: DownloadOptions): Promise<Downloaded> {
  const part = openPart(options.downloadsFolder, withoutQuery(address));
  const limit = speedLimit(options.patience, options.signal, withoutQuery(address));
  try {
    const answer = await ask(address, part.headers(), { ...options, signal: limit.signal });
    const { statusCode = 0, headers } = answer;
    try {
      if (statusCode === 304) return { kind: 'same', etag: strongTag(headers.etag) ?? '' };
      if (statusCode === 416) part.forget();
      if (statusCode !== 200 && statusCode !== 206) throw await refusal(answer, address);
      part.begin(statusCode === 206 ? headers['content-range'] : undefined, strongTag(headers.etag));
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        limit.took(chunk.length);
        part.write(chunk);
      }
    } finally {
      answer.destroy();
    }
    return { kind: 'file', file: out, ...(await part.finish(out)) };
  } catch (error) {
    throw limit.fault() ?? downloadFault(error, address, options);
  } finally {
    limit.end();
    part.close();
  }
}

/** @throws OffprintError for redirects that are not allowed; connection errors */
async function ask(
  address: string,
  extra: http.OutgoingHttpHeaders,
  options: DownloadOptions,
): Promise<http.IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const answer = await open(url, extra, options);
    const { statusCode = 0, headers } = answer;
    if (![301, 302, 303, 307, 308].includes(statusCode)) return answer;
    answer.destroy();
    const next = URL.parse(headers.location ?? '', url);
    const isAllowed =
      next && /^https?:$/.test(next.protocol) && !(url.protocol === 'https:' && next.protocol === 'http:');
    if (!isAllowed || redirects === REDIRECTS_MAX) {
      throw new OffprintError(
        'usage',
        `${withoutQuery(address)} redirects too many times or to an address that is not allowed. Set staticExport.bundleUrl to the bundle's direct address.`,
      );
    }
    url = next;
  }
}

function open(
  url: URL,
  extra: http.OutgoingHttpHeaders,
  { authorityFile, etags, signal }: DownloadOptions,
): Promise<http.IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const headers = {
    'user-agent': `offprint/${RELEASE}`,
    'accept-encoding': 'identity',
    ...(etags.length > 0 && { 'if-none-match': etags.join(', ') }),
    ...extra,
  };
  const ca =
    isTls && authorityFile !== undefined
      ? { ca: [...tls.getCACertificates('default'), ...readCertificates(authorityFile, '--authority')] }
      : {};
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).get(url, { signal, headers, agent: false, ...ca }, resolve);
    request.on('error', reject);
  });
}

/** Only strong validators guarantee identical bytes (RFC 9110 §8.8.1). */
function strongTag(etag: string | undefined): string | null {
  return etag !== undefined && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null;
}

async function refusal(answer: http.IncomingMessage, address: string): Promise<OffprintError> {
  const { statusCode = 0 } = answer;
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > ANSWER_MAX) break;
  }
  const said = sentenceOf(text);
  const what = `${withoutQuery(address)} returned HTTP ${statusCode}${said === '' ? '' : ` (${said})`}`;
  const code = statusFault(statusCode);
  if (code === 'forbidden') {
    return new OffprintError(
      'forbidden',
      `${what}: the link has expired or is not valid. Request a new bundleUrl and set staticExport.bundleUrl to it.`,
    );
  }
  return new OffprintError(
    code,
    code === 'unreachable' ? `${what}.` : `${what}. Check staticExport.bundleUrl.`,
  );
}

/** Extracts the error message from a response of an Offprint server or an object store. */
function sentenceOf(text: string): string {
  const [, message] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  if (message !== undefined) return message.slice(0, 300);
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error.slice(0, 300).replace(/\.$/, '') : '';
  } catch {
    return '';
  }
}

function downloadFault(error: unknown, address: string, { signal }: DownloadOptions): unknown {
  if (signal.aborted) return signal.reason;
  const fault = asOffprintError(error);
  if (fault.code === 'disk-full')
    return new OffprintError(
      'disk-full',
      'There is not enough space for the bundle. Free some space on the disk that holds the versions folder.',
      error,
    );
  if (fault.code !== 'internal') return fault;
  const { host } = new URL(address);
  const why = systemCode(error) ?? fault.message;
  return new OffprintError(
    'unreachable',
    `${host} cannot be reached, or the connection was lost (${why}). Check the address and the network. For https, also check --authority.`,
    error,
  );
}

type Part = Readonly<{
  /** Request headers for downloading the rest. */
  headers: () => http.OutgoingHttpHeaders;
  /** @param contentRange header of a partial response */
  begin: (contentRange: string | undefined, etag: string | null) => void;
  write: (chunk: Buffer) => void;
  finish: (out: string) => Promise<{ sha256: string; etag: string | null }>;
  forget: () => void;
  close: () => void;
}>;

/** The bytes received so far, for one address at a time. */
function openPart(folder: string, address: string): Part {
  const file = path.join(folder, 'download.part');
  const noteFile = path.join(folder, 'download.json');
  let handle: number | undefined;
  let etag: string | null = null;
  let at = 0;
  const known = (): string | null => {
    try {
      const note = JSON.parse(fs.readFileSync(noteFile, 'utf8')) as { address?: unknown; etag?: unknown };
      return note.address === address && typeof note.etag === 'string' ? note.etag : null;
    } catch {
      return null;
    }
  };
  const forget = (): void => {
    for (const each of [file, noteFile]) fs.rmSync(each, { force: true });
  };
  return {
    headers: () => {
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const tag = known();
      return size > 0 && tag !== null ? { range: `bytes=${size}-`, 'if-range': tag } : {};
    },
    begin: (contentRange, tag) => {
      etag = tag;
      at = Number(/^bytes (\d+)-/.exec(contentRange ?? '')?.[1] ?? 0);
      if (at === 0) forget();
      if (tag !== null) fs.writeFileSync(noteFile, JSON.stringify({ address, etag: tag }));
      handle = fs.openSync(file, at === 0 ? 'w' : 'r+');
      fs.ftruncateSync(handle, at);
    },
    write: (chunk) => {
      if (handle !== undefined) writeAll(handle, chunk, at);
      at += chunk.length;
    },
    finish: async (out) => {
      const hash = createHash('sha256');
      for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
      fs.renameSync(file, out);
      forget();
      return { sha256: hash.digest('hex'), etag };
    },
    forget,
    close: () => {
      if (handle !== undefined) fs.closeSync(handle);
    },
  };
}
