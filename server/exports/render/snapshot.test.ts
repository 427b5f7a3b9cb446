import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderPool } from './pool.ts';
import { noteKinds, openTestPool, rendered, sends, startSite, type TestSite } from './render.test-support.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const png = sends('image/png', Buffer.from(PIXEL, 'base64'));

const pages: Record<string, string> = {
  scripts: `<html nonce="n" onclick="1"><head><script src="/app.js"></script><script type="module">document.body.dataset.ran = '1'</script>
    <script type="importmap">{"imports":{}}</script>
    <script type="application/ld+json">{"@type":"Article","name":"</kept>"}</script>
    <link rel="preload" as="script" href="/app.js"><link rel="modulepreload" href="/app.js">
    <link rel="preload" as="font" href="/f.woff2" crossorigin><link rel="prefetch" href="/next.html">
    <link rel="preload stylesheet" href="/s.css" as="style"></head>
    <body onload="document.body.dataset.loaded = '1'"><noscript>Switch scripts on</noscript>
    <template><p>raw material</p></template>
    <select onchange="location=this.value"><option value=" java&#10;script:alert(1)">o</select>
    <select onchange="location=this.value"><option>javascript:alert(1)</select>
    <a href="java&#9;script:alert(1)">t</a><a href="javascript:alert(1)" onclick="go()">menu</a><a href=" JavaScript:void 0">x</a>
    <svg><script>1</script><a xlink:href="javascript:1"><text>t</text></a></svg>
    <form action="javascript:send()"><button formaction="javascript:x()" onfocus="1">b</button></form></body>`,
  shadow: `<my-card><p>slotted</p></my-card><closed-one></closed-one><script>
    customElements.define('my-card', class extends HTMLElement {
      constructor() {
        super();
        const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
        root.innerHTML = '<style>p { color: red }</style><b>in the shadow</b><slot></slot><my-inner></my-inner><script>1<\\/script>';
        const sheet = new CSSStyleSheet(); sheet.replaceSync('b { margin: 1px }'); root.adoptedStyleSheets = [sheet];
      }
    });
    customElements.define('my-inner', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<a href="/deep?a=1&amp;b=2">deep</a>'; }
    });
  </script>`,
  styles: `<head><style id="inserted"></style><style id="written">a::after { content: "<" }</style>
    <style id="changed">i { color: red }</style><style id="off">b { color: blue }</style>
    <link rel="stylesheet" media="print" onload="this.media='all'" href="/s.css"></head><script>
    document.getElementById('inserted').sheet.insertRule('p::before { content: "</style>" url(x.png) }');
    document.getElementById('changed').sheet.cssRules[0].style.color = 'green';
    document.getElementById('off').disabled = true; document.getElementById('off').sheet.disabled = true;
    const sheet = new CSSStyleSheet({ media: 'screen' }); sheet.replaceSync('em { color: teal }');
    document.adoptedStyleSheets = [sheet];</script><p>p`,
  state: `<input id="t" value="old"><input id="c" type="checkbox"><input id="d" type="radio" checked>
    <input id="p" type="password"><select><option>one<option id="two">two</select><textarea></textarea>
    <details><summary>s</summary>d</details><div id="w">w</div><script>
    t.value = 'new & "typed"'; c.checked = true; d.checked = false; p.value = 'secret';
    document.querySelector('select').value = 'two'; document.querySelector('textarea').value = '\\n<first>';
    document.querySelector('details').open = true;
    w.animate([{ opacity: 0 }, { opacity: 0.5 }], { duration: 1, fill: 'forwards' });</script>`,
  scrolled: `<nav id="tabs">tabs</nav><div style="height:5000px">long</div><script>
    addEventListener('scroll', () => requestAnimationFrame(() => {
      tabs.dataset.was = scrollY > 10 ? 'hidden' : 'hidden and shown'; tabs.hidden = scrollY > 10; }));</script>`,
  copies: `<h1>Page</h1><button id="whole">Copy page</button><button id="part">Copy</button><pre>code</pre>
    <p><button id="other">Copy pages to a folder</button></p>`,
  drawings: `<canvas id="ok" class="chart" width="4" height="4" style="width:40px">four reds</canvas>
    <canvas id="tainted" width="4" height="4"></canvas><img id="blob"><img id="waiting" data-src="/never.png" class="lazyload">
    <img id="lazy" loading="lazy" src="/i.png"><script>
    const paint = ok.getContext('2d'); paint.fillStyle = 'red'; paint.fillRect(0, 0, 4, 4);
    const image = new Image(); image.src = '${'OTHER'}/i.png';
    image.onload = () => tainted.getContext('2d').drawImage(image, 0, 0);
    fetch('/i.png').then((r) => r.blob()).then((b) => { blob.src = URL.createObjectURL(b); });</script>`,
  frames: `<iframe id="same" src="/inner.html"></iframe><iframe id="written"></iframe>
    <iframe id="srcdoc" srcdoc="<p>in srcdoc</p><script>parent.x = 1</script>"></iframe>
    <script>written.contentDocument.body.innerHTML = '<p onclick="1">by hand</p><script>1<\\/script>';</script>`,
  clobbered: `<img name="body"><img name="documentElement"><img name="querySelectorAll"><img name="title">
    <form id="form" class="f"><input name="attributes"><input name="childNodes"><input name="localName"><b>inside</b></form>
    <a href="/next">next</a>`,
  deep: `<body><script>let at = document.body; for (let i = 0; i < 5000; i++) { const b = document.createElement('b'); at.append(b); at = b; }
    at.textContent = 'bottom';</script>`,
  ids: `<style>#styled-v-3 { color: red }</style><h2 id="api-v-1">API v 1</h2><p id="note-v-2">n</p><p id="styled-v-3">s</p>
    <a href="#note-v-2">to the note</a><div role="tablist"><a role="tab" href="#panel-:r7:" id="tab-:r7:" aria-controls="panel-:r7:">t</a></div>
    <div role="tabpanel" id="panel-:r7:" aria-labelledby="tab-:r7:" title=":r7:" data-for="x :r8:">p :r7:</div>
    <svg><clipPath id="clip«r9»"></clipPath><g clip-path="url(#clip«r9»)"></g></svg>`,
  text: `<body>caf\u0065\u0301 &amp; 1&nbsp;2 &lt;b&gt;<p hidden>unseen</p><div style="display:none">unseen</div>
    <pre>\n\nline</pre><p class="banner">We use cookies</p></body>`,
};

