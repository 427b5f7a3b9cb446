import { TokenType, tokenizer } from '@csstools/css-tokenizer';
import { maskTrailBytes, unmaskTrailBytes } from './charset.ts';

/** A URL in a style sheet. `start`..`end` is the token to replace, including quotes or `url(…)`. */
export type CssReference = Readonly<{
  start: number;
  end: number;
  value: string;
  /** 'url' means unquoted `url(x)`, 'string' a quoted string. */
  syntax: 'url' | 'string';
  role: 'import' | 'asset';
  /** Property that the URL belongs to: as written for custom properties, otherwise in lower case; empty if none. */
  property: string;
}>;

const MAY_REFER = /url\(|@import|image-set\(/i;

/**
 * Returns the URLs of a style sheet or a style attribute in document order: `url()`, `@import` with a string, and the
 * strings of `image-set()` (CSS Syntax 3, CSS Values 4 §4.5, CSS Images 4 §2.2). Excludes strings that are not URLs
 * (`format("woff2")`, `@namespace`, `content`).
 * @param encoding encoding of `css` if it is a byte string; the returned values are then byte strings too
 */
export function cssReferences(css: string, encoding = 'UTF-8'): CssReference[] {
  if (!MAY_REFER.test(css)) return [];
  const masked = maskTrailBytes(css, encoding);
  const references = referencesOf(masked);
  if (masked === css) return references;
  return references.map((reference) => ({ ...reference, value: unmaskTrailBytes(reference.value) }));
}

function referencesOf(css: string): CssReference[] {
  const found: CssReference[] = [];
  const functions: string[] = [];
  let rule = '';
  let property = '';
  /** Possible property name: an identifier at a position where a declaration may begin. */
  let name = '';
  let begins = true;
  const tokens = tokenizer({ css });
  for (;;) {
    const token = tokens.nextToken();
    const [type, , start, last, detail] = token;
    const end = last + 1;
    if (functions.length === 0) {
      if (type === TokenType.Colon && name !== '') property = name;
      if (type === TokenType.Ident && begins) name = propertyName(detail.value);
      else if (!SPACE.has(type)) name = '';
      if (ENDS_DECLARATION.has(type)) property = '';
      if (!SPACE.has(type)) begins = ENDS_DECLARATION.has(type);
    }
    switch (type) {
      case TokenType.EOF:
        return found;
      case TokenType.AtKeyword:
        rule = detail.value.toLowerCase();
        break;
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
        rule = '';
        break;
      case TokenType.Function:
        functions.push(detail.value.toLowerCase());
        break;
      case TokenType.OpenParen:
        functions.push('');
        break;
      case TokenType.CloseParen:
        functions.pop();
        break;
      case TokenType.URL:
        if (rule !== 'namespace') {
          found.push({ start, end, value: detail.value, syntax: 'url', role: roleOf(rule), property });
        }
        break;
      case TokenType.String: {
        const within = functions.at(-1);
        const isUrl = within === 'url' || within === 'src';
        const isImport = rule === 'import' && within === undefined;
        const isImageSet = within === 'image-set' || within === '-webkit-image-set';
        if ((isUrl && rule !== 'namespace') || isImport || isImageSet) {
          found.push({ start, end, value: detail.value, syntax: 'string', role: roleOf(rule), property });
        }
        break;
      }
    }
  }
}

const SPACE: ReadonlySet<string> = new Set([TokenType.Whitespace, TokenType.Comment]);
const ENDS_DECLARATION: ReadonlySet<string> = new Set([
  TokenType.Semicolon,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
]);

function propertyName(identifier: string): string {
  return identifier.startsWith('--') ? identifier : identifier.toLowerCase();
}

/** A custom property used in a declaration: `mask: var(--icon)` has property `mask` and name `--icon`. */
export type CustomPropertyUse = Readonly<{ property: string; name: string }>;

/**
 * Returns the uses of custom properties in a style sheet, without duplicates.
 * @param css a text or a byte string
 */
export function customPropertyUses(css: string): CustomPropertyUse[] {
  const found = new Map<string, CustomPropertyUse>();
  if (!css.includes('var(')) return [];
  const declarations = /(?<![\w-])([\w-]+)\s*:([^;{}]*)/g;
  for (const [, property = '', value = ''] of css.matchAll(declarations)) {
    for (const [, name = ''] of value.matchAll(/var\(\s*(--[^\s,)]+)/g)) {
      found.set(`${property} ${name}`, { property: propertyName(property), name });
    }
  }
  return [...found.values()];
}

function roleOf(rule: string): CssReference['role'] {
  return rule === 'import' ? 'import' : 'asset';
}

/** Formats the token that replaces a reference. `url` must be ASCII without quotes or backslashes. */
export function cssUrl(reference: CssReference, url: string): string {
  return reference.syntax === 'url' ? `url("${url}")` : `"${url}"`;
}
