import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import { launchBrowser } from '../search/search.test-support.ts';
import { clickOnce, isDoubtful, limitOfClick, type Outcome, problemOfClick } from './clicks.ts';
import { lookAtPage, prepareClicks } from './in-page-clicks.ts';
import { freshTab, inTab, prepared } from './operated-tab.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

/** Longer than the wait for a click without a visible effect. */
const SLOW_MS = 1_600;

const PAGES: Readonly<Record<string, string>> = {
  '/': '<a href="/slow">Slow</a> <a href="/nothing">Nothing</a> <a href="/slow" onclick="return false">Dead</a>',
  '/slow': '<h1>Slow</h1>',
  '/frozen': '<ul><li><a href="#two">Two</a></ul><p id="pane">One</p>',
  '/live': `<ul><li><a href="#two">Two</a></ul><p id="pane">One</p><script>
    addEventListener('hashchange', () => setTimeout(() => { document.getElementById('pane').textContent = 'Two'; }, 300));
  </script>`,
  '/asks': `<p id="term">Parser</p><button>Py</button><script>
    const term = document.getElementById('term');
    term.addEventListener('mouseenter', () => fetch('http://closed.invalid/').catch(() => {}));
    document.querySelector('button').onclick = () => { document.cookie = 'language=py'; };
  </script>`,
  '/long': '<a href="#two">Two</a><p style="height: 3000px"></p><p id="two">Two</p>',
};

describe.skipIf(why !== '')('a click', () => {
  let browser: Browser;
  let url: string;
  const server = http.createServer((request, response) => {
    const { url: place = '' } = request;
    if (place === '/nothing') {
      response.writeHead(204).end();
      return;
    }
    setTimeout(() => response.end(`<!doctype html>${PAGES[place] ?? ''}`), place === '/slow' ? SLOW_MS : 0);
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchBrowser([new URL(url).host]);
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  const clicked = (name: string, isPatient: boolean): Promise<Outcome> =>
    inTab(
      async () => prepared(await freshTab(browser)),
      (tab) => clickOnce(tab, url, { kind: 'link', tag: 'a', name, nth: 0 }, isPatient, new Set()),
    );

  it.each(firstOf(1, [true, false]))(
    'waits for a page that has been asked for (patient: %s)',
    async (isPatient) => {
      expect((await clicked('Slow', isPatient)).changes).toContain('address');
    },
  );

  it.runIf(isFullRun)('that only changes the fragment is compared with the original', async () => {
    const target = { kind: 'button', tag: 'a', name: 'Two', nth: 0 } as const;
    const on = (place: string): Promise<Outcome> =>
      inTab(
        async () => prepared(await freshTab(browser)),
        (tab) => clickOnce(tab, new URL(place, url).href, target, true, new Set()),
      );
    const [frozen, live, long] = [await on('/frozen'), await on('/live'), await on('/long')];
    expect(isDoubtful(target, frozen)).toBe(true);
    expect(isDoubtful({ ...target, isAnchored: true }, frozen)).toBe(false);
    expect(problemOfClick(frozen, live)?.problem).toBe(
      'does nothing when clicked, but changes the text on the original site',
    );
    expect(problemOfClick(frozen, frozen)).toBeUndefined();
    expect(isDoubtful(target, long)).toBe(false);
  });

  it('and a pointer that comes ask for something, or set a cookie', async () => {
    const used = (kind: 'hover' | 'button', tag: string, name: string): Promise<Outcome> =>
      inTab(
        async () => prepared(await freshTab(browser)),
        (tab) => clickOnce(tab, `${url}asks`, { kind, tag, name, nth: 0 }, false, new Set()),
      );
    const pointedAt = await used('hover', 'p', 'Parser');
    expect(pointedAt.failed).toEqual(['http://closed.invalid/']);
    expect(limitOfClick(pointedAt)).toBeUndefined();
    expect(limitOfClick(await used('button', 'button', 'Py'))?.needs).toBe('cookies');
  });

  it.each(firstOf(1, ['Nothing', 'Dead']))('has no effect where no page comes: %s', async (name) => {
    expect(await clicked(name, false)).toMatchObject({ changes: new Set(), reach: 'met' });
  });

  // As in MkDocs Material: the label of the hovered element is part of the page while it is shown.
  it('a tooltip is no change that a click has made, any other text is one', async () => {
    const tab = await browser.newPage();
    await tab.evaluateOnNewDocument(prepareClicks);
    await tab.goto('data:text/html,<p>Switch</p><p id=later></p>');
    const before = await tab.evaluate(lookAtPage, true);
    await tab.evaluate(() =>
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<div id="tip" role="tooltip" style="position:absolute">Switch to dark mode</div>',
      ),
    );
    const pointedAt = await tab.evaluate(lookAtPage, false);
    expect(pointedAt).toEqual(before);
    await tab.evaluate(() => document.getElementById('tip')?.removeAttribute('role'));
    const told = await tab.evaluate(lookAtPage, false);
    expect(told.text).not.toBe(before.text);
    expect(told.look).not.toBe(before.look);
  });
});
