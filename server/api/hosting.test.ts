import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { temporaryFolder, writeBundle } from '../bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../bundles/ed25519.ts';
import { signBundle } from '../bundles/sign-bundle.ts';
import { newSigningKey } from '../bundles/signing.test-support.ts';
import { startServer, type TestServer } from './test-support.ts';
import type { HostedSite, HostedSiteList, ReceivedBundle } from './wire.types.ts';

/** Covers hosted sites with real bundles and real sockets. */

const HOSTING = '/v1/hosting';
let server: TestServer;
let folder: string;
/** Two versions of one site, and one version of another. */
let one: string;
let two: string;
let other: string;

async function bundle(version: string, domain = 'docs.example.com'): Promise<string> {
  const file = path.join(folder, `${domain}-${version}.zip`);
  const words = `Words of ${version}. `.repeat(200);
  await writeBundle(file, { 'index.html': `<!doctype html><title>${version}</title><p>${words}` }, 'zip', {
    version,
    domain,
  });
  return file;
}

beforeAll(async () => {
  folder = temporaryFolder();
  one = await bundle('1');
  two = await bundle('2');
  other = await bundle('1', 'other.example.com');
  server = await startServer();
});

async function call<T = HostedSite>(method: string, target: string, body?: object, to = server): Promise<T> {
  const answer = await to.owner.call(method, HOSTING + target, body ? { body } : {});
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.error}`);
  return answer.body as T;
}

async function settled(siteId: string, to = server): Promise<HostedSite> {
  let site: HostedSite | undefined;
  await expect
    .poll(async () => {
      const now = await call('GET', `/${siteId}`, undefined, to);
      site = now;
      return [now.activity, now.status === 'starting'];
    })
    .toEqual(['idle', false]);
  return site as HostedSite;
}

async function added(body: object, to = server): Promise<HostedSite> {
  return settled((await call('POST', '', body, to)).siteId, to);
}

async function shown({ url }: HostedSite): Promise<string> {
  const text = await (await fetch(url ?? '')).text();
  return /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text;
}

describe('a hosted site', () => {
  it('is served, gets another version, returns to the one before, stops and starts where it was', async () => {
    const site = await added({ path: one });
    expect(site).toMatchObject({
      name: 'docs.example.com-1',
      address: '127.0.0.1',
      keep: 3,
      status: 'serving',
      error: null,
      versions: [{ version: '1', domain: 'docs.example.com', isActive: true, pageCount: 2 }],
    });
    expect(await shown(site)).toBe('1');
    const { siteId } = site;

    await call('POST', `/${siteId}/versions`, { path: two });
    expect((await settled(siteId)).versions).toMatchObject([
      { version: '2', isActive: true },
      { version: '1', isActive: false },
    ]);
    expect(await shown(site)).toBe('2');
    expect(await call('POST', `/${siteId}/rollback`)).toMatchObject({
      error: null,
      versions: [
        { version: '2', isActive: false },
        { version: '1', isActive: true },
      ],
    });
    expect(await shown(site)).toBe('1');

    expect(await call('POST', `/${siteId}/stop`)).toMatchObject({ status: 'stopped', url: null });
    await expect(fetch(site.url ?? '')).rejects.toThrow();
    await expect(call('POST', `/${siteId}/rollback`)).rejects.toThrow(/409 .* is stopped\. Start/);
    await expect(call('POST', `/${siteId}/versions`, { path: two })).rejects.toThrow(
      /409 .* is stopped\. Start/,
    );
    expect(await call('PATCH', `/${siteId}`, { name: 'Docs' })).toMatchObject({ name: 'Docs' });
    await call('POST', `/${siteId}/start`);
    const again = await settled(siteId);
    expect([again.url, await shown(again)]).toEqual([site.url, '1']);
    await expect(call('PATCH', `/${siteId}`, { port: 1 })).rejects.toThrow(
      /409 .* is running\. Stop it before you change it/,
    );

    await call('DELETE', `/${siteId}`);
    await expect(call('GET', `/${siteId}`)).rejects.toThrow(/404/);
    expect(fs.existsSync(path.join(server.dataFolder, 'hosting', siteId))).toBe(false);
  });

  it('takes a bundle that was received once somebody accepted it, and the job that it became', async () => {
    const { receivedId } = (await server.owner.call('POST', '/v1/received', { body: { path: one } }))
      .body as ReceivedBundle;
    const received = `/v1/received/${receivedId}`;
    await expect
      .poll(async () => ((await server.owner.call('GET', received)).body as ReceivedBundle).status)
      .toBe('waiting');
    await expect(call('POST', '', { receivedId })).rejects.toThrow(/409 .* accept it as unsigned/);
    await server.owner.call('POST', `${received}/accept`, { body: { as: 'unsigned' } });
    const site = await added({ receivedId });
    expect([site.name, await shown(site)]).toEqual(['docs.example.com', '1']);
    const { jobId } = (await server.owner.call('POST', `${received}/keep`)).body as ReceivedBundle;
    const ofJob = await added({ jobId, name: 'The job' });
    expect(await shown(ofJob)).toBe('1');
    for (const { siteId } of [site, ofJob]) await call('DELETE', `/${siteId}`);
  });

  it('is refused where somebody else listens, with a name that is taken, and without a bundle', async () => {
    const taken = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(call('POST', '', { path: one, port })).rejects.toThrow(
      `400 127.0.0.1 port ${port} cannot be used (another program is using it). Choose another port`,
    );
    taken.close();
    await expect(call('POST', '', { path: one, address: '192.0.2.7' })).rejects.toThrow(
      /400 .*no such address/,
    );
    await expect(call('POST', '', { path: path.join(folder, 'none.zip') })).rejects.toThrow(
      /400 There is no/,
    );
    await expect(call('POST', '', {})).rejects.toThrow(
      /400 .*it must have exactly one of jobId, receivedId and path/,
    );
    await expect(call('POST', '', { jobId: 'se_0000000000000000' })).rejects.toThrow(/404/);
    expect(await call<HostedSiteList>('GET', '')).toEqual({ sites: [] });
    const { siteId } = await added({ path: one, name: 'Docs' });
    await expect(call('POST', '', { path: two, name: 'Docs' })).rejects.toThrow(
      /409 There is already a hosted site named Docs/,
    );
    await call('DELETE', `/${siteId}`);
  });

  it('is opened to the network by the owner, and by keys where the operator says so', async () => {
    const key = server.keys.admin;
    const ask = async (address: string) => {
      const body = { path: one, name: address, address };
      const { status, error } = await server.call('POST', HOSTING, { key, body });
      return `${status} ${error}`;
    };
    expect(await ask('0.0.0.0')).toMatch(/^403 .* hostingAddresses/);
    await server.owner.call('PATCH', '/v1/settings', { body: { hostingAddresses: ['0.0.0.0'] } });
    expect(await ask('0.0.0.0')).toMatch(/^403 .* directoryRoots/);
    expect((await server.call('POST', HOSTING, { key: server.keys.write, body: { path: one } })).status).toBe(
      403,
    );
    expect((await server.call('GET', HOSTING, { key: server.keys.read })).status).toBe(200);
  });

  it('keeps what it serves when a bundle is damaged, unsigned or of another site, and says why', async () => {
    const key = newSigningKey();
    const site = await added({ path: one, name: 'Docs' });
    const cut = path.join(folder, 'cut.zip');
    fs.writeFileSync(cut, fs.readFileSync(two).subarray(0, -100));
    const empty = path.join(folder, 'empty.zip');
    fs.writeFileSync(empty, '');
    const given = async (file: string): Promise<HostedSite> => {
      await call('POST', `/${site.siteId}/versions`, { path: file });
      return settled(site.siteId);
    };
    for (const [file, code, error] of firstOf(2, [
      [cut, 'integrity', /is incomplete/],
      [other, 'conflict', /contains other\.example\.com, but this site is docs\.example\.com/],
      [empty, 'integrity', /neither a zip nor a tar\.gz/],
    ] as const)) {
      expect(await given(file)).toMatchObject({
        status: 'serving',
        errorCode: code,
        error: expect.stringMatching(error),
      });
      expect(await shown(site)).toBe('1');
    }
    // From here on the server takes no unsigned bundle.
    await server.owner.call('POST', '/v1/trust/keys', {
      body: { name: 'Docs', publicKey: publicKeyOfSigner(key) },
    });
    expect(await given(two)).toMatchObject({
      errorCode: 'integrity',
      error: expect.stringMatching(/not signed/),
    });
    const signed = path.join(folder, 'signed.zip');
    fs.copyFileSync(two, signed);
    await signBundle(signed, key, new AbortController().signal);
    expect(await given(signed)).toMatchObject({
      errorCode: null,
      versions: [{ version: '2', isActive: true }, {}],
    });
  });
});

it.runIf(isFullRun)(
  'sites that were served are served again after a restart, and those that were stopped are not',
  async () => {
    const first = await startServer();
    const running = await added({ path: one, name: 'Running' }, first);
    await call('POST', `/${running.siteId}/versions`, { path: two }, first);
    await settled(running.siteId, first);
    await call('POST', `/${running.siteId}/rollback`, undefined, first);
    const stopped = await added({ path: other, name: 'Stopped' }, first);
    await call('POST', `/${stopped.siteId}/stop`, undefined, first);
    const blocked = await added({ path: other, name: 'Blocked' }, first);
    await first.stop();
    const port = Number(new URL(blocked.url ?? '').port);
    const program = http.createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => program.once('listening', resolve));

    const second = await startServer({ dataFolder: first.dataFolder, keys: first.keys });
    await expect
      .poll(async () => {
        const { sites } = await call<HostedSiteList>('GET', '', undefined, second);
        return sites.map(({ name, status, errorCode }) => [name, status, errorCode]);
      })
      .toEqual([
        ['Blocked', 'failed', 'usage'],
        ['Running', 'serving', null],
        ['Stopped', 'stopped', null],
      ]);
    expect(await shown(running)).toBe('1');
    await new Promise((resolve) => program.close(resolve));
    await call('POST', `/${blocked.siteId}/start`, undefined, second);
    expect(await shown(await settled(blocked.siteId, second))).toBe('1');
  },
);
