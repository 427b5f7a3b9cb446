import { locate, type Place, type Site } from './site.ts';

/** Resolves a reference of a page, as `locate` does with the base of that page. */
export type Locate = (reference: string, loads?: boolean) => Place;

/**
 * Returns a cached `locate` for the pages of one site. Pages of a folder refer to the same places repeatedly, and a
 * URL parser costs several times as much as a Map. So the results for plain paths are cached per folder.
 */
export function locator(site: Site): (base: string) => Locate {
  const folders = new Map<string, Map<string, Place>>();
  let count = 0;
  return (base) => {
    const folder = base.slice(0, base.lastIndexOf('/') + 1);
    const known = folders.get(folder) ?? new Map<string, Place>();
    folders.set(folder, known);
    return (reference, loads = false) => {
      const hash = reference.indexOf('#');
      const fragment = hash < 0 ? '' : reference.slice(hash);
      if (!PLAIN_FRAGMENT.test(fragment)) return locate(site, reference, base, loads);
      const path = hash < 0 ? reference : reference.slice(0, hash);
      let place = known.get(path);
      if (place === undefined) {
        if (!PLAIN_PATH.test(path)) return locate(site, reference, base, loads);
        place = locate(site, path, base);
        if (place.kind !== 'internal') return locate(site, reference, base, loads);
        if (count++ === REMEMBERED_MAX) {
          folders.clear();
          count = 1;
        }
        known.set(Buffer.from(path, 'latin1').toString('latin1'), place); // a copy: substrings keep the page in memory
      }
      return fragment === '' ? place : { ...place, suffix: fragment, fragment: fragment.slice(1) };
    };
  };
}

const REMEMBERED_MAX = 50_000;

/** No scheme, no query and nothing to encode: the result depends only on the folder of the base (WHATWG URL 4.4). */
const PLAIN_PATH = /^[A-Za-z0-9\-_.~/]+$/;
/** Nothing to encode, and not the path of a page, as client-side routers use them. */
const PLAIN_FRAGMENT = /^(?:#(?![/!])[A-Za-z0-9\-_.~/!$&()*+,;=:@?%]+)?$/;
