import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DeploymentType, featurePolicy } from '../features/feature-policy.ts';
import { recogniser, type Vendor } from '../features/vendor-widgets.ts';
import { readByteText, toBytes } from '../parse/charset.ts';
import { readHtml, type Tag } from '../parse/html.ts';
import { packScan, unpackScan } from '../parse/packed-scan.ts';
import { scanPage, urlsOf } from '../parse/page.ts';
import { locator } from '../site/locator.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Links, LinkTarget } from './links.ts';
import { type PageContext, type RewrittenPage, rewritePage } from './page.ts';

/** links.json of a test case: the page's address and what the export contains. */
type Case = Readonly<{
  url: string;
  file: string;
  /** Site paths and their files in the bundle. */
  files: Readonly<Record<string, string>>;
  /** Site paths that are broken or left out, with the reason. */
  dead?: Readonly<Record<string, string>>;
  outside?: Readonly<Record<string, string>>;
  hosts?: readonly string[];
  publicOrigin?: string | null;
  basePath?: string;
  /** Charset in the response header. */
  charset?: string;
  deployment?: DeploymentType;
  vendors?: readonly Partial<Vendor>[];
  /** The bundle has a search. */
  search?: boolean;
  /** The page was rendered by a browser. */
  snapshot?: boolean;
}>;

const ORIGIN = 'https://docs.example.com';
const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const cases = fs
  .readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('a page in the bundle', () => {
  test.each(cases)('%s', (name) => {
    const { extension, rewritten } = rewriteCase(name);
    const output = fs.readFileSync(path.join(FIXTURES, name, `output${extension}`));
    expect(rewritten.text).toBe(output.toString('latin1'));
    expect(rewritten.problems).toEqual(readJson(name, 'problems.json'));
    if (fs.existsSync(path.join(FIXTURES, name, 'features.json'))) {
      expect(rewritten.features).toEqual(readJson(name, 'features.json'));
    }
  });

  test.each(cases)('%s says nothing that only the host of the site could answer', (name) => {
    const { extension, rewritten, page } = rewriteCase(name);
    const output = readByteText(toBytes(rewritten.text), page.charset);
    const { references } = scanPage(output, { xml: extension !== '.html' });
    const rooted = references
      .filter(({ role }) => !['mention', 'address', 'choice', 'guess'].includes(role))
      .flatMap((reference) => urlsOf(reference, output.encoding))
      .filter((url) => /^[/\\]|^file:/i.test(url));
    expect(rooted).toEqual([]);
  });

  test.each(cases.filter((name) => !name.startsWith('svg-file')))(
    '%s has its policy before everything that loads',
    (name) => {
      const { extension, rewritten } = rewriteCase(name);
      const opened: string[] = [];
      const open = (tag: Tag): void => {
        const isPolicy =
          tag.name === 'meta' && rewritten.text.slice(tag.start, tag.end).includes('Content-Security-Policy');
        opened.push(isPolicy ? 'policy' : tag.name);
      };
      readHtml(rewritten.text, { open, close: () => {} }, extension !== '.html');
      expect(opened.filter((element) => element === 'policy')).toHaveLength(1);
      const before = opened.slice(0, opened.indexOf('policy'));
      expect(
        before.filter((element) => !['html', 'head', 'base', 'meta', 'title'].includes(element)),
      ).toEqual([]);
    },
  );

  test.each(cases)('%s can be cut off anywhere', (name) => {
    const { input, page, extension } = rewriteCase(name);
    const context = contextOf(page, extension !== '.html');
    for (let length = 0; length < input.text.length; length += 7) {
      expect(() => rewritePage({ ...input, text: input.text.slice(0, length) }, context)).not.toThrow();
    }
  });
});

test.each(cases)(
  '%s is the same after what was found in it was put aside, wherever it is cut off',
  (name) => {
    const { input, page, extension } = rewriteCase(name);
    const context = contextOf(page, extension !== '.html');
    for (let length = input.text.length; length >= 0; length -= 61) {
      const part = { ...input, text: input.text.slice(0, length) };
      const scan = scanPage(part, { xml: context.xml, markers: context.recogniser.markers });
      const kept = unpackScan(packScan(scan), part.text);
      expect(rewritePage(part, context, kept)).toEqual(rewritePage(part, context));
    }
  },
);

