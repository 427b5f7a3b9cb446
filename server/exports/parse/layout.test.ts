import { describe, expect, test } from 'vitest';
import { readByteText } from './charset.ts';
import { stableName } from './layout.ts';
import { scanPage } from './page.ts';

const key = (html: string): string => scanPage(readByteText(Buffer.from(html), 'utf-8')).layout;

describe('pages of one layout have one key', () => {
  test.for([
    [
      'other words',
      '<body class="docs"><main>a</main></body>',
      '<body class="docs"><main>b<p>c</main></body>',
    ],
    [
      'scripts of another build, and of the page alone',
      '<script src="/assets/main.4f3d2a1b.js"></script><script src="/assets/17896441.a1b2c3.js"></script>',
      '<script src="/assets/main.99aa88bb.js?v=2"></script><script src="/assets/935f2afb.0099ff.js"></script>',
    ],
    [
      'classes with hashes and numbers',
      '<body class="post-12 layout_x1Yz9 wide"><main class="docMain_TB5Sr">',
      '<body class="wide post-999 layout_aB3dE"><main class="docMain_TB9Qq">',
    ],
  ] as const)('%s', ([, a, b]) => {
    expect(key(a)).toBe(key(b));
  });
});

describe('pages of different layouts have different keys', () => {
  test.for([
    ['a script of its own', '<main>', '<main><script>render()</script>'],
    ['another script', '<script src="/a.js"></script>', '<script src="/b.js"></script>'],
    [
      'a module instead of a script',
      '<script src="/a.js"></script>',
      '<script type="module" src="/a.js"></script>',
    ],
    ['another style sheet', '<link rel=stylesheet href=docs.css>', '<link rel=stylesheet href=home.css>'],
    ['other landmarks', '<main>', '<aside></aside><main>'],
    ['another class of the body', '<body class="docs">', '<body class="home">'],
    ['a custom element', '<main>', '<main><code-tabs>'],
    ['tabs', '<main>', '<main><div role=tablist>'],
  ] as const)('%s', ([, a, b]) => {
    expect(key(a)).not.toBe(key(b));
  });
});

test.for([
  ['/_next/static/chunks/app/docs/page-0f3c9a1b2d4e.js', 'page-*.js'],
  ['/assets/index.B3xkZ9qT.js', 'index.*.js'],
  ['/assets/17896441.a1b2c3d4.js', '*.js'],
  ['jquery-3.7.1.min.js', 'jquery-*.min.js'],
  ['https://cdn.test/main.js?x=1#y', 'main.js'],
  ['/deadbeef-cafe.js', 'deadbeef-cafe.js'],
  ['/bootstrap.bundle.min.js', 'bootstrap.bundle.min.js'],
] as const)('the name of %s is stable', ([address, name]) => {
  expect(stableName(address)).toBe(name);
});
