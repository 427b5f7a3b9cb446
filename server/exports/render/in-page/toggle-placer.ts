import type { Change, Switch } from '../../runtime/states.ts';
import { isInState } from './attributes.ts';
import { elementAt } from './number-marks.ts';
import type { Attributes, PageDriver } from './page-driver.ts';

/** An element that was not there while the control was closed. */
export type Added = {
  copy: Element;
  original: Element;
  parent: Element;
  next: Node | null;
  /** How many children stood before it (see PageDriver), others that were added apart. */
  index: number;
  attributes: Attributes;
  /** It is to be seen while the control is open; others are in windows of another width. */
  isSeen: boolean;
};

/** A control that was pressed, and what came of it. */
export type Toggle = {
  control: Element;
  depth: number;
  /** What it was before the first press, by element. */
  changes: Change[];
  added: Added[];
  light: boolean;
  /** Nobody sees it while it is open: what has come in its place closes it. */
  hidesItself?: boolean;
  /** It was open when the page came. */
  wasOpen: boolean;
  /** What came back when it was opened again. */
  back: Element[];
  /** Other controls of the same: beside it, or in what it shows. */
  also: Element[];
  /** All that it did, when it did nothing but change attributes and add elements. */
  did?: Readonly<{ changes: readonly Change[]; added: readonly Added[] }>;
  /** It is made anew with what is around it: what there is while it is closed, and a copy of what there was. */
  turns?: { closed: Element; open: Element };
};

/**
 * Puts what a control has shown into the page, hidden, and says what turns it on.
 * @param controlled what the control says that it opens, if that is in the page
 * @param isLeftOpen whether it could not be closed again
 * @returns undefined where it does nothing
 */
export type TogglePlacer = (
  toggle: Toggle,
  controlled: Element | null,
  isLeftOpen: boolean,
) => Switch | undefined;

const SUCCESSORS = 'button,[role="button"]';

/**
 * Runs in the page, when all controls have been pressed and closed.
 * @param notKept gets what there is no place for
 */
export function makeTogglePlacer(page: Document, driver: PageDriver, notKept: string[]): TogglePlacer {
  /** Whether an attribute is as it was while a control was open. */
  const isOn = (element: Element, [, name, off, on]: Change): boolean => {
    const value = name === '#text' ? element.textContent : element.getAttribute(name);
    return isInState(value, name, on, off);
  };

  /**
   * What has not gone back when all is closed was not a control's doing: it happened at the same time. But a page that
   * was kept from scrolling under a menu scrolls, though its scripts would let it go later, or never.
   */
  const dropUnrelated = (changes: Change[]): void => {
    const stayed = changes.filter((change) => {
      const element = elementAt(page, change[0]);
      if (!element || change[2] === change[3] || !isOn(element, change)) return false;
      const isRoot = element === page.body || element === page.documentElement;
      if (isRoot) driver.apply(element, [change], 'off');
      return !isRoot;
    });
    for (const change of stayed) changes.splice(changes.indexOf(change), 1);
  };

  const place: TogglePlacer = (toggle, controlled, isLeftOpen) => {
    const { control, added, light } = toggle;
    if (toggle.depth === 0 && !toggle.wasOpen && !isLeftOpen) dropUnrelated(toggle.changes);
    if (toggle.turns) return placeTurns(toggle, toggle.turns);
    if (!control.isConnected || toggle.changes.length + added.length + toggle.back.length === 0)
      return undefined;
    const changes = [...toggle.changes];
    const panels: Element[] = [];
    for (const { copy, original, parent, next, attributes, isSeen } of added) {
      // Whether one that nobody sees has gone, or is to go, cannot be told.
      if (!isSeen && original.isConnected) {
        putHidden(copy, changes);
        original.replaceWith(copy);
        panels.push(copy);
      } else if (original.isConnected) {
        const differing = driver.changes(original, driver.attributesOf(original), attributes);
        if (differing.length === 0 || driver.isVisible(original))
          differing.push([driver.mark(original), 'hidden', '', null]);
        driver.apply(original, differing, 'off');
        changes.push(...differing);
        panels.push(original);
      } else if (parent.isConnected || light) {
        // What lies over the page may have stood in a box at its end that comes and goes with it.
        const around = parent.isConnected ? parent : page.body;
        driver.dropTakenIds(copy);
        putHidden(copy, changes);
        around.insertBefore(copy, next?.parentNode === around ? next : null);
        panels.push(copy);
      } else notKept.push(`menu: what "${(control.textContent ?? '').trim().slice(0, 40)}" shows`);
    }
    for (const element of toggle.back) {
      if (!element.isConnected) continue;
      changes.push([driver.mark(element), 'hidden', '', null]);
      panels.push(element);
    }
    const successors = toggle.hidesItself ? panels.filter((one) => one.matches(SUCCESSORS)) : [];
    const also = [...toggle.also, ...successors];
    const panel = controlled ?? panels[0];
    if (panel && !light) panel.setAttribute('data-offprint-panel', '');
    return {
      at: driver.mark(control),
      changes,
      ...(panel && { panel: driver.mark(panel) }),
      ...(light && { light: true as const }),
      ...(toggle.wasOpen && { on: true as const }),
      ...(also.length > 0 && { also: also.map(driver.mark) }),
    };
  };

  const putHidden = (copy: Element, changes: Change[]): void => {
    copy.setAttribute('data-offprint', '');
    copy.setAttribute('hidden', '');
    changes.push([driver.mark(copy), 'hidden', '', null]);
  };

  const placeTurns = (
    { control, also }: Toggle,
    { closed, open }: NonNullable<Toggle['turns']>,
  ): Switch | undefined => {
    if (!closed.isConnected) return undefined;
    driver.dropTakenIds(open);
    for (const name of ['data-offprint', 'data-offprint-panel', 'hidden']) open.setAttribute(name, '');
    closed.after(open);
    const panel = driver.mark(open);
    return {
      at: driver.mark(control),
      changes: [
        [driver.mark(closed), 'hidden', null, ''],
        [panel, 'hidden', '', null],
        ...[control, ...also].map((one): Change => [driver.mark(one), 'aria-expanded', 'false', 'true']),
      ],
      panel,
      also: also.map(driver.mark),
    };
  };

  return place;
}
