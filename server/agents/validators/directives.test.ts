import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryIn, scratchFolder, workspaceOn } from '../workspace/repository.test-support.ts';
import { directivesIn } from './directives.ts';
import type { FindingCode } from './finding.ts';
import { openValidator } from './validate.ts';

const scratch = scratchFolder('directives');
let count = 0;

/** Kinds of files: what is written to them, and which finding that brings. */
const OBEYED: Readonly<Record<string, readonly (readonly [string, FindingCode])[]>> = {
  'a.rst': [
    ['.. include:: /etc/passwd', 'directive'],
    ['.. INCLUDE:: ../other.rst', 'directive'],
    ['.. |x| raw:: html\n\n   <script>1</script>', 'directive'],
    ['.. raw:: html\n   :file: a.html', 'directive'],
    ['.. literalinclude:: ../../.env', 'directive'],
    ['.. csv-table:: T\n   :file: /etc/passwd', 'directive'],
    ['.. csv-table:: T\n   :url: x.csv', 'directive'],
    ['.. role:: raw-html(raw)\n   :format: html', 'directive'],
    ['.. exec::\n\n   import os', 'directive'],
    ['.. jupyter-execute::\n\n   1', 'directive'],
    ['.. program-output:: id', 'directive'],
    ['.. command-output:: id', 'directive'],
    ['.. ipython:: python', 'directive'],
    ['.. automodule:: evil', 'directive'],
    ['.. graphviz:: x.dot', 'directive'],
    ['.. evil-of-tomorrow:: x', 'directive'],
    ['- .. include:: x', 'directive'],
    ['See :download:`x <../../.env>`', 'directive'],
    ['`x <javascript:alert>`_', 'active-address'],
    ['.. image:: https://evil.test/a.png', 'new-host'],
    ['{% include "x" %}', 'directive'],
  ],
  'a.adoc': [
    ['include::/etc/passwd[]', 'directive'],
    ['include::{x}[]', 'directive'],
    ['include::https://example.test/x.adoc[]', 'directive'],
    ['++++\n<script>1</script>\n++++', 'directive'],
    ['+++<script>1</script>+++', 'directive'],
    ['pass:[<script>1</script>]', 'directive'],
    ['pass:q,a[<b>x</b>]', 'directive'],
    ['[pass]\n<script>1</script>', 'directive'],
    ['[subs="-specialchars"]\n<script>1</script>', 'directive'],
    ['link:javascript:alert[x]', 'active-address'],
    ['image::https://evil.test/a.png[]', 'new-host'],
    ['video::x.mp4[]', 'directive'],
    ['eval::["1"]', 'directive'],
    ['sys::[id]', 'directive'],
    ['{sys:id}', 'directive'],
    ['[plantuml]\n----\n!include /etc/passwd\n----', 'directive'],
    [':docinfo: shared', 'directive'],
    [':allow-uri-read:', 'directive'],
    [':stylesheet: x.css', 'directive'],
    ['evil::tomorrow[]', 'directive'],
  ],
  'a.md': [
    ['```{include} ../x.md\n```', 'directive'],
    ['```{raw} html\n<script>1</script>\n```', 'directive'],
    ['```{eval-rst}\n.. raw:: html\n```', 'directive'],
    ['````{literalinclude} x\n````', 'directive'],
    [':::{include} x\n:::', 'directive'],
    ['```{python}\nimport os\n```', 'directive'],
    ['```{r, echo=FALSE}\nsystem("id")\n```', 'directive'],
    ['```{code-cell}\n1\n```', 'directive'],
    ['```{=html}\n<script>1</script>\n```', 'directive'],
    ['`<b>`{=html}', 'directive'],
    ['{raw-html}`<b>`', 'directive'],
    ['```txt\n{{#include ../x}}\n```', 'directive'],
    ['{{#template x}}', 'directive'],
    ['{% include x.html %}', 'directive'],
    ['{%- render "x" -%}', 'directive'],
    ['{% embed url="https://example.test/x" %}', 'directive'],
    ['{% evil %}', 'directive'],
    ['{{< readfile "/etc/passwd" >}}', 'directive'],
    ['{{% evil %}}', 'directive'],
    ['{{ config.__class__.mro() }}', 'directive'],
    ['--8<-- "/etc/passwd"', 'directive'],
    [';--8<-- "x"', 'directive'],
    ['-8<- "x"', 'directive'],
    ['{!/etc/passwd!}', 'directive'],
    ['[!INCLUDE [x](x.md)]', 'directive'],
    ['<<< @/../.env', 'directive'],
    ['<!-- @include: ./x.md -->', 'directive'],
    ["[x](x.html ':include')", 'directive'],
    ['@import "x.html"', 'directive'],
    ['{::nomarkdown}x{:/}', 'directive'],
    ['[x](a.md){: onclick="alert(1)" }', 'directive'],
    ['[x](a.md){ style="x" }', 'directive'],
    ['<script>alert(1)</script>', 'active-content'],
    ['a <script src="https://example.test/x.js"></script>', 'active-content'],
    ['<iframe src="https://example.test/a"></iframe>', 'active-content'],
    ['<object data="x"></object>', 'active-content'],
    ['<embed src="a.md">', 'active-content'],
    ['<img src=x onerror=alert(1)>', 'active-content'],
    ['<svg/onload=alert(1)>', 'active-content'],
    ['<div title=">" onclick="x">', 'active-content'],
    ['<a href="java&#x09;script:alert(1)">x</a>', 'active-content'],
    ['<a href=javascript:alert(1)>x</a>', 'active-content'],
    ['<iframe srcdoc="x">', 'active-content'],
    ['<meta http-equiv="refresh" content="0;url=/x">', 'active-content'],
    ['<base href="https://example.test/">', 'active-content'],
    ['<link rel="stylesheet" href="a.md">', 'active-content'],
    ['<form action="https://example.test/x">', 'active-content'],
    ['<button formaction="x">', 'active-content'],
    ['<style>a{}</style>', 'active-content'],
    ['<div style="background:url(x)">', 'active-content'],
    ['<div style="position:fixed;inset:0">', 'active-content'],
    ['<svg><script>alert(1)</script></svg>', 'active-content'],
    ['<svg><animate attributeName="href" values="javascript:x"/></svg>', 'active-content'],
    ['<math><a xlink:href="javascript:x">y</a></math>', 'active-content'],
  ],
  'a.mdx': [
    ['<meta httpEquiv="refresh" content="0" />', 'active-content'],
    ['<base href="/x" />', 'active-content'],
    ['<form action="/x" />', 'active-content'],
    ['<iframe srcDoc="x" />', 'active-content'],
    ['<style>x</style>', 'active-content'],
    ['<button formAction="x" />', 'active-content'],
    ['<div dangerouslySetInnerHTML="x" />', 'active-content'],
    ['```txt\n{{#include x}}\n```', 'directive'],
  ],
  'snippets/a.txt': [
    ['<script>1</script>', 'directive'],
    ['.. raw:: html', 'directive'],
    ['include::x[]', 'directive'],
  ],
  'openapi.yaml': [
    ['info: !!python/object/apply:os.system [id]', 'directive'],
    ['info: !include /etc/passwd', 'directive'],
    ['info: !ENV HOME', 'directive'],
    ['info: {description: "<img src=x onerror=alert(1)>"}', 'directive'],
    ["schema:\n  $ref: '../../.env'", 'directive'],
    ['x: javascript:alert', 'active-address'],
  ],
  '_category_.json': [
    ['{"label":"<script>1</script>"}', 'directive'],
    ['{"link":"https://evil.test/"}', 'new-host'],
  ],
};

