import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSite } from '../../docs-site/site.test-support.ts';
import { type ByteText, readByteText } from '../parse/charset.ts';
import { type PageScan, scanPage, urlsOf } from '../parse/page.ts';
import { featurePolicy, features } from './feature-policy.ts';
import { hostsOfRemovedFeatures, readVendors, recogniser } from './vendor-widgets.ts';

const vendors = readVendors();
const recognise = recogniser(vendors, featurePolicy('air-gapped', {}));
const fixtures = new URL('./fixtures/', import.meta.url);
const BASE = 'https://docs.example.com/guide/install';

type Found = Readonly<{ vendor: string; what: string }>;

describe('vendor-widgets.json', () => {
  test('has nothing but what is known of a vendor', () => {
    const strings = z.array(z.string()).optional();
    const element = z.strictObject({
      element: z.string(),
      id: z.string().optional(),
      class: z.string().optional(),
      attribute: z.string().optional(),
      value: z.string().optional(),
      stays: z.boolean().optional(),
    });
    const entry = z.strictObject({
      id: z.string(),
      name: z.string(),
      feature: z.enum(features),
      hosts: strings,
      files: strings,
      globals: strings,
      hide: strings,
      elements: z.array(element).optional(),
      callsApi: z.boolean().optional(),
    });
    const file = fs.readFileSync(new URL('./vendor-widgets.json', import.meta.url), 'utf8');
    expect(z.array(entry).safeParse(JSON.parse(file)).error).toBeUndefined();
  });

  test('knows vendors of every feature', () => {
    expect(new Set(vendors.map((vendor) => vendor.feature))).toEqual(new Set(features));
  });

  test('names every vendor, host and file once', () => {
    expect(repeated(vendors.map((vendor) => vendor.id))).toEqual([]);
    expect(repeated(vendors.map((vendor) => vendor.name))).toEqual([]);
    expect(repeated(vendors.flatMap((vendor) => vendor.hosts))).toEqual([]);
    expect(repeated(vendors.flatMap((vendor) => vendor.files))).toEqual([]);
    expect(repeated(vendors.flatMap((vendor) => vendor.globals))).toEqual([]);
  });

  test('lists hosts as bare names in lower case, as URLs hold them', () => {
    const hosts = vendors.flatMap((vendor) => vendor.hosts);
    expect(
      hosts.filter((host) => !host.includes('.') || new URL(`https://${host}/`).hostname !== host),
    ).toEqual([]);
  });

  test('lists no host that another one includes already', () => {
    const hosts = vendors.flatMap((vendor) => vendor.hosts);
    expect(hosts.filter((host) => hosts.some((other) => host.endsWith(`.${other}`)))).toEqual([]);
  });

  test('lists files by their bare names', () => {
    const files = vendors.flatMap((vendor) => vendor.files);
    expect(files.filter((file) => !/^[\w.-]+\.js$/.test(file))).toEqual([]);
  });

  test('gives text that stands in quotes with both kinds of them', () => {
    const lonely = vendors.flatMap(({ globals }) =>
      globals.filter((text) => !globals.includes(otherQuotes(text))),
    );
    expect(lonely).toEqual([]);
  });

  test('removes an element only for a mark that a vendor gave it', () => {
    const rules = vendors.flatMap((vendor) => vendor.elements);
    const vague = rules.filter(
      ({ element, id, class: className, attribute, value }) =>
        !(id || className || (attribute && (value || attribute.includes('-'))) || /[-:]/.test(element ?? '')),
    );
    expect(vague).toEqual([]);
  });

  test('names the element of every rule, so that rules can be found by it', () => {
    const rules = vendors.flatMap((vendor) => vendor.elements);
    expect(rules.filter((rule) => rule.element === undefined)).toEqual([]);
  });

  test('never removes elements that hold whole pages', () => {
    const holders = new Set([
      'html',
      'head',
      'body',
      'main',
      'article',
      'section',
      'header',
      'footer',
      'nav',
      'aside',
    ]);
    const rules = vendors.flatMap((vendor) => vendor.elements);
    expect(rules.filter((rule) => holders.has(rule.element ?? 'html'))).toEqual([]);
  });

  test('hides by one selector at a time', () => {
    const selectors = vendors.flatMap((vendor) => vendor.hide);
    expect(selectors.filter((selector) => /[{}<;,@]/.test(selector) || selector.trim() !== selector)).toEqual(
      [],
    );
  });

  test('says of every vendor how to recognise or hide it', () => {
    const marks = vendors.map((vendor) =>
      [vendor.hosts, vendor.files, vendor.globals, vendor.elements, vendor.hide].flat(),
    );
    expect(vendors.filter((_, index) => marks[index]?.length === 0)).toEqual([]);
  });
});

