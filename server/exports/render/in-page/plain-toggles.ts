import { namesTheme, saidOf } from './theme-names.ts';

/** Buttons with an exposed state or another function. */
const SAYS = '[aria-expanded],[aria-haspopup],[aria-pressed],[role],[popovertarget],[commandfor]';
/** A button without a type submits its form. */
const SENDS = 'form button:not([type="button"])';
/** Parts that are not collapsible text: fields may ask for input, dialogs cover the page. */
const NEVER_PARTS =
  'button,script,style,link,template,noscript,svg,img,dialog,[popover],[role="dialog"],[role="tooltip"],[role="status"]';
const FIELDS = 'form,input,select,textarea';
const NAVIGATION = 'nav,aside,[role="navigation"],[class*="sidebar" i]';
const SAID_MAX = 200;
const HEADING = /^(h[1-6]|dt)$/;

/**
 * Runs in the page. Finds buttons that open and close the adjacent part without exposing its state: that part is
 * hidden, or is a list of links in a navigation entry.
 * @param copyButtons selectors of buttons whose adjacent part confirms that something was copied
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

/** Long class lists are ignored, because they mention theme colours. */
function isOfTheme(button: Element): boolean {
  const said = saidOf(button);
  return said.length < SAID_MAX && namesTheme(said);
}

/** Returns the part after a button or, if the button is alone in a heading, after that heading. */
export function plainPart(button: Element): Element | null {
  const { parentElement: around } = button;
  const isAlone = around?.childElementCount === 1 && HEADING.test(around.localName);
  const part = (isAlone ? around : button).nextElementSibling;
  return part && !part.matches(NEVER_PARTS) ? part : null;
}

/** Whether an element is visible. Boxes that scripts keep at zero height or transparent until opened are not. */
export function isSeen(element: Element): boolean {
  return element.getBoundingClientRect().height > 0 && element.checkVisibility({ opacityProperty: true });
}
