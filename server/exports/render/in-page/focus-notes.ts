import type { RestKeeper } from './at-rest.ts';
import { nameInPage } from './at-rest.ts';
import { writeAttribute } from './attributes.ts';
import type { PageDriver } from './page-driver.ts';
import { recordPress } from './press-record.ts';
import type { Toggle } from './toggle-placer.ts';

/** Notes that scripts put into the page only while a link to them has the focus: annotations of code, footnotes. */
const LINKS = 'a[href^="#"]:not([href="#"],[href^="#/"],[href^="#!"])';

/**
 * Runs in the page. Gives the focus to every link to a part that is not in the page, and writes down what comes.
 * @param links those that are known as controls of another kind are passed over
 */
export async function* openNotes(
  page: Document,
  driver: PageDriver,
  rest: RestKeeper,
  isLeftAlone: (link: Element) => boolean,
  add: (link: Element) => Toggle,
  notKept: string[],
): AsyncGenerator<boolean> {
  const links = [...page.querySelectorAll<HTMLElement>(LINKS)].filter(
    (link) => targetOf(page, link) === null && !isLeftAlone(link),
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
    const records = end();
    const around = targetOf(page, link)?.parentElement;
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
  await rest.restore();
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
