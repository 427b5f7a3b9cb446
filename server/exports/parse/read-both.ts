import { codeAt, codesOf } from './character-codes.ts';
import { type ByteText, decodePart } from './charset.ts';
import { type ElementHandler, elementEvents } from './elements.ts';
import { type HtmlVisitor, htmlEvents, readHtml } from './html.ts';
import type { PlainTag } from './plain-tags.ts';
import type { ShapedTag } from './tag-shapes.ts';
import { HtmlTokenizer, type TokenizerEvents } from './tokenizer.ts';

/**
 * Reads a page of HTML once for two purposes (docs/decisions/0039): a visitor is told of its tags as by `readHtml`, a
 * handler of its elements and characters as by `readElements`.
 * @returns whether the handler was told the same as by that: otherwise it was told in part and is of no use
 */
export function readBoth(page: ByteText, visitor: HtmlVisitor, handler: ElementHandler): boolean {
  const { text, encoding } = page;
  const codes = codesOf(text);
  const isAscii = codes instanceof Uint8Array;
  // Parts of a text in other encodings may mean something else than in the whole; CDATA is no comment for the handler.
  if (!(isAscii || encoding === 'UTF-8') || text.includes('![CDA')) {
    readHtml(text, visitor);
    return false;
  }
  let isAlike = true;
  let isOver = false;
  const first = htmlEvents(text, codes, visitor, false);
  const second = elementEvents(text, codes, handler, {
    xml: false,
    decode: isAscii ? (part) => part : (part) => decodePart(part, encoding),
    pause: () => {
      isOver = true;
    },
  });
  const { onplaintag, onshapedtag } = first;
  const events: TokenizerEvents = {
    ...(onplaintag && {
      onplaintag(tag: PlainTag, start: number) {
        onplaintag(tag, start);
        if (!isOver) second.onplaintag?.(tag, start);
      },
    }),
    ...(onshapedtag && {
      onshapedtag(tag: ShapedTag) {
        onshapedtag(tag);
        if (!isOver) second.onshapedtag?.(tag);
      },
    }),
    onopentagname(start, end) {
      // In lower case, characters may be others than their bytes are.
      if (!isAscii) for (let at = start; at < end; at++) if (codeAt(codes, at) > 0x7f) isAlike = false;
      first.onopentagname(start, end);
      if (!isOver) second.onopentagname(start, end);
    },
    onattribname(start, end) {
      first.onattribname(start, end);
      if (!isOver) second.onattribname(start, end);
    },
    onattribvalue: (start, end) => first.onattribdata(start, end),
    onattribdata(start, end) {
      if (!isOver) second.onattribdata(start, end);
    },
    onattribentity(point) {
      if (!isOver) second.onattribentity(point);
    },
    onattribend(quote, end) {
      first.onattribend(quote, end);
      if (!isOver) second.onattribend(quote, end);
    },
    onopentagend(end) {
      first.onopentagend(end);
      if (!isOver) second.onopentagend(end);
    },
    onselfclosingtag(end) {
      first.onselfclosingtag(end);
      if (!isOver) second.onselfclosingtag(end);
    },
    onclosetag(start, end) {
      first.onclosetag(start, end);
      if (!isOver) second.onclosetag(start, end);
    },
    ontext(start, end) {
      if (!isOver) second.ontext(start, end);
    },
    ontextentity(point, end) {
      if (!isOver) second.ontextentity(point, end);
    },
    isInForeignContext() {
      const isForeign = first.isInForeignContext?.() === true;
      if (!isOver && (second.isInForeignContext?.() === true) !== isForeign) isAlike = false;
      return isForeign;
    },
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {
      if (!isOver) second.onend();
    },
  };
  const tokenizer = new HtmlTokenizer({ decodeEntities: true }, events);
  tokenizer.write(text, codes);
  tokenizer.end();
  return isAlike;
}
