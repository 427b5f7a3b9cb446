import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { mountDisk, skipBecause } from '../../test/stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { temporaryFolder } from '../bundles/archive.test-support.ts';
import { signBundle } from '../bundles/sign-bundle.ts';
import { newSigningKey, trustIn } from '../bundles/signing.test-support.ts';
import { splitFile } from '../bundles/split-volumes.ts';
import { writeDelta } from '../bundles/write-delta.ts';
import type { HostOptions } from './host.types.ts';
import { ask, bundleOf, hostOf, type Made, siteOf, sourceOf, type TestHost } from './hosting.test-support.ts';

let one: Made;
let two: Made;
/** State folder of a host that has version 1 and last served version 2. */
let bothVersions: string;

beforeAll(async () => {
  one = await bundleOf('1');
  two = await bundleOf('2', 'tar.gz');
  const host = await hostOf({ bundleUrl: one.file });
  await host.set({ bundleUrl: two.file });
  expect(host.state()).toMatchObject({ version: '2', lastError: null });
  await host.close();
  bothVersions = host.stateFolder;
});

/** @returns a copy of `bothVersions`, for a separate host */
function folderOfBoth(): string {
  const folder = temporaryFolder();
  fs.cpSync(bothVersions, folder, { recursive: true, verbatimSymlinks: true });
  // Versions are ordered by the modification time of their folders, which a copy does not preserve.
  for (const name of fs.readdirSync(path.join(folder, 'releases'))) {
    const { atime, mtime } = fs.statSync(path.join(bothVersions, 'releases', name));
    fs.utimesSync(path.join(folder, 'releases', name), atime, mtime);
  }
  return folder;
}

/** A host that serves version 2 and also has version 1. */
async function hostOfBoth(options: Partial<HostOptions> = {}): Promise<TestHost> {
  const host = await hostOf({}, { stateFolder: folderOfBoth(), ...options });
  expect(host.state()).toMatchObject({ state: 'serving', version: '2', lastError: null });
  return host;
}

/** Folder of a version on a host. */
function releaseOf(version: string, stateFolder: string): string {
  const releases = path.join(stateFolder, 'releases');
  const [name = ''] = fs.readdirSync(releases).filter((each) => each.startsWith(`${version}-`));
  return path.join(releases, name);
}

/** A source of one bundle that responds like Offprint's own: its SHA-256 as ETag, ranges on request. */
function serving(made: () => Made, seen: http.IncomingHttpHeaders[] = []): http.RequestListener {
  return (request, response) => {
    seen.push(request.headers);
    const { file, sha256 } = made();
    const content = fs.readFileSync(file);
    const etag = `"${sha256}"`;
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    if (request.headers['if-none-match']?.includes(etag)) response.writeHead(304, { etag }).end();
    else if (from !== undefined && request.headers['if-range'] === etag) {
      const range = `bytes ${from}-${content.length - 1}/${content.length}`;
      response.writeHead(206, { etag, 'content-range': range }).end(content.subarray(Number(from)));
    } else response.writeHead(200, { etag, 'content-length': content.length }).end(content);
  };
}

