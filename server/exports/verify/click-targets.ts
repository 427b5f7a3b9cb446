import type { Page } from 'puppeteer-core';
import { COPY_BUTTONS } from '../runtime/browser/copy-buttons.ts';
import { BOXES } from '../search/browser/search-boxes.ts';
import { CHECK_CLICKS_MAX, CLICKS_MAX, HOVERS_MAX, LINKS_MAX } from './click-limits.ts';
import type { ClickKind, ClickTarget, Scope } from './in-page-clicks.ts';

/** `like` is equal for targets of the same make and position on different pages. */
export type FoundTarget = ClickTarget &
  Readonly<{
    like: string;
    hasListener: boolean;
    /** It links to a visible part of the page, so the click need not have any other effect. */
    isAnchored?: boolean;
  }>;

export type ClickSelectors = Readonly<{
  /** Base address of the pages; links to anything outside are not followed. */
  inside: string;
  /**
   * Selectors to leave alone: elements that the bundle replaces or removes, and controls that are operated in other
   * ways.
   */
  passedOver: readonly string[];
  /** `NEVER_CLICKED`, which code in the page cannot import. */
  neverClicked: Readonly<{ names: string; selector: string }>;
}>;

/** Not needed for reading, and some of them change something. */
const NOT_FOR_READING = /log ?(out|in|off)|sign ?(out|in|up)|delete|remove|subscribe|download|print/;
/** Operated with the other controls (controls.ts). */
const THEME = /\b(theme|(dark|light)( mode)?)\b/;

/**
 * What click checks never click, in a form that can be passed to the page: logins, downloads, form submission (a button
 * in a form submits it unless its type says otherwise), and anything that changes data. `findTargets` itself excludes
 * links to other sites or windows.
 */
export const NEVER_CLICKED = {
  /** A case-insensitive regular expression for names. */
  names: `${NOT_FOR_READING.source}|${THEME.source}`,
  /** A selector for elements; everything inside them is excluded too. */
  selector:
    '[type=submit],[type=image],form button:not([type=button],[type=reset]),button[form]:not([type=button],[type=reset]),[download]',
} as const;

/**
 * Targets clicked so far on any page. Similar targets are clicked only once, so the time grows with the number of
 * kinds, not of pages.
 */
export type KnownClicks = Readonly<{
  /** Whether a similar target has been claimed, or the maximum is reached. */
  isKnown: (target: FoundTarget) => boolean;
  /**
   * Claims a target for the caller to click.
   * @returns false if it is already known
   */
  claim: (target: FoundTarget) => boolean;
  /** Releases a claimed target that was not clicked. */
  release: (target: FoundTarget) => void;
  /** Reports that the click did not do what it does at the origin. */
  hasFailed: (target: FoundTarget) => void;
}>;

/**
 * @param max total clicks on all pages
 * @param triesAgain whether a target that failed on one page is clicked on other pages too
 */
export function openKnownClicks(max = CHECK_CLICKS_MAX, triesAgain = false): KnownClicks {
  const taken = new Set<string>();
  const isKnown = ({ like }: FoundTarget): boolean => taken.size >= max || taken.has(like);
  return {
    isKnown,
    claim: (target) => {
      if (isKnown(target)) return false;
      taken.add(target.like);
      return true;
    },
    release: ({ like }) => {
      taken.delete(like);
    },
    hasFailed: ({ like }) => {
      if (triesAgain) taken.delete(like);
    },
  };
}

/**
 * Finds what to click on a page: the first target of each kind, in document order.
 * @param inside base address of the pages
 * @param ignored selectors of what the bundle removes
 */
export async function targetsOf(
  tab: Page,
  inside: string,
  ignored: readonly string[],
  known: KnownClicks,
): Promise<FoundTarget[]> {
  return chosenAmong(await allTargets(tab, inside, ignored), known);
}

/** Selects which of a page's targets to click. */
export function chosenAmong(targets: readonly FoundTarget[], known: KnownClicks): FoundTarget[] {
  const kinds = new Set<string>();
  let links = 0;
  return targets
    .filter((target) => {
      if (kinds.has(target.like) || known.isKnown(target)) return false;
      kinds.add(target.like);
      return target.kind !== 'link' || links++ < LINKS_MAX;
    })
    .sort((a, b) => Number(b.hasListener) - Number(a.hasListener))
    .slice(0, CLICKS_MAX);
}

function allTargets(tab: Page, inside: string, ignored: readonly string[]): Promise<FoundTarget[]> {
  const passedOver = [...ignored, BOXES, COPY_BUTTONS];
  return tab.evaluate(findTargets, { inside, passedOver, neverClicked: NEVER_CLICKED });
}

/** Finds elements to hover over: ones that are not clicked, but whose scripts may request something on hover. */
export async function hoversOf(
  tab: Page,
  ignored: readonly string[],
  known: KnownClicks,
): Promise<FoundTarget[]> {
  const found = await tab.evaluate(findHovers, [...ignored, BOXES], HOVERS_MAX);
  return found.filter((target) => !known.isKnown(target));
}

/** Finds what a reader may click on a page, except links. */
export async function pressablesOf(
  tab: Page,
  inside: string,
  ignored: readonly string[],
): Promise<FoundTarget[]> {
  return (await allTargets(tab, inside, ignored)).filter(({ kind }) => kind !== 'link');
}

