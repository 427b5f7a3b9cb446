import fs from 'node:fs';
import path from 'node:path';
import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { type HtmlEvents, HtmlTokenizer, type TokenizerOptions } from './tokenizer.ts';

type Event = [name: string, ...unknown[]];

/** Returns all events that our tokenizer reports, each with its text. */
function eventsOf(text: string, options: TokenizerOptions, isForeign = false): Event[] {
  const events: Event[] = [];
  const tokenizer = new HtmlTokenizer(options, {
    ...commonEvents(text, events, isForeign),
    onopentag: ({ attributes, ...tag }) => {
      for (const { name, start, end, valueStart, valueEnd } of attributes) {
        const value = text.slice(valueStart, valueEnd);
        const read = options.decodeEntities ? decodeHTMLAttribute(value) : [valueStart, value, valueEnd];
        events.push(['attribute', start, name, read, end]);
      }
      events.push(['tag', tag.start, tag.name, tag.end, tag.selfClosing]);
    },
  });
  tokenizer.write(text);
  tokenizer.end();
  return events;
}

/** Returns all events that htmlparser2's tokenizer reports. */
function libraryEventsOf(text: string, options: TokenizerOptions, isForeign = false): Event[] {
  const events: Event[] = [];
  let tag: [start: number, name: string] = [0, ''];
  let attribute: [start: number, name: string] = [0, ''];
  let attributes: Event[] = [];
  let value = '';
  let valueStart = -1;
  let valueEnd = -1;
  const tokenizer = new Tokenizer(
    { decodeEntities: false, ...options },
    {
      ...commonEvents(text, events, isForeign),
      onprocessinginstruction: (start, end) => events.push(['instruction', start, end]),
      onopentagname: (start, end) => {
        tag = [start - 1, text.slice(start, end).toLowerCase()];
        attributes = [];
      },
      onattribname: (start, end) => {
        attribute = [start, text.slice(start, end).toLowerCase()];
        value = '';
        valueStart = -1;
      },
      onattribdata: (start, end) => {
        value += text.slice(start, end);
        if (valueStart < 0) valueStart = start;
        valueEnd = end;
      },
      onattribentity: (point) => {
        value += String.fromCodePoint(point);
      },
      onattribend: (_quote, end) => {
        const at = valueStart < 0 ? [end, end] : [valueStart, valueEnd];
        const read = options.decodeEntities ? value : [at[0], value, at[1]];
        attributes.push(['attribute', ...attribute, read, end]);
      },
      onopentagend: (at) => events.push(...attributes, ['tag', ...tag, at + 1, false]),
      onselfclosingtag: (at) => events.push(...attributes, ['tag', ...tag, at + 1, true]),
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return events;
}

function commonEvents(text: string, events: Event[], isForeign: boolean) {
  const span =
    (name: string) =>
    (start: number, end: number): void => {
      events.push([name, start, text.slice(start, end)]);
    };
  return {
    oncdata: (start, end, offset) => events.push(['cdata', start, end, offset]),
    onclosetag: span('end tag'),
    oncomment: (start, end, offset) => events.push(['comment', start, end, offset]),
    ondeclaration: span('declaration'),
    onend: () => events.push(['end']),
    ontext: span('text'),
    ontextentity: (point, end) => events.push(['text of reference', point, end]),
    isInForeignContext: () => isForeign,
  } satisfies Partial<HtmlEvents>;
}

/** Fragments of valid and invalid pages. */
const PIECES = [
  ...[
    '<p>',
    '</p>',
    '<br/>',
    '<br / >',
    '<a href="b.html#c">',
    "<a href='b'>",
    '<a href=b/c>',
    '<img src = x.png alt>',
  ],
  ...[
    '<a "b" =c d=>',
    '<a b=c"d e>',
    '<A HREF="X">',
    '<p\n\tclass="a"\r\n>',
    '<p/class=a>',
    '<x-y z:w="">',
    '<a b="<>&\'">',
  ],
  ...[
    '<',
    '< p>',
    '<<p>',
    '<>',
    '</>',
    '</ p>',
    '</p a="b">',
    '</3>',
    '<3',
    '<!>',
    '<!->',
    '<!x>',
    '<!doctype html>',
    '<!DOCTYPE>',
  ],
  ...[
    '<!-- a -->',
    '<!-->',
    '<!--->',
    '<!---->',
    '<!--a--!>',
    '<!--a--!-->',
    '<!--a->b--->',
    '<!--<p>-->',
    '<?php ?>',
    '<?>',
  ],
  ...[
    '<![CDATA[ <p> ]]>',
    '<![CDATA',
    '<![cdata[x]]>',
    '<script>if (a</b>c) "</scr"</script>',
    '<SCRIPT src=a></Script >',
  ],
  ...[
    '<style>a{}</style>',
    '<title>a &amp; <b></title>',
    '<textarea>&lt;</textarea/>',
    '<script/>x</script>',
    '<title/>y</title>',
  ],
  ...[
    '<xmp><p></xmp>',
    '<iframe></iframe>',
    '<noembed><a></noembed>',
    '<noframes><a></noframes>',
    '<scripts>',
    '<sty>',
    '<titles>',
  ],
  ...[
    '<script><!-- <script> </script> --></script>',
    '<script></scriptx></script\n>',
    '<svg><title>',
    '<span class="k">',
  ],
  ...[
    'a',
    ' ',
    '\n',
    'text & more',
    '&amp;',
    '&amp',
    '&notit;',
    '&notin;',
    '&#65;',
    '&#x1F600;',
    '&#0;',
    '&;',
    '&&amp;',
    'ä',
    '😀',
  ],
  ...[
    '<a href="?a=1&copy=2&amp;b">',
    '<a href="&#x41;">',
    '<a b=&amp;c>',
    "<a b='&nbsp;'>",
    '"',
    "'",
    '>',
    '=',
    '/',
    '-->',
    ']]>',
  ],
];

/**
 * Ends whatever may be open: at the end of the text, the library reports unfinished input in ways that do not matter.
 */
const TAIL = ` "'"'>--></script></style></title></textarea></xmp></iframe></noembed></noframes>.`;

describe('the tokenizer', () => {
  const cases = [{}, { decodeEntities: true }, { decodeEntities: true, recognizeSelfClosing: true }];

  it.each(cases)('tells what that of htmlparser2 tells, %o', (options) => {
    for (let seed = 1; seed <= (isFullRun ? 4000 : 1000); seed++) {
      const text = compose(seed) + TAIL;
      const isForeign = seed % 5 === 0;
      expect(eventsOf(text, options, isForeign), text).toEqual(libraryEventsOf(text, options, isForeign));
    }
  });

  it('reads real pages as that of htmlparser2 does', () => {
    const files = [
      'examples/handbook',
      'server/exports/search/extract/fixtures',
      'server/exports/rewrite/fixtures',
    ].flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => path.join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) {
      const text = fs.readFileSync(file, 'utf8');
      for (const options of cases) {
        expect(eventsOf(text, options), file).toEqual(libraryEventsOf(text, options));
      }
    }
  });

  it.each([
    '<',
    '</',
    '<p',
    '<p ',
    '<p a',
    '<p a=',
    '<p a="b',
    '<p a=b',
    '<p /',
    '</p',
    '</p ',
    '<!',
    '<!-',
    '<!--',
    '<!--a-',
    '<!--a--!',
    '<!doctype',
    '<![CDATA[',
    '<![CDATA[a]]',
    '<script',
    '<script>',
    '<script>a</script',
    '<title>a &am',
    '<plaintext>a</p>',
    'a &am',
    'a &amp',
    '&#6',
  ])('ends with a text that is cut off: %s', (text) => {
    const told = eventsOf(`x${text}`, { decodeEntities: true });
    expect(told.at(-1)).toEqual(['end']);
    // No unfinished tag is reported as a tag.
    expect(told.filter(([name]) => name === 'tag').length).toBe(
      /<(script|title|plaintext)>/.test(text) ? 1 : 0,
    );
  });

  it('reads no further once it is paused', () => {
    const tags: string[] = [];
    const text = '<a><b><script>x</script><c>';
    const nothing = (): void => {};
    const tokenizer = new HtmlTokenizer(
      {},
      {
        oncdata: nothing,
        onclosetag: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onend: () => tags.push('end'),
        ontext: (start, end) => tags.push(text.slice(start, end)),
        ontextentity: nothing,
        onopentag: ({ name }) => {
          tags.push(name);
          if (tags.length === 2) tokenizer.pause();
        },
      },
    );
    tokenizer.write(text);
    tokenizer.end();
    expect(tags).toEqual(['a', 'b']);
  });
});

/**
 * Builds a text from a few pieces; deterministic for a given seed (a linear congruential generator, Numerical Recipes).
 */
function compose(seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 1 + next(12) }, () => {
    const piece = PIECES[next(PIECES.length)] ?? '';
    // Cut some pieces short.
    return next(6) === 0 ? piece.slice(0, next(piece.length + 1)) : piece;
  })
    .join('')
    .replaceAll(/(<\/?\w*)&/g, '$1 &'); // the library, unlike browsers, decodes no reference there in a title
}
