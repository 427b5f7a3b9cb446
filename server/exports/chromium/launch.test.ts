import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import type { LocatedChromium } from './choose-browser.ts';
import {
  countDarkPixels,
  locateTestChromium,
  skipBecause,
  testCacheFolder,
} from './chromium.test-support.ts';
import { launchChromium } from './launch.ts';
import { descendantsOf } from './process-tree.ts';

const pageUrl = new URL('fixtures/page.html', import.meta.url).href;

let located: LocatedChromium;
beforeAll(async () => {
  located = await locateTestChromium();
});

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function launch(options?: Parameters<typeof launchChromium>[1]): Promise<Browser> {
  const browser = await launchChromium(located, options);
  cleanUps.push(() => browser.close());
  return browser;
}

describe('a page from a file', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(located);
  });
  afterAll(() => browser?.close());

  test('is rendered: its text is there and its picture is not blank', async () => {
    const page = await browser.newPage();
    await page.goto(pageUrl);
    expect(await page.evaluate('document.body.innerText')).toBe(
      'Offline documentation\n\nVisible glyphs: bold, italic, monospace.',
    );
    expect(countDarkPixels(await page.screenshot())).toBeGreaterThan(1000);
  });

  test('gives the same picture, byte for byte, from one browser and the next', async () => {
    const pictures: string[] = [];
    for (const one of [browser, await launch()]) {
      const page = await one.newPage();
      await page.goto(pageUrl);
      pictures.push(await page.screenshot({ encoding: 'base64' }));
    }
    expect(pictures[0]).toBe(pictures[1]);
  });

  test('sees the same language, time zone and screen everywhere', async () => {
    const page = await browser.newPage();
    await page.goto(pageUrl);
    expect(
      await page.evaluate(
        '[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, devicePixelRatio, !!document.createElement("canvas").getContext("webgl")]',
      ),
    ).toEqual(['en-US', 'UTC', 1, false]);
  });
});

