import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from '@playwright/test';
import { type App, type LaunchOptions, launchApp, makeDataFolder, ROOT } from '../launch.ts';
import { fillDataFolder, type Places } from './fill-data-folder.ts';

/**
 * A data folder, the files it refers to, and the places of the interface that show it: made once per run
 * (global-setup.ts removes it).
 */
export const SEEDED = path.join(ROOT, 'test', 'artefacts', 'interface-seeded');
const PLACES_FILE = path.join(SEEDED, 'places.json');
const PICTURES = path.join(ROOT, 'test', 'artefacts', 'pages');

/** Places that launchSeeded shows. */
export function places(): Places {
  return JSON.parse(fs.readFileSync(PLACES_FILE, 'utf8')) as Places;
}

/** Fills the data folder in the first worker; the others wait for it, and start over if it fails. */
async function seeded(): Promise<void> {
  while (!fs.existsSync(PLACES_FILE)) {
    if (!claimed()) {
      await setTimeout(200);
      continue;
    }
    try {
      const filled = await fillDataFolder(SEEDED);
      fs.writeFileSync(`${PLACES_FILE}.partial`, JSON.stringify(filled));
      fs.renameSync(`${PLACES_FILE}.partial`, PLACES_FILE);
    } catch (error) {
      fs.rmSync(SEEDED, { recursive: true, force: true });
      throw error;
    }
  }
}

function claimed(): boolean {
  fs.mkdirSync(path.dirname(SEEDED), { recursive: true });
  try {
    fs.mkdirSync(SEEDED);
    return true;
  } catch {
    return false; // it exists
  }
}

/** Launches the app with a copy of the filled data folder, with the running project's theme and width. */
export async function launchSeeded(options: LaunchOptions = {}): Promise<App & { dataFolder: string }> {
  await seeded();
  const { colorScheme, viewport } = test.info().project.use;
  const dataFolder = makeDataFolder();
  fs.rmSync(dataFolder, { recursive: true });
  fs.cpSync(path.join(SEEDED, 'data'), dataFolder, { recursive: true, verbatimSymlinks: true });
  const app = await launchApp({
    dataFolder,
    ...(colorScheme === 'dark' && { theme: 'dark' }),
    ...(viewport && { width: viewport.width, height: viewport.height }),
    ...options,
  });
  return {
    ...app,
    close: async () => {
      await app.close();
      fs.rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Waits until nothing is loading. */
export async function settled({ page }: App): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
  for (const frame of page.frames()) await frame.waitForLoadState();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
}

/** How far the page overflows the window horizontally, in px. */
export function overflowOf({ page }: App): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    return main ? main.scrollWidth - main.clientWidth : 0;
  });
}

/** With OFFPRINT_PICTURES=1, leaves a picture under test/artefacts/pages for people to look at. */
export async function picture({ page }: App, name: string): Promise<void> {
  if (!process.env.OFFPRINT_PICTURES) return;
  fs.mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}-${test.info().project.name}.png`) });
}
