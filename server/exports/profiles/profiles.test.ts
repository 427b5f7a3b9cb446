import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderPool } from '../render/pool.ts';
import { openTestPool, rendered, startSite, type TestSite } from '../render/render.test-support.ts';
import type { KeptStates } from '../runtime/states.ts';
import { headingParameter, profiles } from './profiles.ts';

/** Each profile has a fixture: its generator's markup, with scripts that behave like the generator's. */
const fixtures = new URL('fixtures/', import.meta.url);
const docusaurus = fs.readFileSync(new URL('docusaurus.html', fixtures), 'utf8');
const redoc = fs.readFileSync(new URL('redoc.html', fixtures), 'utf8');
const vitepress = fs.readFileSync(new URL('vitepress.html', fixtures), 'utf8');

let site: TestSite;
let pool: RenderPool;
beforeAll(async () => {
  site = await startSite({
    '/vitepress': vitepress,
    '/docusaurus': docusaurus,
    '/unknown-code': docusaurus.replaceAll('wordWrap', 'other').replaceAll('collapseSidebar', 'other'),
    // The same page from an unknown generator.
    '/redoc': redoc,
    '/unknown-reference': redoc
      .replaceAll('data-section-id', 'data-part')
      .replaceAll('redoc-json', 'json')
      .replace('Copy</div>', 'Sample</div>')
      .replace(/<ul class="menu".*?<\/ul>\s*<\/li>\s*<\/ul>/s, ''),
    '/unknown': vitepress.replaceAll('vp-code-group', 'xx-group').replaceAll('VPSidebarItem', 'XxItem'),
  });
  pool = openTestPool(site);
});
afterAll(async () => {
  await pool?.close();
  await site?.close();
});

test('there is a fixture for each profile', () => {
  const names = fs.readdirSync(fixtures).map((file) => file.replace('.html', ''));
  expect(names.sort()).toEqual(profiles.map(({ name }) => name.toLowerCase()).sort());
});

test('docsify: a parameter of its routes names a heading', () => {
  const page = fs.readFileSync(new URL('docsify.html', fixtures), 'utf8');
  expect(headingParameter(page)).toBe('id');
  expect(headingParameter(vitepress)).toBeNull();
});

test('Docusaurus: the button that wraps long lines does so', async () => {
  const page = rendered(await pool.render(`${site.origin}/docusaurus`));
  expect(page.isInteractive).toBe(true);
  expect(page.html.toString()).toMatch(/<button[^>]* class="clean-btn"[^>]*data-offprint-/);
  expect(page.html.toString()).toContain('pre-wrap');
  const unknown = rendered(await pool.render(`${site.origin}/unknown-code`));
  expect(unknown.isInteractive).toBe(false);
});

test('Docusaurus: the sidebar folds away, and what takes the place of the button brings it back', async () => {
  const page = rendered(await pool.render(`${site.origin}/docusaurus`));
  const html = page.html.toString();
  expect(page.notes).toEqual([]);
  const [, successor] = /<div[^>]*aria-label="Expand sidebar"[^>]*data-offprint-at="(\d+)"/.exec(html) ?? [];
  const states = JSON.parse(
    /data-offprint="states"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
  ) as KeptStates;
  const [, control] =
    /<button[^>]*aria-label="Collapse sidebar"[^>]*data-offprint-at="(\d+)"/.exec(html) ?? [];
  const toggle = states.toggles.find(({ at }) => at === Number(control));
  expect(toggle?.also).toEqual([Number(successor)]);
  expect(toggle?.light).toBeUndefined();
});

test('VitePress: code groups and groups of the sidebar are operated, and left as they were', async () => {
  const page = rendered(await pool.render(`${site.origin}/vitepress`));
  expect(page.isInteractive).toBe(true);
  const html = page.html.toString();
  expect(html).toMatch(/<input[^>]* data-offprint-[^>]* id="tab-2"/);
  expect(html).toMatch(/class="item"[^>]*data-offprint-/);
  expect(html).toContain('class="VPSidebarItem collapsible collapsed"');
  expect(html).toContain('language-sh active');
  const unknown = rendered(await pool.render(`${site.origin}/unknown`));
  expect(unknown.isInteractive).toBe(false);
});

test('Redoc: responses, properties and samples are operated, and the menu leads to the operations', async () => {
  const page = rendered(await pool.render(`${site.origin}/redoc`));
  const html = page.html.toString();
  expect(page.notes).toEqual([]);
  for (const hidden of ['<div[^>]* hidden[^>]*>Schema of', '<tr[^>]* hidden[^>]*><td>Name of'])
    expect(html).toMatch(new RegExp(hidden));
  expect(html).toMatch(/"class",null,"collapsed"|"class","","collapsed"/);
  // The menu is closed, as delivered, and its effect is known.
  expect(html).toMatch(/<li[^>]*aria-expanded="false"[^>]*data-item-id="tag\/Berths"/);
  expect(html).toContain('"aria-expanded","false","true"');
  expect(html).toMatch(/"jumps":\[\[\d+,"tag\/Berths"\],\[\d+,"tag\/Berths\/operation\/list"\]\]/);
  const unknown = rendered(await pool.render(`${site.origin}/unknown-reference`));
  expect(unknown.isInteractive).toBe(false);
});
