import { writeAttribute } from './attributes.ts';
import type { PageDriver } from './page-driver.ts';
import { areSameWords, countWords, type WordCounts } from './words.ts';

/** Proves that a page is what it was before the first control was pressed, and brings it back where it can. */
export type RestKeeper = Readonly<{
  /** To be called before the first press. */
  begin: () => void;
  /** Puts the window back where it was before the first press: following that, sites mark what is read. */
  scrollBack: () => Promise<void>;
  /** @returns draws what is shown from now on and is drawn only while it is in view */
  watchNew: () => () => Promise<void>;
  /** @param names see nameInPage; none of controls within others, which are judged by these */
  pressing: (names: readonly string[]) => void;
  /** Brings the page back after these were pressed and closed; otherwise they are written down as what keeps it away. */
  restore: () => Promise<void>;
  /** Of those that were pressed last: the page has gone elsewhere. */
  hasLeft: () => void;
  /** Draws what pages draw only while it is in view, and take away again with what has been closed. */
  bringIn: () => Promise<void>;
  /** The controls after which the page did not come back. */
  culprits: () => readonly string[];
}>;

/** How far the window is scrolled, in px. */
type Place = readonly [left: number, top: number];

/** What a reader cannot do without. */
type Rest = Readonly<{
  /** It does not scroll, or does not answer the pointer. */
  isHeld: boolean;
  dialogs: ReadonlySet<Element>;
  /** What lies over most of the window. */
  covers: ReadonlySet<Element>;
}>;

const DIALOGS = 'dialog[open],[role="dialog"],[role="alertdialog"],[aria-modal="true"],:popover-open';
/** Where the window is looked at, as parts of its width and height. */
const POINTS = [0.5, 0.2, 0.8].flatMap((x) => [0.5, 0.2, 0.8].map((y) => [x, y] as const));
const LOOKS = ['class', 'style'];
/** What was drawn may ask for more. */
const ROUNDS_MAX = 3;
const STOPS_MAX = 100;

/**
 * Runs in the page.
 * @param watched elements of which scripts have asked to be told when they come into view
 * @param compareWords whether the text is compared after each control: it costs a layout of the whole page
 */
export function makeRestKeeper(
  page: Document,
  driver: PageDriver,
  watched: () => readonly Element[],
  compareWords: boolean,
): RestKeeper {
  const culprits: string[] = [];
  let pressed: readonly string[] = [];
  let before: Rest | undefined;
  let words: WordCounts | undefined;
  let top: Place = [0, 0];
  let looks: readonly (readonly [element: Element, name: string, value: string | null])[] = [];

  const isAtRest = (): boolean => before === undefined || isLike(before, restOf(page, driver));
  const wordsNow = (): WordCounts | undefined =>
    compareWords ? countWords(page.body?.innerText ?? '') : undefined;
  const hasSameWords = (): boolean => {
    const now = wordsNow();
    return !words || !now || areSameWords(words, now);
  };
  const scrollToPlace = async ([left, top]: Place): Promise<void> => {
    if (scrollX === left && scrollY === top) return;
    scrollTo({ left, top, behavior: 'instant' });
    await driver.settle();
    // What follows the reader's place does so some time after it has changed.
    await driver.comeToRest();
  };
  const scrollBack = (): Promise<void> => scrollToPlace(top);
  const twoFrames = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const bringIn = async (known: ReadonlySet<Element> = new Set()): Promise<void> => {
    const met = new Set(known);
    const place: Place = [scrollX, scrollY];
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const fresh = watched().filter((element) => !met.has(element) && element.getClientRects().length > 0);
      if (fresh.length === 0) break;
      for (const element of fresh.slice(0, STOPS_MAX)) {
        met.add(element);
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        await twoFrames();
      }
      await driver.settle();
    }
    await scrollToPlace(place);
  };
  const bringBack = async (): Promise<boolean> => {
    if (isAtRest()) return true;
    await driver.pressEscape();
    if (isAtRest()) return true;
    for (const [element, name, value] of looks) {
      if (element.getAttribute(name) !== value) writeAttribute(element, name, value);
    }
    await driver.settle();
    return isAtRest();
  };

  return {
    begin: () => {
      before = restOf(page, driver);
      words = wordsNow();
      top = [scrollX, scrollY];
      const roots = [page.documentElement, page.body].filter((one) => one !== null);
      looks = roots.flatMap((root) => LOOKS.map((name) => [root, name, root.getAttribute(name)] as const));
    },
    scrollBack,
    bringIn: () => bringIn(),
    watchNew: () => {
      const known = new Set(watched());
      return () => bringIn(known);
    },
    pressing: (names) => {
      pressed = names;
    },
    hasLeft: () => culprits.push(...pressed),
    restore: async () => {
      await scrollBack();
      const isBack = await bringBack();
      if (isBack && hasSameWords()) return;
      if (isBack) {
        await bringIn();
        if (isAtRest() && hasSameWords()) return;
      }
      culprits.push(...pressed);
      // The others are judged by what there is now.
      before = restOf(page, driver);
      words = wordsNow();
    },
    culprits: () => culprits,
  };
}

/** What an element is known by when the page is loaded again. */
export function nameInPage(element: Element): string {
  const steps: string[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) {
    let index = 0;
    for (let other = one.previousElementSibling; other; other = other.previousElementSibling)
      if (other.localName === one.localName) index++;
    steps.push(`${one.localName} ${index}`);
  }
  return steps.reverse().join('/');
}

function restOf(page: Document, driver: PageDriver): Rest {
  const [root, body] = [page.documentElement, page.body].map((one) => one && getComputedStyle(one));
  // The window takes it from the root element, or from the body where that says nothing (CSS Overflow 3, section 3.3).
  const overflow = root?.overflowY === 'visible' ? body?.overflowY : root?.overflowY;
  const isDead = root?.pointerEvents === 'none' || body?.pointerEvents === 'none';
  const dialogs = [...page.querySelectorAll(DIALOGS)].filter(driver.isVisible);
  const met = POINTS.flatMap(([x, y]) => fixedAround(page.elementFromPoint(x * innerWidth, y * innerHeight)));
  const covers = met.filter((one) => met.filter((other) => other === one).length > POINTS.length / 2);
  return {
    isHeld: isDead || /hidden|clip/.test(overflow ?? ''),
    dialogs: new Set(dialogs),
    covers: new Set(covers),
  };
}

/** The elements around one that stay where they are in the window. */
function fixedAround(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let one = element; one; one = one.parentElement)
    if (getComputedStyle(one).position === 'fixed') found.push(one);
  return found;
}

/** More may have gone: what lay over the page from the start, and was closed. */
function isLike(before: Rest, now: Rest): boolean {
  if (now.isHeld && !before.isHeld) return false;
  return now.dialogs.isSubsetOf(before.dialogs) && now.covers.isSubsetOf(before.covers);
}
