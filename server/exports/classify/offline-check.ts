import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import type { Store } from '../../store/database.ts';
import type { ExportJob } from '../../store/exports.ts';
import { trialFolder } from '../../store/job-folder.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import { pageFault } from '../chromium/page-fault.ts';
import { placesIn, unpackReferences } from '../crawl/references.ts';
import { hostsOfRemovedFeatures, readVendors } from '../features/vendor-widgets.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import type { Source } from '../origin/source.ts';
import { allocationsOf } from '../pack/allocation.ts';
import { produce, produceContext } from '../pack/produce.ts';
import { documentFile, documentScript } from '../playground/document-script.ts';
import { documentsOf, readDocument } from '../playground/documents.ts';
import { playgroundScript } from '../playground/script.ts';
import type { JobBrowser } from '../render/job-browser.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import { textSimilarity } from '../render/text-similarity.ts';
import { PLAYGROUND_FILE } from '../rewrite/page.ts';
import { linksOf } from '../site/links-of-job.ts';
import { absoluteUrl, encodePath } from '../site/site.ts';
import { runPool } from '../threads/concurrency.ts';
import { BUNDLE_ADDRESS, bundleHost } from '../verify/bundle-host.ts';
import { type KnownClicks, openKnownClicks } from '../verify/click-targets.ts';
import { clickWords, shortAddress } from '../verify/clicks.ts';
import { hasOtherText, isHostAmong } from '../verify/fault-or-finding.ts';
import type { FileTabs } from '../verify/operated-tab.ts';
import { differencesFrom } from '../verify/origin-differences.ts';
import type { Visit } from '../verify/visit.ts';

export type OfflineCheckContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  source: Source;
  browser: JobBrowser;
  signal: AbortSignal;
}>;

/** A page to try, with its rendered version from the origin. */
export type Tried = Readonly<{ place: string; rendered: RenderedPage }>;

/** When a trial clicks. Targets that other trials have clicked are skipped, so the outcome depends on their order. */
export type ClickTurn = Readonly<{
  /** Resolves when all earlier trials have chosen their targets. */
  chosenBefore?: Promise<unknown> | undefined;
  /** Resolves when all earlier trials have ended. */
  endedBefore?: Promise<unknown> | undefined;
  /** Called when this trial has chosen its targets. */
  onChosen?: () => void;
}>;

/** Opens pages with the site's own scripts as from the bundle, before anything is packed. */
export type OfflineCheck = Readonly<{
  /**
   * Opens pages as they would be in the bundle, from `file://` without a network, in the job's browser.
   * @param onStep called after each step (see stepsOfCheck)
   * @returns a sentence about what does not work; undefined if everything does
   * @throws OffprintError `browser`
   */
  fault: (pages: readonly Tried[], turn?: ClickTurn, onStep?: () => void) => Promise<string | undefined>;
}>;

/** Maximum number of steps in a check that finds no fault: each page is looked at and operated, then one is clicked. */
export function stepsOfCheck(pages: number): number {
  return 2 * pages + 1;
}

const VISIT_TIMEOUT_MS = 20_000;
/** Maximum for all layouts together. */
const CLICKS_MAX = 24;
const CONTROLS_MAX_MS = 15_000;
/** Maximum number of retries. From the second on, only if files missing before are now available. */
const CLICKS_AGAIN_MAX = 3;
/** Larger files, such as videos and archives, are not part of the check. */
const ASSET_BYTES_MAX = 16 * 2 ** 20;

