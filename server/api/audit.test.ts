import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { publicKeyOfSigner } from '../bundles/ed25519.ts';
import { newSigningKey } from '../bundles/signing.test-support.ts';
import { bundleOf, siteOf } from '../publications/publishing.test-support.ts';
import { makeProject, makeSecretFile, startServer, type TestServer } from './test-support.ts';
import type { AuditTrail, Publication, ReceivedBundle, Target, TrustedKey } from './wire.types.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ secretFile: makeSecretFile() });
});

async function asOwner<T>(method: string, target: string, body?: object): Promise<T> {
  const answer = await server.owner.call(method, target, { body });
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.error}`);
  return answer.body as T;
}

async function asAdmin<T>(method: string, target: string, body?: object): Promise<T> {
  const answer = await server.call(method, target, { body, key: server.keys.admin });
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.error}`);
  return answer.body as T;
}

async function ended<T extends { status: string }>(target: string, pending: readonly string[]): Promise<T> {
  let found: T | undefined;
  await expect
    .poll(async () => {
      found = await asOwner<T>('GET', target);
      return pending.includes(found.status);
    })
    .toBe(false);
  return found as T;
}

it('lists who changed keys and targets, published, received and decided, page by page', async () => {
  await asOwner('POST', '/v1/trust/key');
  await asAdmin('POST', '/v1/trust/key/rotate');
  const publicKey = publicKeyOfSigner(newSigningKey());
  const key = await asAdmin<TrustedKey>('POST', '/v1/trust/keys', { name: 'Partner', publicKey });
  const place = `/v1/trust/keys/${key.fingerprint}`;
  await asAdmin('PATCH', place, { name: 'Partner, Berlin' });
  await asOwner('POST', `${place}/revoke`, { reason: 'Stolen.' });
  await asOwner('DELETE', place);
  const settings = { kind: 'folder', path: temporaryFolder('cdn') };
  const { targetId } = await asOwner<Target>('POST', '/v1/targets', { name: 'cdn', settings });
  const { projectId } = await makeProject(server);
  await asAdmin('PATCH', `/v1/projects/${projectId}`, { publishTo: [targetId] });
  await asAdmin('PATCH', `/v1/projects/${projectId}`, { name: 'Renamed' });
  const file = await bundleOf(temporaryFolder('bundles'), '1.0', siteOf('1.0'));
  const { publicationId } = await asOwner<Publication>('POST', '/v1/publications', { targetId, path: file });
  const published = await ended<Publication>(`/v1/publications/${publicationId}`, ['queued', 'running']);
  const { receivedId } = await asOwner<ReceivedBundle>('POST', '/v1/received', { path: file });
  await ended(`/v1/received/${receivedId}`, ['receiving']);
  await asAdmin('POST', `/v1/received/${receivedId}/discard`);
  await asOwner('PATCH', `/v1/targets/${targetId}`, { keep: 3 });
  await asAdmin('DELETE', `/v1/targets/${targetId}`);

  const entries: AuditTrail['entries'] = [];
  for (let cursor = ''; ; ) {
    const { body } = await server.call('GET', `/v1/audit?limit=4${cursor && `&cursor=${cursor}`}`);
    const page = body as AuditTrail;
    entries.push(...page.entries);
    if (page.nextCursor === null) break;
    cursor = encodeURIComponent(page.nextCursor);
  }
  expect(entries.map(({ action, by, subject }) => [action, by, subject]).reverse()).toEqual([
    ...['read', 'write', 'admin'].map((name) => ['admin-key-created', 'owner', name]),
    ['key-made', 'owner', 'This installation'],
    ['key-rotated', 'admin', 'This installation'],
    ['key-trusted', 'admin', 'Partner'],
    ['key-renamed', 'admin', 'Partner, Berlin'],
    ['key-revoked', 'owner', 'Partner, Berlin'],
    ['key-removed', 'owner', 'Partner, Berlin'],
    ['target-added', 'owner', 'cdn'],
    ['project-created', 'owner', expect.stringContaining('docs-')],
    ['publish-to-set', 'admin', expect.stringContaining('docs-')],
    ['project-changed', 'admin', expect.stringContaining('docs-')],
    ['project-changed', 'admin', expect.stringContaining('docs-')],
    ['published', 'owner', 'cdn'],
    ['received', 'owner', file],
    ['discarded', 'admin', file],
    ['target-changed', 'owner', 'cdn'],
    ['target-removed', 'admin', 'cdn'],
  ]);
  const of = (action: string) => entries.find((entry) => entry.action === action);
  expect(of('published')).toMatchObject({
    id: publicationId,
    detail: { version: '1.0', digest: published.digest, place: settings.path, status: 'completed' },
  });
  expect(of('key-revoked')?.detail).toEqual({ reason: 'Stolen.' });
  expect(of('publish-to-set')?.detail).toEqual({ before: '', after: targetId });
});

it('is told to whoever may read', async () => {
  expect((await server.call('GET', '/v1/audit', { key: server.keys.read })).status).toBe(200);
});

it('is filtered, and comes as JSON Lines and CSV', async () => {
  await asOwner('POST', '/v1/keys', { name: '=HYPERLINK("x"),', scopes: ['read'] });
  const actions = async (query: string): Promise<string[]> =>
    (await asOwner<AuditTrail>('GET', `/v1/audit?${query}`)).entries.map(({ action }) => action);
  expect(new Set(await actions('by=admin&action=key-rotated'))).toEqual(new Set(['key-rotated']));
  expect(await actions('object=partner&action=key-renamed')).toEqual(['key-renamed']);
  expect(await actions('until=2020-01-01T00:00:00Z')).toEqual([]);
  const lines = await server.call('GET', '/v1/audit?action=key-rotated', {
    headers: { accept: 'application/jsonl' },
  });
  expect(JSON.parse(lines.bytes.toString())).toMatchObject({ action: 'key-rotated', by: 'admin' });
  const csv = await server.call('GET', '/v1/audit?object=hyperlink', { headers: { accept: 'text/csv' } });
  const [head, first] = csv.bytes.toString().split('\r\n');
  expect(head).toBe('at,by,action,subject,id,detail');
  expect(first).toContain(`"'=HYPERLINK(""x""),"`);
});

it('is only added to', async () => {
  const store = new Database(path.join(server.dataFolder, 'offprint.db'));
  expect(() => store.exec("UPDATE audit SET by = 'nobody'")).toThrow('never changed');
  expect(() => store.exec('DELETE FROM audit')).toThrow('never deleted');
  store.close();
});
