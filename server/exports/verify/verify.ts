import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import type { Manifest } from '../../bundles/manifest.ts';
import { OPERATOR_FILE } from '../../bundles/own-files.ts';
import { unpackArchive } from '../../bundles/read.ts';
import { asOffprintError, OffprintError } from '../../errors.ts';
import { answerRequests } from '../chromium/answer-requests.ts';
import { openWatchedBrowser } from '../chromium/launch-retries.ts';
import { type BrowserLease, leaseBrowser } from '../chromium/lease.ts';
import { isUnopenable, pageFault } from '../chromium/page-fault.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import type { BrowserAccess } from '../origin/source.ts';
import { textSimilarity } from '../render/text-similarity.ts';
import { absoluteUrl, encodePath } from '../site/site.ts';
import { allEnded, runPool } from '../threads/concurrency.ts';
import type { StageThreads } from '../threads/threads.ts';
import { BUNDLE_ADDRESS, bundleHost } from './bundle-host.ts';
import { type ControlCheck, type ControlPage, checkControls } from './check-controls.ts';
import { PAGES_MAX as CLICKED_PAGES_MAX } from './click-limits.ts';
import { type FoundTarget, pressablesOf } from './click-targets.ts';
import { hasControls } from './controls.ts';
import { hasOtherText, isHostAmong } from './fault-or-finding.ts';
import { type Inspected, isInspectable } from './inspect.ts';
import { checkLinks, type LinkCheck } from './links.ts';
import { newErrors } from './new-errors.ts';
import { freshTab, prepareTab } from './operated-tab.ts';
import { differencesFrom } from './origin-differences.ts';
import { pixelDifference } from './pixel-difference.ts';
import { type Samplable, samplePages } from './sample.ts';
import { checkSearch, type Reading, readForSearch, type SearchCheck } from './search.ts';
import {
  type Coverage,
  type Judgement,
  judge,
  type ModeName,
  type ModeResult,
  type PageResult,
} from './verdict.ts';
import { openVisitor, type Visit, type VisitOptions, type Visitor } from './visit.ts';

/** A page that verification may open. `url` is its address at the origin. */
export type CheckPage = Samplable & Readonly<{ path: string }>;

export type CheckOptions = Readonly<{
  archive: string;
  /** A folder used only by this check; removed at the end. */
  workFolder: string;
  browserFolder: string;
  /** The live site, if there is one to compare with. */
  origin: Pick<BrowserAccess, 'origin' | 'fetchResource'> | undefined;
  pages: readonly CheckPage[];
  sampleMin: number;
  sampleMax: number;
  maxMs: number;
  viewport: Readonly<{ width: number; height: number }>;
  /** Hosts that kept features may call. */
  expectedHosts: readonly string[];
  /** Hosts of disabled features: blocked calls to them are expected. */
  stoppedHosts?: readonly string[];
  /** Selectors of controls that the feature policy removes. */
  removedControls: readonly string[];
  threads: StageThreads;
  signal: AbortSignal;
  onProgress: (progress: CheckProgress) => void;
}>;

/**
 * Progress of a check; `fraction` is the overall progress, 0 to 1. Links are followed in every file; a sample of pages
 * is opened, their controls are operated, and elements on some of them are clicked.
 */
export type CheckProgress = Readonly<{
  fraction: number;
  files: Part;
  pages: Part;
  operated: Part;
  clicked: Part;
}>;
type Part = Readonly<{ done: number; total: number }>;

export type Check = Judgement &
  Readonly<{
    coverage: Coverage;
    links: LinkCheck;
    /** Searches made in the bundle; null if it has no search or no page was opened. */
    search: SearchCheck | null;
    /** Controls that were operated; null if no page was opened. */
    controls: ControlCheck | null;
    pages: readonly PageResult[];
    browser: string;
    durationMs: number;
  }>;

const TABS = 2;
/**
 * Weight of a page in files: opening it, operating its controls or clicking on it each takes about as long as following
 * the links of this many files.
 */
const FILES_A_PAGE = 100;
const VISIT_TIMEOUT_MS = 20_000;

/**
 * Opens a packed bundle as a reader would, from `file://` and from a sub-path of a host, with no other address
 * reachable, alongside the live site if there is one; and follows every link of every page. If the browser dies, it is
 * restarted and the interrupted work repeated, so a crash does not affect the outcome.
 * @throws OffprintError `browser` if no browser is available, `integrity` if the bundle cannot be unpacked
 */
