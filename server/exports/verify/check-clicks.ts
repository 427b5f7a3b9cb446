import type { Browser, Page } from 'puppeteer-core';
import type { BrowserUse } from '../chromium/lease.ts';
import { isUnopenable, pageFault } from '../chromium/page-fault.ts';
import { runPool } from '../threads/concurrency.ts';
import type { ControlPage } from './check-controls.ts';
import { ORIGIN_PAGES_MAX, PAGES_MAX } from './click-limits.ts';
import {
  chosenAmong,
  type FoundTarget,
  hoversOf,
  type KnownClicks,
  openKnownClicks,
  pressablesOf,
  targetsOf,
} from './click-targets.ts';
import {
  type Change,
  type ClickFailure,
  type ClickProblem,
  changesAlone,
  clickOnce,
  isDoubtful,
  leadsOn,
  limitOfClick,
  movingParts,
  type Outcome,
  problemOfClick,
} from './clicks.ts';
import { type FileTabs, OPEN_MS, openFileTabs, openPage } from './operated-tab.ts';

/** Links and other elements that were clicked, and those that behave differently than at the origin. */
export type ClickCheck = Readonly<{
  clicked: number;
  failures: readonly (ClickFailure & Readonly<{ page: string }>)[];
  /** Time ran out before everything was clicked. */
  cutShort: boolean;
}>;

/** For all pages together. There are few clicks, so only a busy machine reaches this limit. */
const LONGEST_MS = 60_000;

type ClickOptions = Readonly<{
  ignored: readonly string[];
  openOriginal: (browser: Browser) => Promise<Page>;
  /** Pool of tabs to use; by default a new one. */
  fileTabs?: FileTabs | undefined;
  /**
   * Number of pages that are also opened at the origin, to see what has listeners there: frozen pages have lost theirs.
   */
  originPages?: number | undefined;
  /** Called once the targets on a page have been chosen; other pages choose different ones from then on. */
  onChosen?: (() => void) | undefined;
  /** Called at the start and after each page with the number of pages done, and the total. */
  onPage?: ((done: number, total: number) => void) | undefined;
}>;
type ClickContext = ClickOptions &
  Readonly<{ fileTabs: FileTabs; until: () => number; known: KnownClicks; index: number }>;

/**
 * Clicks what a reader may click on some pages of an unpacked bundle, from `file://` with no network, and compares the
 * effects with those at the origin.
 * @param pages those without `inside` are skipped
 * @throws as BrowserLease, except for errors caused by a page
 */
export async function clickPages(
  browsers: BrowserUse,
  pages: readonly ControlPage[],
  {
    tabs,
    known = openKnownClicks(),
    fileTabs = openFileTabs(),
    ...options
  }: ClickOptions & Readonly<{ tabs: number; known?: KnownClicks | undefined }>,
): Promise<ClickCheck> {
  const lostBefore = browsers.lostMs();
  const endMs = performance.now() + LONGEST_MS;
  const until = (): number => endMs + browsers.lostMs() - lostBefore;
  const made: ClickCheck[] = [];
  let done = 0;
  const queue = [...byLayouts(pages.filter(({ inside }) => inside !== undefined)).entries()];
  const total = queue.length;
  options.onPage?.(0, total);
  await runPool(
    tabs,
    () => (performance.now() > until() ? undefined : queue.shift()),
    async ([index, page]) => {
      made[index] = await clickThrough(browsers, page, { ...options, fileTabs, until, known, index });
      options.onPage?.(++done, total);
    },
  );
  const seen = made.filter((one) => one !== undefined);
  return {
    clicked: seen.reduce((sum, { clicked }) => sum + clicked, 0),
    failures: seen.flatMap(({ failures }) => failures),
    cutShort: queue.length > 0 || seen.some(({ cutShort }) => cutShort),
  };
}

/** Returns the first page of each layout, then others. */
function byLayouts(pages: readonly ControlPage[]): ControlPage[] {
  const layouts = new Set<string>();
  const [firsts, others]: [ControlPage[], ControlPage[]] = [[], []];
  for (const page of pages) {
    const { layout = '' } = page;
    (layouts.has(layout) ? others : firsts).push(page);
    layouts.add(layout);
  }
  return [...firsts, ...others].slice(0, PAGES_MAX);
}

/**
 * Clicks links and other elements on a page of the bundle. A click that does not plainly work is repeated at the
 * origin. It counts as failed only if it fails twice, the second time with patience, and works at the origin twice.
 */
