import { locate, type Place, type Site } from './site.ts';

/** Resolves what a page says, as `locate` does from the base of that page. */
export type Locate = (reference: string, loads?: boolean) => Place;

/**
 * `locate` for the pages of one site. Pages of a folder name the same places again and again, and a URL parser costs
 * several times as much as a Map: what a plain path came to is remembered for the folder.
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
        known.set(Buffer.from(path, 'latin1').toString('latin1'), place); // a part of a page keeps all of it in memory
      }
      return fragment === '' ? place : { ...place, suffix: fragment, fragment: fragment.slice(1) };
    };
  };
}

const REMEMBERED_MAX = 50_000;

/** No scheme and no query, nothing to encode: it depends on nothing of the base but its folder (WHATWG URL 4.4). */
const PLAIN_PATH = /^[A-Za-z0-9\-_.~/]+$/;
/** Nothing to encode, and not the path of a page, as routers in a browser have them. */
const PLAIN_FRAGMENT = /^(?:#(?![/!])[A-Za-z0-9\-_.~/!$&()*+,;=:@?%]+)?$/;
