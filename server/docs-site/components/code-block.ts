import type { Element } from 'hast';
import { toText } from '../parse/nodes.ts';
import { codeOptions } from './code-meta.ts';
import { el } from './element.ts';
import type { CodeColors } from './highlighter.ts';
import { type CodeBlock, type ComponentFunction, type Html, isTrue, textOfProp } from './rendering.ts';

/** A fenced block, or `<CodeBlock>` around one. */
export const codeBlock: ComponentFunction = ({ props, children, origin }, page) => {
  const language = textOfProp(props.language) ?? '';
  const options = codeOptions(textOfProp(props.meta) ?? '');
  const code =
    textOfProp(props.code) ??
    children
      .map(toText)
      .join('')
      .replace(/^\n|\n$/g, '');
  const given = {
    title: textOfProp(props.title) ?? textOfProp(props.filename) ?? options.title,
    icon: textOfProp(props.icon) ?? options.icon,
    lines: options.lines || (props.lines !== undefined && isTrue(props.lines)),
    wrap: options.wrap || (props.wrap !== undefined && isTrue(props.wrap)),
    expandable: options.expandable || (props.expandable !== undefined && isTrue(props.expandable)),
  };
  return [page.code({ code, language, options: { ...options, ...given } }, origin)];
};

/** Renders a code block with syntax highlighting, a title and a copy button. */
export function codeElement(
  { code, language, options }: CodeBlock,
  colors: CodeColors,
  icon: Html | undefined,
): Element {
  const text = code.replace(/\n+$/, '');
  const { lines: source, marks } = annotated(text);
  const lines = colors.lines(source.join('\n'), language);
  const { highlighted, focused, title } = options;
  const hasFocus = focused.size > 0 || [...marks.values()].includes('focus');
  const children = lines.flatMap((parts, index) => {
    const number = index + 1;
    const mark = marks.get(number);
    const classes = [
      'line',
      ...(highlighted.has(number) || mark === 'highlight' ? ['line-highlight'] : []),
      ...(focused.has(number) || mark === 'focus' ? ['line-focus'] : []),
      ...(mark === 'add' || mark === 'remove' ? [`line-${mark}`] : []),
    ];
    const line = el('span', { className: classes }, parts);
    return index === lines.length - 1 ? [line] : [line, '\n'];
  });
  const classes = [
    'code-block',
    'doc-block',
    ...(options.lines ? ['with-lines'] : []),
    ...(options.wrap ? ['wrap'] : []),
    ...(options.expandable && lines.length > 12 ? ['expandable-code'] : []),
    ...(hasFocus ? ['has-focus'] : []),
  ];
  return el(
    'div',
    { className: classes, ...(language !== '' && { dataLanguage: language }) },
    el(
      'div.code-head',
      {},
      title !== undefined && el('span.code-title', {}, icon, title),
      el('button.copy', { type: 'button', ariaLabel: 'Copy code' }),
    ),
    el(
      'pre',
      { tabIndex: 0 },
      el(
        'code',
        { ...(language !== '' && { className: [`language-${language.replace(/[^\w+#-]/g, '')}`] }) },
        children,
      ),
    ),
  );
}

const MARK =
  /\s*(?:\/\/|#|--|\/\*|<!--|\{\/\*|;|%)\s*\[!code\s+(\+\+|--|highlight|hl|focus)(?::(\d{1,4}))?\]\s*(?:\*\/\}?|-->)?\s*$/;
const KINDS: Readonly<Record<string, string>> = {
  '++': 'add',
  '--': 'remove',
  hl: 'highlight',
  highlight: 'highlight',
  focus: 'focus',
};

/** Removes the comments that mark lines (`// [!code ++]`). Returns the remaining lines and their marks. */
function annotated(code: string): { lines: string[]; marks: ReadonlyMap<number, string> } {
  const marks = new Map<number, string>();
  if (!code.includes('[!code')) return { lines: code.split('\n'), marks };
  const lines: string[] = [];
  for (const line of code.split('\n')) {
    const [whole, kind = '', count = '1'] = MARK.exec(line) ?? [];
    const rest = whole === undefined ? line : line.slice(0, -whole.length);
    const first = lines.length + 1;
    if (whole !== undefined)
      for (let n = 0; n < Number(count); n++) marks.set(first + n, KINDS[kind] ?? 'highlight');
    if (rest !== '' || whole === undefined) lines.push(rest);
  }
  return { lines, marks };
}
