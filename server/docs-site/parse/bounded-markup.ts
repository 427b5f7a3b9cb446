import { type Options, Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Extension } from 'micromark-util-types';

/** Maximum number of block quotes and lists that start on one line. For each, micromark reads its rest again. */
const NESTING_MAX = 100;
const NESTED_TOO_DEEP = new RegExp(`^[ \\t]*(?:>[ \\t]*|(?:[-*+]|\\d{1,9}[.)])[ \\t]+){${NESTING_MAX}}`, 'm');
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

/** @throws PageTooComplex if a line nests block quotes and lists deeper than anyone would write them */
export function requireShallowNesting(text: string): void {
  if (NESTED_TOO_DEEP.test(text))
    throw new PageTooComplex(
      `The page nests block quotes or lists more than ${NESTING_MAX} levels deep on one line`,
    );
}
