import type { Profile } from '../../profiles/profile.ts';
import type { Switch } from '../../runtime/states.ts';
import { BUTTONS, FIELDS } from '../../search/browser/search-boxes.ts';
import { nameInPage, type RestKeeper } from './at-rest.ts';
import { controlled, isOpen, letPartSpeak, saysSo } from './control-state.ts';
import type { EffectKeeper } from './effects.ts';
import { openNotes } from './focus-notes.ts';
import { markOf } from './number-marks.ts';
import type { PageDriver } from './page-driver.ts';
import { isSeen, plainTogglesIn } from './plain-toggles.ts';
import { joinTwin, NO_CONTENT, putBackLooks, putBackPlain, recordPress } from './press-record.ts';
import { type Added, makeTogglePlacer, type Toggle } from './toggle-placer.ts';

export type ToggleKeeper = Readonly<{
  /** Opens and closes every control within an element once; yields whenever something may be loading. */
  open: (root: ParentNode) => AsyncGenerator<void>;
  /**
   * Whether a control has opened after it was left closed, because frameworks respond to earlier clicks once started.
   */
  hasOpenedLate: () => boolean;
  /** Writes the observed states into the page, which must not change any more. */
  place: () => Switch[];
}>;

type ToggleOptions = Readonly<{
  /** Names (see nameInPage) of controls to skip because the page could not be restored after them. */
  barred: ReadonlySet<string>;
  profiles: readonly Profile[];
  /** See plainTogglesIn. */
  copyButtons: string;
}>;

/** Controls that have another role, navigate, submit, or open a search. */
const NEVER = [
  ...['[role="tab"]', '[role="combobox"]', '[role="treeitem"]', 'input', 'select', 'textarea', 'option'],
  ...[':disabled', '[aria-disabled="true"]', 'a[href]:not([href^="#"])', '[type="submit"]'],
  ...['[contenteditable]', FIELDS, BUTTONS],
].join();
/** Copies that were added to the page. */
const OURS = '[data-offprint]';
const DEPTH_MAX = 3;
/**
 * Repeated, because a framework that starts late turns links into controls, and adds others, after the page has been
 * searched.
 */
const ROUNDS_MAX = 3;
const ALIKE_MIN = 3;
const NOTHING: NonNullable<Toggle['did']> = { changes: [], added: [] };

/**
 * Runs in the page. Operates accordions, menus and drawers: everything with `aria-expanded`, and `details` that do more
 * than the browser does. Changes that a press makes anywhere in the page are recorded as attribute differences.
 * Elements that it adds are copied, because they disappear when it is closed (placed by toggle-placer.ts).
 *
 * Similar controls (the groups of a sidebar) are pressed together if each changes only its own surroundings.
 */
