import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { workspaceOfFiles } from '../workspace/repository.test-support.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { openValidator } from './validate.ts';

const site = {
  'docs.json': '{"navigation":{"groups":[{"group":"Guide","pages":["index","other"]}]}}',
  'index.mdx': [
    '---',
    'title: Home',
    '---',
    '',
    'See [example](https://example.test/a).',
    '',
    '{props.known}',
    '',
    '```sh',
    'ls',
    '```',
    '',
    ...Array.from({ length: 10 }, (_, line) => `- point ${line}`),
    '',
  ].join('\n'),
  'other.mdx': '---\ntitle: Other\n---\n\n![logo](https://images.test/logo.png)\n',
};

/** One for all cases: opening a workspace takes several git processes, undoing the changes of a case takes few. */
let workspace: Workspace;
beforeAll(async () => {
  ({ workspace } = await workspaceOfFiles(site));
});
afterAll(() => workspace.close());

/** Returns the finding codes for a text that is added to a page. */
async function brought(
  text: string | ((before: string) => string | null),
  said = '',
  more: Readonly<Record<string, string | null>> = {},
): Promise<string[]> {
  const contents = new Map<string, Buffer | null>();
  for (const name of workspace.changes().keys()) contents.set(name, await workspace.readBase(name));
  const before = site['index.mdx'];
  const next = typeof text === 'function' ? text(before) : `${before}\n${text}\n`;
  for (const [name, content] of Object.entries({ 'index.mdx': next, ...more }))
    contents.set(name, content === null ? null : Buffer.from(content));
  await workspace.apply(
    [...contents]
      .filter(([name, content]) => content !== null || workspace.entry(name) !== undefined)
      .map(([name, content]) => ({ path: name, mode: '100644' as const, content })),
  );
  const findings = await openValidator(workspace, [''], () => said).validate(new AbortController().signal);
  return findings.map(({ code }) => code);
}

const LONG = 'aGVsbG8gd29ybGQgdGhpcyBpcyBhIHNlY3JldCBtZXNzYWdlIDEyMzQ1Njc4OTA';

describe('a change brings', () => {
  it.each([
    ['a host that the site never named', '[x](https://evil.test/a)', ['new-host']],
    ['a picture of such a host', '![x](https://evil.test/a.png)', ['new-host']],
    ['such a host without a protocol', '[x](//evil.test/a)', ['new-host']],
    ['data in an address', '![x](data:image/png;base64,AAAA)', ['active-address']],
    ['code in an address', '[x](javascript:alert)', ['active-address']],
    ['an address that carries a text', `![x](https://example.test/p.png?d=${LONG})`, ['opaque-query']],
    ['a script', '<script src="https://example.test/a.js" />', ['active-content']],
    ['a frame', '<iframe src="https://example.test/a" />', ['active-content']],
    ['code on an event', '<Card onClick="x">y</Card>', ['active-content']],
    ['an expression', 'The answer is {fetch(1)}.', ['active-content']],
    ['an expression in an attribute', '<Card title={document.cookie}>y</Card>', ['active-content']],
    ['a module', 'import X from "https://example.test/x.js"', ['active-content']],
    ['a token', 'Use `ghp_0123456789abcdefghijklmnopqrstuvwxyz`.', ['secret']],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----', ['secret']],
    ['a password of no pattern', 'password: x8Kq2LmZ9vR4tWn7Bp3YcD6f', ['secret']],
    ['a tag character', 'word\u{e0041}', ['hidden']],
    ['a code block without a language', '```\nls -l\n```', ['fence-language']],
  ])('%s', async (_, text, codes) => expect(await brought(text)).toEqual(codes));

  it.each([
    ['a host that the site names elsewhere', '![x](https://images.test/other.png)'],
    ['another page of a known host', '[x](https://example.test/b)'],
    ['plain values in braces', '<Card cols={2} on={true} list={["a", "b"]}>y</Card> {/* a note */} {"text"}'],
    ['code in a block of code', '```html\n<script>alert(1)</script>\n```'],
    ['a placeholder', 'password: XXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
    ['a short query', '[x](https://example.test/b?page=2&sort=name)'],
  ])('nothing with %s', async (_, text) => expect(await brought(text)).toEqual([]));

  it('nothing with a host that a person named', async () => {
    expect(await brought('[x](https://new.test/a)', 'Link to https://new.test/a please')).toEqual([]);
  });

  it.runIf(isFullRun)('churn, when most lines differ in white space alone', async () => {
    expect(await brought((before) => before.replaceAll('- point', '-   point'))).toEqual(['churn']);
    expect(await brought((before) => before.replace('- point 1', '-  point 1'))).toEqual([]);
    expect(await brought((before) => before.replaceAll('\n', '\r\n'))).toEqual(['churn']);
  });

  it('nothing new when a page moves with all that is in it', async () => {
    const moved = await brought(() => null, '', {
      'start.mdx': site['index.mdx'],
      'docs.json': site['docs.json'].replace('index', 'start'),
    });
    expect(moved).toEqual([]);
  });
});
