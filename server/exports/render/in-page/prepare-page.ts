import { DUE_ANSWER, DUE_QUESTION, WATCHED } from './signals.ts';

/**
 * Runs in the page's own world before its scripts. Without service workers a page loads from its origin and not from
 * what an earlier page left behind; told that data is to be saved, it does not load all that its links lead to
 * (docs/decisions/0035); `observe` tells the world beside it which elements it has to bring into view, and whatever
 * puts something off, when that is due.
 */
export function preparePage(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  const { connection } = navigator as { connection?: object };
  if (connection) Object.defineProperty(connection, 'saveData', { value: true });
  openShadowTrees();
  if (window !== window.top) return;
  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (target) {
    observe.call(this, target);
    // Headings are watched for what they stand above, in nearly every page: they are not brought into view (scroll.ts).
    if (/^h[1-6]$/.test(target.localName)) return;
    const announce = () => target.dispatchEvent(new CustomEvent(WATCHED, { composed: true }));
    if (target.isConnected) announce();
    else requestAnimationFrame(announce); // until when it is likely to be
  };

  /** Of the timers that have not come yet, by their ids; in ms since the page began. */
  const due = new Map<unknown, number>();
  let idleCallbacks = 0;
  const now = performance.now.bind(performance);
  type Call = (...values: unknown[]) => unknown;
  /** The function as scripts know it, which calls another one as well. */
  const followed = <F>(original: F, follow: (result: unknown, values: unknown[]) => void): F =>
    new Proxy(original as F & Call, {
      apply: (target, self, values) => {
        const result = Reflect.apply(target, self, values);
        follow(result, values);
        return result;
      },
    });
  // What is put off in the same way a moment later comes right after the page's own.
  const { setTimeout: later, requestIdleCallback: whenIdle } = window;
  window.setTimeout = followed(later, (id, [, value]) => {
    const afterMs = Math.max(0, Number(value) || 0);
    due.set(id, now() + afterMs);
    later(() => due.delete(id), afterMs);
  });
  window.clearTimeout = followed(clearTimeout, (_result, [id]) => due.delete(id));
  window.requestIdleCallback = followed(whenIdle, () => {
    idleCallbacks++;
    whenIdle(() => idleCallbacks--);
  });
  addEventListener(DUE_QUESTION, () => {
    let next = idleCallbacks > 0 ? now() : Number.POSITIVE_INFINITY;
    for (const at of due.values()) if (at < next) next = at;
    const detail = next - now();
    dispatchEvent(new CustomEvent(DUE_ANSWER, { detail }));
  });
}

/** Closed shadow trees are open to whoever takes the page; its own scripts find them closed. */
function openShadowTrees(): void {
  const closed = new WeakSet<Element>();
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options && { ...options, mode: 'open' });
    if (options?.mode !== 'closed') return root;
    closed.add(this);
    Object.defineProperty(root, 'mode', { value: 'closed' });
    return root;
  };
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot') ?? {};
  Object.defineProperty(Element.prototype, 'shadowRoot', {
    configurable: true,
    enumerable: true,
    get(this: Element) {
      return closed.has(this) ? null : get?.call(this);
    },
  });
}
