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

/** Outcome of a step: more to do, all done, or the page has navigated or shows other text than before. */
export type StateStep = 'more' | 'done' | 'left' | 'changed';

export type StateKeeper = Readonly<{
  /**
   * Takes the next step; the caller waits for what it has started to load.
   * @param how only used in the first step
   */
  nextState: (how?: StateRun) => Promise<StateStep>;
  /** Names of controls after which the page was not as before, as far as known. */
  culprits: () => readonly string[];
  /** Words whose counts have changed since before the first press. */
  cameToShow: () => Awaited;
  taught: () => Taught;
  /** Writes the observed states into the page, just before it is captured; undefined if there are none. */
  placeStates: () => KeptStates | undefined;
  notKept: readonly string[];
  /** Address of the page before the first press; undefined if its controls were not tried. */
  address: () => string | undefined;
  /** Whether nothing was pressed. */
  isUntouched: () => boolean;
  /** Removes what was written into the page, and undoes changes that presses left or would have left. */
  restore: () => void;
}>;

/** How to operate the controls of a page. */
export type StateRun = Readonly<{
  /** Effects learned from other pages. */
  known: readonly Effect[];
  /** Whether to wait until the page is at rest even if nothing was pressed. */
  rests: boolean;
  /** Names of controls to skip because the page could not be restored after them. */
  barred: readonly string[];
  /** Whether to find out which control changes the text permanently. */
  isCareful: boolean;
  /**
   * Text that appeared while controls were tried before. It may have appeared by itself (workers that read a search
   * index do not show that they are busy), so it is awaited to avoid blaming a control.
   */
  awaited: Awaited;
}>;

/** Words, and the time after loading by which they were shown; on a busy machine everything takes longer. */
export type Awaited = Readonly<{ words: OtherWords; withinMs: number }>;
const NOTHING_AWAITED: Awaited = { words: [], withinMs: 0 };
const PLAIN_RUN: StateRun = {
  known: [],
  rests: false,
  barred: [],
  isCareful: false,
  awaited: NOTHING_AWAITED,
};

/**
 * Limits for awaiting text, which never appears if a control had caused it: the earlier time multiplied by a factor,
 * within a minimum and a maximum.
 */
const AWAITED_FACTOR = 1.5;
const AWAITED_MIN_MS = 2_000;
const AWAITED_MAX_MS = 20_000;
const AWAITED_POLL_MS = 200;
const AWAITED_WORDS_MAX = 500;

export type StateOptions = Readonly<{
  /** Total time for opening controls. */
  maxMs: number;
  profiles: readonly Profile[];
  /** Selectors of buttons that copy code. */
  copyButtons: string;
}>;

type Keepers = Readonly<{ tabs: TabKeeper; toggles: ToggleKeeper; theme: ThemeKeeper }>;

/**
 * Runs in the page once it has been scrolled: opens everything that opens, once, so that the page without scripts has
 * its content too.
 * @param nextDueMs time until the next pending work of the page's scripts, in ms
 * @param watched see makeRestKeeper
 */
export function makeStateKeeper(
  page: Document,
  nextDueMs: () => number,
  watched: () => readonly Element[],
  { maxMs, profiles, copyButtons }: StateOptions,
): StateKeeper {
  const notKept: string[] = [];
  /** Words of the page before the first press; undefined until then. */
  let before: WordCounts | undefined;
  let address: string | undefined;
  let running: AsyncGenerator<void> | undefined;
  let keepers: Keepers | undefined;
  let driver: PageDriver | undefined;
  let effects: EffectKeeper | undefined;
  let rest: RestKeeper | undefined;
  let contents: ContentsMark | undefined;
  let scrolled: ScrolledPanes = [];
  /** Changes made to the page for the snapshot. */
  let placed: readonly MutationRecord[] = [];

  const wordsNow = (): WordCounts => countWords(page.body?.innerText ?? '');
  /** Whether everything was closed again and readers see what was there before. */
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
    // On a busy machine, a sidebar may scroll to the current page late.
    const known = new Set(scrolled.map(([pane]) => pane));
    if (scrolledNow(page).some((pane) => !known.has(pane)))
      scrolled = await readScrolled(page, driver.settle, effects);
    if (!before && rests) await driver.comeToRest();
    if (!before) return;
    await rest.scrollBack();
    if (!isAsBefore()) await rest.bringIn();
    // A focused element looks different.
    if (page.activeElement instanceof HTMLElement) page.activeElement.blur();
    await driver.settle();
  }

  /** Undoes changes to the document, last one first. */
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
