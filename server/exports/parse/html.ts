import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type CharacterCodes, codesOf, NO_CODES } from './character-codes.ts';
import { nameAt } from './names.ts';
import { OpenElements } from './open-elements.ts';
import { HtmlTokenizer } from './tokenizer.ts';

/** Offsets into the text that was read. `start`..`end` is the whole attribute, `valueStart`..`valueEnd` what is inside the quotes. */
export type Attribute = Readonly<{
  name: string;
  start: number;
  end: number;
  valueStart: number;
  valueEnd: number;
}>;

/** A start tag: `start` is its `<`, `end` the offset behind its `>`. */
export type Tag = Readonly<{
  name: string;
  start: number;
  end: number;
  selfClosing: boolean;
  attributes: readonly Attribute[];
}>;

export type HtmlVisitor = Readonly<{
  open: (tag: Tag) => void;
  /** An end tag; `start` is its `<`, `end` the offset behind its `>`. */
  close: (name: string, start: number, end: number) => void;
  /** A processing instruction of XML, from its `<?` to behind its `?>`. */
  instruction?: (start: number, end: number) => void;
}>;

/**
 * Reads HTML (or, with `xml`, XML such as SVG files) tag by tag and says where everything stands, so that a
 * caller can change single attributes and leave every other byte as it was. The text of scripts, styles,
 * comments and CDATA is never taken for tags (WHATWG HTML 13.2.5, the tokenizer; XML by htmlparser2).
 */
export function readHtml(text: string, visitor: HtmlVisitor, xml = false): void {
  const read = xml ? text : withoutCdata(text);
  const codes = xml ? NO_CODES : codesOf(read);
  const events = eventsFor(text, codes, visitor, xml);
  const tokenizer = xml
    ? new Tokenizer({ xmlMode: true, decodeEntities: false }, events)
    : new HtmlTokenizer({}, events);
  tokenizer.write(read, codes);
  tokenizer.end();
}

/** What a tokenizer tells of, for a visitor. @param codes of the text, unless it is XML */
function eventsFor(
  text: string,
  codes: CharacterCodes,
  visitor: HtmlVisitor,
  xml: boolean,
): TokenizerCallbacks {
  let name = '';
  let start = 0;
  let attributes: Attribute[] = [];
  let attributeName = '';
  let attributeStart = 0;
  let valueStart = -1;
  let valueEnd = -1;
  const foreign = new OpenElements();

  const openTag = (end: number, selfClosing: boolean): void => {
    if (!xml) {
      if (foreign.length > 0 && BREAKOUT.has(name)) leaveAllForeign(foreign);
      enterForeign(foreign, name, selfClosing);
    }
    visitor.open({ name, start, end, selfClosing, attributes });
  };

  return {
    onopentagname(nameStart, nameEnd) {
      name = xml ? text.slice(nameStart, nameEnd) : nameAt(text, codes, nameStart, nameEnd);
      start = nameStart - 1;
      attributes = [];
    },
    onattribname(nameStart, nameEnd) {
      attributeName = xml ? text.slice(nameStart, nameEnd) : nameAt(text, codes, nameStart, nameEnd);
      attributeStart = nameStart;
      valueStart = -1;
      valueEnd = nameEnd;
    },
    onattribdata(dataStart, dataEnd) {
      if (valueStart < 0) valueStart = dataStart;
      valueEnd = dataEnd;
    },
    onattribend(quote, end) {
      const quoted = quote > 1; // 0: no value, 1: unquoted, 2 and 3: quoted
      if (valueStart < 0) {
        valueStart = end;
        valueEnd = end;
      }
      attributes.push({
        name: attributeName,
        start: attributeStart,
        end: quoted ? valueEnd + 1 : valueEnd,
        valueStart,
        valueEnd,
      });
    },
    onopentagend(end) {
      openTag(end + 1, false);
    },
    onselfclosingtag(end) {
      openTag(end + 1, true);
    },
    onclosetag(nameStart, nameEnd) {
      const closed = xml ? text.slice(nameStart, nameEnd) : nameAt(text, codes, nameStart, nameEnd);
      if (foreign.length > 0) {
        if (BREAKOUT.has(closed)) leaveAllForeign(foreign);
        foreign.close(closed);
      }
      const bracket = text[nameEnd] === '>' ? nameEnd : text.indexOf('>', nameEnd);
      visitor.close(closed, nameStart - 2, bracket < 0 ? text.length : bracket + 1);
    },
    isInForeignContext: () => isForeign(foreign.at(-1)),
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction(start, end) {
      visitor.instruction?.(start - 2, end + 2);
    },
    ontext() {},
    ontextentity() {},
    onattribentity() {},
    onend() {},
  };
}

/** In HTML only SVG and MathML know CDATA; elsewhere it is a comment up to the next `>`, which the tokenizer does not do. */
function withoutCdata(text: string): string {
  // Engines look for few characters, the first of them rare, at once; for the whole of it page by page (0.04 ms).
  const isPlainHtml = text.includes('![CDA') && !/<(?:svg|math)/i.test(text);
  return isPlainHtml ? text.replaceAll('<![CDATA[', '<!_CDATA[') : text;
}

/** SVG and MathML, and the elements in them whose content is HTML again (WHATWG HTML 13.2.6, integration points). */
const FOREIGN = new Set(['svg', 'math', 'foreignobject', 'desc', 'title', 'annotation-xml']);

function enterForeign(foreign: OpenElements, name: string, selfClosing: boolean): void {
  if (foreign.length === 0 && name !== 'svg' && name !== 'math') return;
  if (!selfClosing && FOREIGN.has(name)) foreign.open(name);
}

/**
 * HTML elements that end SVG and MathML around them, as in pages where `</svg>` is missing (WHATWG HTML 13.2.6.5).
 */
const BREAKOUT = new Set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
  nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`.split(/\s+/),
);

function leaveAllForeign(foreign: OpenElements): void {
  while (isForeign(foreign.at(-1))) foreign.closeLast();
}

function isForeign(element: string | undefined): boolean {
  return element === 'svg' || element === 'math';
}
