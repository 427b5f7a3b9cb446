import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import { temporaryFolder, writeBundle } from '../bundles/archive.test-support.ts';
import type { TrustedKey } from '../bundles/trust.ts';
import { startHost } from './host.ts';
import type { Host, HostOptions } from './host.types.ts';
import { readValues, type StaticExport } from './values.ts';

export const POLICY = "default-src 'self'; connect-src 'none'";

/** A page as it is in a bundle. */
export function page(title: string, body = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}" data-offprint=""/>
<title>${title}</title>
<link rel="stylesheet" href="style.css">
</head>
<body><h1>${title}</h1>${body}</body>
</html>
`;
}

/** Files of a small site; each contains its version. */
export function siteOf(version: string): Record<string, string | Buffer> {
  const words = `The words of version ${version} fill this page. `.repeat(50);
  return {
    '404.html': page('Not here'),
    'a file.html': page('A name with a blank'),
    'big.bin': Buffer.alloc(600_000, version),
    'guide/index.html': page('Guide', words),
    'guide/setup.html': page(`Setup ${version}`, words),
    'index.html': page(`Start ${version}`, words),
    'words.txt': `${version} ${'abcdefghij klmnop '.repeat(30_000)}${Math.E}`,
    'style.css': `/* ${version} */ ${'h1 { color: #123 } '.repeat(100)}`,
  };
}

export type Made = Readonly<{ file: string; sha256: string; sizeBytes: number }>;

const folder = temporaryFolder;
let made = 0;

/** A bundle of that site. */
export async function bundleOf(
  version: string,
  format: 'zip' | 'tar.gz' = 'zip',
  into = folder(),
): Promise<Made> {
  const file = path.join(into, `bundle-${made++}.${format}`);
  return { file, ...(await writeBundle(file, siteOf(version), format, { version })) };
}

export type TestHost = Host &
  Readonly<{
    /** Changes the values and reloads the host. */
    set: (values: Partial<StaticExport>, trusted?: readonly TrustedKey[]) => Promise<void>;
    log: readonly string[];
    stateFolder: string;
  }>;

/** Starts a host with these values and waits until it has settled. */
export async function hostOf(
  values: Partial<StaticExport>,
  { trusted = [], ...options }: Partial<HostOptions> & { trusted?: readonly TrustedKey[] } = {},
): Promise<TestHost> {
  const stateFolder = options.stateFolder ?? folder();
  const log: string[] = [];
  let now = { values: { ...readValues({}), enabled: true, ...values }, trusted };
  const host = await startHost({
    listen: { host: '127.0.0.1', port: 0 },
    stateFolder,
    keep: 2,
    storage: 'files',
    read: async () => now,
    log: (line) => log.push(line),
    pausesMs: [],
    ...options,
  });
  atFileEnd(() => host.close());
  await host.settled();
  const set: TestHost['set'] = async (next, keys = now.trusted) => {
    now = { values: { ...now.values, ...next }, trusted: keys };
    await host.reload();
    await host.settled();
  };
  return { ...host, set, log, stateFolder };
}

/** Starts a source with this handler. @returns its address */
export async function sourceOf(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/bundle`;
}

export type Answer = Readonly<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>;

/** Sends a request without normalizing the path. */
export function ask(
  url: string,
  place: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: place, headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}
