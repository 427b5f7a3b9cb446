import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ChromiumError } from './errors.ts';

/** Files that the desktop app ships next to its archive. */
export type PackagedFiles = Readonly<{
  /** The app's `resources/` folder. */
  folder: string;
  /** SHA-256 by path below `resources/`, with slashes. */
  sha256: Readonly<Record<string, string>>;
}>;

/** The build stores it in the archive, whose integrity Electron checks (scripts/package-desktop.ts). */
const LIST = new URL('../../../packaged-files.json', import.meta.url);

/** @returns undefined in a clone and in a server installed without the app */
export function packagedFiles(list = LIST): PackagedFiles | undefined {
  const file = fileURLToPath(list);
  if (!fs.existsSync(file)) return undefined;
  return { folder: path.dirname(path.dirname(file)), sha256: JSON.parse(fs.readFileSync(file, 'utf8')) };
}

let checked: string | undefined;

/**
 * Compares the packaged browser with the hashes recorded by the build, once per process: anyone who can write next to
 * the archive could plant another program there. Takes a third of a second for 210 MB.
 * @throws ChromiumError `chromium-altered`
 */
export async function checkPackagedBrowser(files: PackagedFiles): Promise<void> {
  if (checked === files.folder) return;
  const names = fs
    .readdirSync(path.join(files.folder, 'chromium'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(files.folder, path.join(parentPath, name)))
    .map((name) => name.split(path.sep).join('/'));
  for (const name of new Set([...names, ...Object.keys(files.sha256)])) {
    const wanted = files.sha256[name];
    const found = names.includes(name) ? await sha256Of(path.join(files.folder, name)) : undefined;
    if (wanted === found) continue;
    throw new ChromiumError(
      'chromium-altered',
      `The browser that came with Offprint has been altered: ${path.join(files.folder, name)} ${found ? 'was changed or added' : 'is missing'}. Reinstall Offprint.`,
    );
  }
  checked = files.folder;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
