import fs from 'node:fs';
import path from 'node:path';
import { agentFolder } from '../agent-jobs/folder.ts';
import { systemCode } from '../errors.ts';
import type { Store } from '../store/database.ts';
import { hostingFolder, jobFolder, receivedFolder } from '../store/job-folder.ts';
import { objectFile } from '../store/objects.ts';

/** A file of a backup: its path there, its current path, and whether the database needs it. */
export type BackupFile = Readonly<{ name: string; file: string; isNeeded: boolean }>;

/** Files that a continued job creates again, or that are unfinished. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  exports: /^(readings|search|trial|check)$|\.unfinished$/,
  hosting: /^(incoming|host\.lock.*|current\..+)$/,
  received: /\.unfinished$/,
  agents: /^$/,
};

/** Lists every file that the database of a snapshot refers to, objects first, including missing ones. */
export function* backupFiles(snapshot: Store, dataFolder: string): Generator<BackupFile> {
  const entry = (file: string, isNeeded: boolean): BackupFile => ({
    name: path.relative(dataFolder, file).replaceAll(path.sep, '/'),
    file,
    isNeeded,
  });
  for (const object of column(snapshot, 'SELECT DISTINCT object FROM resources WHERE object IS NOT NULL')) {
    yield entry(objectFile(dataFolder, object), true);
  }
  const listed = new Set<string>();
  for (const file of column(snapshot, 'SELECT file FROM bundles UNION SELECT file FROM deltas')) {
    listed.add(path.join(dataFolder, file));
    yield entry(path.join(dataFolder, file), true);
  }
  const folders = [
    ...column(snapshot, 'SELECT id FROM export_jobs').map((id) => [jobFolder(dataFolder, id), 'exports']),
    ...column(snapshot, "SELECT id FROM received WHERE status = 'waiting'").map((id) => [
      receivedFolder(dataFolder, id),
      'received',
    ]),
    ...column(snapshot, 'SELECT id FROM hosted_sites').map((id) => [
      hostingFolder(dataFolder, id),
      'hosting',
    ]),
    ...column(snapshot, 'SELECT id FROM projects').map((id) => [
      path.join(agentFolder(dataFolder, id), 'exports'),
      'agents',
    ]),
  ] as const;
  for (const [folder = '', kind = ''] of folders) {
    for (const file of filesIn(folder, LEFT_OUT[kind] ?? /^$/)) {
      if (!listed.has(file)) yield entry(file, false);
    }
  }
}

function column(store: Store, sql: string): string[] {
  return store.prepare(sql).pluck().all() as string[];
}

/** Lists plain files and links recursively and sorted; none if the folder does not exist. */
function* filesIn(folder: string, leftOut: RegExp): Generator<string> {
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (leftOut.test(entry.name)) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file, leftOut);
    else if (entry.isFile() || entry.isSymbolicLink()) yield file;
  }
}
