/** Roles of what leads somewhere and is no link (WAI-ARIA). */
const LEADING = ['menuitem', 'treeitem', 'link'].map((role) => `[role="${role}"]:not(a[href])`).join();

/**
 * Runs in the page: entries of a navigation that scripts make work, each with the id of the part of the page that one of
 * its data attributes names.
 */
export function jumpsIn(page: Document): [entry: Element, id: string][] {
  return [...page.querySelectorAll(LEADING)].flatMap((entry): [Element, string][] => {
    const id = [...entry.attributes]
      .filter(({ name, value }) => name.startsWith('data-') && value !== '')
      .map(({ value }) => value)
      .find((value) => {
        const target = page.getElementById(value);
        return target !== null && !target.contains(entry) && !entry.contains(target);
      });
    return id === undefined ? [] : [[entry, id]];
  });
}
