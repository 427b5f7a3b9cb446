import { beforeAll, describe, expect, it } from 'vitest';
import { absentFolder, makeSite, offprint, page, type Run } from '../stand-ins/fixture-site.ts';

/** `offprint projects set` changes where the site of a project comes from. */
describe('the site of a project', () => {
  const data = absentFolder('data');
  const before = makeSite({ 'index.html': page('Before') });
  const after = makeSite({ 'index.html': page('After') });

  const run = (...args: readonly string[]): Promise<Run> => offprint([...args, '--data', data]);
  async function set(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await run('projects', 'set', 'docs.example.com', '--json', ...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout).origin;
  }

  beforeAll(async () => {
    expect((await run('projects', 'create', before, '--domain', 'docs.example.com')).code).toBe(0);
  });

  it('is another folder from then on', async () => {
    expect(await set('--source', after)).toEqual({ kind: 'directory', folder: after });
    const { stdout } = await run('export', 'docs.example.com', '--dry-run', '--json');
    expect(stdout).toContain(after);
  });

  it('stays where it is if there is no such folder', async () => {
    const { code, stderr } = await run('projects', 'set', 'docs.example.com', '--source', '/no/such/folder');
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no folder')]);
    expect((await run('projects', 'show', 'docs.example.com')).stdout).toContain(after);
  });

  it('is an address, whose headers stay with its host', async () => {
    const headers = [{ name: 'X-Edition', value: 'internal' }];
    const url = 'http://127.0.0.1:9/docs/';
    expect(await set('--source', url, '--header', 'X-Edition: internal')).toEqual({
      kind: 'url',
      url,
      headers,
    });
    const moved = 'http://127.0.0.1:9/guide/';
    expect(await set('--source', moved)).toEqual({ kind: 'url', url: moved, headers });
    const elsewhere = 'http://127.0.0.1:8/';
    expect(await set('--source', elsewhere)).toEqual({ kind: 'url', url: elsewhere });
  });

  it('is a branch of a repository', async () => {
    const url = 'https://git.example.com/docs.git';
    const origin = { kind: 'repository', repository: url, ref: 'main', folder: 'site' };
    expect(await set('--source', url, '--ref', 'main', '--site-folder', 'site')).toEqual(origin);
    expect(await set('--ref', 'next')).toEqual({ ...origin, ref: 'next' });
  });
});
