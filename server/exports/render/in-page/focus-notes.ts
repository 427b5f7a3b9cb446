import type { RestKeeper } from './at-rest.ts';
import { nameInPage } from './at-rest.ts';
import { writeAttribute } from './attributes.ts';
import type { PageDriver } from './page-driver.ts';
import { recordPress } from './press-record.ts';
import type { Toggle } from './toggle-placer.ts';

/** Links to notes that scripts add to the page only while the link has the focus: code annotations, footnotes. */
const LINKS = 'a[href^="#"]:not([href="#"],[href^="#/"],[href^="#!"])';
/** Markers of such notes without a link: elements without text that can only take the focus because of the note. */
const MARKS = ':is(aside,span,sup,sub,i,b,abbr)[tabindex="0"]:not([role],[contenteditable])';
const LEAVING_ROUNDS = 4;

/**
 * Runs in the page. Focuses every marker, and every link to an element that is missing from the page, and records what
 * appears.
 * @param isLeftAlone controls of another kind, which are skipped
 */
export async function* openNotes(
  page: Document,
  driver: PageDriver,
  rest: RestKeeper,
  isLeftAlone: (link: Element) => boolean,
  add: (link: Element) => Toggle,
  notKept: string[],
): AsyncGenerator<boolean> {
  const links = [...page.querySelectorAll<HTMLElement>(`${LINKS},${MARKS}`)].filter(
    (link) => (link.matches(LINKS) ? targetOf(page, link) === null : isEmptyMark(link)) && !isLeftAlone(link),
  );
  if (links.length === 0) return;
  await driver.begin();
  rest.pressing(links.map(nameInPage));
  const opened: Toggle[] = [];
  /** Kinds of links that did nothing. Links of the same kind are skipped. */
  const idle = new Set<string>();
  for (const link of links) {
    const kind = `${link.className} ${link.parentElement?.localName} ${link.parentElement?.className}`;
    if (idle.has(kind)) continue;
    if (driver.isLate()) {
      notKept.push('notes: opening them took too long');
      break;
    }
    const hide = reveal(link);
    const end = driver.watch();
    link.focus({ preventScroll: true });
    await driver.settle();
    yield true;
    // A marker's content appears after a timer, which may be late on a busy machine.
    if (link.closest('[tabindex="0"]') && !noteOf(page, link)) await driver.rest();
    const records = end();
    const around = noteOf(page, link);
    if (around) {
      const toggle = add(link);
      // Excludes the previous note, which may still be disappearing.
      const own = records.filter(({ target }) => around.contains(target));
      recordPress(driver, opened, toggle, own);
      toggle.light = true;
      opened.push(toggle);
    } else idle.add(kind);
    hide();
  }
  if (page.activeElement instanceof HTMLElement) page.activeElement.blur();
  await driver.rest();
  await driver.untilGone(opened.flatMap(({ added }) => added.map(({ original }) => original)));
  // Hidden notes may remain in the page for a while, so it is not yet as it was.
  const isLeft = (): boolean => links.some((link) => noteOf(page, link) !== null);
  for (let round = 0; round < LEAVING_ROUNDS && isLeft() && !driver.isLate(); round++) await driver.rest();
  await rest.restore();
}

/** @returns the element that contains the note, once it is there */
function noteOf(page: Document, link: Element): Element | null {
  if (link.matches(LINKS)) return targetOf(page, link)?.parentElement ?? null;
  return isEmptyMark(link) ? null : link;
}

function isEmptyMark(mark: Element): boolean {
  return mark.textContent.trim() === '' && mark.querySelector(LINKS) === null;
}

function targetOf(page: Document, link: Element): Element | null {
  const fragment = (link.getAttribute('href') ?? '').slice(1);
  return page.getElementById(fragment) ?? page.getElementById(decoded(fragment));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Shows the hidden panels around an element, which could not take the focus otherwise.
 * @returns a function that hides them again
 */
function reveal(element: Element): () => void {
  const hidden: [element: HTMLElement, style: string | null][] = [];
  for (let one: Element | null = element; one instanceof HTMLElement; one = one.parentElement) {
    if (getComputedStyle(one).display !== 'none') continue;
    hidden.push([one, one.getAttribute('style')]);
    one.style.setProperty('display', 'block', 'important');
  }
  return () => {
    for (const [one, style] of hidden) writeAttribute(one, 'style', style);
  };
}
