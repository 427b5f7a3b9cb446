import { firstOf } from '../../stand-ins/full.ts';
import type { App } from '../launch.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, picture, places, settled } from './seeded.ts';

/** With notes of each kind shown, no control may be covered by one. */
const PLACES = firstOf(4, [
  'job',
  'job-log',
  'project-live',
  'settings',
  'job-report',
  'project',
  'publications',
  'trust',
]);
const REFUSED =
  'The server refused this for the sake of the test, with a sentence that is long enough to take more than one line of a note.';
let app: App;

test.afterEach(() => app.close());

for (const width of firstOf(1, [1366, 900])) {
  test(`notes cover no control in a window of ${width} px`, async () => {
    app = await launchSeeded({ width, height: 800 });
    const { page } = app;
    await page.addInitScript(keepNotes);
    await page.reload();
    await page.route('**/v1/static-export/jobs/*/retry', (route) =>
      route.fulfill({ status: 500, json: { error: REFUSED } }),
    );
    await page.route(/\/v1\/static-export\/jobs\/[^/]+$/, (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await showNotes(app);
    expect(await covered(app), 'exports, with a selection').toEqual([]);
    await picture(app, `notes-${width}`);

    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Site').fill('http://127.0.0.1:2/');
    await page.getByText('Credentials and connection').waitFor();
    for (const details of await page.getByRole('dialog').locator('summary').all())
      await details.press('Enter');
    expect(await covered(app), 'new export').toEqual([]);
    await picture(app, `notes-new-export-${width}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('e');
    expect(await covered(app), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });

    for (const [name, hash] of places().filter(([name]) => PLACES.includes(name))) {
      await app.open(hash);
      await settled(app);
      expect(await covered(app), name).toEqual([]);
    }
  });
}

/** Shows a plain note, one with a button, and one about a fault, with details. */
async function showNotes(app: App): Promise<void> {
  const { page } = app;
  await showPlain(app);
  await app.open('/exports');
  const failed = page.locator('[data-row]').filter({ hasText: 'Fix the origin and retry' }).first();
  await failed.getByRole('checkbox').press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected exports' });
  await bar.getByRole('button', { name: 'Retry' }).press('Enter');
  await page.locator('[data-toasts]').getByText(REFUSED).waitFor();
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function showPlain({ page, open }: App): Promise<void> {
  await open(places().find(([name]) => name === 'job')?.[1] ?? '');
  await page.getByRole('button', { name: 'Copy link' }).first().press('Enter');
  await page.getByText('Link copied').first().waitFor();
}

/** Runs before the page's scripts: keeps notes visible, however slow the machine is. */
function keepNotes(): void {
  const { setTimeout: start } = window;
  const never = 2 ** 30;
  const changed = (work: () => void, ms = 0) => start(work, ms > 4000 ? never : ms);
  Object.assign(window, { setTimeout: changed });
}

/** Usable elements in the window that are covered by a note. */
async function covered({ page }: App): Promise<string[]> {
  return page.evaluate(async () => {
    const frames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await frames(); // the content below the notes makes room for them
    const notes = [...document.querySelectorAll('[data-toasts] > [role]')].map((note) =>
      note.getBoundingClientRect(),
    );
    const used = [
      ...document.querySelectorAll('a[href],button,input,select,textarea,summary,[role=menuitem]'),
    ];
    const found = used.filter(
      (one) => !one.closest('[data-toasts],[inert],[aria-hidden=true]') && one.checkVisibility(),
    );
    // A scroll container clips its content: only the visible part counts.
    const entries = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver((seen) => {
        observer.disconnect();
        resolve(seen);
      });
      for (const one of found) observer.observe(one);
    });
    const faults = entries.flatMap(({ target, intersectionRect: box }) =>
      notes.some(
        (note) =>
          box.width > 0 &&
          box.height > 0 &&
          Math.min(note.right, box.right) - Math.max(note.left, box.left) > 1 &&
          Math.min(note.bottom, box.bottom) - Math.max(note.top, box.top) > 1,
      )
        ? [`${target.localName} ${target.getAttribute('aria-label') ?? target.textContent}`.trim()]
        : [],
    );
    return notes.length < 2 ? [`${notes.length} notes are up`] : faults;
  });
}
