import { el } from '../components/element.ts';
import type { Html, TocEntry } from '../components/rendering.ts';

export function tableOfContents(entries: readonly TocEntry[]): Html {
  const least = Math.min(...entries.map(({ depth }) => depth));
  return el(
    'ul.toc',
    {},
    entries
      .filter(({ depth }) => depth <= least + 1)
      .map(({ id, text, depth }) =>
        el(
          'li',
          { className: [`toc-${depth - least}`] },
          el('a', { href: `#${encodeURIComponent(id)}` }, text),
        ),
      ),
  );
}
