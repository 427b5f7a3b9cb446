import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { pageName } from '../../docs-site/model/navigation.ts';
import { readSiteModel, type SiteModel } from '../docs-config/site-model.ts';
import { parsePage } from './page.ts';
import { resolve } from './resolve.ts';
import type { SiteView } from './site-view.ts';

const view = { root: { folder: '', configPath: null }, has: () => false } as unknown as SiteView;

function configWith(source: string): Promise<SiteModel> {
  const text = JSON.stringify({ redirects: [{ source, destination: '/' }] });
  return readSiteModel('docs.json', [], async (path) => (path === 'docs.json' ? text : null));
}

it.each([
  ['/old', '/old', true],
  ['/old', '/old/', true],
  ['/old/', '/old', true],
  ['/old', '/older', false],
  ['/old/*', '/old/a/b', true],
  ['/old/:slug*', '/old/a/b', true],
  ['/old/:slug/end', '/old/a/end', true],
  ['/old/:slug/end', '/old/end', false],
  ['/a*a', '/a', false],
  ['/a.b', '/axb', false],
])('the redirect %s and the address %s', async (source, address, fits) => {
  expect(resolve(view, await configWith(source), 'a.md', address).kind).toBe(fits ? 'elsewhere' : 'nothing');
});

it('a redirect with many stars, slashes without number and anchors that do not end are read in no time', async () => {
  const started = threadMs();
  const config = await configWith(`/x${'*a'.repeat(6)}`);
  expect(resolve(view, config, 'a.md', `/x${'a'.repeat(100)}!`).kind).toBe('nothing');
  expect(pageName(`a${'/'.repeat(100_000)}b`)).toMatch(/b$/);
  expect(parsePage(`# a${'{#'.repeat(50_000)} b\n`, 'md').syntaxFault).toBeNull();
  expect(threadMs() - started).toBeLessThan(3000);
});

it.each([
  ['# Install {#own}', ['own', 'install']],
  ['# Install {#own} ', ['own', 'install']],
  ['# Install {own}', ['install-own']],
])('the anchors of %s', (heading, anchors) => {
  expect([...parsePage(`${heading}\n`, 'md').anchors].sort()).toEqual([...anchors].sort());
});
