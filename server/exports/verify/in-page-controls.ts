export type ControlKind = 'tab' | 'disclosure' | 'theme' | 'copy';

/** State of a control, and the visible state that it affects. */
export type ControlState = Readonly<{
  kind: ControlKind;
  name: string;
  /** False if the control is gone or invisible, so no effect can be expected. */
  usable: boolean;
  /** Whether the tab is selected, the disclosure open, or the theme chosen. */
  on: boolean;
  /** Whether the element that it controls is visible; null if the page does not identify that element. */
  shows: boolean | null;
  /** Fingerprint of everything that may have changed. */
  look: string;
  copied: string | null;
  /** The code next to a copy button. */
  code: string | null;
}>;

export type ControlSelectors = Readonly<{
  copy: string;
  ignored: readonly string[];
  passedOver: string;
  /** click-limits.ts */
  copyButtonsAlikeMax: number;
}>;

/** Where to click a control, in px of the viewport. */
export type ControlPoint = Readonly<{ x: number; y: number; isMoving: boolean }>;

type Found = Readonly<{ element: HTMLElement; kind: ControlKind }>;
type Scope = {
  /** Controls whose turn has come, by index. */
  __offprintControls?: Found[];
  /** Signatures of these controls (kind and position): frameworks may recreate an element. */
  __offprintMet?: Set<string>;
  /** Number of copy buttons operated, by what similar buttons have in common. */
  __offprintCopyButtons?: Map<string, number>;
  __offprintCopied: string | null;
  __offprintLookAt?: (index: number) => ControlState | undefined;
  __offprintPointOf?: (index: number) => ControlPoint | undefined;
};

/** Runs in the page before its scripts: records copied text and leaves the computer's clipboard alone. */
export function prepareControls(): void {
  const scope = globalThis as unknown as Scope;
  scope.__offprintCopied = null;
  const keep = (text: string): void => {
    scope.__offprintCopied = text;
  };
  const { clipboard } = navigator;
  if (clipboard) {
    clipboard.writeText = async (text) => keep(String(text));
    clipboard.write = async (items) => {
      for (const item of items) keep(await (await item.getType('text/plain')).text());
    };
  }
  document.execCommand = (command) => {
    const field = document.activeElement;
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (/^copy$/i.test(command)) keep(isField ? field.value : String(getSelection()));
    return true;
  };
}