/** Runs in the page: finds what a reader may click, in document order. */
export function findTargets({ inside, passedOver, neverClicked }: ClickSelectors): FoundTarget[] {
  const scope = globalThis as unknown as Scope;
  const SELECTOR =
    'a[href],button,[role=button],input[type=button],[onclick],img,svg,picture,figure,input:not([type]),input[type=text],input[type=search],input[type=checkbox],input[type=radio]:not(:checked),input[type=range],textarea,select,th';
  const neverClickedNames = new RegExp(neverClicked.names, 'i');
  const OPERATED =
    '[role=tablist],[role=tab],[aria-expanded],summary,[role=combobox],[role=treeitem],:disabled,[aria-disabled="true"]';
  const matches = (element: Element, selector: string): boolean => {
    try {
      return element.closest(selector) !== null;
    } catch {
      return false; // a pseudo-element, or a selector that this browser does not support
    }
  };
  const bare = (url: string): string => url.replace(/#.*$/s, '');
  /** Links within the page count as alike, except those to a hidden target, which scripts may reveal. */
  const targetState = (link: HTMLAnchorElement): string => {
    const id = link.hash.slice(1);
    const target = document.getElementById(id) ?? document.getElementById(decoded(id));
    if (!target) return 'absent';
    return target.checkVisibility({ visibilityProperty: true }) ? '' : 'hidden';
  };
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const listensAround = (element: Element, selector: string): boolean => {
    const around = element.parentElement?.closest(selector);
    if (!around) return false;
    return scope.__offprintListening?.has(around) === true || listensAround(around, selector);
  };
  const byTag = new Map<string, Map<string, HTMLElement[]>>();
  const found: FoundTarget[] = [];
  for (const element of scope.__offprintFind?.('*') ?? []) {
    const own = scope.__offprintListening?.has(element) === true || element.hasAttribute('onclick');
    if (!own && !element.matches(SELECTOR)) continue;
    // Table headers often sort the table, with one listener for all of them.
    if (!own && element.localName === 'th' && !listensAround(element, 'thead,tr,table')) continue;
    if (element.closest('[data-offprint]') || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    const tag = element.localName;
    const name = scope.__offprintName?.(element) ?? '';
    const named = byTag.get(tag) ?? scope.__offprintNamed?.(tag);
    if (named) byTag.set(tag, named);
    const nth = named?.get(name)?.indexOf(element) ?? 0;
    const link = element.closest('a[href]');
    const { width, height } = element.getBoundingClientRect();
    // Tiny elements are for screen readers; large ones listen on behalf of their contents.
    if (width < 4 || height < 4) continue;
    if ([...passedOver, OPERATED, neverClicked.selector].some((selector) => matches(element, selector)))
      continue;
    if (neverClickedNames.test(name)) continue;
    let kind: ClickKind;
    if (link instanceof HTMLAnchorElement && !/^(#|javascript:)/i.test(link.getAttribute('href') ?? '')) {
      if (element !== link) continue;
      const framed = link.target !== '' && link.target !== '_self';
      if (framed || !link.href.startsWith(inside) || bare(link.href) === bare(location.href)) continue;
      kind = 'link';
    } else if (element.matches('select,textarea,input:not([type=button])')) {
      const hears =
        own ||
        listensAround(element, 'fieldset,form') ||
        ['oninput', 'onkeyup', 'onchange', 'onkeydown'].some((one) => element.hasAttribute(one));
      if (!hears) continue;
      kind = 'field';
    } else if (element.matches('img,svg,picture,figure')) {
      if (element.closest('button,[role=button]') || width < 16) continue;
      const looksPressable = /pointer|zoom-in/.test(getComputedStyle(element).cursor);
      if (!own && !looksPressable && !(tag === 'img' && scope.__offprintListening?.has(document))) continue;
      kind = 'picture';
    } else if (element.matches('button,[role=button],input[type=button]')) kind = 'button';
    else {
      const isAround = element.querySelector('a[href],button,input,[role=button]') !== null;
      if (
        isAround ||
        element.matches('html,body,main,article') ||
        width * height > (innerWidth * innerHeight) / 2
      )
        continue;
      kind = 'button';
    }
    const landmark = element.closest('nav,header,footer,aside,main,article')?.localName ?? 'body';
    const classes = [element, ...(kind === 'link' ? [element.parentElement] : [])]
      .map((one) => one?.getAttribute('class') ?? '')
      .join(' ');
    const intoPage = !own && link instanceof HTMLAnchorElement && link.getAttribute('href') !== '#';
    const state = intoPage ? targetState(link) : undefined;
    const told = kind === 'link' ? '' : (state ?? name);
    const like = [kind, tag, landmark, classes, told].join('|').replace(/\d+/g, '0');
    found.push({ kind, tag, name, nth, like, hasListener: own, isAnchored: state === '' });
  }
  return found;
}

/** Runs in the page: finds elements that listen for hover, the first of each kind. */
export function findHovers(passedOver: readonly string[], max: number): FoundTarget[] {
  const scope = globalThis as unknown as Scope;
  const found = new Map<string, FoundTarget>();
  for (const element of scope.__offprintHovers ?? []) {
    const like = `hover|${element.localName}|${element.className}`;
    const isPassedOver = [...passedOver, '[data-offprint]'].some((selector) => {
      try {
        return element.closest(selector) !== null;
      } catch {
        return false; // not a selector that this browser supports
      }
    });
    if (found.size >= max || found.has(like) || isPassedOver || element.matches('html,body')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const name = scope.__offprintName?.(element) ?? '';
    const nth = scope.__offprintNamed?.(element.localName).get(name)?.indexOf(element) ?? 0;
    found.set(like, { kind: 'hover', tag: element.localName, name, nth, like, hasListener: true });
  }
  return [...found.values()];
}
