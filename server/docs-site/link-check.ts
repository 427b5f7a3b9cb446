import type { Finding } from './findings.ts';
import type { Page } from './model/page.ts';
import { redirectFrom } from './model/redirects.ts';
import type { Site } from './model/site.ts';
import type { Body } from './render-page.ts';

/** Links within the site, compared with its pages and their anchors once all of them are known. */
export class LinkCheck {
  readonly #site: Site;
  readonly #ids = new Map<string, ReadonlySet<string>>();
  readonly #links: [page: Page, links: Body['links']][] = [];

  constructor(site: Site) {
    this.#site = site;
  }

  add(page: Page, body: Body): void {
    this.#ids.set(page.address, new Set(body.ids));
    if (body.links.length > 0) this.#links.push([page, body.links]);
  }

  *findings(): Generator<Finding> {
    for (const [page, links] of this.#links) {
      for (const { path, hash, file, line } of links) {
        const message = this.#fault(path === '' ? page.address : path, hash);
        if (message !== undefined)
          yield { code: 'broken-link', file, message, ...(line !== undefined && { line }) };
      }
    }
  }

  #fault(path: string, hash: string): string | undefined {
    const ids = this.#ids.get(path) ?? this.#ids.get(path.replace(/\/index$/, '') || '/');
    if (ids === undefined) {
      const file = path.slice(1);
      if (path === '/' || this.#site.tree.has(file) || redirectFrom(this.#site.redirects, path) !== undefined)
        return undefined;
      return `The link to ${path} does not lead to a page or file.`;
    }
    if (hash === '' || ids.has(hash) || hash.startsWith(':~:')) return undefined;
    return `The page ${path} has no heading with the anchor #${hash}.`;
  }
}
