import type { HTTPRequest, Page } from 'puppeteer-core';
import { hasPageLeft } from '../chromium/page-left.ts';
import type { FoundTarget } from './click-targets.ts';
import {
  type ClickKind,
  type ClickTarget,
  focusOptions,
  lookAtPage,
  type PageLook,
  pointOfTarget,
} from './in-page-clicks.ts';
import { newErrors } from './new-errors.ts';
import { OPEN_MS, openPage } from './operated-tab.ts';

/**
 * What a click changed for a reader. `fragment` means only the URL fragment changed, which has no visible effect unless
 * a script listens.
 */
export type Change =
  | 'address'
  | 'fragment'
  | 'title'
  | 'text'
  | 'pictures'
  | 'frames'
  | 'look'
  | 'scroll'
  | 'window';

/** Outcome of one click. */
export type Outcome = Readonly<{
  changes: ReadonlySet<Change>;
  /** Whether the target could be clicked: `hidden` if something covers it, `absent` if it does not exist. */
  reach: 'met' | 'hidden' | 'absent';
  /** Uncaught script errors. */
  errors: readonly string[];
  /** Requests for missing files, and addresses that a `file://` page must not request. */
  failed: readonly string[];
  /** First other host that content came from only after the click. */
  outside?: string | undefined;
  /** A script set a cookie, which `file://` pages do not support. */
  setsCookie?: true | undefined;
}>;

/** What is wrong with a click in the bundle. */
export type ClickProblem = Readonly<{
  /** Phrase that completes a sentence. */
  problem: string;
  /** What no bundle can provide: content from another host, or cookies without a host. */
  needs?: 'internet' | 'cookies';
  /** First requested address that is missing. */
  missing?: string;
}>;

/** A clicked target and what is wrong with it. */
export type ClickFailure = ClickProblem & Readonly<{ kind: ClickKind; name: string }>;

/** Returns the phrase that names a clicked target in a sentence. */
export function clickWords({ kind, name }: Pick<ClickFailure, 'kind' | 'name'>): string {
  const [called, unnamed] = KINDS[kind];
  return name === '' ? unnamed : `${called} "${name}"`;
}

const KINDS: Readonly<Record<ClickKind, readonly [called: string, unnamed: string]>> = {
  link: ['a link', 'a link without text'],
  button: ['a control', 'a control without a name'],
  picture: ['an image', 'an image'],
  field: ['a field', 'a field'],
  hover: ['an element', 'an element without text'],
};

/** How long to wait for an effect: on the first try, and on the try that decides. */
const EFFECT_MS = 500;
const PATIENT_EFFECT_MS = 1000;
/**
 * Minimum number of polls on the try that decides: on a busy machine, a second may pass before the page gets to run.
 */
const PATIENT_LOOKS = 20;
/** Text typed into a field until something happens: first what most lists have a match for, then what none has. */
const TYPED = ['e', 'zq'];
const SETTLE_MS = 100;
const POLL_MS = 20;

/**
 * Clicks a link on a page of the bundle. It opens a local file, so the effect shows quickly.
 * @returns whether the click opens another document
 */
export async function leadsOn(tab: Page, target: ClickTarget): Promise<boolean> {
  const url = tab.url();
  const point = await tab.evaluate(pointOfTarget, target);
  if (typeof point === 'string') return false;
  await tab.evaluate(() => Object.assign(globalThis, { asClicked: true }));
  // On a busy machine, a requested document may take long to appear.
  let isLeaving = false;
  const ofPage = (request: HTTPRequest): boolean =>
    request.isNavigationRequest() && request.frame() === tab.mainFrame();
  const onRequest = (request: HTTPRequest): void => {
    if (ofPage(request)) isLeaving = true;
  };
  const onStopped = (request: HTTPRequest): void => {
    if (ofPage(request) && request.failure()?.errorText === 'net::ERR_ABORTED') isLeaving = false;
  };
  tab.on('request', onRequest).on('requestfailed', onStopped);
  try {
    const started = performance.now();
    await tab.mouse.click(point.x, point.y);
    for (let looks = 1; ; looks++) {
      // A new document, not just an address changed by a script.
      const isSame = await tab.evaluate(() => 'asClicked' in globalThis).catch(() => undefined);
      if (isSame === false && bareAddress(tab.url()) !== bareAddress(url)) return true;
      const ms = performance.now() - started;
      if (isLeaving ? ms > OPEN_MS : ms > EFFECT_MS && looks >= PATIENT_LOOKS) return false;
      await pause(POLL_MS);
    }
  } finally {
    tab.off('request', onRequest).off('requestfailed', onStopped);
  }
}

