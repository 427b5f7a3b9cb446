import type { Profile } from '../../profiles/profile.ts';
import type { ContentsMark, KeptStates } from '../../runtime/states.ts';
import { type Effect, type EffectKeeper, type EntryMarks, makeEffectKeeper, type Taught } from './effects.ts';
import { readMarks } from './marks.ts';
import { makePageDriver, type PageDriver } from './page-driver.ts';
import { makeTabKeeper, type TabKeeper } from './tabs.ts';
import { makeThemeKeeper, type ThemeKeeper } from './theme.ts';
import { makeToggleKeeper, type ToggleKeeper } from './toggles.ts';

/** What came of a step: more to do, all done, or the page is at another address, or shows other text than before. */
export type StateStep = 'more' | 'done' | 'left' | 'changed';

export type StateKeeper = Readonly<{
  /**
   * Takes the next step; the caller waits for what it has begun to load.
   * @param known what other pages have taught; counts in the first step, as does
   * @param rests whether the page is to have come to rest in the end also when nothing was pressed
   */
  nextState: (known?: readonly Effect[], rests?: boolean) => Promise<StateStep>;
  taught: () => Taught;
  /** Writes what was seen into the page, just before it is taken; undefined when there is nothing. */
  placeStates: () => KeptStates | undefined;
  notKept: readonly string[];
  /** Where the page was before anything was pressed; undefined when nothing was. */
  address: () => string | undefined;
  /** Nothing was pressed. */
  isUntouched: () => boolean;
  /** Takes back what was written into the page, and what the pressing of controls has left or would have left in it. */
  restore: () => void;
}>;

export type StateOptions = Readonly<{
  /** All time that there is for opening. */
  maxMs: number;
  profiles: readonly Profile[];
}>;

type Keepers = Readonly<{ tabs: TabKeeper; toggles: ToggleKeeper; theme: ThemeKeeper }>;

/** Of the words of the page. */
const OTHER_WORDS_MAX = 0.01;
const TOC = 'nav,aside,[class*="toc" i]';
const TOC_LINKS = 'nav a[href*="#"],aside a[href*="#"],[class*="toc" i] a[href*="#"]';

/**
 * Runs in the page once it has been scrolled: opens whatever opens, once, so that a page without scripts has it too.
 * @param nextDueMs when what the page's scripts have put off is due next, in ms from now
 */
