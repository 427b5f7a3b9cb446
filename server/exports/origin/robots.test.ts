import { describe, expect, it, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { FORBIDS_ALL, parseRobots } from './robots.ts';

function allowed(text: string, ...paths: string[]): boolean[] {
  const robots = parseRobots(text);
  return paths.map((path) => robots.allows(path));
}

describe('a robots.txt', () => {
  it('that says nothing allows everything', () => {
    expect(allowed('', '/', '/a')).toEqual([true, true]);
    expect(allowed('User-agent: *\nDisallow:\n', '/a')).toEqual([true]);
  });

  it('binds by the group that names this program, otherwise by that for all', () => {
    const text =
      'User-agent: other\nDisallow: /o\n\nUser-agent: *\nDisallow: /all\n\nUser-agent: OFFPRINT/2\nDisallow: /own\n';
    expect(allowed(text, '/o', '/all', '/own')).toEqual([true, true, false]);
    expect(allowed(text.replace('OFFPRINT/2', 'x'), '/o', '/all', '/own')).toEqual([true, false, true]);
  });

  it('has groups of several names, which stand in lines on end', () => {
    const text = 'User-agent: a\nUser-agent: offprint\nDisallow: /x\nUser-agent: b\nDisallow: /y\n';
    expect(allowed(text, '/x', '/y')).toEqual([false, true]);
  });

  it('joins all groups of one name', () => {
    const text = 'User-agent: *\nDisallow: /x\nUser-agent: z\nDisallow: /z\nUser-agent: *\nDisallow: /y\n';
    expect(allowed(text, '/x', '/y', '/z')).toEqual([false, false, true]);
  });

  // RFC 9309 §5.1 and §2.2.2
  test.each([
    ['/example/page/', '/example/page/disallowed.gif', '/example/page/disallowed.gif', false],
    ['/example/page/', '/example/page/disallowed.gif', '/example/page/other', true],
    ['/page', '/page', '/page', true],
    ['/a*c', '/a', '/abc', true],
    ['/', '/', '/x', true],
  ])('decides by the longest rule: allow %s, disallow %s, %s', (allow, disallow, path, expected) => {
    expect(allowed(`User-agent: *\nAllow: ${allow}\nDisallow: ${disallow}\n`, path)).toEqual([expected]);
  });

  test.each([
    ['/fish', ['/fish', '/fish.html', '/fishheads'], ['/Fish.asp', '/catfish']],
    ['/fish*', ['/fish', '/fish.html'], ['/Fish.asp']],
    ['/fish/', ['/fish/', '/fish/salmon.htm'], ['/fish', '/fish.html']],
    ['/*.php', ['/filename.php', '/folder/filename.php?parameters', '/x.php/'], ['/', '/windows.PHP']],
    ['/*.php$', ['/filename.php', '/folder/filename.php'], ['/filename.php?x', '/filename.php/', '/x.php5']],
    ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?x'], ['/Fish.PHP']],
    ['/a%3cd', ['/a%3Cd', '/a%3cd'], ['/a<d'.replace('<', '%3E')]],
    ['/ツ', ['/%E3%83%84'], ['/x']],
    ['/%62', ['/b'], ['/a']],
    ['/$', ['/'], ['/a']],
  ])('%s stands for what it should', (pattern, matching, others) => {
    const text = `User-agent: *\nDisallow: ${pattern}\n`;
    expect(allowed(text, ...matching)).toEqual(matching.map(() => false));
    expect(allowed(text, ...others)).toEqual(others.map(() => true));
  });

  it('never forbids itself', () => {
    expect(allowed(FORBIDS_ALL, '/robots.txt', '/')).toEqual([true, false]);
  });

  it('names sitemaps and a delay, comments and nonsense apart', () => {
    const { sitemaps, crawlDelaySeconds } = parseRobots(
      '\ufeff# hello\r\nSitemap: https://a.example/s.xml # one\rnonsense\nUser-agent: * \nCrawl-delay: 1.5\nSITEMAP: /b.xml\n',
    );
    expect(sitemaps).toEqual(['https://a.example/s.xml', '/b.xml']);
    expect(crawlDelaySeconds).toBe(1.5);
  });

  it('of blanks and line separators is read in no time', () => {
    const started = threadMs();
    parseRobots(`allow:${' '.repeat(5_000)}y\u2028y\n${'#'.repeat(100_000)}\u2028`);
    expect(threadMs() - started).toBeLessThan(1000);
  });

  it('of many stars is matched in no time', () => {
    const started = threadMs();
    const robots = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(2000)}b\n`);
    expect(robots.allows(`/${'a'.repeat(50_000)}`)).toBe(true);
    expect(threadMs() - started).toBeLessThan(1000);
  });
});
