import type { Profile, TabMarkup } from '../../profiles/profile.ts';
import type { Change, TabGroup } from '../../runtime/states.ts';
import { markOf } from './number-marks.ts';
import type { Attributes, PageDriver } from './page-driver.ts';

export type TabKeeper = Readonly<{
  /** Opens every tab of the groups within an element once; yields whenever something may be loading. */
  open: (root: ParentNode) => AsyncGenerator<void>;
  /** Writes the observed states into the page, which must not change any more. */
  place: () => TabGroup[];
}>;

/** Tabs identified by role (WAI-ARIA Authoring Practices, Tabs). */
const ARIA_TABS: TabMarkup = { list: '[role="tablist"]', tab: '[role="tab"]', panel: '[role="tabpanel"]' };

const TABS_MAX = 40;
const LEVELS_ABOVE = 6;

/**
 * Runs in the page. A panel is copied while it is open: with the next choice, frameworks unmount it or refill the same
 * element. The attributes that distinguish an open tab and panel from closed ones are kept, so that the site's own
 * styles still apply. Groups within panels are opened before their panel is copied.
 */
export function makeTabKeeper(
  page: Document,
  driver: PageDriver,
  profiles: readonly Profile[],
  notKept: string[],
): TabKeeper {
  const markups = [ARIA_TABS, ...profiles.flatMap(({ tabs = [] }) => tabs)];

  /** `hides`: its content is invisible. An empty element never counts as hiding. */
  type Seen = { attributes: Attributes; hides: boolean };
  type Group = {
    list: Element;
    markup: TabMarkup;
    start: number;
    depth: number;
    sync: string | undefined;
    stored: boolean;
    /** The panel of each tab while it was open, and a copy of it. */
    panels: (Element | undefined)[];
    copies: (Element | undefined)[];
    /** By open tab: the attributes of all tabs, and all known panels. */
    tabs: Attributes[][];
    seen: (Map<Element, Seen> | undefined)[];
    opened: boolean[];
  };
  const groups = new Map<Element, Group>();
  const nested = new Map<Element, Change[]>();
  let ownIds = 0;

  const tabsOf = ({ list, markup }: Pick<Group, 'list' | 'markup'>): Element[] =>
    [...list.querySelectorAll(markup.tab)].filter((tab) => tab.closest(markup.list) === list);

  const isSelected = (tab: Element): boolean =>
    tab instanceof HTMLInputElement
      ? tab.checked
      : tab.getAttribute('aria-selected') === 'true' ||
        (!tab.hasAttribute('aria-selected') && tab.getAttribute('data-state') === 'active');

  const selectedOf = (group: Group): number => tabsOf(group).findIndex(isSelected);

  const nameOf = (tab: Element): string => {
    const label = tab instanceof HTMLInputElement ? tab.labels?.[0] : undefined;
    return ((label ?? tab).textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  };

  /** Finds the panel of the open tab: by a reference from the tab, by one to the tab, or by its position. */
  const openPanel = (group: Group, selected: number): Element | undefined => {
    const tabs = tabsOf(group);
    const tab = tabs[selected];
    if (!tab?.isConnected) return undefined;
    const root = tab.getRootNode() as Document | ShadowRoot;
    const controlled = root.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (controlled) return controlled;
    if (tab.id !== '') {
      const named = root.querySelector(`[role="tabpanel"][aria-labelledby~="${CSS.escape(tab.id)}"]`);
      if (named) return named;
    }
    let around = group.list.parentElement;
    for (let level = 0; around && level < LEVELS_ABOVE; level++, around = around.parentElement) {
      const inside = [...around.querySelectorAll(group.markup.panel)];
      const own = inside.filter((panel) => !inside.some((other) => other !== panel && other.contains(panel)));
      if (own.length === tabs.length) return own[selected];
      if (own.length > 0) {
        const visible = own.filter(driver.isVisible);
        return visible.length === 1 ? visible[0] : undefined;
      }
    }
    return undefined;
  };

  const capture = (group: Group): void => {
    const selected = selectedOf(group);
    if (selected < 0 || group.opened[selected]) return;
    group.opened[selected] = true;
    const panel = openPanel(group, selected);
    group.panels[selected] = panel;
    if (panel) group.copies[selected] = driver.copyOf(panel);
    group.tabs[selected] = tabsOf(group).map(driver.attributesOf);
    const known = group.panels.filter((one): one is Element => one?.isConnected === true);
    group.seen[selected] = new Map(known.map((one) => [one, look(one)]));
  };
  const look = (element: Element): Seen => {
    const isEmpty = element.childElementCount === 0 && element.textContent.trim() === '';
    return { attributes: driver.attributesOf(element), hides: !isEmpty && !driver.isVisible(element) };
  };

  /** Finds tab lists with a selected tab, and the index of that tab. */
  const listsIn = (root: ParentNode) =>
    markups.flatMap((markup) =>
      [...root.querySelectorAll(markup.list)].flatMap((list) => {
        const tabs = tabsOf({ list, markup });
        const start = tabs.findIndex(isSelected);
        return groups.has(list) || tabs.length < 2 || start < 0 ? [] : [{ list, markup, tabs, start }];
      }),
    );
  const found = (root: ParentNode, depth: number): Group[] => {
    const some: Group[] = [];
    for (const { list, markup, tabs, start } of listsIn(root)) {
      const group: Group = {
        list,
        markup,
        start,
        depth,
        sync: undefined,
        stored: false,
        panels: [],
        copies: [],
        tabs: [],
        seen: [],
        opened: [],
      };
      groups.set(list, group);
      if (tabs.length > TABS_MAX)
        notKept.push(`tabs: a tab list has ${tabs.length} tabs, but the limit is ${TABS_MAX}`);
      else some.push(group);
    }
    return some;
  };

  const storage = (): Map<string, string> => {
    try {
      return new Map(Object.entries({ ...localStorage }));
    } catch {
      return new Map(); // storage is not allowed
    }
  };
  const kindOf = (group: Group): string => tabsOf(group).map(nameOf).join('\n');

  const choose = (group: Group, index: number): void => {
    const tab = tabsOf(group)[index];
    if (tab && !isSelected(tab)) driver.press(tab);
  };

  /** Opens groups within the panels that are open now. */
  async function* openWithin(some: readonly Group[], depth: number): AsyncGenerator<void> {
    for (const group of some) {
      const selected = selectedOf(group);
      if (selected < 0 || group.opened[selected]) continue;
      const panel = openPanel(group, selected);
      if (!panel) continue;
      const inner = found(panel, depth + 1);
      if (inner.length === 0) continue;
      yield* openGroups(inner, depth + 1);
      for (const one of inner) nested.set(one.list, placeGroup(one, true));
    }
  }

  async function* openGroups(some: readonly Group[], depth: number): AsyncGenerator<void> {
    yield* openWithin(some, depth);
    for (const group of some) capture(group);
    // Operates one group of each kind alone: groups that follow it are synced with it, and it causes any change in
    // storage.
    const kinds = Map.groupBy(some, kindOf);
    for (const [kind, [first, ...others]] of kinds) {
      if (!first || driver.isLate()) continue;
      const before = storage();
      choose(first, first.start === 0 ? 1 : 0);
      await driver.settle();
      yield;
      const key = [...storage()].find(([name, value]) => before.get(name) !== value)?.[0];
      const chosen = selectedOf(first);
      const following = others.filter((group) => group.start !== selectedOf(group));
      if (key !== undefined || (following.length > 0 && chosen !== first.start)) {
        for (const group of [first, ...(key === undefined ? following : others)]) {
          group.sync = key ?? kind;
          group.stored = key !== undefined;
        }
      }
      yield* openWithin([first, ...following], depth);
      for (const group of [first, ...following]) capture(group);
    }
    for (let round = 0; round < TABS_MAX && !driver.isLate(); round++) {
      const open = some.filter((group) => group.list.isConnected && missing(group) >= 0);
      if (open.length === 0) break;
      for (const group of open) {
        const next = missing(group);
        choose(group, next);
        if (round > tabsOf(group).length) group.opened[next] = true; // it does not open
      }
      await driver.settle();
      yield;
      yield* openWithin(open, depth);
      for (const group of open) capture(group);
    }
    if (driver.isLate()) notKept.push('tabs: opening them took too long');
    for (const group of some) choose(group, group.start);
    await driver.settle();
    yield;
  }

  const missing = (group: Group): number => tabsOf(group).findIndex((_, index) => !group.opened[index]);

  /** Marks a group. Panels that the page no longer has, or has emptied, are restored as copies. */
  const placeGroup = (group: Group, isNested: boolean): Change[] => {
    const { list, start, panels, copies } = group;
    if (!list.isConnected) return [];
    const all: Change[] = [];
    let before = panels[start]?.isConnected ? panels[start] : openPanel(group, start);
    for (const [index, tab] of tabsOf(group).entries()) {
      const others = group.tabs.filter((seen, open) => open !== index && seen);
      const off = others[0]?.[index];
      const on = group.tabs[index]?.[index];
      if (off && on) all.push(...driver.changes(tab, off, on));
      const panel = panels[index];
      const copy = copies[index];
      if (!panel || !copy) continue;
      // As seen while another tab was open or, if closed again, as it is now.
      const closed =
        group.seen.find((seen, open) => open !== index && seen?.has(panel))?.get(panel) ??
        (index !== start && panel.isConnected ? look(panel) : undefined);
      const opened = group.seen[index]?.get(panel);
      const isShared = panels.some((other, open) => open !== index && other === panel);
      const isWhole = panel.isConnected && !isShared && panel.innerHTML === copy.innerHTML;
      let shown: Element = panel;
      if (!isWhole) {
        shown = copy;
        if (isNested && index === start) {
          shown = before ?? panel;
        } else if (panel.isConnected && !isShared && !isNested) panel.replaceWith(copy);
        else if (index === start && before) before.replaceWith(copy);
        else {
          copy.setAttribute('data-offprint', '');
          driver.dropTakenIds(copy);
          before?.after(copy);
          // A single element showed the panels of all tabs; now each tab has its own.
          if (copy.id === '' && tab.hasAttribute('aria-controls')) {
            copy.id = `offprint-panel-${++ownIds}`;
            tab.setAttribute('aria-controls', copy.id);
          }
          if (tab.id !== '' && copy.hasAttribute('aria-labelledby'))
            copy.setAttribute('aria-labelledby', tab.id);
        }
      }
      const changes =
        closed && opened && !isShared ? driver.changes(shown, closed.attributes, opened.attributes) : [];
      // No attribute distinguishes open from closed, or those that do hide nothing.
      if (changes.length === 0 || (closed && !closed.hides))
        changes.push([driver.mark(shown), 'hidden', '', null]);
      driver.apply(shown, changes, index === start ? 'on' : 'off');
      shown.setAttribute('data-offprint-panel', '');
      if (shown.hasAttribute('hidden')) shown.setAttribute('data-offprint', '');
      all.push(...changes);
      panels[index] = shown;
      before = shown;
    }
    driver.mark(list);
    return all;
  };

  const described = (group: Group, changes: readonly Change[]): TabGroup | undefined => {
    const { list, start, panels, sync, stored } = group;
    const tabs = tabsOf(group).map((tab, index) => {
      const at = driver.mark(tab);
      const panel = panels[index];
      const number = panel && markOf(panel);
      const own = changes.filter(([owner]) => owner === at || owner === number);
      return { at, name: nameOf(tab), changes: own, ...(number && { panel: number }) };
    });
    if (!tabs.some(({ changes: own }) => own.length > 0)) return undefined;
    return {
      list: driver.mark(list),
      tabs,
      selected: start,
      ...(sync !== undefined && { sync }),
      ...(stored && { stored }),
    };
  };

  return {
    open: async function* (root) {
      if (listsIn(root).length === 0) return;
      // Frameworks that start late recreate lists, so wait until the page is at rest.
      await driver.begin();
      yield* openGroups(found(root, 0), 0);
    },
    place: () => {
      const kept: TabGroup[] = [];
      // Nested groups were placed earlier: their lists may be gone by now, but the copies carry the marks.
      for (const group of groups.values()) {
        const changes = nested.get(group.list) ?? (group.depth === 0 ? placeGroup(group, false) : []);
        const one = described(group, changes);
        if (one) kept.push(one);
        else if (group.opened.length > 1 && page.contains(group.list))
          notKept.push(`tabs: ${kindOf(group).replaceAll('\n', ', ')}`);
      }
      return kept;
    },
  };
}
