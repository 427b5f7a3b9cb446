import { expect, it } from 'vitest';
import { makeSite } from './site.test-support.ts';

it('makes pages, and links them in the navigation, to each other and to the pages beside them', async () => {
  const { files, findings } = await makeSite({
    'docs.json': JSON.stringify({
      name: 'Handbook',
      colors: { primary: '#16a34a' },
      navigation: {
        tabs: [
          {
            tab: 'Guide',
            groups: [{ group: 'First', pages: ['index', { group: 'More', pages: ['deep/second'] }] }],
          },
          { tab: 'Reference', pages: ['reference'] },
        ],
        global: { anchors: [{ anchor: 'Forum', href: 'https://forum.example.com' }] },
      },
      redirects: [
        { source: '/old', destination: '/deep/second' },
        { source: '/was/:slug*', destination: '/deep/:slug*' },
      ],
    }),
    'index.mdx':
      '---\ntitle: Welcome\ndescription: A first page.\n---\n\nRead [on](./deep/second#a-part) or [the old page](/old) or [another](/was/second).\n',
    'deep/second.mdx': '---\ntitle: Second\nsidebarTitle: Two\n---\n\n## A part\n\nUp: [home](../index)\n',
    'reference.mdx': 'Text.\n',
  });
  const index = files.get('index.html') ?? '';
  expect(findings).toEqual([]);
  expect([...files.keys()].filter((name) => name.endsWith('.html')).sort()).toEqual([
    '404.html',
    'deep/second.html',
    'index.html',
    'old.html',
    'reference.html',
  ]);
  expect(index).toContain('<title>Welcome - Handbook</title>');
  expect(index).toContain('<a href="/deep/second#a-part">on</a>');
  expect(index).toContain('<a href="/deep/second">the old page</a>');
  expect(index).toContain('<a href="/deep/second">another</a>');
  expect(index).toMatch(/<a class="nav-tabs-item" href="\/reference">/);
  expect(index).toContain('href="https://forum.example.com"');
  expect(index).toMatch(/pagination-next" href="\/deep\/second"/);
  expect(files.get('deep/second.html')).toMatch(/aria-current="page"[^>]*><span>Two/);
  expect(files.get('old.html')).toContain('url=/deep/second');
  expect(files.get('reference.html')).toContain('<h1 id="page-title">Reference</h1>');
});

it('gives headings the ids of both rules, and says which links lead nowhere', async () => {
  const { content, findings } = await makeSite({
    'a.mdx':
      "## What's new in v1.2?\n\n## Read/write access\n\n### Own {#mine}\n\n## Twice\n\n## Twice\n\n[x](#what’s-new-in-v1-2) [y](#whats-new-in-v12) [z](/a#mine) [w](#nowhere) [v](/none)\n",
  });
  for (const id of [
    'what’s-new-in-v1-2',
    'whats-new-in-v12',
    'read/write-access',
    'mine',
    'twice',
    'twice-2',
  ]) {
    expect(content('a.html')).toContain(`id="${id}"`);
  }
  expect(findings.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['broken-link', 11, 'The page /a has no heading with the anchor #nowhere.'],
    ['broken-link', 11, 'The link to /none does not point to a page or file.'],
  ]);
});

it('leads to the anchor or page that a link means: one that differs in case, one from the root of the site', async () => {
  const { content, findings } = await makeSite({
    'guides/a.mdx':
      '## Proxies\n\n[x](#Proxies) [y](guides/b#LAST-step) [z](#Twice) [w](#set-api-key) [v](#key-id)\n\n### `setApiKey()`\n\n<ParamField body="key.id" />\n\n<a id="twice" />\n<a id="TWICE" />\n\n`<a href="#Proxies">`\n',
    'guides/b.mdx':
      '---\ntitle: Add the agent\n---\n\n## Last step\n\n[x](/docs/guides/a#proxies) [t](#add-the-agent)\n',
  });
  expect(content('guides/a.html')).toMatch(/<a href="#setapikey">w<\/a> <a href="#param-key-id">v<\/a>/);
  expect(content('guides/b.html')).toContain('<a href="/guides/a#proxies">');
  expect(content('guides/b.html')).toContain('<a href="#page-title">t</a>');
  expect(content('guides/a.html')).toMatch(
    /<a href="#proxies">x<\/a> <a href="\/guides\/b#last-step">y<\/a>/,
  );
  expect(content('guides/a.html')).toContain('a href="#Proxies">');
  expect(findings.map(({ message }) => message)).toEqual([
    'The page /guides/a has no heading with the anchor #Twice.',
  ]);
});

