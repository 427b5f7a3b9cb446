/** Folder of the site for the files that come from here. */
export const OWN_FOLDER = '_docs';

/** Where a page stands in the site: `/guides/start`; of an `index` its folder. */
export function addressOf(name: string): string {
  return `/${name.replace(/(^|\/)index$/, '')}`;
}

/** The file of the site that holds a page. */
export function pageFile(name: string): string {
  return `${name === '' ? 'index' : name}.html`;
}

/** Where an address of a page leads: within the site to a path from its root, or elsewhere. */
export type Target =
  | Readonly<{ kind: 'inside'; path: string; query: string; hash: string }>
  | Readonly<{ kind: 'elsewhere'; href: string }>;

/** Schemes that a link may have; every other is taken out, as `javascript:` runs code. */
const HARMLESS = /^(?:https?|mailto|tel|sms|ftp|ircs?|cursor|vscode(?:-insiders)?|slack|file):/i;

/**
 * Resolves an address as the format does: from the root, or from the folder of the page's file.
 * @param from path of the file that the address stands in
 * @returns undefined where the address would run code
 */
export function resolveAddress(from: string, address: string): Target | undefined {
  const given = address.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(given))
    return HARMLESS.test(given) ? { kind: 'elsewhere', href: given } : undefined;
  if (given.startsWith('//')) return { kind: 'elsewhere', href: `https:${given}` };
  const base = `http://site.invalid/${from.split('/').map(encodeURIComponent).join('/')}`;
  // A page may name a file of its folder with or without `./`.
  const url = URL.parse(given, base);
  if (url?.host !== 'site.invalid') return undefined;
  return { kind: 'inside', path: decoded(url.pathname), query: url.search, hash: decoded(url.hash.slice(1)) };
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path of the site as an address: what a URL cannot hold is escaped. */
export function encoded(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/%(40|3A|24|2C|2B|3D|26|3B)/gi, (code) => decodeURIComponent(code)),
    )
    .join('/');
}

/** A fragment as an address: slashes stay. */
export function encodedHash(hash: string): string {
  return encodeURIComponent(hash).replaceAll('%2F', '/');
}

/** A path that a configuration states, from the root of the site. */
export function rooted(path: string): string {
  return /^([a-z]+:|\/)/i.test(path) ? path : `/${path.replace(/^\.\//, '')}`;
}