/** At the very beginning of a file. */
const AT_THE_TOP: Readonly<Record<string, readonly (readonly [string, FindingCode])[]>> = {
  'a.md': [
    ['---js\nmodule.exports = {}\n---\n\n# x', 'directive'],
    ['---\ntitle: x\nhead:\n  - - script\n---\n', 'directive'],
    ['---\ntitle: x\ntemplate: evil.html\n---\n', 'directive'],
    ['---\ntitle: !!python/name:os.system x\n---\n', 'directive'],
  ],
};

const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'a.rst': [
    '.. note:: Read this.',
    '.. code-block:: html\n\n   <script>1</script>',
    '.. toctree::\n   :maxdepth: 2\n\n   a\n   b',
    '.. image:: a.png\n   :alt: x',
    '.. py:function:: open(path)',
    '.. _anchor:\n\nTitle\n=====\n\n.. A comment\n',
    'A list of things::\n\n   text',
  ],
  'a.adoc': [
    '= Title\n:toc:\n:version: 1.2\n\nSee <<x>> and xref:y.adoc[y].',
    'image::a.png[A]',
    'toc::[]',
    '[source,ruby]\n----\nputs 1\n----',
    '[NOTE]\n====\nRead this.\n====',
    'C++ and `a + b`, 1 + 2',
    'ifdef::x[]\ntext\nendif::[]',
  ],
  'a.md': [
    '```{note}\nRead this.\n```',
    '```{code-block} python\n1\n```',
    ':::{tip}\nx\n:::',
    '```html\n<script>alert(1)</script>\n```',
    'Write `<iframe>` and `{{x}}`, &lt;script&gt; and \\<script>.',
    '{% hint style="info" %}\nx\n{% endhint %}',
    '{{< tabs >}}x{{< /tabs >}}',
    `\`\`\`yaml\nkey: $${'{{ hashFiles("x") }}'}\n\`\`\``,
    '<details open><summary>More</summary>text</details>',
    '<img src="a.png" alt="on = off" width="3"> <br/> <kbd>x</kbd>',
    '<div style="text-align:center" align="center">x</div>',
    '## Title {#own-anchor .cls}',
    'Conditions: on = 1, if (a) { b = c }',
    '<!-- a note -->',
  ],
  'a.mdx': ['<Card title="x" icon="book" href="/a">y</Card>', '<details><summary>x</summary>y</details>'],
  'snippets/a.txt': ['Plain text: see above. A (note).'],
  'openapi.yaml': ["schema:\n  $ref: '#/components/schemas/User'\nnote: Hello !world", 'v: !!str 1'],
  '_category_.json': ['{"label":"Guide","position":2}'],
};