let site: TestSite;
let other: TestSite;
let pool: RenderPool;
beforeAll(async () => {
  other = await startSite({ '/i.png': png });
  const answers: Parameters<typeof startSite>[0] = Object.fromEntries(
    Object.entries(pages).map(([name, html]) => [`/${name}`, html.replace('OTHER', other.origin)]),
  );
  site = await startSite({
    ...answers,
    '/latin': sends('text/html; charset=iso-8859-1', Buffer.from('<meta charset=latin1>caf\u00e9', 'latin1')),
    '/app.js': sends('text/javascript', 'document.documentElement.dataset.app = "1"'),
    '/s.css': sends('text/css', 'p { margin: 0 }'),
    '/i.png': png,
    '/inner.html': '<p>inner</p>',
  });
  pool = openTestPool(site, { assetHosts: [other.host], hideSelectors: ['.banner', '::('] });
});
afterAll(async () => {
  await pool?.close();
  await site?.close();
  await other?.close();
});

async function html(name: string): Promise<string> {
  return rendered(await pool.render(`${site.origin}/${name}`)).html.toString();
}

test('scripts have run and are gone, with their handlers, hints and stand-ins; JSON-LD stays', async () => {
  const text = await html('scripts');
  expect(text).toContain('data-app="1"');
  expect(text).toContain('data-ran="1"');
  expect(text).toContain('data-loaded="1"');
  expect(text).toContain('<script type="application/ld+json">{"@type":"Article","name":"</kept>"}</script>');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toMatch(/\son\w+=|noscript|raw material|modulepreload|prefetch|as="script"/);
  expect(text).toContain('<link as="font" crossorigin="" href="/f.woff2" rel="preload">');
  expect(text).toContain('<link as="style" href="/s.css" rel="preload stylesheet">');
  expect(text.match(/(?<==")javascript:[^"]*/gi)).toEqual(Array(6).fill('javascript:void(0)'));
  expect(text).not.toContain('onchange');
});

test('open shadow roots become declarative ones, with their adopted styles, text and links', async () => {
  const page = rendered(await pool.render(`${site.origin}/shadow`));
  const text = page.html.toString();
  expect(text).toContain(
    '<my-card><template shadowrootdelegatesfocus="" shadowrootmode="open"><style>p { color: red }</style><b>in the shadow</b><slot></slot><my-inner><template shadowrootmode="open"><a href="/deep?a=1&amp;b=2">deep</a></template></my-inner><style data-offprint="">b { margin: 1px; }</style></template><p>slotted</p></my-card>',
  );
  expect(page.text).toContain('in the shadow');
  expect(page.links).toEqual([`${site.origin}/deep?a=1&b=2`]);
  expect(page.definedElements).toEqual(['my-card', 'my-inner']);
});

test('rules that scripts inserted, changed, adopted or switched off are in the markup', async () => {
  const text = await html('styles');
  expect(text).toMatch(
    /<style id="inserted">p::before \{ content: "<\\\/style>" url\("?x.png"?\); \}<\/style>/,
  );
  expect(text).toContain('<style id="written">a::after { content: "<" }</style>');
  expect(text).toContain('<style id="changed">i { color: green; }</style>');
  expect(text).toContain('<style id="off" media="not all">');
  expect(text).toContain('<link href="/s.css" media="all" rel="stylesheet">');
  expect(text).toContain('<style data-offprint="" media="screen">em { color: teal; }</style></head>');
});

