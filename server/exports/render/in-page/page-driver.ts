import type { Change } from '../../runtime/states.ts';
import { MAY_BE_EMPTY, namesIn, writeAttribute } from './attributes.ts';
import { markOf, setMark } from './number-marks.ts';

/** The attributes of an element. */
export type Attributes = ReadonlyMap<string, string>;

/** What is left of changes of a page: attributes with other values, and whether there are other nodes or other text. */
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

/** What the capture of states does to a page, and how it sees what came of it. */
export type PageDriver = Readonly<{
  /** To be awaited before anything is pressed or opened: until nothing changes that was begun before. */
  begin: () => Promise<void>;
  /** The same where nothing is pressed. */
  comeToRest: () => Promise<void>;
  /** As a reader would: pointer, focus, click. */
  press: (element: Element) => void;
  /** Presses the Escape key where the focus is, and waits for what it does. */
  pressEscape: () => Promise<void>;
  /** Until the page has changed no more for a moment. */
  settle: () => Promise<void>;
  /** Until the page has not changed for a quarter of a second, for what is drawn anew after some computing. */
  rest: () => Promise<void>;
  /** Until elements that are on their way out are no more to be seen; some stay. */
  untilGone: (elements: readonly Element[]) => Promise<void>;
  /** Begins to write down what changes; the answer ends it. */
  watch: () => () => MutationRecord[];
  /**
   * What has not gone back to what it was.
   * @param leaving elements that are on their way out
   */
  remaining: (records: readonly MutationRecord[], leaving?: readonly Element[]) => Remaining;
  isVisible: (element: Element) => boolean;
  /** Whether an element moves by itself while something loads. */
  isMoving: (element: Element) => boolean;
  attributesOf: (element: Element) => Attributes;
  /** The value of an attribute; null where it is not there, or says as little as then. */
  valueOf: (element: Element, attribute: string) => string | null;
  /** What tells two states of an element apart. */
  changes: (element: Element, off: Attributes, on: Attributes) => Change[];
  /** Gives an element a number by which the runtime finds it. */
  mark: (element: Element) => number;
  /** Puts an element into its state `off` or `on`. */
  apply: (element: Element, changes: readonly Change[], state: 'off' | 'on') => void;
  /** The children of an element that are written down: no comments, texts that follow each other as one. */
  childrenOf: (parent: Element, without?: ReadonlySet<Node>) => ChildNode[];
  /** A copy, with what is drawn on canvases. */
  copyOf: (element: Element) => Element;
  /** Ids of a copy that the page has already. */
  dropTakenIds: (copy: Element) => void;
  /** Gives these other names, also where the copy's own styles and references have them. */
  renameTakenIds: (copy: Element) => void;
  isLate: () => boolean;
}>;

const REST_MS = 250;
/** Frameworks start late, or do things later than that, such as to allow transitions (VitePress: 0.3 s). */
const DUE_WITHIN_MS = 300;
/** Where nothing is due in this time: some frames, for what follows them or comes from elsewhere. */
const NOTHING_DUE_MS = 50;
/** What is due comes late where scripts compute. */
const LATE_MS = 5;
const BEGIN_MAX_MS = 1000;
const QUIET_MS = 25;
const SETTLE_MAX_MS = 600;
const LEAVING_ROUNDS = 5;
/** What these say is rewritten elsewhere, or is our own. */
const PASSED_OVER = /^(data-offprint.*|href|src|srcset|xlink:href|action|poster|nonce)$/;

/**
 * Runs in the page.
 * @param maxMs all time that there is
 * @param nextDueMs when what the page's scripts have put off is due next, in ms from now
 * @param onBegin called before the first thing is pressed, if any is
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
  /** What fades out stays in the page until it has: the next control would find it there. */
  const finishTransitions = (): boolean => {
    const running = page.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const transition of running) transition.finish();
    return running.length > 0;
  };

  /** In ms from now: infinite animations have no end. */
  const nextEndMs = (): number => {
    const ends = page.getAnimations().map(({ effect, currentTime, playState }) => {
      const element = effect instanceof KeyframeEffect ? effect.target : null;
      if (playState !== 'running' || (element && driver.isMoving(element))) return Number.POSITIVE_INFINITY;
      return Number(effect?.getComputedTiming().endTime) - Number(currentTime);
    });
    return Math.min(...ends);
  };
  /** Until the page has not changed for a quarter of a second; or for some frames, while `dueMs` says that nothing is due. */
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
      // The first two frames count as silence: most changes are made at once. Frames that nobody else asks for are not
      // waited for after that: drawing them is a quarter of what a page costs.
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
      /** What came and went: a rule against transitions, while the theme changes. */
      const passing = new Set<Node>();
      /** Comments are no content: frameworks leave one in the place of what is not shown. */
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
