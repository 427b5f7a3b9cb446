import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInterface, closeChromium, launchApp } from '../interface/launch.ts';

/** An API key in the keychain, from the dialog to its end: the desktop app on a real gnome-keyring. */
const PROGRAMS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'bash'];
const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
const OWNED =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true';

describe.skipIf(missing.length > 0)('an API key', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-desktop-keyring-'));
  let bus: ChildProcess;
  let env: Record<string, string>;

  beforeAll(async () => {
    buildInterface();
    const own = { XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder };
    const script = `printf the-password | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
      daemon=$!; for i in $(seq 100); do ${OWNED} && break; sleep .1; done; echo "$DBUS_SESSION_BUS_ADDRESS"; read; kill $daemon`;
    bus = spawn('dbus-run-session', ['--', 'bash', '-c', script], {
      env: { ...process.env, ...own },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const address = await new Promise<string>((resolve) =>
      bus.stdout?.once('data', (text) => resolve(String(text).trim())),
    );
    env = { ...own, DBUS_SESSION_BUS_ADDRESS: address };
  });
  afterAll(async () => {
    bus.stdin?.end('\n');
    await closeChromium();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('is kept when it is made, copied past the page, and gone when it is revoked', async () => {
    const app = await launchApp({ shell: 'desktop', env });
    const { page, standIn } = app;
    try {
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'New key' }).first().click();
      await page.getByLabel('Name').fill('ci');
      expect(await page.getByRole('checkbox', { name: /Save the key in this computer/ }).isChecked()).toBe(
        true,
      );
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.locator('[data-key]').textContent();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByText('In the keychain').waitFor();
      const names = fs.readFileSync(path.join(app.dataFolder, 'desktop', 'kept-keys.json'), 'utf8');
      expect(names).not.toContain(key);
      await page.getByRole('button', { name: 'Copy ci' }).click();
      const copied = await standIn?.untilNoted('clipboard.writeText');
      expect(copied?.args).toEqual([key]);
      const { provider } = await app.call<{ provider: string }>('GET', '/v1/secrets');
      expect(provider).toBe('keychain');
      await page.getByRole('button', { name: 'Revoke ci' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Key ci revoked').first().waitFor();
      expect(
        JSON.parse(fs.readFileSync(path.join(app.dataFolder, 'desktop', 'kept-keys.json'), 'utf8')),
      ).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
