import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';
import { buildInterface } from './build-interface.ts';

/**
 * `npm start`: starts the desktop app if Electron is installed; otherwise opens the same interface in the browser.
 * `npm run serve` (`--browser`) always uses the browser. Further arguments go to `offprint serve`.
 */
const root = path.join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const wantsBrowser = args.includes('--browser');
const rest = args.filter((word) => word !== '--browser');

const electron = wantsBrowser ? undefined : electronBinary();
if ((await buildInterface(root)) === 'built') process.stderr.write('The interface was built.\n');

const child = electron
  ? spawn(electron, [await buildDesktop(root), ...rest], { stdio: 'inherit' })
  : spawn(
      process.execPath,
      [path.join(root, 'server/cli/main.js'), 'serve', ...(wantsBrowser ? [] : ['--open']), ...rest],
      { stdio: 'inherit' },
    );
// A terminal signals both processes. A signal to this program alone is meant for the other one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (signal === 'SIGTERM') child.kill(signal);
  });
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});

/**
 * Finds Electron's program without asking its package, which would download it. After a download, `path.txt` in the
 * package names the program.
 */
function electronBinary(): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = path.join(root, 'node_modules/electron');
  const name = path.join(folder, 'path.txt');
  const file = fs.existsSync(name) ? fs.readFileSync(name, 'utf8').trim() : 'electron';
  const binary = path.join(override ?? path.join(folder, 'dist'), file);
  return fs.existsSync(binary) ? binary : undefined;
}