function addressChange(before: string, after: string): 'address' | 'fragment' | undefined {
  if (before === after) return undefined;
  return bareAddress(before) === bareAddress(after) ? 'fragment' : 'address';
}

function bareAddress(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Returns what changes on a loaded page by itself, which therefore cannot be attributed to a click. */
export async function movingParts(tab: Page): Promise<ReadonlySet<Change>> {
  const first = await tab.evaluate(lookAtPage, true);
  await pause(SETTLE_MS);
  return new Set(differences(first, await tab.evaluate(lookAtPage, true)));
}

/** Returns what changes on an untouched page in the time that a click's effect may take. */
export async function changesAlone(tab: Page, url: string): Promise<ReadonlySet<Change>> {
  await openAnew(tab, url, true);
  const address = tab.url();
  const before = await tab.evaluate(lookAtPage, true);
  await pause(PATIENT_EFFECT_MS + SETTLE_MS);
  const after = await look(tab);
  const changes = new Set<Change>(after?.isSame ? differences(before, after) : SEEN);
  const moved = addressChange(address, tab.url());
  if (moved) changes.add(moved);
  return changes;
}

/** @param isPatient waits until the page makes no more requests and has stopped changing */
async function openAnew(tab: Page, url: string, isPatient: boolean): Promise<void> {
  if (url.includes('#')) await tab.goto('about:blank');
  if (!isPatient) {
    await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
    return;
  }
  await openPage(tab, url);
  const started = performance.now();
  while (performance.now() - started < PATIENT_EFFECT_MS && (await movingParts(tab)).size > 0);
}

/**
 * Reloads a page and clicks one target as a reader would. Types into a text field; selects the next option of a list.
 * @param moving what changes on the page by itself
 */
export async function clickOnce(
  tab: Page,
  url: string,
  target: ClickTarget,
  isPatient: boolean,
  moving: ReadonlySet<Change>,
): Promise<Outcome> {
  // If the pointer is already over the target, no hover event fires.
  if (target.kind === 'hover') await tab.mouse.move(0, 0);
  await openAnew(tab, url, isPatient);
  const errors: string[] = [];
  const failed = new Set<string>();
  const changes = new Set<Change>();
  const onError = (error: unknown): void => {
    errors.push(String(error instanceof Error ? error.message : error).slice(0, 200));
  };
  const onFailed = (request: HTTPRequest): void => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.add(request.url());
  };
  const onWindow = (): void => void changes.add('window');
  /** Another page has been requested, but has not loaded yet. */
  let isLeaving = false;
  const onRequest = (request: HTTPRequest): void => {
    if (request.isNavigationRequest() && request.frame() === tab.mainFrame()) isLeaving = true;
  };
  const onNoPage = (request: HTTPRequest): void => {
    if (request.isNavigationRequest() && request.frame() === tab.mainFrame()) isLeaving = false;
  };
  try {
    const point = await tab.evaluate(pointOfTarget, target);
    if (typeof point === 'string') return { changes, reach: point, errors, failed: [] };
    const before = await tab.evaluate(lookAtPage, true);
    tab.on('pageerror', onError).on('requestfailed', onFailed).on('dialog', onWindow).on('popup', onWindow);
    tab.on('request', onRequest).on('requestfailed', onNoPage);
    // Some routers have changed the address since the page was opened.
    const addressBefore = tab.url();
    if (await tab.evaluate(focusOptions, target)) await tab.keyboard.press('ArrowDown');
    else if (target.kind === 'hover') await tab.mouse.move(point.x, point.y);
    else await tab.mouse.click(point.x, point.y);
    const typed = target.kind === 'field' && target.tag !== 'select' ? [...TYPED] : [];
    const next = typed.shift();
    if (next !== undefined) await tab.keyboard.type(next);
    let started = performance.now();
    let after: PageLook | undefined;
    let isSettling = false;
    const isOver = (looks: number): boolean => {
      const ms = performance.now() - started;
      if (isLeaving) return ms > OPEN_MS;
      return isPatient ? ms > PATIENT_EFFECT_MS && looks >= PATIENT_LOOKS : ms > EFFECT_MS;
    };
    for (let looks = 1; ; looks++) {
      await pause(isSettling ? SETTLE_MS : POLL_MS);
      after = await look(tab);
      const isElsewhere = after === undefined || !after.isSame;
      const changed = after ? differences(before, after).filter((one) => !moving.has(one)) : [];
      const hasMoved = addressChange(addressBefore, tab.url()) === 'address';
      const hasEffect = isElsewhere || changed.length > 0 || changes.size > 0 || hasMoved;
      if (isSettling && after) break;
      if (isOver(looks)) {
        const more = typed.shift();
        if (more === undefined) break;
        await tab.keyboard.type(more);
        started = performance.now();
        looks = 0;
      }
      isSettling = hasEffect;
    }
    const isElsewhere = after === undefined || !after.isSame;
    const moved = isElsewhere ? 'address' : addressChange(addressBefore, tab.url());
    if (moved) changes.add(moved);
    if (isElsewhere) {
      if (/^chrome-error:/.test(tab.url()))
        return { changes: new Set(), reach: 'met', errors, failed: [...failed] };
      // The effects of the new page itself do not count.
      for (const one of ['title', 'text', 'pictures', 'frames', 'look'] as const) changes.add(one);
      return { changes, reach: 'met', errors: [], failed: [] };
    }
    for (const one of differences(before, after ?? before)) if (!moving.has(one)) changes.add(one);
    const stopped = (after?.blocked ?? []).filter((one) => !before.blocked.includes(one));
    const outside = after?.hosts.find((one) => one !== '' && !before.hosts.includes(one));
    const setsCookie = (after?.cookies ?? 0) > before.cookies || undefined;
    return { changes, reach: 'met', errors, failed: [...failed, ...stopped], outside, setsCookie };
  } finally {
    tab
      .off('pageerror', onError)
      .off('requestfailed', onFailed)
      .off('dialog', onWindow)
      .off('popup', onWindow)
      .off('request', onRequest)
      .off('requestfailed', onNoPage);
  }
}

