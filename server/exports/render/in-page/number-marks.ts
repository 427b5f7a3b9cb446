import type { Change, KeptStates, Switch } from '../../runtime/states.ts';

/** Attribute that identifies an element in states. */
const MARK = 'data-offprint-at';

/** Returns the number of an element; undefined if it has none. */
export function markOf(element: Element): number | undefined {
  const mark = element.getAttribute(MARK);
  return mark === null ? undefined : Number(mark);
}

/** Sets the number of an element, or removes it. */
export function setMark(element: Element, mark: number | undefined): void {
  if (mark === undefined) element.removeAttribute(MARK);
  else element.setAttribute(MARK, String(mark));
}

/** Returns the element of the page with a given number. */
export function elementAt(page: Document, mark: number): Element | null {
  return page.querySelector(`[${MARK}="${mark}"]`);
}

/** Renumbers the elements of a switch. */
export function renumberSwitch<One extends Switch>(one: One, numberOf: (mark: number) => number): One {
  return {
    ...one,
    at: numberOf(one.at),
    changes: one.changes.map(([mark, ...rest]): Change => [numberOf(mark), ...rest]),
    ...(one.panel !== undefined && { panel: numberOf(one.panel) }),
    ...(one.also && { also: one.also.map(numberOf) }),
  };
}

/** Renumbers the elements of all states. */
export function renumberStates(states: KeptStates, numberOf: (mark: number) => number): KeptStates {
  const switched = <One extends Switch>(one: One): One => renumberSwitch(one, numberOf);
  const { tabs, toggles, theme, contents, jumps, panes } = states;
  return {
    ...states,
    tabs: tabs.map((group) => ({ ...group, list: numberOf(group.list), tabs: group.tabs.map(switched) })),
    toggles: toggles.map(switched),
    ...(theme && {
      theme: {
        ...theme,
        controls: theme.controls.map(numberOf),
        values: theme.values.map(([mark, ...rest]) => [numberOf(mark), ...rest] as const),
      },
    }),
    ...(contents && {
      contents: { ...contents, items: contents.items.map(([mark, id]) => [numberOf(mark), id] as const) },
    }),
    ...(jumps && { jumps: jumps.map(([mark, id]) => [numberOf(mark), id] as const) }),
    ...(panes && { panes: panes.map(([mark, top]) => [numberOf(mark), top] as const) }),
  };
}

/**
 * Runs in the page, on the snapshot's copy. Elements were numbered in the order in which controls were tried, which
 * depends on what other pages have taught. This renumbers them by their order in the page.
 * @returns the renumbered states
 */
export function numberMarks(root: Element, states: KeptStates): KeptStates {
  /** The root element is always 0, because its theme applies before anything else. */
  const numbers = new Map<number, number>([[0, 0]]);
  const numberOf = (mark: number): number => {
    const known = numbers.get(mark) ?? numbers.size;
    numbers.set(mark, known);
    return known;
  };
  const renumber = (element: Element): void => {
    const mark = markOf(element);
    if (mark !== undefined) setMark(element, numberOf(mark));
  };
  const walk = (within: ParentNode): void => {
    for (const element of within.querySelectorAll(`[${MARK}],template`)) {
      if (element instanceof HTMLTemplateElement) walk(element.content);
      renumber(element);
    }
  };
  renumber(root);
  walk(root);
  return renumberStates(states, numberOf);
}
