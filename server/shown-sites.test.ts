import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { deflatedEntry, storedEntry, temporaryFolder, writeArchive } from './bundles/archive.test-support.ts';
import { shownSites } from './shown-sites.ts';

const folder = temporaryFolder();
const sites = shownSites();
afterEach(() => sites.close());

const hasIPv6 = Object.values(os.networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

const PAGE = '<!doctype html><title>Größe</title>'.repeat(500);
const PICTURE = Buffer.from(Array.from({ length: 300 }, (_, byte) => byte % 256));

async function bundle(jobId = 'se_1') {
  const file = path.join(folder, `${jobId}.zip`);
  const { sha256 } = await writeArchive(file, 'zip', [
    deflatedEntry('index.html', PAGE),
    deflatedEntry('größe/表.html', 'two'),
    storedEntry('img/a b+c#d.png', PICTURE),
    storedEntry('deep/index.html', 'deep'),
    storedEntry('empty.css', ''),
  ]);
  return { jobId, file, sha256 };
}

type Got = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** Sends a request without name resolution. @param host by default the one in the address */
function get(
  address: string,
  target: string,
  { host, method = 'GET' }: { host?: string; method?: string } = {},
) {
  const { host: own, port } = new URL(address);
  return new Promise<Got>((resolve, reject) => {
    const headers = { host: host ?? own };
    const request = http.request({ host: '127.0.0.1', port, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject).end();
  });
}

describe('an exported site that is shown', () => {
  it('is what the bundle holds, file by file', async () => {
    const address = await sites.show(await bundle());
    for (const [target, content, type] of [
      ['/', PAGE, 'text/html'],
      ['/index.html?x#y', PAGE, 'text/html'],
      ['/deep/', 'deep', 'text/html'],
      ['/gr%C3%B6%C3%9Fe/%E8%A1%A8.html', 'two', 'text/html'],
      ['/img/a%20b+c%23d.png', PICTURE, 'image/png'],
      ['/empty.css', '', 'text/css'],
    ] as const) {
      const { status, headers, body } = await get(address, target);
      expect([target, status, headers['content-type']]).toEqual([target, 200, type]);
      expect(body.equals(Buffer.from(content)), target).toBe(true);
    }
    const head = await get(address, '/', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(Buffer.byteLength(PAGE)),
      0,
    ]);
  });

  it('is nothing else', async () => {
    const address = await sites.show(await bundle());
    for (const target of [
      '/none.html',
      '/../se_1.zip',
      '/%2e%2e/se_1.zip',
      '//etc/passwd',
      '/%',
      '/deep',
      '/a%00',
    ])
      expect((await get(address, target)).status, target).toBe(404);
    for (const method of ['POST', 'PUT', 'OPTIONS'])
      expect((await get(address, '/', { method })).status, method).toBe(405);
  });

  it('has an origin of its own that cannot be guessed, and answers to that name alone', async () => {
    const address = await sites.show(await bundle());
    const other = await sites.show(await bundle('se_2'));
    expect(address).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/$/);
    expect(new URL(other).hostname).not.toBe(new URL(address).hostname);
    expect(await sites.show(await bundle())).toBe(address);
    const { port } = new URL(address);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      new URL(address).hostname,
      `x.localhost:${port}`,
    ])
      expect((await get(address, '/', { host })).status, host).toBe(421);
    expect(sites.isShown(`${address}deep/`)).toBe(true);
    for (const url of [
      `http://127.0.0.1:${port}/`,
      address.replace('http', 'https'),
      'about:blank',
      '',
      'http://x/',
    ])
      expect(sites.isShown(url), url).toBe(false);
    expect(sites.isShown(address.replace('//', '//user@'))).toBe(false);
  });

  it('carries walls with every answer, errors too', async () => {
    const address = await sites.show(await bundle());
    for (const target of ['/', '/none']) {
      const { headers } = await get(address, target);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'self' /);
      expect(policy).not.toMatch(/https?:|\*/);
      expect(headers['access-control-allow-origin']).toBe(undefined);
    }
  });

  it('ends with its bundle, with newer ones, and with the server', async () => {
    const first = await bundle('se_a');
    const address = await sites.show(first);
    fs.rmSync(first.file);
    expect((await get(address, '/')).body.toString()).toContain('This export was deleted');
    expect(sites.isShown(address)).toBe(false);

    const addresses: string[] = [];
    for (let number = 1; number <= 5; number++)
      addresses.push(await sites.show(await bundle(`se_n${number}`)));
    expect(addresses.map(sites.isShown)).toEqual([false, true, true, true, true]);

    await sites.close();
    expect(addresses.some(sites.isShown)).toBe(false);
    await expect(get(address, '/')).rejects.toThrow();
    expect(await sites.show(await bundle())).toMatch(/^http:/);
  });

  it('is not shown damaged', async () => {
    const { file, ...rest } = await bundle('se_bad');
    const bytes = fs.readFileSync(file);
    bytes.fill(0xff, 60, 90);
    fs.writeFileSync(file, bytes);
    const address = await sites.show({ file, ...rest });
    await expect(get(address, '/')).rejects.toThrow();
    expect((await get(address, '/deep/')).status).toBe(200);
    fs.writeFileSync(file, 'no archive');
    await expect(sites.show({ file, ...rest })).rejects.toThrow('is damaged');
  });

  it('is read while another program opens connections without end', async () => {
    const address = await sites.show(await bundle());
    const crowd: net.Socket[] = [];
    let open = 0;
    for (let index = 0; index < 400; index++) {
      const socket = net.connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
      socket.on('error', () => {}).on('close', () => open--);
      await new Promise((resolve) => socket.once('connect', resolve));
      crowd.push(socket);
      open++;
    }
    await expect.poll(() => open).toBeLessThanOrEqual(100);
    expect((await get(address, '/')).status).toBe(200);
    for (const socket of crowd) socket.destroy();
  });

  it.runIf(hasIPv6)('leaves the other address of localhost to no other program', async () => {
    const address = await sites.show(await bundle());
    const thief = net.createServer();
    const port = Number(new URL(address).port);
    const fault = await new Promise((resolve) =>
      thief.once('error', resolve).listen({ host: '::1', port, exclusive: true }, () => resolve(null)),
    );
    thief.close();
    expect(fault).toMatchObject({ code: 'EADDRINUSE' });
  });
});
