import { describe, expect, test } from 'vitest';
import { rewriteWebManifest, webManifestUrls } from './webmanifest.ts';

const MANIFEST = {
  name: 'Docs',
  start_url: '/?source=pwa',
  scope: '/',
  display: 'standalone',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/gone.png', sizes: '512x512' },
  ],
  screenshots: [{ src: '/img/wide.png' }],
  shortcuts: [
    { name: 'Guide', url: '/guide/', icons: [{ src: '/icons/guide.png' }] },
    { name: 'Blog', url: '/gone/' },
  ],
};

describe('a web app manifest', () => {
  test('has its URLs rewritten, loses what the bundle lacks, and keeps the rest', () => {
    const rewritten = rewriteWebManifest(JSON.stringify(MANIFEST), (url) =>
      url.includes('gone') ? undefined : `..${url}`,
    );
    expect(JSON.parse(rewritten)).toEqual({
      name: 'Docs',
      start_url: '../?source=pwa',
      display: 'standalone',
      icons: [{ src: '../icons/192.png', sizes: '192x192', type: 'image/png' }],
      screenshots: [{ src: '../img/wide.png' }],
      shortcuts: [
        { name: 'Guide', url: '../guide/', icons: [{ src: '../icons/guide.png' }] },
        { name: 'Blog' },
      ],
    });
  });

  test('names the files that it refers to', () => {
    expect(webManifestUrls(JSON.stringify(MANIFEST))).toEqual([
      '/?source=pwa',
      '/icons/192.png',
      '/icons/gone.png',
      '/img/wide.png',
      '/guide/',
      '/icons/guide.png',
      '/gone/',
    ]);
  });

  test('may begin with a byte order mark', () => {
    expect(webManifestUrls('\ufeff{"icons": [{"src": "a.png"}]}')).toEqual(['a.png']);
  });

  test.each(['', 'no JSON', '[1, 2]', '"text"', 'null', '{"icons": '])(
    'that is %j stays as it is',
    (text) => {
      expect(rewriteWebManifest(text, () => 'x')).toBe(text);
      expect(webManifestUrls(text)).toEqual([]);
    },
  );

  test('with members of other types is read as far as it goes', () => {
    const text = JSON.stringify({
      icons: [null, 3, { src: 5 }, { src: 'a.png' }],
      shortcuts: [1],
      screenshots: {},
      start_url: 7,
    });
    expect(webManifestUrls(text)).toEqual(['a.png']);
  });
});