it('gives headings the id that they have without the components in them, and fields that of their words', async () => {
  const { findings } = await makeSite({
    'a.mdx':
      '### `theme` - <Badge color="red">required</Badge>\n\n[x](#theme) [y](#theme-required) [z](#param-baseurl) [w](#param-base-url)\n\n<ParamField body="baseUrl" />\n',
  });
  expect(findings).toEqual([]);
});

it('shows a tree of files that is written as a list', async () => {
  const { content, findings } = await makeSite({
    'a.mdx': '<FileTree>\n\n- docs/\n  - `index.mdx`\n- empty/\n- **docs.json**\n\n</FileTree>\n',
  });
  const folder = (name: string, state: string, items: string): string =>
    `<li class="tree-folder"><details${state}><summary>${name}</summary><ul>${items}</ul></details></li>`;
  expect(content('a.html')).toBe(
    `<ul class="tree doc-block">${folder('docs', ' open', '<li class="tree-file">index.mdx</li>')}${folder('empty', '', '')}<li class="tree-file">docs.json</li></ul>`,
  );
  expect(findings).toEqual([]);
});

it('hands a component of the page to another one, and looks for the file of a drawing', async () => {
  const { content, findings } = await makeSite({
    'a.mdx':
      'import { Twice } from "/snippets/twice.jsx";\n\nexport const Loud = ({ text }) => <strong>{text.toUpperCase()}</strong>;\n\n<Twice Item={Loud} />\n\n<svg><use href="/icons.svg#a" /><use href="#b" /><use href="/none.svg#c" /></svg>\n',
    'snippets/twice.jsx':
      'export const Twice = ({ Item }) => <p><Item text="one" /><Item text="two" /></p>;\n',
    'icons.svg': '<svg/>',
  });
  expect(content('a.html')).toContain('<p><strong>ONE</strong><strong>TWO</strong></p>');
  expect(content('a.html')).toContain('<use href="/icons.svg#a"></use><use href="#b"></use>');
  expect(findings.map(({ code }) => code)).toEqual(['missing-file']);
});

it('reads front matter whose quoted texts go on at the margin', async () => {
  const { files, findings } = await makeSite({
    'a.mdx': "---\ntitle: 'One\nof: `two`'\nicon: star\n---\n\nText\n",
  });
  expect(files.get('a.html')).toContain('<title>One of: `two` - Example</title>');
  expect(findings).toEqual([]);
});

