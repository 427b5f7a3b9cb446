/** Empty, these attributes say as little as where they are not there. */
export const MAY_BE_EMPTY = /^(class|style)$/;

/** The names in the value of a `class`, or of another list of names. */
export function namesIn(value: string | null | undefined): string[] {
  return (value ?? '').split(/\s+/).filter((name) => name !== '');
}

/**
 * Whether an attribute has the value `wanted`: of a class, whether all its names are there and none of those of the
 * other state.
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

// By the prototype's functions: fields hide the properties of their form that have their names.

export function readAttribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Gives an attribute a value; takes it away where that is null. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}
