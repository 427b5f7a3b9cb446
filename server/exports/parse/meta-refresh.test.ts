import { describe, expect, test } from 'vitest';
import { parseRefresh } from './meta-refresh.ts';

describe('a refresh instruction', () => {
  test.each([
    ['0; url=guide/', 'guide/', 0],
    ['0;URL=guide/', 'guide/', 0],
    ['5 ; Url = https://docs.example.com/a?b=1#c', 'https://docs.example.com/a?b=1#c', 5],
    ['0, url=guide/', 'guide/', 0],
    ['0 url=guide/', 'guide/', 0],
    ['0;guide/', 'guide/', 0],
    ['1.5; url=guide/', 'guide/', 1],
    ['.5; url=guide/', 'guide/', 0],
    ["0; url='guide/index.html'", 'guide/index.html', 0],
    ['0; url="guide/index.html"', 'guide/index.html', 0],
    ["0; url='guide/index.html", 'guide/index.html', 0],
    ["0; 'guide/'", 'guide/', 0],
    ["0; url='guide/' and more", 'guide/', 0],
    ['  0;\n url=guide/  ', 'guide/', 0],
    ['0; url=urls.html', 'urls.html', 0],
    ['0; urls.html', 'urls.html', 0],
    ['0; url=a;b', 'a;b', 0],
  ])('%j leads to %s after %d seconds', (content, url, delaySeconds) => {
    expect(parseRefresh(content)).toMatchObject({ url, delaySeconds });
  });

  test.each([
    '',
    '30',
    '30;',
    '30; url=',
    "30; url=''",
    'url=guide/',
    ' url=guide/',
    '; url=guide/',
    'soon; url=guide/',
    '-1; url=guide/',
  ])('%j sends nobody elsewhere', (content) => {
    expect(parseRefresh(content)).toBeUndefined();
  });

  test.each(['0; url=guide/', "0;URL='guide/'", '5 ; Url = "guide/" later', "0; url='guide/"])(
    '%j can be put together again with another URL',
    (content) => {
      const { before, url, after } = parseRefresh(content) ?? { before: '', url: '', after: '' };
      expect(before + url + after).toBe(content);
      expect(parseRefresh(`${before}other.html${after}`)?.url).toBe('other.html');
    },
  );
});
