import { isSeen, plainPart } from './plain-toggles.ts';

/** Buttons that say nothing of being open: the part next to them does. */
const plain = new WeakSet<Element>();

/** Whether that is how a control is known to be open. */
export function isPlain(control: Element): boolean {
  return plain.has(control);
}

/** Lets what is next to a control say whether it is open. */
export function letPartSpeak(control: Element): void {
  plain.add(control);
}

/** Whether what a control opens is open. */
export function isOpen(control: Element): boolean {
  if (plain.has(control)) {
    const part = plainPart(control);
    return part !== null && isSeen(part);
  }
  return control.localName === 'summary'
    ? control.parentElement?.hasAttribute('open') === true
    : control.getAttribute('aria-expanded') === 'true';
}

/** Whether a control says if it is open, or what is next to it does. */
export function saysSo(control: Element): boolean {
  return control.localName === 'summary' || control.hasAttribute('aria-expanded') || plain.has(control);
}

/** Whether something that happens at an element may be a control's doing: those that say nothing change what is around them. */
export function mayChange(control: Element, element: Node): boolean {
  const around = plain.has(control) ? (plainPart(control)?.parentElement ?? control.parentElement) : null;
  return around === null || around.contains(element);
}

/** What a control says that it opens, if that is in the page. */
export function controlled(control: Element): Element | null {
  if (!control.isConnected) return null;
  if (plain.has(control)) return plainPart(control);
  return (control.getRootNode() as Document).getElementById(control.getAttribute('aria-controls') ?? '');
}
