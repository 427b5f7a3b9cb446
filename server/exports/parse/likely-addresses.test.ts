import { describe, expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { addressLiterals, likelyAddress } from './likely-addresses.ts';

describe('an attribute that HTML gives no address may hold one', () => {
  it.each([
    ['data-src', '/img/a.png', 'guess', 'url'],
    ['data-src', '/image/42', 'guess', 'url'],
    ['data-original', 'a.webp', 'guess', 'url'],
    ['data-lazy-src', '../a', 'guess', 'url'],
    ['data-anything', 'files/manual.pdf?v=1', 'guess', 'url'],
    ['data-srcset', '/a.png 1x, /b.png 2x', 'guess', 'srcset'],
    ['data-bg', 'url(/img/b.png)', 'guess', 'css'],
    ['data-options', '{"image": "/img/a.png"}', 'guess', 'script'],
    ['data-href', '/guide/', 'choice', 'url'],
    ['data-target', 'guide/start.html#first', 'choice', 'url'],
    ['onclick', "go('/guide/start.html')", 'choice', 'script'],
  ])('%s="%s"', (name, value, role, syntax) => {
    expect(likelyAddress(name, value)).toEqual({ role, syntax });
  });

  it.each([
    ['title', 'img/a.png'],
    ['alt', '/img/a.png'],
    ['download', 'manual.pdf'],
    ['aria-label', 'a.html'],
    ['data-title', 'src/app.js'],
    ['data-filename', 'index.html'],
    ['data-clipboard-text', '/img/a.png'],
    ['data-src', 'placeholder'],
    ['data-version', '1.2.3'],
    ['data-date', '2026.11.28'],
    ['data-text-of', 'See a.png for more'],
    ['data-template', '/img/{{name}}.png'],
    ['onclick', "toggle('menu')"],
    ['data-src', ''],
  ])('%s="%s" holds none', (name, value) => {
    expect(likelyAddress(name, value)).toBeUndefined();
  });

  it('reads long values in no time', () => {
    const started = threadMs();
    for (const part of ['a/', '.', 'a.', '"', '\'"', '-', 'location=']) {
      for (const name of ['onclick', 'data-src', 'data-srcset', 'data-x']) {
        likelyAddress(name, part.repeat(10_000));
        likelyAddress(name, `[${part.repeat(9000)}`);
      }
    }
    expect(threadMs() - started).toBeLessThan(2000);
  });
});

describe('addresses in a handler', () => {
  const values = (script: string): string[] => addressLiterals(script).map(({ value }) => value);

  it.each([
    ["location.href='/guide/start.html'", ['/guide/start.html']],
    ['window.location = "/"', ['/']],
    ["document.location.assign( 'guide/start' );return false", ['guide/start']],
    ["top.location.replace('../x/')", ['../x/']],
    ["window.open('/a.html','_self')", ['/a.html']],
    ["show('img/a.png', 'menu')", ['img/a.png']],
    ["parent.frames['main'].location='b.html'", ['b.html']],
  ])('%s', (script, found) => {
    expect(values(script)).toEqual(found);
  });

  it.each([
    "location.href='/docs/' + name + '.html'",
    "if (location.pathname == '/a.html') go()",
    "x.split('/')",
    "location.hash='#a'",
    "xhr.open('GET', name)",
    ['location.href=`/a/$', '{name}.html`'].join(''),
    "alert('See a.html for more')",
  ])('%s: none', (script) => {
    expect(values(script)).toEqual([]);
  });

  it('stand where they are said to', () => {
    const script = `x("/a.html", '/b.html')`;
    expect(addressLiterals(script).map(({ start, end }) => script.slice(start, end))).toEqual([
      '/a.html',
      '/b.html',
    ]);
  });
});
