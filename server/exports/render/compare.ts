import type { PageFacts } from './page-facts.ts';
import { textSimilarity } from './text-similarity.ts';

/**
 * How completely the fetched page matches its rendered version.
 *
 * `complete`: everything matches. `text-complete`: a reader finds the same text and links; scripts add controls or
 * images. `incomplete`: scripts add text or links.
 */
export type Completeness = 'complete' | 'text-complete' | 'incomplete';

export type Comparison = Readonly<{
  verdict: Completeness;
  /** Share of common words, 0 to 1 (see textSimilarity). */
  textSimilarity: number;
  /** Missing: only in the rendered page. Added: only in the fetched one. */
  text: Difference;
  links: Difference;
  assets: Difference;
  controls: Difference;
  /** Fragments of the page's own links whose anchors exist only in the rendered page. */
  deadFragments: readonly string[];
  /** A sentence for each difference; empty if complete. */
  reasons: readonly string[];
}>;

export type Difference = Readonly<{ missing: readonly string[]; added: readonly string[] }>;

/** Compares a fetched page with its rendered version. The result helps to classify its layout. */
export function compareRendered(fetched: PageFacts, rendered: PageFacts): Comparison {
  const hasSameText = fetched.text === rendered.text;
  const hasSameTitle = fetched.title === rendered.title;
  const text = hasSameText ? SAME : difference(fetched.text.split(' '), rendered.text.split(' '));
  const links = difference(fetched.links, rendered.links);
  const assets = difference(fetched.assets, rendered.assets);
  const controls = difference(fetched.controls, rendered.controls);
  const deadFragments = ownFragments(rendered).filter(
    (fragment) => rendered.anchors.has(fragment) && !fetched.anchors.has(fragment),
  );
  const isTextComplete = hasSameText && hasSameTitle && isSame(links) && deadFragments.length === 0;
  const isComplete = isTextComplete && isSame(assets) && isSame(controls);
  return {
    verdict: isComplete ? 'complete' : isTextComplete ? 'text-complete' : 'incomplete',
    textSimilarity: textSimilarity(rendered.text, fetched.text) ?? (fetched.text === '' ? 1 : 0),
    text,
    links,
    assets,
    controls,
    deadFragments,
    reasons: [
      ...(hasSameText ? [] : [textReason(text)]),
      ...(hasSameTitle ? [] : [`Scripts change the title from "${fetched.title}" to "${rendered.title}".`]),
      ...reason('links', links),
      ...reason('images, frames or styles', assets),
      ...reason('controls', controls),
      ...(deadFragments.length === 0 ? [] : [`Scripts add anchors, for example #${deadFragments[0]}.`]),
    ],
  };
}

/** Returns the words found on only one of the two pages. */
export function textDifference(fetched: PageFacts, rendered: PageFacts): Difference {
  return difference(fetched.text.split(' '), rendered.text.split(' '));
}

const SAME: Difference = { missing: [], added: [] };

function isSame({ missing, added }: Difference): boolean {
  return missing.length === 0 && added.length === 0;
}

/** Compares lists as multisets. */
function difference(fetched: readonly string[], rendered: readonly string[]): Difference {
  const counts = new Map<string, number>();
  for (const item of fetched) counts.set(item, (counts.get(item) ?? 0) + 1);
  const missing: string[] = [];
  for (const item of rendered) {
    const left = counts.get(item) ?? 0;
    if (left === 0) missing.push(item);
    else counts.set(item, left - 1);
  }
  const added = [...counts].flatMap(([item, left]) => Array<string>(left).fill(item));
  return { missing, added };
}

/** Returns the fragments of links to the page itself. */
export function ownFragments({ url, links }: Pick<PageFacts, 'url' | 'links'>): string[] {
  const own = `${url.replace(/#.*/s, '')}#`;
  return links.filter((link) => link.startsWith(own)).map((link) => decode(link.slice(own.length)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textReason({ missing, added }: Difference): string {
  if (missing.length === 0 && added.length === 0) return 'Scripts change the order of the text.';
  const words = missing.length > 0 ? missing : added;
  const which = missing.length > 0 ? 'Scripts add text' : 'Scripts remove text';
  return `${which}: "${words.join(' ').slice(0, 120)}".`;
}

function reason(name: string, { missing, added }: Difference): string[] {
  if (missing.length + added.length === 0) return [];
  const [example] = missing.length > 0 ? missing : added;
  return [
    `Scripts change the ${name}: ${missing.length} added, ${added.length} removed (for example, ${example}).`,
  ];
}
