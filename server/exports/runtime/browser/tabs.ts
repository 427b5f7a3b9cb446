import type { TabGroup } from '../states.ts';
import type { PageParts, Show } from './page.ts';
import { recall, remember } from './storage-keys.ts';

type Group = Readonly<{ select: (index: number) => void; indexOf: (name: string) => number; kept: TabGroup }>;

/** Makes tabs work by pointer and keyboard (WAI-ARIA Authoring Practices, Tabs, with automatic activation). */
export function installTabs(parts: PageParts, kept: readonly TabGroup[]): Show[] {
  const groups: Group[] = [];
  const shows: Show[] = [];

  /** Selects a tab and keeps the reader's scroll position, even if content above changes height. */
  const choose = (group: Group, index: number, anchor: Element): void => {
    const { top } = anchor.getBoundingClientRect();
    group.select(index);
    const { sync, stored, tabs } = group.kept;
    const name = tabs[index]?.name ?? '';
    if (sync !== undefined) {
      for (const other of groups) {
        const same = other.kept.sync === sync ? other.indexOf(name) : -1;
        if (other !== group && same >= 0) other.select(same);
      }
      if (stored) remember(`tabs:${sync}`, name);
    }
    const moved = anchor.getBoundingClientRect().top - top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  };

  for (const one of kept) {
    const tabs = one.tabs.map(({ at }) => parts.find(at));
    const list = parts.find(one.list);
    if (!list) continue;
    let selected = one.selected;
    const hasRoles = tabs.some((tab) => tab?.getAttribute('role') === 'tab');
    const group: Group = {
      kept: one,
      indexOf: (name) => one.tabs.findIndex((tab) => tab.name === name),
      select: (index) => {
        selected = index;
        for (const [other, { changes }] of one.tabs.entries())
          if (other !== index) parts.apply(changes, false);
        parts.apply(one.tabs[index]?.changes ?? [], true);
        for (const [other, tab] of tabs.entries()) {
          if (tab instanceof HTMLInputElement) tab.checked = other === index;
          else if (tab && hasRoles) tab.tabIndex = other === index ? 0 : -1;
        }
      },
    };
    groups.push(group);
    for (const [index, tab] of tabs.entries()) {
      if (!tab) continue;
      if (tab instanceof HTMLInputElement) tab.addEventListener('change', () => choose(group, index, list));
      else {
        if (hasRoles) tab.tabIndex = index === selected ? 0 : -1;
        tab.addEventListener('click', (event) => {
          event.preventDefault();
          choose(group, index, list);
        });
      }
      const panel = parts.find(one.tabs[index]?.panel);
      if (panel) shows.push({ panel, open: () => selected === index || choose(group, index, list) });
    }
    if (hasRoles) {
      list.addEventListener('keydown', (event) => {
        const from = tabs.findIndex((tab) => tab?.contains(event.target as Node));
        const to = from < 0 ? undefined : target(event, from, tabs.length, list);
        if (to === undefined) return;
        event.preventDefault();
        choose(group, to, list);
        tabs[to]?.focus();
      });
    }
  }
  for (const group of groups) {
    const { sync, stored, selected } = group.kept;
    const index = stored && sync !== undefined ? group.indexOf(recall(`tabs:${sync}`) ?? '') : -1;
    if (index >= 0 && index !== selected) group.select(index);
  }
  return shows;
}

/** Returns the index of the tab that a key moves to. */
function target(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  from: number,
  count: number,
  list: HTMLElement,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const isVertical = list.getAttribute('aria-orientation') === 'vertical';
  const isReversed = !isVertical && getComputedStyle(list).direction === 'rtl';
  const forward = isVertical ? 'ArrowDown' : isReversed ? 'ArrowLeft' : 'ArrowRight';
  const back = isVertical ? 'ArrowUp' : isReversed ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forward:
      return (from + 1) % count;
    case back:
      return (from + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Enter':
    case ' ':
      return from;
    default:
      return undefined;
  }
}
