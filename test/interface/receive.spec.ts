import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder, writeBundle } from '../../server/bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../../server/bundles/ed25519.ts';
import { fingerprintOf, spokenFingerprint } from '../../server/bundles/public-key.ts';
import { signBundle } from '../../server/bundles/sign-bundle.ts';
import { newSigningKey } from '../../server/bundles/signing.test-support.ts';
import { type App, launchApp } from './launch.ts';
import { expect, test } from './spec.ts';

/** An external bundle on the page Receive: from the file to the version of a project, as an operator does it. */
const ARTEFACTS = path.join('test', 'artefacts', 'receive');
const key = newSigningKey();
let app: App;
let signed: string;
let unsigned: string;
let altered: string;

test.beforeAll(async () => {
  const folder = temporaryFolder();
  signed = path.join(folder, 'docs.example.com-2026.3.zip');
  await writeBundle(signed, { 'index.html': '<!doctype html><title>Docs</title><h1>Read me</h1>' });
  unsigned = path.join(folder, 'unsigned.zip');
  fs.copyFileSync(signed, unsigned);
  await signBundle(signed, key, new AbortController().signal);
  altered = path.join(folder, 'altered.zip');
  const bytes = fs.readFileSync(signed);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  fs.writeFileSync(altered, bytes);
  app = await launchApp();
});

test.afterAll(() => app.close());

async function picture(name: string): Promise<void> {
  if (!process.env.OFFPRINT_PICTURES) return;
  fs.mkdirSync(ARTEFACTS, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme });
    await app.page.screenshot({ path: path.join(ARTEFACTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

test.describe('the page Receive', () => {
  test('takes a file in, has its key compared and trusted, shows the site and keeps it', async () => {
    const { page } = app;
    await app.open('/receive');
    await page.getByText('Nothing received yet').waitFor();
    await picture('empty');
    await page.locator('input[type=file]').setInputFiles(signed);
    const card = page.getByRole('region', { name: 'docs.example.com' });
    await card.getByText('Unknown signer').waitFor();
    expect(await card.getByRole('button', { name: 'Keep' }).count()).toBe(0);
    expect(await card.getByRole('button', { name: 'Preview' }).count()).toBe(0);
    await picture('unknown');

    await card.getByRole('button', { name: 'Trust this key…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(spokenFingerprint(fingerprintOf(publicKeyOfSigner(key)))).waitFor();
    const trust = dialog.getByRole('button', { name: 'Trust this key' });
    await dialog.getByLabel('Key owner').fill('The docs team');
    await trust.click();
    await dialog.getByText('Confirm the fingerprint with the owner first').waitFor();
    await expect(dialog.getByRole('checkbox')).toBeFocused();
    await dialog.getByRole('checkbox').check();
    await picture('trust');
    await trust.click();
    await card.getByText('Valid', { exact: true }).waitFor();
    await card.getByText('The docs team', { exact: true }).waitFor();

    await card.getByRole('button', { name: 'Preview' }).click();
    await card.locator('iframe').contentFrame().getByRole('heading', { name: 'Read me' }).waitFor();
    await picture('preview');
    await card.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
    const row = page.getByRole('row', { name: /docs\.example\.com/ });
    await row.getByText('Kept').waitFor();
    await picture('kept');
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'docs.example.com' }).waitFor();
    await page.getByText('Copy link').waitFor();
    await page.getByText('was made elsewhere and received here').waitFor();
    expect(await page.getByRole('link', { name: 'Report', exact: true }).count()).toBe(0);
    await picture('job');
    expect(app.complaints).toEqual([]);
  });

  test('accepts an unsigned one only after asking, refuses an altered one, and takes the path of a folder', async () => {
    const { page } = app;
    await app.open('/receive');
    await page.locator('input[type=file]').setInputFiles(altered);
    const refused = page.getByRole('row', { name: /altered\.zip|Altered/ });
    await refused.getByText('Refused').waitFor();
    await page.getByLabel('Or enter a path on this computer').fill(unsigned);
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: 'docs.example.com' });
    await card.getByRole('button', { name: 'Accept unsigned…' }).click();
    await picture('accept');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
    await card.getByText(/by the owner as “Unsigned”/).waitFor();
    await picture('accepted');
    await card.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded').waitFor();
    await page
      .getByLabel('Or enter a path on this computer')
      .fill(path.join(path.dirname(unsigned), 'nothing.zip'));
    await page.keyboard.press('Enter');
    const place = page.getByLabel('Or enter a path on this computer');
    await expect(place).toBeFocused();
    await expect(place).toHaveAccessibleDescription(/There is no file .*nothing\.zip/);
    await picture('failed');
  });

  test('offers what lies on a drive that is plugged in while it is open', async () => {
    await app.open('/receive');
    await app.page.getByText('Receive a bundle').waitFor();
    const drive = plugIn();
    test.skip(drive === undefined, 'mounting a drive takes root and mkfs.ext4');
    if (drive === undefined) return;
    try {
      fs.copyFileSync(unsigned, path.join(drive, 'docs.example.com-2026.4.zip'));
      const found = app.page.getByRole('region', { name: `Drive ${drive}` });
      await found.getByText('docs.example.com-2026.4.zip').waitFor();
      await picture('drive');
      await found.getByRole('button', { name: 'Receive docs.example.com-2026.4.zip' }).click();
      await app.page.getByText(`${drive}/docs.example.com-2026.4.zip`).first().waitFor();
    } finally {
      spawnSync('umount', ['-l', drive]);
      fs.rmdirSync(drive);
    }
  });
});

/** Mounts a small ext4 drive where drives are mounted; undefined where that is impossible (it needs root). */
function plugIn(): string | undefined {
  const image = path.join(temporaryFolder(), 'drive.img');
  fs.writeFileSync(image, '');
  fs.truncateSync(image, 8 * 2 ** 20);
  if (process.getuid?.() !== 0 || spawnSync('mkfs.ext4', ['-q', '-F', image]).status !== 0) return undefined;
  const mount = fs.mkdtempSync('/mnt/offprint-');
  if (spawnSync('mount', ['-o', 'loop', image, mount]).status === 0) return mount;
  fs.rmdirSync(mount);
  return undefined;
}
