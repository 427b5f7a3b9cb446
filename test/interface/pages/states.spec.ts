import { isFullRun } from '../../stand-ins/full.ts';
import { violations } from '../axe.ts';
import { type App, launchApp } from '../launch.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, picture, places, settled } from './seeded.ts';

/** Empty, loading and failed states of pages. */
const LOADS_NOTHING = ['about', 'help', 'welcome', 'unknown'];
/** A list, facts, changes and forms; full runs have every place. */
const FIRST = ['exports', 'job', 'project', 'agent-changes', 'keys', 'settings'];
/** All empty lists share one component: usual runs check it in these. */
const EMPTY = ['exports', 'keys'];
/** Places that load the same parts as another place and differ only in their content. */
const SAME = ['job-canceled', 'job-waiting', 'job-no-site', 'project-live', 'project-preview'];
let app: App;

test.beforeAll(async () => {
  app = await launchSeeded();
});
test.afterAll(() => app.close());

test('shows high contrast where the system asks for it', async () => {
  await app.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await app.page.reload(); // removes the previous colours
  for (const [name, hash] of places().slice(0, 2)) {
    await app.open(hash);
    await settled(app);
    await picture(app, `${name}-contrast`);
    expect(await violations(app), name).toEqual([]);
  }
  await app.page.emulateMedia({ forcedColors: 'none' });
});

test('says what to do where there is nothing yet', async () => {
  const app = await launchApp();
  try {
    for (const [name, hash, button] of [
      ['exports', '/exports', 'New export'],
      ['projects', '/projects', 'New project'],
      ['publications', '/publications', 'Add target'],
      ['keys', '/keys', 'New key'],
    ] as const) {
      await app.open(hash);
      await settled(app);
      // One in the page header, one in the empty state.
      expect(await app.page.getByRole('button', { name: button }).count(), name).toBe(2);
      if (isFullRun || EMPTY.includes(name)) expect(await violations(app), name).toEqual([]);
      await picture(app, `${name}-empty`);
    }
    await app.open('/exports');
    await app.page.getByRole('main').getByRole('button', { name: 'Receive a bundle' }).waitFor();
    await expect(app.page.getByRole('button', { name: 'Clear' })).toBeHidden();
    // Without a model server there is another first step.
    await app.open('/agents');
    await app.page.getByRole('main').getByRole('link', { name: 'Add model server' }).waitFor();
    expect(await violations(app), 'agents').toEqual([]);
    await picture(app, 'agents-empty');
  } finally {
    await app.close();
  }
});

test('is accessible while everything is loading, and where it fails', async () => {
  const pattern = /\/v[12]\//;
  const error = 'The disk is full. Make room and try again.';
  await app.page.goto('about:blank'); // discards what was loaded before
  let asked = Promise.resolve();
  await app.page.route(pattern, async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: { error } }).catch(() => {});
  });
  for (const [name, hash] of places().filter(([one]) =>
    isFullRun ? !LOADS_NOTHING.includes(one) && !SAME.includes(one) : FIRST.includes(one),
  )) {
    await app.open('/about'); // loads nothing
    await app.page.getByRole('alert').first().waitFor({ state: 'detached' });
    let answer: () => void = () => {};
    asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await app.open(hash);
    for (const [state, shown] of [
      ['loading', app.page.locator('[class*=skeleton]')],
      ['failing', app.page.getByRole('alert')],
    ] as const) {
      if (state === 'failing') answer();
      await shown
        .first()
        .waitFor()
        .catch(() => Promise.reject(new Error(`${name} does not say that it is ${state}`)));
      // The message is the same component everywhere: a list, facts and a form are enough.
      if (['exports', 'job', 'project'].includes(name)) expect(await violations(app), name).toEqual([]);
      await picture(app, `${name}-${state}`);
    }
  }
  await app.page.unroute(pattern);
});

test('says what is wrong when the server does not answer, and goes on when it does', async () => {
  await app.open('/projects');
  await settled(app);
  await app.context.setOffline(true);
  await app.page.getByRole('link', { name: 'API keys' }).click();
  await app.page.getByText('Offprint is not responding. It may have been stopped.').first().waitFor();
  await picture(app, 'unreachable');
  await app.page.getByRole('main').getByRole('button', { name: 'Try again' }).first().dispatchEvent('click');
  await app.page.getByText('Offprint is not responding. It may have been stopped.').first().waitFor();
  await app.context.setOffline(false);
  // Automatically: nothing is pressed.
  await app.page.getByRole('cell', { name: 'ci', exact: true }).waitFor();
  await app.page.getByText('Offprint is not responding.').first().waitFor({ state: 'detached' });
});

test('takes every text from its messages', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  const { origin } = new URL(app.page.url());
  for (const [name, hash] of places()) {
    await app.page.goto(`${origin}/?locale=en-XA#${hash}`);
    await app.page.locator('main h1').waitFor();
    await settled(app);
    const forgotten = await app.page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const place = node.parentElement;
        if (!place || place.closest('[translate="no"], :not(html)[lang], script, noscript')) continue;
        texts.push(node.textContent ?? '');
      }
      const attributes = [...document.querySelectorAll('[aria-label], [placeholder]')]
        .filter((element) => !element.closest('[translate="no"]'))
        .flatMap((element) => [element.getAttribute('aria-label'), element.getAttribute('placeholder')]);
      // The handbook is written in English.
      // Numbers with units, sizes and dates come from Intl, ids and codes are marked: what is left has letters
      // in a row and no bracket.
      return [...texts, ...attributes].filter(
        (text) => text && /[A-Za-z]{4,}/.test(text) && !/⟦/.test(text) && !/\d/.test(text),
      );
    });
    expect(forgotten, name).toEqual([]);
  }
  await picture(app, 'pseudo-locale');
});
