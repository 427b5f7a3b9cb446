export type ClickKind = 'link' | 'button' | 'picture' | 'field' | 'hover';

/** A click target that can be found again after a reload: the nth visible element with this tag and name. */
export type ClickTarget = Readonly<{ kind: ClickKind; tag: string; name: string; nth: number }>;

/** Visible state of a page; each part is a fingerprint of everything that may have changed. */
export type PageLook = Readonly<{
  title: string;
  text: string;
  pictures: string;
  frames: string;
  /** Number of visible elements, their heights, and colours. */
  look: string;
  scroll: string;
  /** Whether this is still the document that was clicked. */
  isSame: boolean;
  /** Requests blocked by the content security policy. */
  blocked: readonly string[];
  /** Other hosts that media, frames and images come from. */
  hosts: readonly string[];
  /** Number of times that scripts have set a cookie. */
  cookies: number;
}>;

/** State that the check scripts keep on a page. */
export type Scope = {
  __offprintListening?: WeakSet<object>;
  __offprintHovers?: Set<HTMLElement>;
  __offprintCookies?: number;
  __offprintStopped?: string[];
  __offprintSame?: boolean;
  /** Whether anything on the page listens for clicks or typing. */
  __offprintListens?: boolean;
  /** Returns the name that identifies a target. */
  __offprintName?: (element: HTMLElement) => string;
  /** Returns all elements on a page that match a selector; those in open shadow roots come last. */
  __offprintFind?: (selector: string) => HTMLElement[];
  /** Returns all visible elements with a tag, by name. */
  __offprintNamed?: (tag: string) => Map<string, HTMLElement[]>;
};

/** Runs in the page before its scripts: records listeners for clicks and typing, and requests blocked by a policy. */
export function prepareClicks(): void {
  const scope = globalThis as unknown as Scope;
  const listening = new WeakSet<object>();
  scope.__offprintListening = listening;
  const stopped: string[] = [];
  scope.__offprintStopped = stopped;
  scope.__offprintName = (element) => {
    const label = ['aria-label', 'alt', 'placeholder'].map((one) => element.getAttribute(one)).find(Boolean);
    const said = label ?? (element.textContent?.trim() || element.title || element.id);
    return said.replace(/\s+/g, ' ').trim().slice(0, 60);
  };
  const { __offprintName: nameOf } = scope;
  const find = (root: Document | ShadowRoot, selector: string): HTMLElement[] => [
    ...root.querySelectorAll<HTMLElement>(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ localName, shadowRoot }) =>
      shadowRoot && !localName.startsWith('offprint-') ? find(shadowRoot, selector) : [],
    ),
  ];
  scope.__offprintFind = (selector) => find(document, selector);
  scope.__offprintNamed = (tag) => {
    const isShown = (one: HTMLElement): boolean =>
      !one.closest('[data-offprint]') && one.checkVisibility({ visibilityProperty: true });
    return Map.groupBy(find(document, tag).filter(isShown), nameOf);
  };
  const hovers = new Set<HTMLElement>();
  scope.__offprintHovers = hovers;
  scope.__offprintCookies = 0;
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  if (cookie?.set)
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(this: Document, value: string) {
        scope.__offprintCookies = (scope.__offprintCookies ?? 0) + 1;
        cookie.set?.call(this, value);
      },
    });
  const original = EventTarget.prototype.addEventListener;
  original.call(document, 'securitypolicyviolation', (event) => {
    stopped.push((event as SecurityPolicyViolationEvent).blockedURI);
  });
  EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
    if (/^(click|mousedown|mouseup|pointerdown|pointerup|input|keyup|keydown|change)$/.test(type)) {
      listening.add(this ?? globalThis);
      scope.__offprintListens = true;
    }
    if (/^(mouse|pointer)(enter|over)$/.test(type) && this instanceof HTMLElement) hovers.add(this);
    return Reflect.apply(original, this, [type, ...rest]);
  } as typeof original;
}

/**
 * Runs in the page: scrolls a target into view.
 * @returns where to click it, in px of the viewport; `hidden` if something covers it, `absent` if it does not exist
 */
