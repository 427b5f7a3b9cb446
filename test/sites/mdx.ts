import type { Code } from './content.ts';

/** A line of Markdown in which MDX sees no expression. */
export function escapeBraces(line: string): string {
  return line
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[{}]/g, '\\$&')))
    .join('');
}

export function fenced({ language, code }: Code): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
