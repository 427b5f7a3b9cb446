import type { Store } from '../store/database.ts';
import type { ExportJob } from '../store/exports.ts';
import type { Frontier, Resource } from '../store/resources.ts';
import type { Links, LinkTarget } from './rewrite/links.ts';
import type { Site } from './site.ts';

/** The site of a job: its domains name it. A folder serves the same file whatever the query. */
export function siteOf(store: Store, job: ExportJob): Site {
  const domains = store
    .prepare('SELECT domain FROM domains WHERE project_id = ?')
    .pluck()
    .all(job.projectId) as string[];
  return { origin: `https://${job.domain}`, hosts: new Set([job.domain, ...domains]), queriesSelect: false };
}

/** What became of every URL of a job, after the barrier. */
export function linksOf(store: Store, job: ExportJob, frontier: Frontier): Links {
  const targets = new Map<string, LinkTarget>();
  const redirects: Resource[] = [];
  for (const resource of frontier.all()) {
    if (resource.kind === 'redirect' && resource.status === 'done') redirects.push(resource);
    else targets.set(resource.url, targetOf(resource));
  }
  const hop = new Map(redirects.map((resource) => [resource.url, resource.redirectUrl ?? '']));
  for (const { url } of redirects) {
    let end = url;
    for (let hops = 0; hops < MAX_REDIRECTS && hop.has(end); hops++) end = hop.get(end) ?? '';
    targets.set(url, targets.get(end) ?? { kind: 'dead', reason: 'redirects without end' });
  }
  return {
    site: siteOf(store, job),
    target: (path) => targets.get(path),
    publicOrigin: job.domain.endsWith('.localhost') ? undefined : `https://${job.domain}`,
  };
}

/** As many as Chromium follows (WHATWG Fetch 4.4, HTTP-redirect fetch). */
export const MAX_REDIRECTS = 20;

function targetOf(resource: Resource): LinkTarget {
  if (resource.status === 'done' && resource.path !== null) return { kind: 'file', path: resource.path };
  if (resource.status === 'skipped') return { kind: 'outside', reason: resource.reason ?? 'out of scope' };
  return { kind: 'dead', reason: resource.reason ?? `${resource.httpStatus ?? 'not acquired'}` };
}
