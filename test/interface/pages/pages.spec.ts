import { isFullRun } from '../../stand-ins/full.ts';
import { violations } from '../axe.ts';
import type { App } from '../launch.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, overflowOf, picture, places, settled } from './seeded.ts';

/**
 * Places checked in the dark theme unless the run is a full one, which has a project for it: together they show every
 * colour that has a meaning.
 */
const DARK_PLACES = [
  'exports',
  'job-report',
  'job-waiting',
  'agent-changes',
  'publications',
  'receive',
  'trust',
  'settings',
];
const WINDOW = { width: 1280, height: 800 };
let app: App;

test.beforeAll(async () => {
  app = await launchSeeded();
});
test.afterAll(() => app.close());

test('every page fits a narrow window, is accessible and keeps to the policy', async () => {
  const isDark = test.info().project.name === 'dark';
  // Nothing else depends on the theme.
  const only = isDark ? 'color-contrast' : undefined;
  for (const [name, hash] of places()) {
    await app.open(hash);
    await settled(app);
    expect(await violations(app, { only }), name).toEqual([]);
    await picture(app, name);
    if (isDark) continue;
    await app.page.setViewportSize({ ...WINDOW, width: 900 });
    await expect.poll(() => overflowOf(app), `${name} in a narrow window`).toBe(0);
    await app.page.setViewportSize(WINDOW);
    if (isFullRun || !DARK_PLACES.includes(name)) continue;
    await app.page.emulateMedia({ colorScheme: 'dark' });
    await settled(app);
    expect(await violations(app, { only: 'color-contrast' }), `${name} in the dark theme`).toEqual([]);
    await picture(app, `${name}-dark`);
    await app.page.emulateMedia({ colorScheme: 'light' });
    await settled(app);
  }
  expect(app.complaints).toEqual([]);
});
