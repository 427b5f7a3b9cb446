import { LANDMARKS } from './reference-attributes.ts';

/**
 * Returns the mark that a tag contributes to its page's layout, if any. Pages of the same layout load the same scripts
 * and style sheets (apart from hashes in their names), and have the same landmarks with the same classes, custom
 * elements and widgets. They are tested together (../classify/layouts.ts): marks that are too fine cost extra samples;
 * further samples reveal marks that are too coarse.
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

/** Whether these work without scripts depends on the site generator. */
const WIDGETS = new Set(['tablist', 'tree', 'dialog', 'application', 'search', 'menubar']);

/** Returns the file name of an address without parts that change between builds or pages. */
export function stableName(address: string): string {
  const file = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  return file
    .split(/([._~-])/)
    .map((part) => (isHash(part) ? '*' : part))
    .join('')
    .replace(/\*(?:[._~-]\*)+/g, '*');
}

/**
 * Class names of CSS modules end in a hash (`layout_a1B2c`), those of content management systems in a number
 * (`post-12`).
 */
function stableToken(token: string): string {
  return token.replace(/(__?|-)[\w-]*$/, (end, mark: string) =>
    isHash(end.slice(mark.length)) ? `${mark}*` : end,
  );
}

/** Whether a part is decimal, hexadecimal, or unlike any word: a mix of digits and letters of both cases. */
function isHash(part: string): boolean {
  if (/^\d+$/.test(part)) return true;
  if (part.length < 5 || !/^\w+$/.test(part)) return false;
  if (/^[0-9a-f]{6,}$/.test(part) && /\d/.test(part)) return true;
  return /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
