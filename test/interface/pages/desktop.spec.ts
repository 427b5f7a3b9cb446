import { isFullRun } from '../../stand-ins/full.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, picture, places, settled } from './seeded.ts';

/** Places where the desktop app differs from the browser: parts that use services.desktop. */
const DESKTOP_PLACES = [
  'exports',
  'job',
  'job-report',
  'job-site',
  'agent-changes',
  'keys',
  'settings',
  'help',
  'about',
];

test('is accessible in the desktop app too, and keeps to the policy there', async () => {
  test.skip(!isFullRun, 'Runs with OFFPRINT_TEST_FULL=1.');
  const without = 'color-contrast'; // the colours are those of the pages above
  const app = await launchSeeded({ shell: 'desktop' });
  for (const [name, hash] of places().filter(([one]) => DESKTOP_PLACES.includes(one))) {
    await app.open(hash);
    await settled(app);
    expect(await violations(app, { without }), name).toEqual([]);
    await picture(app, `${name}-desktop`);
  }
  await app.page.keyboard.press('n');
  await app.page.getByRole('button', { name: 'Choose folder…' }).waitFor();
  await picture(app, 'new-export-desktop');
  expect(await violations(app, { within: '[role=dialog]', without }), 'new export').toEqual([]);
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.open('/keys');
  await app.page.getByRole('button', { name: 'New key' }).first().click();
  await app.page.getByText(/Save the key in this computer.s keychain/).waitFor();
  await picture(app, 'new-key-desktop');
  expect(await violations(app, { within: '[role=dialog]', without }), 'new key').toEqual([]);
  expect(app.complaints).toEqual([]);
  await app.close();
});