describe('a version comes', () => {
  test('from an address, once', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    let made = one;
    const address = await sourceOf(serving(() => made, seen));
    const host = await hostOf({ bundleUrl: `${address}?signature=a` });
    expect(host.state()).toMatchObject({ state: 'serving', version: '1', activity: 'idle', lastError: null });

    await host.set({ bundleUrl: `${address}?signature=b` });
    expect([seen.length, seen[1]?.['if-none-match']]).toEqual([2, expect.stringContaining(one.sha256)]);
    made = two;
    await host.set({});
    expect(host.state().version).toBe('2');
    made = one;
    await host.set({});
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
  });

  test('from volumes, from a folder, from a file address', async () => {
    const [volumes, folder] = [temporaryFolder(), temporaryFolder()];
    await splitFile({ file: one.file, folder: volumes, volumeBytes: 1_000 }, new AbortController().signal);
    fs.copyFileSync(two.file, path.join(folder, 'site.tar.gz'));

    const host = await hostOf({ bundleUrl: volumes });
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
    await host.set({ bundleUrl: folder });
    expect(host.state()).toMatchObject({ version: '2', lastError: null });
    await host.set({ bundleUrl: `file://${one.file}` });
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
  });

  test.runIf(isFullRun)('from the address of volumes, once', async () => {
    const volumes = temporaryFolder();
    await splitFile({ file: one.file, folder: volumes, volumeBytes: 2_000 }, new AbortController().signal);
    const asked: string[] = [];
    const source = await sourceOf((request, response) => {
      const name = path.basename(new URL(request.url ?? '', 'http://source.invalid').pathname);
      asked.push(request.url ?? '');
      const file = path.join(volumes, decodeURIComponent(name));
      if (fs.existsSync(file)) response.end(fs.readFileSync(file));
      else response.writeHead(404).end();
    });
    const names = fs.readdirSync(volumes);
    const descriptor = names.find((name) => name.endsWith('.json')) ?? '';
    const address = new URL(`${descriptor}?signature=a`, source).href;
    const host = await hostOf({ bundleUrl: address });
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
    expect(asked.sort()).toEqual(names.map((name) => `/${name}?signature=a`).sort());
    expect(names.length).toBeGreaterThan(2);
    await host.set({});
    expect(asked).toHaveLength(names.length + 1);
    fs.rmSync(path.join(volumes, names.find((name) => name.endsWith('.002')) ?? ''));
    const without = await hostOf({ bundleUrl: address });
    expect(without.state()).toMatchObject({
      state: 'failed',
      lastError: { code: 'usage', message: expect.stringMatching(/\.002 .*HTTP 404/) },
    });
  });

  test.runIf(isFullRun)('in the other format without being unpacked again', async () => {
    const host = await hostOf({ bundleUrl: one.file });
    await host.set({ bundleUrl: (await bundleOf('1', 'tar.gz')).file });
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
    expect(fs.readdirSync(path.join(host.stateFolder, 'releases'))).toHaveLength(1);
  });

  test('and the last ones stay', async () => {
    const host = await hostOfBoth({ keep: 2 });
    await host.set({ bundleUrl: (await bundleOf('3')).file });
    const kept = fs.readdirSync(path.join(host.stateFolder, 'releases')).map((name) => name.slice(0, 2));
    expect(kept.sort()).toEqual(['2-', '3-']);
  });

  test('after the source broke off, from where it stopped', async () => {
    const ranges: (string | undefined)[] = [];
    const whole = serving(() => one);
    const address = await sourceOf((request, response) => {
      ranges.push(request.headers.range);
      if (ranges.length > 1) whole(request, response);
      else {
        const content = fs.readFileSync(one.file);
        response.writeHead(200, { etag: `"${one.sha256}"`, 'content-length': content.length });
        response.write(content.subarray(0, 700), () => response.destroy());
      }
    });
    const host = await hostOf({ bundleUrl: address }, { pausesMs: [1] });
    expect([host.state().version, ranges]).toEqual(['1', [undefined, 'bytes=700-']]);
  });
});