/** @returns undefined while the tab is navigating to another page */
async function look(tab: Page): Promise<PageLook | undefined> {
  try {
    return await tab.evaluate(lookAtPage, false);
  } catch (error) {
    if (!hasPageLeft(error)) throw error;
    return undefined;
  }
}

const SEEN = ['title', 'text', 'pictures', 'frames', 'look', 'scroll'] as const;

function differences(one: PageLook, other: PageLook): Change[] {
  return SEEN.filter((part) => one[part] !== other[part]);
}

/** Returns whether a click in the bundle can only be judged by repeating it at the origin. */
export function isDoubtful(
  { kind, isAnchored = false }: ClickTarget & Pick<FoundTarget, 'isAnchored'>,
  here: Outcome,
): boolean {
  if (here.errors.length > 0 || here.failed.length > 0) return true;
  // The hover effect may be purely visual.
  if (kind === 'hover') return false;
  if (here.reach === 'hidden') return true;
  if (kind === 'link') return !here.changes.has('address');
  if (here.changes.has('address')) return false;
  // Jumps to a part of the page that is in view or has been scrolled to.
  if (here.changes.has('fragment') && (isAnchored || here.changes.has('scroll'))) return false;
  // If a script has failed, often only a small part of the look changes.
  return here.reach === 'met' && !here.changes.has('text') && !here.changes.has('pictures');
}

