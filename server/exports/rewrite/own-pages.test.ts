import { describe, expect, test } from 'vitest';
import { readByteText } from '../parse/charset.ts';
import { type PageScan, scanPage, urlsOf } from '../parse/page.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { contentsPage, redirectPage } from './own-pages.ts';

describe('a page that stands where the site redirected', () => {
  test('leads on at once, with and without scripts', () => {
    const page = scan(redirectPage('../new/place.html'));
    expect(page.refresh).toEqual({ url: '../new/place.html', delaySeconds: 0 });
    expect(urls(page)).toEqual(['../new/place.html', '../new/place.html']);
    expect(redirectPage('../new/place.html')).toContain(
      '<script>location.replace("../new/place.html" + location.search + location.hash)</script>',
    );
  });

  test('holds a target with any characters, and no script of its making', () => {
    const target = 'a\'"&<>%20</script><script>alert(1)</script>.html';
    const page = scan(redirectPage(target));
    expect(urls(page)).toEqual([target, target]);
    expect(page.scripts).toHaveLength(1);
  });
});

describe('the start page of a site that has none', () => {
  test('lists its pages by title, or by address where they have none', () => {
    const html = contentsPage('docs.example.com', [
      { href: 'guide/index.html', title: 'Guide <1> & more' },
      { href: 'api/a.html', title: '' },
    ]);
    expect(html).toContain('<li><a href="guide/index.html">Guide &lt;1&gt; &amp; more</a></li>');
    expect(html).toContain('<li><a href="api/a.html">api/a.html</a></li>');
    expect(scan(html).title).toBe('docs.example.com');
  });

  test('may be empty', () => {
    expect(urls(scan(contentsPage('docs.example.com', [])))).toEqual([]);
  });
});

test('pages of ours declare their charset and forbid the network, like all others', () => {
  for (const html of [redirectPage('a.html'), contentsPage('Ünïcode', [])]) {
    expect(scan(html).declaresCharset).toBe(true);
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy([])}"/>`,
    );
  }
});

function scan(html: string): PageScan {
  return scanPage(readByteText(Buffer.from(html), undefined));
}

function urls(page: PageScan): string[] {
  return page.references.flatMap((reference) => urlsOf(reference, 'UTF-8'));
}
