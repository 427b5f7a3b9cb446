import fs from 'node:fs';
import path from 'node:path';
import { makeSecretFile } from '../../server/api/test-support.ts';
import { temporaryFolder } from '../../server/bundles/archive.test-support.ts';
import { offprint, unpacked } from '../stand-ins/fixture-site.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/** Downloads of the page Diagnostics: the archive for support, and a backup. */
let app: App;

test.beforeAll(async () => {
  app = await launchApp();
});
test.afterAll(() => app.close());

/** Returns the file that the page saves after an action. */
async function saved(act: () => Promise<void>): Promise<Readonly<{ name: string; file: string }>> {
  const coming = app.page.waitForEvent('download');
  await act();
  const download = await coming;
  const file = path.join(temporaryFolder(), 'saved.zip');
  await download.saveAs(file);
  return { name: download.suggestedFilename(), file };
}

test('saves the diagnostics archive, and backups that restore, with keys behind a passphrase asked twice', async () => {
  const { page } = app;
  await app.open('/diagnostics');
  const archive = await saved(() => page.getByRole('button', { name: 'Save archive' }).click());
  expect(archive.name).toMatch(/^offprint-diagnostics-\d{4}-\d\d-\d\d\.zip$/);
  expect([...(await unpacked(archive.file)).keys()]).toContain('checks.json');

  const panel = page.getByRole('region', { name: 'Backup' });
  const make = panel.getByRole('button', { name: 'Download backup' });
  const plain = await saved(() => make.click());
  expect(plain.name).toMatch(/^offprint-\d{4}-\d\d-\d\d\.zip$/);
  expect([...(await unpacked(plain.file)).keys()]).not.toContain('keys.json');

  await panel.getByLabel('Include keys').check();
  const [first, second] = [panel.getByLabel('Passphrase', { exact: true }), panel.getByLabel('Confirm')];
  for (const field of [first, second]) expect(await field.getAttribute('type')).toBe('password');
  await first.fill('a passphrase of some length');
  await second.fill('another passphrase');
  await panel.getByText('The passphrases do not match').waitFor();
  expect(await make.isDisabled()).toBe(true);
  await second.fill('a passphrase of some length');
  const sealed = await saved(() => make.click());
  expect(await first.inputValue()).toBe('');

  const passphrase = path.join(temporaryFolder(), 'passphrase');
  fs.writeFileSync(passphrase, 'a passphrase of some length', { mode: 0o600 });
  const folder = path.join(temporaryFolder(), 'restored');
  const where = ['--data', folder, '--passphrase-file', passphrase];
  const env = { OFFPRINT_SECRET_FILE: makeSecretFile() };
  expect(await offprint(['restore', sealed.file, ...where], { env })).toMatchObject({ code: 0 });
  await page.getByText('offprint restore offprint.zip --dry-run').waitFor();
  expect(app.complaints).toEqual([]);
});
