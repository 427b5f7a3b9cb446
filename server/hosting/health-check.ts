import { hash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { OffprintError } from '../errors.ts';
import type { Release, ReleaseFile } from './release.ts';
import { serveRelease, VERSION_HEADER } from './serve.ts';

/** Number of sampled files, pages and others. */
const SAMPLE = 12;

/**
 * Requests a sample of a version's files through the handler that will serve readers, before they get that version.
 * @throws OffprintError `integrity` naming the first file whose response does not match the manifest
 */
export async function healthCheck(release: Release): Promise<void> {
  const server = http.createServer((request, response) => serveRelease(release, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    await checkServed(`http://127.0.0.1:${port}`, release);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * Requests a sample of the served version's files at the address that readers use.
 * @param url of the host, without a path
 * @throws OffprintError `integrity` naming the first file whose response does not match the manifest; system errors
 */
export async function checkServed(url: string, release: Release): Promise<void> {
  const { basePath, files } = release.record;
  for (const file of sample(files)) {
    const place = `${basePath}/${file.path.split('/').map(encodeURIComponent).join('/')}`;
    for (const coding of ['identity', 'gzip', 'br'])
      assertRight(await ask(url + place, coding), file, release);
  }
  const { status } = await ask(`${url}${basePath}/there-is-no-such-page-${Date.now()}`, 'identity');
  if (status !== 404) throw wrong('a page that does not exist', `HTTP ${status} instead of 404`);
}

/** Samples the start page and files at regular intervals. */
function sample(files: readonly ReleaseFile[]): ReleaseFile[] {
  const step = Math.max(1, Math.floor(files.length / SAMPLE));
  const some = files.filter((file, index) => file.path === 'index.html' || index % step === 0);
  return some.slice(0, SAMPLE + 2);
}

type Answer = Readonly<{ status: number; body: Buffer; version: string | undefined }>;

function ask(url: string, coding: string): Promise<Answer> {
  const headers = { 'accept-encoding': coding, 'user-agent': 'Offprint health check' };
  // The host connects to itself, so its certificate needs no check.
  const options = { agent: false, headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? https : http).get(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const raw = Buffer.concat(chunks);
        const encoding = answer.headers['content-encoding'];
        const version = answer.headers[VERSION_HEADER] as string | undefined;
        try {
          const body =
            encoding === 'br'
              ? zlib.brotliDecompressSync(raw)
              : encoding === 'gzip'
                ? zlib.gunzipSync(raw)
                : raw;
          resolve({ status: answer.statusCode ?? 0, body, version });
        } catch (error) {
          reject(error);
        }
      });
    });
    request.on('error', reject);
  });
}

function assertRight({ status, body, version }: Answer, file: ReleaseFile, { record }: Release): void {
  const expected = file.location === undefined ? 200 : 302;
  if (status !== expected) throw wrong(file.path, `HTTP ${status} instead of ${expected}`);
  if (version !== record.version) throw wrong(file.path, `version ${version}`);
  if (status === 200 && hash('sha256', body) !== file.sha256)
    throw wrong(file.path, 'content that does not match the manifest');
}

function wrong(path: string, what: string): OffprintError {
  return new OffprintError('integrity', `The version's health check failed: ${path} returned ${what}.`);
}
