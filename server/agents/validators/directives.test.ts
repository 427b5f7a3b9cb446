import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import type { OverlayChange } from '../workspace/overlay.ts';
import { workspaceOfFiles } from '../workspace/repository.test-support.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeHarmless, describeObeyed, type Harmless, type Obeyed } from './brought.test-support.ts';
import { directivesIn } from './directives.ts';
import { openValidator } from './validate.ts';

const OBEYED: Obeyed = {
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
    ['[x](a.md){: onclick="alert(1)" }', 'active-content'],
    ['[x](a.md){ style="x" }', 'active-content'],
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
const AT_THE_TOP: Obeyed = {
  'a.md': [
    ['---js\nmodule.exports = {}\n---\n\n# x', 'directive'],
    ['---\ntitle: x\nhead:\n  - - script\n---\n', 'directive'],
    ['---\ntitle: x\ntemplate: evil.html\n---\n', 'directive'],
    ['---\ntitle: !!python/name:os.system x\n---\n', 'directive'],
  ],
};

const HARMLESS: Harmless = {
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
    'Conditions: on = 1, if (a) {b}, {c}',
    '<!-- a note -->',
  ],
  'a.mdx': ['<Card title="x" icon="book" href="/a">y</Card>', '<details><summary>x</summary>y</details>'],
  'snippets/a.txt': ['Plain text: see above. A (note).'],
  'openapi.yaml': ["schema:\n  $ref: '#/components/schemas/User'\nnote: Hello !world", 'v: !!str 1'],
  '_category_.json': ['{"label":"Guide","position":2}'],
};

describeObeyed('a build or a browser would obey', OBEYED);
describeObeyed('at the top of a page, a build would obey', AT_THE_TOP, '');
describeHarmless('nothing is found in', HARMLESS);

it.runIf(isFullRun)(
  'a line that was made to take long does not',
  () => {
    const units = {
      'a.md': ['{:', '`{', '{{(', '](:', '{!', '{% ', '> ', ' ', ':[', '{'],
      'a.rst': ['.. |', ' .. a', ':raw', 'a:: ', '<', '.. a::\n'],
      'a.adoc': ['a::[', 'pass:', '+', '[', 'link:', '({a}', '|:a: x'],
      'openapi.yaml': ['<a ', '<a"', ' onabc=', '<!--', '- ', '[', '&a ', '"'],
    };
    const startedAt = threadMs();
    for (const [file, list] of Object.entries(units)) {
      for (const unit of list) directivesIn(file, unit.repeat(150_000 / unit.length));
    }
    // Takes some seconds. With a backtracking regular expression it would take minutes, and with a parser that explains
    // each of its errors it would never end.
    expect(threadMs() - startedAt).toBeLessThan(60_000);
  },
  120_000,
);