describe('a page with parts of vendors', () => {
  const cases = fs.readdirSync(fixtures).filter((name) => name !== 'innocent');

  test.each(cases)('%s is recognised', (name) => {
    const expected = JSON.parse(fs.readFileSync(new URL(`${name}/expected.json`, fixtures), 'utf8'));
    const { page, scan } = read(`${name}/input.html`);
    expect(recognised(page, scan)).toEqual(expected);
    expect(expected.map((found: Found) => found.vendor)).toContain(name);
  });

  test.each(cases)('keeps its own text and scripts when %s is removed', (name) => {
    const { page, scan } = read(`${name}/input.html`);
    const rest = without(page, scan);
    expect(rest).toContain('<p>Text that stays.</p>');
    expect(rest).toContain('<script src="../assets/site.js"></script>');
    const left = scanPage({ ...page, text: rest }, { markers: recognise.markers });
    expect([
      ...left.scripts.filter((script) => recognise.byScript(script, rest, BASE)),
      ...left.marked,
    ]).toEqual([]);
  });
});

describe('a page without vendors', () => {
  test('is one that is made of a docs.json: its search box opens the search of the bundle', async () => {
    const { files } = await makeSite({ 'a.mdx': 'Text\n' });
    const page = readByteText(Buffer.from(files.get('a.html') ?? ''), undefined);
    expect(page.text).toContain('class="search-button"');
    expect(recognised(page, scanPage(page, { markers: recognise.markers }))).toEqual([]);
  });

  test.each(fs.readdirSync(new URL('innocent/', fixtures)))('%s holds nothing to remove', (name) => {
    const { page, scan } = read(`innocent/${name}`);
    expect(recognised(page, scan)).toEqual([]);
  });
});

test('a host counts with its subdomains, and not where its name only ends alike', () => {
  expect(recognise.byUrl(new URL('https://region1.google-analytics.com/g/collect'))?.id).toBe(
    'google-analytics',
  );
  expect(recognise.byUrl(new URL('https://not-google-analytics.com/'))).toBeUndefined();
  expect(recognise.byUrl(new URL('https://google-analytics.com.example.org/'))).toBeUndefined();
});

test('documentation of a vendor keeps what does not come from its service', () => {
  const own = [
    'docs.kapa.ai',
    'docs.sentry.io',
    'docs.mendable.ai',
    'amplitude.com',
    'docs.pendo.io',
    'www.intercom.com',
  ];
  expect(own.filter((host) => recognise.byUrl(new URL(`https://${host}/assets/main.js`)))).toEqual([]);
});

test('content that help centres load from the hosts of their vendor is not the widget', () => {
  const content = [
    'https://downloads.intercomcdn.com/i/o/1/picture.png',
    'https://static.zdassets.com/hc/assets/application.css',
    'https://image.crisp.chat/process/original/?url=picture.png',
    'https://assets.readthedocs.org/static/css/badge_only.css',
  ];
  expect(content.filter((url) => recognise.byUrl(new URL(url)))).toEqual([]);
});

function read(file: string): Readonly<{ page: ByteText; scan: PageScan }> {
  const page = readByteText(fs.readFileSync(new URL(file, fixtures)), undefined);
  return { page, scan: scanPage(page, { markers: recognise.markers }) };
}

/**
 * Returns what an export would find in the page, in order. Links do not count as loads, because readers follow them.
 */
function recognised(page: ByteText, scan: PageScan): Found[] {
  const kinds: Readonly<Record<string, string>> = { iframe: 'frame', img: 'pixel', link: 'link' };
  const scripts = scan.scripts.flatMap((script) => {
    const vendor = recognise.byScript(script, page.text, BASE);
    return vendor ? [{ vendor: vendor.id, what: script.src === undefined ? 'inline script' : 'script' }] : [];
  });
  const elements = scan.marked.map((mark) => ({ vendor: mark.id, what: 'element' }));
  const loads = scan.references
    .filter(({ role, element }) => (role === 'asset' || role === 'frame') && element !== 'script')
    .flatMap((reference) =>
      urlsOf(reference, page.encoding).flatMap((url) => {
        const vendor = recognise.byUrl(new URL(url, BASE));
        return vendor ? [{ vendor: vendor.id, what: kinds[reference.element] ?? reference.element }] : [];
      }),
    );
  return [...scripts, ...elements, ...loads];
}

function without(page: ByteText, scan: PageScan): string {
  const scripts = scan.scripts.filter((script) => recognise.byScript(script, page.text, BASE));
  const spans = [...scripts, ...scan.marked].map(({ span }) => span).sort((a, b) => a.start - b.start);
  let rest = '';
  let position = 0;
  for (const { start, end } of spans) {
    if (start > position) rest += page.text.slice(position, start);
    position = Math.max(position, end);
  }
  return rest + page.text.slice(position);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function otherQuotes(text: string): string {
  return text.includes("'") ? text.replaceAll("'", '"') : text.replaceAll('"', "'");
}

test('services of features that are off are known, so that nobody is told that pages do not reach them', () => {
  const isOther = (playground: boolean): boolean =>
    hostsOfRemovedFeatures(vendors, featurePolicy('air-gapped', { playground })).includes(
      'validator.swagger.io',
    );
  expect([isOther(false), isOther(true)]).toEqual([true, false]);
});
