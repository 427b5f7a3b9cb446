import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { startServer, type TestServer } from './test-support.ts';
import type { FolderListing } from './wire.types.ts';

let server: TestServer;
let root: string;

beforeAll(async () => {
  server = await startServer();
  root = fs.realpathSync(temporaryFolder('folders'));
  for (const name of ['b', 'a', '.hidden']) fs.mkdirSync(path.join(root, name));
  fs.writeFileSync(path.join(root, 'b', 'index.html'), page('Start'));
  fs.writeFileSync(path.join(root, 'file.txt'), '');
  fs.symlinkSync('/', path.join(root, 'out'));
});

const place = (folder?: string): string =>
  folder === undefined ? '/v1/folders' : `/v1/folders?path=${encodeURIComponent(folder)}`;

it('lists the folders in one, by name, and says which holds a site', async () => {
  const { body } = await server.owner.call('GET', place(root));
  expect(body).toEqual({
    path: root,
    parent: path.dirname(root),
    isSite: false,
    folders: [
      { name: 'a', path: path.join(root, 'a'), isSite: false },
      { name: 'b', path: path.join(root, 'b'), isSite: true },
      { name: 'out', path: path.join(root, 'out'), isSite: false },
    ],
    isCut: false,
  });
});

it('begins at the home of the user', async () => {
  const { status, body } = await server.owner.call('GET', place());
  expect([status, path.isAbsolute((body as FolderListing).path)]).toEqual([200, true]);
});

it('shows keys what lies within directoryRoots, and no way out of it', async () => {
  const asked = (folder?: string) => server.call('GET', place(folder), { key: server.keys.write });
  expect((await asked(root)).status).toBe(409);
  await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [root] } });
  const { body } = await asked();
  expect(body).toMatchObject({ path: root, parent: null });
  expect((body as FolderListing).folders.map(({ name }) => name)).toEqual(['a', 'b']);
  expect((await asked(path.dirname(root))).status).toBe(409);
  expect((await server.call('GET', place(root), { key: server.keys.read })).status).toBe(403);
});

it.each([
  ['there is none', 'gone', /does not exist/],
  ['it is a file', 'file.txt', /not a folder/],
])('says so where %s', async (_what, name, sentence) => {
  const { status, error } = await server.owner.call('GET', place(path.join(root, name)));
  expect([status, error]).toEqual([409, expect.stringMatching(sentence)]);
});

it('no setting takes a folder that would depend on where the server was started', async () => {
  for (const name of ['directoryRoots', 'targetRoots']) {
    const refused = await server.owner.call('PATCH', '/v1/settings', { body: { [name]: [root, 'sites'] } });
    expect(refused.status).toBe(400);
    expect(refused.error).toMatch(
      new RegExp(`^The field "${name}" needs absolute paths, .* not "sites"\\.$`),
    );
  }
});
