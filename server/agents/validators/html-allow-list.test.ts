import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryIn, scratchFolder, workspaceOn } from '../workspace/repository.test-support.ts';
import { describeHarmless, describeObeyed } from './brought.test-support.ts';
import { openValidator } from './validate.ts';

const scratch = scratchFolder('html-allow-list');

describeObeyed('a browser would obey', {
  'a.md': [
    // Comments may end earlier than expected (HTML 13.2.5.43 to 13.2.5.51).
    ['<!--><script>alert(1)</script>-->', 'active-content'],
    ['<!---><script>alert(1)</script>-->', 'active-content'],
    ['<!-- --!><script>alert(1)</script> -->', 'active-content'],
    ['<!-- <p title=" --> <script>alert(1)</script> <!-- "> -->', 'active-content'],
    ['<![CDATA[><script>alert(1)</script>]]>', 'active-content'],
    // Vue, Alpine, htmx, Angular: new attributes that run code appear faster than a deny-list could grow.
    ['<p @click="$el.ownerDocument.defaultView.alert(1)">x</p>', 'active-content'],
    ['<p v-html="x"></p>', 'active-content'],
    ['<p v-on:click="x()">x</p>', 'active-content'],
    ['<div x-data x-init="alert(1)"></div>', 'active-content'],
    ['<div :class="f(1)">x</div>', 'active-content'],
    ['<div hx-get="/x" hx-trigger="load"></div>', 'active-content'],
    ['<div data-hx-get="/x"></div>', 'active-content'],
    ['<p is="x-y">x</p>', 'active-content'],
    ['<x-y is=z>x</x-y>', 'active-content'],
    ['<dialog open>x</dialog>', 'active-content'],
    ['<svg><use href="https://example.test/x#a"/></svg>', 'active-content'],
    // Hosts that are linked or loaded from.
    ['<img srcset="https://evil.test/x.png 1x">', 'new-host'],
    ['<img srcset="a.png 1x, //evil/x.png 2x">', 'active-content'],
    ['<video poster="https://evil.test/x.png"></video>', 'new-host'],
    ['<video poster="//evil/x.png"></video>', 'active-content'],
    ['<audio src="https://evil.test/a.mp3"></audio>', 'new-host'],
    ['<img src="\\\\evil.test\\x.png">', 'new-host'],
    ['<img src="/\\evil.test/x.png">', 'new-host'],
    ['![x](/\\\\evil.test/x.png)', 'new-host'],
    ['<a href="vscode:extension/x">x</a>', 'active-content'],
    ['<a href="&#x01;JaVa&NewLine;ScRiPt&colon;alert(1)">x</a>', 'active-content'],
    ['[x](javas&Tab;cript:alert(1))', 'active-address'],
    ['[x](vbscript:x)', 'active-address'],
    ['[x](search-ms:query=x)', 'active-address'],
    ['[x]: javascript:alert(1)', 'active-address'],
    // Styles that load something, or cover the page.
    ['<div style="background:image(\'//evil.test/x\')">x</div>', 'active-content'],
    ['<div style="background:u\\72l(//evil.test/a)">x</div>', 'active-content'],
    ['<div style="margin-top:-900px">x</div>', 'active-content'],
    ['<div style="position:sticky">x</div>', 'active-content'],
    // Other parsers count indentation differently and treat this as HTML.
    ['- item\n\n      <script>alert(1)</script>', 'active-content'],
    // The content of a MyST directive is Markdown again.
    ['```{note}\n<img src=a.png onerror=alert(1)>\n```', 'active-content'],
    ['````{note}\n```{tip}\n[x](javascript:alert(1))\n```\n````', 'active-address'],
    ['```{image} //evil.test/x.png\n```', 'new-host'],
    ['```{figure} a.png\n:target: javascript:alert(1)\n```', 'active-address'],
    // Docusaurus and others read every page as MDX.
    ['The answer is {fetch(1)}.', 'active-content'],
    ['The answer is {fetch`x`}.', 'active-content'],
    ['a { b\n\n{alert(1)}', 'active-content'],
    ['import x from "./x.js"', 'active-content'],
    ['export const x = 1', 'active-content'],
    ['{@html x}', 'active-content'],
    ['{process.env.SECRET}', 'active-content'],
    ['{new X}', 'active-content'],
    ['![x](a.png){onerror=alert(1)}', 'active-content'],
    ['[x](a.md){: v-html="x" }', 'active-content'],
  ],
  'a.mdx': [
    ['<a href={"javascript:alert(1)"}>x</a>', 'active-content'],
    ["<a href={'javascript:alert(1)'}>x</a>", 'active-content'],
    ['<a href={`javascript:alert(1)`}>x</a>', 'active-content'],
    ['<a href={`java\\u0073cript:alert(1)`}>x</a>', 'active-content'],
    ['<a href={"java\\x09script:alert(1)"}>x</a>', 'active-content'],
    ['<Card href={"javascript:alert(1)"}>x</Card>', 'active-address'],
    ['<Card links={[{ to: "javascript:alert(1)" }]}>x</Card>', 'active-address'],
    ['<img src={"https://evil.test/x.png"} />', 'new-host'],
    ['<Image url="https://evil.test/x" />', 'new-host'],
    ['<RedocStandalone specUrl="//evil.test/x" />', 'new-host'],
    ['<Card title={"<img src=x onerror=alert(1)>"} />', 'active-content'],
    ['<Raw html="x" />', 'active-content'],
    ['<Fragment set:html="x" />', 'active-content'],
    ['<Card render={{ onClick: "x" }} />', 'active-content'],
    ['<Card {...{ href: "x" }} />', 'active-content'],
    ['<svg />', 'active-content'],
  ],
  'snippets/a.txt': [['<p @click="x">', 'directive']],
});

