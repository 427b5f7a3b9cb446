import type { RestKeeper } from './at-rest.ts';
import { nameInPage } from './at-rest.ts';
import { writeAttribute } from './attributes.ts';
import type { PageDriver } from './page-driver.ts';
import { recordPress } from './press-record.ts';
import type { Toggle } from './toggle-placer.ts';

/** Notes that scripts put into the page only while a link to them has the focus: annotations of code, footnotes. */
const LINKS = 'a[href^="#"]:not([href="#"],[href^="#/"],[href^="#!"])';
/** The same without a link: marks without text, which have nothing to get the focus for but what they show then. */
const MARKS = ':is(aside,span,sup,sub,i,b,abbr)[tabindex="0"]:not([role],[contenteditable])';
const LEAVING_ROUNDS = 4;

/**
 * Runs in the page. Gives the focus to every link to a part that is not in the page, and to marks, and writes down what
 * comes.
 * @param isLeftAlone those that are known as controls of another kind are passed over
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
  /** What one of them does not do, none does that is made alike. */
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
    // What stands in a mark comes after a timer: on a busy machine that is late.
    if (link.closest('[tabindex="0"]') && !noteOf(page, link)) await driver.rest();
    const records = end();
    const around = noteOf(page, link);
    if (around) {
      const toggle = add(link);
      // The one before may be on its way out.
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
  // Out of sight they may still be in the page for a while: that is not how it was.
  const isLeft = (): boolean => links.some((link) => noteOf(page, link) !== null);
  for (let round = 0; round < LEAVING_ROUNDS && isLeft() && !driver.isLate(); round++) await driver.rest();
  await rest.restore();
}

/** @returns what the note stands in, once it is there */
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

/** What is in a panel that is not shown cannot have the focus. @returns puts it back */
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
