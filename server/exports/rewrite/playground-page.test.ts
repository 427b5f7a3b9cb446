import { describe, expect, test } from 'vitest';
import { featurePolicy } from '../features/feature-policy.ts';
import { readVendors, recogniser, type Vendor } from '../features/vendor-widgets.ts';
import { readByteText } from '../parse/charset.ts';
import { documentFile } from '../playground/document-script.ts';
import { locator } from '../site/locator.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { type PageContext, rewritePage } from './page.ts';

const SCRIPTS = '<script>SwaggerUIBundle({ spec: {}, dom_id: "#swagger-ui" })</script>';
const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>API</title></head><body><div id="swagger-ui"></div>${SCRIPTS}</body></html>`;
const NONE = PAGE.replace('<div id="swagger-ui"></div>', '<div></div>').replace(
  SCRIPTS,
  '<script>draw()</script>',
);
const STATIC = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy([])}" data-offprint=""/>`;

const SITE = {
  origin: 'https://docs.example.com',
  hosts: new Set(['docs.example.com']),
  queriesSelect: false,
};

function rewrite(
  html: string,
  options: Partial<PageContext> & { kept: boolean; vendors?: readonly Vendor[] },
): string {
  const { kept, vendors = readVendors(), ...context } = options;
  const site = SITE;
  const policy = featurePolicy('air-gapped', { playground: kept });
  return rewritePage(readByteText(Buffer.from(html), undefined), {
    url: '/reference/v1/things',
    file: 'reference/v1/things.html',
    links: {
      site,
      target: () => undefined,
      publicOrigin: undefined,
      basePath: '',
    },
    locateFrom: locator(site),
    recogniser: recogniser(vendors, policy),
    hasSearch: true,
    isSnapshot: false,
    documents: [],
    xml: false,
    ...context,
  }).text;
}

describe('a page with an API playground that is kept', () => {
  test('begins with what the operator sets and our script, and carries no policy of its own', () => {
    const text = rewrite(PAGE, { kept: true });

    const policy = contentSecurityPolicy([]);
    expect(text).toContain(
      `<meta charset="utf-8"><script src="../../offprint-site.js" data-offprint=""></script><script src="../../offprint-playground.js" data-policy="${policy}" data-offprint=""></script>`,
    );
    expect(text).not.toContain('http-equiv');
    expect(text).toContain('<div id="swagger-ui"></div>');
    expect(text).toContain(SCRIPTS);
  });

  test('has the right paths at the root of the bundle', () => {
    const text = rewrite(PAGE, { kept: true, url: '/', file: 'index.html' });
    expect(text).toContain('<script src="offprint-site.js" data-offprint="">');
    expect(text).toContain('<script src="offprint-playground.js" data-policy');
  });

  test('lets the hosts of other kept features through, not the services of the playground', () => {
    const html = PAGE.replace(
      '</body>',
      '<img src="https://validator.swagger.io/validator"><iframe src="https://codesandbox.io/embed/a"></iframe></body>',
    );
    const text = rewrite(html, { kept: true });

    expect(text).toContain(`data-policy="${contentSecurityPolicy(['codesandbox.io', 'csb.app'])}"`);
    expect(text).toContain('data-hosts="codesandbox.io csb.app"');
  });

  test.each([
    '<script id="api-reference" type="application/json">{}</script>',
    '<div class="scalar-app"></div>',
    '<rapi-doc spec-url="openapi.json"></rapi-doc>',
    '<elements-api></elements-api>',
    '<button class="tryit-button">Try it</button>',
    '<button class="rm-TryIt">Try It!</button>',
    '<form class="openapi-explorer__request-form"></form>',
    '<div class="scalar-activate"></div>',
    '<script>SwaggerUIBundle({ url: "openapi.json", dom_id: "#console" })</script>',
    '<script>Scalar.createApiReference("#app", { url: "openapi.json" })</script>',
  ])('is known by %s', (element) => {
    const text = rewrite(NONE.replace('<div></div>', element), { kept: true });
    expect(text).toContain('offprint-playground.js');
    expect(text).toContain(element);
  });
});