describe('the network', () => {
  test('is closed but for the allowed host and port, by every way out that a page has', async () => {
    const allowed = await listen();
    const forbidden = await listen();
    const browser = await launch({ allowedHosts: [allowed.host] });
    const page = await browser.newPage();
    await page.goto(`http://${allowed.host}/start`);
    const outcome = await page.evaluate(tryEveryWayOut, allowed.host, forbidden.host);

    expect(allowed.requests).toEqual(['/start', '/fetch', '/to-forbidden']);
    expect(forbidden.requests).toEqual([]);
    expect(forbidden.datagrams()).toBe(0);
    expect(outcome).toEqual({
      allowed: 'reached',
      redirected: 'failed',
      forbidden: 'failed',
      localhost: 'failed',
      loopbackAlias: 'failed',
      loopbackIpv6: 'failed',
      name: 'failed',
      webSocket: 'failed',
      webTransport: 'failed',
      iceCandidates: 0,
    });

    const navigation = page.goto(`http://${forbidden.host}/`);
    await expect(navigation).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    expect(forbidden.requests).toEqual([]);
  });

  test('is reached from a page of file: at the allowed port only', async () => {
    const allowed = await listen();
    const forbidden = await listen();
    const page = await (await launch({ allowedHosts: [allowed.host] })).newPage();
    await page.goto(pageUrl);
    const loadImage = `(url) => new Promise((resolve) => {
      const image = new Image();
      image.onload = image.onerror = resolve;
      image.src = url;
    })`;
    for (const host of [allowed.host, forbidden.host]) {
      await page.evaluate(`(${loadImage})('http://${host}/image')`);
    }
    expect(allowed.requests).toEqual(['/image']);
    expect(forbidden.requests).toEqual([]);
  });

  test('is closed altogether unless told', async () => {
    const server = await listen();
    const page = await (await launch()).newPage();
    await expect(page.goto(`http://${server.host}/`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    await expect(page.goto('https://example.com/')).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    expect(server.requests).toEqual([]);
  });

  test.runIf(isFullRun)('opens for a host name as well, with any port where none is given', async () => {
    const server = await listen();
    const { port } = new URL(`http://${server.host}`);
    const page = await (await launch({ allowedHosts: ['docs.localhost'] })).newPage();
    expect((await page.goto(`http://docs.localhost:${port}/`))?.status()).toBe(200);
    await expect(page.goto(`http://other.localhost:${port}/`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
  });

  test.runIf(isFullRun)('opens for an IPv6 address', async ({ skip }) => {
    if (
      !Object.values(networkInterfaces()).some((addresses) =>
        addresses?.some(({ address }) => address === '::1'),
      )
    ) {
      skipBecause(skip, 'this machine has no IPv6');
    }
    const { port } = new URL(`http://${(await listen()).host}`);
    const page = await (await launch({ allowedHosts: [`[::1]:${port}`] })).newPage();
    expect((await page.goto(`http://[::1]:${port}/`))?.status()).toBe(200);
    await expect(page.goto(`http://127.0.0.1:${port}/`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
  });

  test('does not bring downloads to the disk', async () => {
    const server = await listen((_request, response) => {
      response.setHeader('content-disposition', 'attachment; filename=offprint-download.txt');
      response.end('downloaded');
    });
    const browser = await launch({ allowedHosts: [server.host] });
    const page = await browser.newPage();
    await expect(page.goto(`http://${server.host}/file`)).rejects.toThrow('ERR_ABORTED');
    const profile = profileOf(browser);
    const files = await readdir(profile, { recursive: true });
    expect(files.filter((name) => /download\.txt|crdownload/.test(name))).toEqual([]);
  });
});

describe('the process', () => {
  test('gets nothing of our environment but the path, keeps its sandbox except for root, and listens on no port', async ({
    skip,
  }) => {
    if (process.platform !== 'linux') skipBecause(skip, 'the environment of a process is read from /proc');
    vi.stubEnv('OFFPRINT_SECRET', 'secret');
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const browser = await launch();
    vi.unstubAllEnvs();
    const environment = (await readFile(`/proc/${browser.process()?.pid}/environ`, 'utf8')).split('\0');
    const names = environment.filter((line) => line !== '').map((line) => line.split('=')[0]);
    const allowed = ['FONTCONFIG_FILE', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'PATH', 'TMPDIR', 'TZ'];
    expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
    expect(environment).toContain(`HOME=${profileOf(browser)}`);
    expect(environment).toContain('TZ=UTC');
    const line = (await readFile(`/proc/${browser.process()?.pid}/cmdline`, 'utf8')).split('\0');
    expect(line.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
    expect(line.filter((argument) => argument.startsWith('--remote-debugging-port'))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'is in our session: another would have a share of its own',
    async () => {
      const browser = await launch();
      const sessionOf = async (pid: number | undefined) =>
        (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/.*\) /s, '').split(' ')[3];
      expect(await sessionOf(browser.process()?.pid)).toBe(await sessionOf(process.pid));
    },
  );

  test('and its profile are gone when close() returns', async () => {
    const browser = await launch();
    await (await browser.newPage()).goto(pageUrl);
    const [profile, tree] = [profileOf(browser), treeOf(browser)];
    expect(existsSync(profile)).toBe(true);
    if (process.platform === 'linux') expect(tree.length).toBeGreaterThan(1);
    await browser.close();
    expect(existsSync(profile)).toBe(false);
    expect(await living(tree)).toEqual([]);
  });

  test.runIf(isFullRun)('closes although a page computes without end', async () => {
    const browser = await launch();
    const page = await browser.newPage();
    page.evaluate('for (;;) {}').catch(() => {});
    const tree = treeOf(browser);
    await browser.close();
    expect(await living(tree)).toEqual([]);
  });

  test('closes twice without complaint, and after a disconnect', async () => {
    const browser = await launch();
    const tree = treeOf(browser);
    await browser.disconnect();
    await browser.close();
    await browser.close();
    expect(await living(tree)).toEqual([]);
  });

  test('uses and keeps a profile folder that it is given', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'offprint-test-'));
    cleanUps.push(() => rm(profileFolder, { recursive: true, force: true }));
    const browser = await launch({ profileFolder });
    expect(profileOf(browser)).toBe(profileFolder);
    await browser.close();
    expect(existsSync(profileFolder)).toBe(true);
  });

  test('takes its profile with it when it crashes', async () => {
    const browser = await launch();
    const [profile, tree] = [profileOf(browser), treeOf(browser)];
    browser.process()?.kill('SIGKILL');
    await browser.close();
    expect(browser.connected).toBe(false);
    expect(existsSync(profile)).toBe(false);
    expect(await living(tree)).toEqual([]);
  });

  test('dies when its signal is aborted, although a page computes without end', async () => {
    const controller = new AbortController();
    const browser = await launch({ signal: controller.signal });
    const page = await browser.newPage();
    const navigation = page.evaluate('for (;;) {}');
    const failed = expect(navigation).rejects.toThrow();
    const tree = treeOf(browser);
    controller.abort();
    await failed;
    await browser.close();
    expect(existsSync(profileOf(browser))).toBe(false);
    expect(await living(tree)).toEqual([]);
  });

  test('is not left over by an aborted launch', async () => {
    const reason = new Error('the user changed their mind');
    await expect(launchChromium(located, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const profileFolder = await mkdtemp(join(tmpdir(), 'offprint-test-'));
    cleanUps.push(() => rm(profileFolder, { recursive: true, force: true }));
    const controller = new AbortController();
    const launching = launchChromium(located, { profileFolder, signal: controller.signal });
    controller.abort(reason);
    await expect(launching).rejects.toBe(reason);
    expect(await processesWithArgument(`--user-data-dir=${profileFolder}`)).toEqual([]);
  });

  test('dies with us, even by kill -9 while a page computes without end', async ({ skip }) => {
    if (process.platform !== 'linux') skipBecause(skip, 'processes are listed from /proc');
    const script = new URL('fixtures/launch-and-stay.ts', import.meta.url).pathname;
    const parent = spawn(process.execPath, [script, testCacheFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUps.push(async () => parent.kill('SIGKILL'));
    const [line] = await once(createInterface(parent.stdout), 'line');
    const { pid, profile } = JSON.parse(line);
    cleanUps.push(() => rm(profile, { recursive: true, force: true }));
    const tree = [pid, ...descendantsOf(pid)];
    expect(tree.length).toBeGreaterThan(1);

    parent.kill('SIGKILL');
    await vi.waitUntil(async () => (await living(tree)).length === 0, { timeout: 60_000 });
    // The next launch finds the profile of a dead process and removes it.
    await launch();
    expect(existsSync(profile)).toBe(false);
  });
});

/** Runs in the page. Every entry of the result is "reached" or "failed". */
async function tryEveryWayOut(allowed: string, forbidden: string) {
  const port = forbidden.split(':')[1];
  const tryFetch = (url: string) =>
    fetch(url, { mode: 'no-cors' }).then(
      () => 'reached',
      () => 'failed',
    );
  const scope = globalThis as unknown as {
    WebSocket: new (url: string) => { onopen: () => void; onerror: () => void };
    WebTransport?: new (url: string) => { ready: Promise<void>; closed: Promise<void> };
    navigator: { sendBeacon: (url: string) => boolean };
    RTCPeerConnection: new (
      options: object,
    ) => {
      createDataChannel: (name: string) => void;
      createOffer: () => Promise<unknown>;
      setLocalDescription: (offer: unknown) => Promise<void>;
      onicecandidate: (event: { candidate: unknown }) => void;
    };
  };
  const viaWebSocket = () =>
    new Promise((resolve) => {
      const socket = new scope.WebSocket(`ws://${forbidden}/socket`);
      socket.onopen = () => resolve('reached');
      socket.onerror = () => resolve('failed');
    });
  const viaWebTransport = async () => {
    if (!scope.WebTransport) return 'failed'; // not available if the page is not a secure context
    const transport = new scope.WebTransport(`https://${forbidden}/transport`);
    transport.closed.catch(() => {});
    return transport.ready.then(
      () => 'reached',
      () => 'failed',
    );
  };
  const countIceCandidates = async () => {
    const turn = { username: 'user', credential: 'password' };
    const connection = new scope.RTCPeerConnection({
      iceServers: [
        { urls: `stun:${forbidden}` },
        { urls: `turn:${forbidden}?transport=udp`, ...turn },
        { urls: `turn:${forbidden}?transport=tcp`, ...turn },
      ],
    });
    connection.createDataChannel('data');
    let count = 0;
    const gathered = new Promise<void>((resolve) => {
      connection.onicecandidate = ({ candidate }) => {
        if (candidate) count += 1;
        else resolve();
      };
    });
    await connection.setLocalDescription(await connection.createOffer());
    // Without any network, it keeps looking for one.
    await Promise.race([gathered, new Promise((resolve) => setTimeout(resolve, 5000))]);
    return count;
  };
  scope.navigator.sendBeacon(`http://${forbidden}/beacon`);
  return {
    allowed: await tryFetch(`http://${allowed}/fetch`),
    redirected: await tryFetch(`http://${allowed}/to-forbidden?${forbidden}`),
    forbidden: await tryFetch(`http://${forbidden}/`),
    localhost: await tryFetch(`http://localhost:${port}/`),
    loopbackAlias: await tryFetch(`http://127.0.0.2:${port}/`),
    loopbackIpv6: await tryFetch(`http://[::1]:${port}/`),
    name: await tryFetch('https://example.com/'),
    webSocket: await viaWebSocket(),
    webTransport: await viaWebTransport(),
    iceCandidates: await countIceCandidates(),
  };
}

/** Starts a web server and, at the same port, a UDP socket; both record who contacted them. */
async function listen(answer?: RequestListener) {
  const requests: string[] = [];
  const remember = (request: IncomingMessage) => requests.push((request.url ?? '').split('?')[0] ?? '');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://server');
    if (url.pathname === '/favicon.ico') return response.writeHead(404).end();
    remember(request);
    if (answer) return answer(request, response);
    if (url.pathname === '/to-forbidden') {
      return response.writeHead(302, { location: `http://${url.search.slice(1)}/redirected` }).end();
    }
    response.setHeader('content-type', 'text/html').end('<p>hello');
  });
  server.on('upgrade', (request, socket) => {
    remember(request);
    socket.destroy();
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = createSocket('udp4');
  let datagrams = 0;
  socket.on('message', () => {
    datagrams += 1;
  });
  socket.bind(port);
  await once(socket, 'listening');
  cleanUps.push(async () => {
    socket.close();
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${port}`, requests, datagrams: () => datagrams };
}

function profileOf(browser: Browser): string {
  const argument = browser.process()?.spawnargs.find((arg) => arg.startsWith('--user-data-dir='));
  return argument?.slice('--user-data-dir='.length) ?? '';
}

/** Returns the browser's process and its descendants so far; none if they cannot be listed. */
function treeOf(browser: Browser): number[] {
  const pid = browser.process()?.pid ?? Number.NaN;
  return process.platform === 'linux' ? [pid, ...descendantsOf(pid)] : [];
}

/**
 * Returns which of the processes are alive. Excludes zombies, which only wait for their parent to reap them, and
 * processes that the kernel is tearing down: their pipes are closed shortly before they become zombies.
 */
async function living(pids: readonly number[]): Promise<number[]> {
  return listProcesses(async (pid) => {
    if (!pids.includes(Number(pid))) return false;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8'); // proc(5): pid (name) state …, the ninth field is flags
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return !'ZX'.includes(state) && (Number(fields[5]) & PF_EXITING) === 0;
  });
}

/** include/linux/sched.h */
const PF_EXITING = 0x4;

async function processesWithArgument(argument: string): Promise<number[]> {
  return listProcesses(async (pid) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(argument));
}

async function listProcesses(isWanted: (pid: string) => Promise<boolean>): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const wanted: number[] = [];
  for (const pid of pids) if (await isWanted(pid).catch(() => false)) wanted.push(Number(pid));
  return wanted;
}
