import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import type { Drawing } from '../../docs-site/diagrams.ts';
import { OffprintError } from '../../errors.ts';
import { openWatchedBrowser } from '../chromium/launch-retries.ts';
import { EndsBrowser, leaseBrowser } from '../chromium/lease.ts';
import { answeredWithin, PageHung } from '../chromium/page-hung.ts';
import { drawInPage } from './draw-in-page.ts';

/** Longer than any diagram that Mermaid renders at all: its limits are 50,000 characters and 500 edges. */
const DRAWING_MAX_MS = 20_000;

/** The generator's font for pages, so that labels have the same width here. */
const FONT = 'Inter, ui-sans-serif, system-ui, sans-serif';

const require = createRequire(import.meta.url);

export type DiagramPen = Readonly<{
  /**
   * Renders one diagram; call it for one at a time.
   * @throws the reason of the signal
   */
  draw: (source: string, id: string) => Promise<Drawing>;
  close: () => Promise<void>;
}>;

/**
 * Renders Mermaid diagrams in one page of a browser without network access, which starts with the first diagram. A
 * diagram that crashes or hangs the browser is reported as a fault of that diagram.
 */
export function openDiagramPen(dataFolder: string, signal: AbortSignal): DiagramPen {
  const open = () =>
    openWatchedBrowser({ cacheFolder: path.join(dataFolder, 'browser'), allowedHosts: [], signal });
  const lease = leaseBrowser(open, signal);
  const pages = new WeakMap<Browser, Promise<Page>>();
  const drawn = async (browser: Browser, source: string, id: string): Promise<Drawing> => {
    const opening = pages.get(browser) ?? openPage(browser);
    pages.set(browser, opening);
    const page = await opening;
    try {
      const result = await answeredWithin(DRAWING_MAX_MS, page.evaluate(drawInPage, source, id, FONT));
      return 'fault' in result ? { fault: result.fault, line: result.line ?? undefined } : result;
    } catch (error) {
      if (!(error instanceof PageHung)) throw error;
      pages.delete(browser); // the next diagram gets a new page
      page.close().catch(() => {});
      return { fault: `Rendering it took longer than ${DRAWING_MAX_MS / 1000} seconds.` };
    }
  };
  return {
    draw: async (source, id) => {
      try {
        return await lease.use((browser) => drawn(browser, source, id));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof EndsBrowser) return { fault: 'Rendering it crashed the browser each time.' };
        if (error instanceof OffprintError) return { fault: error.message, mayPass: true };
        throw error;
      }
    },
    close: () => lease.close(),
  };
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  const font = fs.readFileSync(
    require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  );
  await page.setContent(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font.toString('base64')})}body{font-size:16px}</style>`,
  );
  await page.evaluate(`${fs.readFileSync(mermaidFile(), 'utf8')}\nvoid 0;`);
  await page.evaluate(async () => {
    await Promise.all([document.fonts.load('16px Inter'), document.fonts.load('bold 16px Inter')]);
  });
  return page;
}

/**
 * In a built server, the file is next to this module (scripts/build-server.ts), because nothing else of the package is
 * needed.
 */
function mermaidFile(): string {
  const beside = fileURLToPath(new URL('mermaid.min.js', import.meta.url));
  return fs.existsSync(beside) ? beside : require.resolve('mermaid/dist/mermaid.min.js');
}
