import type { Theme } from '../../runtime/states.ts';
import type { PageDriver } from './page-driver.ts';

/** An image that is present in some states of a theme switch. */
type Picture = { copy: Element; states: Set<number> };

export type PictureKeeper = Readonly<{
  /** Records the images present in a state, given the changes since the previous one. */
  write: (records: readonly MutationRecord[], state: number) => void;
  /**
   * Records the images of an element that is recreated in each state.
   * @param looks the element in each state
   */
  addAll: (parent: Element, looks: readonly (Element | undefined)[]) => void;
  /**
   * Adds the images that are not present now. A redrawn image may differ in its markup (Mermaid numbers its parts), so
   * the first unknown image counts as the first one expected now.
   * @param count number of states
   * @param now current state of the page
   * @returns the values of `hidden` for all images
   */
  place: (count: number, now: number) => Theme['values'];
  isEmpty: () => boolean;
  clear: () => void;
}>;

const PICTURES = /^(img|picture|svg)$/;

/** Runs in the page, for theme.ts. Tracks images that differ between the states of a theme. */
export function makePictureKeeper(driver: PageDriver): PictureKeeper {
  /** By parent and serialised content. */
  const parts = new Map<Element, Map<string, Picture>>();

  /**
   * Serialises an element with sorted attributes, because a framework that recreates it may write them in another
   * order.
   */
  const written = (one: Element): string => {
    const own = [...driver.attributesOf(one)].filter(([name]) => !name.startsWith('data-offprint'));
    return JSON.stringify([one.localName, own.sort(), one.innerHTML]);
  };
  const isPicture = (node: Node): node is Element => node instanceof Element && PICTURES.test(node.localName);

  return {
    isEmpty: () => parts.size === 0,
    clear: () => parts.clear(),
    write: (records, state) => {
      const earlier = [...Array(state).keys()];
      // Replacing one image by another may produce two records.
      const changed = new Map<Element, { added: Set<Node>; removed: Set<Node> }>();
      for (const { target, addedNodes, removedNodes } of records) {
        if (!(target instanceof Element) || !target.isConnected || parts.has(target)) continue;
        const change = changed.get(target) ?? { added: new Set(), removed: new Set() };
        for (const node of addedNodes) if (isPicture(node)) change.added.add(node);
        for (const node of removedNodes) if (isPicture(node)) change.removed.add(node);
        changed.set(target, change);
      }
      for (const [target, { added, removed }] of changed) {
        if (added.size + removed.size === 0) continue;
        const before = [...target.children, ...removed].filter(isPicture).filter((one) => !added.has(one));
        parts.set(
          target,
          new Map(
            before.map((one) => [written(one), { copy: driver.copyOf(one), states: new Set(earlier) }]),
          ),
        );
      }
      for (const [parent, known] of parts) {
        for (const child of parent.children) {
          if (!isPicture(child)) continue;
          const one = known.get(written(child)) ?? { copy: driver.copyOf(child), states: new Set<number>() };
          one.states.add(state);
          known.set(written(child), one);
        }
      }
    },
    addAll: (parent, looks) => {
      const pictures = new Map<string, Picture>();
      for (const [state, one] of looks.entries())
        for (const picture of one?.children ?? []) {
          if (!isPicture(picture)) continue;
          const says = written(picture);
          const known = pictures.get(says) ?? { copy: picture.cloneNode(true) as Element, states: new Set() };
          known.states.add(state);
          pictures.set(says, known);
        }
      if (pictures.size > 0) parts.set(parent, pictures);
    },
    place: (count, now) =>
      [...parts].flatMap(([parent, known]) => {
        if (!parent.isConnected) return [];
        const pictures = [...parent.children].filter(isPicture);
        const anew = pictures.filter((child) => !known.has(written(child)));
        return [...known].flatMap(([says, { copy, states }]) => {
          if (states.size === 0) return [];
          const same = pictures.find((child) => written(child) === says);
          const live = same ?? (states.has(now) ? anew.shift() : undefined);
          if (states.size === count) return [];
          const element = live ?? copy;
          if (!live) {
            driver.renameTakenIds(copy);
            copy.setAttribute('data-offprint', '');
            copy.setAttribute('hidden', '');
            parent.append(copy);
          }
          const list = Array.from({ length: count }, (_, state) => (states.has(state) ? null : ''));
          return [[driver.mark(element), 'hidden', ...list] as const];
        });
      }),
  };
}
