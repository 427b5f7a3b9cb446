import fs from 'node:fs';
import path from 'node:path';

/**
 * Has electron-builder use programs of this system instead of those that it would fetch (docs/building.md): `dpkg-deb`,
 * by deb-by-dpkg.ts, for a deb, unless an rpm is made too, which needs fpm; and `7zz` for archives. What the environment
 * names already stays.
 * @param root of the repository
 * @param formats those that are made
 */
export function preferSystemPackagers(
  root: string,
  formats: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (formats.includes('deb') && !formats.includes('rpm') && onPath('dpkg-deb', env) !== undefined) {
    env.CUSTOM_FPM_PATH ??= path.join(root, 'scripts/deb-by-dpkg.ts');
  }
  const sevenZip = onPath('7zz', env);
  if (sevenZip !== undefined) env.ELECTRON_BUILDER_7ZIP_PATH ??= sevenZip;
}

function onPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  return PATH.split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => fs.existsSync(file));
}
