import type { Change, KeptStates, Switch } from '../../runtime/states.ts';

/**
 * Runs in the page, on the copy that is written down. Elements got the numbers by which states name them in the order in
 * which controls were tried, which differs where other pages have taught what some of them do. They get them by their
 * order in the page.
 * @returns the states in these numbers
 */
export function numberMarks(root: Element, states: KeptStates): KeptStates {
  const MARK = 'data-offprint-at';
  /** The root element has its theme before anything else: it is known as 0. */
  const numbers = new Map<number, number>([[0, 0]]);
  const numberOf = (mark: number): number => {
    const known = numbers.get(mark) ?? numbers.size;
    numbers.set(mark, known);
    return known;
  };
  const walk = (within: ParentNode): void => {
    for (const element of within.querySelectorAll(`[${MARK}],template`)) {
      if (element instanceof HTMLTemplateElement) walk(element.content);
      const mark = element.getAttribute(MARK);
      if (mark !== null) element.setAttribute(MARK, String(numberOf(Number(mark))));
    }
  };
  const own = root.getAttribute(MARK);
  if (own !== null) root.setAttribute(MARK, String(numberOf(Number(own))));
  walk(root);

  const changed = ([mark, ...rest]: Change): Change => [numberOf(mark), ...rest];
  const switched = <One extends Switch>(one: One): One => ({
    ...one,
    at: numberOf(one.at),
    changes: one.changes.map(changed),
    ...(one.panel !== undefined && { panel: numberOf(one.panel) }),
    ...(one.also && { also: one.also.map(numberOf) }),
  });
  const { tabs, toggles, theme, contents, panes } = states;
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
    ...(panes && { panes: panes.map(([mark, top]) => [numberOf(mark), top] as const) }),
  };
}