it('renders the components of the format', async () => {
  const { content, findings } = await makeSite({
    'a.mdx': `<Note>A **note**</Note>

<CardGroup cols={3}>
  <Card title="One" icon="rocket" href="/a">Text</Card>
</CardGroup>

<Steps>
  <Step title="First">Do it</Step>
  <Step title="Then">Do more</Step>
</Steps>

<Tabs>
  <Tab title="npm">One</Tab>
  <Tab title="pnpm">Two</Tab>
</Tabs>

<AccordionGroup><Accordion title="Open me">Inside</Accordion></AccordionGroup>

<CodeGroup>
\`\`\`js one.js {1}
const a = 1;
\`\`\`
\`\`\`python two.py
a = 1
\`\`\`
</CodeGroup>

<ParamField query="limit" type="number" required default="10">How many</ParamField>
<ResponseField name="id" type="string"><Expandable title="parts"><ResponseField name="x" type="int">X</ResponseField></Expandable></ResponseField>

A <Tooltip tip="Explained">word</Tooltip>, a <Badge color="green">badge</Badge>, an <Icon icon="flag" />.

<Frame caption="Shown"><img src="/a.png" alt="A" /></Frame>

<Update label="June" tags={["new"]}>Changes</Update>

<Tree><Tree.Folder name="src"><Tree.File name="a.ts" /></Tree.Folder></Tree>
`,
    'a.png': 'x',
  });
  const html = content('a.html');
  expect(findings).toEqual([]);
  for (const part of [
    'data-callout-type="note"',
    '--cols: 3',
    '<a class="card doc-block" href="/a">',
    '<svg viewBox=',
    '<ol class="steps doc-block"><li class="step">',
    'id="first"',
    'role="tab" id="tab-npm" aria-controls="npm" aria-selected="true"',
    'id="pnpm" role="tabpanel"',
    '<details class="accordion doc-block" id="open-me">',
    '>one.js</button>',
    'class="line line-highlight"',
    'id="param-limit"',
    'default: 10',
    'required',
    '<details class="expandable doc-block">',
    'role="tooltip"',
    'badge-green',
    '<figcaption>Shown</figcaption>',
    'class="update doc-block" id="june"',
    '<summary>src</summary>',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).toMatch(/<span class="k\w{5}">const<\/span>/);
});

it('takes in snippets with properties, exported data, and variables of the site', async () => {
  const { content, findings } = await makeSite({
    'docs.json': JSON.stringify({ name: 'X', variables: { product: 'Pump' }, navigation: { pages: ['a'] } }),
    'a.mdx': `import Part from '/snippets/part.mdx';
import { limits } from '/snippets/limits.mdx';
export const version = "4.2";

The {{product}} {version}, not {{other}}, up to {limits.rows[1]} rows.

<Part name="Anna">Given *text*</Part>
`,
    'snippets/part.mdx': 'Hello {name}! {props.children}\n',
    'snippets/limits.mdx': 'export const limits = { rows: [5, 50] };\n',
  });
  expect(content('a.html').replaceAll('\n', '')).toBe(
    '<p>The Pump 4.2, not {{other}}, up to 50 rows.</p><p>Hello Anna! Given <em>text</em></p>',
  );
  expect(findings).toEqual([]);
});

it('shows what it can of a page that has faults, and says where they are', async () => {
  const { content, findings } = await makeSite({
    'broken.mdx': '---\ntitle: Broken\n---\n\nText <Note>never closed\n',
    'unknown.mdx':
      'import Gone from \'/snippets/gone.mdx\';\n\n<Whatever>\n  Kept **text**\n</Whatever>\n\n<Gone />\n\n![x](/none.png)\n\n<Card title="x" icon={<img src="/gone.svg" />} />\n',
    'lenient.mdx': 'A <!-- comment --> and 1 <2 and <https://example.com>\n',
  });
  expect(content('broken.html')).toContain('never closed</pre>');
  expect(content('unknown.html')).toContain('<strong>text</strong>');
  expect(content('lenient.html')).toContain('1 &#x3C;2 and <a href="https://example.com">');
  expect(findings.map(({ code, file, line }) => [code, file, line])).toEqual(
    expect.arrayContaining([
      ['broken-page', 'broken.mdx', 5],
      ['unknown-component', 'unknown.mdx', 3],
      ['missing-snippet', 'unknown.mdx', 7],
      ['missing-file', 'unknown.mdx', 9],
      ['missing-file', 'unknown.mdx', 11],
    ]),
  );
  expect(findings).toHaveLength(5);
});

it('shows the file of the repository where a page gives its address on the network', async () => {
  const { content, findings } = await makeSite({
    'a.mdx': [
      '![](https://raw.githubusercontent.com/o/r/refs/heads/main/docs/img/a.png)',
      '![](https://www.github.com/o/r/blob/main/docs/img/a.png?raw=true)',
      '![](https://example.com/docs/img/icons/b.svg)',
      '![](https://example.com/img/a.png)',
    ].join('\n\n'),
    'img/a.png': 'x',
    'img/icons/b.svg': 'x',
  });
  expect(content('a.html').match(/src="[^"]*"/g)).toEqual([
    'src="/img/a.png"',
    'src="/img/a.png"',
    'src="/img/icons/b.svg"',
    'src="https://example.com/img/a.png"',
  ]);
  expect(findings.map(({ code, line }) => [code, line])).toEqual([['remote-file', 7]]);
});

it('links to what another site would show within a page, and names no field that has no name', async () => {
  const { content, findings } = await makeSite({
    'a.mdx':
      '<iframe src="https://video.example.com/1" title="A tour" />\n\n<ResponseField type="string">x</ResponseField>\n',
  });
  expect(content('a.html')).not.toMatch(/<iframe|class="field-name"/);
  expect(content('a.html')).toContain('A tour: https://video.example.com/1</a>');
  expect(findings.map(({ code }) => code)).toEqual(['remote-file']);
});