export function makeStateKeeper(
  page: Document,
  nextDueMs: () => number,
  { maxMs, profiles }: StateOptions,
): StateKeeper {
  const notKept: string[] = [];
  /** The words of the page, before anything was pressed; undefined while nothing has been. */
  let before: ReadonlyMap<string, number> | undefined;
  let address: string | undefined;
  let running: AsyncGenerator<void> | undefined;
  let keepers: Keepers | undefined;
  let driver: PageDriver | undefined;
  let effects: EffectKeeper | undefined;
  let contents: ContentsMark | undefined;
  let scrolled: readonly (readonly [Element, number])[] = [];
  /** What was changed in the page for it to be written down. */
  let placed: readonly MutationRecord[] = [];

  /** Scrolls to the end of the page and back. The marks that follow scrolling are put back where they were. */
  const lookAtEnd = async (pane: Element, settle: () => Promise<void>, look: () => void): Promise<void> => {
    const marks = readMarks(page);
    const { scrollTop } = pane;
    for (const top of [pane.scrollHeight, scrollTop]) {
      pane.scrollTo({ top, behavior: 'instant' });
      await settle();
      await settle(); // they follow when they get a turn
      if (top !== scrollTop) look();
    }
    marks.putBack();
  };

  /** Tables of contents mark what is read: the marks are those that move when the page is scrolled to its end. */
  const readContents = async (): Promise<ContentsMark | undefined> => {
    const links = [...page.querySelectorAll<HTMLAnchorElement>(TOC_LINKS)]
      .filter((link) => link.hash.length > 1 && link.href.split('#')[0] === location.href.split('#')[0])
      .map((link) => ({ link, target: page.getElementById(decode(link.hash.slice(1))) }))
      .filter(({ target }) => target !== null && /^(h[1-6]|section|div|a|span)$/.test(target.localName));
    const list = links[0]?.link.closest(TOC);
    if (links.length < 2 || !list || !driver || !effects) return undefined;
    const items = links.flatMap(({ link, target }) => {
      const id = target?.id ?? '';
      return link.parentElement?.localName === 'li'
        ? [
            { element: link as Element, id },
            { element: link.parentElement as Element, id },
          ]
        : [{ element: link as Element, id }];
    });
    const pane = page.scrollingElement;
    if (!pane || pane.scrollHeight <= innerHeight + 1) return undefined;
    let marks = effects.knownMarks(list);
    if (!marks) {
      marks = await readEntryMarks(
        pane,
        items.map(({ element }) => element),
        driver.settle,
      );
      effects.scrolledContents(list, marks);
    }
    if (Object.keys(marks.names).length === 0 && marks.current === undefined) return undefined;
    const { mark } = driver;
    return { items: items.map(({ element, id }) => [mark(element), id] as const), ...marks };
  };
  /** How entries are marked at the end of the page that were not at its top. */
  const readEntryMarks = async (
    pane: Element,
    items: readonly Element[],
    settle: () => Promise<void>,
  ): Promise<EntryMarks> => {
    const classes = (): string[][] => items.map((element) => [...element.classList]);
    const currents = (): (string | null)[] => items.map((element) => element.getAttribute('aria-current'));
    const [first, currentFirst] = [classes(), currents()];
    let [after, currentAfter] = [first, currentFirst];
    await lookAtEnd(pane, settle, () => {
      [after, currentAfter] = [classes(), currents()];
    });
    const names: Record<string, readonly [string, string]> = {};
    // The last that changes has come to be marked: others were marked before.
    for (const [index, element] of items.entries()) {
      const [before = [], now = []] = [first[index], after[index]];
      const marked = now.filter((name) => !before.includes(name));
      const unmarked = before.filter((name) => !now.includes(name));
      if (marked.length > 0) names[element.localName] = [marked.join(' '), unmarked.join(' ')];
    }
    const current = currentAfter.find((value, index) => value !== null && currentFirst[index] === null);
    return { names, ...(current != null && { current }) };
  };
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  /** Panes that are not at their top, such as a sidebar that shows the current page, unless they only follow scrolling. */
  const scrolledNow = (): Element[] =>
    [...(page.body?.querySelectorAll('*') ?? [])].filter(
      (element) => element.scrollTop > 0 && element !== page.scrollingElement,
    );
  const readScrolled = async (
    settle: () => Promise<void>,
    { knownPane, scrolledPane }: EffectKeeper,
  ): Promise<typeof scrolled> => {
    const panes = scrolledNow().map((element) => [element, element.scrollTop] as const);
    const window = page.scrollingElement;
    if (panes.length === 0 || !window) return panes;
    const known = panes.map(([pane]) => knownPane(pane));
    if (!known.includes(undefined)) {
      for (const [index, [pane]] of panes.entries())
        if (known[index]) pane.scrollTo({ top: 0, behavior: 'instant' });
      return panes.filter((_pane, index) => !known[index]);
    }
    for (const [pane] of panes) pane.scrollTo({ top: 0, behavior: 'instant' });
    const followers = new Set<Element>();
    const look = (): void => {
      for (const [pane] of panes) if (pane.scrollTop > 0) followers.add(pane);
    };
    await lookAtEnd(window, settle, look);
    look();
    const own = panes.filter(([pane]) => !followers.has(pane));
    for (const [pane] of panes) scrolledPane(pane, followers.has(pane));
    for (const pane of followers) pane.scrollTo({ top: 0, behavior: 'instant' });
    for (const [pane, top] of own) pane.scrollTo({ top, behavior: 'instant' });
    return own;
  };

  const wordsOf = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const word of (page.body?.innerText ?? '').split(/\s+/))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  /** Everything was closed again: a reader sees what there was, but for what moves by itself. */
  const isAsBefore = (): boolean => {
    if (!before) return true;
    const after = wordsOf();
    let [total, other] = [0, 0];
    for (const [word, count] of before) {
      total += count;
      other += Math.abs(count - (after.get(word) ?? 0));
    }
    for (const [word, count] of after) if (!before.has(word)) other += count;
    return other <= OTHER_WORDS_MAX * total;
  };

  async function* run(learned: readonly Effect[], rests: boolean): AsyncGenerator<void> {
    address = location.href;
    driver = makePageDriver(page, maxMs, nextDueMs, () => {
      before = wordsOf();
    });
    effects = makeEffectKeeper(page, driver);
    effects.learn(learned);
    keepers = {
      tabs: makeTabKeeper(page, driver, profiles, notKept),
      toggles: makeToggleKeeper(page, driver, effects, profiles, notKept),
      theme: makeThemeKeeper(page, driver, effects),
    };
    scrolled = await readScrolled(driver.settle, effects);
    yield* keepers.tabs.open(page);
    yield* keepers.toggles.open(page);
    yield* keepers.theme.open();
    contents = await readContents();
    // On a busy machine a sidebar shows the current page late.
    const known = new Set(scrolled.map(([pane]) => pane));
    if (scrolledNow().some((pane) => !known.has(pane))) scrolled = await readScrolled(driver.settle, effects);
    if (!before && rests) await driver.comeToRest();
    if (!before) return;
    // What has the focus looks so.
    if (page.activeElement instanceof HTMLElement) page.activeElement.blur();
    await driver.settle();
  }

  /** Undoes changes of the document, the last first. */
  const takeBack = (changes: readonly MutationRecord[]): void => {
    for (const change of changes.toReversed()) {
      const { type, target, attributeName, oldValue, addedNodes, removedNodes, nextSibling } = change;
      if (type === 'characterData') (target as CharacterData).data = oldValue ?? '';
      else if (type === 'attributes' && attributeName !== null) {
        if (oldValue === null) (target as Element).removeAttribute(attributeName);
        else (target as Element).setAttribute(attributeName, oldValue);
      } else {
        for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
        const before = nextSibling?.parentNode === target ? nextSibling : null;
        for (const node of removedNodes) target.insertBefore(node, before);
      }
    }
  };

  const place = ({ toggles, theme, tabs }: Keepers, { mark }: PageDriver): KeptStates | undefined => {
    const placedToggles = toggles.place();
    const placedTheme = theme.place();
    const placedTabs = tabs.place();
    const panes = scrolled
      .filter(([pane]) => pane.isConnected)
      .map(([pane, top]) => [mark(pane), Math.round(top)] as const);
    if (placedTabs.length + placedToggles.length + panes.length === 0 && !placedTheme && !contents)
      return undefined;
    return {
      ...{ tabs: placedTabs, toggles: placedToggles },
      ...(placedTheme && { theme: placedTheme }),
      ...(contents && { contents }),
      ...(panes.length > 0 && { panes }),
    };
  };

  return {
    notKept,
    address: () => address,
    isUntouched: () => before === undefined,
    restore: () => {
      takeBack(placed);
      placed = [];
      effects?.restore();
    },
    taught: () => effects?.taught() ?? { pressed: [], spared: [] },
    nextState: async (known = [], rests = false) => {
      running ??= run(known, rests);
      const { done } = await running.next();
      if (location.href.split(/[?#]/)[0] !== address?.split(/[?#]/)[0]) return 'left';
      if (!done) return 'more';
      return isAsBefore() && !keepers?.toggles.hasOpenedLate() ? 'done' : 'changed';
    },
    placeStates: () => {
      if (!keepers || !driver) return undefined;
      const endWatch = driver.watch();
      const states = place(keepers, driver);
      placed = endWatch();
      return states;
    },
  };
}
