import type { InnerLink } from './components/rendering.ts';
import type { Finding } from './findings.ts';
import { encodedHash } from './model/address.ts';
import type { Page } from './model/page.ts';
import { redirectFrom } from './model/redirects.ts';
import type { Site } from './model/site.ts';
import type { Body } from './render-page.ts';

/** Checks links within the site against its pages and their anchors, once all of them are known. */
export class LinkCheck {
  readonly #site: Site;
  readonly #ids = new Map<string, ReadonlySet<string>>();
  /** Titles of pages, reduced to letters and digits. */
  readonly #titles = new Map<string, string>();
  readonly #links: [page: Page, links: Body['links']][] = [];
  /** Links in navbar, sidebar and footer, which pages share. */
  readonly #shared = new Map<string, InnerLink>();

  constructor(site: Site) {
    this.#site = site;
  }

  add(page: Page, body: Body): void {
    this.#ids.set(page.address, new Set([...body.ids, TITLE_ID]));
    this.#titles.set(page.address, lettersOf(page.title));
    if (body.links.length > 0) this.#links.push([page, body.links]);
  }

  addShared(links: readonly InnerLink[]): void {
    for (const link of links) this.#shared.set(`${link.path}#${link.hash}`, link);
  }

  *findings(): Generator<Finding> {
    for (const [page, links] of this.#links)
      for (const link of links) yield* this.#finding(link, page.address);
    for (const link of this.#shared.values()) yield* this.#finding(link, '/');
  }

  *#finding({ path, hash, file, line }: InnerLink, address: string): Generator<Finding> {
    const message = this.#fault(path === '' ? address : path, hash);
    if (message !== undefined)
      yield { code: 'broken-link', file, message, ...(line !== undefined && { line }) };
  }

  /** Yields pages with links whose anchors differ from the intended ones, and the replacement for each link. */
  *corrections(): Generator<[page: Page, hrefs: ReadonlyMap<string, string>]> {
    for (const [page, links] of this.#links) {
      const hrefs = new Map<string, string>();
      for (const { path, hash, href } of links) {
        const meant = this.#meantAnchor(path === '' ? page.address : path, hash);
        if (meant !== undefined && meant !== hash)
          hrefs.set(href, `${href.replace(/#.*$/, '')}#${encodedHash(meant)}`);
      }
      if (hrefs.size > 0) yield [page, hrefs];
    }
  }

  #addressOf(path: string): string {
    return this.#ids.has(path) ? path : path.replace(/\/index$/, '') || '/';
  }

  /** Finds the anchor that a link is meant for: the same, a similar one, or the page's title. */
  #meantAnchor(path: string, hash: string): string | undefined {
    const address = this.#addressOf(path);
    const ids = this.#ids.get(address);
    if (ids === undefined || ids.has(hash)) return ids && hash;
    const letters = lettersOf(hash);
    return (
      meantAnchor(hash, ids) ??
      (letters !== '' && letters === this.#titles.get(address) ? TITLE_ID : undefined)
    );
  }

  #fault(path: string, hash: string): string | undefined {
    if (!this.#ids.has(this.#addressOf(path))) {
      const file = path.slice(1);
      if (path === '/' || this.#site.tree.has(file) || redirectFrom(this.#site.redirects, path) !== undefined)
        return undefined;
      return `The link to ${path} does not point to a page or file.`;
    }
    if (hash === '' || hash.startsWith(':~:') || this.#meantAnchor(path, hash) !== undefined)
      return undefined;
    return `The page ${path} has no heading with the anchor #${hash}.`;
  }
}

/** Anchor of the heading with the page's title (layout/document.ts). */
const TITLE_ID = 'page-title';

/** Finds the only anchor that differs just in case or else in punctuation or the `param-` prefix of a field. */
function meantAnchor(hash: string, ids: ReadonlySet<string>): string | undefined {
  const all = [...ids];
  const inOtherCase = all.filter((id) => id.toLowerCase() === hash.toLowerCase());
  if (inOtherCase.length > 0) return inOtherCase.length === 1 ? inOtherCase[0] : undefined;
  const letters = lettersOf(hash);
  if (letters === '') return undefined;
  const found = all.flatMap((id, index) =>
    [letters, `param${letters}`].includes(lettersOf(id)) ? [index] : [],
  );
  // The ids of one heading are consecutive, so adjacent matches are not ambiguous.
  const [first = 0] = found;
  return found.length > 0 && found.at(-1) === first + found.length - 1 ? all[first] : undefined;
}

function lettersOf(id: string): string {
  return id.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