it('lets no text of a page become code of the site', async () => {
  const { files, content, findings } = await makeSite({
    'a.mdx': `<script>alert(1)</script>

[x](javascript:alert(1)) <a href="  JavaScript:alert(1)">y</a> <img src="javascript:alert(1)" onerror="alert(1)" />

<iframe srcdoc="<script>alert(1)</script>" src="https://video.example.com" />

<Card title={"<script>alert(1)</script>"} href="data:text/html,x" img="vbscript:x">z</Card>

<div dangerouslySetInnerHTML={{ __html: '<script>alert(1)</script>' }} style={{ background: 'url(javascript:alert(1))' }} />

<style>{"</style><script>alert(1)</script>"}</style>

\`\`\`js title="<script>alert(1)</script>"
</code></pre><script>alert(1)</script>
\`\`\`
`,
  });
  const page = files.get('a.html') ?? '';
  expect(page.match(/<script/g)).toEqual(['<script']);
  expect(page).toContain('<script src="/_docs/site.js"></script>');
  expect(content('a.html')).not.toMatch(/href="[^"]*script:|src="[^"]*script:|onerror|srcdoc/i);
  expect(findings.filter(({ code }) => code === 'dropped-code').length).toBeGreaterThanOrEqual(4);
});

it('writes formulas with KaTeX, and leaves prices and names of variables as they are', async () => {
  const { content, files } = await makeSite({
    'math.mdx': 'The area is $a^2 + b^2$ and\n\n$$\n\\int x\n$$\n',
    'prices.mdx': 'From $5 to $10, in $HOME and $PATH.\n',
  });
  expect(content('math.html').match(/class="katex"/g)).toHaveLength(2);
  expect(files.get('math.html')).toContain('/_docs/katex/katex.min.css');
  expect(content('prices.html')).toBe('<p>From $5 to $10, in $HOME and $PATH.</p>');
  expect(files.get('prices.html')).not.toContain('katex');
});

it('reads a mint.json, its tabs and versions, and files that docs.json refers to', async () => {
  const mint = await makeSite({
    'docs.json': '',
    'mint.json': JSON.stringify({
      name: 'Old',
      tabs: [{ name: 'API', url: 'api' }],
      navigation: [
        { group: 'Start', pages: ['intro'] },
        { group: 'Calls', pages: ['api/first'] },
      ],
    }),
    'intro.mdx': 'Hi',
    'api/first.mdx': 'Call',
  }).catch((error: Error) => error.message);
  expect(mint).toMatch(/docs\.json is not valid JSON/);
  const { files } = await makeSite({
    'docs.json': JSON.stringify({ name: 'Split', navigation: { $ref: './nav/all.json' } }),
    'nav/all.json': JSON.stringify({ groups: [{ $ref: 'group.json', group: 'Named here' }] }),
    'nav/group.json': JSON.stringify({ group: 'Named there', pages: ['intro'] }),
    'intro.mdx': 'Hi',
  });
  expect(files.get('intro.html')).toContain('<span>Named here</span>');
});

it('makes again what has changed, or what it takes in, and gives what a first build would', async () => {
  const kept = new Map<string, string>();
  const made: string[] = [];
  const store = {
    read: (file: string) => kept.get(file),
    write: (file: string, text: string) => {
      made.push(file);
      kept.set(file, text);
    },
  };
  const files = {
    'a.mdx': "import Part from '/snippets/part.mdx';\n\n<Part />\n",
    'b.mdx': '```js\nconst b = 1;\n```\n\n<Unknown />\n',
    'c.mdx': '![later](/later.png)\n',
    'snippets/part.mdx': 'Before\n',
  };
  await makeSite(files, { store });
  expect(made.splice(0)).toEqual(['a.mdx', 'b.mdx', 'c.mdx']);
  const changed = { ...files, 'snippets/part.mdx': 'After\n', 'later.png': 'x' };
  const again = await makeSite(changed, { store });
  expect(made).toEqual(['a.mdx', 'c.mdx']);
  const fresh = await makeSite(changed);
  expect([...again.files]).toEqual([...fresh.files]);
  expect(again.findings).toEqual(fresh.findings);
});

