/**
 * Characters of Unicode's private use area that stand for `{{`, `}}`, `$` and `{#…}` while a page is parsed, where they are text
 * and the parser would take them for syntax.
 */
const MARKS = [
  ['\uE000', '{{'],
  ['\uE001', '}}'],
  ['\uE002', '$'],
  ['\uE003', '{#'],
  ['\uE004', '}'],
] as const;

const OPEN = MARKS[0][0];
const CLOSE = MARKS[1][0];
const DOLLAR = MARKS[2][0];

/** The text that marks stand in, as its author wrote it. */
export function withoutMarks(text: string): string {
  if (!/[\uE000-\uE004]/.test(text)) return text;
  return MARKS.reduce((one, [mark, meant]) => one.replaceAll(mark, meant), text);
}

/** `{{name}}` becomes the value of the site's variable; one that the site does not have stays text. */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/(?<![={])\{\{\s*([\w.-]+)\s*\}\}(?!\})/g, (_whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : `${OPEN}${name}${CLOSE}`,
  );
}

/** `## Title {#id}`: the braces would be an expression. */
export function withHeadingIds(body: string): string {
  return body.replace(/^([ \t>]*#{1,6}[ \t].*)\{#([\w.:-]+)\}[ \t]*$/gm, '$1\uE003$2\uE004');
}

/** `$…$` by Pandoc's rule: no space inside beside the marks, no letter or digit after. */
const INLINE = /(?<![\\$\w])\$(?![\s$])([^$\n]{0,400}?[^\s$\\])?\$(?![\w$])/g;
const LOOKS_LIKE_LATEX = /[\\^_{}=+<>]|^[A-Za-z]$/;

/** Whether a page has formulas. Most dollars are prices and names of variables. */
export function hasMath(body: string): boolean {
  const text = body.replace(/(`{3,}|~{3,})[\s\S]*?\1|`[^`\n]*`/g, '');
  if (/\$\$[^$]+\$\$/.test(text)) return true;
  return [...text.matchAll(INLINE)].some(([, formula = '']) => LOOKS_LIKE_LATEX.test(formula));
}

/** Dollars that are no mark of a formula become text. */
export function withLiteralDollars(body: string): string {
  return body.replace(
    /\$\$[\s\S]*?\$\$|(`+)[\s\S]*?\1|\$\{|\$/g,
    (whole, _fence, at: number, source: string) => {
      if (whole !== '$') return whole;
      return startsFormula(source, at) ? whole : DOLLAR;
    },
  );
}

/** Whether the dollar at a place opens or closes a formula of its line. */
function startsFormula(source: string, at: number): boolean {
  const start = source.lastIndexOf('\n', at) + 1;
  const end = source.indexOf('\n', at);
  const line = source.slice(start, end === -1 ? undefined : end);
  const place = at - start;
  return [...line.matchAll(INLINE)].some(
    ({ index, 0: found, 1: formula = '' }) =>
      LOOKS_LIKE_LATEX.test(formula) && (place === index || place === index + found.length - 1),
  );
}
