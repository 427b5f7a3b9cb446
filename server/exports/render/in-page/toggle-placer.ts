import type { Change, Switch } from '../../runtime/states.ts';
import { isInState } from './attributes.ts';
import { elementAt } from './number-marks.ts';
import type { Attributes, PageDriver } from './page-driver.ts';

/** An element that was absent while the control was closed. */
export type Added = {
  copy: Element;
  original: Element;
  parent: Element;
  next: Node | null;
  /** Number of children before it (see PageDriver), excluding others that were added. */
  index: number;
  attributes: Attributes;
  /** Whether it is visible while the control is open; others only appear in windows of another width. */
  isSeen: boolean;
};

/** A pressed control and its effects. */
export type Toggle = {
  control: Element;
  depth: number;
  /** Differences between its closed and open states. */
  changes: Change[];
  added: Added[];
  light: boolean;
  /** Whether it is invisible while open, so that its replacement closes it. */
  hidesItself?: boolean;
  /** Whether it was open when the page loaded. */
  wasOpen: boolean;
  /** Elements that came back when it was opened again. */
  back: Element[];
  /** Other controls of the same content: beside it, or within what it shows. */
  also: Element[];
  /** Its complete effect, if it only changed attributes and added elements. */
  did?: Readonly<{ changes: readonly Change[]; added: readonly Added[] }>;
  /** Set if its surroundings are recreated on each press: the closed version, and a copy of the open one. */
  turns?: { closed: Element; open: Element };
};

/**
 * Adds what a control has shown to the page, hidden, and returns the switch that shows it.
 * @param controlled the element that the control names as its target, if it is in the page
 * @param isLeftOpen whether it could not be closed again
 * @returns undefined if the control does nothing
 */
export type TogglePlacer = (
  toggle: Toggle,
  controlled: Element | null,
  isLeftOpen: boolean,
) => Switch | undefined;

const SUCCESSORS = 'button,[role="button"]';

/**
 * Runs in the page, when all controls have been pressed and closed.
 * @param notKept receives descriptions of what could not be placed
 */
export function makeTogglePlacer(page: Document, driver: PageDriver, notKept: string[]): TogglePlacer {
  /** Whether an attribute has its value from while the control was open. */
  const isOn = (element: Element, [, name, off, on]: Change): boolean => {
    const value = name === '#text' ? element.textContent : element.getAttribute(name);
    return isInState(value, name, on, off);
  };

  /**
   * Drops changes that are still present when everything is closed: not a control, but something concurrent caused
   * them. On the root element and the body, they are reverted instead, since a menu may have blocked scrolling and
   * scripts would restore it later, or never.
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
      // Whether an invisible element is gone, or should be, cannot be told.
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
        // An overlay may have been in a container at the end of the page that is added and removed with it.
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
