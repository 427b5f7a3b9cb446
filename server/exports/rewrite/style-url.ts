import type { CssReference, CustomPropertyUse } from '../parse/css.ts';
import type { Locate } from '../site/locator.ts';
import { absoluteUrl } from '../site/site.ts';
import { EMBEDDED_MAX_BYTES, type EmbedBudget, embedded } from './data-urls.ts';
import { forbiddenIn } from './file-protocol.ts';
import type { Links, Resolved, StyleUse } from './links.ts';

export type StyleContext = Readonly<{
  links: Links;
  locateFrom: (base: string) => Locate;
  locate: Locate;
  /** Site path and file of the style sheet, or of the page that contains it. */
  place: string;
  file: string;
  /** Custom properties used in that same place. */
  ownUses: readonly CustomPropertyUse[];
  budget: EmbedBudget;
  /** Resolves a reference in a file, relative to a place. */
  resolve: (url: string, file: string, locate: Locate) => Resolved;
}>;

/**
 * Resolves a URL in a style sheet. If `file://` forbids its use, it becomes a `data:` URL.
 *
 * A URL in a custom property is resolved where the property is *used*, as in Chromium and Firefox (CSS Values 4 would
 * resolve it where it is declared), so it is written for the style sheet that uses it. If several folders use it, or no
 * use is known, it also becomes a `data:` URL.
 */
export function resolveStyleUrl(url: string, { property }: CssReference, context: StyleContext): Resolved {
  const { links, locate, budget, file } = context;
  const embed = (use: 'mask' | 'paint', from: Locate, resolved: Resolved): Resolved =>
    embedded(use, url, resolved, { links, locate: from, budget, maxBytes: EMBEDDED_MAX_BYTES });
  if (!property.startsWith('--')) {
    const use = forbiddenIn(property);
    const resolved = context.resolve(url, file, locate);
    return use === undefined ? resolved : embed(use, locate, resolved);
  }
  const uses = usesOf(property, context);
  const [user] = uses;
  const here = context.resolve(url, file, locate);
  if (user === undefined) return withoutProblem(embed('mask', locate, here), here);
  const from = user.file === file ? locate : context.locateFrom(absoluteUrl(links.site.origin, user.place));
  const resolved = user.file === file ? here : context.resolve(url, user.file, from);
  // Unknown uses in pages and scripts are possible, so prefer a superfluous image to a missing one.
  if (resolved.kind === 'remove' && here.kind === 'replace') {
    return withoutProblem(embed('mask', locate, here), here);
  }
  const use = uses.map((known) => forbiddenIn(known.property)).find((known) => known !== undefined);
  if (use !== undefined) return embed(use, from, resolved);
  if (new Set(uses.map((known) => folderOf(known.file))).size === 1) return resolved;
  return withoutProblem(embed('mask', from, resolved), resolved);
}

/** A file that is too large to embed may still be found from where it is used. */
function withoutProblem(carried: Resolved, otherwise: Resolved): Resolved {
  return carried.kind === 'replace' && carried.problem?.kind === 'file-protocol' ? otherwise : carried;
}

/** Returns the uses of a custom property, including indirect ones: `--a: var(--b)`. */
function usesOf(property: string, { links, ownUses, place, file }: StyleContext): StyleUse[] {
  const found: StyleUse[] = [];
  const names = new Set([property]);
  for (const name of names) {
    const own = ownUses.filter((use) => use.name === name).map((use) => ({ ...use, place, file }));
    for (const use of [...own, ...(links.usesOf?.(name) ?? [])]) {
      if (!use.property.startsWith('--')) found.push(use);
      else if (names.size < CHAIN_MAX) names.add(use.property);
    }
  }
  return found;
}

const CHAIN_MAX = 50;

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}