test('the state of fields, details and ended animations is in the markup, secrets are not', async () => {
  const text = await html('state');
  expect(text).toContain('<input id="t" value="new &amp; &quot;typed&quot;">');
  expect(text).toContain('<input checked="" id="c" type="checkbox">');
  expect(text).toContain('<input id="d" type="radio">');
  expect(text).toContain('<input id="p" type="password">');
  expect(text).toContain('<option>one</option><option id="two" selected="">two</option>');
  expect(text).toContain('<textarea>\n\n&lt;first&gt;</textarea>');
  expect(text).toContain('<details open="">');
  expect(text).toContain('<div id="w" style="opacity:0.5">');
});

test('drawings and images that exist in memory only become pictures, where they may be read', async () => {
  const page = rendered(await pool.render(`${site.origin}/drawings`));
  const text = page.html.toString();
  expect(text).toMatch(
    /<img alt="four reds" class="chart" data-offprint="" id="ok" src="data:image\/png;base64,[^"]+" style="width:40px;height:40px;display:inline">/,
  );
  expect(text).toContain('<canvas height="4" id="tainted"');
  expect(noteKinds(page)).toContain('not-kept');
  expect(text).toMatch(/<img id="blob" src="data:image\/png;base64,/);
  expect(text).toContain('src="/never.png"');
  expect(text).toContain('<img id="lazy" loading="lazy" src="/i.png">');
});

test('frames stay links; those written by scripts are kept with what is in them', async () => {
  const text = await html('frames');
  expect(text).toContain('<iframe id="same" src="/inner.html"></iframe>');
  expect(text).toMatch(/<iframe id="written" srcdoc="[^"]*&lt;p&gt;by hand&lt;\/p&gt;/);
  expect(text).toMatch(/<iframe id="srcdoc" srcdoc="[^"]*&lt;p&gt;in srcdoc&lt;\/p&gt;/);
  expect(text).not.toMatch(/script&gt;|onclick/);
});

test('elements whose names hide properties of the document or of their form do no harm', async () => {
  const page = rendered(await pool.render(`${site.origin}/clobbered`));
  const text = page.html.toString();
  expect(text).toContain('<form class="f" id="form"><input name="attributes">');
  expect(text).toContain('<b>inside</b></form>');
  expect(page.text).toBe('inside next');
  expect(page.title).toBe('Test');
  expect(page.links).toEqual([`${site.origin}/next`]);
});

test('elements nested deeper than a parser would are written', async () => {
  const text = await html('deep');
  expect(text).toContain('bottom</b></b>');
  expect(text.match(/<b>/g)?.length).toBe(5000);
});

test('text is what a reader sees, in NFC; what the settings hide is left out, and a wrong selector is named', async () => {
  const page = rendered(await pool.render(`${site.origin}/text`));
  expect(page.text).toBe('caf\u00e9 & 1 2 <b> line');
  const text = page.html.toString();
  expect(text).toContain('caf\u0065\u0301 &amp; 1&nbsp;2 &lt;b&gt;');
  expect(text).toContain('<p hidden="">unseen</p>');
  expect(text).toContain('<pre>\n\nline</pre>');
  expect(text).not.toContain('cookies');
  expect(page.notes).toEqual([{ kind: 'bad-selector', detail: '::(' }]);
  expect(page.selected).toEqual(['.banner']);
});

test('the charset is declared once and true, and quirks stay quirks', async () => {
  const latin = await html('latin');
  expect(latin).toContain('<head><meta charset="utf-8"></head>');
  expect(latin).toContain('caf\u00e9');
  expect(latin).not.toContain('latin1');
  expect(latin).not.toContain('<!DOCTYPE');
  expect(await html('text')).toMatch(/^<!DOCTYPE html><html>/);
});

test('a page that was scrolled is taken as it looks at its top again', async () => {
  expect(await html('scrolled')).toContain('<nav data-was="hidden and shown" id="tabs">');
});

test('buttons that say that they copy the page, or the code beside them, are marked', async () => {
  const page = await html('copies');
  expect(page).toContain('<button data-offprint-copy-page="" id="whole">');
  expect(page).toContain('<button data-offprint-copy="" id="part">');
  expect(page).toContain('<button id="other">');
});

test('ids that are numbered by a framework are numbered by their place; what is linked or styled keeps its name', async () => {
  const text = await html('ids');
  for (const kept of [
    'id="api-v-1"',
    'id="note-v-2"',
    'href="#note-v-2"',
    'id="styled-v-3"',
    'x :r8:',
    'p :r7:',
    'title=":r7:"',
  ])
    expect(text).toContain(kept);
  expect(text).toContain(
    '<a aria-controls="panel-offprint-1" href="#panel-offprint-1" id="tab-offprint-1" role="tab">',
  );
  expect(text).toMatch(/<div aria-labelledby="tab-offprint-1" [^>]*id="panel-offprint-1"/);
  expect(text).toContain('<clipPath id="clipoffprint-2"></clipPath><g clip-path="url(#clipoffprint-2)">');
});
