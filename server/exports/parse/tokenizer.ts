import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode';
import type { TokenizerCallbacks } from 'htmlparser2';
import { type CharacterCodes, codeAt, codesOf, NO_CODES } from './character-codes.ts';
import { nameAt } from './names.ts';

export type TokenizerOptions = Readonly<{
  /** Report character references in text as separate, decoded events. */
  decodeEntities?: boolean;
  /** Treat `<title/>` as having no content. */
  recognizeSelfClosing?: boolean;
}>;

/**
 * Offsets into the text. `start`..`end` is the whole attribute; `valueStart`..`valueEnd` is the value inside the
 * quotes.
 */
export type Attribute = Readonly<{
  name: string;
  start: number;
  end: number;
  valueStart: number;
  valueEnd: number;
}>;

/** A start tag: `start` is the offset of its `<`, `end` the offset after its `>`. */
export type Tag = Readonly<{
  name: string;
  start: number;
  end: number;
  selfClosing: boolean;
  attributes: readonly Attribute[];
}>;

/**
 * Events of htmlparser2's Tokenizer, except that a start tag is a single event with its attributes. Attribute values
 * are raw, with character references not decoded.
 */
export type HtmlEvents = Pick<
  TokenizerCallbacks,
  | 'isInForeignContext'
  | 'oncdata'
  | 'onclosetag'
  | 'oncomment'
  | 'ondeclaration'
  | 'onend'
  | 'ontext'
  | 'ontextentity'
> &
  Readonly<{ onopentag: (tag: Tag) => void }>;

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

type TextOnly = Readonly<{
  /** Finds the end tag; undefined if nothing ends the element. */
  end: RegExp | undefined;
  hasEntities: boolean;
}>;

/**
 * Elements whose content is text up to their end tag (WHATWG HTML 13.2.5.2 to 13.2.5.5, as set by the tree builder).
 */
const TEXT_ONLY: ReadonlyMap<string, TextOnly> = new Map([
  ...['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'].map(
    (name): [string, TextOnly] => [
      name,
      {
        end: new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'),
        hasEntities: name === 'title' || name === 'textarea',
      },
    ],
  ),
  ['plaintext', { end: undefined, hasEntities: false }],
]);

/**
 * A tokenizer (WHATWG HTML 13.2.5) for documents that are fully in memory. Reports the same events as htmlparser2's
 * Tokenizer, but start tags as a whole. Instead of reading one character at a time, it jumps to the next relevant one
 * (docs/decisions/0016). A tag cut off by the end of the text is ignored.
 */
export class HtmlTokenizer {
  /** False once paused; no more input is read then. */
  running = true;
  readonly #options: TokenizerOptions;
  readonly #events: HtmlEvents;
  readonly #decoder: EntityDecoder;
  #text = '';
  #codes: CharacterCodes = NO_CODES;
  /** Offset of the first `&` at or after the read position; the length of the text if there is none. */
  #nextReference = 0;
  /** Start of the text that has not been reported yet, and the character reference being decoded. */
  #section = 0;
  #reference = 0;

