import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes electron-builder use programs of this system instead of downloading its own (docs/building.md): `dpkg-deb`,
 * through deb-by-dpkg.ts, for a deb, unless an rpm is built too, which needs fpm; and `7zz` for archives. Programs
 * already named in the environment are kept.
 * @param root of the repository
 * @param formats to be built
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
