import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import mime from 'mime-types';

export type StaticHost = Readonly<{ address: string; port: number; close: () => Promise<void> }>;

/** Serves a folder below a prefix on a loopback port like the simplest static host: exact files only. */
export async function startStaticHost(folder: string, prefix: string): Promise<StaticHost> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const names = pathname.startsWith(prefix) ? pathname.slice(prefix.length).split('/').map(decode) : ['..'];
    if (names.some((name) => name === '..' || name.includes('/') || name.includes('\0'))) {
      response.writeHead(404).end();
      return;
    }
    const file = path.join(folder, ...names, ...(pathname.endsWith('/') ? ['index.html'] : []));
    fs.promises
      .stat(file)
      .then((stat) => {
        if (!stat.isFile()) throw new Error('no file');
        const type = mime.lookup(file) || 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-length': stat.size });
        return pipeline(fs.createReadStream(file), response);
      })
      .catch(() => {
        if (!response.headersSent) response.writeHead(404);
        response.end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${prefix}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '..';
  }
}
