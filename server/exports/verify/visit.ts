import type { Browser, CDPSession, HTTPRequest, Page, Protocol } from 'puppeteer-core';
import { answerRequests } from '../chromium/answer-requests.ts';
import { removePeers } from '../chromium/disable-webrtc.ts';
import { answeredWithin, PageHung } from '../chromium/page-hung.ts';
import { hasPageLeft } from '../chromium/page-left.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import { LOADING_INDICATORS } from '../render/loading-indicators.ts';
import { prepareClicks } from './in-page-clicks.ts';

/** What a browser saw of a page. */
export type Visit = Readonly<{
  title: string;
  text: string;
  /** Visible controls as `role name`, in document order. */
  controls: readonly string[];
  /** Longer than the window, and a reader cannot scroll it. */
  isHeld: boolean;
  /** Where its links lead, as the browser resolves them. */
  links: readonly string[];
  /** Requests inside that failed, as URL, reason and type of resource (DevTools protocol). */
  failed: readonly Readonly<{ url: string; reason: string; type: string }>[];
  /** Requests that went, or tried to go, elsewhere. */
  outgoing: readonly string[];
  /** Calls that the page's content security policy stopped. */
  blocked: readonly string[];
  consoleErrors: readonly string[];
  /** Those of the errors that scripts threw and nothing handled. */
  pageErrors: readonly string[];
  /** Frames that can be seen: the name of their file, and their height in px. */
  frames: readonly Readonly<{ name: string; height: number }>[];
  /** Links in the window, and how many of them a click meets. */
  inWindow: Readonly<{ links: number; met: number }>;
  /** Scripts listen to clicks or to what is typed. */
  listens: boolean;
  /** The answer to what was asked of it; true where it led on meanwhile, and where nothing was asked. */
  answer: boolean;
  /** PNG of the window; empty where none was wanted. */
  picture: Uint8Array;
  /** JPEG, a quarter of the size; empty where none was wanted. */
  thumbnail: Uint8Array;
}>;

export type VisitOptions = Readonly<{
  width: number;
  height: number;
  timeoutMs: number;
  isInside: (url: string) => boolean;
  /**
   * For a page that seems to lack something: on a busy machine it may only have been on its way, and what is drawn only
   * when it comes into view may have been brought in on one side alone. It is waited for longer, and scrolled through.
   */
  isPatient?: boolean;
  /** What is below these does not count: features that the policy takes away. */
  ignoredControls: readonly string[];
  /** Asks the page something while it is shown, once it is quiet. */
  ask?: ((page: Page) => Promise<boolean>) | undefined;
  /** What is taken of its look: nothing, the picture, or both pictures. Each is a tenth of a second. */
  pictures: 'none' | 'window' | 'both';
  /** Thumbnails of other visits, by the picture that each is of: what looks the same is not drawn again. */
  thumbnails?: Map<string, Promise<string>>;
}>;

export type Visitor = Readonly<{
  /** @throws PageHung, and Puppeteer's errors of pages that are not to be had */
  visit: (url: string, options: VisitOptions) => Promise<Visit>;
  close: () => Promise<void>;
}>;

const QUIET_MS = 100;
const PATIENT_QUIET_MS = 1000;
const SCREENS_MAX = 200;
const QUIET_MAX_MS = 5000;
const THUMBNAIL_SCALE = 0.25;
/** A tab whose page has not gone on computing is ready in no time. */
const READY_MS = 5000;

/**
 * A tab that visits one page after another, replaced when that fails. Pages are looked at when they are quiet: loaded,
 * nothing pending for 100 ms, fonts ready, animations stopped. Never waits longer than 5 s for quiet: what keeps moving is
 * seen as it is.
 * @param fetchResource answers every request in the browser's place; absent for pages of files
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
        // What the page before did to the tab is no fault of this one.
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

/** In a context of its own, and with it a process of its own: a page that hangs holds up no other tab. */
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
  /** By the page's policy, with the type of resource: also after the page has been asked what was. */
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
    // A player that stops loading its film has all that it needs.
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
    // For another fragment of the same document, nothing would be loaded.
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
        // It leads on by itself: what it leads to is looked at.
        if (!hasPageLeft(error) || performance.now() - started >= QUIET_MAX_MS) throw error;
        changed = performance.now();
        return lookWhenQuiet();
      }
    };
    const seen = await answeredWithin(QUIET_MAX_MS + options.timeoutMs, lookWhenQuiet());
    const asked = Promise.resolve(options.ask?.(page) ?? true).catch((error: unknown) => {
      if (!hasPageLeft(error)) throw error;
      return true; // nobody knows what the page has that it leads to
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

/** The browser asks for a favicon by itself: that is not the page's doing. */
function isFavicon(request: HTTPRequest): boolean {
  return /\/favicon\.ico$/.test(request.url()) && request.resourceType() === 'other';
}

/** Runs in the page before its own scripts: collects what the policy stops, and stops what moves. */
function prepare(): void {
  const scope = globalThis as unknown as { __offprintBlocked: string[] };
  scope.__offprintBlocked = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    scope.__offprintBlocked.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}' +
      // The original has no such button.
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

/** Runs in the page: brings every part of it into view, one screen after the other, as a reader who goes through it. */
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
  // What the policy takes away is no part of the page, here as little as at the origin.
  for (const removed of ignoredControls) {
    try {
      for (const element of document.querySelectorAll<HTMLElement>(removed))
        element.style.setProperty('display', 'none', 'important');
    } catch {
      // a selector that this browser does not know
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
  // Readers follow links in open shadow trees like any other.
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  const linksIn = (root: Document | ShadowRoot): string[] =>
    [...root.querySelectorAll('a[href],area[href]')].flatMap((link) =>
      link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement ? [link.href] : [],
    );
  // The window takes it from the root element, or from the body where that says nothing (CSS Overflow 3, section 3.3).
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
    text: document.body?.innerText ?? '', // what a reader sees, not what the markup holds
    links: [...new Set(roots.flatMap(linksIn))],
    controls,
    blocked: [...new Set(scope.__offprintBlocked ?? [])],
  };
}
