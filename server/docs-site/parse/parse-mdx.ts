import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { boundedMdx, requireShallowNesting } from './bounded-markup.ts';
import { hasMath, withLiteralDollars } from './literal-marks.ts';

/** Error for a page that cannot be parsed. */
export class MdxFault extends Error {
  readonly line: number | undefined;
  constructor(message: string, line: number | undefined) {
    super(message);
    this.name = 'MdxFault';
    this.line = line;
  }
}

/**
 * Parses MDX with GFM and math; front matter must be removed first. If this fails, tries again with constructs of HTML
 * and plain Markdown (comments, `<https://…>`, a `<` before a number) converted to MDX.
 * @throws MdxFault
 */
export function parseMdx(body: string): Root {
  const source = body.replaceAll('\r\n', '\n');
  try {
    return parsed(source);
  } catch (error) {
    const fault = faultOf(error);
    const other = repaired(source);
    if (other === source) throw fault;
    try {
      return parsed(other);
    } catch {
      throw fault;
    }
  }
}

function parsed(source: string): Root {
  requireShallowNesting(source);
  const withMath = hasMath(source);
  const text = withMath ? withLiteralDollars(source) : source;
  return fromMarkdown(text, {
    extensions: [gfm(), ...(withMath ? [math()] : []), boundedMdx(text.length)],
    mdastExtensions: [gfmFromMarkdown(), ...(withMath ? [mathFromMarkdown()] : []), mdxFromMarkdown()],
  });
}

function faultOf(error: unknown): MdxFault {
  if (!(error instanceof Error)) return new MdxFault(String(error), undefined);
  const stated = 'line' in error && typeof error.line === 'number' ? error.line : undefined;
  // For unclosed tags, only the message has the position: "Expected a closing tag for `<Note>` (13:1-13:7)".
  const line = stated ?? (Number(/\((\d+):\d+/.exec(error.message)?.[1] ?? 0) || undefined);
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return new MdxFault(reason.split('\n')[0] ?? '', line);
}

/** Converts constructs that MDX does not allow. Preserves line numbers and fenced code. */
function repaired(body: string): string {
  let fence = '';
  // After the last end of a comment, each start would be searched for an end in vain.
  const end = body.lastIndexOf('-->') + 3;
  const commented = body
    .slice(0, end)
    .replace(/<!--([\s\S]*?)-->/g, (_whole, comment: string) => `{/*${comment.replaceAll('*/', '* /')}*/}`);
  return (commented + body.slice(end))
    .split('\n')
    .map((line) => {
      const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
      if (fence !== '' || mark !== undefined) return line;
      return line
        .split(/(`[^`]*`)/)
        .map((part) =>
          part.startsWith('`')
            ? part
            : part.replace(/<(https?:\/\/[^\s<>]+)>/g, '[$1]($1)').replace(/<(?=[\d=\s-])/g, '&lt;'),
        )
        .join('');
    })
    .join('\n');
}
