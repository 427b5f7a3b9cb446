import type { Store } from '../../store/database.ts';
import type { ExportJob } from '../../store/exports.ts';
import { findProject, type Project } from '../../store/projects.ts';
import { folderSite } from '../origin/folder-base-path.ts';
import { liveSite } from '../origin/live-site.ts';
import { type Site, withRouter } from './site.ts';

/**
 * Returns the site of a job from its domain and those of its project, the facts found about the origin at the start,
 * and those found about a client-side router since.
 */
export function siteOfJob(
  { domain, site: facts, routes }: Pick<ExportJob, 'domain' | 'site' | 'routes'>,
  { origin, domains = [] }: Partial<Pick<Project, 'origin' | 'domains'>>,
): Site {
  const names = [domain, ...domains];
  const folder = facts?.kind === 'folder' ? facts : null;
  const live = facts?.kind === 'folder' ? null : facts;
  const site = origin?.kind === 'url' && live ? liveSite(live, origin, names) : folderSite(folder, names);
  return withRouter(site, routes);
}

/** Returns the site of a job from the current state of the store. */
export function siteOf(store: Store, job: ExportJob): Site {
  return siteOfJob(job, findProject(store, job.projectId) ?? {});
}
