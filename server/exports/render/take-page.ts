import { setTimeout as sleep } from 'node:timers/promises';
import { driverWords } from '../../browser-error-messages.ts';
import { COPY_BUTTONS } from '../runtime/browser/copy-buttons.ts';
import type { Snapshot } from './in-page/snapshot.ts';
import type { Awaited, StateRun } from './in-page/states.ts';
import type { PageState } from './in-page/watch-readiness.ts';
import type { LearnedEffects } from './learned-effects.ts';
import type { Step } from './learned-routes.ts';
import { LOADING_INDICATORS } from './loading-indicators.ts';
import type { RenderSettings } from './options.ts';
import type { RenderedPage, RenderFailure, RenderFailureReason } from './rendered-page.ts';
import { TabFault } from './tab-fault.ts';
import type { TabSession } from './tab-session.ts';
import { normalText } from './text-similarity.ts';
import type { Visit } from './visit.ts';
import { untilLoaded, untilQuiet } from './wait-until-ready.ts';

/** Outcome of capturing an address in a tab. */
export type Taken = TakenPage | Pick<RenderFailure, 'outcome' | 'reason' | 'message'>;
export type TakenPage = Omit<RenderedPage, 'url' | 'durationMs'>;

/** Context shared by all pages of a tab. */
export type TakeContext = Readonly<{
  settings: RenderSettings;
  /** Whether an address belongs to the site. */
  isSite: (url: string) => boolean;
  /** Effects learned from other pages; this page adds its own. */
  effects: LearnedEffects;
  /**
   * Verifies that the browser has lost no process; otherwise, nothing may be learned from its pages.
   * @throws BrowserDied
   */
  assertWhole: () => Promise<void>;
}>;

/** How long a page must be quiet before it is scrolled, as a share of `quietMs`. */
const BEFORE_SCROLLING = 0.3;
/**
 * Maximum number of retries if a page has changed after its controls were tried. The first time, it may still have been
 * loading; after that, the controls that cause permanent changes are identified and skipped.
 */
const STATES_TRIES = 6;
/** How long a page reached as by a link may take to show anything. */
const FOLLOW_MS = 1_000;

/** Which controls of a page to try, and how. */
export type StatesTry = Readonly<{
  /** Number of earlier tries. */
  tries: number;
  /** Names of controls to skip. */
  barred: readonly string[];
  /** Text that the page showed during the last try (see StateRun). */
  awaited: Awaited;
}>;
const NOTHING_AWAITED: Awaited = { words: [], withinMs: 0 };
export const FIRST_TRY: StatesTry = { tries: 0, barred: [], awaited: NOTHING_AWAITED };

/** Next try, if the page has changed after its controls were tried. */
export type Changed = Readonly<{ next: StatesTry }>;

/** A page, and whether no control was pressed in it, so it is as it was loaded. */
export type Read<Page extends Taken = Taken> = Readonly<{ taken: Page; isUntouched: boolean }>;

/**
 * Captures one page: navigates, waits until it is quiet, scrolls to load lazy content, waits again, takes a snapshot.
 * @param how which controls to try
 * @param rests whether to wait for what scripts do some time after loading, as they have done in pages reached in one
 *   document
 * @returns the next try if the page has changed after its controls were tried
 * @throws TabFault if the tab has become unusable
 */
export async function takePage(
  tab: TabSession,
  url: string,
  visit: Visit,
  context: TakeContext,
  how: StatesTry,
  rests: boolean,
): Promise<Read | Changed> {
  const { loadMs } = context.settings.timeouts;
  const failure = await goTo(tab, url, visit, loadMs);
  if (failure) return { taken: failure, isUntouched: false };
  await untilLoaded(tab, visit, loadMs);
  const left = how.barred.length;
  if (how.tries === STATES_TRIES)
    visit.note('not-kept', 'tabs and menus: a change made by one of the controls cannot be undone');
  else if (left > 0)
    visit.note(
      'not-kept',
      left === 1
        ? 'a menu: the change it makes cannot be undone'
        : `${left} menus: the changes they make cannot be undone`,
    );
  return readPage(tab, url, visit, context, how, rests);
}

/**
 * Captures a page reached in the document that the tab shows: by fragment, or as by a link that a router handles.
 * @returns undefined if anything unusual happens, so the page must be loaded
 * @throws TabFault if the tab has become unusable
 */