async function clickThrough(
  browsers: BrowserUse,
  { path, file, original = '', pressablesAtOrigin, inside = { file: '', original: '' } }: ControlPage,
  {
    ignored,
    openOriginal,
    fileTabs,
    originPages = ORIGIN_PAGES_MAX,
    onChosen,
    until,
    known,
    index,
  }: ClickContext,
): Promise<ClickCheck> {
  const isLate = (): boolean => performance.now() > until();
  let done: ClickCheck = NO_CLICKS;
  const work = async (browser: Browser): Promise<ClickCheck> => {
    const claimed: FoundTarget[] = [];
    const chosen = new Set<FoundTarget>();
    const failures: (ClickFailure & { page: string })[] = [];
    let clicked = 0;
    let cutShort = false;
    done = NO_CLICKS;
    let originTab: Page | undefined;
    const atOrigin = async (): Promise<Page> => {
      originTab ??= await openOriginal(browser);
      return originTab;
    };
    const openedAtOrigin = async (): Promise<FoundTarget[]> => {
      const there = await atOrigin();
      await openPage(there, original);
      return pressablesOf(there, inside.original, ignored);
    };
    const judge = async (
      tab: Page,
      target: FoundTarget,
      here: Outcome,
      moving: ReadonlySet<Change>,
    ): Promise<ClickProblem | undefined> => {
      if (!isDoubtful(target, here)) return undefined;
      const origin = await clickOnce(await atOrigin(), original, target, true, moving);
      if (problemOfClick(here, origin, target.kind) === undefined) return undefined;
      const again = await clickOnce(tab, file, target, true, moving);
      if (problemOfClick(again, origin, target.kind) === undefined) return undefined;
      // A page that is still rendering changes without a click; the bundle does not lack that change.
      const alone = await changesAlone(await atOrigin(), original);
      const theirs = await clickOnce(await atOrigin(), original, target, true, alone.union(moving));
      return problemOfClick(
        again,
        { ...theirs, changes: theirs.changes.intersection(origin.changes) },
        target.kind,
      );
    };
    try {
      await fileTabs.use(browser, async (tab) => {
        await openPage(tab, file);
        const targets = await targetsOf(tab, inside.file, ignored, known);
        if (index < originPages) {
          const there = pressablesAtOrigin ?? (await openedAtOrigin());
          const likes = new Set(targets.map(({ like }) => like));
          targets.push(...chosenAmong(there, known).filter(({ like }) => !likes.has(like)));
        }
        // Frozen pages have lost their listeners, and freezing would not fix a difference here.
        if (index < originPages) targets.push(...(await hoversOf(tab, ignored, known)));
        claimed.push(...targets.filter((target) => known.claim(target)));
        for (const target of claimed) chosen.add(target);
        onChosen?.();
        const moving = chosen.size > 0 ? await movingParts(tab) : new Set<Change>();
        let isFresh = true;
        for (const target of chosen) {
          cutShort = isLate();
          if (cutShort) break;
          chosen.delete(target);
          clicked++;
          if (target.kind === 'link') {
            if (!isFresh) await tab.goto(file, { waitUntil: 'load', timeout: OPEN_MS });
            isFresh = false;
            if (await leadsOn(tab, target)) continue;
          }
          isFresh = false;
          const here = await clickOnce(tab, file, target, false, moving);
          const problem = (await judge(tab, target, here, moving)) ?? limitOfClick(here);
          const { kind, name } = target;
          if (problem !== undefined) {
            known.hasFailed(target);
            failures.push({ page: path, kind, name, ...problem });
          }
          done = { clicked, failures, cutShort };
        }
      });
      done = { clicked, failures, cutShort };
    } catch (error) {
      // If the browser died, the whole page is repeated.
      if (!isUnopenable(error)) for (const target of claimed) known.release(target);
      throw error;
    } finally {
      for (const target of chosen) known.release(target);
      await originTab
        ?.browserContext()
        .close()
        .catch(() => {}); // the browser is closed soon anyway
    }
    return done;
  };
  try {
    return await browsers.use(work);
  } catch (error) {
    // Errors caused by the page itself are reported where it is opened.
    if (pageFault(error) === undefined) throw error;
    return done;
  }
}

export const NO_CLICKS: ClickCheck = { clicked: 0, failures: [], cutShort: false };
