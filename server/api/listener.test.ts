import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtPorts } from '../../test/stand-ins/built.ts';
import { absentFolder, makeSite, page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { createServer } from '../app.ts';
import type { ListenerSettings } from './listener.ts';
import { type Connection, openConnection } from './raw-http.test-support.ts';
import {
  addressOf,
  type Bundle,
  bundleOf,
  completedJob,
  domainOf,
  JOBS,
  type Job,
  makeProject,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from './test-support.ts';

const TIMING = {
  headersTimeoutMs: 400,
  requestTimeoutMs: 800,
  keepAliveTimeoutMs: 300,
  closePatienceMs: 600,
};
const certificate = {
  tlsCertificate: path.join(import.meta.dirname, 'fixtures/tls-certificate.pem'),
  tlsKey: path.join(import.meta.dirname, 'fixtures/tls-key.pem'),
};

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ ports: { timing: TIMING } });
});

const statusLine = (): string => `GET /healthz HTTP/1.1\r\nHost: ${server.authority}\r\n`;

async function refusal(connection: Connection): Promise<{ status: number; error: string }> {
  const { status, headers, body } = await connection.response();
  expect(headers['content-type']).toContain('application/json');
  await connection.closed;
  connection.destroy();
  return { status, ...(JSON.parse(body.toString()) as { error: string }) };
}

describe('a slow client', () => {
  it('that sends its headers a byte at a time is told 408 and let go, while others are served', async () => {
    const connection = await server.connect();
    const text = `${statusLine()}X-Slow: ${'x'.repeat(10_000)}`;
    let sent = 0;
    const dripping = setInterval(() => connection.write(text[sent++] ?? 'x'), 5);
    const answer = refusal(connection);
    expect((await server.call('GET', JOBS)).status).toBe(200);
    const { status, error } = await answer;
    clearInterval(dripping);
    expect(status).toBe(408);
    expect(error).toContain('too long');
    expect(sent).toBeLessThan(text.length);
  });

  it('that sends its body a byte at a time is told 408 and let go', async () => {
    const connection = await server.connect();
    connection.write(
      server.requestBytes('POST', JOBS, {
        headers: { 'content-type': 'application/json', 'content-length': '1000' },
      }),
    );
    const dripping = setInterval(() => connection.write(' '), 20);
    const { status } = await refusal(connection);
    clearInterval(dripping);
    expect(status).toBe(408);
  });

  it('that says nothing is let go', async () => {
    const connection = await server.connect();
    await connection.closed;
    connection.destroy();
  });

  it('in a crowd of five hundred keeps nobody else waiting', async () => {
    const crowd = await Promise.all(Array.from({ length: 500 }, () => server.connect()));
    for (const connection of crowd) connection.write('GET / HTTP/1.1\r\nHost: x');
    const before = performance.now();
    for (let index = 0; index < 20; index++) expect((await server.call('GET', JOBS)).status).toBe(200);
    expect(performance.now() - before).toBeLessThan(20_000);
    await Promise.all(crowd.map(({ closed }) => closed));
    for (const connection of crowd) connection.destroy();
  });

  it('cannot take all connections: one address has a thousand that wait', async () => {
    const patient = await startServer();
    const { port } = new URL(patient.url);
    const crowd: net.Socket[] = [];
    let open = 0;
    for (let index = 0; index < 1_100; index++) {
      const socket = net.connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.9' });
      socket.on('error', () => {}).on('close', () => open--);
      crowd.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
      open++;
    }
    await pause(100);
    expect(open).toBe(1_000);
    expect((await patient.call('GET', JOBS)).status).toBe(200);
    for (const socket of crowd) socket.destroy();
  });

  it('that asks for CONNECT and is reset is no fault of the server', async () => {
    for (let index = 0; index < 20; index++) {
      const connection = await server.connect();
      connection.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
      (connection.socket as net.Socket).resetAndDestroy();
    }
    await pause(100);
    expect((await server.call('GET', JOBS)).status).toBe(200);
  });

  it('is closed when it asks for more than it waits for', async () => {
    const connection = await server.connect();
    connection.write(server.requestBytes('GET', '/openapi.json', { key: null }).toString().repeat(100));
    await connection.closed;
    expect((await server.call('GET', JOBS)).status).toBe(200);
  });

  it('that expects what nobody grants, again and again, is closed', async () => {
    const connection = await server.connect();
    connection.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'.repeat(1_000));
    await connection.closed;
    expect(connection.socket.bytesRead).toBeLessThan(1_000);
  });

  it('that goes away in the middle of a body is no fault of the server', async () => {
    const connection = await server.connect();
    connection.write(
      server.requestBytes('POST', JOBS, {
        headers: { 'content-type': 'application/json', 'content-length': '1000' },
      }),
    );
    await pause(20);
    connection.destroy();
    expect((await server.call('GET', JOBS)).status).toBe(200);
    await pause(20);
    expect(server.log.filter((line) => line.includes('aborted'))).toEqual([]);
  });
});

