import type { Browser, CDPSession, HTTPRequest, Page, Protocol } from 'puppeteer-core';
import { answerRequests } from '../chromium/answer-requests.ts';
import { removePeers } from '../chromium/disable-webrtc.ts';
import { answeredWithin, PageHung } from '../chromium/page-hung.ts';
import { hasPageLeft } from '../chromium/page-left.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import { LOADING_INDICATORS } from '../render/loading-indicators.ts';
import { prepareClicks } from './in-page-clicks.ts';

/** What the browser observed on a page. */
export type Visit = Readonly<{
  title: string;
  text: string;
  /** Visible controls as `role name`, in document order. */
  controls: readonly string[];
  /** The page is taller than the viewport, but cannot be scrolled. */
  isHeld: boolean;
  /** Absolute link targets, as resolved by the browser. */
  links: readonly string[];
  /** Failed requests to addresses inside, with URL, reason and resource type (DevTools protocol). */
  failed: readonly Readonly<{ url: string; reason: string; type: string }>[];
  /** Requests made or attempted to addresses outside. */
  outgoing: readonly string[];
  /** Requests blocked by the page's content security policy. */
  blocked: readonly string[];
  consoleErrors: readonly string[];
  /** The subset of `consoleErrors` that are uncaught script errors. */
  pageErrors: readonly string[];
  /** Visible frames: file name and height in px. */
  frames: readonly Readonly<{ name: string; height: number }>[];
  /** Links in the viewport, and how many of them a click would hit. */
  inWindow: Readonly<{ links: number; met: number }>;
  /** Whether scripts listen for clicks or typing. */
  listens: boolean;
  /** Result of `ask`; also true if the page navigated away meanwhile or `ask` is not set. */
  answer: boolean;
  /** PNG of the viewport; empty if not requested. */
  picture: Uint8Array;
  /** JPEG at a quarter of the size; empty if not requested. */
  thumbnail: Uint8Array;
}>;

export type VisitOptions = Readonly<{
  width: number;
  height: number;
  timeoutMs: number;
  isInside: (url: string) => boolean;
  /**
   * For a page that seems to lack something: on a busy machine it may not have finished loading, and content that is
   * rendered only when scrolled into view may have loaded on one side only. Waits longer and scrolls through the page.
   */
  isPatient?: boolean;
  /** Selectors of controls to ignore, with everything below them: features that the policy removes. */
  ignoredControls: readonly string[];
  /** Queries the page while it is shown, once it is quiet. */
  ask?: ((page: Page) => Promise<boolean>) | undefined;
  /** Screenshots to capture: none, the viewport, or the viewport and a thumbnail. Each takes about 0.1 s. */
  pictures: 'none' | 'window' | 'both';
  /** Thumbnails of other visits by viewport screenshot, to avoid capturing identical ones again. */
  thumbnails?: Map<string, Promise<string>>;
}>;

export type Visitor = Readonly<{
  /** @throws PageHung, and Puppeteer's errors for pages that cannot be opened */
  visit: (url: string, options: VisitOptions) => Promise<Visit>;
  close: () => Promise<void>;
}>;

const QUIET_MS = 100;
const PATIENT_QUIET_MS = 1000;
const SCREENS_MAX = 200;
const QUIET_MAX_MS = 5000;
const THUMBNAIL_SCALE = 0.25;
/** Timeout for a tab to become ready. A tab that is not busy with its last page is ready at once. */
const READY_MS = 5000;

/**
 * Opens a tab that visits one page after another and is replaced after a failure. A page is inspected once it is quiet:
 * loaded, no requests pending for 100 ms, fonts ready, animations stopped. Waits at most 5 s for quiet; a page that
 * keeps changing is inspected as it is.
 * @param fetchResource answers every request instead of the network; omit it for `file://` pages
 */
export async function openVisitor(browser: Browser, fetchResource?: FetchResource): Promise<Visitor> {
  let tab = await openTab(browser, fetchResource);
  const replace = async (): Promise<void> => {
    tab.close().catch(() => {});
    tab = await openTab(browser, fetchResource);
  };
  return {
    visit: async (url, options) => {
      const { width, height } = options;
      const resize = (): Promise<void> => tab.page.setViewport({ width, height, deviceScaleFactor: 1 });
      try {
        await answeredWithin(READY_MS, resize());
      } catch {
        // The previous page may have broken the tab; that is not a fault of this page.
        await replace();
        await resize();
      }
      try {
        return await visit(tab.page, tab.cdp, url, options);
      } catch (error) {
        await replace();
        throw error;
      }
    },
    close: () => tab.close(),
  };
}

type VisitorTab = Readonly<{ page: Page; cdp: CDPSession; close: () => Promise<void> }>;

/** Uses a separate context, and therefore a separate process, so that a hanging page does not block other tabs. */
async function openTab(browser: Browser, fetchResource: FetchResource | undefined): Promise<VisitorTab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const cdp = await page.createCDPSession();
  if (fetchResource) await answerRequests(cdp, fetchResource);
  await page.emulateMediaFeatures([
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: 'light' },
  ]);
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {}); // the page may be gone already
  });
  await page.evaluateOnNewDocument(removePeers);
  await page.evaluateOnNewDocument(prepare);
  await page.evaluateOnNewDocument(prepareClicks);
  return { page, cdp, close: () => context.close() };
}

