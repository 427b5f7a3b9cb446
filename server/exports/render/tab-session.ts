import type { CDPSession, Protocol } from 'puppeteer-core';
import { hasPageLeft } from '../chromium/page-left.ts';
import { profiles } from '../profiles/profiles.ts';
import { COPY_BUTTONS } from '../runtime/browser/copy-buttons.ts';
import type { PageCalls } from './in-page/isolated-world.ts';
import { callExpression, isolatedWorldScript, pageWorldScript, WORLD } from './in-page-scripts.ts';
import type { RenderSettings } from './options.ts';
import type { Gate } from './request-policy.ts';
import { logRequests, type RequestLog } from './requests.ts';
import { TabFault } from './tab-fault.ts';
import type { Visit } from './visit.ts';
import { makeWaiting, type Waiting } from './wait-for-condition.ts';

/** The document that a tab shows. */
export type ShownDocument = { readonly loaderId: string; readonly url: string; isLoaded: boolean };

/** A tab as seen through its DevTools session: its contents and operations. */
export type TabSession = Readonly<{
  send: CDPSession['send'];
  requests: RequestLog;
  /** Woken by every event in the tab. */
  waiting: Waiting;
  /** Current document; undefined while the tab navigates to another. */
  document: () => ShownDocument | undefined;
  /** Whether our functions can be called. */
  isCallable: () => boolean;
  /**
   * Calls one of our functions in the page. Returns undefined if its document is unloaded meanwhile.
   * @throws TabFault
   */
  call: <Name extends keyof PageCalls>(
    name: Name,
    ...args: Parameters<PageCalls[Name]>
  ) => Promise<Awaited<ReturnType<PageCalls[Name]>> | undefined>;
  navigate: (url: string) => Promise<Protocol.Page.NavigateResponse>;
  /** Navigates to an address that differs from the document's only in its fragment, so the document stays. */
  follow: (url: string) => Promise<Protocol.Page.NavigateResponse>;
  /** Sets the visit that is notified of events; undefined between two pages. */
  setVisit: (visit: Visit | undefined) => void;
  isAlive: () => boolean;
  /** Rejects when the tab's process ends. */
  gone: Promise<never>;
}>;

/** Scale at which a page is painted. Nobody looks at it, and painting is a third of the work. */
const PICTURE_SCALE = 0.01;

/** Prepares a new tab for pages. */
export async function openTabSession(
  session: CDPSession,
  mainFrameId: string,
  settings: RenderSettings,
  gate: Gate,
  crashReason: () => 'memory' | 'crashed',
): Promise<TabSession> {
  const waiting = makeWaiting();
  const requests = logRequests(session, mainFrameId, gate.isReachable, waiting.wake);
  const { promise: gone, reject: lose } = Promise.withResolvers<never>();
  gone.catch(() => {}); // when it happens between two pages
  let isAlive = true;
  let visit: Visit | undefined;
  let document: ShownDocument | undefined;
  let contextId: number | undefined;

  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrameId) return;
    document = { loaderId: frame.loaderId, url: frame.unreachableUrl ?? frame.url, isLoaded: false };
    waiting.wake();
  });
  session.on('Page.loadEventFired', () => {
    if (document) document.isLoaded = true;
    waiting.wake();
  });
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name !== WORLD || context.auxData?.frameId !== mainFrameId) return;
    contextId = context.id;
    waiting.wake();
  });
  session.on('Runtime.executionContextsCleared', () => {
    contextId = undefined;
  });
  session.on('Inspector.targetCrashed', () => {
    isAlive = false;
    const megabytes = Math.round(settings.limits.tabBytes / 2 ** 20);
    lose(
      crashReason() === 'memory'
        ? new TabFault('memory', `used more than ${megabytes} MB of memory`)
        : new TabFault('crashed', 'crashed its tab'),
    );
  });
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    const isLeaving = type === 'beforeunload';
    if (!isLeaving) visit?.note('dialog', `${type}: ${message.slice(0, 200)}`);
    session.send('Page.handleJavaScriptDialog', { accept: isLeaving }).catch(() => {});
  });
  session.on('Page.windowOpen', ({ url }) => visit?.note('window-open', url));
  session.on('Page.downloadWillBegin', ({ url }) => visit?.note('download', url));
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
    visit?.logError(exception?.description ?? text);
  });
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (!visit) return;
    if (!visit.countConsoleCall()) {
      visit.fail(new TabFault('hung', 'never stopped writing to the console'));
    } else if (type === 'error' || type === 'assert') {
      visit.logError(args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' '));
    }
  });

  const { viewport, readySelector, timeouts } = settings;
  await Promise.all([
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Runtime.enable'),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: 'light' },
      ],
    }),
    session.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      screenWidth: viewport.width,
      screenHeight: viewport.height,
      deviceScaleFactor: 1,
      mobile: false,
      scale: PICTURE_SCALE,
    }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldScript({
        readySelector,
        profiles,
        copyButtons: COPY_BUTTONS,
        maxMs: timeouts.statesMs,
      }),
      worldName: WORLD,
    }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript() }),
    gate.guard(session, {
      mainFrameId,
      isBetween: () => visit === undefined,
      mayNavigate: (url) => visit?.mayNavigate(url) ?? false,
    }),
  ]);

  return {
    send: session.send.bind(session),
    requests,
    waiting,
    document: () => document,
    isCallable: () => contextId !== undefined,
    call: async (name, ...args) => {
      if (contextId === undefined) return undefined;
      const expression = callExpression(name, ...args);
      try {
        const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
          expression,
          contextId,
          awaitPromise: true,
          returnByValue: true,
        });
        if (!exceptionDetails) return result.value;
        const { exception, text } = exceptionDetails;
        throw new TabFault('unreadable', `could not be read (${exception?.description ?? text})`);
      } catch (error) {
        if (hasPageLeft(error)) return undefined;
        throw error;
      }
    },
    navigate: (url) => {
      document = undefined;
      contextId = undefined;
      return session.send('Page.navigate', { url });
    },
    follow: (url) => session.send('Page.navigate', { url }),
    setVisit: (current) => {
      visit = current;
    },
    isAlive: () => isAlive,
    gone,
  };
}
