import type { Store } from '../../store/database.ts';
import type { ExportJob } from '../../store/exports.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import type { Links, LinkTarget } from '../rewrite/links.ts';
import type { Site } from './site.ts';
import { siteOf } from './site-of-job.ts';

/** Links that can list all of their files. */
export type JobLinks = Links &
  Readonly<{ files: () => Iterable<readonly [place: string, target: LinkTarget]> }>;

/**
 * Returns the link targets for all URLs of a job, after the barrier.
 * @param pathOf path of a resource in the bundle
 */
export function linksOf(
  store: Store,
  job: ExportJob,
  frontier: Frontier,
  pathOf: (resource: Resource) => string | null = ({ path }) => path,
): JobLinks {
  const targets = new Map<string, LinkTarget>();
  const redirects: Resource[] = [];
  for (const resource of frontier.all()) {
    if (resource.kind === 'redirect' && resource.status === 'done') redirects.push(resource);
    else targets.set(resource.url, targetOf(resource, pathOf(resource)));
  }
  const hop = new Map(redirects.map((resource) => [resource.url, resource.redirectUrl ?? '']));
  for (const { url } of redirects) {
    let end = url;
    for (let hops = 0; hops < MAX_REDIRECTS && hop.has(end); hops++) end = hop.get(end) ?? '';
    targets.set(url, targets.get(end) ?? { kind: 'dead', reason: 'redirects endlessly' });
  }
  const site = siteOf(store, job);
  return {
    site,
    target: (path) => targets.get(path),
    files: () => targets,
    publicOrigin: publicOriginOf(job, site),
    basePath: basePathOf(job),
  };
}

/**
 * Returns the public origin of the site: its domain, or the address from which it was exported if that has the same
 * name. Undefined for local names.
 */
function publicOriginOf({ domain }: ExportJob, { origin }: Site): string | undefined {
  if (/(^|\.)localhost$|^127\.|^\[/.test(domain)) return undefined;
  return new URL(origin).hostname === domain ? origin : `https://${domain}`;
}

/** Returns the base path to add: none if the site is already below it, because all its addresses then include it. */
function basePathOf({ settings, site }: ExportJob): string {
  const { basePath = '' } = settings; // jobs of earlier releases have none
  const own = site?.kind === 'folder' ? site.mount : (site?.prefix ?? '');
  return `${own}/`.startsWith(`${basePath}/`) ? '' : basePath;
}

/** As many as Chromium follows (WHATWG Fetch 4.4, HTTP-redirect fetch). */
export const MAX_REDIRECTS = 20;

function targetOf(resource: Resource, path: string | null): LinkTarget {
  if (resource.status === 'done' && path !== null) {
    const { object, sizeBytes, contentType } = resource;
    if (object === null) return { kind: 'file', path };
    const content = { object, sizeBytes: sizeBytes ?? 0, contentType: contentType ?? '' };
    return { kind: 'file', path, content };
  }
  if (resource.status === 'skipped' && resource.redirectUrl !== null)
    return { kind: 'elsewhere', url: resource.redirectUrl };
  if (resource.status === 'skipped') return { kind: 'outside', reason: resource.reason ?? 'out of scope' };
  return { kind: 'dead', reason: resource.reason ?? `${resource.httpStatus ?? 'not read'}` };
}
