import { writeAttribute } from './attributes.ts';
import type { PageDriver } from './page-driver.ts';
import { areSameWords, countWords, type WordCounts } from './words.ts';

/**
 * Checks that a page is in the state that it had before the first control was pressed, and restores that state where
 * possible.
 */
export type RestKeeper = Readonly<{
  /** Records the initial state; call it before the first press. */
  begin: () => void;
  /**
   * Restores the scroll position of the window before the first press, because sites highlight the current section by
   * it.
   */
  scrollBack: () => Promise<void>;
  /** @returns a function that scrolls content into view if it was added since and is only drawn while visible */
  watchNew: () => () => Promise<void>;
  /**
   * Names the controls about to be pressed.
   * @param names see nameInPage; without controls nested in others, for which the outer ones are blamed
   */
  pressing: (names: readonly string[]) => void;
  /** Restores the page after these controls were pressed and closed. If that fails, records them as culprits. */
  restore: () => Promise<void>;
  /** Records the last pressed controls as culprits because the page has navigated. */
  hasLeft: () => void;
  /** Scrolls content into view that pages only draw while visible, and remove again along with what was closed. */
  bringIn: () => Promise<void>;
  /** Controls after which the page could not be restored. */
  culprits: () => readonly string[];
}>;

/** Scroll position of the window, in px. */
type Place = readonly [left: number, top: number];

/** Aspects of a page's state that its readers depend on. */
type Rest = Readonly<{
  /** Whether the page does not scroll or does not respond to the pointer. */
  isHeld: boolean;
  dialogs: ReadonlySet<Element>;
  /** Elements that cover most of the window. */
  covers: ReadonlySet<Element>;
}>;

const DIALOGS = 'dialog[open],[role="dialog"],[role="alertdialog"],[aria-modal="true"],:popover-open';
/** Points at which the window is examined, as fractions of its width and height. */
const POINTS = [0.5, 0.2, 0.8].flatMap((x) => [0.5, 0.2, 0.8].map((y) => [x, y] as const));
const LOOKS = ['class', 'style'];
/** Repeated, because drawn content may require more to be drawn. */
const ROUNDS_MAX = 3;
const STOPS_MAX = 100;

/**
 * Runs in the page.
 * @param watched elements that scripts observe for visibility
 * @param compareWords whether to compare the text after each control, which costs a layout of the whole page
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
    // Scripts respond to the scroll position with a delay.
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
      // The next controls are compared with the current state.
      before = restOf(page, driver);
      words = wordsNow();
    },
    culprits: () => culprits,
  };
}

/** Returns a name that identifies an element when the page is loaded again. */
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
  // The viewport's overflow comes from the root element or, if that is `visible`, from the body (CSS Overflow 3,
  // section 3.3).
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

/** Returns the fixed-position elements among an element and its ancestors. */
function fixedAround(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let one = element; one; one = one.parentElement)
    if (getComputedStyle(one).position === 'fixed') found.push(one);
  return found;
}

/** Some elements may be gone: those that covered the page from the start and were closed. */
function isLike(before: Rest, now: Rest): boolean {
  if (now.isHeld && !before.isHeld) return false;
  return now.dialogs.isSubsetOf(before.dialogs) && now.covers.isSubsetOf(before.covers);
}
