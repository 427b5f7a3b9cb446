import type { ContentsMark } from '../../runtime/states.ts';
import type { EffectKeeper, EntryMarks } from './effects.ts';
import { CONTENTS, CONTENTS_LINKS, entryElements, lookAtEnd, partOf } from './marks.ts';
import type { PageDriver } from './page-driver.ts';

/**
 * Finds out how the table of contents highlights the current section: by what changes when the page is scrolled to its
 * end. Undefined if there is no table of contents or it highlights nothing.
 */
export async function readContents(
  page: Document,
  driver: PageDriver,
  effects: EffectKeeper,
): Promise<ContentsMark | undefined> {
  const links = [...page.querySelectorAll<HTMLAnchorElement>(CONTENTS_LINKS)]
    .map((link) => ({ link, target: partOf(page, link) }))
    .filter(({ target }) => target !== null && /^(h[1-6]|section|div|a|span)$/.test(target.localName));
  const list = links[0]?.link.closest(CONTENTS);
  const pane = page.scrollingElement;
  if (links.length < 2 || !list || !pane || pane.scrollHeight <= innerHeight + 1) return undefined;
  const items = links.flatMap(({ link, target }) =>
    entryElements(link).map((element) => ({ element, id: target?.id ?? '' })),
  );
  let marks = effects.knownMarks(list);
  if (!marks) {
    const elements = items.map(({ element }) => element);
    marks = await readEntryMarks(page, pane, elements, driver.settle);
    effects.scrolledContents(list, marks);
  }
  if (Object.keys(marks.names).length === 0 && marks.current === undefined) return undefined;
  return { items: items.map(({ element, id }) => [driver.mark(element), id] as const), ...marks };
}

type Entry = Readonly<{ element: string; classes: readonly string[]; current: string | null }>;

async function readEntryMarks(
  page: Document,
  pane: Element,
  elements: readonly Element[],
  settle: () => Promise<void>,
): Promise<EntryMarks> {
  const entries = (): Entry[] =>
    elements.map((element) => ({
      element: element.localName,
      classes: [...element.classList],
      current: element.getAttribute('aria-current'),
    }));
  const top = entries();
  let end = top;
  await lookAtEnd(page, pane, settle, () => {
    end = entries();
  });
  return entryMarks(top, end);
}

/** Compares entries at the end of a page with the same entries at its top, to find how entries are highlighted. */
export function entryMarks(top: readonly Entry[], end: readonly Entry[]): EntryMarks {
  const names: Record<string, readonly [string, string]> = {};
  // The last changed entry is the newly highlighted one; earlier ones have lost the highlight.
  for (const [index, { element, classes: now }] of end.entries()) {
    const before = top[index]?.classes ?? [];
    const marked = now.filter((name) => !before.includes(name));
    const unmarked = before.filter((name) => !now.includes(name));
    if (marked.length > 0) names[element] = [marked.join(' '), unmarked.join(' ')];
  }
  const current = end.find((entry, index) => entry.current !== null && top[index]?.current === null)?.current;
  return { names, ...(current != null && { current }) };
}
