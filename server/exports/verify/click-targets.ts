import type { Page } from 'puppeteer-core';
import { COPY_BUTTONS } from '../runtime/browser/copy-buttons.ts';
import { BOXES } from '../search/browser/search-boxes.ts';
import { CHECK_CLICKS_MAX, CLICKS_MAX, HOVERS_MAX, LINKS_MAX } from './click-limits.ts';
import type { ClickKind, ClickTarget, Scope } from './in-page-clicks.ts';

/** `like` is the same for what is made and placed alike on other pages. */
export type FoundTarget = ClickTarget &
  Readonly<{
    like: string;
    hasListener: boolean;
    /** It leads to a part of the page that is shown: nothing else need come of it. */
    isAnchored?: boolean;
  }>;

export type ClickSelectors = Readonly<{
  /** Where the pages lie: links to elsewhere are not followed. */
  inside: string;
  /** Left alone: what the bundle replaces or removes, and controls that are operated in other ways. */
  passedOver: readonly string[];
  /** NEVER_CLICKED, which the page cannot import. */
  neverClicked: Readonly<{ names: string; selector: string }>;
}>;

/** Nobody presses these to read, and some of them change something. */
const NOT_FOR_READING = /log ?(out|in|off)|sign ?(out|in|up)|delete|remove|subscribe|download|print/;
/** Operated with the other controls (controls.ts). */
const THEME = /\b(theme|(dark|light)( mode)?)\b/;

/**
 * What the checks of clicks never click, as the page takes it: logins, downloads, what submits a form (a button in a form
 * does, unless its type says otherwise), and what changes something. Links that lead to another site or open another
 * window are left out where links are told apart (findTargets).
 */
export const NEVER_CLICKED = {
  /** A regular expression for names; case is ignored. */
  names: `${NOT_FOR_READING.source}|${THEME.source}`,
  /** A selector for elements, with all that is in them. */
  selector:
    '[type=submit],[type=image],form button:not([type=button],[type=reset]),button[form]:not([type=button],[type=reset]),[download]',
} as const;

/** What has been clicked on any page: what is alike is clicked once, so that time goes by kinds, not by pages. */
export type KnownClicks = Readonly<{
  /** Whether one alike has been taken, or there have been enough. */
  isKnown: (target: FoundTarget) => boolean;
  /** Takes a target for the caller to click. @returns false where it is known */
  claim: (target: FoundTarget) => boolean;
  /** It was taken and not clicked after all: anybody may. */
  release: (target: FoundTarget) => void;
  /** The click did not do what it does at the origin. */
  hasFailed: (target: FoundTarget) => void;
}>;

/**
 * @param max clicks on all pages together
 * @param triesAgain whether what has failed on one page is clicked on others too
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
 * What on a page is to be clicked: the first of each kind, in document order.
 * @param inside where the pages lie
 * @param ignored selectors of what the bundle takes away
 */
export async function targetsOf(
  tab: Page,
  inside: string,
  ignored: readonly string[],
  known: KnownClicks,
): Promise<FoundTarget[]> {
  return chosenAmong(await allTargets(tab, inside, ignored), known);
}

/** Which of the targets of a page are to be clicked. */
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

/** What on a page is to be pointed at: nobody clicks it, and scripts that are there may ask for something then. */
export async function hoversOf(
  tab: Page,
  ignored: readonly string[],
  known: KnownClicks,
): Promise<FoundTarget[]> {
  const found = await tab.evaluate(findHovers, [...ignored, BOXES], HOVERS_MAX);
  return found.filter((target) => !known.isKnown(target));
}

/** What a reader may click on a page, but for links. */
export async function pressablesOf(
  tab: Page,
  inside: string,
  ignored: readonly string[],
): Promise<FoundTarget[]> {
  return (await allTargets(tab, inside, ignored)).filter(({ kind }) => kind !== 'link');
}

/** Runs in the page: what a reader may click, in document order. */
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
      return false; // of a pseudo-element, or one that this browser does not know
    }
  };
  const bare = (url: string): string => url.replace(/#.*$/s, '');
  /** Links into the page are alike, but for those to what is not shown: scripts may show it. */
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
    // Tables are sorted by their headings, and often listen for all of them.
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
    // Smaller ones are for screen readers; larger ones listen for what is in them.
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

/** Runs in the page: what listens to the pointer coming, the first of each kind. */
export function findHovers(passedOver: readonly string[], max: number): FoundTarget[] {
  const scope = globalThis as unknown as Scope;
  const found = new Map<string, FoundTarget>();
  for (const element of scope.__offprintHovers ?? []) {
    const like = `hover|${element.localName}|${element.className}`;
    const isPassedOver = [...passedOver, '[data-offprint]'].some((selector) => {
      try {
        return element.closest(selector) !== null;
      } catch {
        return false; // a selector that this browser does not know
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