async function visit(page: Page, cdp: CDPSession, url: string, options: VisitOptions): Promise<Visit> {
  const failed = new Map<string, Readonly<{ reason: string; type: string }>>();
  const outgoing = new Set<string>();
  /** Requests blocked by the page's policy, with resource type; includes those blocked after the page was inspected. */
  const stopped = new Map<string, string>();
  const consoleErrors: string[] = [];
  const pageErrors: string[] = [];
  const pending = new Set<HTTPRequest>();
  let changed = performance.now();

  const onRequest = (request: HTTPRequest): void => {
    if (isLocal(request.url()) || isFavicon(request)) return;
    pending.add(request);
    changed = performance.now();
    if (!options.isInside(request.url())) outgoing.add(request.url());
  };
  const onEnd = (request: HTTPRequest): void => {
    if (pending.delete(request)) changed = performance.now();
  };
  const onFailed = (request: HTTPRequest): void => {
    const reason = request.failure()?.errorText ?? 'failed';
    const counted = pending.has(request);
    onEnd(request);
    // DevTools protocol, Network.BlockedReason
    if (reason === 'csp') stopped.set(request.url(), request.resourceType());
    // A player aborts a media download once it has buffered enough.
    if (counted && options.isInside(request.url()) && reason !== 'net::ERR_ABORTED')
      failed.set(request.url(), { reason, type: request.resourceType() });
  };
  const onResponse = (response: {
    url: () => string;
    status: () => number;
    request: () => HTTPRequest;
  }): void => {
    if (response.status() >= 400 && options.isInside(response.url()) && !isFavicon(response.request())) {
      failed.set(response.url(), {
        reason: `HTTP ${response.status()}`,
        type: response.request().resourceType(),
      });
    }
  };
  const onConsole = (message: { type: () => string; text: () => string }): void => {
    if (message.type() === 'error') consoleErrors.push(message.text().slice(0, 500));
  };
  const onPageError = (error: unknown): void => {
    const text = String(error instanceof Error ? error.message : error).slice(0, 500);
    consoleErrors.push(text);
    pageErrors.push(text);
  };

  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onFailed);
  page.on('response', onResponse).on('console', onConsole).on('pageerror', onPageError);
  try {
    // Changing only the fragment of the current document would not load anything.
    if (url.includes('#')) await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'load', timeout: options.timeoutMs }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw isLate ? new PageHung(options.timeoutMs) : error;
    });
    const started = performance.now();
    const quietMs = options.isPatient ? PATIENT_QUIET_MS : QUIET_MS;
    let isScrolled = !options.isPatient;
    const lookWhenQuiet = async (): Promise<Awaited<ReturnType<typeof look>>> => {
      while (performance.now() - started < QUIET_MAX_MS) {
        if (pending.size === 0 && performance.now() - changed >= quietMs) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      try {
        if (!isScrolled) {
          isScrolled = true;
          await page.evaluate(scrollThrough, SCREENS_MAX, QUIET_MAX_MS);
          changed = performance.now();
          return lookWhenQuiet();
        }
        return await page.evaluate(look, options.ignoredControls, LOADING_INDICATORS);
      } catch (error) {
        // The page navigated by itself: inspect the page it navigated to.
        if (!hasPageLeft(error) || performance.now() - started >= QUIET_MAX_MS) throw error;
        changed = performance.now();
        return lookWhenQuiet();
      }
    };
    const seen = await answeredWithin(QUIET_MAX_MS + options.timeoutMs, lookWhenQuiet());
    const asked = Promise.resolve(options.ask?.(page) ?? true).catch((error: unknown) => {
      if (!hasPageLeft(error)) throw error;
      return true; // The contents of the page it navigated to are unknown.
    });
    const answer = await answeredWithin(options.timeoutMs, asked);
    const clip = { x: 0, y: 0, width: options.width, height: options.height };
    /** @returns base64 */
    const capture = async (wanted: Protocol.Page.CaptureScreenshotRequest): Promise<string> =>
      (await cdp.send('Page.captureScreenshot', wanted)).data;
    const { pictures, thumbnails } = options;
    const picture =
      pictures === 'none'
        ? ''
        : await capture({ format: 'png', optimizeForSpeed: true, clip: { ...clip, scale: 1 } });
    const shrink = (): Promise<string> => {
      const drawn = capture({ format: 'jpeg', quality: 70, clip: { ...clip, scale: THUMBNAIL_SCALE } });
      thumbnails?.set(picture, drawn);
      return drawn;
    };
    const thumbnail = pictures === 'both' ? await (thumbnails?.get(picture)?.catch(shrink) ?? shrink()) : '';
    const told = new Set(seen.blocked.map((entry) => entry.split(' ')[1]));
    const late = [...stopped].filter(([address]) => !told.has(address));
    return {
      ...seen,
      answer,
      blocked: [...seen.blocked, ...late.map(([address, type]) => `${type} ${address}`)],
      failed: [...failed].map(([failedUrl, how]) => ({ url: failedUrl, ...how })),
      outgoing: [...outgoing],
      consoleErrors,
      pageErrors,
      picture: Buffer.from(picture, 'base64'),
      thumbnail: Buffer.from(thumbnail, 'base64'),
    };
  } finally {
    page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onFailed);
    page.off('response', onResponse).off('console', onConsole).off('pageerror', onPageError);
  }
}