it('names the entries of docs.json of which nothing can be made', async () => {
  const { findings, files } = await makeSite({
    'docs.json': JSON.stringify({
      name: 'Example',
      colors: { primary: 'red' },
      navigation: { groups: [{ group: 'Start', pages: ['a', 42] }] },
      redirects: [{ source: '/loop', destination: '/loop' }, { source: '/x' }],
    }),
    'a.mdx': '# A\n',
  });
  expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'config: "colors.primary" must be a color like #0a7b4f, not "red". The entry was left out.',
    'config: "navigation.groups[0].pages[1]" must be a page name or a group, not 42. The entry was left out.',
    'config: The redirect from /loop points to itself. The entry was left out.',
    'config: The redirect {"source":"/x"} needs both "source" and "destination". The entry was left out.',
  ]);
  expect([...files.keys()]).not.toContain('loop.html');
});

it('makes redirects pages: those that lead in a circle are left out, those to other hosts only show the link', async () => {
  const redirects = [
    { source: '/old', destination: '/guides/a' },
    { source: '/one', destination: '/two' },
    { source: '/two', destination: '/one#x' },
    { source: '/more/:rest*', destination: '/more/again/:rest*' },
    { source: '/deep', destination: '/more/x' },
    { source: '/out', destination: 'https://example.com/' },
  ];
  const config = { name: 'Example', navigation: { pages: ['guides/a'] }, redirects };
  const { files, findings } = await makeSite({
    'docs.json': JSON.stringify(config),
    'guides/a.mdx': 'Hi.',
  });
  expect(files.get('old.html')).toContain('content="0; url=/guides/a"');
  expect(files.get('out.html')).toContain('<a href="https://example.com/">');
  expect(files.get('out.html')).not.toContain('refresh');
  expect([...files.keys()].filter((name) => /^(one|two|deep)/.test(name))).toEqual([]);
  expect(findings.map(({ code, file, message }) => [code, file, message])).toEqual([
    ['config', 'docs.json', 'The redirect from /one forms a loop, so it was left out.'],
    ['config', 'docs.json', 'The redirect from /two forms a loop, so it was left out.'],
    ['config', 'docs.json', 'The redirect from /deep forms a loop, so it was left out.'],
    [
      'remote-file',
      'docs.json',
      'The redirect from /out points to https://example.com/, which is a full web address, so readers get a page with a link instead.',
    ],
  ]);
});