const LOOKED_FOR: readonly FindingCode[] = [
  'directive',
  'active-content',
  'active-address',
  'new-host',
  'no-documentation',
];

/** Codes of what each text brings as a file of its own, in one job that makes them all. */
async function bringAll(
  cases: Readonly<Record<string, readonly string[]>>,
  before = '',
  after = '',
): Promise<Map<string, readonly FindingCode[]>> {
  const repository = repositoryIn(path.join(scratch, String(++count)), {
    'index.md': 'See https://example.test/ and a.md\n',
  });
  const { workspace } = await workspaceOn(repository.folder, path.join(scratch, String(++count)));
  const placed = Object.entries(cases).flatMap(([file, texts]) =>
    texts.map((text, index) => ({ key: `${file} ${text}`, text, place: `c${index}/${file}` })),
  );
  await workspace.apply(
    placed.map(({ text, place }) => ({
      path: place,
      mode: '100644' as const,
      content: Buffer.from(`${before}${text}${after}`),
    })),
  );
  const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
  workspace.close();
  return new Map(
    placed.map(({ key, place }) => [
      key,
      findings.flatMap(({ path: file, code }) => (file === place && LOOKED_FOR.includes(code) ? [code] : [])),
    ]),
  );
}

const textsOf = (cases: typeof OBEYED) =>
  Object.fromEntries(Object.entries(cases).map(([file, list]) => [file, list.map(([text]) => text)]));

describe('a build or a browser would obey', () => {
  let brought: Map<string, readonly FindingCode[]>;
  beforeAll(async () => {
    brought = new Map([
      ...(await bringAll(textsOf(OBEYED), '', '\n')),
      ...(await bringAll(textsOf(AT_THE_TOP))),
    ]);
  });
  const all = [OBEYED, AT_THE_TOP].flatMap((cases) =>
    Object.entries(cases).flatMap(([file, list]) => list.map(([text, code]) => [file, text, code] as const)),
  );
  it.each(all)('%s: %j', (file, text, code) => expect(brought.get(`${file} ${text}`)).toContain(code));
});

describe('nothing is found in', () => {
  let brought: Map<string, readonly FindingCode[]>;
  beforeAll(async () => {
    brought = await bringAll(HARMLESS, '', '\n');
  });
  const all = Object.entries(HARMLESS).flatMap(([file, list]) => list.map((text) => [file, text] as const));
  it.each(all)('%s: %j', (file, text) => expect(brought.get(`${file} ${text}`)).toEqual([]));
});

it('a line that was made to take long does not', () => {
  const units = {
    'a.md': ['{:', '`{', '{{(', '](:', '{!', '{% ', '> ', ' '],
    'a.rst': ['.. |', ' .. a', ':raw'],
    'a.adoc': ['a::[', 'pass:', '+'],
    'openapi.yaml': ['<a ', '<a"', ' onabc=', '<!--', '- '],
  };
  const startedAt = performance.now();
  for (const [file, list] of Object.entries(units)) {
    for (const unit of list) directivesIn(file, unit.repeat(400_000 / unit.length));
  }
  // A second or so; with an expression that goes back for every character, minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

describe('only what is new counts', () => {
  it('what was there before may stay and move; once more of it is new', async () => {
    const old = 'Title\n=====\n\n.. include:: x.rst\n';
    const repository = repositoryIn(path.join(scratch, String(++count)), { 'a.rst': old, 'b.rst': old });
    const { workspace } = await workspaceOn(repository.folder, path.join(scratch, String(++count)));
    const write = (name: string, text: string | null) => ({
      path: name,
      mode: '100644' as const,
      content: text === null ? null : Buffer.from(text),
    });
    const codes = async () =>
      (await openValidator(workspace, ['']).validate(new AbortController().signal)).map(
        ({ code, path: file }) => `${code} ${file}`,
      );
    await workspace.apply([
      write('a.rst', old.replace('\n\n', '\n\nMore.\n\n')),
      write('b.rst', null),
      write('c.rst', old),
    ]);
    expect(await codes()).toEqual([]);
    await workspace.apply([write('a.rst', `${old}\n.. include:: x.rst\n`)]);
    expect(await codes()).toEqual(['directive a.rst']);
    workspace.close();
  });
});

describe('a file that is no documentation', () => {
  it.each([
    ...['AGENTS.md', 'docs/.clinerules', '.kiro/steering/a.md', '.circleci/config.yml', 'buildspec.yml'],
    ...['package.json', 'Makefile', 'mkdocs.yml', 'docs/conf.py', 'logo.svg', '.hidden/a.png'],
  ])('%s holds the proposal, whoever allowed it', async (name) => {
    const repository = repositoryIn(path.join(scratch, String(++count)), { 'a.md': 'x\n' });
    const { workspace } = await workspaceOn(repository.folder, path.join(scratch, String(++count)));
    await workspace.apply([{ path: name, mode: '100644', content: Buffer.from('x\n') }]);
    const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
    expect(findings.map(({ code }) => code)).toContain('no-documentation');
    workspace.close();
  });
});
