import type { Frontier, Resource } from '../../store/resources.ts';
import { MAX_REDIRECTS } from '../site/links-of-job.ts';
import { type Allocatable, type Allocation, allocatePaths } from './allocate.ts';

/** Returns the bundle path of everything that has been acquired, as a function of the set of URLs. */
export function allocationsOf(frontier: Frontier): Allocation[] {
  const placeable: Allocatable[] = [];
  for (const resource of frontier.all({ status: 'done' })) {
    const { url, kind, contentType, fileName } = resource;
    if (kind === 'unknown') continue;
    if (kind === 'redirect' && (isSpelling(resource) || !leadsToPage(frontier, resource))) continue;
    placeable.push({ url, kind, contentType, fileName });
  }
  return allocatePaths(placeable);
}

/** A redirect between spellings of one place (`/a` to `/a/`, to `/a.html`) needs no page: links point to its target. */
function isSpelling({ url, redirectUrl }: Resource): boolean {
  const bare = (place: string): string =>
    place
      .replace(/\/{2,}/g, '/')
      .replace(/(\/index)?\.html$/, '')
      .replace(/\/$/, '');
  return redirectUrl !== null && bare(url) === bare(redirectUrl);
}

/** Only readers need redirect pages; what pages load is linked directly. */
function leadsToPage(frontier: Frontier, redirect: Resource): boolean {
  let end: Resource | undefined = redirect;
  for (let hops = 0; hops < MAX_REDIRECTS && end?.kind === 'redirect'; hops++) {
    end = end.redirectUrl === null ? undefined : frontier.find(end.redirectUrl);
  }
  return end?.kind === 'page';
}
