import type { Browser, Page } from 'puppeteer-core';
import type { BrowserUse } from '../chromium/lease.ts';
import { pageFault } from '../chromium/page-fault.ts';
import { answeredWithin } from '../chromium/page-hung.ts';
import { hasPageLeft } from '../chromium/page-left.ts';
import { forEachConcurrent } from '../threads/concurrency.ts';
import { type ClickCheck, clickPages, NO_CLICKS } from './check-clicks.ts';
import type { FoundTarget, KnownClicks } from './click-targets.ts';
import { nameOf, type OperatedControl, operateControls, type PageControls } from './controls.ts';
import { type FileTabs, inTab, OPEN_MS, openFileTabs } from './operated-tab.ts';

/** A control that works at the origin, but not in the bundle. */
export type ControlFailure = OperatedControl & Readonly<{ page: string; problem: string }>;

/** Number of controls on the sampled pages, and the results of operating them. */
export type ControlCheck = Readonly<{
  pages: number;
  found: number;
  operated: number;
  /** Controls that work neither here nor at the origin count as operated, not as failures. */
  failures: readonly ControlFailure[];
  brokenAtSource: number;
  /** Pages whose controls could not be operated, each with a phrase that says why. */
  unoperated: readonly Readonly<{ page: string; problem: string }>[];
  cutShort: boolean;
  /** Whether there was an original to compare with. */
  isCompared: boolean;
  /** Links and other elements that were clicked, and those that behave differently than at the origin. */
  clicks: ClickCheck;
}>;

/** For all pages together. */
const LONGEST_MS = 45_000;
/** Number of pages tested concurrently. */
const TABS = 2;
/** Number of pages clicked through concurrently; more, as a click is mostly waiting. */
const CLICK_TABS = 4;
/** A control that works neither here nor at the origin on this many pages is no longer tried at the origin. */
const DEAD_PAGES = 2;

export type ControlPage = Readonly<{
  path: string;
  /** Address of the page in the bundle (`file://`). */
  file: string;
  /** Address at the origin; undefined if there is nothing to compare with. */
  original: string | undefined;
  /** Layout; the same for similar pages. */
  layout?: string;
  /** False if the page is known to have no controls; it is not opened again for them. */
  hasControls?: boolean;
  /**
   * Elements other than links that can be clicked at the origin, if already known; the page is not opened there again.
   */
  pressablesAtOrigin?: readonly FoundTarget[] | undefined;
  /**
   * Base addresses of the bundle's and the origin's pages. Links to anything outside are not clicked. If absent,
   * nothing on the page is clicked.
   */
  inside?: Readonly<{ file: string; original: string }>;
}>;

export type ControlOptions = Readonly<{
  /** Selectors of controls to leave alone. */
  ignored?: readonly string[];
  /** Opens a fresh tab that can load the origin's pages. */
  openOriginal?: ((browser: Browser) => Promise<Page>) | undefined;
  /** For all pages together. */
  maxMs?: number;
  /** Number of pages tested concurrently. */
  tabs?: number;
  /** Pool of tabs to use; by default a new one. */
  fileTabs?: FileTabs;
  /** What other checks have already clicked; null to click nothing. */
  known?: KnownClicks | null;
  /** Called after the controls of each page have been operated. */
  onPage?: () => void;
  /** Called with the number of pages that have been clicked through, and the total. */
  onClicked?: ((done: number, total: number) => void) | undefined;
}>;

/**
 * Operates every tab, accordion, menu, theme switch and copy button on some pages of an unpacked bundle, from `file://`
 * with no network. What fails there is tried at the origin, and only fails the bundle if it works there.
 * @param pages a list or a stream; for a stream, the time limit starts once the last page has arrived
 * @throws as BrowserLease, except for errors caused by pages
 */
