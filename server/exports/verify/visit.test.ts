import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { locateTestChromium, type SilentHost, startSilentHost } from '../chromium/chromium.test-support.ts';
import { launchBrowser, temporaryFolder } from '../search/search.test-support.ts';
import { pressablesOf } from './click-targets.ts';
import { hasControls } from './controls.ts';
import { openVisitor, type Visit, type VisitOptions } from './visit.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

/** Navigates the moment it is looked at, as a page with a refresh does on a busy machine. */
const leadingTo = (place: string): string => `<script>
  const { ready } = document.fonts;
  Object.defineProperty(document, 'fonts', { get: () => {
    location.href = '${place}';
    return { ready: ready.then(() => new Promise(() => {})) };
  } });
</script>`;

describe.skipIf(why !== '')(`a visit${why && ` (${why})`}`, () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let silent: SilentHost;
  beforeAll(async () => {
    silent = await startSilentHost();
    browser = await launchBrowser([silent.host]);
  });
  afterAll(async () => {
    await browser?.close();
    silent?.close();
  });

  /** Runs `work` with a visitor and some pages. */
  const withVisitor = async <T>(
    pages: Readonly<Record<string, string>>,
    options: Partial<VisitOptions>,
    work: (look: (name: string) => Promise<Visit>) => Promise<T>,
  ): Promise<T> => {
    for (const [name, content] of Object.entries(pages)) {
      fs.writeFileSync(path.join(folder, name), `<!doctype html><meta charset="utf-8">${content}`);
    }
    const visitor = await openVisitor(browser);
    const size = {
      width: 800,
      height: 600,
      timeoutMs: 20_000,
      ignoredControls: [],
      pictures: 'none',
    } as const;
    try {
      return await work((name) => {
        const url = pathToFileURL(path.join(folder, name)).href;
        return visitor.visit(url, { ...size, isInside: () => true, ...options });
      });
    } finally {
      await visitor.close();
    }
  };
  const visit = (
    pages: Readonly<Record<string, string>>,
    first: string,
    pictures: 'none' | 'window' = 'none',
  ): Promise<Visit> => withVisitor(pages, { pictures }, (look) => look(first));

  const hanging = (afterMs: number): string =>
    `<p>p<script>setTimeout(() => { ${silent.holdThread} }, ${afterMs})</script>`;

  it.runIf(isFullRun)('of a page that hangs ends in time, and the next page has another tab', async () => {
    const pages = { 'hangs.html': hanging(0), 'well.html': '<p>well' };
    await withVisitor(pages, { timeoutMs: 1_000 }, async (look) => {
      await expect(look('hangs.html')).rejects.toThrow('did not respond within');
      expect((await look('well.html')).text).toBe('well');
    });
  });

  it.runIf(isFullRun)('is not held up by what the page before does once it has been seen', async () => {
    await withVisitor({ 'later.html': hanging(1_000), 'well.html': '<p>well' }, {}, async (look) => {
      expect((await look('later.html')).text).toBe('p');
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // now its script is busy
      expect((await look('well.html')).text).toBe('well');
    });
  });

  it('of a page that leads on while it is looked at sees where it leads', async () => {
    const seen = await visit({ 'a.html': leadingTo('b.html'), 'b.html': 'There' }, 'a.html');
    expect(seen.text).toBe('There');
  });

  it('of a page whose bar still says that it loads shows it without', async () => {
    const bar = '<div role="progressbar" aria-label="Loading..." style="height:2px;background:green"></div>';
    const style = '<style>[role] { position: fixed; top: 0; left: 0; right: 0 }</style><p>Text</p>';
    const pages = { 'done.html': style, 'loading.html': style + bar };
    const [done, loading] = [
      await visit(pages, 'done.html', 'window'),
      await visit(pages, 'loading.html', 'window'),
    ];
    expect(Buffer.from(loading.picture).equals(done.picture)).toBe(true);
    expect(done.picture.length).toBeGreaterThan(0);
  });

  it.runIf(isFullRun)('that is patient brings in what is drawn only when it comes into view', async () => {
    // As API references do: sections render only when scrolled into view, including those far below.
    const part = (name: number): string => `<section id="s${name}" style="height:900px"></section>`;
    const page = `<p>Top</p>${[1, 2, 3, 4].map(part).join('')}<script>
      const watch = new IntersectionObserver((seen) => {
        for (const { isIntersecting, target } of seen) if (isIntersecting) target.textContent = 'Part ' + target.id;
      });
      for (const part of document.querySelectorAll('section')) watch.observe(part);
    </script>`;
    const at = (isPatient: boolean): Promise<Visit> =>
      withVisitor({ 'lazy.html': page }, { isPatient }, (look) => look('lazy.html'));
    expect((await at(false)).text).not.toContain('Part s4');
    const seen = await at(true);
    for (const name of [1, 2, 3, 4]) expect(seen.text).toContain(`Part s${name}`);
  });

  it('sees nothing of what the policy takes away', async () => {
    const page = '<p>Text</p><div class="DocSearch"><button>Search</button></div>';
    const removed = { ignoredControls: ['.DocSearch', 'p::part('] };
    const seen = await withVisitor({ 'page.html': page }, removed, (look) => look('page.html'));
    expect(seen.text.trim()).toBe('Text');
    expect(seen.controls).toEqual([]);
  });

  it('asks the page what is to be known of it while it is shown', async () => {
    const pages = {
      'fold.html': '<details><summary>More</summary>Text</details>',
      'plain.html':
        '<p>Text <a href="fold.html">Fold</a></p><form><button type="button">Send</button></form>',
    };
    const inside = `${pathToFileURL(folder).href}/`;
    const answers = (ask: VisitOptions['ask']): Promise<boolean[]> =>
      withVisitor(pages, { ask }, async (look) => [
        (await look('fold.html')).answer,
        (await look('plain.html')).answer,
      ]);
    expect(await answers((tab) => hasControls(tab, []))).toEqual([true, false]);
    expect(await answers((tab) => pressablesOf(tab, inside, []).then(({ length }) => length > 0))).toEqual([
      false,
      true,
    ]);
    expect(
      await answers((tab) => pressablesOf(tab, inside, ['form']).then(({ length }) => length > 0)),
    ).toEqual([false, false]);
  });

  it('tells calls that the policy stops once it has been looked at, as scripts go on drawing', async () => {
    const policy = '<meta http-equiv="Content-Security-Policy" content="img-src data:">';
    const call = 'https://elsewhere.example/logo.svg';
    const draw = (address: string): Promise<boolean> => {
      const picture = new Image();
      const stopped = new Promise<boolean>((resolve) => {
        picture.onerror = () => resolve(true);
      });
      picture.src = address;
      return stopped;
    };
    const options = {
      isInside: (url: string) => url.startsWith('file:'),
      ask: (tab: Page) => tab.evaluate(draw, call),
    };
    const seen = await withVisitor({ 'page.html': `${policy}<p>Text</p>` }, options, (look) =>
      look('page.html'),
    );
    expect(seen.outgoing).toEqual([call]);
    expect(seen.blocked).toEqual([`image ${call}`]);
  });

  it.runIf(isFullRun)('of pages that lead on for ever ends', async () => {
    const pages = { 'c.html': leadingTo('d.html'), 'd.html': leadingTo('c.html') };
    await expect(visit(pages, 'c.html')).rejects.toThrow(/context was destroyed|navigat/i);
  });
});