export function pointOfTarget({
  tag,
  name,
  nth,
}: ClickTarget): { x: number; y: number } | 'hidden' | 'absent' {
  const scope = globalThis as unknown as Scope;
  const element = scope.__offprintNamed?.(tag).get(name)?.[nth];
  if (!element) return 'absent';
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // A link may wrap onto a second line; the centre of its bounding box may then lie outside it.
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const root = element.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) && !hit.matches('html,body')
    ? { x, y }
    : 'hidden';
}

/**
 * Runs in the page: focuses a `select` element.
 * @returns false for any other target
 */
export function focusOptions({ tag, name, nth }: ClickTarget): boolean {
  if (tag !== 'select') return false;
  (globalThis as unknown as Scope).__offprintNamed?.(tag).get(name)?.[nth]?.focus();
  return true;
}

/**
 * Runs in the page: returns its visible state.
 * @param isBefore marks the document, so that it can be recognised later
 */
export async function lookAtPage(isBefore: boolean): Promise<PageLook> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const scope = globalThis as unknown as Scope;
  if (isBefore) scope.__offprintSame = true;
  const nameOf = (url: string): string =>
    url
      .replace(/[?#].*$/s, '')
      .split('/')
      .pop() ?? '';
  const hostOf = (one: Element): string => {
    const { protocol = '', host = '' } = URL.parse((one as HTMLImageElement).src || 'about:blank') ?? {};
    return /^https?:$/.test(protocol) && host !== location.host ? host : '';
  };
  const isShown = (one: Element): boolean => {
    const { width, height } = one.getBoundingClientRect();
    return (
      width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  /** Tooltips are shown by hovering, not by the click. */
  const TOOLTIP = '[role=tooltip]';
  const isDrawn = (one: Element): boolean => one.checkVisibility({ visibilityProperty: true });
  const tooltips = (scope.__offprintFind?.(TOOLTIP) ?? []).filter(isDrawn).map((one) => one.innerText);
  const textOf = (element: HTMLElement | null): string =>
    tooltips
      .reduce((text, said) => text.replace(said, ''), element?.innerText ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  let shown = 0;
  let heights = 0;
  const all = document.body?.getElementsByTagName('*') ?? [];
  // Beyond this many elements, the text and the height of the page are sufficient.
  for (let index = 0; index < Math.min(all.length, 1500); index++) {
    const one = all[index] as Element;
    if (one.localName.startsWith('offprint-') || !isShown(one) || one.closest(TOOLTIP)) continue;
    shown++;
    heights += Math.round(one.getBoundingClientRect().height);
  }
  const colours = [document.documentElement, document.body].map((one) =>
    one ? `${getComputedStyle(one).backgroundColor} ${getComputedStyle(one).color}` : '',
  );
  return {
    title: document.title,
    text: [document.body, ...(scope.__offprintFind?.(':host > *') ?? [])]
      .map(textOf)
      .join()
      .slice(0, 200_000),
    pictures: [...document.images]
      .filter((one) => one.naturalWidth > 0 && isShown(one))
      .map((one) => `${nameOf(one.currentSrc || one.src)} ${Math.round(one.getBoundingClientRect().width)}`)
      .join(),
    frames: [...document.querySelectorAll('iframe,frame')]
      .map(
        (one) =>
          `${nameOf((one as HTMLIFrameElement).src)} ${Math.round(one.getBoundingClientRect().height)}`,
      )
      .join(),
    look: `${shown} ${heights} ${document.documentElement.scrollHeight} ${colours.join()}`,
    scroll: `${Math.round(scrollX)} ${Math.round(scrollY)}`,
    isSame: scope.__offprintSame === true,
    blocked: [...new Set(scope.__offprintStopped ?? [])],
    cookies: scope.__offprintCookies ?? 0,
    hosts: [
      ...new Set((scope.__offprintFind?.('iframe,frame,embed,img,video,audio,source') ?? []).map(hostOf)),
    ],
  };
}