describe('the version that is served stays, and the state says why, where', () => {
  const gone = 'http://127.0.0.1:1/bundle';
  let host: TestHost;
  beforeAll(async () => {
    host = await hostOfBoth();
  });
  const answering = (status: number, body: string) => () =>
    sourceOf((_request, response) => response.writeHead(status).end(body));
  const content = (change: (bytes: Buffer) => Buffer) => async () => {
    const file = path.join(temporaryFolder(), 'bundle.zip');
    fs.writeFileSync(file, change(fs.readFileSync(one.file)));
    return file;
  };
  const cases: readonly [string, () => Promise<string> | string, string, RegExp][] = [
    ['it is cut off', content((bytes) => bytes.subarray(0, -500)), 'integrity', /is incomplete/],
    [
      'it is altered',
      content((bytes) => Buffer.concat([bytes.subarray(0, 100), Buffer.from('x'), bytes.subarray(101)])),
      'integrity',
      /was not accepted/,
    ],
    ['it is not a bundle', answering(200, '<html>Log in</html>'), 'integrity', /neither a zip nor a tar\.gz/],
    [
      'the link has expired',
      answering(403, '{"error":"This link has expired."}'),
      'forbidden',
      /HTTP 403 \(This link has expired\).*new bundleUrl/,
    ],
    ['the source is down', () => gone, 'unreachable', /127\.0\.0\.1:1 cannot be reached.*ECONNREFUSED/],
    ['the source fails', answering(503, ''), 'unreachable', /HTTP 503/],
    [
      'an object store says so',
      answering(403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'),
      'forbidden',
      /Request has expired/,
    ],
    ['the link is gone', answering(410, ''), 'forbidden', /has expired or is not valid/],
    ['there is nothing', answering(404, ''), 'usage', /HTTP 404\. Check staticExport\.bundleUrl/],
    ['there is no file', () => '/nowhere/site.zip', 'usage', /\/nowhere\/site\.zip does not exist/],
  ];
  it.each(firstOf(6, cases))('%s', async (_name, source, code, message) => {
    await host.set({ bundleUrl: await source() });
    expect(host.state()).toMatchObject({
      state: 'serving',
      version: '2',
      activity: 'idle',
      lastError: { code, message: expect.stringMatching(message) },
    });
    expect((await ask(host.url, '/')).body.toString()).toBe(siteOf('2')['index.html']);
    expect(fs.readdirSync(path.join(host.stateFolder, 'incoming'))).toEqual([]);
  });

  test('the bundle is another version than the pinned one', async () => {
    await host.set({ bundleUrl: (await bundleOf('3')).file, version: '2' });
    expect(host.state()).toMatchObject({
      version: '2',
      pinnedVersion: '2',
      lastError: { code: 'conflict', message: expect.stringMatching(/version 3, but .*\.version is 2/) },
    });
  });

  test('the source says nothing', async () => {
    const host = await hostOfBoth({ patience: { ms: 50, bytes: 1 } });
    await host.set({ bundleUrl: await sourceOf(() => {}) });
    expect(host.state()).toMatchObject({
      version: '2',
      lastError: { code: 'unreachable', message: expect.stringMatching(/was stopped: nothing arrived/) },
    });
  });

  test.runIf(isFullRun)('nobody signed it whose signature counts', async () => {
    const key = newSigningKey();
    const signed = await bundleOf('3');
    await signBundle(signed.file, key, new AbortController().signal);
    const host = await hostOf({ bundleUrl: signed.file }, { trusted: [trustIn(key)] });
    expect(host.state()).toMatchObject({ version: '3', lastError: null });

    await host.set({ bundleUrl: one.file });
    expect(host.state()).toMatchObject({
      version: '3',
      lastError: { code: 'integrity', message: expect.stringMatching(/not signed/) },
    });
    await host.set({ bundleUrl: signed.file }, [trustIn(newSigningKey())]);
    expect(host.state()).toMatchObject({
      version: '3',
      lastError: { message: expect.stringMatching(/but its key is not trusted here/) },
    });
  });

  test.runIf(isFullRun)('the disk is full', async ({ skip }) => {
    const disk = mountDisk(2_600_000);
    if ('why' in disk) skipBecause(skip, disk.why);
    const host = await hostOf({ bundleUrl: one.file }, { stateFolder: disk.folder });
    expect(host.state().version).toBe('1');
    fs.writeFileSync(path.join(disk.folder, 'filler'), Buffer.alloc(900_000));
    await host.set({ bundleUrl: two.file });
    expect(host.state()).toMatchObject({ version: '1', lastError: { code: 'disk-full' } });
    expect((await ask(host.url, '/')).status).toBe(200);
    fs.rmSync(path.join(disk.folder, 'filler'));
    await host.set({});
    expect(host.state()).toMatchObject({ version: '2', lastError: null });
  });
});

test('a delta is refused: nothing here keeps the archive that it was made from', async () => {
  const file = path.join(temporaryFolder(), 'delta.zip');
  await writeDelta(
    { base: one.file, target: (await bundleOf('2')).file, out: file },
    new AbortController().signal,
  );
  const host = await hostOfBoth();
  await host.set({ bundleUrl: file });
  expect(host.state()).toMatchObject({
    version: '2',
    lastError: { code: 'usage', message: expect.stringMatching(/is a delta.*whole bundle/s) },
  });
});

test('a second host of a folder is refused, and disturbs nothing', async () => {
  const host = await hostOfBoth();
  await expect(hostOf({ bundleUrl: two.file }, { stateFolder: host.stateFolder })).rejects.toThrow(
    new RegExp(`${host.stateFolder} is in use by another Offprint process \\(process ${process.pid}\\)`),
  );
  expect((await ask(host.url, '/')).status).toBe(200);
});

test('a version that readers do not get as it should be is taken back after the switch', async () => {
  let stateFolder = '';
  const host = await hostOf(
    { bundleUrl: one.file },
    {
      // A file gets damaged between the switch and its check.
      log: (line) => {
        if (!line.endsWith(' 2')) return;
        fs.truncateSync(path.join(releaseOf('2', stateFolder), 'site', 'index.html'), 10);
      },
    },
  );
  stateFolder = host.stateFolder;
  await host.set({ bundleUrl: two.file });
  expect(host.state()).toMatchObject({
    state: 'serving',
    version: '1',
    lastError: { code: 'integrity', message: expect.stringMatching(/health check .* index\.html/) },
  });
  expect((await ask(host.url, '/')).body.toString()).toBe(siteOf('1')['index.html']);
  expect(fs.readdirSync(path.join(stateFolder, 'releases')).map((name) => name.slice(0, 2))).toEqual(['1-']);
});

test.runIf(isFullRun)('a version that is kept is served again, and stays', async () => {
  const host = await hostOf({ bundleUrl: one.file }, { storage: 'zip' });
  const [name = ''] = fs.readdirSync(path.join(host.stateFolder, 'releases'));
  await host.set({ bundleUrl: two.file });
  await host.serveVersion(name);
  expect(host.state()).toMatchObject({ version: '1', activity: 'idle', lastError: null });
  await expect(host.serveVersion('3-none')).rejects.toThrow('Version 3-none is not stored here');
  await host.close();
  const again = await hostOf({ bundleUrl: '' }, { stateFolder: host.stateFolder });
  expect(again.state()).toMatchObject({ state: 'serving', version: '1', lastError: null });
});

describe('a start', () => {
  test('serves what was served last, and sweeps what a killed process left', async () => {
    const stateFolder = folderOfBoth();
    const left = path.join(stateFolder, 'incoming', 'left', 'release', 'site');
    fs.mkdirSync(left, { recursive: true });

    const host = await hostOf({ bundleUrl: '/nowhere/site.zip' }, { stateFolder });
    expect(host.state()).toMatchObject({ state: 'serving', version: '2', lastError: { code: 'usage' } });
    expect(fs.readdirSync(path.join(stateFolder, 'incoming'))).toEqual([]);
  });

  test.runIf(isFullRun)('serves the pinned version that it has, when its link has expired', async () => {
    const host = await hostOfBoth();
    await host.set({ bundleUrl: '/nowhere/site.zip', version: '1' });
    expect(host.state()).toMatchObject({ version: '1', lastError: { code: 'usage' } });
  });

  test('does not serve what is damaged on the disk, and fetches it again', async () => {
    const stateFolder = folderOfBoth();
    fs.truncateSync(path.join(releaseOf('2', stateFolder), 'site', 'style.css'), 3);

    const host = await hostOf({ bundleUrl: '/nowhere/site.zip' }, { stateFolder });
    expect(host.state().version).toBe('1');
    await host.set({ bundleUrl: two.file });
    expect(host.state()).toMatchObject({ version: '2', lastError: null });
  });

  test.runIf(isFullRun)('rolls back when the health check of a version fails', async () => {
    const host = await hostOfBoth();
    // Version 1 is here, so it is not fetched again, and the health check finds that a file has changed.
    const index = path.join(releaseOf('1', host.stateFolder), 'site', 'index.html');
    fs.writeFileSync(index, fs.readFileSync(index, 'utf8').replace('Start', 'Stars'));
    await host.set({ bundleUrl: one.file });
    expect(host.state()).toMatchObject({
      version: '2',
      lastError: { code: 'integrity', message: expect.stringMatching(/health check .* index\.html/) },
    });
    // The damaged version was removed, so it is fetched again.
    await host.set({});
    expect(host.state()).toMatchObject({ version: '1', lastError: null });
  });

  test('with enabled: false serves nothing, and what it has once it is true', async () => {
    const host = await hostOfBoth();
    await host.set({ enabled: false });
    expect(host.state()).toMatchObject({ state: 'disabled', version: null });
    expect((await ask(host.url, '/')).status).toBe(503);
    await host.set({ enabled: true });
    expect(host.state()).toMatchObject({ state: 'serving', version: '2' });
  });
});

test('stopping finishes what is being answered', async () => {
  const host = await hostOfBoth();
  const { hostname, port } = new URL(host.url);
  const answer = await new Promise<http.IncomingMessage>((resolve) => {
    http.get({ hostname, port, path: '/big.bin', agent: false }, resolve);
  });
  const closing = host.close();
  let sizeBytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) sizeBytes += chunk.length;
  await closing;
  expect(sizeBytes).toBe(600_000);
  await expect(ask(host.url, '/')).rejects.toThrow('ECONNREFUSED');
});
