import { readAttribute, writeAttribute } from './attributes.ts';

/** Normalises whitespace in a style; undefined if that requires parsing it. */
export function plainStyle(style: string): string | undefined {
  if (/["'(]/.test(style)) return undefined;
  const declarations = style.split(';').map((one) => one.replace(/\s*:\s*/, ':').trim());
  return declarations.filter((one) => one !== '').join(';');
}

/**
 * Runs in the page, on the snapshot's copy. The order of attributes and the whitespace in styles depend on whether an
 * element came from the origin or from a script. This normalises both, so that a page has the same bytes either way.
 * Readers see no difference.
 */
export function inOneForm(root: Element): void {
  for (const node of [...(root.querySelector('head')?.childNodes ?? [])])
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '') node.remove();
  for (const element of [root, ...root.querySelectorAll('[style]')]) {
    const style = readAttribute(element, 'style');
    const plain = style === null ? undefined : plainStyle(style);
    if (plain !== undefined) writeAttribute(element, 'style', plain);
  }
  for (const element of [root, ...root.querySelectorAll('[class=""],[style=""]')])
    for (const name of ['class', 'style'])
      if (readAttribute(element, name) === '') writeAttribute(element, name, null);
  const { getAttributeNames, removeAttributeNode, setAttributeNode } = Element.prototype;
  for (const element of [root, ...root.querySelectorAll('*')]) {
    // Most elements have at most one. Reading attributes as objects would cost as much as everything else here.
    const names = getAttributeNames.call(element);
    if (names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name)) continue;
    const attributes: Attr[] = [...Reflect.get(Element.prototype, 'attributes', element)];
    for (const attribute of attributes.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      removeAttributeNode.call(element, attribute);
      setAttributeNode.call(element, attribute);
    }
  }
}
