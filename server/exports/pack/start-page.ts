import type { ExportJob } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import type { Links } from '../rewrite/links.ts';
import { contentsPage, redirectPage } from '../rewrite/own-pages.ts';
import { locate, relativeUrl } from '../site/site.ts';

const START_PAGE = 'index.html';

type Exported = Readonly<{ frontier: Frontier; job: ExportJob }>;

/**
 * Returns a function that makes the bundle's start page: a redirect to the site's start page or, if that is not part of
 * the export, a list of all pages. Undefined if the site has a file of that name.
 */
export function ownStartPage({ frontier, job }: Exported, links: Links): (() => string) | undefined {
  for (const { path } of frontier.placed()) if (path === START_PAGE) return undefined;
  const start = startFile(job, links);
  return () => (start === undefined ? contents({ frontier, job }) : redirectPage(start));
}

/** Returns the file of the given start address, or of a folder's root. Undefined if it is not part of the export. */
function startFile({ site: facts }: ExportJob, { site, target }: Links): string | undefined {
  const start = facts && facts.kind !== 'folder' ? locate(site, facts.start, site.origin) : undefined;
  const file = target(start?.kind === 'internal' ? start.path : '/');
  return file?.kind === 'file' ? file.path : undefined;
}

function contents({ frontier, job }: Exported): string {
  const pages = [];
  for (const page of frontier.placed()) {
    if (page.kind === 'page')
      pages.push({ href: relativeUrl(START_PAGE, page.path), title: page.title ?? '' });
  }
  return contentsPage(job.domain, pages);
}
