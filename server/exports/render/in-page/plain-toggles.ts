import { namesTheme, saidOf } from './theme-names.ts';

/** What says what it does, or does something else. */
const SAYS = '[aria-expanded],[aria-haspopup],[aria-pressed],[role],[popovertarget],[commandfor]';
/** A button without a type sends its form. */
const SENDS = 'form button:not([type="button"])';
/** Parts that are no text to be folded away: what takes input may be asked for, dialogs lie over the page. */
const NEVER_PARTS =
  'button,script,style,link,template,noscript,svg,img,dialog,[popover],[role="dialog"],[role="tooltip"],[role="status"]';
const FIELDS = 'form,input,select,textarea';
const NAVIGATION = 'nav,aside,[role="navigation"],[class*="sidebar" i]';
const SAID_MAX = 200;
const HEADING = /^(h[1-6]|dt)$/;

/**
 * Runs in the page. Buttons that open and close the part next to them, and say nothing of it: what follows is hidden, or it
 * is a list of links in an entry of a navigation.
 * @param copyButtons selectors: what follows these says that something was copied
 */
export function plainTogglesIn(root: ParentNode, copyButtons: string): Element[] {
  return [...root.querySelectorAll('button')].filter((button) => {
    if (button.matches(SAYS) || button.matches(SENDS) || button.matches(copyButtons)) return false;
    const part = plainPart(button);
    if (!part || !isSeen(button) || isOfTheme(button)) return false;
    if (!isSeen(part)) return part.textContent.trim() !== '' && !part.querySelector(FIELDS);
    return (
      button.parentElement?.localName === 'li' &&
      button.closest(NAVIGATION) !== null &&
      (part.matches('ul,ol') || part.querySelector('li a[href]') !== null)
    );
  });
}

/** Long lists of classes name colours of themes. */
function isOfTheme(button: Element): boolean {
  const said = saidOf(button);
  return said.length < SAID_MAX && namesTheme(said);
}

/** The part next to a button; around a button alone in a heading, next to that. */
export function plainPart(button: Element): Element | null {
  const { parentElement: around } = button;
  const isAlone = around?.childElementCount === 1 && HEADING.test(around.localName);
  const part = (isAlone ? around : button).nextElementSibling;
  return part && !part.matches(NEVER_PARTS) ? part : null;
}

/** A box that scripts keep at no height, or see-through, until they have opened it is not seen. */
export function isSeen(element: Element): boolean {
  return element.getBoundingClientRect().height > 0 && element.checkVisibility({ opacityProperty: true });
}
