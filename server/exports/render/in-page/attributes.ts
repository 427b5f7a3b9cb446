/** Attributes for which an empty value means the same as a missing one. */
export const MAY_BE_EMPTY = /^(class|style)$/;

/** Splits a `class` or another list of names. */
export function namesIn(value: string | null | undefined): string[] {
  return (value ?? '').split(/\s+/).filter((name) => name !== '');
}

/**
 * Whether an attribute has the value `wanted`. For a class: whether all wanted names are present and none of the names
 * of the other state.
 */
export function isInState(
  value: string | null,
  name: string,
  wanted: string | null,
  other: string | null,
): boolean {
  if (name !== 'class') return value === wanted;
  const all = new Set(namesIn(value));
  return namesIn(wanted).every((one) => all.has(one)) && !namesIn(other).some((one) => all.has(one));
}

// These call the prototype's functions because form fields shadow properties of their form that have the same name.

export function readAttribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Sets an attribute, or removes it if the value is null. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}
