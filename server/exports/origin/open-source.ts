import type { RepositoryAccess } from '../../agent-jobs/task.ts';
import { parseRemote } from '../../agents/workspace/remote.ts';
import type { OpenMirror } from '../../agents/workspace/shared-mirror.ts';
import { settingsOf } from '../../settings-precedence.ts';
import type { Store } from '../../store/database.ts';
import { addEvent } from '../../store/events.ts';
import type { ExportJob } from '../../store/exports.ts';
import { nameByTitle, type Project } from '../../store/projects.ts';
import type { Frontier } from '../../store/resources.ts';
import { scopeOf } from '../site/scope.ts';
import { secretPlaces } from './build-sandbox.ts';
import { openDirectorySource } from './directory-source.ts';
import { renderDocsJson, type SuppliedFolder } from './docs-json.ts';
import { isDocsJsonFolder } from './docs-json-detection.ts';
import { type FolderLimits, limitsOf } from './folder-limits.ts';
import { openLiveSource } from './live-source.ts';
import { checkOut } from './repository.ts';
import { buildLimitsOf, requireOpenRepository } from './repository-limits.ts';
import { publishable } from './secret-files.ts';
import type { Source } from './source.ts';
import type { Credentials } from './url-origin.ts';

export type SourceContext = Readonly<{
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  credentials: Credentials;
  dataFolder: string;
  openMirror: OpenMirror;
  /** Access to the repository, if the origin is one. */
  access?: RepositoryAccess | undefined;
  /** See CapsContext. */
  acquireEndMs: number;
  signal: AbortSignal;
}>;

/** Opens the source of a project's content. */
export async function openSource(project: Project, context: SourceContext): Promise<Source> {
  const { id, origin, domains } = project;
  const { store, job, dataFolder } = context;
  switch (origin.kind) {
    case 'directory': {
      const limits = limitsOf(store, project, origin.folder, dataFolder);
      if (!isDocsJsonFolder(origin.folder, origin.render))
        return openDirectorySource(origin.folder, { ...context, domains, limits });
      return openDocsJson(origin.folder, limits, {
        ...context,
        domains,
        supplied: suppliedOf(project, context),
      });
    }
    case 'url':
      return openLiveSource({ ...context, origin, domains });
    case 'repository': {
      const { folder } = parseRemote(origin.repository);
      if (folder !== null) requireOpenRepository(folder, limitsOf(store, project, folder, dataFolder));
      const settings = settingsOf(store);
      const out = await checkOut(origin, {
        ...context,
        projectId: id,
        jobId: job.id,
        hidden: secretPlaces(settings, process.env),
        buildLimits: buildLimitsOf(settings),
      });
      addEvent(store, job.id, 'checked-out', { commit: out.commit, leftOut: out.leftOut });
      try {
        const source = isDocsJsonFolder(out.folder, origin.render)
          ? await openDocsJson(out.folder, null, {
              ...context,
              domains,
              supplied: suppliedOf(project, context),
            })
          : await openDirectorySource(out.folder, { ...context, domains, limits: null });
        return { ...source, close: () => source.close().finally(out.remove) };
      } catch (error) {
        out.remove();
        throw error;
      }
    }
  }
}

/** Returns the folder that the operator of a project supplies, with its limits. */
export function suppliedOf(
  project: Project,
  { store, dataFolder }: Pick<SourceContext, 'store' | 'dataFolder'>,
): SuppliedFolder | undefined {
  const { origin } = project;
  if (origin.kind === 'url' || origin.supplied === undefined) return undefined;
  return { folder: origin.supplied, limits: limitsOf(store, project, origin.supplied, dataFolder) };
}

/** Builds the site of a docs.json in a temporary folder and opens it as a source. */
async function openDocsJson(
  folder: string,
  limits: FolderLimits | null,
  context: SourceContext & Readonly<{ domains: readonly string[]; supplied: SuppliedFolder | undefined }>,
): Promise<Source> {
  const { store, job, dataFolder, supplied, signal } = context;
  const { settings } = job;
  const made = await renderDocsJson(folder, limits, {
    dataFolder,
    projectId: job.projectId,
    jobId: job.id,
    supplied,
    decide: (listing) => publishable(listing, scopeOf(settings), settings),
    signal,
  });
  addEvent(store, job.id, 'rendered', { pages: made.pages, findings: made.findings });
  if (made.name !== undefined) nameByTitle(store, job.projectId, made.name);
  try {
    const source = await openDirectorySource(made.folder, {
      ...context,
      limits: null,
      leftOut: made.skipped,
    });
    return { ...source, close: () => source.close().finally(made.remove) };
  } catch (error) {
    made.remove();
    throw error;
  }
}
