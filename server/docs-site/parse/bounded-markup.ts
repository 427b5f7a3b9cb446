import { type Options, Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Extension } from 'micromark-util-types';

/** Maximum nesting of block quotes. The Markdown parser reads the rest of the line again for each level. */
const QUOTE_DEPTH_MAX = 100;
/** Characters that the JavaScript parser may read for a page, in addition to five times the length of the page. */
const SCRIPT_BUDGET = 300_000;

/** Error for a page that would keep its parser busy for minutes. */
class PageTooComplex extends Error {}

/**
 * micromark treats an error of the JavaScript parser as an unfinished expression and tries again. It reads the error's
 * position first, so throwing there ends the whole parse.
 */
const ABORT_PARSE = {
  get pos(): never {
    throw new PageTooComplex(
      'Some expressions on the page are too complex to parse, or are not closed: shorten or close them',
    );
  },
};

/**
 * Returns the MDX syntax with a limit on the work of the JavaScript parser. micromark runs that parser again at every
 * `}` and every line end within an expression, so a page of a few kilobytes could block the writer's process for a
 * minute.
 * @param length of the page, in characters
 * @throws PageTooComplex during parsing
 */
export function boundedMdx(length: number): Extension {
  let left = SCRIPT_BUDGET + 5 * length;
  const spend = (text: string): string => {
    left -= text.length;
    if (left < 0) throw ABORT_PARSE;
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

/** @throws PageTooComplex if block quotes are nested deeper than anyone would write them */
export function requireShallowQuotes(text: string): void {
  const [deep] = new RegExp(`^[ \\t]*(?:>[ \\t]*){${QUOTE_DEPTH_MAX}}`, 'm').exec(text) ?? [];
  if (deep !== undefined)
    throw new PageTooComplex(`The page nests block quotes more than ${QUOTE_DEPTH_MAX} levels deep`);
}
