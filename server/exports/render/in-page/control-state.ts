import { isSeen, plainPart } from './plain-toggles.ts';

/** Buttons that do not expose their state; the visibility of the adjacent part shows it. */
const plain = new WeakSet<Element>();

/** Whether a control's adjacent part shows its state. */
export function isPlain(control: Element): boolean {
  return plain.has(control);
}

/** Determines a control's state from its adjacent part from now on. */
export function letPartSpeak(control: Element): void {
  plain.add(control);
}

/** Whether a control is open. */
export function isOpen(control: Element): boolean {
  if (plain.has(control)) {
    const part = plainPart(control);
    return part !== null && isSeen(part);
  }
  return control.localName === 'summary'
    ? control.parentElement?.hasAttribute('open') === true
    : control.getAttribute('aria-expanded') === 'true';
}

/** Whether a control or its adjacent part shows if it is open. */
export function saysSo(control: Element): boolean {
  return control.localName === 'summary' || control.hasAttribute('aria-expanded') || plain.has(control);
}

/**
 * Whether a control may have caused a change at a node. Controls without an exposed state only change their
 * surroundings.
 */
export function mayChange(control: Element, element: Node): boolean {
  const around = plain.has(control) ? (plainPart(control)?.parentElement ?? control.parentElement) : null;
  return around === null || around.contains(element);
}

/** Returns the element that a control opens, if it names one in the page. */
export function controlled(control: Element): Element | null {
  if (!control.isConnected) return null;
  if (plain.has(control)) return plainPart(control);
  return (control.getRootNode() as Document).getElementById(control.getAttribute('aria-controls') ?? '');
}
