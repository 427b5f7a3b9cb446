export type ClickKind = 'link' | 'button' | 'picture' | 'field' | 'hover';

/** What a reader may click, found again after the page was loaded anew: the n-th visible element of this name. */
export type ClickTarget = Readonly<{ kind: ClickKind; tag: string; name: string; nth: number }>;

/** What there is to be seen of a page; each part stands for all that may have changed. */
export type PageLook = Readonly<{
  title: string;
  text: string;
  pictures: string;
  frames: string;
  /** How much is shown, how large, in which colours. */
  look: string;
  scroll: string;
  /** Whether it is the document that was clicked in. */
  isSame: boolean;
  /** Calls that the content security policy stopped. */
  blocked: readonly string[];
  /** Other hosts that films, frames and pictures come from. */
  hosts: readonly string[];
  /** How often scripts have set a cookie. */
  cookies: number;
}>;

/** What scripts of the checks keep on a page. */
export type Scope = {
  __offprintListening?: WeakSet<object>;
  __offprintHovers?: Set<HTMLElement>;
  __offprintCookies?: number;
  __offprintStopped?: string[];
  __offprintSame?: boolean;
  /** Something on the page listens. */
  __offprintListens?: boolean;
  /** What a target is known by. */
  __offprintName?: (element: HTMLElement) => string;
  /** All elements of a page that a selector matches, those in open shadow roots after the others. */
  __offprintFind?: (selector: string) => HTMLElement[];
  /** All elements of a tag that are to be seen, by their names. */
  __offprintNamed?: (tag: string) => Map<string, HTMLElement[]>;
};

/** Runs in the page before its scripts: what listens to clicks and typing, and what a policy stops, is written down. */
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
 * Runs in the page: brings a target into view.
 * @returns where a click meets it, in px of the window; `hidden` when something lies over it, `absent` when it is not there
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
  // A link may be broken over two lines: the middle of both is beside it.
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const root = element.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x, y);
  return hit && (element.contains(hit) || hit.contains(element)) && !hit.matches('html,body')
    ? { x, y }
    : 'hidden';
}

/** Runs in the page: gives a list of options the focus. @returns false for any other target */
export function focusOptions({ tag, name, nth }: ClickTarget): boolean {
  if (tag !== 'select') return false;
  (globalThis as unknown as Scope).__offprintNamed?.(tag).get(name)?.[nth]?.focus();
  return true;
}

/** Runs in the page: what there is to be seen now. @param isBefore marks the document, to be known again */
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
  /** The pointer brings them, not the click. */
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
  // Beyond so many, the text and the height of the page say as much.
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
