import { writeAttribute } from './attributes.ts';
import { controlled, isOpen, isPlain, mayChange } from './control-state.ts';
import type { PageDriver } from './page-driver.ts';
import type { Toggle } from './toggle-placer.ts';

/** Elements that are never displayed. */
export const NO_CONTENT = /^(script|style|link|meta|template|noscript)$/;

/**
 * Records what a press has changed and added, while it is still there.
 * @param toggles all toggles, another of which may do the same
 */
export function recordPress(
  driver: PageDriver,
  toggles: readonly Toggle[],
  toggle: Toggle,
  records: readonly MutationRecord[],
): void {
  const before = new Map<Element, Map<string, string | null>>();
  const added = new Set<Element>();
  const texts = new Map<Node, string>();
  for (const { type, target, attributeName, oldValue, addedNodes } of records) {
    if (!mayChange(toggle.control, target)) continue;
    if (type === 'characterData') {
      if (!texts.has(target)) texts.set(target, oldValue ?? '');
    } else if (type === 'attributes' && target instanceof Element && attributeName !== null) {
      const values = before.get(target) ?? new Map<string, string | null>();
      if (!values.has(attributeName)) values.set(attributeName, oldValue);
      before.set(target, values);
    } else for (const node of addedNodes) if (node instanceof Element) added.add(node);
  }
  const isNew = (node: Node): boolean => {
    for (const element of added) if (element !== node && element.contains(node)) return true;
    return false;
  };
  for (const [element, values] of before) {
    if (!element.isConnected || isNew(element) || added.has(element) || driver.isMoving(element)) continue;
    const on = driver.attributesOf(element);
    const off = new Map(on);
    for (const [name, value] of values) {
      if (value === null) off.delete(name);
      else off.set(name, value);
    }
    // An element may only expose its state from the first press on.
    if (toggle.wasOpen && element === toggle.control && on.has('aria-expanded'))
      off.set('aria-expanded', 'true');
    const [closed, open] = toggle.wasOpen ? [on, off] : [off, on];
    toggle.changes.push(...driver.changes(element, closed, open));
  }
  if (toggle.wasOpen) {
    if (texts.size + added.size === 0) toggle.did = { changes: [...toggle.changes], added: [] };
    return;
  }
  for (const [node, old] of texts) {
    const element = node.parentElement;
    if (!element?.isConnected || isNew(element) || element.childNodes.length !== 1) continue;
    if (node.textContent === old) continue;
    toggle.changes.push([driver.mark(element), '#text', old, node.textContent]);
  }
  let hasShade = false;
  for (const original of added) {
    const { parentElement: parent, nextSibling: next } = original;
    if (!parent || !original.isConnected || isNew(original) || NO_CONTENT.test(original.localName)) continue;
    const isSeen = driver.isVisible(original);
    // Hidden elements are kept only if fixed, such as the overlay of a drawer in narrow windows. Others are focus
    // guards or announcements.
    if (!isSeen && !original.querySelector('a,button,p,li')) {
      if (getComputedStyle(original).position !== 'fixed') continue;
      hasShade = true;
    }
    const attributes = driver.attributesOf(original);
    const copy = driver.copyOf(original);
    const isBefore = (node: Node): boolean =>
      (node.compareDocumentPosition(original) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const index = driver.childrenOf(parent, added).filter(isBefore).length;
    toggle.added.push({ original, parent, next, index, attributes, isSeen, copy });
  }
  if (texts.size === 0) toggle.did = { changes: [...toggle.changes], added: [...toggle.added] };
  joinTwin(driver, toggles, toggle);
  const shown = controlled(toggle.control) ?? toggle.added[0]?.original;
  toggle.hidesItself = !driver.isVisible(toggle.control);
  const isOver = shown != null && /absolute|fixed/.test(getComputedStyle(shown).position);
  toggle.light = hasShade || toggle.control.hasAttribute('aria-haspopup') || (isOver && !toggle.hidesItself);
}

/** Joins controls with the same effect into one: what one opens, the other closes. */
export function joinTwin(driver: PageDriver, toggles: readonly Toggle[], toggle: Toggle): void {
  const effect = ({ changes, added }: Toggle): string =>
    JSON.stringify([
      changes.map((change) => change.join()).sort(),
      added.map(({ parent, copy }) => [driver.mark(parent), copy.textContent]),
    ]);
  if (toggle.changes.length === 0) return;
  const twin = toggles.find(
    (other) =>
      other !== toggle &&
      other.control.isConnected &&
      other.control.parentElement?.contains(toggle.control) &&
      effect(other) === effect(toggle),
  );
  if (!twin) return;
  twin.also.push(toggle.control);
  toggle.changes.length = 0;
  toggle.added.length = 0;
}

/**
 * Restores the initial look of content that was open from the start, instead of that of content that has just appeared.
 */
export function putBackLooks(records: readonly MutationRecord[]): void {
  for (const { type, target, attributeName, oldValue } of records.toReversed()) {
    if (type !== 'attributes' || !(target instanceof Element) || !target.isConnected) continue;
    if (attributeName !== 'class' && attributeName !== 'style') continue;
    writeAttribute(target, attributeName, oldValue);
  }
}

/**
 * Restores attributes changed by a control that cannot be closed, such as "Show more".
 * @param records changes of the press that opened it
 */
export function putBackPlain({ control }: Toggle, records: readonly MutationRecord[]): void {
  if (!isPlain(control) || !isOpen(control)) return;
  for (const { type, target, attributeName, oldValue } of records.toReversed())
    if (type === 'attributes' && attributeName !== null && mayChange(control, target))
      writeAttribute(target as Element, attributeName, oldValue);
}
