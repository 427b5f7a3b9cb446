import { describe, expect, it } from 'vitest';
import { readElements } from './elements.ts';

/** Reads a page and formats each element as `<name>…</>`. */
function told(html: string, { xml = false, until = '' } = {}): string {
  let said = '';
  readElements(
    html,
    {
      open(name) {
        said += `<${name}>`;
        return name !== until;
      },
      text(data) {
        said += data;
      },
      close() {
        said += '</>';
      },
    },
    xml,
  );
  return said;
}

describe('elements nest as browsers nest them', () => {
  it.each([
    ['what is closed', '<div><p>a</p>b</div>', '<div><p>a</>b</>'],
    ['void elements', '<p>a<br>b<img src=x>c</p>', '<p>a<br></>b<img></>c</>'],
    ['paragraphs without an end', '<p>a<p>b<div>c</div>', '<p>a</><p>b</><div>c</>'],
    [
      'entries of lists without an end',
      '<ul><li>a<ul><li>b<li>c</ul><li>d</ul>',
      '<ul><li>a<ul><li>b</><li>c</></></><li>d</></>',
    ],
    [
      'tables without ends',
      '<table><tr><td>a<td>b<tr><td>c</table>d',
      '<table><tr><td>a</><td>b</></><tr><td>c</></></>d',
    ],
    ['terms', '<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</><dd>b</><dt>c</></>'],
    ['options', '<select><option>a<option>b</select>', '<select><option>a</><option>b</></>'],
    ['links in links', '<a href=x>a<a href=y>b</a>', '<a>a</><a>b</>'],
    ['what is never closed', '<main><div>a', '<main><div>a</></>'],
    ['an end tag too many', '<div>a</span></div></div>b', '<div>a</>b'],
    ['an end tag of what is around', '<div><b>a</div>b', '<div><b>a</></>b'],
    ['the end of a paragraph that none began', 'a</p>b</br>c', 'a<p></>b<br></>c'],
    ['a form in a form', '<form>a<form>b</form>c', '<form>ab</>c'],
    ['image, which is img', '<image src=x>a', '<img></>a'],
    [
      'elements that close themselves in SVG alone',
      '<div/>a<svg><path/>b</svg>c',
      '<div>a<svg><path></>b</>c</>',
    ],
    [
      'HTML within SVG',
      '<svg><foreignObject><p>a<br>b</foreignObject><g/></svg>',
      '<svg><foreignobject><p>a<br></>b</></><g></></>',
    ],
    ['names in capitals', '<DIV>a</Div>', '<div>a</>'],
    ['SVG that is not closed', '<svg><g><p>a<title>b', '<svg><g><p>a<title>b</></></></>'],
    ['CDATA, a comment in HTML', '<p>a<![CDATA[b]]>c', '<p>ac</>'],
    [
      'characters and references beyond ASCII',
      '<p>\ufeffgr&ouml;ße 😀&nbsp;&notit;&#x41&amp',
      '<p>\ufeffgröße 😀\u00a0¬it;A&</>',
    ],
    ['a tag that never ends', '<p>a<b class="x', '<p>a</>'],
    ['text that is no markup', '<title>a<b></title><script>"<p>"</script>', '<title>a<b></><script>"<p>"</>'],
  ])('%s', (_, html, expected) => {
    expect(told(html)).toBe(expected);
  });

  it('in XML each element says itself where it ends', () => {
    expect(told('<title/><div/><p>a<![CDATA[<b>]]></p>', { xml: true })).toBe('<title></><div></><p>a<b></>');
    expect(told('<p>a<![CDATA[<b>]]></p>')).not.toContain('<b>');
  });

  it('reading stops when it is told to', () => {
    expect(told('<div>a<b>c</b></div>', { until: 'b' })).toBe('<div>a<b>');
  });
});

it('attributes may be empty, without quotes or without a value', () => {
  const seen: unknown[] = [];
  readElements(
    '<a href= title=x&amp;y checked class=""><i class="k">',
    {
      open: (_, attributes) =>
        seen.push(...['href', 'title', 'checked', 'class'].map((name) => attributes.get(name))) > 0 &&
        seen.push(attributes.saysClassOnly()) > 0,
      text() {},
      close() {},
    },
    false,
  );
  const ofLink = ['title=x&y', undefined, '', '', false];
  const ofStyledText = [undefined, undefined, undefined, 'k', true];
  expect(seen).toEqual([...ofLink, ...ofStyledText]);
});

it('attributes are decoded; the first of a name counts', () => {
  const seen: unknown[] = [];
  readElements(
    '<a HREF="?a=1&amp;b&ouml;" class=x class=y hidden>t&auml;&#x1f600;',
    {
      open(_, attributes) {
        seen.push(...['href', 'class', 'hidden', 'title'].map((name) => attributes.get(name)));
        seen.push(attributes.saysClassOnly());
        return true;
      },
      text: (data) => seen.push(data),
      close() {},
    },
    false,
  );
  expect(seen).toEqual(['?a=1&bö', 'x', '', undefined, false, 't', 'ä', '😀']);
});
