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

/** A control of a page of the bundle that does not work, and does at the origin. */
export type ControlFailure = OperatedControl & Readonly<{ page: string; problem: string }>;

/** How many controls of the sampled pages there are, and what came of operating them. */
export type ControlCheck = Readonly<{
  pages: number;
  found: number;
  operated: number;
  /** Those that work neither here nor at the origin count as operated, and fail nobody. */
  failures: readonly ControlFailure[];
  brokenAtSource: number;
  /** Pages whose controls nobody can operate, with the end of a sentence that says why. */
  unoperated: readonly Readonly<{ page: string; problem: string }>[];
  cutShort: boolean;
  /** There was an original to compare with. */
  isCompared: boolean;
  /** Links and other things that were clicked, with those that do something else than at the origin. */
  clicks: ClickCheck;
}>;

/** All pages together. */
const LONGEST_MS = 45_000;
/** Pages at a time. */
const TABS = 2;
/** The same where things are clicked: a click is waited for more than it computes. */
const CLICK_TABS = 4;
/** What works neither here nor at the origin on so many pages is not tried there on others. */
const DEAD_PAGES = 2;

export type ControlPage = Readonly<{
  path: string;
  /** In the bundle, from a file. */
  file: string;
  /** At the origin; undefined when there is none to compare with. */
  original: string | undefined;
  /** Pages alike have the same. */
  layout?: string;
  /** False where the page has been opened so and has none: it is not opened again for them. */
  hasControls?: boolean;
  /** What but links can be clicked at the origin, where the page has been opened there: it is not opened again for it. */
  pressablesAtOrigin?: readonly FoundTarget[] | undefined;
  /**
   * Where the pages of the bundle and those of the origin lie: what leads to elsewhere is not clicked. On pages without it
   * nothing is.
   */
  inside?: Readonly<{ file: string; original: string }>;
}>;

export type ControlOptions = Readonly<{
  /** Selectors of controls that are left alone. */
  ignored?: readonly string[];
  /** A fresh tab in which the origin's pages open. */
  openOriginal?: ((browser: Browser) => Promise<Page>) | undefined;
  /** All pages together. */
  maxMs?: number;
  /** Pages at a time. */
  tabs?: number;
  /** Whose tabs are used; its own where it is absent. */
  fileTabs?: FileTabs;
  /** What other checks have clicked already; null: nothing is clicked. */
  known?: KnownClicks | null;
  /** The controls of one more page have been operated. */
  onPage?: () => void;
  /** So many pages of all on which things are clicked are done. */
  onClicked?: ((done: number, total: number) => void) | undefined;
}>;

/**
 * Operates every tab, accordion, menu, theme switch and copy button of some pages of an unpacked bundle, from `file://`
 * with no network. What fails there is tried at the origin: only what works there is a failure.
 * @param pages all of them, or as they come: then the limit of time holds from when the last one has come
 * @throws as BrowserLease, but for what a page does
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
    // On a busy machine scripts of a page may have been late, or followed the place of the window: what fails twice, fails.
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

/** @returns the end of a sentence where the page is the cause @throws any other error */
function problemOfPage(error: unknown): string {
  const problem = pageFault(error);
  if (problem === undefined) throw error;
  return problem;
}

/** Controls that work neither here nor at the origin, in the same way on several pages. */
type DeadControls = Readonly<{
  names: () => ReadonlySet<string>;
  has: (control: OperatedControl) => boolean;
  /** @param controls of one page */
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
      // Those without a name are not known to be the same.
      const named = new Map(controls.filter(({ name }) => name !== '').map((one) => [keyOf(one), one]));
      for (const [key, control] of named) {
        const count = (pages.get(key) ?? 0) + 1;
        pages.set(key, count);
        if (count >= DEAD_PAGES) names.add(nameOf(control));
      }
    },
  };
}

/** Whether a control works at the origin. Names repeat: of those of one name, as many may fail here as fail there. */
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

/** Whether a control fails once more; of those of one name, as many do as fail there. One that is not found has not recovered. */
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

/** A page may lead on by itself while its controls are looked for: then it is tried once more, and left at that. */
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
  if (url.includes('#')) await tab.goto('about:blank'); // nothing would be loaded for another fragment
  await tab.goto(url, { waitUntil: 'load', timeout: OPEN_MS });
  // Scripts of the site may still be at work on what they load.
  await tab.waitForNetworkIdle({ idleTime: 100, timeout: OPEN_MS / 3 }).catch(() => {});
  const fonts = tab.evaluate(async () => {
    await document.fonts.ready;
  });
  await answeredWithin(OPEN_MS, fonts);
  const leftMs = Math.max(0, until - performance.now());
  return answeredWithin(leftMs + OPEN_MS, operateControls(tab, ignored, until, dead, only));
}