export function openOfflineCheck(context: OfflineCheckContext): OfflineCheck {
  const trials = trialFolder(context.dataFolder, context.job.id);
  const shared: Shared = {
    clicked: openKnownClicks(CLICKS_MAX, true),
    clicksFailed: 0,
    host: bundleHost(trials),
    spareTabs: new WeakMap(),
  };
  let begun = 0;
  return {
    fault: async (pages, turn = {}, onStep = () => {}) => {
      const folder = path.join(trials, String(begun++));
      try {
        return await faultOfPages(context, folder, shared, pages, turn, onStep);
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** State shared by all trials of a job. */
type Shared = {
  /** Targets alike on pages of several layouts are clicked once. If the click fails, each layout decides for itself. */
  readonly clicked: KnownClicks;
  /** Number of failed clicks so far. If it rises, trials that skipped a target must click it too. */
  clicksFailed: number;
  /** Serves the folder of each trial under its name. */
  readonly host: FetchResource;
  /** Opening two tabs takes as long as opening a page in both, so they are reused. */
  readonly spareTabs: WeakMap<Browser, CheckTabs[]>;
  fileTabs?: FileTabs;
};

async function faultOfPages(
  context: OfflineCheckContext,
  folder: string,
  shared: Shared,
  pages: readonly Tried[],
  turn: ClickTurn,
  onStep: () => void,
): Promise<string | undefined> {
  const { job, source, signal } = context;
  const access = source.browser();
  const { origin, fetchResource } = access;
  const vendors = readVendors();
  const expectedHosts = vendors.flatMap((vendor) => (job.policy.kept[vendor.feature] ? vendor.hosts : []));
  const isAmong = (url: string, hosts: readonly string[]): boolean =>
    isHostAmong(URL.parse(url)?.hostname ?? '', hosts);
  const isExpected = (url: string): boolean => isAmong(url, expectedHosts);
  /** Hosts of features that are turned off. Blocking them is intended, so it is no fault. */
  const stoppedHosts = hostsOfRemovedFeatures(vendors, job.policy);
  const removedControls = vendors.flatMap((vendor) => (job.policy.kept[vendor.feature] ? [] : vendor.hide));

  /** @param answers responds to requests; absent for pages opened from files */
  const openTab = async (browser: Browser, answers?: FetchResource): Promise<CheckTab> => {
    // Imported on demand, because the browser's driver is large.
    const { openVisitor } = await import('../verify/visit.ts');
    const visitor = await openVisitor(browser, answers);
    return {
      look: (address, inside, isPatient) =>
        visitor.visit(address, {
          width: job.settings.viewportWidth,
          height: job.settings.viewportHeight,
          timeoutMs: VISIT_TIMEOUT_MS,
          ignoredControls: removedControls,
          pictures: 'none',
          isPatient,
          isInside: (other) => other.startsWith(inside),
        }),
      close: visitor.close,
    };
  };
  const openTabs = async (browser: Browser): Promise<CheckTabs> => {
    const [file, hosted] = await Promise.all([openTab(browser), openTab(browser, shared.host)]);
    const close = async (): Promise<void> => {
      await Promise.all([file.close(), hosted.close()]);
    };
    return { file, hosted, close };
  };

  const root = `${pathToFileURL(folder).href}/`;
  const hostedRoot = `${BUNDLE_ADDRESS}${path.basename(folder)}/`;

  /** Errors and requested addresses that pages also produce at the origin. */
  const complaintsOfOrigin = new Set<string>();
  /** Pages whose scripts listen to user events. */
  const listening = new Set<string>();
  const faultAgainst = (reference: Visit, seen: Visit): string | undefined => {
    const { pageErrors, stopped, frames, isCovered, controlsLost } = differencesFrom(reference, seen);
    const [error, [call], [frame], [control]] = [
      pageErrors[0],
      stopped.filter((url) => !isExpected(url) && !isAmong(url, stoppedHosts)),
      frames,
      controlsLost,
    ];
    if (frame !== undefined) return `change the layout: the page ${frame}.`;
    if (control !== undefined) return `do not show "${control}" when the page is opened from a file.`;
    if (isCovered) return 'cover the links when the page is opened from a file.';
    if (error !== undefined) return `fail when the page is opened from a file: "${error.slice(0, 200)}".`;
    return (
      call && `request ${shortAddress(call)}, which is not possible when the page is opened from a file.`
    );
  };

  /** Checks how a page looks. Returns its fault, if any. */
  const faultOfLook = async (
    browser: Browser,
    { place, rendered }: Tried,
    file: string,
    tabs: CheckTabs,
    isPatient: boolean,
  ): Promise<string | undefined> => {
    const [seen, hosted] = await Promise.all([
      tabs.file.look(root + encodePath(file), root, isPatient),
      tabs.hosted.look(hostedRoot + encodePath(file), hostedRoot, isPatient),
    ]);
    const strange = seen.links.find((link) => link.startsWith('file:') && !link.startsWith(root));
    if (strange !== undefined)
      return `add links that do not work when the page is opened from a file (${strange.slice(7, 200)}).`;
    if (seen.listens) listening.add(place);
    const isOther = !isAlike(rendered.text, seen.text);
    const complaints = [...seen.pageErrors, ...seen.blocked.map((entry) => entry.split(' ')[1] ?? '')];
    const isNew = complaints.some((complaint) => !complaintsOfOrigin.has(complaint));
    if (isOther || isNew || faultAgainst(hosted, seen)) {
      const original = await openTab(browser, fetchResource);
      const reference = await original
        .look(absoluteUrl(origin, place), `${origin}/`, isPatient)
        .finally(original.close);
      if (isOther && !isAlike(reference.text, seen.text))
        return 'show different text when the page is opened from a file.';
      const fault = faultAgainst(reference, seen);
      if (fault !== undefined) return fault;
      for (const complaint of complaints) complaintsOfOrigin.add(complaint);
    }
    const blocked = new Set(hosted.blocked.map((entry) => entry.split(' ')[1] ?? ''));
    const call = hosted.outgoing.find((other) => !blocked.has(other) && !isExpected(other));
    if (call !== undefined)
      return `load ${call.replace(new URL(BUNDLE_ADDRESS).origin, '')} from outside the bundle.`;
    if (!rendered.isInteractive) return undefined; // nobody would miss what else the scripts might do
    const refused = seen.failed.find(({ url: failed }) => fs.existsSync(new URL(failed)));
    return (
      refused &&
      `are blocked by the browser when the page is opened from a file (${refused.url.slice(root.length)}).`
    );
  };
  const toOperate = async (browser: Browser, { place }: Tried, file: string) => {
    const { freshTab, openFileTabs, prepareTab } = await import('../verify/operated-tab.ts');
    const { borrowed } = await import('../chromium/lease.ts');
    const { answerRequests } = await import('../chromium/answer-requests.ts');
    const openOriginal = async () => {
      const tab = await freshTab(browser);
      await answerRequests(await tab.createCDPSession(), fetchResource);
      await prepareTab(tab);
      return tab;
    };
    const places = [
      {
        path: file,
        file: root + encodePath(file),
        original: absoluteUrl(origin, place),
        inside: { file: root, original: `${origin}/` },
      },
    ];
    shared.fileTabs ??= openFileTabs();
    const { fileTabs } = shared;
    const options = { ignored: removedControls, openOriginal, fileTabs };
    return { browsers: borrowed(browser), places, options };
  };
  const faultOfControls = async (
    browser: Browser,
    page: Tried,
    file: string,
  ): Promise<string | undefined> => {
    const { checkControls } = await import('../verify/check-controls.ts');
    const { browsers, places, options } = await toOperate(browser, page, file);
    const { failures, unoperated } = await checkControls(browsers, places, {
      ...{ ...options, known: null },
      maxMs: CONTROLS_MAX_MS,
    });
    const [[failure], [unusable]] = [failures, unoperated];
    if (unusable) return `cannot be tested when the page is opened from a file: ${unusable.problem}.`;
    return (
      failure && `do not work when the page is opened from a file: "${failure.name}" ${failure.problem}.`
    );
  };
  const faultOfClicks = async (
    browser: Browser,
    page: Tried,
    file: string,
    known: KnownClicks,
    onChosen?: () => void,
  ): Promise<Readonly<{ fault: string | undefined; hasMore: boolean }>> => {
    const { clickPages } = await import('../verify/check-clicks.ts');
    const { browsers, places, options } = await toOperate(browser, page, file);
    const { failures } = await clickPages(browsers, places, {
      ...{ ...options, known, onChosen },
      tabs: 1,
      originPages: 0, // the page itself listens here too, because it keeps its scripts
    });
    if (known === shared.clicked) shared.clicksFailed += failures.length;
    // Linked pages, and files that a script requests on click. If the bundle has them, they are available on the next
    // try.
    const added = failures.map(
      ({ missing = '' }) => missing.startsWith(root) && addFile(missing.slice(root.length)),
    );
    const click = failures.find(({ needs }) => needs === undefined);
    const fault =
      click && `do not work when the page is opened from a file: ${clickWords(click)} ${click.problem}.`;
    return { fault, hasMore: added.includes(true) };
  };

  /**
   * Looks at the pages one by one.
   * @returns the first fault
   */
  const lookAt = async (browser: Browser, pages: readonly Placed[]): Promise<string | undefined> => {
    const spare = shared.spareTabs.get(browser) ?? [];
    shared.spareTabs.set(browser, spare);
    const tabs = spare.pop() ?? (await openTabs(browser));
    try {
      for (const [page, file] of pages) {
        const doubt = await faultOfLook(browser, page, file, tabs, false).catch(faultOfPage);
        onStep();
        if (doubt === undefined) continue;
        // Content may have arrived late on a busy machine, or the previous page may have stored something. Only a
        // second failure counts.
        const own = await openTabs(browser);
        const fault = await faultOfLook(browser, page, file, own, true).catch(faultOfPage).finally(own.close);
        if (fault !== undefined) return fault;
      }
      return undefined;
    } finally {
      spare.push(tabs);
    }
  };
  const operate = async (browser: Browser, pages: readonly Placed[]): Promise<string | undefined> => {
    const faults: (string | undefined)[] = [];
    const queue = [...pages.filter(([{ rendered }]) => rendered.isInteractive).entries()];
    await runPool(
      queue.length,
      () => queue.shift(),
      async ([index, [page, file]]) => {
        faults[index] =
          (await faultOfControls(browser, page, file)) && (await faultOfControls(browser, page, file));
        onStep();
      },
    );
    return faults.find((fault) => fault !== undefined);
  };
  const click = async (
    browser: Browser,
    [page, file]: Placed,
    onChosen?: () => void,
  ): Promise<string | undefined> => {
    let tried = await faultOfClicks(browser, page, file, shared.clicked, onChosen);
    for (let again = 1; tried.fault !== undefined && again <= CLICKS_AGAIN_MAX; again++) {
      if (again > 1 && !tried.hasMore) break;
      tried = await faultOfClicks(browser, page, file, openKnownClicks());
    }
    return tried.fault;
  };
  /**
   * Runs `work` in the browser.
   * @returns its result, or the fault of the page that prevented it
   */
  const inBrowser = async (
    work: (browser: Browser) => Promise<string | undefined>,
  ): Promise<string | undefined> => {
    const fault = await context.browser.lend(access, work).catch(faultOfPage);
    signal.throwIfAborted();
    return fault;
  };

  const { files, addFile } = layOut(context, folder, pages);
  const placed = pages.flatMap((page): Placed[] => {
    const file = files.get(page.place);
    return file === undefined ? [] : [[page, file]];
  });
  const fault = await inBrowser(
    async (browser) => (await lookAt(browser, placed)) ?? (await operate(browser, placed)),
  );
  const first = placed.find(([page]) => listening.has(page.place));
  if (fault !== undefined || !first) return fault;
  await turn.chosenBefore; // outside the browser: after a crash, trials queue there, so waiting inside could deadlock
  let failed = shared.clicksFailed;
  const onChosen = (): void => {
    failed = shared.clicksFailed;
    turn.onChosen?.();
  };
  const clickFault = await inBrowser((browser) => click(browser, first, onChosen));
  onStep();
  if (clickFault !== undefined) return clickFault;
  await turn.endedBefore;
  // Targets that failed meanwhile on pages of other layouts were not clicked here.
  return shared.clicksFailed === failed ? undefined : inBrowser((browser) => click(browser, first));
}

/**
 * Describes an error that a page caused.
 * @throws any other error
 */
function faultOfPage(error: unknown): string {
  const why = pageFault(error);
  if (why === undefined) throw error;
  return `prevent the page from being opened from a file: ${why}.`;
}

/** A page and its file in the trial's folder. */
type Placed = readonly [page: Tried, file: string];

type CheckTab = Readonly<{
  look: (address: string, inside: string, isPatient: boolean) => Promise<Visit>;
  close: () => Promise<void>;
}>;

/** Tabs for pages opened from a file and from a host. */
type CheckTabs = Readonly<{ file: CheckTab; hosted: CheckTab; close: () => Promise<void> }>;

function isAlike(reference: string, text: string): boolean {
  return !hasOtherText({ textSimilarity: textSimilarity(reference, text) });
}

/** Writes pages and their dependencies to a folder, as packing would. */
function layOut(
  context: OfflineCheckContext,
  folder: string,
  pages: readonly Tried[],
): Readonly<{
  /** The file of each page. */
  files: ReadonlyMap<string, string>;
  /**
   * Writes another file of the bundle, if there is one at this relative address.
   * @returns whether anything new was written
   */
  addFile: (address: string) => boolean;
}> {
  const { dataFolder, store, job, frontier } = context;
  const paths = new Map(allocationsOf(frontier).map(({ url, path: place }) => [url, place]));
  const links = linksOf(store, job, frontier, ({ url }) => paths.get(url) ?? null);
  const producing = produceContext(dataFolder, links, readVendors(), job.policy, '', false);
  fs.rmSync(folder, { recursive: true, force: true });
  const documents = documentsOf(dataFolder, frontier);
  const put = (place: string, data: string | Uint8Array): void => {
    const file = path.join(folder, ...place.split('/'));
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, data);
  };
  const write = (resource: Resource, place: string): void => {
    const { url, object, contentType } = resource;
    const { data } = produce(
      {
        url,
        path: place,
        object: object ?? '',
        contentType: contentType ?? '',
        isSnapshot: false,
        documents: documents.of(resource),
        compress: false,
      },
      producing,
    );
    put(place, data);
    for (const document of documents.of(resource)) {
      const { url: end, contentType: type, text } = readDocument(dataFolder, frontier, document) ?? {};
      const file = paths.get(end ?? '');
      if (file !== undefined) put(documentFile(file), documentScript(text ?? '', type ?? ''));
    }
  };
  put(PLAYGROUND_FILE, playgroundScript());
  const wanted = new Set<string>();
  const written = new Set<string>();
  const want = (url: string): void => {
    const resource = frontier.find(url);
    if (!resource || wanted.has(url)) return;
    wanted.add(url);
    if (resource.redirectUrl !== null) want(resource.redirectUrl);
  };
  for (const { place, rendered } of pages) {
    want(place);
    // Files loaded by scripts do not appear in the markup.
    for (const { url } of rendered.assets) {
      const { pathname, search } = new URL(url);
      want(pathname + search);
      want(pathname);
    }
  }
  const writeAll = (): void => {
    for (const url of wanted) {
      const resource = frontier.find(url);
      const place = paths.get(url);
      if (written.has(url) || resource?.status !== 'done' || place === undefined || resource.object === null)
        continue;
      if ((resource.sizeBytes ?? 0) > ASSET_BYTES_MAX) continue;
      written.add(url);
      write(resource, place);
      const { needed, guessed } = unpackReferences(frontier.references(url));
      for (const text of [needed, guessed]) for (const file of placesIn(text)) want(file);
    }
  };
  writeAll();
  const addFile = (address: string): boolean => {
    const before = written.size;
    for (const [url, place] of paths) if (encodePath(place) === address.replace(/[?#].*$/s, '')) want(url);
    writeAll();
    return written.size > before;
  };
  const files = new Map(
    pages.flatMap(({ place }) => (paths.has(place) ? [[place, paths.get(place) ?? '']] : [])),
  );
  return { files, addFile };
}
