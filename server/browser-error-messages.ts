/**
 * Translates an error of Chromium or Puppeteer into plain words that complete a sentence about the page. All errors
 * shown to people pass through here (by way of asOffprintError).
 * @returns undefined for other errors
 */
export function driverWords(error: unknown): string | undefined {
  const text = error instanceof Error ? error.message : String(error);
  const code = NETWORK.exec(text)?.[1];
  if (code !== undefined) return NETWORK_WORDS.find(([shape]) => shape.test(code))?.[1];
  const said = DRIVER_WORDS.find(([shape]) => shape.test(text))?.[1];
  if (said !== undefined || !(error instanceof Error)) return said;
  return DRIVER_ERRORS.has(error.name) ? LOST_TAB : undefined;
}

/** net/base/net_error_list.h */
const NETWORK = /\bnet::ERR_([A-Z0-9_]+)/;

const NETWORK_WORDS: readonly (readonly [shape: RegExp, words: string])[] = [
  [/^FILE_NOT_FOUND$/, 'does not exist'],
  [/^TIMED_OUT$|_TIMED_OUT$/, 'did not respond in time'],
  [/^TOO_MANY_REDIRECTS$/, 'redirects endlessly'],
  [/^(BLOCKED|UNSAFE|DISALLOWED|ACCESS_DENIED)/, 'cannot be opened in the browser'],
  [/^ABORTED$/, 'was interrupted while loading'],
  [/^(INVALID|CONTENT|RESPONSE|INCOMPLETE|HTTP2|QUIC)/, 'returned a damaged response'],
  [/^(CERT|SSL)/, 'has a certificate the browser does not accept'],
  [/./, 'did not respond'],
];

const LOST_TAB = 'was interrupted because its browser tab closed or crashed';

/** Puppeteer's error classes, whatever their message. */
const DRIVER_ERRORS: ReadonlySet<string> = new Set([
  'ProtocolError',
  'TargetCloseError',
  'ConnectionClosedError',
]);

/** Puppeteer's messages, and those of the DevTools protocol (content/browser/devtools, v8/src/inspector). */
const DRIVER_WORDS: readonly (readonly [shape: RegExp, words: string])[] = [
  [
    /context was destroyed|Cannot find (default execution |main )?context|navigated or closed|Promise was collected|frame (got |was |has been )?detached|detached frame/i,
    'navigated to another page while it was being checked',
  ],
  [
    /^Navigation timeout of|^Waiting failed|^Timed out after waiting|^Waiting for .* failed|protocolTimeout/i,
    'was not ready in time',
  ],
  [
    /^(Target|Session|Connection|Page) (is )?(closed|crashed)|Protocol error|Requesting main frame too early|Not attached to an active page|No target with given id|Session already detached|^(CDP)?Session .*(not created|creation failed)|^Failed to create (a page|target)|^LifecycleWatcher|Missing (target|browser context)/i,
    LOST_TAB,
  ],
];
