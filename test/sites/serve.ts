import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import mime from 'mime-types';
import type { Generator } from './generator.ts';
import { BuildFailure, ENVIRONMENT } from './prepare.ts';

export type Served = Readonly<{ address: string; close: () => Promise<void> }>;

const START_MS = 60_000;

/** Serves a built site on a loopback port as its users would. @throws BuildFailure when its own server does not start */
export function serve({ host, name }: Generator, output: string): Promise<Served> {
  return typeof host === 'string' ? serveFolder(output, host === 'clean') : serveBy(host, name, output);
}

/** @param clean `/a` answers with a.html, as hosts of documentation do */
async function serveFolder(folder: string, clean: boolean): Promise<Served> {
  const server = http.createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host.invalid');
    const found = fileOf(folder, pathname, clean);
    if (found?.endsWith('/')) {
      response.writeHead(301, { location: found + search }).end();
      return;
    }
    const file = found ?? path.join(folder, '404.html');
    const type = mime.contentType(path.extname(file)) || 'application/octet-stream';
    response.writeHead(found ? 200 : 404, { 'content-type': type });
    if (fs.existsSync(file)) fs.createReadStream(file).pipe(response);
    else response.end('Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The file that answers for a path, or the path with a slash that the reader is sent to. */
function fileOf(folder: string, pathname: string, clean: boolean): string | undefined {
  const place = path.join(folder, path.posix.normalize(decodeURIComponent(pathname)));
  const isFile = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (pathname.endsWith('/')) {
    const index = path.join(place, 'index.html');
    return isFile(index) ? index : undefined;
  }
  if (isFile(place)) return place;
  if (clean && isFile(`${place}.html`)) return `${place}.html`;
  return isFile(path.join(place, 'index.html')) ? `${pathname}/` : undefined;
}

async function serveBy(
  [program, ...args]: readonly [string, ...string[]],
  name: string,
  cwd: string,
): Promise<Served> {
  const port = await freePort();
  const env = { ...ENVIRONMENT, PORT: String(port), HOSTNAME: '127.0.0.1' };
  // A group of its own: what the program starts ends with it.
  const child = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const address = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + START_MS; Date.now() < until && child.exitCode === null; ) {
    if (await answers(address)) return { address, close };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new BuildFailure(`${name}: ${[program, ...args].join(' ')} did not answer on port ${port}.`);
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
