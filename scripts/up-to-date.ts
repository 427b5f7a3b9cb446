import fs from 'node:fs';
import path from 'node:path';

/**
 * Whether `output` is newer than all `sources`, which are files or folders below `root`. Folders named `dist` contain
 * build output and are ignored.
 */
export function isUpToDate(root: string, output: string, sources: readonly string[]): boolean {
  const built = fs.statSync(path.join(root, output), { throwIfNoEntry: false });
  return built !== undefined && sources.every((name) => newest(path.join(root, name)) <= built.mtimeMs);
}

function newest(file: string): number {
  const status = fs.statSync(file);
  if (!status.isDirectory()) return status.mtimeMs;
  const names = fs.readdirSync(file).filter((name) => name !== 'dist');
  return Math.max(0, ...names.map((name) => newest(path.join(file, name))));
}
