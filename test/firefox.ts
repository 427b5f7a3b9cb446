import { spawnSync } from 'node:child_process';
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';

/**
 * Number of concurrent pages: while the mouse is down in one tab, mouse events of another go to the first, and a tab in
 * the background misses clicks.
 */
export const FIREFOX_TABS = 1;

/** Path of Debian's Firefox; undefined where it is not installed. */
export function firefoxProgram(): string | undefined {
  const { status, stdout } = spawnSync('which', ['firefox-esr'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Starts Firefox for the checks of bundle verification. It can reach loopback only: everything else goes to a proxy
 * that does not exist.
 */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const nowhere = { host: 'closed.invalid', port: 9 };
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': nowhere.host,
      'network.proxy.http_port': nowhere.port,
      'network.proxy.ssl': nowhere.host,
      'network.proxy.ssl_port': nowhere.port,
      'ui.prefersReducedMotion': 1,
    },
  });
  // Settings that Puppeteer has no command for here are preferences above.
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (options) => withoutMedia(await create(options));
  return browser;
}

function withoutMedia(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    page.emulateMediaFeatures = async () => {};
    return page;
  };
  return context;
}
