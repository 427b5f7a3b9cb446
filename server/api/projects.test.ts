import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import {
  type Answer,
  completedJob,
  domainOf,
  makeProject,
  type Project,
  QUICK,
  startServer,
  type TestServer,
  tinySite,
} from './test-support.ts';

let server: TestServer;
let root: string;

beforeAll(async () => {
  server = await startServer();
  root = temporaryFolder('docs');
  const { status } = await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [root] } });
  expect(status).toBe(200);
});

const asAdmin = (method: string, target: string, body?: unknown): Promise<Answer> =>
  server.call(method, target, { key: server.keys.admin, body });

let number = 0;
function newProject(folder: string, more: object = {}): Record<string, unknown> {
  number += 1;
  return {
    name: `P${number}`,
    domains: [`p${number}.example`],
    origin: { kind: 'directory', folder },
    ...more,
  };
}

function folderIn(parent: string, name: string): string {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'index.html'), page('Start'));
  return folder;
}

describe('a project', () => {
  it('says whether its site is made from a docs.json', async () => {
    const folder = temporaryFolder('docs-json');
    fs.writeFileSync(path.join(folder, 'docs.json'), '{}');
    const made = await server.owner.call('POST', '/v1/projects', { body: newProject(folder) });
    expect(made.body).toMatchObject({ docsJson: true });
    const target = `/v1/projects/${(made.body as Project).projectId}`;
    const files = { origin: { kind: 'directory', folder, render: 'files' } };
    expect((await server.owner.call('PATCH', target, { body: files })).body).toMatchObject({
      docsJson: false,
    });
    const built = await server.owner.call('POST', '/v1/projects', {
      body: newProject(folderIn(root, 'built')),
    });
    expect(built.body).toMatchObject({ docsJson: false });
  });

  it('is created by an API key, read, changed, exported and deleted', async () => {
    const folder = folderIn(root, 'life');
    const made = await asAdmin('POST', '/v1/projects', newProject(folder, { settings: QUICK }));
    expect(made.status).toBe(201);
    const project = made.body as Project;
    expect(project.projectId).toMatch(/^prj_[0-9a-f]{16}$/);
    expect(made.headers.location).toBe(`/v1/projects/${project.projectId}`);
    expect(project).toMatchObject({ deploymentType: 'air-gapped', features: {}, settings: QUICK });
    const target = `/v1/projects/${project.projectId}`;
    expect((await server.call('GET', target, { key: server.keys.read })).body).toEqual(project);
    const list = (await server.call('GET', '/v1/projects')).body as { projects: Project[] };
    expect(list.projects).toContainEqual(project);

    const changed = await asAdmin('PATCH', target, {
      name: 'Renamed',
      domains: ['one.example', 'Two.Example'],
    });
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      domains: ['one.example', 'two.example'],
      settings: QUICK,
    });
    await completedJob(server, 'two.example');

    expect((await asAdmin('DELETE', target)).status).toBe(204);
    expect((await server.call('GET', target)).status).toBe(404);
    expect(fs.existsSync(path.join(folder, 'index.html'))).toBe(true);
  });

  it('takes the settings of a write key, but not its domains and origin', async () => {
    const { projectId } = await makeProject(server);
    const change = (body: object) => server.call('PATCH', `/v1/projects/${projectId}`, { body });
    expect((await change({ name: 'x', settings: { ...QUICK, maxPages: 7 } })).body).toMatchObject({
      name: 'x',
      settings: { ...QUICK, maxPages: 7 },
    });
    for (const body of [{ domains: ['mine.example'] }, { origin: { kind: 'directory', folder: root } }]) {
      const { status, error } = await change(body);
      expect(status).toBe(403);
      expect(error).toContain('admin');
    }
  });

  it.each([
    ['an empty name', { name: ' ' }, '"name"'],
    ['an empty name', { name: ' ' }, '"name"'],
    ['no domain', { domains: [] }, '"domains"'],
    ['a domain with a protocol', { domains: ['https://x.example'] }, '"domains.0"'],
    ['an origin of a kind that there is not', { origin: { kind: 'ftp' } }, '"origin'],
    [
      'an origin with a field too many',
      { origin: { kind: 'directory', folder: '/x', host: 'y' } },
      '"origin.host"',
    ],
    ['an empty folder', { origin: { kind: 'directory', folder: '' } }, '"origin.folder"'],
    ['a field that there is not', { colour: 'red' }, '"colour"'],
    ['a setting that there is not', { settings: { colour: 'red' } }, '"settings.colour"'],
    ['a deployment that there is not', { deploymentType: 'moon' }, '"deploymentType"'],
    ['a feature that there is not', { features: { chat: true } }, '"features.chat"'],
    [
      'a feature that cannot be switched',
      { features: { search: true } },
      'search is unavailable in air-gapped',
    ],
  ])('is refused with %s', async (_, wrong, named) => {
    const body = JSON.parse(JSON.stringify({ ...newProject(folderIn(root, 'wrong')), ...wrong })) as object;
    const { status, error } = await asAdmin('POST', '/v1/projects', body);
    expect(status).toBe(400);
    expect(error).toContain(named);
  });

  it('that has a domain keeps it from others: 409 names it', async () => {
    const holder = await makeProject(server);
    const [taken = ''] = holder.domains;
    const made = await asAdmin(
      'POST',
      '/v1/projects',
      newProject(folderIn(root, 'second'), { domains: [taken] }),
    );
    expect(made.status).toBe(409);
    expect(made.error).toContain(taken);
    const other = await makeProject(server);
    const change = await asAdmin('PATCH', `/v1/projects/${other.projectId}`, {
      domains: ['free.example', taken],
    });
    expect(change.status).toBe(409);
    expect((await server.call('GET', `/v1/projects/${other.projectId}`)).body).toEqual(other);
  });

  it('that has a folder keeps it from others: 409 names the project', async () => {
    const folder = folderIn(root, 'taken');
    const first = await asAdmin('POST', '/v1/projects', newProject(folder, { name: 'The holder' }));
    expect(first.status).toBe(201);
    const second = await asAdmin('POST', '/v1/projects', newProject(folder));
    expect(second.status).toBe(409);
    expect(second.error).toContain('The holder');
    const { projectId } = await makeProject(server);
    const moved = await asAdmin('PATCH', `/v1/projects/${projectId}`, {
      origin: { kind: 'directory', folder },
    });
    expect(moved.status).toBe(409);
    const own = (first.body as Project).projectId;
    expect(
      (await asAdmin('PATCH', `/v1/projects/${own}`, { origin: { kind: 'directory', folder } })).status,
    ).toBe(200);
  });

  it('may be given the same domain twice, which is once', async () => {
    const body = newProject(folderIn(root, 'twice'), { domains: ['same.example', 'SAME.example'] });
    const { status, body: made } = await asAdmin('POST', '/v1/projects', body);
    expect(status).toBe(201);
    expect(made).toMatchObject({ domains: ['same.example'] });
  });

  it('does not keep a feature on where another deployment has none to switch', async () => {
    const folder = folderIn(root, 'features');
    const body = newProject(folder, { deploymentType: 'client-hosted', features: { search: true } });
    const { projectId } = (await asAdmin('POST', '/v1/projects', body)).body as Project;
    const { status, error } = await asAdmin('PATCH', `/v1/projects/${projectId}`, {
      deploymentType: 'air-gapped',
    });
    expect(status).toBe(400);
    expect(error).toContain('search');
    const both = await asAdmin('PATCH', `/v1/projects/${projectId}`, {
      deploymentType: 'air-gapped',
      features: {},
    });
    expect(both.body).toMatchObject({ deploymentType: 'air-gapped', features: {} });
  });

  it.each(['GET', 'PATCH', 'DELETE'])('is 404 to %s when there is none of that id', async (method) => {
    const body = method === 'PATCH' ? {} : undefined;
    // Neither the name nor the domain of a project is accepted as its id.
    const { domains, name } = await makeProject(server);
    for (const id of ['prj_0000000000000000', encodeURIComponent(name), domains[0]]) {
      expect((await asAdmin(method, `/v1/projects/${id}`, body)).status).toBe(404);
    }
  });
});

