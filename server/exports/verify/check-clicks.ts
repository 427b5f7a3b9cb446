import type { Browser, Page } from 'puppeteer-core';
import type { BrowserUse } from '../chromium/lease.ts';
import { pageFault } from '../chromium/page-fault.ts';
import type { ControlPage } from './check-controls.ts';
import {
  type ClickFailure,
  clickOnce,
  isDoubtful,
  type KnownClicks,
  type Outcome,
  problemOfClick,
  targetsOf,
} from './clicks.ts';
import type { FoundTarget } from './in-page-clicks.ts';
import { freshTab, inTab, openPage, prepared } from './operated-tab.ts';

/** Links and other things that were clicked, with those that do something else than at the origin. */
export type ClickCheck = Readonly<{
  clicked: number;
  failures: readonly (ClickFailure & Readonly<{ page: string }>)[];
}>;

/** Pages that are opened at the origin too, to see what listens there: frozen pages have lost that. */
const ORIGIN_PAGES = 4;

type ClickContext = Readonly<{
  ignored: readonly string[];
  openOriginal: (browser: Browser) => Promise<Page>;
  until: () => number;
  known: KnownClicks;
  /** Which of the pages it is. */
  index: number;
}>;

/**
 * Clicks links and whatever else a reader may press on a page of the bundle. What does not plainly work is clicked at the
 * origin too; what fails twice, the second time with patience, fails.
 */
export async function clickThrough(
  browsers: BrowserUse,
  { path, file, original = '', inside = { file: '', original: '' } }: ControlPage,
  { ignored, openOriginal, until, known, index }: ClickContext,
): Promise<ClickCheck> {
  const isLate = (): boolean => performance.now() > until();
  const openTab = async (browser: Browser): Promise<Page> => prepared(await freshTab(browser));
  const work = async (browser: Browser): Promise<ClickCheck> => {
    const failures: (ClickFailure & { page: string })[] = [];
    let clicked = 0;
    let originTab: Page | undefined;
    const atOrigin = async (): Promise<Page> => {
      originTab ??= await openOriginal(browser);
      return originTab;
    };
    const judge = async (tab: Page, target: FoundTarget, here: Outcome): Promise<string | undefined> => {
      if (!isDoubtful(target, here)) return undefined;
      const origin = await clickOnce(await atOrigin(), original, target, true);
      if (problemOfClick(here, origin) === undefined) return undefined;
      return problemOfClick(await clickOnce(tab, file, target, true), origin);
    };
    try {
      await inTab(
        () => openTab(browser),
        async (tab) => {
          await openPage(tab, file);
          const targets = await targetsOf(tab, inside.file, ignored, known);
          if (index < ORIGIN_PAGES) {
            const there = await atOrigin();
            await openPage(there, original);
            const likes = new Set(targets.map(({ like }) => like));
            const found = await targetsOf(there, inside.original, ignored, known);
            targets.push(...found.filter(({ kind, like }) => kind !== 'link' && !likes.has(like)));
          }
          for (const target of targets) {
            if (isLate()) break;
            clicked++;
            const problem = await judge(tab, target, await clickOnce(tab, file, target, false));
            const { kind, name } = target;
            if (problem === undefined) known.learn(target);
            else failures.push({ page: path, kind, name, problem });
          }
        },
      );
    } finally {
      await originTab
        ?.browserContext()
        .close()
        .catch(() => {}); // the browser is closed soon
    }
    return { clicked, failures };
  };
  try {
    return await browsers.use(work);
  } catch (error) {
    // What the page itself does to its tab is told where it is opened.
    if (pageFault(error) === undefined) throw error;
    return NO_CLICKS;
  }
}

export const NO_CLICKS: ClickCheck = { clicked: 0, failures: [] };
