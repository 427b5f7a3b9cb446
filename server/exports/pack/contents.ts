import { readObject } from '../../store/objects.ts';
import { contentKind } from '../parse/content-type.ts';
import { customPropertyUses } from '../parse/css.ts';
import type { Links, StyleUse } from '../rewrite/links.ts';
import { compareBytes } from '../site/compare-bytes.ts';
import type { JobLinks } from '../site/links-of-job.ts';

/**
 * Extends links with the contents of files in the bundle. Style sheets are read on the first query for a custom
 * property.
 */
export function withContents(dataFolder: string, links: JobLinks): Links {
  let uses: ReadonlyMap<string, readonly StyleUse[]> | undefined;
  return {
    ...links,
    content: (place) => {
      const target = links.target(place);
      if (target?.kind !== 'file' || !target.content) return undefined;
      const { content } = target;
      return { ...content, read: () => readObject(dataFolder, content.object) };
    },
    usesOf: (name) => {
      uses ??= usesIn(dataFolder, links);
      return uses.get(name) ?? [];
    },
  };
}

function usesIn(dataFolder: string, links: JobLinks): Map<string, StyleUse[]> {
  const uses = new Map<string, StyleUse[]>();
  const seen = new Set<string>();
  for (const [place, target] of links.files()) {
    if (target.kind !== 'file' || !target.content || seen.has(target.path)) continue;
    const { object, contentType } = target.content;
    if (contentKind(contentType) !== 'css') continue;
    seen.add(target.path);
    for (const { name, property } of customPropertyUses(readObject(dataFolder, object).toString('latin1'))) {
      const known = uses.get(name) ?? [];
      uses.set(name, known);
      known.push({ place, file: target.path, property });
    }
  }
  for (const list of uses.values()) {
    list.sort((a, b) => compareBytes(a.file, b.file) || compareBytes(a.property, b.property));
  }
  return uses;
}