  constructor(options: TokenizerOptions, events: HtmlEvents) {
    this.#options = options;
    this.#events = events;
    this.#decoder = new EntityDecoder(htmlDecodeTree, (point, consumed) => {
      this.#tell(this.#reference);
      this.#section = this.#reference + consumed;
      events.ontextentity(point, this.#section);
    });
  }

  pause(): void {
    this.running = false;
  }

  /**
   * @param text the whole document; a second call starts a new document
   * @param codes codes of the text, if the caller already has them
   */
  write(text: string, codes: CharacterCodes = codesOf(text)): void {
    this.#text = text;
    this.#codes = codes;
    this.#nextReference = this.#options.decodeEntities ? indexOrEnd(text, '&', 0) : text.length;
    this.#read();
  }

  end(): void {
    if (this.running) this.#events.onend();
  }

  #read(): void {
    const text = this.#text;
    const codes = this.#codes;
    let start = 0;
    let from = 0;
    while (this.running) {
      // Often the next tag follows immediately.
      const open = this.#next(LESS, from);
      if (open === text.length) break;
      const next = codeAt(codes, open + 1);
      const isTag = isLetter(next);
      if (!isTag && next !== SLASH && next !== EXCLAMATION && next !== QUESTION) {
        this.#tellText(start, open);
        start = open;
        from = open + 1;
        continue;
      }
      this.#tellText(start, open);
      if (isTag) start = this.#tag(open + 1);
      else if (next === SLASH) start = this.#endTag(open + 2);
      else if (next === EXCLAMATION) start = this.#declaration(open + 2);
      else start = this.#bogusComment(open + 1, open + 2);
      from = start;
    }
    if (this.running && start < text.length) this.#tellText(start, text.length);
  }

  /** Returns the offset of the next character with a code; the length of the text if there is none. */
  #next(wanted: number, from: number): number {
    const codes = this.#codes;
    const { length } = this.#text;
    const near = Math.min(from + NEAR, length);
    let at = from;
    while (at < near && codeAt(codes, at) !== wanted) at++;
    return at < near || at === length ? at : indexOrEnd(this.#text, String.fromCharCode(wanted), at);
  }

  /** Reads a start tag, starting at its name. Returns the end of the tag or of its text-only content. */
  #tag(nameStart: number): number {
    const text = this.#text;
    const codes = this.#codes;
    const { length } = text;
    const events = this.#events;
    let at = nameStart + 1;
    let code = codeAt(codes, at);
    while (at < length && !endsName(code)) code = codeAt(codes, ++at);
    if (at >= length) return length;
    const name = nameAt(text, codes, nameStart, at);
    const attributes: Attribute[] = [];
    let selfClosing = false;
    for (;;) {
      while (isSpace(code)) code = codeAt(codes, ++at);
      if (at >= length) return length;
      if (code === GREATER) break;
      if (code === SLASH) {
        do code = codeAt(codes, ++at);
        while (isSpace(code));
        if (at >= length) return length;
        if (code !== GREATER) continue;
        selfClosing = true;
        break;
      }
      // A leading equals sign is part of the name.
      const start = at;
      do code = codeAt(codes, ++at);
      while (at < length && code !== EQUALS && !endsName(code));
      if (at >= length) return length;
      let end = at;
      let valueStart = at;
      let valueEnd = at;
      const attribute = nameAt(text, codes, start, end);
      while (isSpace(code)) code = codeAt(codes, ++at);
      if (at >= length) return length;
      if (code === EQUALS) {
        do code = codeAt(codes, ++at);
        while (isSpace(code));
        if (at >= length) return length;
        if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
          valueStart = at + 1;
          valueEnd = this.#next(code, valueStart);
          if (valueEnd === length) return length;
          end = valueEnd + 1;
          at = end;
          code = codeAt(codes, at);
        } else {
          valueStart = at;
          while (at < length && code !== GREATER && !isSpace(code)) code = codeAt(codes, ++at);
          if (at >= length) return length;
          valueEnd = at;
          end = at;
        }
      }
      attributes.push({ name: attribute, start, end, valueStart, valueEnd });
    }
    const found = TEXT_ONLY.get(name);
    const content = found && !events.isInForeignContext?.() ? found : undefined;
    events.onopentag({ name, start: nameStart - 1, end: at + 1, selfClosing, attributes });
    const isClosed = selfClosing && this.#options.recognizeSelfClosing;
    return content && !isClosed ? this.#textOnly(content, at + 1) : at + 1;
  }

  /** Reads the content of a text-only element. Returns the offset after its end tag. */
  #textOnly({ end: endTag, hasEntities }: TextOnly, start: number): number {
    const text = this.#text;
    if (!this.running) return start;
    if (endTag) endTag.lastIndex = start;
    const end = endTag?.exec(text)?.index ?? text.length;
    if (hasEntities) this.#tellText(start, end);
    else if (end > start) this.#events.ontext(start, end);
    return end === text.length ? end : this.#endTag(end + 2);
  }

  /** Reads an end tag, starting after its `</`. */
  #endTag(nameStart: number): number {
    const text = this.#text;
    const codes = this.#codes;
    const { length } = text;
    let at = nameStart;
    let code = codeAt(codes, at);
    if (code === GREATER) return at + 1;
    if (at >= length) {
      this.#events.ontext(nameStart - 2, length);
      return length;
    }
    if (!isLetter(code)) return this.#bogusComment(at, isSpace(code) ? at + 1 : at);
    while (at < length && !endsName(code)) code = codeAt(codes, ++at);
    if (at >= length) return length;
    this.#events.onclosetag(nameStart, at);
    return code === GREATER ? at + 1 : indexOrEnd(text, '>', at) + 1;
  }

  /** Reads a comment, document type or CDATA section, starting after its `<!`. */
  #declaration(start: number): number {
    const text = this.#text;
    const codes = this.#codes;
    if (codeAt(codes, start) === DASH && codeAt(codes, start + 1) === DASH) return this.#comment(start + 2);
    if (text.startsWith('[CDATA[', start)) {
      const end = text.indexOf(']]>', start + 7);
      if (end < 0) {
        this.#events.oncomment(start, text.length, 0);
        return text.length;
      }
      this.#events.oncdata(start + 7, end + 2, 2);
      return end + 3;
    }
    if (text.slice(start, start + 7).toLowerCase() === 'doctype') {
      const end = text.indexOf('>', start + 7);
      if (end < 0) return text.length;
      this.#events.ondeclaration(start, end);
      return end + 1;
    }
    return this.#bogusComment(start, start);
  }

  #comment(start: number): number {
    const text = this.#text;
    const abrupt = text.startsWith('>', start) ? 0 : text.startsWith('->', start) ? 1 : -1;
    if (abrupt >= 0) {
      this.#events.oncomment(start, start + abrupt, abrupt);
      return start + abrupt + 1;
    }
    COMMENT_END.lastIndex = start;
    const end = COMMENT_END.exec(text);
    if (!end) {
      const unfinished = /(?:--!|-{1,2})?$/.exec(text.slice(Math.max(start, text.length - 3)));
      this.#events.oncomment(start, text.length, unfinished?.[0].length ?? 0);
      return text.length;
    }
    const [{ length }] = end;
    this.#events.oncomment(start, end.index + length - 1, length - 1);
    return end.index + length;
  }

  /** Reads invalid markup that browsers treat as a comment up to the next `>`. */
  #bogusComment(start: number, from: number): number {
    const end = indexOrEnd(this.#text, '>', from);
    this.#events.oncomment(start, end, 0);
    return Math.min(end + 1, this.#text.length);
  }

  #tellText(start: number, end: number): void {
    if (start >= end) return;
    if (this.#nextReference >= end) this.#events.ontext(start, end);
    else this.#decode(start, end);
  }

  /** Reports text that may contain character references. */
  #decode(start: number, end: number): void {
    const text = this.#text;
    this.#section = start;
    if (this.#nextReference < start) this.#nextReference = indexOrEnd(text, '&', start);
    while (this.#nextReference < end) {
      this.#reference = this.#nextReference;
      this.#decoder.startEntity(DecodingMode.Legacy);
      // The name of a reference ends before anything that could end the text.
      if (this.#decoder.write(text, this.#reference + 1) < 0) this.#decoder.end();
      this.#nextReference = indexOrEnd(text, '&', Math.max(this.#section, this.#reference + 1));
    }
    this.#tell(end);
  }

  #tell(end: number): void {
    if (this.#section >= end) return;
    this.#events.ontext(this.#section, end);
    this.#section = end;
  }
}

/** Number of characters to compare one by one before using the engine's native search. */
const NEAR = 64;

const COMMENT_END = /--!?>/g;

function indexOrEnd(text: string, wanted: string, from: number): number {
  const index = text.indexOf(wanted, from);
  return index < 0 ? text.length : index;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 97 && lower <= 122;
}

function isSpace(code: number): boolean {
  return (
    code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED
  );
}

/** Whether a character ends the name of a tag or an attribute. */
function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}