export async function followTo(
  tab: TabSession,
  url: string,
  visit: Visit,
  context: TakeContext,
  by: Step['by'],
): Promise<Read<TakenPage> | undefined> {
  tab.requests.clear('page');
  await tab.call('startOver');
  if (by === 'fragment') {
    const { errorText, loaderId } = await tab.follow(url);
    if (errorText !== undefined || loaderId !== undefined) return undefined;
  } else await tab.call('pressLink', url);
  if (!(await tab.call('hasChanged', FOLLOW_MS))) return undefined;
  const read = await readPage(tab, url, visit, context, FIRST_TRY, by === 'link');
  if ('next' in read || read.taken.outcome === 'failed' || read.taken.notes.length > 0) return undefined;
  if (by === 'link' && read.taken.finalUrl !== url) return undefined;
  return { taken: read.taken, isUntouched: read.isUntouched };
}

/** Captures what the tab shows; see takePage. */
async function readPage(
  tab: TabSession,
  url: string,
  visit: Visit,
  { settings, isSite, effects, assertWhole }: TakeContext,
  how: StatesTry,
  rests: boolean,
): Promise<Read | Changed> {
  const { timeouts, limits } = settings;
  // Scrolling happens during this wait, which lasts longer if content loaded by it changes the page.
  const first = await untilQuiet(
    tab,
    visit,
    BEFORE_SCROLLING * timeouts.quietMs,
    settings,
    timeouts.settleMs,
  );
  let state = await scrollThrough(tab, visit, first, settings);
  const { tries, barred, awaited } = how;
  if (tries < STATES_TRIES && isSite(tab.document()?.url ?? '')) {
    const run = { known: tries === 0 ? effects.for(url) : [], rests, barred, isCareful: tries > 0, awaited };
    const left = await openStates(tab, visit, settings, run);
    if (left) {
      const { culprits, cameToShow } = left;
      const isHopeless = tries > 0 && culprits.length === 0;
      return {
        next: {
          tries: isHopeless ? STATES_TRIES : tries + 1,
          barred: [...barred, ...culprits],
          // The effect of a known control does not appear by itself.
          awaited: culprits.length === 0 ? cameToShow : NOTHING_AWAITED,
        },
      };
    }
  }
  let snapshot: Snapshot | undefined;
  for (let tries = 0; tries < 3 && !snapshot; tries++) {
    snapshot = await tab.call('snapshot', {
      hideSelectors: settings.hideSelectors,
      loadingIndicators: LOADING_INDICATORS,
      readySelector: settings.readySelector,
      copyButtons: COPY_BUTTONS,
      maxLength: limits.htmlBytes,
    });
    // The page navigated at the last moment.
    if (!snapshot) state = await untilQuiet(tab, visit, timeouts.quietMs, settings, timeouts.settleMs);
  }
  if (!snapshot) throw new TabFault('unreadable', 'navigated to another page every time it was read');
  const taken = pageOf(tab, visit, state, snapshot, settings, isSite);
  await assertWhole();
  if (taken.outcome === 'rendered') effects.learn(url, snapshot.taught);
  return { taken, isUntouched: snapshot.isUntouched };
}

function pageOf(
  tab: TabSession,
  visit: Visit,
  state: PageState | undefined,
  snapshot: Snapshot,
  settings: RenderSettings,
  isSite: (url: string) => boolean,
): Taken {
  const { timeouts, limits } = settings;
  if (visit.isCutOff) return tooSlow(timeouts.loadMs);
  if (/^chrome-error:/.test(snapshot.url)) {
    return failed(
      'unreachable',
      `The page redirected to ${tab.document()?.url}, which the browser could not load.`,
    );
  }
  if (!isSite(snapshot.url)) return failed('left-site', `The page redirects to ${snapshot.url}.`);
  if (snapshot.html === undefined || Buffer.byteLength(snapshot.html) > limits.htmlBytes) {
    return failed('too-large', `The rendered page is larger than ${limits.htmlBytes} bytes.`);
  }
  noteWhatWasSeen(tab, visit, state, snapshot, settings);
  return {
    outcome: 'rendered',
    finalUrl: snapshot.url,
    status: tab.requests.documentStatus(tab.document()?.loaderId ?? '') ?? 0,
    html: Buffer.from(snapshot.html),
    title: snapshot.title,
    text: normalText(snapshot.text),
    links: snapshot.links,
    assets: tab.requests.assets(),
    definedElements: snapshot.definedElements,
    isInteractive: snapshot.isInteractive,
    selected: snapshot.selected,
    notes: visit.notes(),
    consoleErrors: visit.consoleErrors,
  };
}

function failed(reason: RenderFailureReason, message: string): Taken {
  return { outcome: 'failed', reason, message };
}