it('says of each entry of the wrong type in docs.json where it is and what it must be', async () => {
  const docsJson = `{
  "name": ["Example"],
  "colors": [],
  "navbar": { "links": {}, "primary": { "label": "Up", "href": "/none" } },
  "footer": { "socials": { "x": 1 } },
  "navigation": {
    "tabs": [
      { "tab": "One", "icon": 4, "pages": "a" },
      { "$ref": "nav/two.json" },
      { "$ref": "../shared/three.json" }
    ]
  }
}`;
  const { findings } = await makeSite({
    'docs.json': docsJson,
    'nav/two.json': '{ "tab": "Two",\n "pages": ["a",\n "gone"], "hidden": "yes" }',
    'a.mdx': 'Hi',
  });
  expect(findings.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`)).toEqual([
    'config docs.json:10 The $ref "../shared/three.json" points outside the folder that contains docs.json. Move the file into that folder and update the $ref. The entry was left out.',
    'config docs.json:2 "name" must be text, not ["Example"]. The entry was left out.',
    'config docs.json:3 "colors" must be an object, not []. The entry was left out.',
    'config docs.json:4 "navbar.links" must be a list, not {}. The entry was left out.',
    'config docs.json:5 "footer.socials.x" must be text, not 1. The entry was left out.',
    'config docs.json:8 "navigation.tabs[0].icon" must be text or an object, not 4. The entry was left out.',
    'config docs.json:8 "navigation.tabs[0].pages" must be a list, not "a". The entry was left out.',
    'config nav/two.json:3 "navigation.tabs[1].hidden" must be true or false, not "yes". The entry was left out.',
    'missing-page nav/two.json:3 The navigation lists "gone", but there is no such page.',
    'broken-link docs.json:4 The link to /none does not point to a page or file.',
  ]);
  const whole = await makeSite({ 'docs.json': '{ "navigation": "x" }', 'a.mdx': 'Hi' });
  expect(whole.findings).toMatchObject([
    { line: 1, message: '"navigation" must be an object, not "x". The entry was left out.' },
  ]);
});

it('publishes what readers use and what is referred to, and lists what it leaves out', async () => {
  const { files, copied, leftOut } = await makeSite({
    'docs.json': JSON.stringify({
      name: 'Example',
      logo: '/brand/logo.SVG',
      navigation: { $ref: 'nav.json' },
      redirects: [{ source: '/terms', destination: '/legal/terms.txt' }],
    }),
    'nav.json': '{ "pages": ["a", "calls"], "anchors": [{ "anchor": "Data", "href": "/data/all.csv" }] }',
    '.mintignore': 'drafts/\n',
    'a.mdx':
      'import list from "/data/list.json";\n\n[zip](/files/all.zip) <iframe src="/demo/start.html" /> ![draft](/drafts/a.png) {list.length}\n',
    'calls.mdx': '---\nopenapi: GET /users\n---\n',
    'openapi.yaml': 'openapi: 3.0.0\npaths:\n  /users:\n    get:\n      summary: Users\n',
    'other-api.yaml': 'openapi: 3.0.0\npaths: {}\n',
    'brand/logo.SVG': '<svg/>',
    'brand/unused.png': 'x',
    'style.css': '@font-face { src: url("fonts/a.bin") }',
    'fonts/a.bin': 'x',
    'files/all.zip': 'x',
    'files/none.zip': 'x',
    'legal/terms.txt': 'x',
    'data/all.csv': 'x',
    'data/list.json': '[]',
    'demo/start.html': '<script src="start.mjs"></script>',
    'demo/start.mjs': 'export {};',
    'widget.js': 'document.title;',
    'deploy.yml': 'on: push',
    'package.json': '{}',
    'pnpm-lock.yaml': 'x: 1',
    'scripts/check.py': 'x',
    'scripts/check.js': "const fs = require('fs');",
    'drafts/a.png': 'x',
    'drafts/b.mdx': 'Not yet',
    'README.md': 'x',
    'CLAUDE.md': 'x',
    'brand/README.md': 'x',
  });
  expect(copied).toEqual([
    'brand/logo.SVG',
    'brand/unused.png',
    'data/all.csv',
    'demo/start.html',
    'demo/start.mjs',
    'files/all.zip',
    'fonts/a.bin',
    'legal/terms.txt',
    'openapi.yaml',
    'style.css',
    'widget.js',
  ]);
  expect(files.get('a.html')).toContain('src="/widget.js"');
  expect(files.get('a.html')).not.toContain('scripts/check.js');
  expect(leftOut).toEqual([
    'CLAUDE.md',
    'README.md',
    'brand/README.md',
    'deploy.yml',
    'drafts/a.png',
    'drafts/b.mdx',
    'files/none.zip',
    'other-api.yaml',
    'package.json',
    'pnpm-lock.yaml',
    'scripts/check.js',
    'scripts/check.py',
  ]);
});

it('leads from an index to the page of its folder', async () => {
  const { content, files, findings } = await makeSite({
    'docs.json': JSON.stringify({
      name: 'Example',
      logo: { light: '/a.svg', href: '/index' },
      navigation: { pages: ['index', 'guides/index'] },
      redirects: [{ source: '/home', destination: '/index#part' }],
    }),
    'a.svg': '<svg/>',
    'index.mdx': '## Part\n\n[g](/guides/index) [h](index#part)\n',
    'guides/index.mdx': '[home](/index) <Card title="Up" href="../index.mdx" />\n',
  });
  expect(content('index.html')).toContain('<a href="/guides">g</a> <a href="/#part">h</a>');
  expect(content('guides/index.html')).toContain('<a href="/">home</a>');
  expect(content('guides/index.html')).toMatch(/class="card doc-block" href="\/"/);
  expect(files.get('home.html')).toContain('url=/#part');
  expect(files.get('index.html')).toContain('class="logo" href="/"');
  expect(findings).toEqual([]);
});

it('names a link that leads out of the folder once, and not the page that it stands for', async () => {
  const { findings } = await makeSite(
    {
      'docs.json': JSON.stringify({ name: 'X', navigation: { pages: ['a', 'b', 'shared/c'] } }),
      'a.mdx': 'Hi',
    },
    { leadingOut: ['b.mdx', 'shared'] },
  );
  expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    "b.mdx: The symbolic link b.mdx points outside the site's folder or back to a folder that it is in, so it was left out. Replace it with a copy of the files that pages need.",
    "shared: The symbolic link shared points outside the site's folder or back to a folder that it is in, so it was left out. Replace it with a copy of the files that pages need.",
  ]);
});
