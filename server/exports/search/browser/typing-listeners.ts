/**
 * Records which fields scripts of the page listen to from now on. Only the first script of a page sees all of them.
 * @returns whether scripts listen to typing in a field
 */
export function watchTypingListeners(): (field: Element) => boolean {
  const heard = new WeakSet<EventTarget>();
  const original = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
    if (TYPING.test(type) && this instanceof Element) heard.add(this);
    return Reflect.apply(original, this, [type, ...rest]);
  } as typeof original;
  return (field) =>
    heard.has(field) || HANDLERS.some((name) => field.getAttribute(name) || hasProperty(field, name));
}

const TYPING = /^(input|keyup|keydown|keypress|change|search)$/;
const HANDLERS = ['oninput', 'onkeyup', 'onkeydown', 'onkeypress', 'onchange', 'onsearch'] as const;

/** Whether a script has set a handler property (HTML, 8.1.8.1). */
function hasProperty(field: Element, name: string): boolean {
  return typeof (field as unknown as Record<string, unknown>)[name] === 'function';
}
