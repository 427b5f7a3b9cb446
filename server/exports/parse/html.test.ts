import { describe, expect, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { readHtml, type Tag } from './html.ts';

describe('a start tag', () => {
  test('has a name in lower case and says where it stands', () => {
    const text = 'Some <A HREF="x">text</A>';
    const [tag] = tags(text);
    expect(tag).toMatchObject({ name: 'a', start: 5, end: 17, selfClosing: false });
    expect(text.slice(tag?.start, tag?.end)).toBe('<A HREF="x">');
  });

  test.each([
    ['<a href="x" id="y">', ['href="x"=x', 'id="y"=y']],
    ["<a href='x'>", ["href='x'=x"]],
    ['<a href=x>', ['href=x=x']],
    ['<a href=x/>', ['href=x/=x/']],
    ['<a href = "x">', ['href = "x"=x']],
    ['<a href=\n"x"\n>', ['href=\n"x"=x']],
    ['<a HREF="x">', ['HREF="x"=x']],
    ['<a href="">', ['href=""=']],
    ['<a href>', ['href=']],
    ['<a href=>', ['href==']],
    ['<a href id=y>', ['href=', 'id=y=y']],
    ['<a href  id=y>', ['href=', 'id=y=y']],
    ['<a href="x"id="y">', ['href="x"=x', 'id="y"=y']],
    ['<a href="a>b">', ['href="a>b"=a>b']],
    ['<a href="a&amp;b">', ['href="a&amp;b"=a&amp;b']],
    ['<a href="x" href="y">', ['href="x"=x', 'href="y"=y']],
    ['<a href="it\'s">', ['href="it\'s"=it\'s']],
    ['<br/>', []],
    ['<img src="x"/>', ['src="x"=x']],
    ['<img src="x" />', ['src="x"=x']],
  ])('%j has attributes where browsers see them', (text, expected) => {
    const found = tags(text).flatMap((tag) => tag.attributes);
    expect(
      found.map(
        (found) => `${text.slice(found.start, found.end)}=${text.slice(found.valueStart, found.valueEnd)}`,
      ),
    ).toEqual(expected);
  });

  test('knows whether it closes itself', () => {
    expect(tags('<br/><br><img src=x />').map((tag) => tag.selfClosing)).toEqual([true, false, true]);
  });

  test('that never ends is none', () => {
    expect(names('<p>text <a href="/x')).toEqual(['p']);
    expect(names('<p>text <a href="/x>y</a><b>')).toEqual(['p']);
  });
});

describe('markup that only looks like tags', () => {
  test.each([
    ['text', '1 < 2, x<3 & y <= 4, <>, <-- <b>', ['b']],
    ['a comment', '<!-- <a href="x"> --><b>', ['b']],
    ['an empty comment', '<!--><b><!---><i>', ['b', 'i']],
    ['a comment that ends with a bang', '<!-- <a> --!><b>', ['b']],
    ['a comment with dashes', '<!-- a -- <a> -> --><b>', ['b']],
    ['a comment that never ends', '<b><!-- <a href="x">', ['b']],
    ['a conditional comment', '<!--[if lt IE 9]><script src="x"></script><![endif]--><b>', ['b']],
    ['a bogus comment', '<?php echo "<a" ?><b><!ELEMENT a></ a><i>', ['b', 'i']],
    [
      'CDATA, which HTML takes for a comment',
      '<![CDATA[ <a href="x"> ]]><b><![CDATA[ never closed <i> <u>',
      ['b', 'u'],
    ],
    ['the document type', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><b>', ['b']],
    ['a script', '<script>if (a<b) document.write("<a href=x>")</script><b>', ['script', 'b']],
    ['a script in capitals', '<SCRIPT>"<a>"</SCRIPT ><b>', ['script', 'b']],
    ['a script that seems to close itself', '<script src="x"/><a></script><b>', ['script', 'b']],
    ['a script template', '<script type="text/template"><a href="x"></a></script><b>', ['script', 'b']],
    ['a style', '<style>a > b { content: "<i>" }</style><b>', ['style', 'b']],
    ['a title', '<title><a href="x"></title><b>', ['title', 'b']],
    ['a textarea', '<textarea><a href="x"></textarea><b>', ['textarea', 'b']],
    ['an iframe', '<iframe><a href="x"></iframe><b>', ['iframe', 'b']],
    ['listings of old', '<xmp><a></xmp><noembed><a></noembed><b>', ['xmp', 'noembed', 'b']],
    ['plain text', '<b><plaintext><a href="x"></plaintext><a>', ['b', 'plaintext']],
    ['an attribute', '<b title="<a href=x>" data-x=\'<i>\'>', ['b']],
  ])('in %s is none', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test('is read in noscript and template, whose content browsers use without scripts or through them', () => {
    expect(names('<noscript><img></noscript><template><a></template>')).toEqual([
      'noscript',
      'img',
      'template',
      'a',
    ]);
  });
});

describe('SVG and MathML in a page', () => {
  test('have titles and styles that are markup, unlike those of HTML', () => {
    expect(names('<svg><title>a</title><style>x<b></style></svg><title><i></title>')).toEqual([
      'svg',
      'title',
      'style',
      'b',
      'title',
    ]);
  });

  test('hold CDATA, which HTML does not know', () => {
    expect(names('<svg><desc><![CDATA[<a>]]></desc><![CDATA[<a>]]><g></svg><![CDATA[<b>]]><i>')).toEqual([
      'svg',
      'desc',
      'g',
      'i',
    ]);
  });

  test('hold HTML again in foreignObject', () => {
    expect(names('<svg><foreignObject><style>a<b></style></foreignObject><style><g></style></svg>')).toEqual([
      'svg',
      'foreignobject',
      'style',
      'style',
      'g',
    ]);
  });

  test('end where HTML goes on, when nobody closes them', () => {
    expect(names('<div><svg><path></div><script>"<a>"</script>')).toEqual(['div', 'svg', 'path', 'script']);
    expect(names('<svg><path><p>text<script>"<a>"</script>')).toEqual(['svg', 'path', 'p', 'script']);
  });

  test('do not end at HTML within foreignObject', () => {
    expect(names('<svg><foreignObject><p>a</p></foreignObject><style><g></style></svg>')).toEqual([
      'svg',
      'foreignobject',
      'p',
      'style',
      'g',
    ]);
  });
});

describe('XML', () => {
  test('has instructions, which say where they stand', () => {
    const text = '<?xml version="1.0"?>\n<?xml-stylesheet href="a>b.css"?><svg/><?last ?>';
    const instructions: string[] = [];
    const instruction = (start: number, end: number) => instructions.push(text.slice(start, end));
    readHtml(text, { open: () => {}, close: () => {}, instruction }, true);
    expect(instructions).toEqual(['<?xml version="1.0"?>', '<?xml-stylesheet href="a>b.css"?>', '<?last ?>']);
    readHtml(text, { open: () => {}, close: () => {}, instruction });
    expect(instructions).toHaveLength(3);
  });

  test('keeps the case of names', () => {
    const [tag] = tags('<linearGradient xlink:href="#a"/>', true);
    expect(tag).toMatchObject({ name: 'linearGradient', selfClosing: true });
  });

  test('has no elements of text only, but CDATA and instructions', () => {
    expect(
      names(
        '<?xml version="1.0"?><?x <a>?><svg><style><a/></style><![CDATA[<b/>]]><title><i/></title></svg>',
        true,
      ),
    ).toEqual(['svg', 'style', 'a', 'title', 'i']);
  });
});

test('an end tag says where it begins and ends', () => {
  const text = '<p>a</P\n><script>b</script ><svg/></svg>';
  const closed: string[] = [];
  readHtml(text, {
    open: () => {},
    close: (name, start, end) => closed.push(`${name} ${text.slice(start, end)}`),
  });
  expect(closed).toEqual(['p </P\n>', 'script </script >', 'svg </svg>']);
});

test('zero bytes and half characters do not stop reading', () => {
  expect(names('<p>\0<a\0b href="\0">\ud800<i>')).toEqual(['p', 'a\0b', 'i']);
});

function tags(text: string, xml = false): Tag[] {
  const found: Tag[] = [];
  readHtml(text, { open: (tag) => found.push(tag), close: () => {} }, xml);
  return found;
}

function names(text: string, xml = false): string[] {
  return tags(text, xml).map((tag) => tag.name);
}

test('pictures that never end and end tags of others are read in no time', () => {
  const started = threadMs();
  readHtml('<svg>'.repeat(50_000) + '</x>'.repeat(50_000), { open: () => {}, close: () => {} });
  expect(threadMs() - started).toBeLessThan(2000);
});