describe('the folder of a project that a key may set', () => {
  const create = (folder: string) => asAdmin('POST', '/v1/projects', newProject(folder));

  it('lies within directoryRoots, at any depth, or is one of them', async () => {
    expect((await create(folderIn(root, 'deep/er/site'))).status).toBe(201);
    expect((await create(`${folderIn(root, 'slash')}/`)).status).toBe(201);
    expect((await create(folderIn(root, '..hidden'))).status).toBe(201);
    const alone = folderIn(temporaryFolder(), 'alone');
    await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [root, alone] } });
    expect((await create(alone)).status).toBe(201);
    await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [root] } });
  });

  it('is refused outside, whether it is there or not, with the same sentence', async () => {
    const outside = folderIn(temporaryFolder(), 'outside');
    const near = folderIn(path.dirname(root), `${path.basename(root)}2`);
    const sentences = new Set<string>();
    for (const folder of [
      outside,
      near,
      path.dirname(root),
      '/',
      '/etc',
      '/absent/folder',
      `${root}-absent`,
    ]) {
      const { status, error } = await create(folder);
      expect([folder, status]).toEqual([folder, 403]);
      expect(error).toContain('directoryRoots');
      expect(error).toContain('offprint settings set directoryRoots');
      sentences.add(error);
    }
    expect(sentences.size).toBe(1);
  });

  it('is refused where a link leads out of the roots, and taken where a link stays within', async () => {
    const outside = folderIn(temporaryFolder(), 'secret');
    fs.symlinkSync(outside, path.join(root, 'leads-out'));
    expect((await create(path.join(root, 'leads-out'))).status).toBe(403);
    const parent = path.join(root, 'parent-link');
    fs.symlinkSync(path.dirname(outside), parent);
    expect((await create(path.join(parent, 'secret'))).status).toBe(403);
    const target = folderIn(root, 'target');
    fs.symlinkSync(target, path.join(root, 'stays-within'));
    const within = await create(path.join(root, 'stays-within'));
    expect(within.status).toBe(201);
    // The target of the link is stored. If the link changes later, the project does not follow it.
    expect((within.body as Project).origin).toMatchObject({ folder: fs.realpathSync(target) });
  });

  it.each([
    ['relative', 'docs/site'],
    ['with .. in it', () => `${root}/a/../../x`],
    ['with . in it', () => `${root}/./a`],
    ['with a NUL', () => `${root}/a\0b`],
    ['that begins at home', '~/docs'],
    ['of another scheme', 'file:///etc'],
  ])('is refused when it is %s', async (_, folder) => {
    const { status } = await create(typeof folder === 'string' ? folder : folder());
    expect([400, 403]).toContain(status);
  });

  it('has to be a folder', async () => {
    const file = path.join(root, 'file.txt');
    fs.writeFileSync(file, 'x');
    const byOwner = await server.owner.call('POST', '/v1/projects', { body: newProject(file) });
    for (const { status, error } of [await create(file), byOwner]) {
      expect([status, error]).toEqual([400, expect.stringContaining('is a file, not a folder')]);
    }
  });

  it('is checked when it is changed, too', async () => {
    const { projectId } = await makeProject(server);
    const outside = folderIn(temporaryFolder(), 'outside');
    const change = { origin: { kind: 'directory', folder: outside } };
    expect((await asAdmin('PATCH', `/v1/projects/${projectId}`, change)).status).toBe(403);
    expect((await server.owner.call('PATCH', `/v1/projects/${projectId}`, { body: change })).status).toBe(
      200,
    );
  });

  it('needs the scope admin', async () => {
    const body = newProject(folderIn(root, 'scoped'));
    expect((await server.call('POST', '/v1/projects', { body })).status).toBe(403);
  });

  it('is decided by the owner: no key changes the lists that bind it', async () => {
    for (const body of [
      { directoryRoots: ['/'] },
      { originHosts: ['x.example'] },
      { directoryRoots: null },
      // Login links point there.
      { publicUrl: 'https://thief.example' },
      { allowedHosts: ['thief.example'] },
      { tlsCertificate: '/tmp/cert.pem' },
    ]) {
      const { status, error } = await asAdmin('PATCH', '/v1/settings', body);
      expect(status).toBe(403);
      expect(error).toContain(Object.keys(body)[0]);
    }
    const { body: settings } = await server.owner.call('GET', '/v1/settings');
    expect(settings).toMatchObject({ directoryRoots: [root], originHosts: [] });
  });
});