describe('only what is new counts', () => {
  it('what was there before may stay and move; once more of it is new', async () => {
    const old = 'Title\n=====\n\n.. include:: x.rst\n';
    const { workspace } = await workspaceOfFiles({ 'a.rst': old, 'b.rst': old });
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

/** Undoes the changes of a test. Cheaper than opening another workspace, which takes several git processes. */
async function undoChanges(workspace: Workspace): Promise<void> {
  const changes: OverlayChange[] = [];
  for (const name of workspace.changes().keys())
    changes.push({ path: name, mode: '100644', content: await workspace.readBase(name) });
  await workspace.apply(changes);
}

describe('what was there before gets another content', () => {
  const old = {
    'a.rst': 'Title\n=====\n\n.. raw:: html\n\n   <b>OLD</b>\n\nText.\n',
    'a.adoc': '= Title\n\n++++\n<b>OLD</b>\n++++\n\nText.\n',
    'b.adoc': '= Title\n\n[plantuml]\n----\nOLD\n----\n\nText.\n',
    'a.md': '# Title\n\n<script>\nOLD\n</script>\n\nText.\n',
    'b.md': '# Title\n\n```{python}\nOLD\n```\n\nText.\n',
    'c.md': '+++\ntitle = "OLD"\n+++\n\nText.\n',
    'd.md': `# Title\n\n{{< x ${'y'.repeat(300)} OLD >}}\n\nText.\n`,
  };
  let workspace: Workspace;
  beforeAll(async () => {
    ({ workspace } = await workspaceOfFiles(old));
  });
  afterEach(() => undoChanges(workspace));
  afterAll(() => workspace.close());

  it.each(Object.entries(old))('%s', async (name, text) => {
    const codes = async (now: string) => {
      await workspace.apply([{ path: name, mode: '100644', content: Buffer.from(now) }]);
      const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
      return findings.map(({ code }) => code);
    };
    expect(await codes(text.replace('Text.', 'Another text.'))).toEqual([]);
    expect((await codes(text.replace('OLD', 'alert(1)')))[0]).toMatch(/^(directive|active-content)$/);
  });
});

it('a file that is no text in UTF-8, and so was not looked at, holds the proposal', async () => {
  const { workspace } = await workspaceOfFiles({ 'a.rst': 'x\n' });
  const content = Buffer.from('caf\xe9\n\n.. include:: /etc/passwd\n', 'latin1');
  await workspace.apply([{ path: 'a.rst', mode: '100644', content }]);
  const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
  expect(findings.map(({ code }) => code)).toContain('encoding');
  workspace.close();
});

describe('a file that is no documentation', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    ({ workspace } = await workspaceOfFiles({ 'a.md': 'x\n' }));
  });
  afterEach(() => undoChanges(workspace));
  afterAll(() => workspace.close());

  it.each([
    ...['AGENTS.md', 'docs/.clinerules', '.kiro/steering/a.md', '.circleci/config.yml', 'buildspec.yml'],
    ...['package.json', 'Makefile', 'mkdocs.yml', 'docs/conf.py', 'logo.svg', '.hidden/a.png'],
    // Names and folders of agents. There are new ones every month.
    ...[
      'replit.md',
      'knowledge.md',
      'packages/x/knowledge.md',
      'best_practices.md',
      'CODEBUDDY.md',
      'IFLOW.md',
    ],
    ...[
      'OPENCODE.md',
      'OpenCode.md',
      'instructions.md',
      'system_prompt.md',
      'EVIL-OF-TOMORROW.md',
      'MEMORY.adoc',
    ],
    ...[
      'claude.rst',
      'agents.adoc',
      'docs/CLAUDE.rst',
      'docs/a.prompt.md',
      'docs/KNOWLEDGE.md',
      'gemini-extension.md',
    ],
    ...['agents/reviewer.md', 'commands/deploy.md', 'claude/commands/x.md', 'x/prompts/a.md', 'rules/x.md'],
    ...['skills/x/index.rst', 'AGENTS .md', 'AGENTſ.md', 'ＡＧＥＮＴＳ.md', 'AGENTS.override.md'],
    ...['layouts/_default/single.md', 'archetypes/default.md', 'themes/x/layouts/index.md'],
    ...['snippets/llms.txt', 'includes/requirements.txt', 'partials/CMakeLists.txt', 'snippets/robots.txt'],
  ])('%s holds the proposal, whoever allowed it', async (name) => {
    await workspace.apply([{ path: name, mode: '100644', content: Buffer.from('x\n') }]);
    const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
    expect(findings.map(({ code }) => code)).toContain('no-documentation');
  });

  it('is none of the usual ones', async () => {
    const names = [
      ...[
        'README.md',
        'CHANGELOG.md',
        'CONTRIBUTING.rst',
        'LICENSE.md',
        'guide.md',
        'guide/rules-of-thumb.md',
      ],
      ...['docs/API.md', 'docs/agents.mdx', 'docs/agents/index.md', 'docs/rules/a.md', 'docs/context.md'],
      ...['content/commands/run.md', 'x/README.md', 'snippets/a.txt', 'guide/open-api.md', 'docs/cursor.md'],
    ];
    await workspace.apply(
      names.map((name) => ({ path: name, mode: '100644' as const, content: Buffer.from('# x\n') })),
    );
    const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
    expect(findings.filter(({ code }) => code === 'no-documentation')).toEqual([]);
  });
});
