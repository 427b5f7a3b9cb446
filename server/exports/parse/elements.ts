import { decodeHTMLAttribute } from 'entities';
import { codesOf } from './character-codes.ts';
import { isNameAt, nameAt } from './names.ts';
import { OpenElements } from './open-elements.ts';
import { VOID_ELEMENTS } from './reference-attributes.ts';
import { type Attribute, type HtmlEvents, HtmlTokenizer } from './tokenizer.ts';

/** The attributes of a start tag, with character references decoded. */
export class ElementAttributes {
  readonly #text: string;
  readonly #attributes: readonly Attribute[];

  /** @param text the text that contains them */
  constructor(text: string, attributes: readonly Attribute[]) {
    this.#text = text;
    this.#attributes = attributes;
  }

  /**
   * Returns the value of the first attribute with a name; an empty string if it has no value, undefined if it is
   * missing.
   */
  get(wanted: string): string | undefined {
    for (const { name, valueStart, valueEnd } of this.#attributes) {
      if (name !== wanted) continue;
      const value = this.#text.slice(valueStart, valueEnd);
      return value.includes('&') ? decodeHTMLAttribute(value) : value;
    }
    return undefined;
  }

  /** Whether there are no attributes except, perhaps, a class. */
  saysClassOnly(): boolean {
    const [first, second] = this.#attributes;
    return first === undefined || (second === undefined && first.name === 'class');
  }
}

export type ElementHandler = Readonly<{
  /**
   * Called when an element begins.
   * @returns false to stop reading
   */
  open: (name: string, attributes: ElementAttributes) => boolean;
  text: (data: string) => void;
  /** Called when the innermost open element ends; once per opened element, unless `open` stopped the reading. */
  close: () => void;
}>;

/**
 * Reads a page as nested elements: void elements have no content, omitted end tags are supplied, and end tags without a
 * matching element are ignored (WHATWG HTML 13.1.2.4 and 13.2.6, without moving anything in the tree).
 * @param xml elements may be self-closing, CDATA is text
 */
export function readElements(text: string, handler: ElementHandler, xml: boolean): void {
  const codes = codesOf(text);
  const open = new OpenElements();
  /** Names of open elements that start SVG or MathML (true), or HTML within them (false). */
  const contexts: { name: string; isForeign: boolean }[] = [];

  const isForeign = (): boolean => contexts.length > 0 && contexts.at(-1)?.isForeign === true;

  const push = (name: string): void => {
    open.open(name);
    if (name === 'svg' || name === 'math') contexts.push({ name, isForeign: true });
    else if (contexts.length > 0 && INTEGRATION_POINTS.has(name)) contexts.push({ name, isForeign: false });
  };

  const pop = (): string | undefined => {
    const name = open.closeLast();
    if (contexts.length > 0 && name === contexts.at(-1)?.name) contexts.pop();
    handler.close();
    return name;
  };

  const begin = (name: string, attributes: readonly Attribute[], isEmpty: boolean): void => {
    const closes = IMPLIED_ENDS.get(name);
    if (closes && !xml) while (closes.has(open.at(-1) ?? '')) pop();
    push(name);
    if (!handler.open(name, new ElementAttributes(text, attributes))) tokenizer.pause();
    else if (isEmpty || VOID_ELEMENTS.has(name)) pop();
  };

  const end = (closed: string): void => {
    if (open.has(closed)) while (pop() !== closed);
    else if (closed === 'p' || closed === 'br') begin(closed, [], true); // as browsers do
  };

  /** Browsers read `image` as `img`, except in SVG. */
  const elementName = (name: string): string => (name === 'image' && !isForeign() ? 'img' : name);

  const events: HtmlEvents = {
    onopentag({ name, selfClosing, attributes }) {
      if (name === 'form' && open.has('form')) return; // nested forms are ignored
      begin(elementName(name), attributes, selfClosing && (xml || isForeign()));
    },
    onclosetag(start, stop) {
      // Most end tags end the innermost element.
      if (open.length > 0 && isNameAt(open.at(-1) as string, codes, start, stop)) pop();
      else end(elementName(nameAt(text, codes, start, stop)));
    },
    ontext: (start, stop) => handler.text(text.slice(start, stop)),
    ontextentity: (point) => handler.text(String.fromCodePoint(point)),
    oncdata: (start, stop, offset) => {
      if (xml) handler.text(text.slice(start, stop - offset));
    },
    isInForeignContext: isForeign,
    oncomment() {},
    ondeclaration() {},
    onend() {
      while (open.length > 0) pop();
    },
  };
  const tokenizer = new HtmlTokenizer({ decodeEntities: true, recognizeSelfClosing: xml }, events);
  tokenizer.write(text, codes);
  tokenizer.end();
}

/** SVG and MathML elements whose content is HTML again. */
const INTEGRATION_POINTS = new Set([
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
  'annotation-xml',
  'foreignobject',
  'desc',
  'title',
]);

/** Open elements that a start tag implicitly ends if they are the innermost ones. */
const IMPLIED_ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      [
        `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header
        hgroup hr main menu nav ol p pre search section table ul h1 h2 h3 h4 h5 h6`,
        'p',
      ],
      ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
      ['li', 'li p'],
      ['dd dt', 'dd dt p'],
      ['rt rp', 'rt rp'],
      ['option', 'option'],
      ['optgroup', 'option optgroup'],
      ['input select textarea', 'option optgroup select'],
      ['button', 'button'],
      ['a', 'a'],
      ['tbody tfoot thead', 'p td th tr tbody thead tfoot caption colgroup'],
      ['tr', 'p td th tr caption colgroup'],
      ['td th', 'p td th caption colgroup'],
      ['body', 'head'],
    ] as const
  ).flatMap(([names, ends]) => words(names).map((name) => [name, new Set(words(ends))] as const)),
);

function words(list: string): string[] {
  return list.split(/\s+/);
}