describe('the owner of the data folder', () => {
  it('may set any folder', async () => {
    const { status } = await server.owner.call('POST', '/v1/projects', { body: newProject(tinySite()) });
    expect(status).toBe(201);
  });

  it('is told when a folder is not there', async () => {
    const absent = path.join(root, 'absent');
    const { status, error } = await server.owner.call('POST', '/v1/projects', { body: newProject(absent) });
    expect(status).toBe(400);
    expect(error).toContain(absent);
  });
});

describe('a project that is deleted while jobs of it are started', () => {
  it.runIf(isFullRun)(
    'leaves neither: each start is taken or refused with a sentence, and nothing is left over',
    async () => {
      const project = await makeProject(server, makeSite({ 'index.html': page('Start') }));
      for (let index = 0; index < 5; index++) await completedJob(server, domainOf(project));
      const start = () =>
        server.call('POST', '/v1/static-export/jobs', { body: { domain: domainOf(project) } });
      const remove = asAdmin('DELETE', `/v1/projects/${project.projectId}`);
      const starts = await Promise.all(Array.from({ length: 20 }, start));
      const { status } = await remove;
      expect([204, 409]).toContain(status);
      for (const answer of starts) expect([202, 404]).toContain(answer.status);
      if (status === 409) return;
      expect((await start()).status).toBe(404);
    },
  );
});

describe('a project that was given no name', () => {
  it('is called by the title of its site once an export has read it, unless somebody named it meanwhile', async () => {
    const make = async (title: string): Promise<{ id: string; domain: string; name: string }> => {
      const site = makeSite({ 'index.html': page(title), 'a.html': page('A') });
      const domain = `${title.toLowerCase().replace(/[^a-z0-9]/g, '')}.localhost`;
      const body = { domains: [domain], origin: { kind: 'directory', folder: site }, settings: QUICK };
      const made = await server.owner.call('POST', '/v1/projects', { body });
      expect(made.status).toBe(201);
      const { projectId: id, name } = made.body as { projectId: string; name: string };
      return { id, domain, name };
    };
    const nameOf = async (id: string): Promise<unknown> =>
      ((await server.owner.call('GET', `/v1/projects/${id}`)).body as { name: string }).name;

    const one = await make('PostgreSQL 15.20 Documentation');
    await completedJob(server, one.domain);
    expect(await nameOf(one.id)).toBe('PostgreSQL 15.20 Documentation');

    const other = await make('Another title');
    expect(await nameOf(other.id)).toBe(other.name);
    await server.owner.call('PATCH', `/v1/projects/${other.id}`, { body: { name: 'Ours' } });
    await completedJob(server, other.domain);
    expect(await nameOf(other.id)).toBe('Ours');
  });
});
