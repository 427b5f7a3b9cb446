import { describe, expect, it } from 'vitest';
import type { Project } from '../../server/api/wire.types.ts';
import { readSite } from './site-input.ts';

const handbook = {
  projectId: 'prj_1',
  name: 'Handbook',
  domains: ['docs.example.com', 'help.example.com'],
  origin: { kind: 'directory', folder: '/srv/docs' },
} as unknown as Project;
const live = {
  projectId: 'prj_2',
  name: 'Live',
  domains: ['live.example.com'],
  origin: { kind: 'url', url: 'http://127.0.0.1:8080/docs/' },
} as unknown as Project;
const read = (text: string) => readSite(text, [handbook, live]);

describe('what is typed as a site', () => {
  it.each([
    ['docs.example.com', 'docs.example.com'],
    ['https://help.example.com/guide/?q=1', 'help.example.com'],
    [' "/srv/docs/" ', 'docs.example.com'],
    ['file:///srv/docs', 'docs.example.com'],
    ['handbook', 'docs.example.com'],
  ])('%s is the project that has it', (text, domain) => {
    expect(read(text)).toMatchObject({ kind: 'known', domain, project: { projectId: 'prj_1' } });
  });

  it.each([
    ['/srv/My Site', 'My Site', 'my-site.localhost'],
    ['C:\\Docs\\Größe', 'Größe', 'gro-e.localhost'],
    ['/srv/文档', '文档', 'site.localhost'],
    ['/srv/Büro', 'Büro', 'buro.localhost'],
    [`/srv/${'a'.repeat(58)} b`, `${'a'.repeat(58)} b`, `${'a'.repeat(58)}.localhost`],
  ])('%s is a folder that becomes a project', (folder, name, domain) => {
    expect(read(folder)).toEqual({ kind: 'folder', folder, name, domain });
  });

  it.each([
    ['file:///C:/docs/', 'C:/docs'],
    ['file:///srv/100%25', '/srv/100%'],
    ['file:///srv/100%', '/srv/100%'],
  ])('%s is the folder %s', (text, folder) => {
    expect(read(text)).toMatchObject({ kind: 'folder', folder });
  });

  it.each(['http://127.0.0.1:8080/docs/', '127.0.0.1:8080/docs/'])(
    '%s of a project with a live site is that project',
    (address) => {
      expect(read(address)).toMatchObject({ kind: 'known', domain: 'live.example.com' });
    },
  );

  it('localhost:9555 is the address of a server on this computer', () => {
    expect(read('localhost:9555')).toMatchObject({ kind: 'address', url: 'http://localhost:9555/' });
  });

  it.each([
    ['https://other.example.com/a', 'other.example.com', 'other.example.com'],
    ['http://localhost:8080', 'localhost', 'site.localhost'],
    ['http://127.0.0.1:9000/x/', '127.0.0.1', '127-0-0-1.localhost'],
  ])('%s is a live site that becomes a project', (text, name, domain) => {
    expect(read(text)).toEqual({ kind: 'address', url: new URL(text).href, name, domain });
  });

  it.each([
    ['/other/docs', 'docs-2.localhost'],
    ['http://127.0.0.1:1/', '127-0-0-1.localhost'],
  ])('suggests a free domain for %s', (text, domain) => {
    const taken = { ...handbook, domains: ['docs.localhost'] } as Project;
    expect(readSite(text, [taken])).toMatchObject({ domain });
  });

  it('offers https for a host name', () => {
    expect(read('other.example.com/guide')).toMatchObject({ url: 'https://other.example.com/guide' });
  });

  it.each(['just words', 'two words.html', 'Handbooks'])('%s is no address, and shown as typed', (typed) => {
    expect(read(typed)).toEqual({ kind: 'unknown', typed, url: undefined });
  });

  it.each([
    ['', 'empty'],
    ['./site', 'relative'],
    ['~/site', 'relative'],
    ['other.example.com', 'unknown'],
    ['htp:/foo', 'protocol'],
    ['ftp://example.com/docs', 'protocol'],
  ])('%s is %s', (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });
});
