import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type CharacterCodes, codesOf, NO_CODES } from './character-codes.ts';
import { nameAt } from './names.ts';
import { OpenElements } from './open-elements.ts';
import { type Attribute, type HtmlEvents, HtmlTokenizer, type Tag } from './tokenizer.ts';

export type { Attribute, Tag } from './tokenizer.ts';

export type HtmlVisitor = Readonly<{
  open: (tag: Tag) => void;
  /** Called for an end tag; `start` is the offset of its `<`, `end` the offset after its `>`. */
  close: (name: string, start: number, end: number) => void;
  /** Called for an XML processing instruction; the range includes its `<?` and `?>`. */
  instruction?: (start: number, end: number) => void;
}>;

/**
 * Reads HTML (or, with `xml`, XML such as SVG files) tag by tag and reports all offsets, so that a caller can change
 * single attributes and preserve every other byte. Text in scripts, styles, comments and CDATA is never mistaken for
 * tags (WHATWG HTML 13.2.5, the tokenizer; XML by htmlparser2).
 */
export function readHtml(text: string, visitor: HtmlVisitor, xml = false): void {
  const read = xml ? text : withoutCdata(text);
  const codes = xml ? NO_CODES : codesOf(read);
  const events = eventsFor(text, codes, visitor, xml);
  const tokenizer = xml
    ? new Tokenizer({ xmlMode: true, decodeEntities: false }, libraryEvents(text, events, visitor))
    : new HtmlTokenizer({}, events);
  tokenizer.write(read, codes);
  tokenizer.end();
}

/**
 * Converts tokenizer events to visitor calls.
 * @param codes codes of the text; not used for XML
 */
function eventsFor(text: string, codes: CharacterCodes, visitor: HtmlVisitor, xml: boolean): HtmlEvents {
  const foreign = new OpenElements();

  return {
    onopentag(tag) {
      const { name, selfClosing } = tag;
      if (!xml) {
        if (foreign.length > 0 && BREAKOUT.has(name)) leaveAllForeign(foreign);
        enterForeign(foreign, name, selfClosing);
      }
      visitor.open(tag);
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
    ontext() {},
    ontextentity() {},
    onend() {},
  };
}

/** Converts the events of htmlparser2's Tokenizer to ours. */
function libraryEvents(
  text: string,
  { onopentag, ...events }: HtmlEvents,
  visitor: HtmlVisitor,
): TokenizerCallbacks {
  let start = 0;
  let name = '';
  let attributes: Attribute[] = [];
  let attribute = { name: '', start: 0 };
  let value: { start: number; end: number } | undefined;
  const tell = (at: number, selfClosing: boolean): void =>
    onopentag({ name, start, end: at + 1, selfClosing, attributes });
  return {
    ...events,
    onopentagname(nameStart, nameEnd) {
      start = nameStart - 1;
      name = text.slice(nameStart, nameEnd);
      attributes = [];
    },
    onattribname(nameStart, nameEnd) {
      attribute = { name: text.slice(nameStart, nameEnd), start: nameStart };
      value = undefined;
    },
    onattribdata(from, to) {
      value = { start: value?.start ?? from, end: to };
    },
    onattribend(quote, at) {
      const { start: valueStart, end: valueEnd } = value ?? { start: at, end: at };
      const end = quote >= QuoteType.Single ? valueEnd + 1 : valueEnd;
      attributes.push({ ...attribute, end, valueStart, valueEnd });
    },
    onopentagend: (at) => tell(at, false),
    onselfclosingtag: (at) => tell(at, true),
    onattribentity() {},
    onprocessinginstruction(from, to) {
      visitor.instruction?.(from - 2, to + 2);
    },
  };
}

/**
 * In HTML, only SVG and MathML support CDATA. Elsewhere it is a comment up to the next `>`, which the tokenizer does
 * not implement.
 */
function withoutCdata(text: string): string {
  // Searching for a few characters, the first of them rare, is instant; searching for the whole string takes 0.04 ms
  // per page.
  const isPlainHtml = text.includes('![CDA') && !/<(?:svg|math)/i.test(text);
  return isPlainHtml ? text.replaceAll('<![CDATA[', '<!_CDATA[') : text;
}

/** SVG and MathML, and elements in them whose content is HTML again (WHATWG HTML 13.2.6, integration points). */
const FOREIGN = new Set(['svg', 'math', 'foreignobject', 'desc', 'title', 'annotation-xml']);

function enterForeign(foreign: OpenElements, name: string, selfClosing: boolean): void {
  if (foreign.length === 0 && name !== 'svg' && name !== 'math') return;
  if (!selfClosing && FOREIGN.has(name)) foreign.open(name);
}

/**
 * HTML elements that end the SVG and MathML around them, as on pages with a missing `</svg>` (WHATWG HTML 13.2.6.5).
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
