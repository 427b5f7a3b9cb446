/** Whether what a control opens is open. */
export function isOpen(control: Element): boolean {
  return control.localName === 'summary'
    ? control.parentElement?.hasAttribute('open') === true
    : control.getAttribute('aria-expanded') === 'true';
}

/** Whether a control says if it is open. */
export function saysSo(control: Element): boolean {
  return control.localName === 'summary' || control.hasAttribute('aria-expanded');
}

/** What a control says that it opens, if that is in the page. */
export function controlled(control: Element): Element | null {
  if (!control.isConnected) return null;
  return (control.getRootNode() as Document).getElementById(control.getAttribute('aria-controls') ?? '');
}
