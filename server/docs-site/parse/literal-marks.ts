/**
 * Characters of Unicode's private use area that replace literal `{{`, `}}`, `$` and `{#…}` while a page is parsed,
 * since the parser would treat them as syntax.
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

/** Replaces marks with the characters that the author wrote. */
export function withoutMarks(text: string): string {
  if (!/[\uE000-\uE004]/.test(text)) return text;
  return MARKS.reduce((one, [mark, meant]) => one.replaceAll(mark, meant), text);
}

/** Replaces `{{name}}` with the site's variable of that name. Unknown names stay text. */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/(?<![={])\{\{\s*([\w.-]+)\s*\}\}(?!\})/g, (_whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : `${OPEN}${name}${CLOSE}`,
  );
}

/** Marks the braces in `## Title {#id}`, which would be parsed as an expression. */
export function withHeadingIds(body: string): string {
  return body.replace(/^([ \t>]*#{1,6}[ \t].*)\{#([\w.:-]+)\}[ \t]*$/gm, '$1\uE003$2\uE004');
}

/** `$…$` by Pandoc's rule: no space next to the dollar signs on the inside, no letter or digit after them. */
const INLINE = /(?<![\\$\w])\$(?![\s$])([^$\n]{0,400}?[^\s$\\])?\$(?![\w$])/g;
const LOOKS_LIKE_LATEX = /[\\^_{}=+<>]|^[A-Za-z]$/;

/** Whether a page has formulas. Most dollar signs belong to prices or names of variables. */
export function hasMath(body: string): boolean {
  const text = body.replace(/(`{3,}|~{3,})[\s\S]*?\1|`[^`\n]*`/g, '');
  if (/\$\$[^$]+\$\$/.test(text)) return true;
  return [...text.matchAll(INLINE)].some(([, formula = '']) => LOOKS_LIKE_LATEX.test(formula));
}

/** Marks dollar signs that do not delimit a formula as text. */
export function withLiteralDollars(body: string): string {
  const marks = formulaMarks(body);
  return body.replace(/\$\$[\s\S]*?\$\$|(`+)[\s\S]*?\1|\$\{|\$/g, (whole, _fence, at: number) =>
    whole === '$' && !marks.has(at) ? DOLLAR : whole,
  );
}

/** Returns the positions of the dollar signs that open or close a formula on their line. */
function formulaMarks(body: string): Set<number> {
  const marks = new Set<number>();
  let start = 0;
  for (const line of body.split('\n')) {
    for (const { index, 0: found, 1: formula = '' } of line.matchAll(INLINE)) {
      if (!LOOKS_LIKE_LATEX.test(formula)) continue;
      marks.add(start + index).add(start + index + found.length - 1);
    }
    start += line.length + 1;
  }
  return marks;
}
