import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { bundleOf, siteOf } from '../publications/publishing.test-support.ts';
import {
  type Answer,
  completedJob,
  domainOf,
  makeProject,
  makeSecretFile,
  startServer,
  type TestServer,
} from './test-support.ts';
import type { Publication, Target, TargetState } from './wire.types.ts';

const HOST_KEY = `SHA256:${'a'.repeat(43)}`;
const SFTP = { kind: 'sftp', url: 'sftp://files.example:2222/srv', username: 'docs' };
const S3 = { kind: 's3', endpoint: 'https://s3.example', bucket: 'docs', accessKeyId: 'DOCS' };

let server: TestServer;
let folder: string;
let bundle: string;

beforeAll(async () => {
  server = await startServer({ secretFile: makeSecretFile() });
  folder = temporaryFolder('cdn');
  bundle = await bundleOf(temporaryFolder('bundles'), '1.0', siteOf('1.0'));
});

async function addTarget(body: object): Promise<Target> {
  const answer = await server.owner.call('POST', '/v1/targets', { body });
  expect(answer.status, answer.error).toBe(201);
  return answer.body as Target;
}

/** Waits for the end of the publication's event stream. @returns the final state */
async function ended(answer: Answer): Promise<Publication> {
  expect(answer.status, answer.error).toBe(202);
  const { publicationId } = answer.body as Publication;
  const stream = await server.call('GET', `/v1/publications/${publicationId}/events`);
  const events = [...String(stream.body).matchAll(/^event: publication\ndata: (.*)$/gm)];
  return JSON.parse(events.at(-1)?.[1] ?? '') as Publication;
}

type SshServer = Readonly<{ port: number; hostKey: string; users: () => readonly string[] }>;

/** Starts an SSH server that rejects everybody. `users` returns the names that tried to log in. */
async function startSshServer(): Promise<SshServer> {
  const { private: key, public: line } = ssh2.utils.generateKeyPairSync('ed25519');
  const digest = createHash('sha256')
    .update(Buffer.from(line.split(' ')[1] ?? '', 'base64'))
    .digest('base64');
  const users: string[] = [];
  const ssh = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (context) => {
      users.push(context.username);
      context.reject();
    });
  });
  await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
  afterAll(() => ssh.close());
  const { port } = ssh.address() as AddressInfo;
  return { port, hostKey: `SHA256:${digest.replace(/=+$/, '')}`, users: () => users };
}

describe('a publication', () => {
  it('of a job goes to a target and back, and history says who did it', async () => {
    const domain = domainOf(await makeProject(server));
    const first = await completedJob(server, domain, { version: '1' });
    const { targetId } = await addTarget({
      name: 'cdn',
      settings: { kind: 'folder', path: folder },
      shape: 'site',
    });
    const body = { targetId, jobId: first.jobId };
    const one = await ended(await server.call('POST', '/v1/publications', { body }));
    expect(one).toMatchObject({
      status: 'completed',
      stage: 'done',
      progress: 100,
      version: '1',
      domain,
      error: null,
    });
    expect(fs.readlinkSync(path.join(folder, 'current'))).toBe('releases/1');
    const second = await ended(
      await server.call('POST', '/v1/publications', {
        body: { targetId, projectId: first.projectId, version: '2' },
      }),
    );
    expect(second).toMatchObject({ status: 'completed', previous: '1', sentFiles: 0, jobId: first.jobId });
    const back = await ended(await server.call('POST', `/v1/targets/${targetId}/rollback`));
    expect(back).toMatchObject({ status: 'completed', kind: 'rollback', version: '1', previous: '2' });
    const state = await server.call('POST', `/v1/targets/${targetId}/test`);
    expect(state.body as TargetState).toMatchObject({
      current: '1',
      releases: [{ version: '2' }, { version: '1' }],
    });
    expect(((await server.call('GET', `/v1/targets/${targetId}/state`)).body as TargetState).current).toBe(
      '1',
    );
    const history = await server.call('GET', `/v1/publications?targetId=${targetId}`);
    expect((history.body as { publications: Publication[] }).publications).toHaveLength(3);
    const removed = await server.call('DELETE', `/v1/targets/${targetId}`, { key: server.keys.admin });
    expect(removed.status).toBe(204);
    expect((await server.call('GET', `/v1/publications/${one.publicationId}`)).body).toMatchObject({
      targetName: 'cdn',
    });
    expect(fs.readlinkSync(path.join(folder, 'current'))).toBe('releases/1');
  });

  it('that has ended is neither canceled nor, when it was completed, retried', async () => {
    const { targetId } = await addTarget({
      name: 'ended',
      settings: { kind: 'folder', path: temporaryFolder('t') },
    });
    const body = { targetId, path: bundle };
    const { publicationId } = await ended(await server.owner.call('POST', '/v1/publications', { body }));
    for (const what of ['cancel', 'retry']) {
      const refused = await server.call('POST', `/v1/publications/${publicationId}/${what}`);
      expect([refused.status, refused.error]).toEqual([409, expect.stringContaining('is completed')]);
    }
  });

  it('to a folder whose share is not mounted any more is refused, and goes on once it is', async () => {
    const place = temporaryFolder('t');
    const { targetId } = await addTarget({ name: 'share', settings: { kind: 'folder', path: place } });
    const publish = async (file: string): Promise<Publication> =>
      ended(await server.owner.call('POST', '/v1/publications', { body: { targetId, path: file } }));
    await publish(bundle);
    fs.renameSync(place, `${place}.share`);
    fs.mkdirSync(place);
    const newer = await bundleOf(temporaryFolder('bundles'), '2.0', siteOf('2.0'));
    const refused = await publish(newer);
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'target-refused' });
    expect(refused.error).toContain('is probably not mounted');
    expect(fs.readdirSync(place)).toEqual([]);
    fs.rmdirSync(place);
    fs.renameSync(`${place}.share`, place);
    const again = await ended(await server.call('POST', `/v1/publications/${refused.publicationId}/retry`));
    expect(again).toMatchObject({ status: 'completed', previous: '1.0' });
  });

  it('that failed goes on once what was in its way has gone', async () => {
    const place = temporaryFolder('t');
    const { targetId } = await addTarget({ name: 'blocked', settings: { kind: 'folder', path: place } });
    fs.mkdirSync(path.join(place, 'current'));
    const body = { targetId, path: bundle };
    const failed = await ended(await server.owner.call('POST', '/v1/publications', { body }));
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'conflict', stage: 'commit' });
    fs.rmdirSync(path.join(place, 'current'));
    const again = await ended(await server.call('POST', `/v1/publications/${failed.publicationId}/retry`));
    expect(again).toMatchObject({ status: 'completed', errorCode: null, keptFiles: 4 });
  });
});