function isLocal(url: string): boolean {
  return /^(data|blob|about|chrome-error|devtools):/.test(url);
}

/** The browser requests a favicon by itself, so this request does not come from the page. */
function isFavicon(request: HTTPRequest): boolean {
  return /\/favicon\.ico$/.test(request.url()) && request.resourceType() === 'other';
}

/** Runs in the page before its own scripts: records policy violations and disables animations. */
function prepare(): void {
  const scope = globalThis as unknown as { __offprintBlocked: string[] };
  scope.__offprintBlocked = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    scope.__offprintBlocked.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}' +
      // Only the bundle has this button.
      'offprint-search-button{visibility:hidden!important}',
  );
  const adopt = (): void => {
    if (!document.adoptedStyleSheets.includes(sheet)) {
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
  };
  adopt();
  document.addEventListener('DOMContentLoaded', adopt);
}

/** Runs in the page: scrolls through it one screen at a time, as a reader would. */
async function scrollThrough(screensMax: number, maxMs: number): Promise<void> {
  const started = performance.now();
  const twoFrames = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  for (let screen = 1; screen <= screensMax && performance.now() - started < maxMs; screen++) {
    const before = scrollY;
    scrollBy({ top: innerHeight, behavior: 'instant' });
    await twoFrames();
    if (scrollY <= before) break;
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await twoFrames();
}

/** Runs in the page once it is quiet. */
async function look(
  ignoredControls: readonly string[],
  loadingIndicators: string,
): Promise<
  Pick<
    Visit,
    'title' | 'text' | 'links' | 'controls' | 'isHeld' | 'blocked' | 'frames' | 'inWindow' | 'listens'
  >
> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body) focused.blur();
  if (!location.hash) scrollTo(0, 0);
  for (const bar of document.querySelectorAll<HTMLElement>(loadingIndicators))
    bar.style.visibility = 'hidden';
  const controls: string[] = [];
  // Features that the policy removes do not count, neither here nor at the origin.
  for (const removed of ignoredControls) {
    try {
      for (const element of document.querySelectorAll<HTMLElement>(removed))
        element.style.setProperty('display', 'none', 'important');
    } catch {
      // not a selector that this browser supports
    }
  }
  const selector =
    'button,summary,select,input:not([type=hidden]),textarea,[role=tab],[role=button],[role=switch]';
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility()) continue;
    const name = element.getAttribute('aria-label') ?? element.textContent;
    const role = element.getAttribute('role') ?? element.localName;
    controls.push(`${role} ${name.replace(/\s+/g, ' ').trim().slice(0, 60)}`.trim());
  }
  // Links in open shadow trees can be followed like any other.
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  const linksIn = (root: Document | ShadowRoot): string[] =>
    [...root.querySelectorAll('a[href],area[href]')].flatMap((link) =>
      link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement ? [link.href] : [],
    );
  // The viewport uses the overflow of the root element, or of the body if the root's is `visible` (CSS Overflow 3,
  // section 3.3).
  const [ofRoot = '', ofBody = ''] = [document.documentElement, document.body].map(
    (element) => element && getComputedStyle(element).overflowY,
  );
  const overflow = ofRoot === 'visible' ? ofBody : ofRoot;
  const scope = globalThis as unknown as { __offprintBlocked?: string[]; __offprintListens?: boolean };
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe,frame')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({
      name:
        one.src
          .replace(/[?#].*$/s, '')
          .split('/')
          .pop() ?? '',
      height: Math.round(one.getBoundingClientRect().height),
    }));
  const inWindow = { links: 0, met: 0 };
  for (const link of document.links) {
    const box = link.getClientRects()[0];
    if (!box || box.width < 4 || box.height < 4 || !link.checkVisibility({ visibilityProperty: true }))
      continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    inWindow.links++;
    const hit = document.elementFromPoint(x, y);
    if (hit && (link.contains(hit) || hit.contains(link)) && !hit.matches('html,body')) inWindow.met++;
  }
  return {
    frames,
    inWindow,
    listens: scope.__offprintListens === true || document.querySelector('[onclick],[oninput]') !== null,
    isHeld: /hidden|clip/.test(overflow) && document.documentElement.scrollHeight > innerHeight + 1,
    title: document.title,
    text: document.body?.innerText ?? '', // the text as rendered, not as in the markup
    links: [...new Set(roots.flatMap(linksIn))],
    controls,
    blocked: [...new Set(scope.__offprintBlocked ?? [])],
  };
}
