import type { Profile } from '../../profiles/profile.ts';
import type { ContentsMark, KeptStates } from '../../runtime/states.ts';
import { makeRestKeeper, type RestKeeper } from './at-rest.ts';
import { writeAttribute } from './attributes.ts';
import { readContents } from './contents.ts';
import { type Effect, type EffectKeeper, makeEffectKeeper, type Taught } from './effects.ts';
import { jumpsIn } from './jumps.ts';
import { makePageDriver, type PageDriver } from './page-driver.ts';
import { readScrolled, type ScrolledPanes, scrolledNow } from './scrolled-panes.ts';
import { makeTabKeeper, type TabKeeper } from './tabs.ts';
import { makeThemeKeeper, type ThemeKeeper } from './theme.ts';
import { makeToggleKeeper, type ToggleKeeper } from './toggles.ts';
import { areSameWords, countWords, hasWords, type OtherWords, otherWords, type WordCounts } from './words.ts';

/** What came of a step: more to do, all done, or the page is at another address, or shows other text than before. */
export type StateStep = 'more' | 'done' | 'left' | 'changed';

export type StateKeeper = Readonly<{
  /**
   * Takes the next step; the caller waits for what it has begun to load.
   * @param how counts in the first step
   */
  nextState: (how?: StateRun) => Promise<StateStep>;
  /** Names of the controls after which the page was not what it was before, as far as that is known. */
  culprits: () => readonly string[];
  /** What the page has come to show since before the first press. */
  cameToShow: () => Awaited;
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

/** How the controls of one page are operated. */
export type StateRun = Readonly<{
  /** What other pages have taught. */
  known: readonly Effect[];
  /** Whether the page is to have come to rest in the end also when nothing was pressed. */
  rests: boolean;
  /** Names of controls that are left alone: the page did not come back from what they did. */
  barred: readonly string[];
  /** Which control changes the text for good is to be found out. */
  isCareful: boolean;
  /**
   * What the page came to show while its controls were tried before. It may have done so by itself (workers that read a
   * search index say nothing of being busy): that is waited for, so that no control is blamed.
   */
  awaited: Awaited;
}>;

/** Words, and how long after its load a page showed them at the latest: on a busy machine all takes longer. */
export type Awaited = Readonly<{ words: OtherWords; withinMs: number }>;
const NOTHING_AWAITED: Awaited = { words: [], withinMs: 0 };
const PLAIN_RUN: StateRun = {
  known: [],
  rests: false,
  barred: [],
  isCareful: false,
  awaited: NOTHING_AWAITED,
};

/** Where a control did it, it does not come: so much longer than the last time, in any case so long, and no longer. */
const AWAITED_FACTOR = 1.5;
const AWAITED_MIN_MS = 2_000;
const AWAITED_MAX_MS = 20_000;
const AWAITED_POLL_MS = 200;
const AWAITED_WORDS_MAX = 500;

export type StateOptions = Readonly<{
  /** All time that there is for opening. */
  maxMs: number;
  profiles: readonly Profile[];
  /** Selectors of buttons that copy code. */
  copyButtons: string;
}>;

type Keepers = Readonly<{ tabs: TabKeeper; toggles: ToggleKeeper; theme: ThemeKeeper }>;

/**
 * Runs in the page once it has been scrolled: opens whatever opens, once, so that a page without scripts has it too.
 * @param watched see makeRestKeeper
 * @param nextDueMs when what the page's scripts have put off is due next, in ms from now
 */
export function makeStateKeeper(
  page: Document,
  nextDueMs: () => number,
  watched: () => readonly Element[],
  { maxMs, profiles, copyButtons }: StateOptions,
): StateKeeper {
  const notKept: string[] = [];
  /** The words of the page, before anything was pressed; undefined while nothing has been. */
  let before: WordCounts | undefined;
  let address: string | undefined;
  let running: AsyncGenerator<void> | undefined;
  let keepers: Keepers | undefined;
  let driver: PageDriver | undefined;
  let effects: EffectKeeper | undefined;
  let rest: RestKeeper | undefined;
  let contents: ContentsMark | undefined;
  let scrolled: ScrolledPanes = [];
  /** What was changed in the page for it to be written down. */
  let placed: readonly MutationRecord[] = [];

  const wordsNow = (): WordCounts => countWords(page.body?.innerText ?? '');
  /** Everything was closed again: a reader sees what there was. */
  const isAsBefore = (): boolean => !before || areSameWords(before, wordsNow());

  const untilShown = async ({ words, withinMs }: Awaited): Promise<void> => {
    const started = performance.now();
    const endMs = Math.max(AWAITED_FACTOR * withinMs, started + AWAITED_MIN_MS);
    while (words.length > 0 && !hasWords(wordsNow(), words)) {
      if (performance.now() > Math.min(endMs, started + AWAITED_MAX_MS)) return;
      await new Promise((resolve) => setTimeout(resolve, AWAITED_POLL_MS));
    }
  };

  async function* run({ known: learned, rests, barred, isCareful, awaited }: StateRun): AsyncGenerator<void> {
    address = location.href;
    await untilShown(awaited);
    driver = makePageDriver(page, maxMs, nextDueMs, () => {
      before = wordsNow();
      rest?.begin();
    });
    rest = makeRestKeeper(page, driver, watched, isCareful);
    effects = makeEffectKeeper(page, driver);
    effects.learn(learned);
    const toggles = makeToggleKeeper(
      page,
      driver,
      effects,
      rest,
      { barred: new Set(barred), profiles, copyButtons },
      notKept,
    );
    keepers = {
      tabs: makeTabKeeper(page, driver, profiles, notKept),
      toggles,
      theme: makeThemeKeeper(page, driver, effects),
    };
    scrolled = await readScrolled(page, driver.settle, effects);
    yield* keepers.tabs.open(page);
    yield* keepers.toggles.open(page);
    yield* keepers.theme.open();
    contents = await readContents(page, driver, effects);
    // On a busy machine a sidebar shows the current page late.
    const known = new Set(scrolled.map(([pane]) => pane));
    if (scrolledNow(page).some((pane) => !known.has(pane)))
      scrolled = await readScrolled(page, driver.settle, effects);
    if (!before && rests) await driver.comeToRest();
    if (!before) return;
    await rest.scrollBack();
    if (!isAsBefore()) await rest.bringIn();
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
        writeAttribute(target as Element, attributeName, oldValue);
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
    const jumps = jumpsIn(page).map(([entry, id]) => [mark(entry), id] as const);
    const count = placedTabs.length + placedToggles.length + panes.length + jumps.length;
    if (count === 0 && !placedTheme && !contents) return undefined;
    return {
      tabs: placedTabs,
      toggles: placedToggles,
      ...(placedTheme && { theme: placedTheme }),
      ...(contents && { contents }),
      ...(jumps.length > 0 && { jumps }),
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
    culprits: () => rest?.culprits() ?? [],
    cameToShow: () => ({
      words: before ? otherWords(before, wordsNow(), AWAITED_WORDS_MAX) : [],
      withinMs: performance.now(),
    }),
    nextState: async (how = PLAIN_RUN) => {
      running ??= run(how);
      const { done } = await running.next();
      if (location.href.split(/[?#]/)[0] !== address?.split(/[?#]/)[0]) {
        rest?.hasLeft();
        return 'left';
      }
      if (!done) return 'more';
      const isBack = rest?.culprits().length === 0 && isAsBefore();
      return isBack && !keepers?.toggles.hasOpenedLate() ? 'done' : 'changed';
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
