import { beforeAll, describe, expect, it } from 'vitest';
import { readStore, temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { type Answer, startServer, type TestServer } from './api/test-support.ts';
import { serverSettings } from './settings.ts';
import { settingsOf } from './settings-precedence.ts';
import { openForWriting } from './store/database.ts';
import { changeSettings } from './store/settings.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

const patch = (body: unknown): Promise<Answer> => server.owner.call('PATCH', '/v1/settings', { body });
const get = async (): Promise<Record<string, unknown>> =>
  (await server.owner.call('GET', '/v1/settings')).body as Record<string, unknown>;

describe('the settings of the server', () => {
  it('stand at their defaults', async () => {
    expect(await get()).toEqual(serverSettings.parse({}));
    expect(await get()).toMatchObject({
      host: '127.0.0.1',
      port: 4750,
      exportConcurrency: 2,
      exportStartsPerHour: 0,
      linkLifetimeSeconds: 3600,
      queuePaused: false,
    });
  });

  it('are changed by name, kept, and taken back by null', async () => {
    expect((await patch({ exportConcurrency: 3, linkLifetimeSeconds: 60 })).body).toMatchObject({
      exportConcurrency: 3,
      linkLifetimeSeconds: 60,
    });
    expect((await patch({ linkLifetimeSeconds: null })).body).toMatchObject({
      exportConcurrency: 3,
      linkLifetimeSeconds: 3600,
    });
    const kept = readStore(server.dataFolder, (store) =>
      store.prepare('SELECT name FROM settings').pluck().all(),
    );
    expect(kept).toEqual(['exportConcurrency']);
    expect((await patch({ exportConcurrency: null })).body).toEqual(serverSettings.parse({}));
  });

  it('take hosts with and without a port, and addresses', async () => {
    const hosts = ['docs.example', 'Proxy.example:8443', '10.0.0.5', '[::1]:4750', '::1'];
    expect((await patch({ allowedHosts: hosts })).body).toMatchObject({ allowedHosts: hosts });
    await patch({ allowedHosts: null });
  });

  it('are left as they are by an empty change', async () => {
    expect(await patch({})).toMatchObject({ status: 200, body: await get() });
  });

  it.each([
    [{ port: 65_536 }, '"port"'],
    [{ port: '4750' }, '"port"'],
    [{ host: '' }, '"host"'],
    [{ publicUrl: 'docs.example' }, '"publicUrl"'],
    [{ publicUrl: 'ftp://docs.example' }, '"publicUrl"'],
    [{ publicUrl: 'javascript:alert(1)' }, '"publicUrl"'],
    [{ publicUrl: 'https://docs.example/a b' }, '"publicUrl"'],
    [{ publicUrl: 'https://docs.example/%zz' }, '"publicUrl"'],
    [{ publicUrl: 'https://docs.example/?a' }, '"publicUrl"'],
    [{ publicUrl: 'https://me@docs.example/' }, '"publicUrl"'],
    [{ exportConcurrency: 0 }, '"exportConcurrency"'],
    [{ exportConcurrency: 17 }, '"exportConcurrency"'],
    [{ exportStartsPerHour: -1 }, '"exportStartsPerHour"'],
    [{ linkLifetimeSeconds: 0 }, '"linkLifetimeSeconds"'],
    [{ linkLifetimeSeconds: 7 * 86_400 + 1 }, '"linkLifetimeSeconds"'],
    [{ queuePaused: 'yes' }, '"queuePaused"'],
    [{ directoryRoots: '/srv' }, '"directoryRoots"'],
    [{ directoryRoots: [''] }, '"directoryRoots.0"'],
    [{ allowedHosts: ['docs.example', 'https://docs.example'] }, '"allowedHosts.1"'],
    [{ originHosts: ['docs.example/'] }, '"originHosts.0"'],
    [{ targetHosts: ['me@files.example'] }, '"targetHosts.0"'],
    [{ hostingAddresses: ['10.0.0.1 10.0.0.2'] }, '"hostingAddresses.0"'],
    [{ colour: 'red' }, '"colour"'],
    [{ queuePaused: true, port: -1 }, '"port"'],
  ])('refuse %j, whole', async (body, named) => {
    const before = await get();
    const { status, error } = await patch(body);
    expect(status).toBe(400);
    expect(error).toContain(named);
    expect(await get()).toEqual(before);
  });

  it('are for the scope admin', async () => {
    for (const key of [server.keys.read, server.keys.write]) {
      expect((await server.call('GET', '/v1/settings', { key })).status).toBe(403);
      expect((await server.call('PATCH', '/v1/settings', { key, body: {} })).status).toBe(403);
    }
    expect((await server.call('GET', '/v1/settings', { key: server.keys.admin })).status).toBe(200);
  });

  it('of an older or newer Offprint that are not valid here are left out, the others hold', () => {
    const store = openForWriting(temporaryFolder('data'));
    changeSettings(store, { port: 99_999, exportConcurrency: 5, ofAnotherVersion: true });
    expect(settingsOf(store)).toEqual({ ...serverSettings.parse({}), exportConcurrency: 5 });
    store.close();
  });
});