describe('a target', () => {
  it('never tells its secrets, and keeps them sealed', async () => {
    const password = 'canary-of-the-target';
    const settings = { kind: 'webdav', url: 'http://127.0.0.1:9/', username: 'docs' };
    const made = await addTarget({ name: 'dav', settings, secrets: { password } });
    expect(made.secrets).toEqual(['password']);
    const changed = await server.owner.call('PATCH', `/v1/targets/${made.targetId}`, {
      body: { keep: 2, secrets: { password: `${password}-2` } },
    });
    expect(changed.body).toMatchObject({ keep: 2, secrets: ['password'] });
    const told = await Promise.all(
      ['/v1/targets', `/v1/targets/${made.targetId}`, '/v1/diagnostics'].map(async (place) =>
        JSON.stringify((await server.owner.call('GET', place)).body),
      ),
    );
    expect(told.join('\n')).not.toContain('canary-of-the-target');
    for (const file of ['offprint.db', 'offprint.db-wal'])
      expect(fs.readFileSync(path.join(server.dataFolder, file)).includes(password)).toBe(false);
    const tried = await server.call('POST', `/v1/targets/${made.targetId}/test`);
    expect([tried.status, tried.error]).toEqual([
      502,
      expect.stringContaining('127.0.0.1:9 is not responding'),
    ]);
  });

  it.each([
    [{ kind: 'folder', path: '/' }, 403, /targetRoots/],
    [{ kind: 'webdav', url: 'https://elsewhere.example/' }, 403, /targetHosts/],
    [{ kind: 'drive', label: 'USB' }, 403, /Only the owner/],
    [{ kind: 'webdav', url: 'https://user:secret@dav.example/' }, 400, /password as a secret/],
    [{ kind: 'drive', label: 'USB', path: '/mnt' }, 400, /label or path/],
    [{ kind: 'drive', label: 'USB', folder: '../up' }, 400, /without \.\./],
    [
      SFTP,
      403,
      /host files\.example:2222 .* targetHosts setting\. .*: offprint settings set targetHosts files\.example/,
    ],
    [
      { ...SFTP, hostKey: 'MD5:16:27:ac:a5' },
      400,
      /settings\.hostKey" is not valid: must be the fingerprint as ssh-keygen -lf/,
    ],
    [{ ...SFTP, hostKey: 42 }, 400, /settings\.hostKey" is not valid: .*string/],
    [{ ...SFTP, username: undefined }, 400, /settings\.username" is missing/],
    [{ ...SFTP, url: 'sftp://docs:secret@files.example/srv' }, 400, /the password as a secret/],
    [
      { ...SFTP, url: 'https://files.example/srv' },
      400,
      /settings\.url" is not valid: must be an sftp address/,
    ],
    [S3, 403, /host s3\.example .* targetHosts setting\. .*: offprint settings set targetHosts s3\.example/],
    [{ ...S3, hostKey: HOST_KEY }, 400, /hostKey/],
    [{ ...S3, endpoint: 'https://DOCS:secret@s3.example' }, 400, /the secret key as a secret/],
    [
      { ...S3, endpoint: 's3.example' },
      400,
      /settings\.endpoint" is not valid: must be an http or https address/,
    ],
    [{ ...S3, bucket: 'a/b' }, 400, /settings\.bucket" is not valid: must be a bucket name/],
    [{ ...S3, prefix: '../up' }, 400, /without \.\./],
    [{ ...S3, accessKeyId: 7 }, 400, /settings\.accessKeyId" is not valid: .*string/],
  ])('is refused to a key where the operator has not opened it: %j', async (settings, status, why) => {
    const body = { name: 'refused', settings };
    const answer = await server.call('POST', '/v1/targets', { body, key: server.keys.admin });
    expect([answer.status, answer.error]).toEqual([status, expect.stringMatching(why)]);
  });

  it('on a host that the operator has opened is added by a key, by name or by name and port', async () => {
    const set = (targetHosts: readonly string[]): Promise<Answer> =>
      server.owner.call('PATCH', '/v1/settings', { body: { targetHosts } });
    const add = async (name: string, settings: object): Promise<number> =>
      (await server.call('POST', '/v1/targets', { body: { name, settings }, key: server.keys.admin })).status;
    expect((await set(['files.example', 's3.example:9000'])).status).toBe(200);
    expect(await add('sftp of a key', SFTP)).toBe(201);
    expect(await add('another port', S3)).toBe(403);
    expect(await add('s3 of a key', { ...S3, endpoint: 'http://s3.example:9000' })).toBe(201);
    expect((await set([])).status).toBe(200);
  });

  it('whose host key was changed is sent nothing until the new one is given', async () => {
    const before = await startSshServer();
    const after = await startSshServer();
    const settings = (at: SshServer): object => ({
      kind: 'sftp',
      url: `sftp://127.0.0.1:${at.port}/srv`,
      username: 'docs',
      hostKey: before.hostKey,
    });
    const secrets = { password: 'not taken' };
    const { targetId } = await addTarget({ name: 'changed', settings: settings(after), secrets });
    const publish = async (): Promise<Publication> =>
      ended(await server.owner.call('POST', '/v1/publications', { body: { targetId, path: bundle } }));
    const refused = await publish();
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'target-refused', sentFiles: 0 });
    expect(refused.error).toContain(`has the host key ${after.hostKey} (ssh-ed25519)`);
    expect(refused.error).toContain(`${before.hostKey} was expected`);
    expect(refused.error).toContain(`offprint targets set <target> --host-key ${after.hostKey}`);
    expect(after.users()).toEqual([]);
    const changed = await server.call('PATCH', `/v1/targets/${targetId}`, {
      body: { hostKey: after.hostKey },
      key: server.keys.admin,
    });
    expect(changed.body).toMatchObject({ settings: { hostKey: after.hostKey }, secrets: ['password'] });
    expect((await publish()).error).toContain('does not accept the user name, the password or the key');
    expect(after.users()).toContain('docs');
  });

  it.each([
    [
      { hostKey: 'SHA256:short' },
      400,
      /"hostKey" is not valid: must be the fingerprint as ssh-keygen -lf prints it/,
    ],
    [{ hostKey: null }, 400, /"hostKey" is not valid: .*string/],
    [{ hostKey: HOST_KEY }, 400, /Only SFTP servers have a host key. Do not set one/],
    [{ settings: S3 }, 400, /settings/],
  ])('that is no SFTP server takes no host key: %j', async (body, status, why) => {
    const settings = { kind: 'folder', path: folder };
    const { targetId } = await addTarget({ name: `keyless ${Object.keys(body)} ${why}`, settings });
    const answer = await server.owner.call('PATCH', `/v1/targets/${targetId}`, { body });
    expect([answer.status, answer.error]).toEqual([status, expect.stringMatching(why)]);
  });

  it('does not lie in the data folder, and has a name of its own', async () => {
    const inside = { name: 'inside', settings: { kind: 'folder', path: server.dataFolder } };
    expect((await server.owner.call('POST', '/v1/targets', { body: inside })).error).toContain(
      "Offprint's data folder",
    );
    const body = { name: 'twice', settings: { kind: 'folder', path: folder } };
    await addTarget(body);
    expect((await server.owner.call('POST', '/v1/targets', { body })).status).toBe(409);
  });
});