describe('a page that fetches documents', () => {
  const links: PageContext['links'] = {
    site: { origin: 'https://docs.example.com', hosts: new Set(['docs.example.com']), queriesSelect: false },
    target: (place) =>
      place.startsWith('/api')
        ? { kind: 'file', path: `${place.slice(1)}.json` }
        : { kind: 'dead', reason: '' },
    publicOrigin: 'https://docs.example.com',
    basePath: '',
  };

  test('gets the scripts that carry them after ours, each with its file and its places', () => {
    const text = rewrite(NONE, { kept: true, links, documents: ['/api/a', '/api/ü&"', '/gone'] });

    const policy = contentSecurityPolicy([], true);
    expect(policy).toMatch(/; connect-src blob:$/);
    const scripts = [
      `src="../../offprint-playground.js" data-policy="${policy}" data-origin="https://docs.example.com"`,
      `src="../../${documentFile('api/a.json')}" data-file="../../api/a.json" data-places="/api/a"`,
      `src="../../${documentFile('api/ü&".json')}" data-file="../../api/%C3%BC%26%22.json" data-places="/api/&#252;&amp;&quot;"`,
    ].map((attributes) => `<script ${attributes} data-offprint=""></script>`);
    expect(text).toContain(scripts.join(''));
    expect(text).not.toContain('/gone');
  });

  test('has one script for two places of one file', () => {
    const target = () => ({ kind: 'file', path: 'api.json' }) as const;
    const text = rewrite(NONE, { kept: true, links: { ...links, target }, documents: ['/api', '/v1/api'] });
    expect(text.match(/offprint-playground\//g)).toHaveLength(1);
    expect(text).toContain('data-places="/api /v1/api"');
  });

  test('gets none of them once a browser has made it', () => {
    const text = rewrite(NONE, { kept: true, links, documents: ['/api/a'], isSnapshot: true });
    expect(text).toContain(STATIC);
    expect(text).not.toContain('offprint-playground');
  });
});

test('a page with an API playground that is off has the policy of every page, and keeps what readers read', () => {
  const text = rewrite(PAGE, { kept: false });
  expect(text).toContain(STATIC);
  expect(text).toContain('<div id="swagger-ui"></div>');
  expect(text).toContain(SCRIPTS);
  expect(text).not.toMatch(/offprint-(site|playground)\.js/);
});

test.each([
  ['without a playground', NONE, {}],
  ['that a browser has made: none of the site’s scripts is left', PAGE, { isSnapshot: true }],
] as const)('a page %s has the policy of every page', (_, html, context) => {
  const text = rewrite(html, { kept: true, ...context });
  expect(text).toContain(STATIC);
  expect(text).not.toContain('offprint-playground.js');
});

test('a code sandbox is no playground of an API: it needs the host of its vendor', () => {
  const html = NONE.replace('<div></div>', '<iframe src="https://codesandbox.io/embed/a"></iframe>');
  const text = rewrite(html, { kept: true });
  expect(text).toContain('connect-src https://codesandbox.io');
  expect(text).not.toContain('offprint-playground.js');
});

test('a page that fetches a document and has no playground any more asks no operator for an address', () => {
  const target = () => ({ kind: 'file', path: 'api.json' }) as const;
  const links = { site: SITE, target, publicOrigin: undefined, basePath: '' };
  const text = rewrite(NONE, { kept: false, links, documents: ['/api'] });
  expect(text).not.toContain('offprint-site.js');
  expect(text).toContain('connect-src blob:" data-origin="https://docs.example.com" data-calls="none" ');
  expect(text).toContain(documentFile('api.json'));
});

test('an attribute that names a document holds a whole address, which its scripts take for no path of a disk', () => {
  const target = () => ({ kind: 'file', path: 'api.json' }) as const;
  const links = { site: SITE, target, publicOrigin: undefined, basePath: '' };
  const html = NONE.replace(
    '<div></div>',
    '<redoc spec-url="../../api.json"></redoc><redoc spec-url="../../other.json"></redoc>',
  );
  const text = rewrite(html, { kept: false, links, documents: ['/api.json'] });
  expect(text).toContain('<redoc spec-url="https://docs.example.com/api.json">');
  expect(text).not.toContain('https://docs.example.com/other.json');
  expect(text).toContain('data-origin="https://docs.example.com"');
});