export async function checkControls(
  browsers: BrowserUse,
  pages: readonly ControlPage[] | AsyncIterable<ControlPage>,
  {
    ignored = [],
    openOriginal,
    maxMs = LONGEST_MS,
    tabs = TABS,
    known,
    onPage,
    onClicked,
    ...options
  }: ControlOptions = {},
): Promise<ControlCheck> {
  const { fileTabs = openFileTabs() } = options;
  const lostBefore = browsers.lostMs();
  let begun: number | undefined = Array.isArray(pages) ? performance.now() : undefined;
  const until = (): number => (begun ?? performance.now()) + maxMs + browsers.lostMs() - lostBefore;
  const met: [page: ControlPage, check: PageCheck | undefined][] = [];
  const dead = openDeadControls();
  const coming = async function* (): AsyncGenerator<(typeof met)[number]> {
    for await (const page of pages) {
      met.push([page, undefined]);
      yield met.at(-1) as (typeof met)[number];
    }
    begun ??= performance.now();
  };
  await forEachConcurrent(tabs, coming(), async (one) => {
    const [page] = one;
    if (performance.now() > until()) return;
    one[1] =
      page.hasControls === false
        ? NOTHING
        : await checkPage(browsers, fileTabs, page, ignored, openOriginal, until, dead);
    onPage?.();
  });
  const checked = met.flatMap(([, check]) => check ?? []);
  const opened = met.flatMap(([page, check]) => (check?.unoperated.length === 0 ? [page] : []));
  const clicks =
    openOriginal && known !== null
      ? await clickPages(browsers, opened, {
          ignored,
          openOriginal,
          tabs: CLICK_TABS,
          fileTabs,
          known,
          onPage: onClicked,
        })
      : NO_CLICKS;
  const sum = (one: (check: PageCheck) => number): number =>
    checked.reduce((total, check) => total + one(check), 0);
  return {
    pages: checked.length,
    found: sum(({ found }) => found),
    operated: sum(({ operated }) => operated),
    brokenAtSource: sum(({ brokenAtSource }) => brokenAtSource),
    failures: checked.flatMap(({ failures }) => failures),
    unoperated: checked.flatMap(({ unoperated }) => unoperated),
    cutShort: checked.length < met.length || checked.some(({ cutShort }) => cutShort),
    isCompared: openOriginal !== undefined,
    clicks,
  };
}

type PageCheck = Omit<ControlCheck, 'pages' | 'isCompared' | 'clicks'>;

async function checkPage(
  browsers: BrowserUse,
  fileTabs: FileTabs,
  { path, file, original: url }: ControlPage,
  ignored: readonly string[],
  openOriginal: ((browser: Browser) => Promise<Page>) | undefined,
  until: () => number,
  dead: DeadControls,
): Promise<PageCheck> {
  const operateIn = (work: (browser: Browser) => Promise<PageControls>): Promise<PageControls> =>
    browsers.use((browser) => unlessItLeadsOn(() => work(browser)));
  const here = await operateIn((browser) =>
    fileTabs.use(browser, (tab) => visit(tab, file, ignored, until(), dead.names())),
  ).catch(problemOfPage);
  if (typeof here === 'string') return { ...NOTHING, unoperated: [{ page: path, problem: here }] };
  const { found, operated, cutShort } = here;
  const broken = operated.filter(({ problem }) => problem !== undefined);
  const failed = broken.filter((control) => !dead.has(control));
  let atOrigin: readonly OperatedControl[] | undefined;
  if (failed.length > 0 && url !== undefined && openOriginal) {
    const names = new Set(failed.map(nameOf));
    const endMs = Math.max(until(), performance.now() + OPEN_MS);
    const source = await operateIn((browser) =>
      inTab(
        () => openOriginal(browser),
        (tab) => visit(tab, url, ignored, endMs, NONE, names),
      ),
    ).catch(() => undefined);
    atOrigin = source?.operated;
  }
  let atFault = failed.filter(atOrigin ? worksIn(atOrigin) : () => true);
  if (atOrigin && atFault.length > 0) {
    // On a busy machine, scripts may have been late or reacted to the scroll position, so only a second failure counts.
    const names = new Set(atFault.map(nameOf));
    const endMs = Math.max(until(), performance.now() + OPEN_MS);
    const again = await operateIn((browser) =>
      fileTabs.use(browser, (tab) => visit(tab, file, ignored, endMs, NONE, names)),
    ).catch(() => undefined);
    if (again) atFault = atFault.filter(failsIn(again.operated));
  }
  dead.learn(failed.filter((control) => !atFault.includes(control)));
  return {
    found,
    operated: operated.length,
    cutShort,
    failures: atFault.map((one) => ({ ...one, page: path, problem: one.problem ?? '' })),
    brokenAtSource: broken.length - atFault.length,
    unoperated: [],
  };
}

