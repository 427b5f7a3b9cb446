import { describe, expect, it } from 'vitest';
import { cookieHeader, cookieJar } from './cookies.ts';

const at = (address: string): URL => new URL(address);
const sentTo = (address: string, ...set: [from: string, line: string][]): string | undefined => {
  const jar = cookieJar(() => 1000);
  for (const [from, line] of set) jar.take(at(from), line);
  return cookieHeader(undefined, jar.sentTo(at(address)));
};

describe('cookies of a site', () => {
  const home = 'https://docs.example.com/a/b';
  it.each<[string, string, string, string | undefined]>([
    ['go back to their host', 'x=1', 'https://docs.example.com/a/c', 'x=1'],
    ['not to others', 'x=1', 'https://www.example.com/a/c', undefined],
    ['below a domain they name', 'x=1; Domain=example.com', 'https://www.example.com/a/c', 'x=1'],
    ['not below one that is not theirs', 'x=1; Domain=other.com', home, undefined],
    ['not below one of many sites', 'x=1; Domain=com', home, undefined],
    ['below the folder that set them', 'x=1', 'https://docs.example.com/other', undefined],
    ['below the path they name', 'x=1; Path=/', 'https://docs.example.com/other', 'x=1'],
    ['not beside it', 'x=1; Path=/a', 'https://docs.example.com/ab', undefined],
    ['until they end', 'x=1; Max-Age=0', home, undefined],
    ['until a day', 'x=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', home, undefined],
    ['over TLS alone where they say so', 'x=1; Secure', 'http://docs.example.com/a/c', undefined],
    ['with all that is in them', 'x=a=b==; HttpOnly', home, 'x=a=b=='],
    ['unless they have no name', '=1', home, undefined],
  ])('%s', (_what, line, address, sent) => expect(sentTo(address, [home, line])).toBe(sent));

  it('are replaced, and deleted', () => {
    expect(sentTo(home, [home, 'x=1\ny=1'], [home, 'x=2'], [home, 'y=; Max-Age=0'])).toBe('x=2');
  });

  it('give way to those of the operator', () => {
    const jar = cookieJar();
    jar.take(at(home), 'session=site\nseen=1');
    expect(cookieHeader('session=given', jar.sentTo(at(home)))).toBe('session=given; seen=1');
  });
});
