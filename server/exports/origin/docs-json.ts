import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BodyStore } from '../../docs-site/body-cache.ts';
import type { FileTree } from '../../docs-site/file-tree.ts';
import type { Finding } from '../../docs-site/findings.ts';
import { configName } from '../../docs-site/model/read-config.ts';
import { OffprintError } from '../../errors.ts';
import { jobFolder } from '../../store/job-folder.ts';
import { codeFingerprint } from '../reuse/fingerprint.ts';
import type { FolderLimits } from './folder-limits.ts';
import { listFiles } from './list-directory.ts';
import { checkOutsFolder } from './repository.ts';

/** Where the findings of a job lie until its report is written. */
const FINDINGS_FILE = 'docs-json-findings.json';

/** Whether a folder holds the sources of a site in the format of docs.json, and not a site that was built. */
export function isDocsJsonFolder(folder: string): boolean {
  const has = (name: string): boolean =>
    fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return configName({ has }) !== undefined && !has('index.html');
}

export type RenderedDocs = Readonly<{ folder: string; pages: number; findings: number; remove: () => void }>;

/**
 * Makes the site of a folder with a docs.json in a throw-away folder, and keeps what was found for the report.
 * @param limits null for a folder of our own
 * @throws OffprintError `origin-unreadable`; the reason of the signal
 */
export async function renderDocsJson(
  folder: string,
  limits: FolderLimits | null,
  {
    dataFolder,
    projectId,
    jobId,
    signal,
  }: Readonly<{ dataFolder: string; projectId: string; jobId: string; signal: AbortSignal }>,
): Promise<RenderedDocs> {
  const tree = await treeOf(folder, limits);
  const place = path.join(checkOutsFolder(dataFolder), `${jobId}-site`);
  const remove = (): void => fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  remove();
  const fileAt = (name: string): string => {
    const file = path.join(place, name);
    if (!file.startsWith(place + path.sep)) throw new Error(`${name} would lie outside the site`);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return file;
  };
  // Large, and most exports need none of it.
  const [{ buildSite }, { ConfigFault }] = await Promise.all([
    import('../../docs-site/build-site.ts'),
    import('../../docs-site/model/read-config.ts'),
  ]);
  try {
    const built = await buildSite(
      tree,
      {
        write: (name, content) => fs.writeFileSync(fileAt(name), content),
        copy: (name) => fs.writeFileSync(fileAt(name), tree.read(name)),
      },
      {
        signal,
        store: keptBodies(docsJsonFolder(dataFolder, projectId)),
        version: codeFingerprint(),
      },
    );
    const job = jobFolder(dataFolder, jobId);
    fs.mkdirSync(job, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(job, FINDINGS_FILE), JSON.stringify(built.findings));
    return { folder: place, pages: built.pages, findings: built.findings.length, remove };
  } catch (error) {
    remove();
    if (!(error instanceof ConfigFault)) throw error;
    throw new OffprintError(
      'origin-unreadable',
      `The site of ${folder} cannot be made: ${error.message}`,
      error,
    );
  }
}

/** What a job found when it made a site of a docs.json; nothing for other origins. */
export function docsJsonFindings(dataFolder: string, jobId: string): readonly Finding[] {
  try {
    return JSON.parse(fs.readFileSync(path.join(jobFolder(dataFolder, jobId), FINDINGS_FILE), 'utf8'));
  } catch {
    return [];
  }
}

/** The files of a folder that may be published, and `.mintignore`. */
async function treeOf(folder: string, limits: FolderLimits | null): Promise<FileTree> {
  const { root, files } = await listFiles(folder, limits);
  const places = new Map(
    files
      .filter(({ onlyReferenced }) => onlyReferenced !== 'node_modules')
      .map(({ file }) => [path.relative(root, file).split(path.sep).join('/'), file]),
  );
  const ignore = path.join(root, '.mintignore');
  if (fs.lstatSync(ignore, { throwIfNoEntry: false })?.isFile()) places.set('.mintignore', ignore);
  return {
    paths: [...places.keys()].sort(),
    has: (name) => places.has(name),
    read: (name) => fs.readFileSync(places.get(name) ?? ''),
  };
}

/** Where the bodies of a project's pages are kept. */
export function docsJsonFolder(dataFolder: string, projectId: string): string {
  return path.join(dataFolder, 'docs-json', projectId);
}

/** Bodies of the pages of a project, a file each; those of pages that are gone go with the project. */
function keptBodies(folder: string): BodyStore {
  const placeOf = (file: string): string =>
    path.join(folder, createHash('sha256').update(file).digest('hex').slice(0, 32));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    read: (file) => {
      try {
        return fs.readFileSync(placeOf(file), 'utf8');
      } catch {
        return undefined;
      }
    },
    write: (file, text) => fs.writeFileSync(placeOf(file), text),
  };
}
