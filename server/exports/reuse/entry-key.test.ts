import { describe, expect, it, test } from 'vitest';
import { featurePolicy } from '../features/feature-policy.ts';
import type { Links, LinkTarget } from '../rewrite/links.ts';
import { answersAbout, entryKey, listening, sharedKey } from './entry-key.ts';

const targets: Record<string, LinkTarget> = {
  '/a': { kind: 'file', path: 'a.html' },
  '/gone': { kind: 'dead', reason: 'HTTP 404' },
};
const links: Links = {
  site: { origin: 'https://docs.example.com', hosts: new Set(['docs.example.com']), queriesSelect: false },
  target: (place) => targets[place],
  publicOrigin: 'https://docs.example.com',
  basePath: '',
};
const subject = {
  url: '/',
  path: 'index.html',
  object: 'ab',
  contentType: 'text/html',
  isSnapshot: false,
  documents: [],
};
const asked = ['/a', '/gone', '/never'];
const policy = featurePolicy('air-gapped', {});
const shared = sharedKey('code', links, policy, true);

describe('what decides an entry', () => {
  const digest = entryKey(shared, subject, answersAbout(links, asked));

  it('is the same for the same', () => {
    expect(entryKey(shared, { ...subject }, answersAbout(links, asked))).toBe(digest);
  });

  it.each([
    { url: '/b' },
    { path: 'b.html' },
    { object: 'cd' },
    { contentType: 'text/html; charset=latin1' },
    { documents: ['/openapi.json'] },
  ])('differs with %j', (change) => {
    expect(entryKey(shared, { ...subject, ...change }, answersAbout(links, asked))).not.toBe(digest);
  });

  it.each<[string, LinkTarget | undefined]>([
    ['/a', { kind: 'file', path: 'a/index.html' }],
    ['/a', { kind: 'dead', reason: 'a.html' }],
    ['/gone', { kind: 'dead', reason: 'HTTP 410' }],
    ['/gone', undefined],
    ['/never', { kind: 'outside', reason: '' }],
  ])('differs when the answer about %s does: %j', (place, answer) => {
    const other = { target: (path: string) => (path === place ? answer : targets[path]) };
    expect(entryKey(shared, subject, answersAbout(other, asked))).not.toBe(digest);
  });

  it('differs with the code, the names of the site, the base path, the policy and whether there is a search', () => {
    const others = [
      sharedKey('other code', links, policy, true),
      sharedKey('code', { ...links, publicOrigin: undefined }, policy, true),
      sharedKey('code', { ...links, basePath: '/docs' }, policy, true),
      sharedKey('code', { ...links, site: { ...links.site, hosts: new Set(['a', 'b']) } }, policy, true),
      sharedKey('code', links, featurePolicy('client-hosted', { analytics: true }), true),
      sharedKey('code', links, policy, false),
    ];
    expect(new Set([shared, ...others]).size).toBe(7);
  });
});

it('the places that were asked for are written down once each, with what was answered', () => {
  const { links: heard, asked: written } = listening(links);
  expect([heard.target('/a'), heard.target('/gone'), heard.target('/a')]).toEqual([
    targets['/a'],
    targets['/gone'],
    targets['/a'],
  ]);
  expect([...written]).toEqual([
    ['/a', 'file\0a.html'],
    ['/gone', 'dead\0HTTP 404'],
  ]);
});

test('what an entry carries of other files, and who uses its custom properties, decides it too', () => {
  const holding = (object: string, file: string): Links => ({
    ...links,
    content: () => ({ object, sizeBytes: 1, contentType: 'image/svg+xml', read: () => new Uint8Array() }),
    usesOf: () => [{ place: `/${file}`, file, property: 'mask' }],
  });
  const { links: heard, asked: written } = listening(holding('ab', 'a.css'));
  heard.content?.('/icon.svg');
  heard.usesOf?.('--icon');
  const questions = [...written.keys()];
  const digestOf = (other: Links): string => entryKey(shared, subject, answersAbout(other, questions));
  expect(entryKey(shared, subject, written)).toBe(digestOf(holding('ab', 'a.css')));
  expect(digestOf(holding('cd', 'a.css'))).not.toBe(digestOf(holding('ab', 'a.css')));
  expect(digestOf(holding('ab', 'b.css'))).not.toBe(digestOf(holding('ab', 'a.css')));
});