/** Runs in the page before its scripts: installs `lookAtControl` and `pointOf`, which are called many times. */
export function prepareLooks(): void {
  const scope = globalThis as unknown as Scope;
  scope.__offprintPointOf = (index) => {
    const { element } = scope.__offprintControls?.[index] ?? {};
    if (!element) return undefined;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!element.contains(document.elementFromPoint(x, y))) return undefined;
    const isMoving = document
      .getAnimations()
      .some((one) => one instanceof CSSTransition && one.playState === 'running');
    return { x, y, isMoving };
  };
  scope.__offprintLookAt = (index) => {
    const { element, kind } = scope.__offprintControls?.[index] ?? {};
    if (!element || !kind) return undefined;
    const isShown = (one: Element): boolean => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
    };
    const controlled = document.getElementById(element.getAttribute('aria-controls') ?? '');
    const details = element.localName === 'summary' ? element.parentElement : null;
    const panel = (): boolean | null => {
      if (details) {
        const content = [...details.children].filter((child) => child !== element);
        return content.length === 0 ? null : content.some(isShown);
      }
      if (controlled) return isShown(controlled);
      if (kind !== 'tab') return null;
      for (
        let around = element.closest('[role=tablist]')?.parentElement, level = 0;
        around && level < 5;
        around = around.parentElement, level++
      ) {
        const panels = [...around.querySelectorAll('[role=tabpanel]')];
        if (panels.length > 0)
          return panels.some(
            (one) =>
              isShown(one) && (one.textContent.trim() !== '' || one.querySelector('img,svg,video') !== null),
          );
      }
      return null;
    };
    const on =
      kind === 'tab'
        ? element.getAttribute('aria-selected') === 'true' || element.dataset.state === 'active'
        : details
          ? details.hasAttribute('open')
          : kind === 'theme'
            ? (element.getAttribute('aria-pressed') ?? element.getAttribute('aria-checked')) === 'true'
            : element.getAttribute('aria-expanded') === 'true';
    const rootLook = [document.documentElement, document.body].map((one) => {
      const attributes = [...one.attributes]
        .filter(({ name }) => !name.startsWith('data-offprint'))
        .map(({ name, value }) => `${name}=${value}`);
      return [...attributes, getComputedStyle(one).backgroundColor, getComputedStyle(one).color].join();
    });
    let shown = 0;
    let heights = 0;
    if (kind === 'disclosure') {
      for (const one of document.body.querySelectorAll('*')) {
        const { width, height } = one.getBoundingClientRect();
        // Permanently present menus may become visible only when opened.
        const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (width > 0 && height > 0 && isSeen) shown++;
        heights += Math.round(height);
      }
    }
    let code: string | null = null;
    const codes = element.hasAttribute('data-offprint-copy') ? 'pre,code' : 'pre';
    for (
      let around: Element | null = element, level = 0;
      kind === 'copy' && around && level < 5;
      around = around.parentElement, level++
    ) {
      const beside = around.matches('pre') ? around : around.querySelector(codes);
      if (beside) {
        code = beside.textContent;
        break;
      }
    }
    return {
      kind,
      name: (element.getAttribute('aria-label') ?? (element.textContent.trim() || element.title))
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 60),
      usable:
        element.isConnected &&
        element.checkVisibility({ visibilityProperty: true }) &&
        (kind !== 'copy' || code !== null),
      on,
      shows: panel(),
      look: kind === 'theme' ? rootLook.join() : `${shown} ${heights} ${rootLook.join()}`,
      copied: scope.__offprintCopied,
      code,
    };
  };
}

/**
 * The next control to operate (`index`, -1 if there is none) and how many visible controls are left. Also contains what
 * the caller would request next, because each call into the page takes a few milliseconds.
 */
export type Turn = Readonly<{
  left: number;
  index: number;
  /** See lookAtControl; absent if the page has not been prepared for operation. */
  state?: ControlState | undefined;
  /** See pointOf; also absent if the control cannot be used. */
  point?: ControlPoint | undefined;
}>;

/**
 * Runs in the page: selects the next control. Considers only controls that are currently visible and operable; excludes
 * links to elsewhere, form fields and form buttons. A tab comes after everything in its panel, and inner tabs before
 * outer ones, because the next tab hides the panel. Of similar copy buttons, only the first few are operated: the same
 * script handles all of them.
 */
