import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { atFileEnd } from '../stand-ins/cleanup.ts';
import {
  dataFolder,
  offprint,
  type RunningOffprint,
  startOffprint,
  temporaryFolder,
  until,
} from '../stand-ins/fixture-site.ts';

/**
 * Basis for tests of the command line against servers: `offprint serve` as a child process, keys, a faulty connection.
 */
export type Served = RunningOffprint & Readonly<{ url: string; data: string; told: Record<string, unknown> }>;

/** Starts a server on a free port; resolves when it responds. Its master key is in a file, so no keychain is used. */
export async function serve(
  options: Readonly<{ data?: string; args?: readonly string[]; port?: number }> = {},
): Promise<Served> {
  const data = options.data ?? dataFolder();
  const secret = path.join(data, '..', `${path.basename(data)}.secret`);
  if (!fs.existsSync(secret)) fs.writeFileSync(secret, randomBytes(32), { mode: 0o600 });
  const port = String(options.port ?? 0);
  const args = ['serve', '--json', '--data', data, '--port', port, '--secret-file', secret];
  const running = startOffprint([...args, ...(options.args ?? [])]);
  let over = false;
  running.exited.then(() => {
    over = true;
  });
  let told: Record<string, unknown> | undefined;
  await until('the server answers', () => {
    if (over) throw new Error(`The server ended: ${running.texts.stderr}`);
    told = parsed(running.texts.stdout);
    return told !== undefined;
  });
  return { ...running, data, told: told ?? {}, url: String(told?.url) };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates an API key in a data folder. */
export async function newKey(data: string, ...scopes: string[]): Promise<string> {
  const args = [
    'keys',
    'create',
    '--quiet',
    '--name',
    `test ${scopes}`,
    '--scope',
    ...scopes,
    '--data',
    data,
  ];
  const { code, stdout, stderr } = await offprint(args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout.trim();
}

export type BadLine = Readonly<{
  url: string;
  /** Downloads that passed through, by their Range. */
  ranges: (string | undefined)[];
  /** Faults for the next downloads: how many bytes get through, and whether they are altered. */
  next: { cutAfterBytes?: number; alter?: boolean }[];
  leadTo: (url: string) => void;
}>;

/** A proxy that cuts or alters downloads. */
export async function badLine(): Promise<BadLine> {
  let target = '';
  const ranges: (string | undefined)[] = [];
  const next: { cutAfterBytes?: number; alter?: boolean }[] = [];
  const server = http.createServer((request, response) => {
    const isDownload = request.url?.startsWith('/bundles/') === true;
    if (isDownload) ranges.push(request.headers.range);
    const { cutAfterBytes = Number.POSITIVE_INFINITY, alter = false } = (isDownload && next.shift()) || {};
    const { method = 'GET', headers } = request;
    const upstream = http.request(
      `${target}${request.url}`,
      { method, headers, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        let passed = 0;
        answer.on('data', (chunk: Buffer) => {
          if (alter) chunk[0] = (chunk[0] ?? 0) ^ 0xff;
          const part = chunk.subarray(0, Math.max(0, cutAfterBytes - passed));
          passed += part.length;
          response.write(part, () => {
            if (passed >= cutAfterBytes) response.socket?.end();
          });
        });
        answer.on('end', () => response.end());
        answer.on('error', () => response.destroy());
      },
    );
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const leadTo = (url: string): void => {
    target = url;
  };
  return { url: `http://127.0.0.1:${port}`, ranges, next, leadTo };
}

export type Certificate = Readonly<{ certificate: string; key: string }>;

/** Makes a self-signed certificate for 127.0.0.1, or returns why it cannot. */
export function selfSigned(): Certificate | { why: string } {
  const folder = temporaryFolder('certificate');
  const files = { certificate: path.join(folder, 'chain.pem'), key: path.join(folder, 'key.pem') };
  const { status, error, stderr } = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat(
      ['-keyout', files.key, '-out', files.certificate, '-subj', '/CN=offprint test'],
      ['-addext', 'subjectAltName=IP:127.0.0.1'],
    ),
    { encoding: 'utf8' },
  );
  return status === 0 ? files : { why: `openssl makes no certificate: ${error?.message ?? stderr}` };
}

export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
