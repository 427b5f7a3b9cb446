import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { requireShallowNesting } from './bounded-markup.ts';
import { type Node, textNode } from './nodes.ts';

/** Parses Markdown with GFM. HTML is left out. */
export function plainMarkdown(text: string): Node[] {
  try {
    requireShallowNesting(text);
  } catch {
    return [textNode(text)];
  }
  const tree = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return 'children' in tree ? (tree.children as Node[]) : [];
}