describe('a connection', () => {
  it('is kept for further requests for a while, then closed', async () => {
    const connection = await server.connect();
    for (let index = 0; index < 3; index++) {
      expect((await server.callOn(connection, 'GET', JOBS)).status).toBe(200);
    }
    const before = performance.now();
    await connection.closed;
    expect(performance.now() - before).toBeGreaterThan(TIMING.keepAliveTimeoutMs - 100);
    connection.destroy();
  });

  it('answers requests that were sent all at once, in their order', async () => {
    const connection = await server.connect();
    const targets = ['/healthz', JOBS, '/unknown', '/v1/organization'];
    connection.write(Buffer.concat(targets.map((target) => server.requestBytes('GET', target))));
    const statuses = [];
    for (const target of targets) {
      const response = await connection.response();
      server.contract.check({ method: 'GET', target, response });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 404, 200]);
    connection.destroy();
  });

  it('of HTTP/1.0 is answered and closed', async () => {
    const connection = await server.connect();
    connection.write(`GET /healthz HTTP/1.0\r\nHost: ${server.authority}\r\n\r\n`);
    expect((await connection.response()).status).toBe(200);
    await connection.closed;
    connection.destroy();
    const nameless = await server.connect();
    nameless.write('GET /healthz HTTP/1.0\r\n\r\n');
    const { status, body } = await nameless.response();
    expect(status).toBe(400);
    expect(body.toString()).toContain('Host header');
    nameless.destroy();
  });

  it('whose client offers another protocol is answered in this one', async () => {
    for (const upgrade of ['h2c', 'websocket']) {
      const { status } = await server.call('GET', JOBS, {
        headers: { connection: 'Upgrade, HTTP2-Settings', upgrade, 'http2-settings': 'AAMAAABkAAQAAP__' },
      });
      expect([upgrade, status]).toEqual([upgrade, 200]);
    }
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the greeting of TLS', Buffer.from('16030100c8010000c4030300000000000000000000000000', 'hex')],
    [
      'two lengths',
      `${'POST /healthz HTTP/1.1\r\nHost: x\r\n'}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a header folded over two lines', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c: d\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n'],
    ['a blank in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bare line feeds and rubbish', 'GET / HTTP/1.1\nHost: x\n\u0001\n\n'],
  ])('that sends %s is told 400 and closed', async (_, bytes) => {
    const connection = await server.connect();
    connection.write(bytes);
    const { status, error } = await refusal(connection);
    expect(status).toBe(400);
    expect(error).toMatch(/not a valid HTTP request|one Host header/);
  });

  it('with headers that are too long is told 431', async () => {
    const connection = await server.connect();
    connection.write(`${statusLine()}X: ${'x'.repeat(20_000)}\r\n\r\n`);
    const { status, error } = await refusal(connection);
    expect(status).toBe(431);
    expect(error).toContain('16 KiB');
  });

  it('that sends nonsense behind an open stream gets no answer mixed into it', async () => {
    await server.call('POST', '/v1/static-export/queue/pause');
    const { jobId } = await startJob(server, domainOf(await makeProject(server)));
    const connection = await server.connect();
    connection.write(server.requestBytes('GET', `${JOBS}/${jobId}/events`));
    const head = await connection.head();
    expect(head.status).toBe(200);
    connection.write('nonsense\r\n\r\n');
    let text = '';
    try {
      for await (const piece of connection.pieces(head)) text += piece.toString();
    } catch (error) {
      expect(String(error)).toContain('ended in the middle'); // cut off, which clients of event streams handle
    }
    expect(text).not.toContain('HTTP/1.1');
    await server.call('POST', '/v1/static-export/queue/resume');
    await untilEnded(server, jobId);
    connection.destroy();
  });
});

/** Tries to listen, and returns the message of the error. */
async function fault(
  listener: Partial<ListenerSettings>,
  dataFolder = absentFolder('data'),
): Promise<string> {
  const tried = createServer({ dataFolder, listener }, { host: builtPorts, secrets: { keychain: null } });
  try {
    await tried.listen();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    expect([message, code]).toEqual([message, 'usage']);
    expect(fs.existsSync(dataFolder)).toBe(false);
    return message;
  }
  await tried.close();
  throw new Error('It listens.');
}

describe('where a server listens', () => {
  it('is refused when the port is taken, and nothing else is touched', async () => {
    const port = Number(new URL(server.url).port);
    expect(await fault({ port })).toMatch(new RegExp(`Port ${port} on 127.0.0.1 is in use already.*--port`));
  });

  it('is refused on a network address without TLS, unless that is allowed', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'docs.example']) {
      expect(await fault({ host, port: 0 })).toContain('unencrypted');
    }
    const open = await startServer({ listener: { host: '0.0.0.0', allowPlainNetwork: true } });
    expect((await open.call('GET', '/healthz', { key: null })).status).toBe(200);
    await open.stop();
  });

  it('is not kept as a setting with which the next start would be refused', async () => {
    const change = (body: object) => server.owner.call('PATCH', '/v1/settings', { body });
    expect(await change({ host: '0.0.0.0' })).toMatchObject({
      status: 400,
      error: expect.stringContaining('unencrypted'),
    });
    expect((await change({ host: '0.0.0.0', allowPlainNetwork: true })).status).toBe(200);
    expect((await change({ allowPlainNetwork: null })).status).toBe(400);
    expect((await change({ host: null, allowPlainNetwork: null })).body).toMatchObject({ host: '127.0.0.1' });
  });

  it("is refused on an address that is not this machine's", async () => {
    expect(await fault({ host: '192.0.2.1', port: 0, allowPlainNetwork: true })).toContain(
      "not one of this computer's addresses",
    );
  });

  it.each(firstOf(2, ['localhost', '::1', '127.0.0.2']))(
    'may be any address of loopback: %s',
    async (host) => {
      if (host === '::1' && !(await canListen(host))) return;
      const local = await startServer({ listener: { host } });
      expect((await local.call('GET', JOBS)).status).toBe(200);
      await local.stop();
    },
  );

  it('may be nowhere but the private socket', async () => {
    const dataFolder = temporaryFolder('data');
    const hidden = createServer(
      { dataFolder, listener: null },
      { host: builtPorts, secrets: { keychain: null } },
    );
    const { url, descriptor } = await hidden.listen();
    expect(url).toBeNull();
    expect(fs.statSync(descriptor.socket).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(dataFolder, 'server.json')).mode & 0o777).toBe(0o600);
    const connection = await openConnection({ path: descriptor.socket });
    connection.write(`GET ${JOBS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${descriptor.secret}\r\n\r\n`);
    expect((await connection.response()).status).toBe(200);
    connection.destroy();
    await hidden.close();
    expect(fs.existsSync(descriptor.socket)).toBe(false);
    expect(fs.existsSync(path.join(dataFolder, 'server.json'))).toBe(false);
  });
});

async function canListen(host: string): Promise<boolean> {
  const probe = net.createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(0, host, () => probe.close(() => resolve(true)));
  });
}

describe('TLS', () => {
  it('serves the API and its links as https', async () => {
    const secure = await startTlsServer();
    const ca = fs.readFileSync(certificate.tlsCertificate);
    const { port } = new URL(secure.url);
    const connection = await openConnection({
      port: Number(port),
      tls: { host: '127.0.0.1', port: Number(port), ca },
    });
    const headers = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${secure.key}\r\n`;
    connection.write(`GET ${JOBS} HTTP/1.1\r\n${headers}\r\n`);
    expect((await connection.response()).status).toBe(200);
    // A page of the same host over plain HTTP is another origin.
    connection.write(`GET ${JOBS} HTTP/1.1\r\n${headers}Origin: http://127.0.0.1:${port}\r\n\r\n`);
    expect((await connection.response()).status).toBe(403);
    connection.write(`GET ${JOBS} HTTP/1.1\r\n${headers}Origin: https://127.0.0.1:${port}\r\n\r\n`);
    expect((await connection.response()).status).toBe(200);
    connection.destroy();
    // Plain HTTP and outdated TLS are refused and do no harm.
    const plain = await openConnection(addressOf(secure.url.replace('https', 'http')));
    plain.write(`GET /healthz HTTP/1.1\r\n${headers}\r\n`);
    await plain.closed;
    plain.destroy();
    await expect(
      openConnection({
        port: Number(port),
        tls: { host: '127.0.0.1', port: Number(port), ca, maxVersion: 'TLSv1.1' },
      }),
    ).rejects.toThrow();
    await secure.close();
  });

  it('needs both files, readable, and a certificate in them', async () => {
    const { tlsCertificate, tlsKey } = certificate;
    expect(await fault({ tlsCertificate, port: 0 })).toContain('both a certificate and a key');
    expect(await fault({ tlsKey, port: 0 })).toContain('both a certificate and a key');
    expect(await fault({ tlsCertificate: '/absent.pem', tlsKey, port: 0 })).toContain('/absent.pem');
    const rubbish = path.join(temporaryFolder(), 'rubbish.pem');
    fs.writeFileSync(rubbish, 'rubbish');
    expect(await fault({ tlsCertificate: rubbish, tlsKey, port: 0 })).toContain(rubbish);
    expect(await fault({ tlsCertificate, tlsKey: rubbish, port: 0 })).toContain(rubbish);
    expect(await fault({ tlsCertificate: tlsKey, tlsKey, port: 0 })).toContain(tlsKey);
  });

  async function startTlsServer(): Promise<{ url: string; key: string; close: () => Promise<void> }> {
    const secure = createServer(
      { dataFolder: temporaryFolder('data'), listener: { port: 0, ...certificate } },
      { host: builtPorts, secrets: { keychain: null } },
    );
    const { url, descriptor } = await secure.listen();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const owner = await openConnection({ path: descriptor.socket });
    const body = JSON.stringify({ name: 'x', scopes: ['read'] });
    owner.write(
      `POST /v1/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${descriptor.secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const { key } = JSON.parse((await owner.response()).body.toString()) as { key: string };
    owner.destroy();
    return { url: url ?? '', key, close: secure.close };
  }
});

describe('a server that starts', () => {
  it('answers 503 until its store is open, then everything', async () => {
    const dataFolder = temporaryFolder('data');
    const port = await freePort();
    const late = createServer(
      { dataFolder, listener: { port } },
      {
        secrets: { keychain: null },
        host: {
          // Delays the writer's process.
          spawnWorker: (file, args) =>
            fork(file, args, {
              serialization: 'advanced',
              execArgv: [
                '--import',
                'data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 700))',
              ],
            }),
        },
      },
    );
    const listening = late.listen();
    const statuses: number[] = [];
    for (let isUp = false; !isUp; ) {
      isUp = await new Promise<boolean>((resolve) => {
        http
          .get({ port, path: '/healthz', agent: false }, (response) => {
            statuses.push(response.statusCode ?? 0);
            let body = '';
            response.setEncoding('utf8').on('data', (text) => (body += text));
            response.on('end', () => {
              if (response.statusCode === 503) {
                expect(response.headers['retry-after']).toMatch(/^\d+$/);
                expect(JSON.parse(body)).toEqual({
                  error: 'Offprint is starting up. Try again in a moment.',
                });
              }
              resolve(response.statusCode === 200);
            });
          })
          .on('error', () => resolve(false)); // the port is not open yet
      });
      await pause(20);
    }
    await listening;
    expect(new Set(statuses)).toEqual(new Set([503, 200]));
    await late.close();
  });
});

async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('a server that stops', () => {
  let large: TestServer;
  let job: Job | undefined;
  let bundle: Bundle;
  /** More than the buffers of a connection usually hold. */
  const SIZE = isFullRun ? 30_000_000 : 12_000_000;

  async function startLarge(closePatienceMs: number): Promise<void> {
    const ports = { timing: { closePatienceMs } };
    // Reuses the export of the previous server, which has stopped.
    const kept = job && { dataFolder: large.dataFolder, keys: large.keys };
    large = await startServer({ ports, ...kept });
    if (!kept) {
      const site = makeSite({ 'index.html': page('Start'), 'large.png': randomBytes(SIZE) });
      job = await completedJob(large, domainOf(await makeProject(large, site)));
    }
    bundle = await bundleOf(large, job?.jobId ?? '', { format: 'zip' });
  }

  async function beginDownload(): Promise<Connection> {
    const connection = await large.connect();
    const { pathname, search } = new URL(bundle.bundleUrl);
    connection.socket.pause();
    connection.write(large.requestBytes('GET', pathname + search, { key: null }));
    await pause(100);
    return connection;
  }

  it('lets an answer under way end, takes no new connection, and closes idle ones', async () => {
    await startLarge(30_000);
    const idle = await large.connect();
    expect((await large.callOn(idle, 'GET', JOBS)).status).toBe(200);
    const download = await beginDownload();

    const stopped = large.stop();
    await idle.closed;
    await expect(large.connect()).rejects.toThrow('ECONNREFUSED');
    download.socket.resume();
    const { status, body } = await download.response();

    expect(status).toBe(200);
    expect(body.length).toBe(bundle.sizeBytes);
    await stopped;
    idle.destroy();
    download.destroy();
  });

  it.runIf(isFullRun)('does not wait for ever for one that nobody reads', async () => {
    await startLarge(1500);
    const download = await beginDownload();
    const before = performance.now();
    await large.stop();
    expect(performance.now() - before).toBeGreaterThan(1000);
    expect(performance.now() - before).toBeLessThan(30_000);
    download.destroy();
  });

  it('may be stopped twice, and before it has ever listened', async () => {
    const never = createServer({ dataFolder: absentFolder(), listener: { port: 0 } });
    await never.close();
    const once = createServer(
      { dataFolder: temporaryFolder(), listener: { port: 0 } },
      { host: builtPorts, secrets: { keychain: null } },
    );
    await once.listen();
    await Promise.all([once.close(), once.close()]);
    await once.close();
  });
});
