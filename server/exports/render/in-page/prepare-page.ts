import { DUE_ANSWER, DUE_QUESTION, WATCHED } from './signals.ts';

/**
 * Runs in the page's own world before its scripts. Removes service workers, so that a page loads from its origin and
 * not from what an earlier page stored. Turns on data saving, so that it does not preload everything it links to
 * (docs/decisions/0035). Reports observed elements to the isolated world, which scrolls them into view, and the time of
 * the next pending work.
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
    // Nearly every page observes headings to detect the current section, so they are not scrolled into view
    // (scroll.ts).
    if (/^h[1-6]$/.test(target.localName)) return;
    const announce = () => target.dispatchEvent(new CustomEvent(WATCHED, { composed: true }));
    if (target.isConnected) announce();
    else requestAnimationFrame(announce); // by then, it is probably connected
  };

  /** Due times of pending timers by ID, in ms since the page began. */
  const due = new Map<unknown, number>();
  let idleCallbacks = 0;
  const now = performance.now.bind(performance);
  type Call = (...values: unknown[]) => unknown;
  /** Wraps a function so that scripts cannot tell, and calls `follow` after it. */
  const followed = <F>(original: F, follow: (result: unknown, values: unknown[]) => void): F =>
    new Proxy(original as F & Call, {
      apply: (target, self, values) => {
        const result = Reflect.apply(target, self, values);
        follow(result, values);
        return result;
      },
    });
  // A timer or idle callback set right after the page's own runs right after it.
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

/** Makes closed shadow trees accessible to the snapshot; the page's own scripts still find them closed. */
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