export function makeToggleKeeper(
  page: Document,
  driver: PageDriver,
  effects: EffectKeeper,
  rest: RestKeeper,
  { barred, profiles, copyButtons }: ToggleOptions,
  notKept: string[],
): ToggleKeeper {
  const placeToggle = makeTogglePlacer(page, driver, notKept);
  const controls = ['[aria-expanded]', 'summary', ...profiles.flatMap((profile) => profile.toggles ?? [])];
  const CONTROLS = controls.join();

  const known = new Set<Element>();
  const toggles: Toggle[] = [];

  /**
   * Brings a control into its expected state. Pressing other controls, and scrolling, may open and close menu entries
   * too; one that was open is then treated as closed.
   */
  async function* expectState(toggle: Toggle): AsyncGenerator<boolean> {
    const { control } = toggle;
    if (!control.isConnected || !saysSo(control) || isOpen(control) === toggle.wasOpen) return;
    if (toggle.wasOpen) toggle.wasOpen = false;
    else yield* pressBack(control);
  }

  /**
   * Opens `details` without scripts, and returns the summaries of those that do more than the browser does. The others
   * need no handling.
   */
  const openNatively = async (summaries: readonly Element[]): Promise<Element[]> => {
    const all = summaries.map((summary) => summary.parentElement as HTMLDetailsElement);
    const closed = all.filter((details) => !details.open);
    await driver.begin();
    const end = driver.watch();
    for (const details of closed) details.open = true;
    await driver.settle();
    const records = end().filter(
      ({ target, attributeName }) =>
        !(attributeName === 'open' && closed.includes(target as HTMLDetailsElement)),
    );
    const special = closed.filter((details) => {
      if (records.some(({ target }) => details.contains(target))) return true;
      const content = [...details.children].filter(({ localName }) => localName !== 'summary');
      const isShown = content.length === 0 || content.some(isSeen);
      return !isShown && details.getClientRects().length > 0;
    });
    for (const details of closed) details.open = false;
    await driver.settle();
    return special.map((details) => details.querySelector(':scope > summary') as Element);
  };

  /** Handles a control that is replaced when opened: presses its replacement to close it, and keeps both versions. */
  async function* pressReplaced(toggle: Toggle, records: readonly MutationRecord[]): AsyncGenerator<boolean> {
    const opened = successorIn(records, toggle.control, true);
    if (!opened) return;
    if (toggle.depth < DEPTH_MAX) yield* openBelow([opened.root], toggle.depth + 1);
    driver.mark(opened.control);
    const open = driver.copyOf(opened.root);
    const end = driver.watch();
    driver.press(opened.control);
    await driver.settle();
    yield true;
    const closed = successorIn(end(), opened.control, false);
    if (!closed) return;
    toggle.control = closed.control;
    toggle.also.push(opened.control);
    toggle.turns = { closed: closed.root, open };
  }

  /** Finds the control that replaced another, and the root of the elements added with it. */
  const successorIn = (
    records: readonly MutationRecord[],
    gone: Element,
    open: boolean,
  ): { control: Element; root: Element } | undefined => {
    for (const root of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(root instanceof Element) || !root.isConnected) continue;
      const control = [root, ...root.querySelectorAll(CONTROLS)].find(
        (one) => one.matches(CONTROLS) && one.localName === gone.localName && isOpen(one) === open,
      );
      if (!control || known.has(control)) continue;
      known.add(control);
      return { control, root };
    }
    return undefined;
  };

  async function* pressBack(control: Element): AsyncGenerator<boolean> {
    driver.press(control);
    await driver.settle();
    yield true;
    if (isOpen(control)) await driver.pressEscape();
  }

  /** Whether any of the changes remains, except text, which may change by itself. */
  const hasChanged = (records: readonly MutationRecord[]): boolean => {
    const { attributes, nodes } = driver.remaining(records);
    return nodes || attributes.length > 0;
  };

  /** An element and its descendants, because a container of visible content may have no size itself. */
  const contentOf = (element: Element): Element[] => [element, ...element.querySelectorAll('*')].slice(0, 20);
  const contentIn = (records: readonly MutationRecord[]): Element[] =>
    records
      .flatMap(({ addedNodes }) => [...addedNodes])
      .flatMap((node) => (node instanceof Element ? contentOf(node) : []));

  /**
   * Remembers the scroll positions of the panes around a control, which may shrink while it is closed.
   * @returns a function that restores them
   */
  const scrolledAround = (control: Element): (() => void) => {
    const panes: (readonly [pane: Element, top: number])[] = [];
    for (let pane = control.parentElement; pane; pane = pane.parentElement)
      if (pane.scrollTop > 0 && pane !== page.scrollingElement) panes.push([pane, pane.scrollTop]);
    return () => {
      for (const [pane, top] of panes) if (pane.scrollTop < top) pane.scrollTo({ top, behavior: 'instant' });
    };
  };

  /** Closes and opens a control again: what comes back is what it shows. */
  async function* pressOpen(toggle: Toggle): AsyncGenerator<boolean> {
    const all: MutationRecord[] = [];
    const scrollBack = scrolledAround(toggle.control);
    for (const state of ['closed', 'open']) {
      const end = driver.watch();
      driver.press(toggle.control);
      await driver.settle();
      yield true;
      const records = end();
      all.push(...records);
      if (state === 'closed') toggle.control = speakerOf(toggle.control, records);
      if (isOpen(toggle.control) !== (state === 'open')) {
        // It does not expose its state: undo its effect and record nothing.
        if (state === 'closed' && records.length > 0) driver.press(toggle.control);
        else if (state === 'closed') toggle.did = NOTHING;
        toggle.changes.length = 0;
        await driver.settle();
        return;
      }
      if (state === 'closed') recordPress(driver, toggles, toggle, records);
      else {
        const back = records.flatMap(({ addedNodes }) => [...addedNodes]);
        toggle.back = back.filter(
          (node) => node instanceof Element && !NO_CONTENT.test(node.localName),
        ) as Element[];
      }
    }
    putBackLooks(all);
    scrollBack();
  }

  /** Finds the element that shows a control's state, which may be a descendant of the button. */
  const speakerOf = (control: Element, records: readonly MutationRecord[]): Element => {
    if (!isOpen(control)) return control;
    const part = records.find(
      ({ target, attributeName }) =>
        attributeName === 'aria-expanded' && target !== control && control.contains(target),
    )?.target;
    if (!(part instanceof Element) || isOpen(part)) return control;
    known.add(part);
    return part;
  };

  async function* press(toggle: Toggle): AsyncGenerator<boolean> {
    const { control } = toggle;
    if (toggle.wasOpen) {
      yield* pressOpen(toggle);
      // Its content may have been recreated, with controls that were not pressed yet.
      const back = control.isConnected ? toggle.back.filter(({ isConnected }) => isConnected) : [];
      yield* openBelow(back, toggle.depth);
      return;
    }
    const end = driver.watch();
    const drawNew = rest.watchNew();
    driver.press(control);
    await driver.settle();
    await drawNew();
    yield true;
    const records = end();
    if (!control.isConnected) {
      yield* pressReplaced(toggle, records);
      return;
    }
    if (saysSo(control) && !isOpen(control)) {
      // An overlay may have closed by itself: another press would reopen it.
      await driver.untilGone(contentIn(records));
      if (hasChanged(records)) yield* pressBack(control);
      else toggle.did = NOTHING;
      return;
    }
    yield* within([toggle], records);
    recordPress(driver, toggles, toggle, records);
    await rest.scrollBack();
    yield* close([toggle]);
    putBackPlain(toggle, records);
  }

  /** Opens controls within newly opened content first, so that its copy includes them. */
  async function* within(
    some: readonly Toggle[],
    records: readonly MutationRecord[],
  ): AsyncGenerator<boolean> {
    const depth = (some[0]?.depth ?? 0) + 1;
    if (depth > DEPTH_MAX) return;
    const fresh = records
      .flatMap(({ addedNodes }) => [...addedNodes])
      .filter((node) => node instanceof Element);
    yield* openBelow(
      fresh.filter((element) => element.isConnected),
      depth,
    );
  }

  async function* close(some: readonly Toggle[]): AsyncGenerator<boolean> {
    const open = (): Toggle[] =>
      some.filter(({ control }) => control.isConnected && (!saysSo(control) || isOpen(control)));
    for (const { control } of open()) driver.press(control);
    await driver.settle();
    yield true;
    if (some.some(({ control }) => control.isConnected && saysSo(control) && isOpen(control)))
      await driver.pressEscape();
    await driver.untilGone(some.flatMap(({ added }) => added.flatMap(({ original }) => contentOf(original))));
  }

  /** Returns the largest ancestor of a control that contains none of the others, so no two overlap. */
  const surroundings = (control: Element, all: readonly Element[]): Element => {
    let around = control;
    for (let next = control.parentElement; next; next = next.parentElement) {
      const holds = next;
      if (all.some((other) => other !== control && holds.contains(other))) break;
      around = holds;
    }
    return around;
  };

  /**
   * Presses controls together.
   * @returns what each has changed; undefined if that cannot be determined
   */
  const pressTogether = async (
    some: readonly Toggle[],
  ): Promise<Map<Toggle, MutationRecord[]> | undefined> => {
    const controls = some.map(({ control }) => control);
    const places = new Map(some.map((toggle) => [toggle, surroundings(toggle.control, controls)]));
    const end = driver.watch();
    const drawNew = rest.watchNew();
    for (const control of controls) driver.press(control);
    await driver.settle();
    const records = end();
    const own = new Map<Toggle, MutationRecord[]>();
    let isClear = controls.every((control) => !saysSo(control) || isOpen(control));
    for (const one of records) {
      const owner = some.find((toggle) => places.get(toggle)?.contains(one.target));
      if (owner) own.set(owner, [...(own.get(owner) ?? []), one]);
      else isClear = false;
    }
    if (!isClear) return undefined;
    await drawNew();
    return own;
  };

  /** Applies effects known from other pages instead of pressing, if they are known for all of the controls. */
  const spare = (some: readonly Toggle[]): boolean => {
    const learned = some.map(({ control, wasOpen }) => effects.known(control, wasOpen));
    if (some.length === 0 || learned.includes(undefined)) return false;
    for (const [index, toggle] of some.entries()) {
      const { apply, light = false } = learned[index] ?? {};
      const applied = apply?.();
      if (!applied) continue;
      toggle.control = applied.control;
      known.add(applied.control);
      toggle.changes.push(...applied.changes);
      for (const { copy, ...place } of applied.added) {
        const attributes = driver.attributesOf(copy);
        toggle.added.push({ ...place, copy, original: copy, attributes, isSeen: true });
      }
      for (const one of applied.inner) {
        const within = applied.added.flatMap(({ copy }) => [copy, ...copy.querySelectorAll('*')]);
        const control = within.find((element) => markOf(element) === one.at);
        if (control) placed.set(add(control, toggle.depth + 1), one);
      }
      if (toggle.wasOpen) continue;
      joinTwin(driver, toggles, toggle);
      toggle.light = light;
    }
    return true;
  };

  /** Whether added elements are gone again, or are invisible and about to go. */
  const isGoneAgain = (added: readonly Added[]): boolean =>
    added.every(({ original, parent, isSeen }) => parent.isConnected && !(isSeen && original.isConnected));

  /**
   * Watches the effects of pressing controls. The returned function ends this and records what other pages may reuse.
   */
  const watchEffects = (some: readonly Toggle[], depth: number): ((isTold: boolean) => void) => {
    const named = some.map(({ control, wasOpen }) => effects.nameOf(control, wasOpen));
    if (depth > 0 || named.every((name) => name === undefined)) return () => {};
    const count = toggles.length;
    const end = driver.watch();
    return (isTold) => {
      const records = end();
      if (!isTold) return;
      const left = some.length === 1 || !hasChanged(records) ? records : undefined;
      // Controls within the new content can only be attributed to a single pressed control.
      const within = toggles.slice(count);
      const isClear = within.length === 0 || (some.length === 1 && within.every((one) => placed.has(one)));
      for (const [index, { control, did, light, turns, back }] of some.entries()) {
        const name = named[index];
        const isPlain = isClear && !turns && back.length === 0 && isGoneAgain(did?.added ?? []);
        if (name === undefined) continue;
        const inner = within.flatMap((one) => placed.get(one) ?? []);
        if (isPlain && left && did) effects.pressed(name, { control, light, inner, ...did }, left);
        else effects.pressed(name);
      }
    };
  };

  const add = (control: Element, depth: number): Toggle => {
    const wasOpen = isOpen(control);
    const lists = { changes: [], added: [], back: [], also: [] };
    const toggle: Toggle = { control, depth, light: false, wasOpen, ...lists };
    toggles.push(toggle);
    return toggle;
  };

  async function* openBelow(roots: readonly ParentNode[], depth: number): AsyncGenerator<boolean> {
    const plain = new Set(roots.flatMap((root) => plainTogglesIn(root, copyButtons)));
    const all = roots.flatMap((root) => [...root.querySelectorAll(CONTROLS)]);
    const found = [...new Set([...all, ...plain])].filter(
      (control) =>
        !known.has(control) && !control.matches(NEVER) && !isBarred(control) && !control.closest(OURS),
    );
    for (const control of found) {
      known.add(control);
      if (plain.has(control) && !control.matches(CONTROLS)) letPartSpeak(control);
    }
    const summaries = found.filter(
      ({ localName, parentElement }) => localName === 'summary' && parentElement?.localName === 'details',
    );
    const special = summaries.length > 0 ? await openNatively(summaries) : [];
    const some = found.filter((control) => control.localName !== 'summary' || special.includes(control));
    const made = some.map((control) => add(control, depth));
    const kinds = Map.groupBy(made, ({ control }) => {
      const { localName, parentElement } = control;
      return `${localName} ${control.className} ${parentElement?.localName} ${isOpen(control)}`;
    });
    for (const alike of kinds.values()) {
      const kind = alike.filter(({ control }) => control.isConnected);
      if (depth === 0 && spare(kind)) continue;
      await driver.begin();
      if (kind.length >= ALIKE_MIN && !kind[0]?.wasOpen && !driver.isLate()) {
        const tell = watchEffects(kind, depth);
        if (depth === 0) rest.pressing(kind.map(({ control }) => nameInPage(control)));
        const own = await pressTogether(kind);
        yield true;
        if (own) {
          // All at once, because similar panels have similar content.
          yield* within(
            kind,
            kind.flatMap((toggle) => own.get(toggle) ?? []),
          );
          for (const toggle of kind) recordPress(driver, toggles, toggle, own.get(toggle) ?? []);
        }
        await rest.scrollBack();
        yield* close(kind);
        for (const toggle of kind) putBackPlain(toggle, own?.get(toggle) ?? []);
        if (depth === 0) await rest.restore();
        tell(own !== undefined);
        if (own) continue;
      }
      for (const toggle of kind) {
        if (driver.isLate()) {
          notKept.push('menus: opening them took too long');
          return;
        }
        yield* expectState(toggle);
        const tell = watchEffects([toggle], depth);
        if (depth === 0) rest.pressing([nameInPage(toggle.control)]);
        if (toggle.control.isConnected) yield* press(toggle);
        if (depth === 0) await rest.restore();
        tell(true);
      }
    }
    // Nested controls become part of the copies of the outer ones.
    if (depth > 0) for (const toggle of made) placed.set(toggle, place(toggle));
  }

  const isBarred = (control: Element): boolean => barred.size > 0 && barred.has(nameInPage(control));
  const placed = new Map<Toggle, Switch | undefined>();
  const leftClosed = new Set<Element>();

  const place = (toggle: Toggle): Switch | undefined => {
    const { control } = toggle;
    const panel = control.isConnected ? controlled(control) : null;
    return placeToggle(toggle, panel, saysSo(control) && isOpen(control));
  };

  return {
    open: async function* (root) {
      for (let round = 0, before = -1; round < ROUNDS_MAX && known.size > before; round++) {
        before = known.size;
        for await (const _step of openBelow([root], 0)) yield;
      }
      const isLeftAlone = (link: Element): boolean => known.has(link) || isBarred(link);
      for await (const _step of openNotes(page, driver, rest, isLeftAlone, (link) => add(link, 0), notKept))
        yield;
      for (const { control } of toggles)
        if (saysSo(control) && control.isConnected && !isOpen(control)) leftClosed.add(control);
    },
    hasOpenedLate: () => [...leftClosed].some((control) => control.isConnected && isOpen(control)),
    place: () =>
      toggles.flatMap((toggle) => {
        const one = toggle.depth > 0 ? placed.get(toggle) : place(toggle);
        return one ? [one] : [];
      }),
  };
}
