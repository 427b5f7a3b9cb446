import type { Change } from '../../runtime/states.ts';
import { MAY_BE_EMPTY, namesIn, writeAttribute } from './attributes.ts';
import { markOf, setMark } from './number-marks.ts';

/** The attributes of an element. */
export type Attributes = ReadonlyMap<string, string>;

/** Remaining changes of a page: attributes with other values, and whether nodes or text differ. */
export type Remaining = Readonly<{
  attributes: readonly Readonly<{
    element: Element;
    name: string;
    before: string | null;
    now: string | null;
  }>[];
  nodes: boolean;
  text: boolean;
}>;

/** Operations on a page while its states are captured, and ways to observe their effects. */
export type PageDriver = Readonly<{
  /** Waits until changes that have already begun are over; to be awaited before the first press. */
  begin: () => Promise<void>;
  /** The same without a press to follow. */
  comeToRest: () => Promise<void>;
  /** Presses an element as a reader would: pointer, focus, click. */
  press: (element: Element) => void;
  /** Presses the Escape key in the focused element, and waits for the effect. */
  pressEscape: () => Promise<void>;
  /** Waits until the page has not changed for a moment. */
  settle: () => Promise<void>;
  /**
   * Waits until the page has not changed for a quarter of a second, for content that is redrawn after some computing.
   */
  rest: () => Promise<void>;
  /** Waits until elements that are being removed are no longer visible; some remain. */
  untilGone: (elements: readonly Element[]) => Promise<void>;
  /** Starts to record changes; the returned function stops it. */
  watch: () => () => MutationRecord[];
  /**
   * Returns the changes that have not been undone.
   * @param leaving elements that are being removed
   */
  remaining: (records: readonly MutationRecord[], leaving?: readonly Element[]) => Remaining;
  isVisible: (element: Element) => boolean;
  /** Whether an element moves by itself while something loads, as a progress bar does. */
  isMoving: (element: Element) => boolean;
  attributesOf: (element: Element) => Attributes;
  /** The value of an attribute; null if it is missing, or if an empty value means the same. */
  valueOf: (element: Element, attribute: string) => string | null;
  /** Returns the differences between two states of an element. */
  changes: (element: Element, off: Attributes, on: Attributes) => Change[];
  /** Numbers an element so that the runtime can find it. */
  mark: (element: Element) => number;
  /** Puts an element into its state `off` or `on`. */
  apply: (element: Element, changes: readonly Change[], state: 'off' | 'on') => void;
  /** The children of an element that the snapshot includes: no comments, and adjacent texts as one. */
  childrenOf: (parent: Element, without?: ReadonlySet<Node>) => ChildNode[];
  /** A copy that includes canvas drawings. */
  copyOf: (element: Element) => Element;
  /** Removes IDs from a copy that the page already uses. */
  dropTakenIds: (copy: Element) => void;
  /** Renames such IDs, also in the copy's own styles and references. */
  renameTakenIds: (copy: Element) => void;
  isLate: () => boolean;
}>;

const REST_MS = 250;
/**
 * How far ahead pending work is considered. Frameworks start late, or delay work such as enabling transitions
 * (VitePress: 0.3 s).
 */
const DUE_WITHIN_MS = 300;
/** How long to wait if nothing is due: a few frames, for work that depends on them or comes from elsewhere. */
const NOTHING_DUE_MS = 50;
/** Minimum wait for pending work, which runs late while scripts compute. */
const LATE_MS = 5;
const BEGIN_MAX_MS = 1000;
const QUIET_MS = 25;
const SETTLE_MAX_MS = 600;
const LEAVING_ROUNDS = 5;
/** Attributes that are rewritten elsewhere, or are our own. */
const PASSED_OVER = /^(data-offprint.*|href|src|srcset|xlink:href|action|poster|nonce)$/;

/**
 * Runs in the page.
 * @param maxMs total time available
 * @param nextDueMs time until the next pending work of the page's scripts, in ms
 * @param onBegin called before the first press, if there is one
 */