export async function checkBundle(options: CheckOptions): Promise<Check> {
  const started = performance.now();
  const { signal, workFolder, origin } = options;
  fs.rmSync(workFolder, { recursive: true, force: true });
  fs.mkdirSync(workFolder, { recursive: true, mode: 0o700 });
  const folder = path.join(workFolder, 'bundle');
  const lease = leaseBrowser(
    () => openWatchedBrowser({ cacheFolder: options.browserFolder, allowedHosts: [], signal }),
    signal,
  );
  const sample = samplePages(options.pages, options.sampleMin, options.sampleMax);
  // Start the browser while the bundle is unpacked; a launch error surfaces where the browser is used.
  if (sample.pages.length > 0) lease.use(async () => {}).catch(() => {});
  try {
    await unpackArchive(options.archive, folder, signal, options.threads.unpack);
    const files = await listFiles(folder);
    const inspectable = files.filter(isInspectable);
    const results: PageResult[] = [];
    const seen: Seen = { withoutControls: new Set(), pressables: new Map(), readings: new Map() };
    let [followed, operated, clicked] = [0, 0, 0];
    let pagesToClick = origin ? Math.min(CLICKED_PAGES_MAX, sample.pages.length) : 0;
    const tell = (hasEnded = false): void => {
      const total = sample.pages.length;
      const parts = {
        files: { done: followed, total: inspectable.length },
        pages: { done: results.length, total },
        operated: { done: operated, total },
        clicked: { done: clicked, total: pagesToClick },
      };
      const done = followed + FILES_A_PAGE * (results.length + operated + clicked);
      const whole = inspectable.length + FILES_A_PAGE * (2 * total + pagesToClick);
      options.onProgress({ fraction: hasEnded ? 1 : done / Math.max(1, whole), ...parts });
    };
    const countOperated = (): void => {
      operated++;
      tell();
    };
    const countClicked = (done: number, total: number): void => {
      [clicked, pagesToClick] = [done, total];
      operated = sample.pages.length; // controls skipped for lack of time are not operated any more
      tell();
    };
    const inspect = async (file: string): Promise<Inspected> => {
      signal.throwIfAborted();
      const inspected = await options.threads.inspect({ folder, file });
      followed++;
      tell();
      return inspected;
    };

    let cutShort = false;
    const hostBundle = bundleHost(folder);
    const queue = [...sample.pages];
    const tabs: Tabs[] = Array.from({ length: TABS }, () => ({
      file: openPlace(lease),
      hosted: openPlace(lease, hostBundle),
      live: origin && openPlace(lease, origin.fetchResource),
    }));
    const isInTime = (): boolean =>
      options.maxMs === 0 || performance.now() - started - lease.lostMs() < options.maxMs;
    const looks = new Map(sample.pages.map((page) => [page, Promise.withResolvers<void>()]));
    for (const { promise } of looks.values()) promise.catch(() => {}); // perhaps nobody waits for it any more
    const lookAtAll = async (): Promise<void> => {
      try {
        await runPool(
          TABS,
          () => {
            if (isInTime()) return queue.shift();
            cutShort ||= queue.length > 0;
            return undefined;
          },
          async (page) => {
            signal.throwIfAborted();
            const tab = tabs.pop();
            if (!tab) throw new Error('more pages than tabs');
            try {
              results.push(await checkPage(page, tab, { ...options, folder, files: new Set(files), seen }));
            } finally {
              tabs.push(tab);
            }
            looks.get(page)?.resolve();
            tell();
          },
        );
        for (const look of looks.values()) look.resolve(); // no more pages are inspected
      } catch (error) {
        for (const look of looks.values()) look.reject(error);
        throw error;
      }
    };
    /**
     * Yields pages in sample order once they have been inspected. A page that does not open can be neither searched nor
     * operated.
     */
    const opened = async function* (onClosed = (): void => {}): AsyncGenerator<CheckPage> {
      for (const [page, look] of looks) {
        await look.promise;
        signal.throwIfAborted();
        if (results.some((result) => result.path === page.path && result.error !== undefined)) onClosed();
        else yield page;
      }
    };
    const searchAll = async (): Promise<SearchCheck | null> => {
      const pages: string[] = [];
      for await (const { path: file } of opened()) pages.push(file);
      return checkSearch(lease, folder, files, pages, seen.readings);
    };
    const [links, , search, controls] = await allEnded([
      checkLinks(folder, files, inspectable, inspect, options.threads.count * 4),
      lookAtAll(),
      sample.pages.length > 0 ? searchAll() : null,
      sample.pages.length > 0
        ? operate(lease, folder, opened(countOperated), seen, options, countOperated, countClicked)
        : null,
    ]);
    tell(true);
    signal.throwIfAborted();
    results.sort((a, b) => (a.path < b.path ? -1 : 1));
    const coverage = {
      pages: options.pages.length,
      sampled: sample.pages.length,
      visited: results.length,
      layouts: sample.layouts,
      cutShort,
    };
    return {
      ...judge(results, links, search, controls, coverage, options.expectedHosts),
      coverage,
      links,
      search,
      controls,
      pages: results,
      browser: lease.version(),
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    await lease.close();
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}

async function operate(
  lease: BrowserLease,
  folder: string,
  pages: AsyncIterable<CheckPage>,
  { withoutControls, pressables }: Seen,
  { origin, removedControls }: CheckOptions,
  onPage: () => void,
  onClicked: (done: number, total: number) => void,
): Promise<ControlCheck> {
  const root = `${pathToFileURL(folder).href}/`;
  const openOriginal =
    origin &&
    (async (browser: Browser) => {
      const tab = await freshTab(browser);
      await answerRequests(await tab.createCDPSession(), origin.fetchResource);
      await prepareTab(tab);
      return tab;
    });
  const places = async function* (): AsyncGenerator<ControlPage> {
    for await (const { path: file, url, layout } of pages) {
      yield {
        layout,
        hasControls: !withoutControls.has(file),
        pressablesAtOrigin: pressables.get(file),
        path: file,
        file: root + encodePath(file),
        original: origin && absoluteUrl(origin.origin, url),
        inside: { file: root, original: `${origin?.origin}/` },
      };
    }
  };
  return checkControls(lease, places(), { ignored: removedControls, openOriginal, onPage, onClicked });
}

/** One tab for each way of opening a page: navigating between sites would start a new process for every page. */
type Tabs = Readonly<{ file: Place; hosted: Place; live: Place | undefined }>;
type Place = Readonly<{ visit: Visitor['visit'] }>;

/** @param fetchResource see openVisitor */
function openPlace(lease: BrowserLease, fetchResource?: FetchResource): Place {
  const visitors = new WeakMap<Browser, Promise<Visitor>>();
  return {
    visit: (url, options) =>
      lease.use(async (browser) => {
        const visitor = visitors.get(browser) ?? openVisitor(browser, fetchResource);
        visitors.set(browser, visitor);
        return (await visitor).visit(url, options);
      }),
  };
}

/** What is already known about pages, by path, to avoid opening them again. */
type Seen = Readonly<{
  withoutControls: Set<string>;
  /** Elements other than links that can be clicked on the pages at the origin. */
  pressables: Map<string, readonly FoundTarget[]>;
  /** Texts of the pages that did not redirect. */
  readings: Map<string, Reading>;
}>;

type PageContext = CheckOptions &
  Readonly<{
    folder: string;
    files: ReadonlySet<string>;
    seen: Seen;
  }>;

/**
 * Inspects a page here and at the origin. If texts or controls differ, inspects both again with patience: on a busy
 * machine, one of them may not have finished loading.
 */
async function checkPage(page: CheckPage, tabs: Tabs, context: PageContext): Promise<PageResult> {
  const result = await lookAtPage(page, tabs, context, {});
  if (!result.modes.some(isDoubtful)) return result;
  return lookAtPage(page, tabs, context, { isPatient: true });
}

function isDoubtful(mode: ModeResult): boolean {
  const seen = [mode.controlsLost, mode.pageErrors, mode.frames, mode.stopped];
  return hasOtherText(mode) || mode.isCovered || seen.some(({ length }) => length > 0);
}

async function lookAtPage(
  page: CheckPage,
  tabs: Tabs,
  context: PageContext,
  patience: Pick<VisitOptions, 'isPatient'>,
): Promise<PageResult> {
  const { origin, folder, signal } = context;
  const encoded = page.path.split('/').map(encodeURIComponent).join('/');
  const common = {
    ...context.viewport,
    timeoutMs: VISIT_TIMEOUT_MS,
    ignoredControls: context.removedControls,
    thumbnails: new Map<string, Promise<string>>(),
    ...patience,
  };
  const look = async (
    visitor: Place,
    url: string,
    inside: string,
    pictures: VisitOptions['pictures'],
    ask?: VisitOptions['ask'],
  ): Promise<Visit | Error> => {
    const options: VisitOptions = {
      ...common,
      pictures,
      ask,
      isInside: (other) => other.startsWith(inside),
    };
    try {
      return await visitor.visit(url, options);
    } catch (error) {
      signal.throwIfAborted();
      if (isUnopenable(error)) return error;
      if (error instanceof OffprintError && error.code === 'browser') throw error;
      return new Error(pageFault(error) ?? asOffprintError(error).message, { cause: error });
    }
  };
  const root = `${pathToFileURL(folder).href}/`;
  const [original, file] = await Promise.all([
    tabs.live && origin
      ? look(tabs.live, absoluteUrl(origin.origin, page.url), `${origin.origin}/`, 'both', async (tab) => {
          const inside = `${origin.origin}/`;
          context.seen.pressables.set(page.path, await pressablesOf(tab, inside, context.removedControls));
          return true;
        })
      : undefined,
    look(tabs.file, root + encoded, root, 'both', async (tab) => {
      const reading = await readForSearch(tab);
      if (tab.url() === root + encoded) context.seen.readings.set(page.path, reading);
      return hasControls(tab, context.removedControls);
    }),
  ]);
  const { withoutControls } = context.seen;
  if (file instanceof Error || file.answer) withoutControls.delete(page.path);
  else withoutControls.add(page.path);
  const hosted = await look(tabs.hosted, BUNDLE_ADDRESS + encoded, BUNDLE_ADDRESS, 'window');
  const error = [file, hosted].find((result) => result instanceof Error);
  const reference = original instanceof Error ? undefined : original;
  const modes: ModeResult[] = [];
  if (!(file instanceof Error)) modes.push(modeResult('file', file, reference, root, context));
  if (!(hosted instanceof Error))
    modes.push(modeResult('hosted', hosted, reference, BUNDLE_ADDRESS, context));
  return {
    url: page.url,
    path: page.path,
    title: file instanceof Error ? '' : file.title,
    modes,
    ...(error && { error: error.message }),
    ...(original instanceof Error && { originalError: original.message }),
    ...(isUnopenable(error) && isUnopenable(original) && { hangs: true }),
    ...(reference && { originalThumbnail: base64(reference.thumbnail) }),
    ...(!(file instanceof Error) && { offlineThumbnail: base64(file.thumbnail) }),
  };
}

function modeResult(
  mode: ModeName,
  visit: Visit,
  reference: Visit | undefined,
  base: string,
  context: PageContext,
): ModeResult {
  const failedAtSource = new Set(
    (reference?.failed ?? []).map(({ url }) => fileOf(url, `${context.origin?.origin}/`)),
  );
  const failures = visit.failed
    .map(({ url, type }) => ({ file: fileOf(url, base), type }))
    .filter(({ file }) => !failedAtSource.has(file));
  const failed = failures.map(({ file }) => file);
  const refused = failures.filter(({ file }) => context.files.has(file));
  const isExpected = (url: string): boolean =>
    isHostAmong(URL.parse(url)?.hostname ?? '', context.expectedHosts);
  const isUnwanted = (url: string): boolean =>
    isHostAmong(URL.parse(url)?.hostname ?? '', context.stoppedHosts ?? []);
  const blockedUrls = new Set(visit.blocked.map((entry) => entry.split(' ')[1] ?? ''));
  const differences = reference && differencesFrom(reference, visit);
  return {
    mode,
    textSimilarity: reference ? textSimilarity(reference.text, visit.text) : null,
    pixelDifference: reference ? pixelDifference(reference.picture, visit.picture) : null,
    missingFiles: unique(failed.filter((file) => !context.files.has(file) && file !== OPERATOR_FILE)),
    // Present, but the browser refuses to load it (modules and workers on file://).
    refusedFiles: unique(refused.map(({ file }) => file)),
    refusedVisible: unique(refused.filter(({ type }) => VISIBLE.test(type)).map(({ file }) => file)),
    outgoing: visit.outgoing.filter((url) => !isExpected(url) && !blockedUrls.has(url)),
    expected: visit.outgoing.filter(isExpected),
    blocked: visit.blocked.filter((entry) => {
      const url = entry.split(' ')[1] ?? '';
      return !isExpected(url) && !isUnwanted(url);
    }),
    consoleErrors: newErrors(visit.consoleErrors, reference?.consoleErrors ?? []).filter(
      (text) => !isConsequence(text),
    ),
    pageErrors: differences?.pageErrors ?? [],
    stopped: differences?.stopped.filter((url) => !isExpected(url) && !isUnwanted(url)) ?? [],
    frames: differences?.frames ?? [],
    isCovered: differences?.isCovered ?? false,
    isHeld: visit.isHeld && reference?.isHeld === false,
    controlsLost: differences?.controlsLost ?? [],
  };
}

/** Resource types (DevTools protocol) that are visible to readers. */
const VISIBLE = /^(image|stylesheet|font|media|texttrack|document)$/;

/** Whether a message only repeats what other lists of the result contain. */
function isConsequence(text: string): boolean {
  return /Content Security Policy|Failed to load resource|net::ERR_|Refused to /.test(text);
}

function fileOf(url: string, base: string): string {
  const { pathname } = new URL(url);
  const root = new URL(base).pathname;
  const inside = pathname.startsWith(root) ? pathname.slice(root.length) : pathname;
  try {
    return decodeURIComponent(inside);
  } catch {
    return inside;
  }
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await fs.promises.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Returns the pages of a bundle for a check without a job: its HTML files, all with the same layout. */
export function pagesOf(files: Manifest['files']): CheckPage[] {
  const pages = files.filter(({ path: file }) => /\.x?html?$/i.test(file));
  return pages.map(({ path: file }) => ({ url: `/${file}`, path: file, layout: '' }));
}
