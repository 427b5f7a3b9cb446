import fs from 'node:fs';
import path from 'node:path';
import { OPERATOR_FILE } from '../../bundles/own-files.ts';
import { readByteText } from '../parse/charset.ts';
import { cssReferences } from '../parse/css.ts';
import { type Role, scanPage, urlsOf } from '../parse/page.ts';
import { DOCUMENTS_FOLDER } from '../playground/document-script.ts';
import { encodePath } from '../site/site.ts';

/** A reference from one file of a bundle to another. */
export type InnerLink = Readonly<{ target: string; fragment: string; loads: boolean }>;

export type Inspected = Readonly<{
  /** Ids and names that fragments can refer to. */
  anchors: readonly string[];
  /** Its scripts render it, so the anchors that it will have are unknown. */
  isDrawn: boolean;
  links: readonly InnerLink[];
  /** Addresses that the file loads from elsewhere. */
  outside: readonly string[];
}>;

const ROOT = 'http://bundle.invalid/';

/**
 * Extracts the references from an unpacked file of a bundle, by file path, as a browser would resolve them. Runs in a
 * stage thread.
 */
export function inspectFile(folder: string, file: string): Inspected {
  const anchors: string[] = [];
  const links = new Map<string, InnerLink>();
  const outside = new Set<string>();
  let isDrawn = false;
  let base = ROOT + encodePath(file);

  const note = (reference: string, loads: boolean): void => {
    const url = URL.parse(reference, base);
    if (!url || !/^https?:$/.test(url.protocol)) return;
    if (!url.href.startsWith(ROOT)) {
      if (loads) outside.add(url.href);
      return;
    }
    const target = decode(url.pathname.slice(1));
    const fragment = decode(url.hash.slice(1));
    if (target === file && fragment === '') return;
    if (target === OPERATOR_FILE) return; // not part of the bundle until an operator adds it
    const key = `${target}#${fragment}`;
    links.set(key, { target, fragment, loads: loads || links.get(key)?.loads === true });
  };

  const bytes = fs.readFileSync(path.join(folder, ...file.split('/')));
  if (/\.css$/i.test(file)) {
    for (const { value, property } of cssReferences(bytes.toString('latin1'))) {
      if (!property.startsWith('--')) note(value, true); // URLs in custom properties resolve where they are used
    }
  } else {
    const page = readByteText(bytes, undefined);
    const scan = scanPage(page, { xml: !/\.html?$/i.test(file), anchors: true });
    if (scan.base !== undefined) base = URL.parse(scan.base, base)?.href ?? base;
    anchors.push(...scan.anchors);
    isDrawn = scan.scripts.some(({ src }) => src?.includes(`${DOCUMENTS_FOLDER}/`));
    for (const reference of scan.references) {
      if (NOT_FOLLOWED.has(reference.role)) continue;
      const urls = urlsOf(reference, page.encoding, (property) => !property.startsWith('--'));
      for (const url of urls) note(url, reference.role !== 'link');
    }
  }
  return { anchors, isDrawn, links: [...links.values()], outside: [...outside] };
}

/** Roles that name public addresses of the site, or may name something else altogether. */
const NOT_FOLLOWED: ReadonlySet<Role> = new Set(['mention', 'address', 'choice', 'guess']);

/** Returns whether `inspectFile` supports a file. */
export function isInspectable(file: string): boolean {
  return /\.(x?html?|svg|css)$/i.test(file);
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