export function makePageDriver(
  page: Document,
  maxMs: number,
  nextDueMs: () => number,
  onBegin: () => void,
): PageDriver {
  const started = performance.now();
  let last = 0;
  let copies = 0;

  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  const timer = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));
  /**
   * Finishes transitions. Otherwise, elements that fade out stay in the page, where the next control would find them.
   */
  const finishTransitions = (): boolean => {
    const running = page.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const transition of running) transition.finish();
    return running.length > 0;
  };

  /** Time until the next animation ends, in ms; infinite animations never do. */
  const nextEndMs = (): number => {
    const ends = page.getAnimations().map(({ effect, currentTime, playState }) => {
      const element = effect instanceof KeyframeEffect ? effect.target : null;
      if (playState !== 'running' || (element && driver.isMoving(element))) return Number.POSITIVE_INFINITY;
      return Number(effect?.getComputedTiming().endTime) - Number(currentTime);
    });
    return Math.min(...ends);
  };
  /**
   * Waits until the page has not changed for a quarter of a second, or for a few frames while `dueMs` reports nothing
   * pending.
   */
  const still = async (dueMs?: () => number): Promise<void> => {
    const begun = performance.now();
    let changedAt = begun;
    const observer = new MutationObserver((records) => {
      if (records.some(({ target }) => !(target instanceof Element && driver.isMoving(target))))
        changedAt = performance.now();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    for (let now = begun; now - begun < BEGIN_MAX_MS; now = performance.now()) {
      const leftMs = (dueMs ? DUE_WITHIN_MS : REST_MS) - (now - changedAt);
      if (leftMs <= 0) break;
      const waitMs = dueMs?.() ?? leftMs;
      const shortMs = NOTHING_DUE_MS - (now - changedAt);
      if (waitMs > leftMs && shortMs <= 0) break;
      await timer(waitMs > leftMs ? shortMs : Math.max(waitMs, LATE_MS));
    }
    observer.disconnect();
  };
  const comeToRest = (): Promise<void> => still(() => Math.min(nextDueMs(), nextEndMs()));
  let beginning: Promise<void> | undefined;

  const driver: PageDriver = {
    begin: () => {
      beginning ??= comeToRest().then(onBegin);
      return beginning;
    },
    comeToRest,
    press: (element) => {
      const init = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1, view: window };
      const pointer = { ...init, pointerId: 1, isPrimary: true, pointerType: 'mouse' };
      element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
      element.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }));
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
      element.dispatchEvent(new PointerEvent('pointerup', pointer));
      element.dispatchEvent(new MouseEvent('mouseup', init));
      if (element instanceof HTMLElement) element.click();
      else element.dispatchEvent(new MouseEvent('click', init));
    },
    pressEscape: async () => {
      const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true, composed: true };
      const focused = page.activeElement ?? page.body;
      for (const target of new Set([focused, page.body]))
        for (const type of ['keydown', 'keyup']) target?.dispatchEvent(new KeyboardEvent(type, key));
      await driver.settle();
    },
    settle: async () => {
      const begun = performance.now();
      let changedAt = begun;
      const observer = new MutationObserver(() => {
        changedAt = performance.now();
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      await frame();
      await frame();
      // The first two frames count as quiet, because most changes are immediate. Further frames are not requested:
      // painting them would be a quarter of the cost of a page.
      for (;;) {
        if (finishTransitions()) changedAt = performance.now();
        const quietMs = performance.now() - changedAt;
        if (changedAt === begun || quietMs >= QUIET_MS) break;
        if (performance.now() - begun > SETTLE_MAX_MS) break;
        await timer(QUIET_MS - quietMs);
      }
      observer.disconnect();
    },
    rest: () => still(),
    untilGone: async (elements) => {
      for (let round = 0; round < LEAVING_ROUNDS; round++) {
        if (!elements.some((element) => element.isConnected && driver.isVisible(element))) return;
        await driver.settle();
      }
    },
    watch: () => {
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((some) => records.push(...some));
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeOldValue: true,
        characterDataOldValue: true,
      });
      return () => {
        records.push(...observer.takeRecords());
        observer.disconnect();
        return records;
      };
    },
    remaining: (records, leaving = []) => {
      const isLeaving = (node: Node): boolean => leaving.some((one) => one.contains(node));
      const attributes: Remaining['attributes'][number][] = [];
      const met = new Map<Element, Set<string>>();
      /** Nodes that were added and removed again, such as a rule that disables transitions while the theme changes. */
      const passing = new Set<Node>();
      /** Comments are not content: frameworks leave one in place of a hidden element. */
      const isComment = (node: Node): boolean => node.nodeType === Node.COMMENT_NODE;
      const isGone = (node: Node): boolean =>
        !node.isConnected && !passing.has(node) && !isComment(node) && !isLeaving(node);
      let nodes = false;
      for (const { type, target, attributeName, oldValue, addedNodes, removedNodes } of records) {
        if (type === 'childList') {
          nodes ||= [...addedNodes].some((node) => node.isConnected && !isComment(node) && !isLeaving(node));
          nodes ||= target.isConnected && [...removedNodes].some(isGone);
          for (const node of addedNodes) passing.add(node);
        }
        if (type !== 'attributes' || !(target instanceof Element) || attributeName === null) continue;
        const known = met.get(target) ?? new Set();
        met.set(target, known);
        if (known.has(attributeName) || attributeName.startsWith('data-offprint')) continue;
        known.add(attributeName);
        const now = driver.valueOf(target, attributeName);
        const before = MAY_BE_EMPTY.test(attributeName) ? oldValue || null : oldValue;
        if (now === before) continue;
        if (!target.isConnected || isLeaving(target) || driver.isMoving(target)) continue;
        attributes.push({ element: target, name: attributeName, before, now });
      }
      return { attributes, nodes, text: records.some(({ type }) => type === 'characterData') };
    },
    isVisible: (element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    },
    isMoving: (element) => element.matches('[role="progressbar"],progress'),
    valueOf: (element, attribute) => {
      const value = element.getAttribute(attribute);
      return value === '' && MAY_BE_EMPTY.test(attribute) ? null : value;
    },
    attributesOf: (element) => {
      const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
      return new Map(attributes.filter(([name, value]) => value !== '' || !MAY_BE_EMPTY.test(name)));
    },
    changes: (element, off, on) => {
      const found: Change[] = [];
      for (const name of new Set([...off.keys(), ...on.keys()])) {
        const [before, after] = [off, on].map((some) =>
          MAY_BE_EMPTY.test(name) ? some.get(name) || undefined : some.get(name),
        );
        if (before === after || PASSED_OVER.test(name)) continue;
        const at = driver.mark(element);
        if (name !== 'class') found.push([at, name, before ?? null, after ?? null]);
        else {
          const [some, others] = [namesIn(before), namesIn(after)];
          const change: Change = [at, name, without(some, others), without(others, some)];
          if (change[2] !== change[3]) found.push(change);
        }
      }
      return found;
    },
    mark: (element) => {
      const known = markOf(element);
      if (known === undefined) setMark(element, ++last);
      return known ?? last;
    },
    apply: (element, changes, state) => {
      const at = markOf(element);
      for (const [owner, name, off, on] of changes) {
        if (owner !== at) continue;
        const [value, other] = state === 'on' ? [on, off] : [off, on];
        if (name === '#text') element.textContent = value;
        else if (name === 'class') {
          element.classList.remove(...namesIn(other));
          element.classList.add(...namesIn(value));
        } else writeAttribute(element, name, value);
      }
    },
    childrenOf: (parent, without) => {
      const isText = (node: Node | undefined): boolean => node?.nodeType === Node.TEXT_NODE;
      const written = [...parent.childNodes].filter(
        (node) => node.nodeType !== Node.COMMENT_NODE && node.nodeValue !== '' && !without?.has(node),
      );
      return written.filter((node, index) => !isText(node) || !isText(written[index - 1]));
    },
    copyOf: (element) => {
      const copy = element.cloneNode(true) as Element;
      const copies = copy.querySelectorAll('canvas');
      for (const [index, canvas] of element.querySelectorAll('canvas').entries()) {
        if (canvas.width > 0 && canvas.height > 0) copies[index]?.getContext('2d')?.drawImage(canvas, 0, 0);
      }
      return copy;
    },
    dropTakenIds: (copy) => {
      for (const element of [copy, ...copy.querySelectorAll('[id]')]) {
        const other = element.id === '' ? null : page.getElementById(element.id);
        if (other && !copy.contains(other)) element.removeAttribute('id');
      }
    },
    renameTakenIds: (copy) => {
      copies++;
      const all = [copy, ...copy.querySelectorAll('*')];
      const names = new Map<string, string>();
      for (const element of all) {
        const other = element.id === '' ? null : page.getElementById(element.id);
        if (!other || copy.contains(other)) continue;
        names.set(element.id, `${element.id}-${copies}`);
        element.id = names.get(element.id) ?? '';
      }
      if (names.size === 0) return;
      const renamed = (text: string): string =>
        text.replace(/#([\w-]+)/g, (reference, id) => (names.has(id) ? `#${names.get(id)}` : reference));
      for (const element of all) {
        if (element.localName === 'style') element.textContent = renamed(element.textContent);
        for (const { name, value } of [...element.attributes]) {
          const isList = /^aria-(labelledby|describedby)$/.test(name);
          const own = isList ? value.replace(/[^\s]+/g, (id) => names.get(id) ?? id) : renamed(value);
          if (own !== value) element.setAttribute(name, own);
        }
      }
    },
    isLate: () => performance.now() - started > maxMs,
  };
  return driver;
}

function without(some: readonly string[], others: readonly string[]): string {
  return some.filter((name) => !others.includes(name)).join(' ');
}
