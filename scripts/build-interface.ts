import path from 'node:path';
import { build } from 'vite';
import { isUpToDate } from './up-to-date.ts';

/**
 * Builds the interface and the preload script if they are missing or older than their sources; `npm run build` always
 * builds them. Run as a program: `node scripts/build-interface.ts [--force]`.
 */
export async function buildInterface(root: string, force = false): Promise<'built' | 'up to date'> {
  const isPageDone = !force && isUpToDate(root, 'renderer/dist/index.html', SOURCES);
  const isPreloadDone = !force && isUpToDate(root, PRELOAD, PRELOAD_SOURCES);
  // Vite uses the current value, which is "test" under Vitest: React would be bundled for development, half as fast.
  process.env.NODE_ENV = 'production';
  if (!isPageDone) await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  if (!isPreloadDone)
    await build({ configFile: path.join(root, 'vite.preload.config.ts'), logLevel: 'warn' });
  return isPageDone && isPreloadDone ? 'up to date' : 'built';
}

const PRELOAD = 'preload/dist/preload.cjs';
const PRELOAD_SOURCES = ['preload', 'vite.preload.config.ts', 'package-lock.json'];

/** Sources of the interface, apart from packages, whose versions package.json pins. */
const SOURCES = ['renderer', 'shared', 'vite.config.ts', 'package-lock.json', 'scripts/third-party.ts'];

if (import.meta.main) {
  const done = await buildInterface(path.join(import.meta.dirname, '..'), process.argv.includes('--force'));
  process.stdout.write(`The interface is ${done}.\n`);
}