/**
 * Compares a click in the bundle with the same click at the origin.
 * @returns what is wrong in the bundle; undefined if nothing is
 */
export function problemOfClick(
  here: Outcome,
  origin: Outcome,
  kind: ClickKind = 'button',
): ClickProblem | undefined {
  const [missing] = missingFiles(here, origin);
  const problem = differenceOfClick(here, origin, kind === 'hover' ? 'hovered over' : 'clicked');
  if (problem === undefined) return undefined;
  if (origin.outside === undefined || here.reach === 'hidden')
    return { problem, ...(missing !== undefined && { missing }) };
  return { problem: `shows content from ${origin.outside}, which needs internet access`, needs: 'internet' };
}

/** Returns what a working click cannot keep for the next page. */
export function limitOfClick({ setsCookie }: Outcome): ClickProblem | undefined {
  if (!setsCookie) return undefined;
  return {
    problem: 'stores a choice in a cookie, but browsers do not keep cookies for pages opened from a file',
    needs: 'cookies',
  };
}

function missingFiles(here: Outcome, origin: Outcome): string[] {
  return here.failed.filter((url) => !origin.failed.some((other) => endsAlike(url, other)));
}

/** @returns a phrase that completes a sentence; undefined if nothing differs */
function differenceOfClick(
  here: Outcome,
  origin: Outcome,
  used: 'clicked' | 'hovered over',
): string | undefined {
  if (origin.reach !== 'met' || here.reach === 'absent') return undefined;
  const does = WORDS.filter(([change]) => origin.changes.has(change)).map(([, words]) => words);
  if (does.length > 0 && here.reach === 'hidden')
    return `cannot be clicked because something covers it, but can be clicked on the original site`;
  if (does.length > 0 && here.changes.isSubsetOf(UNSEEN))
    return `does nothing when ${used}, but ${does[0]} on the original site`;
  const [file] = missingFiles(here, origin);
  if (file !== undefined)
    return `tries to load ${shortAddress(file)} when ${used}, which is not possible in the bundle`;
  const lost = WORDS.find(
    ([change]) => DECISIVE.has(change) && origin.changes.has(change) && !here.changes.has(change),
  );
  if (lost && !here.changes.has('address'))
    return `does less when ${used} than it does on the original site, where it ${lost[1]}`;
  const [error] = newErrors(here.errors, origin.errors);
  return error && `causes a script error when ${used} ("${error}"), but not on the original site`;
}

const WORDS: readonly (readonly [change: Change, words: string])[] = [
  ['text', 'changes the text'],
  ['address', 'opens another page'],
  ['pictures', 'shows a different image'],
  ['frames', 'changes a frame'],
  ['window', 'opens a window'],
  ['title', 'changes the title'],
  ['look', 'changes how the page looks'],
  ['scroll', 'scrolls the page'],
];
const UNSEEN: ReadonlySet<Change> = new Set(['fragment']);
const DECISIVE: ReadonlySet<Change> = new Set(['text', 'pictures', 'frames', 'window']);

function endsAlike(one: string, other: string): boolean {
  const nameOf = (url: string): string | undefined => URL.parse(url)?.pathname.split('/').pop();
  return nameOf(one) === nameOf(other);
}

/** Shortens an address for a sentence: removes the local folder of the bundle. */
export function shortAddress(url: string): string {
  return url
    .replace(/^file:\/\/.*?\/(trial\/\d+|bundle)\//, '')
    .replace(/^file:\/\//, '')
    .slice(0, 200);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