test('a page without anything to change gains the head of a bundle and nothing else', () => {
  const html =
    '<!doctype html><html><head><meta charset="utf-8"><title>x</title></head><p>A &lt; B &copy;  </p>\n';
  const { text, problems } = rewriteHtml(html, {});
  const head = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy([])}" data-offprint=""/>`;
  expect(text).toBe(html.replace('<title>', `${head}<title>`));
  expect(problems).toEqual([]);
});

test('a page with 10,000 links has each of them rewritten', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const files = Object.fromEntries(numbers.map((number) => [`/api/${number}`, `api/${number}.html`]));
  const html = `<head><meta charset=utf-8>${numbers.map((number) => `<a href="/api/${number}">${number}</a>`).join('\n')}`;
  const { text, problems } = rewriteHtml(html, files);
  const links = text.slice(text.indexOf('<a ')).split('\n');
  expect(links).toEqual(numbers.map((number) => `<a href="../api/${number}.html">${number}</a>`));
  expect(problems).toEqual([]);
});

test('the same dead reference is one problem of a page, however often it stands there', () => {
  const { problems } = rewriteHtml('<a href="/gone">a</a><a href="/gone">b</a><a href="/gone#c">c</a>', {});
  expect(problems).toEqual([{ kind: 'dead', url: '/gone', element: 'a', reason: 'never read' }]);
});

function rewriteCase(name: string) {
  const folder = path.join(FIXTURES, name);
  const file = fs.readdirSync(folder).find((entry) => entry.startsWith('input.')) ?? 'input.html';
  const extension = path.extname(file);
  const page = readJson(name, 'links.json') as Case;
  const input = readByteText(fs.readFileSync(path.join(folder, file)), page.charset);
  return { input, extension, page, rewritten: rewritePage(input, contextOf(page, extension !== '.html')) };
}

function rewriteHtml(html: string, files: Case['files']): RewrittenPage {
  const page = { url: '/guide/page', file: 'guide/page.html', files };
  return rewritePage(readByteText(Buffer.from(html), undefined), contextOf(page, false));
}

function contextOf(page: Case, xml: boolean): PageContext {
  const targets = new Map<string, LinkTarget>([
    ...Object.entries(page.files).map(([url, file]) => [url, { kind: 'file', path: file }] as const),
    ...Object.entries(page.dead ?? {}).map(([url, reason]) => [url, { kind: 'dead', reason }] as const),
    ...Object.entries(page.outside ?? {}).map(([url, reason]) => [url, { kind: 'outside', reason }] as const),
  ]);
  const links: Links = {
    site: { origin: ORIGIN, hosts: new Set(page.hosts ?? ['docs.example.com']), queriesSelect: false },
    target: (url) => targets.get(url),
    publicOrigin: page.publicOrigin === null ? undefined : ORIGIN,
    basePath: page.basePath ?? '',
  };
  const vendors = (page.vendors ?? []).map((vendor) => ({ ...NO_MARKS, ...vendor }));
  const policy = featurePolicy(page.deployment ?? 'air-gapped', {});
  const hasSearch = page.search === true;
  const isSnapshot = page.snapshot === true;
  const { url, file } = page;
  const locateFrom = locator(links.site);
  const pageContext = {
    url,
    file,
    links,
    locateFrom,
    recogniser: recogniser(vendors, policy),
    hasSearch,
    xml,
  };
  return { ...pageContext, isSnapshot, documents: [] };
}

const NO_MARKS = {
  id: '',
  name: '',
  feature: 'search' as const,
  hosts: [],
  files: [],
  globals: [],
  elements: [],
  hide: [],
  callsApi: false,
};

function readJson(name: string, file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(FIXTURES, name, file), 'utf8'));
}
