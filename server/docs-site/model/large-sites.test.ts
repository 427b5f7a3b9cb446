import { describe, expect, it } from 'vitest';
import { treeOf } from '../site.test-support.ts';
import { ConfigFault } from './config-file.ts';
import { readSite } from './site.ts';

describe('a docs.json', () => {
  it('whose $refs multiply each other is refused', () => {
    const files: Record<string, string> = {
      'docs.json': '{ "name": "x", "navigation": { "$ref": "0.json" } }',
    };
    for (let at = 0; at < 40; at++)
      files[`${at}.json`] = JSON.stringify({ a: { $ref: `${at + 1}.json` }, b: { $ref: `${at + 1}.json` } });
    files['40.json'] = '{}';
    let fault: unknown;
    try {
      readSite(treeOf(files));
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ConfigFault);
    expect(fault).toHaveProperty('message', expect.stringContaining('docs.json has more than 500000 values'));
  });

  it('whose files name themselves many times is read, and each time is a finding', () => {
    const pages = Array.from({ length: 40 }, () => ({ $ref: 'groups.json' }));
    const site = readSite(
      treeOf({
        'docs.json': '{ "name": "x", "navigation": { "groups": [{ "$ref": "groups.json" }] } }',
        'groups.json': JSON.stringify({ group: 'G', pages: ['a', ...pages] }),
        'a.mdx': 'Text',
      }),
    );
    expect([...site.pages.keys()]).toEqual(['a']);
    const circles = site.findings.filter(({ message }) => message.includes('refers back'));
    expect(circles).toHaveLength(pages.length);
    expect(site.findings).toHaveLength(pages.length);
  });
});

describe('an OpenAPI document', () => {
  const summaries = (count: number, summary: (at: number) => string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`/a${at}`, { get: { summary: summary(at) } }]),
    );
  const pagesOf = (navigation: object, paths: object): string[] => [
    ...readSite(
      treeOf({
        'docs.json': JSON.stringify({ name: 'x', openapi: 'api.json', navigation }),
        'api.json': JSON.stringify({ openapi: '3.0.0', paths }),
      }),
    ).pages.keys(),
  ];

  it('whose operations have one name gets a page for each', () => {
    const paths = summaries(20_000, () => 'Same');
    const pages = pagesOf({ tabs: [{ tab: 'API', openapi: 'api.json' }] }, paths);
    expect(pages).toHaveLength(20_000);
    expect(pages.slice(0, 2)).toEqual(['api-reference/endpoints/same', 'api-reference/endpoints/same-1']);
    expect(pages.at(-1)).toBe('api-reference/endpoints/same-19999');
  });

  it('whose operations are named one by one gets a page for each, one if it is named again', () => {
    const paths = summaries(10_000, (at) => `Number ${at}`);
    const names = Object.keys(paths).map((route) => `GET ${route}`);
    const pages = pagesOf({ pages: [...names, ...names.slice(0, 100)] }, paths);
    expect(pages).toHaveLength(10_000);
    expect(pages.at(-1)).toBe('api-reference/endpoints/number-9999');
  });
});
