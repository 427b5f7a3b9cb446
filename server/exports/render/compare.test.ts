import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readByteText } from '../parse/charset.ts';
import { type Comparison, compareRendered } from './compare.ts';
import { factsOf, factsOfRendered } from './page-facts.ts';
import type { RenderPool } from './pool.ts';
import { openTestPool, rendered, sends, startSite, type TestSite } from './render.test-support.ts';

const article = `<h1 id="tides">Tides &amp; more</h1><p>High <em>wa</em>ter<!-- --> at noon.</p>
  <ul><li>one</li><li>two</li></ul><input type="checkbox" role="button" /><a href="next.html#top">next</a><img src="/gauge.svg" srcset="/gauge.svg 1x, /gauge2.svg 2x">`;

const pages: Record<string, string> = {
  plain: `<head><title>Tides</title><link rel="stylesheet" href="/s.css"></head><body>${article}<button>Menu</button></body>`,
  // What frameworks do to a complete page: add attributes and comments, recreate the same nodes.
  hydrated: `<head><title>Tides</title></head><body><div id="app">${article}</div><script>
    document.documentElement.className = 'js'; app.innerHTML = app.innerHTML; app.prepend(document.createComment('[')); </script></body>`,
  copy: `<head><title>Tides</title></head><body>${article}<pre>code</pre><script>
    const button = document.createElement('button'); button.textContent = 'Copy'; document.querySelector('pre').append(button);</script></body>`,
  picture: `<head><title>Tides</title></head><body>${article}<script>
    document.body.append(Object.assign(new Image(), { src: '/late.svg' }));</script></body>`,
  outline: `<head><title>Tides</title></head><body>${article}<nav></nav><script>
    document.querySelector('nav').innerHTML = '<a href="#tides">Tides</a>';</script></body>`,
  anchors: `<head><title>Tides</title></head><body><a href="#made">made</a><h2>made</h2><script>
    document.querySelector('h2').id = 'made';</script></body>`,
  shell: `<head><title>Loading</title></head><body><div id="app">Loading...</div><script>
    document.title = 'Tides'; app.innerHTML = ${JSON.stringify(article)};</script></body>`,
  order: `<head><title>Tides</title></head><body><p>one</p><p>two</p><script>
    document.body.append(document.querySelector('p'));</script></body>`,
  tabs: `<head><title>Tides</title></head><body><button role="tab">npm</button><my-box></my-box><script>
    customElements.define('my-box', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>boxed</p>'; } });</script></body>`,
};

let site: TestSite;
let pool: RenderPool;
beforeAll(async () => {
  const svg = sends('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  site = await startSite({
    ...Object.fromEntries(
      Object.entries(pages).map(([name, html]) => [`/${name}`, `<!doctype html>${html}`]),
    ),
    '/gauge.svg': svg,
    '/gauge2.svg': svg,
    '/late.svg': svg,
    '/s.css': sends('text/css', ''),
  });
  pool = openTestPool(site);
});
afterAll(async () => {
  await pool?.close();
  await site?.close();
});

async function compared(name: string): Promise<Comparison> {
  const url = `${site.origin}/${name}`;
  const fetched = readByteText(Buffer.from(await (await fetch(url)).arrayBuffer()), undefined);
  return compareRendered(factsOf(fetched, url), factsOfRendered(rendered(await pool.render(url))));
}

describe('a page is', () => {
  test.for(['plain', 'hydrated'])('complete when scripts change nothing that counts: %s', async (name) => {
    expect(await compared(name)).toMatchObject({ verdict: 'complete', textSimilarity: 1, reasons: [] });
  });

  test('complete in its text when scripts add controls or pictures', async () => {
    expect(await compared('copy')).toMatchObject({
      verdict: 'text-complete',
      controls: { missing: ['Copy'], added: [] },
      reasons: ['Scripts change the controls: 1 added, 0 removed (for example, Copy).'],
    });
    expect(await compared('picture')).toMatchObject({
      verdict: 'text-complete',
      assets: { missing: [`${site.origin}/late.svg`], added: [] },
    });
  });

  test('incomplete when an outline, an anchor or a shadow root comes from scripts', async () => {
    expect(await compared('outline')).toMatchObject({
      verdict: 'incomplete',
      text: { missing: ['Tides'] },
      links: { missing: [`${site.origin}/outline#tides`] },
    });
    expect(await compared('anchors')).toMatchObject({ verdict: 'incomplete', deadFragments: ['made'] });
    expect(await compared('tabs')).toMatchObject({ verdict: 'incomplete', text: { missing: ['boxed'] } });
  });

  test('incomplete when it is a shell, and when the order of its text changes', async () => {
    const shell = await compared('shell');
    expect(shell).toMatchObject({ verdict: 'incomplete', text: { added: ['Loading...'] } });
    expect(shell.textSimilarity).toBe(0);
    expect(shell.reasons).toContain('Scripts change the title from "Loading" to "Tides".');
    expect(await compared('order')).toMatchObject({
      verdict: 'incomplete',
      reasons: ['Scripts change the order of the text.'],
    });
  });
});

test('facts are read from bytes, in the charset of the page', () => {
  const latin = Buffer.from(
    `<html><head><meta charset="iso-8859-1"><title>Gr\u00f6\u00dfen</title><base href="/docs/"></head><body>
    caf\u00e9 &eacute;<script>no</script><style>no</style><template>no</template><noscript>no</noscript><textarea>no</textarea>
    <span>to</span>gether<br>apart<p>a<p>b<select><option>one<option>two</select><div role="button">press <b>me</b></div>
    <svg><title>drawing</title><text>drawn</text></svg>
    <a href="a#x">1</a><a href="a#x">2</a><a href="mailto:x@y">3</a><iframe src="inner.html"></iframe><a name="here">
    <div style="background:url(bg.png)">`,
    'latin1',
  );
  const facts = factsOf(readByteText(latin, undefined), 'http://site.test/');
  expect(facts).toEqual({
    url: 'http://site.test/',
    title: 'Größen',
    text: 'café é together apart a b drawn 123',
    controls: ['one two', 'press me'],
    links: ['http://site.test/docs/a#x'],
    assets: ['http://site.test/docs/bg.png', 'http://site.test/docs/inner.html'],
    anchors: new Set(['here']),
  });
});