function tooSlow(loadMs: number): Taken {
  return failed('unreachable', `The document did not arrive within ${loadMs / 1000} seconds.`);
}

/**
 * Navigates to a page.
 * @returns the failure, if the tab does not get there
 */
async function goTo(tab: TabSession, url: string, visit: Visit, loadMs: number): Promise<Taken | undefined> {
  const going = tab.navigate(url);
  going.catch(() => {}); // if nobody awaits it
  const answer = await Promise.race([going, sleep(loadMs, undefined, { ref: false })]);
  if (!answer) return tooSlow(loadMs);
  const { errorText, isDownload } = answer;
  if (isDownload) return failed('download', 'This address starts a download instead of opening a page.');
  if (errorText === undefined) return undefined;
  if (visit.leftFor !== undefined) return failed('left-site', `The address redirects to ${visit.leftFor}.`);
  return failed('unreachable', `The page ${driverWords(errorText) ?? 'did not respond'}.`);
}

/** Scrolls lazy content into view, and any growth that results, within limits. */
async function scrollThrough(
  tab: TabSession,
  visit: Visit,
  first: PageState | undefined,
  settings: RenderSettings,
): Promise<PageState | undefined> {
  const { timeouts, limits, viewport } = settings;
  const started = performance.now();
  let ownHeight: number | undefined;
  let state = first;
  let stops = 0;
  for (;;) {
    const leftMs = timeouts.scrollMs - (performance.now() - started);
    const outcome = await tab.call('scrollThrough', { stops: limits.scrollStops - stops, maxMs: leftMs });
    const before = state?.height ?? 0;
    state = await untilQuiet(tab, visit, timeouts.quietMs, settings, Math.max(leftMs, timeouts.quietMs));
    stops += outcome?.stops ?? 0;
    const height = state?.height ?? 0;
    ownHeight ??= height; // earlier, it may still have been growing by itself
    const limit = Math.max(ownHeight * limits.scrollGrowth, ownHeight + 20 * viewport.height);
    if (outcome?.finished === false || height > limit) {
      const detail = `scrolling stopped at ${height} px; the page was originally ${ownHeight} px tall`;
      visit.note('scroll-capped', detail);
      return state;
    }
    if (height <= before) return state;
  }
}

/**
 * Opens each tab, accordion and menu once.
 * @returns if the page has changed, the controls known to be the cause, and the text that it now shows
 */
async function openStates(
  tab: TabSession,
  visit: Visit,
  settings: RenderSettings,
  run: StateRun,
): Promise<Readonly<{ culprits: readonly string[]; cameToShow: Awaited }> | undefined> {
  if (visit.isRestless || visit.isHeld) return undefined;
  visit.isOperated = true;
  try {
    for (let isFirst = true; ; isFirst = false) {
      const step = await (isFirst ? tab.call('nextState', run) : tab.call('nextState'));
      if (step === 'done') return undefined;
      if (step !== 'more') {
        const [culprits, cameToShow] = [await tab.call('culprits'), await tab.call('cameToShow')];
        return culprits && cameToShow && { culprits, cameToShow };
      }
      if (tab.requests.pending() > 0)
        await untilQuiet(tab, visit, settings.timeouts.quietMs, settings, settings.timeouts.settleMs);
    }
  } finally {
    visit.isOperated = false;
  }
}

/** Types of connections that deliver live data. */
const LIVE: ReadonlySet<string> = new Set(['websocket', 'eventsource']);

function noteWhatWasSeen(
  { requests }: TabSession,
  visit: Visit,
  state: PageState | undefined,
  snapshot: Snapshot,
  settings: RenderSettings,
): void {
  if (visit.leftFor !== undefined) visit.note('left-site', visit.leftFor);
  if (state?.ready === false) visit.note('not-ready', settings.readySelector ?? '');
  if (state?.placeholders) visit.note('placeholders', `${state.placeholders} still shown`);
  if (state?.empty) visit.note('empty', 'nothing visible');
  if (state?.printed) visit.note('print', 'print()');
  if (requests.overflowed()) visit.note('requests-capped', 'not all requests are listed');
  for (const selector of snapshot.badSelectors) visit.note('bad-selector', selector);
  if (snapshot.hasMap) visit.note('live', 'a map as it was when the page was captured');
  for (const { url, type } of requests.assets()) {
    if (LIVE.has(type)) visit.note('live', `data from ${url} as it was when the page was captured`);
  }
  for (const what of snapshot.notKept) visit.note('not-kept', what);
  for (const { url, failure } of requests.assets()) if (failure === 'refused') visit.note('refused', url);
}