it('a page that could not be parsed before is looked at all the same', async () => {
  const old = '# x\n\n<a\n\nText.\n';
  const repository = repositoryIn(path.join(scratch, 'faulty'), { 'a.mdx': old });
  const { workspace } = await workspaceOn(repository.folder, path.join(scratch, 'faulty-job'));
  const content = Buffer.from(`${old}\n<img src="x" onerror="alert(1)">\n`);
  await workspace.apply([{ path: 'a.mdx', mode: '100644', content }]);
  const findings = await openValidator(workspace, ['']).validate(new AbortController().signal);
  expect(findings.map(({ code }) => code)).toContain('active-content');
  workspace.close();
});

describeHarmless('a browser shows and does no more', {
  'a.md': [
    '<table><tr><td align="right" colspan="2">x</td></tr></table>',
    '<p align="center"><img src="a.png" alt="x" width="40%" height="20" loading="lazy"></p>',
    '<picture><source media="(prefers-color-scheme: dark)" srcset="a.png 2x"><img src="a.png" alt=""></picture>',
    '<a id="x" name="y" class="z" href="a.md" title="t" rel="noopener" target="_blank">x</a>',
    '<a href="https://example.test/a">x</a> <a href="mailto:a@example.test">y</a> <a href="#z">z</a><a id="z"></a>',
    '<ol start="3" type="a"><li value="4">x</li></ol> H<sub>2</sub>O <sup>1</sup> <mark>x</mark> <del>y</del>',
    '<div style="max-width: 20em; color: #333; border: 1px solid rgb(1, 2, 3)">x</div>',
    '<!-- a note about a <b>word</b> -->',
    '<https://example.test/a> and <a@example.test>, 1 < 2, a <b',
    '![x](a.png){width=300 .cls} and {name}, {#id}, /users/{id}',
    '```jsx\n<p onClick={() => alert(1)} />\n```',
    '`<script>` and ``{fetch(1)}``',
    'Import settings first, then export them.',
    '| a | b |\n|---|---|\n| `{x}` | 2 |',
  ],
  'a.mdx': [
    '<Card title={"Guide"} cols={2} list={[1, -2, "x"]} data={{ a: true, b: null }}>y</Card>',
    '<img src="/a.png" alt={`x`} className="w" />',
    '<Tabs><Tab title="a">x</Tab></Tabs>',
    '<div style="text-align: center">x</div>',
  ],
});
