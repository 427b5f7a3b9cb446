import { LANDMARKS } from './reference-attributes.ts';

/**
 * What a tag says of the layout of its page, if anything. Pages of one layout load the same scripts and style sheets (but
 * for the hashes in their names), and have the same landmarks with the same classes, custom elements and widgets. They are
 * tested together (../classify/layouts.ts): marks that are too fine cost samples, and further samples show which are too
 * coarse.
 */
export function markOf(name: string, read: (name: string) => string | undefined): string | undefined {
  if (name === 'script') {
    const source = read('src');
    return source === undefined ? undefined : `script ${stableName(source)} ${read('type') ?? ''}`;
  }
  if (name === 'link') {
    const isStyle = /(^|\s)stylesheet(\s|$)/i.test(read('rel') ?? '');
    return isStyle ? `style ${stableName(read('href') ?? '')}` : undefined;
  }
  if (LANDMARKS.has(name)) {
    const classes = (read('class') ?? '').split(/\s+/).filter((token) => token !== '');
    return `${name} ${[...new Set(classes.map(stableToken))].sort().join(' ')}`;
  }
  if (name.includes('-')) return name;
  const role = read('role');
  return role !== undefined && WIDGETS.has(role) ? `role ${role}` : undefined;
}

/** Whether these are complete without scripts differs from generator to generator. */
const WIDGETS = new Set(['tablist', 'tree', 'dialog', 'application', 'search', 'menubar']);

/** The file name of an address, without what changes from build to build or page to page. */
export function stableName(address: string): string {
  const file = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  return file
    .split(/([._~-])/)
    .map((part) => (isHash(part) ? '*' : part))
    .join('')
    .replace(/\*(?:[._~-]\*)+/g, '*');
}

/** Class names of CSS modules end in a hash (`layout_a1B2c`), those of content systems in a number (`post-12`). */
function stableToken(token: string): string {
  return token.replace(/(__?|-)[\w-]*$/, (end, mark: string) =>
    isHash(end.slice(mark.length)) ? `${mark}*` : end,
  );
}

/** Digits, hexadecimal digits, or what no word looks like: letters of both cases and digits mixed. */
function isHash(part: string): boolean {
  if (/^\d+$/.test(part)) return true;
  if (part.length < 5 || !/^\w+$/.test(part)) return false;
  if (/^[0-9a-f]{6,}$/.test(part) && /\d/.test(part)) return true;
  return /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
