import { OffprintError } from '../../errors.ts';
import { readObject } from '../../store/objects.ts';
import type { Resource } from '../../store/resources.ts';
import { readByteText } from '../parse/charset.ts';
import { textDifference } from '../render/compare.ts';
import { factsOf, factsOfRendered, type PageFacts } from '../render/page-facts.ts';
import { anchorsByQuery } from '../render/routes.ts';
import { absoluteUrl, locate, type RouterFacts } from '../site/site.ts';
import { byHash, type LayoutsContext } from './layouts.ts';

type RouterContext = Pick<LayoutsContext, 'dataFolder' | 'job' | 'frontier' | 'source' | 'rendering'>;

/** Maximum number of documents with fragments like `#/a` examined per job, and of routes tried for each. */
const DOCUMENTS_MAX = 20;
const ROUTES_TRIED = 2;

/**
 * Share of a document's words that must be gone for a route to count as another page. A link within the page only adds
 * text.
 */
const TEXT_GONE_MIN = 0.02;

/**
 * Detects the client-side router of the rendered pages: which documents show other pages depending on the fragment
 * (`/#/guide/install`), and whether headings are named by a parameter (`?id=install`). Confirms this by opening routes.
 * @returns undefined if there is nothing new
 */
export async function findRouter(context: RouterContext): Promise<RouterFacts | undefined> {
  const { frontier, job, source } = context;
  const { site } = source;
  const hashRoutes = new Set(site.hashRoutes);
  const seen: PageFacts[] = [];
  let looked = 0;
  for (const page of documents(context)) {
    if (hashRoutes.has(page.url) || looked++ >= DOCUMENTS_MAX) continue;
    const facts = storedFacts(context, page);
    const routed = { ...site, hashRoutes: new Set([page.url]) };
    const routes = new Set<string>();
    for (const link of facts.links) {
      const place = locate(routed, link, facts.url);
      if (place.kind === 'internal' && place.path.startsWith(`${page.url}#`)) routes.add(place.path);
    }
    const tried = byHash([...routes]).slice(0, ROUTES_TRIED);
    for (const result of await Promise.all(tried.map(context.rendering.sample))) {
      if (result.outcome === 'failed' && result.reason === 'unreachable') {
        const message = `The site stopped responding: ${result.message.replace(/\.$/, '')}. Make sure that it is running, then try again.`;
        throw new OffprintError('origin-unreachable', message);
      }
      if (result.outcome === 'failed') continue;
      const shown = factsOfRendered(result);
      if (isOtherPage(facts, shown)) hashRoutes.add(page.url);
      seen.push(shown);
    }
    seen.push(facts);
  }
  const namesHeadings = site.headingParameter === undefined && seen.some(anchorsByQuery);
  const known = frontier.count('done', 'page');
  if (known === 0 || (hashRoutes.size === (site.hashRoutes?.size ?? 0) && !namesHeadings)) return undefined;
  const headingParameter = namesHeadings ? 'id' : (job.routes?.headingParameter ?? null);
  return { hashRoutes: [...hashRoutes].sort(), headingParameter };
}

/** Rendered pages that link to fragments like `#/a`. */
function documents({ frontier }: RouterContext): Resource[] {
  const pages = frontier.all({ status: 'done', kind: 'page' });
  return [
    ...pages.filter(
      ({ url, renderMode, hasRoutes }) => hasRoutes && renderMode === 'rendered' && !url.includes('#'),
    ),
  ];
}

function storedFacts({ dataFolder, source }: RouterContext, { url, object }: Resource): PageFacts {
  const page = readByteText(readObject(dataFolder, object ?? ''), 'utf-8');
  return factsOf(page, absoluteUrl(source.site.origin, url));
}

function isOtherPage(document: PageFacts, route: PageFacts): boolean {
  const words = document.text.split(' ').length;
  const { missing } = textDifference(route, document);
  return missing.length >= Math.max(1, TEXT_GONE_MIN * words);
}