export function nextControl({ copy, ignored, passedOver, copyButtonsAlikeMax }: ControlSelectors): Turn {
  const THEME =
    /\b(theme|dark|night|light mode|colou?r[ -](mode|scheme)|appearance|thème|tema|farbschema)\b|主题|外观|テーマ/i;
  const NEVER =
    '[role=combobox],[role=treeitem],input,textarea,:disabled,[aria-disabled="true"],a[href]:not([href^="#"]),[type=submit]';
  const isIgnored = (element: Element): boolean =>
    [...ignored, ...(passedOver === '' ? [] : [passedOver])].some((selector) => {
      try {
        return element.closest(selector) !== null;
      } catch {
        return false; // a pseudo-element, or a selector that this browser does not support
      }
    });
  const kindOf = (element: Element): ControlKind | undefined => {
    if (element.getAttribute('role') === 'tab') {
      const list = element.closest('[role=tablist]');
      return list && list.querySelectorAll('[role=tab]').length > 1 ? 'tab' : undefined;
    }
    const said = [
      element.getAttribute('aria-label'),
      element.getAttribute('title'),
      element.textContent,
      element.className,
    ];
    if (element.hasAttribute('aria-expanded')) return 'disclosure';
    if (element.localName === 'summary' && element.parentElement?.localName === 'details')
      return 'disclosure';
    if (element.matches(copy)) return 'copy';
    const words = said.join(' ').replace(/([a-z])([A-Z])|[-_]+/g, '$1 $2');
    return element.matches('button,[role=button],[role=switch]') && words.length < 200 && THEME.test(words)
      ? 'theme'
      : undefined;
  };
  const scope = globalThis as unknown as Scope;
  scope.__offprintControls ??= [];
  scope.__offprintMet ??= new Set();
  scope.__offprintCopyButtons ??= new Map();
  const copyButtons = scope.__offprintCopyButtons;
  /** Identifies similar buttons by tag and parent; the button's own classes may change when it is clicked. */
  const likeOf = ({ localName, parentElement }: HTMLElement): string =>
    `${localName} in ${parentElement?.localName} ${parentElement?.className}`;
  /** Excludes the button's own text, which changes when it is clicked. */
  const codeBeside = (element: HTMLElement): string => {
    for (let around: Element | null = element; around; around = around.parentElement) {
      const code = around.matches('pre') ? around : around.querySelector('pre');
      if (code)
        return code.contains(element) ? code.textContent.replace(element.textContent, '') : code.textContent;
    }
    return '';
  };
  /** Position and adjacent code: panels may be rendered again. */
  const signatureOf = (element: HTMLElement, kind: ControlKind): string => {
    const path: number[] = [];
    for (let each: Element | null = element; each?.parentElement; each = each.parentElement)
      path.push([...each.parentElement.children].indexOf(each));
    const beside = kind === 'copy' ? codeBeside(element) : '';
    return [kind, kind === 'tab' ? element.textContent : '', path, beside].join('|');
  };
  const fresh: (Found & { signature: string; depth: number })[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    `[role=tab],[aria-expanded],summary,button,[role=button],[role=switch],${copy}`,
  )) {
    const kind = kindOf(element);
    const isOurs =
      element.closest('[data-offprint]') !== null && element.closest('[data-offprint-panel]') === null;
    if (!kind || element.matches(NEVER) || isOurs || isIgnored(element)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const signature = signatureOf(element, kind);
    if (scope.__offprintMet.has(signature)) continue;
    if (kind === 'copy' && (copyButtons.get(likeOf(element)) ?? 0) >= copyButtonsAlikeMax) continue;
    const isTab = kind === 'tab';
    let depth = isTab ? 0 : Number.POSITIVE_INFINITY;
    for (
      let each = isTab ? element.closest('[role=tabpanel]') : null;
      each;
      each = each.parentElement?.closest('[role=tabpanel]') ?? null
    )
      depth++;
    fresh.push({ element, kind, signature, depth });
  }
  const deepest = Math.max(...fresh.map(({ depth }) => depth));
  const next = fresh.find(({ depth }) => depth === deepest);
  if (!next) return { left: 0, index: -1 };
  scope.__offprintMet.add(next.signature);
  if (next.kind === 'copy')
    copyButtons.set(likeOf(next.element), (copyButtons.get(likeOf(next.element)) ?? 0) + 1);
  const index = scope.__offprintControls.push(next) - 1;
  const state = scope.__offprintLookAt?.(index);
  const pointIfAny = (): ControlPoint | undefined => {
    try {
      return scope.__offprintPointOf?.(index);
    } catch {
      return undefined; // `pointOf` is called again before the click and reports the error
    }
  };
  return {
    left: fresh.length,
    index,
    state,
    point: state?.usable ? pointIfAny() : undefined,
  };
}

/**
 * Runs in the page: scrolls a control into view.
 * @returns where to click it; undefined if it cannot be clicked
 */
export function pointOf(index: number): ControlPoint | undefined {
  return (globalThis as unknown as Scope).__offprintPointOf?.(index);
}

/** Runs in the page: focuses a control. */
export function focusControl(index: number): void {
  (globalThis as unknown as Scope).__offprintControls?.[index]?.element.focus();
}

/** Runs in the page: returns the current state of a control; undefined if the page has changed. */
export function lookAtControl(index: number): ControlState | undefined {
  return (globalThis as unknown as Scope).__offprintLookAt?.(index);
}