const NOTHING: PageCheck = {
  found: 0,
  operated: 0,
  failures: [],
  brokenAtSource: 0,
  unoperated: [],
  cutShort: false,
};

/** @returns a phrase that completes a sentence, if the page is the cause @throws any other error */
function problemOfPage(error: unknown): string {
  const problem = pageFault(error);
  if (problem === undefined) throw error;
  return problem;
}

/** Controls that fail in the same way, here and at the origin, on several pages. */
type DeadControls = Readonly<{
  names: () => ReadonlySet<string>;
  has: (control: OperatedControl) => boolean;
  /** @param controls those of one page */
  learn: (controls: readonly OperatedControl[]) => void;
}>;

const NONE: ReadonlySet<string> = new Set();

function openDeadControls(): DeadControls {
  const pages = new Map<string, number>();
  const keyOf = (control: OperatedControl): string => `${nameOf(control)}: ${control.problem}`;
  const names = new Set<string>();
  return {
    names: () => names,
    has: (control) => (pages.get(keyOf(control)) ?? 0) >= DEAD_PAGES,
    learn: (controls) => {
      // Controls without a name cannot be matched across pages.
      const named = new Map(controls.filter(({ name }) => name !== '').map((one) => [keyOf(one), one]));
      for (const [key, control] of named) {
        const count = (pages.get(key) ?? 0) + 1;
        pages.set(key, count);
        if (count >= DEAD_PAGES) names.add(nameOf(control));
      }
    },
  };
}

/** Whether a control works at the origin. Names may repeat: as many controls of a name may fail here as fail there. */
function worksIn(atOrigin: readonly OperatedControl[]): (control: OperatedControl) => boolean {
  const known = Map.groupBy(atOrigin, nameOf);
  const excused = new Map<string, number>();
  return (control) => {
    const name = nameOf(control);
    const broken = known.get(name)?.filter(({ problem }) => problem !== undefined) ?? [];
    if (broken.length === (known.get(name)?.length ?? 0)) return false;
    const count = excused.get(name) ?? 0;
    excused.set(name, count + 1);
    return count >= broken.length;
  };
}

/**
 * Whether a control fails again. Names may repeat: as many fail as failed on the second try. One that is not found
 * still counts as failed.
 */
function failsIn(again: readonly OperatedControl[]): (control: OperatedControl) => boolean {
  const known = Map.groupBy(again, nameOf);
  const counted = new Map<string, number>();
  return (control) => {
    const name = nameOf(control);
    const same = known.get(name);
    const count = counted.get(name) ?? 0;
    counted.set(name, count + 1);
    return !same || count < same.filter(({ problem }) => problem !== undefined).length;
  };
}

/** Retries once if the page navigates by itself while its controls are looked for, then gives up. */
async function unlessItLeadsOn(operate: () => Promise<PageControls>): Promise<PageControls> {
  for (let triesLeft = 1; ; triesLeft--) {
    try {
      return await operate();
    } catch (error) {
      if (!hasPageLeft(error)) throw error;
      if (triesLeft === 0) return { found: 0, operated: [], cutShort: true };
    }
  }
}

async function visit(
  tab: Page,
  url: string,
  ignored: readonly string[],
  until: number,
  dead: ReadonlySet<string>,
  only?: ReadonlySet<string>,
): Promise<PageControls> {
  if (url.includes('#')) await tab.goto('about:blank'); // a different fragment alone would not load anything
  await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
  // Scripts of the site may still be processing what they loaded.
  await tab.waitForNetworkIdle({ idleTime: 100, timeout: OPEN_MS / 3 }).catch(() => {});
  const fonts = tab.evaluate(async () => {
    await document.fonts.ready;
  });
  await answeredWithin(OPEN_MS, fonts);
  const leftMs = Math.max(0, until - performance.now());
  return answeredWithin(leftMs + OPEN_MS, operateControls(tab, ignored, until, dead, only));
}
