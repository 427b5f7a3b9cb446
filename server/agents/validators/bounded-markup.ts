import { type Options, Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Extension } from 'micromark-util-types';

/** Quotes within quotes; each more costs the parser of Markdown a pass over the rest. */
const QUOTE_DEPTH_MAX = 100;
/** Characters of JavaScript that a page may have read, besides five times its own length. */
const SCRIPT_BUDGET = 300_000;

/** A page that would keep the parser busy for minutes. */
export class TooCostly extends Error {}

/** Errors of the parser of JavaScript mean that an expression goes on; one whose position cannot be read ends it all. */
const ENDS_THE_PARSE = {
  get pos(): never {
    throw new TooCostly('its expressions are too much to be read: shorten them, or end them');
  },
};

/**
 * MDX syntax whose cost is bounded. At every `}` and every end of a line within an expression, the parser of JavaScript
 * is asked anew whether the expression ends there: some kilobytes could keep it busy for a minute, and with it the process
 * that writes for everybody.
 * @param length of the page, in characters
 * @throws TooCostly while the page is parsed
 */
export function boundedMdx(length: number): Extension {
  let left = SCRIPT_BUDGET + 5 * length;
  const spend = (text: string): string => {
    left -= text.length;
    if (left < 0) throw ENDS_THE_PARSE;
    return text;
  };
  const javascript = Parser.extend(acornJsx());
  const acorn = {
    parse: (text: string, options: Options) => javascript.parse(spend(text), options),
    parseExpressionAt: (text: string, position: number, options: Options) =>
      javascript.parseExpressionAt(spend(text), position, options),
  };
  return mdxjs({ acorn: acorn as unknown as typeof javascript });
}

/** @throws TooCostly for quotes that are nested beyond what a person writes */
export function requireReadable(text: string): void {
  const [deep] = new RegExp(`^[ \\t]*(?:>[ \\t]*){${QUOTE_DEPTH_MAX}}`, 'm').exec(text) ?? [];
  if (deep !== undefined) throw new TooCostly(`it has more than ${QUOTE_DEPTH_MAX} quotes within quotes`);
}
