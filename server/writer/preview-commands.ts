import { createHash } from 'node:crypto';
import path from 'node:path';
import { jobRecords } from '../agent-jobs/records.ts';
import type { RepositoryAccess } from '../agent-jobs/task.ts';
import { rebuildWorkspace } from '../agents/loop/rebuild-workspace.ts';
import { type ObjectId, objectId } from '../agents/workspace/git-arguments.ts';
import type { Mirror } from '../agents/workspace/mirror.ts';
import { parseRemote } from '../agents/workspace/remote.ts';
import type { OpenMirror } from '../agents/workspace/shared-mirror.ts';
import { OffprintError } from '../errors.ts';
import { secretPlaces } from '../exports/origin/build-sandbox.ts';
import { changedPages, type PageChange } from '../exports/origin/changed-pages.ts';
import { docsJsonFolder } from '../exports/origin/docs-json.ts';
import { limitsOf } from '../exports/origin/folder-limits.ts';
import { suppliedOf } from '../exports/origin/open-source.ts';
import { newestCommit, writeSources } from '../exports/origin/repository.ts';
import { buildLimitsOf, requireOpenRepository } from '../exports/origin/repository-limits.ts';
import { makePreview, type SitePreview, sitePreviews } from '../exports/origin/site-preview.ts';
import { settingsOf } from '../settings-precedence.ts';
import { requireAgentJob } from '../store/agent-jobs.ts';
import { overlayTable } from '../store/agent-overlay.ts';
import type { Store } from '../store/database.ts';
import { findProject } from '../store/projects.ts';

/** The site before and after an agent job's change. */
export type ChangePreview = Readonly<{
  before: SitePreview;
  after: SitePreview;
  /** Pages with different text. */
  pages: readonly PageChange[];
}>;

export type PreviewCommands = ReturnType<typeof previewCommands>;

const TIME_MAX_MS = 15 * 60_000;

/** Commands that build previews of docs.json repositories: of a project's branch, and of an agent job's change. */
export function previewCommands(
  ports: Readonly<{ store: Store; dataFolder: string; openMirror: OpenMirror }>,
) {
  const { store, dataFolder, openMirror } = ports;
  const previews = sitePreviews();
  const records = jobRecords(ports);
  const sandbox = () => ({
    dataFolder,
    hidden: secretPlaces(settingsOf(store), process.env),
    buildLimits: buildLimitsOf(settingsOf(store)),
  });

  return {
    /**
     * Builds a project's site from the current state of its branch or folder.
     * @param branch overrides the branch of the origin
     * @throws OffprintError `not-found`, `usage`, `origin-unreadable`
     */
    previewProject: async (
      projectId: string,
      branch: string | undefined,
      access: RepositoryAccess | undefined,
    ): Promise<SitePreview> => {
      const project = findProject(store, projectId);
      if (!project) throw new OffprintError('not-found', `There is no project ${projectId}.`);
      const { origin } = project;
      const signal = AbortSignal.timeout(TIME_MAX_MS);
      const supplied = suppliedOf(project, ports);
      if (origin.kind === 'directory' && branch === undefined) {
        const place = path.join(dataFolder, 'previews', projectId);
        const kept = docsJsonFolder(dataFolder, projectId);
        const limits = limitsOf(store, project, origin.folder, dataFolder);
        const made = await makePreview(origin.folder, limits, { place, kept, dataFolder, supplied, signal });
        return { ...made, folder: path.relative(dataFolder, place), version: 'folder' };
      }
      if (origin.kind !== 'repository') {
        throw new OffprintError(
          'usage',
          origin.kind === 'url'
            ? 'This project exports a live site, which cannot be previewed. Its origin must be a folder or a repository with a docs.json.'
            : 'This project exports a folder, which has no branches. Do not specify a branch.',
        );
      }
      const { folder } = parseRemote(origin.repository);
      if (folder !== null) requireOpenRepository(folder, limitsOf(store, project, folder, dataFolder));
      const asked = { ...origin, ref: branch ?? origin.ref };
      const { mirror, commit } = await newestCommit(asked, {
        dataFolder,
        projectId,
        openMirror,
        access,
        signal,
      });
      // The build also depends on the folder, and supplied files may change without a new commit.
      const suppliedAt = supplied && String(Date.now());
      const sources = [commit, origin.folder, origin.build, suppliedAt].filter((part) => part !== undefined);
      const version = createHash('sha256').update(sources.join('\n')).digest('hex');
      const made = await previews.make(
        version,
        async (place) => (await writeSources(asked, mirror, commit, place, { ...sandbox(), signal })).folder,
        { dataFolder, projectId, supplied, signal },
      );
      return { ...made, version: commit };
    },

    /**
     * Builds the site before and after a job's current changes.
     * @throws OffprintError `not-found`; `usage` if the repository has no docs.json; `conflict` if nothing was changed
     */
    previewAgentJob: async (jobId: string): Promise<ChangePreview> => {
      const job = requireAgentJob(store, jobId);
      const signal = AbortSignal.timeout(TIME_MAX_MS);
      const log = records.logOf(jobId, []);
      const { base } = records.stateIn(jobId);
      if (base === null)
        throw new OffprintError('conflict', `The agent job ${jobId} has not changed anything yet.`);
      const mirror = await records.mirrorOf(job);
      const overlay = overlayTable(store, jobId);
      const workspace = await rebuildWorkspace(jobId, mirror, objectId(base), log.events(), overlay);
      try {
        const folder = configFolder([...workspace.changes().keys()], workspace.paths());
        const siteOf = (tree: ObjectId) =>
          previews.make(
            createHash('sha256').update(`${tree}\n${folder}`).digest('hex'),
            (place) => sourcesOf(mirror, tree, folder, place, signal),
            {
              dataFolder,
              projectId: job.projectId,
              signal,
            },
          );
        const baseTree = (await mirror.git.run('treeOf', [objectId(base)], { repository: mirror.repository }))
          .toString()
          .trim();
        const before = await siteOf(objectId(baseTree));
        const after = await siteOf(await workspace.tree());
        const folderOf = ({ folder: place }: SitePreview): string => path.join(dataFolder, place);
        return { before, after, pages: changedPages(folderOf(before), folderOf(after)) };
      } finally {
        workspace.close();
      }
    },
  };

  function sourcesOf(
    mirror: Mirror,
    tree: ObjectId,
    folder: string,
    place: string,
    signal: AbortSignal,
  ): Promise<string> {
    return writeSources({ ref: 'of the change', folder }, mirror, tree, place, { ...sandbox(), signal }).then(
      (out) => out.folder,
    );
  }
}

/**
 * Finds the folder of the docs.json that the changes belong to: the nearest one above the first changed file, otherwise
 * the topmost one.
 * @throws OffprintError `usage` if there is none
 */
function configFolder(changed: readonly string[], paths: readonly string[]): string {
  const folders = paths
    .filter((name) => /(^|\/)(docs|mint)\.json$/.test(name))
    .map((name) => path.posix.dirname(name))
    .map((name) => (name === '.' ? '' : name));
  const above = changed.flatMap((file) =>
    folders.filter((folder) => folder === '' || file.startsWith(`${folder}/`)),
  );
  const [nearest = folders.sort((a, b) => a.length - b.length)[0]] = above.sort(
    (a, b) => b.length - a.length,
  );
  if (nearest === undefined) {
    throw new OffprintError(
      'usage',
      'The repository has no docs.json or mint.json, so there is no site to show.',
    );
  }
  return nearest;
}
