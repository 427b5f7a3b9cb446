import type { ChangedPage, Comparison } from '../../server/api/wire.types.ts';

/** Kinds of page differences between two exports, most important first. */
export const kinds = ['text', 'added', 'removed', 'around', 'code'] as const;
export type PageKind = (typeof kinds)[number];

export type ListedPage = Pick<ChangedPage, 'path' | 'title'> &
  Readonly<{ lines?: Pick<ChangedPage, 'added' | 'removed'> }>;

export function pagesOf({ pages }: Comparison, kind: PageKind): readonly ListedPage[] {
  if (kind === 'added' || kind === 'removed') return pages[kind];
  return pages.changed
    .filter(({ change }) => change === kind)
    .map(({ path, title, added, removed }) => ({ path, title, lines: { added, removed } }));
}
