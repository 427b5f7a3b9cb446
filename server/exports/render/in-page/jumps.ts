/** Elements with a navigation role that are not links (WAI-ARIA). */
const LEADING = ['menuitem', 'treeitem', 'link'].map((role) => `[role="${role}"]:not(a[href])`).join();

/**
 * Runs in the page. Finds scripted navigation entries, each with the ID of the section that one of its data attributes
 * names.
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
