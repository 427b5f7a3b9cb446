/** Folder of the site for the generator's own files. */
export const OWN_FOLDER = '_docs';

/** Returns the address of a page: `/guides/start`, or the folder for an `index`. */
export function addressOf(name: string): string {
  return `/${name.replace(/(^|\/)index$/, '')}`;
}

/** Returns the site file of a page. */
export function pageFile(name: string): string {
  return `${name === '' ? 'index' : name}.html`;
}

/** Target of an address in a page: a path from the root of the site, or an external address. */
export type Target =
  | Readonly<{ kind: 'inside'; path: string; query: string; hash: string }>
  | Readonly<{ kind: 'elsewhere'; href: string }>;

/** Allow-list of schemes for links. Links with other schemes are removed, since `javascript:` runs code. */
const HARMLESS = /^(?:https?|mailto|tel|sms|ftp|ircs?|cursor|vscode(?:-insiders)?|slack|file):/i;

/**
 * Resolves an address as the format does: from the root, or from the folder of the page's file.
 * @param from path of the file that contains the address
 * @returns undefined if the address is invalid or would run code
 */
export function resolveAddress(from: string, address: string): Target | undefined {
  const given = address.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(given))
    return HARMLESS.test(given) ? { kind: 'elsewhere', href: given } : undefined;
  if (given.startsWith('//')) return { kind: 'elsewhere', href: `https:${given}` };
  const base = `http://site.invalid/${from.split('/').map(encodeURIComponent).join('/')}`;
  // A page may refer to a file in its own folder with or without `./`.
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

/** Escapes a path of the site for use in an address. */
export function encoded(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/%(40|3A|24|2C|2B|3D|26|3B)/gi, (code) => decodeURIComponent(code)),
    )
    .join('/');
}

/** Escapes a fragment for use in an address, except for its slashes. */
export function encodedHash(hash: string): string {
  return encodeURIComponent(hash).replaceAll('%2F', '/');
}

/** Converts a path in the configuration to a path from the root of the site. */
export function rooted(path: string): string {
  return /^([a-z]+:|\/)/i.test(path) ? path : `/${path.replace(/^\.\//, '')}`;
}
