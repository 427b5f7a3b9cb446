import { readAttribute, writeAttribute } from './attributes.ts';

/**
 * Runs in the page, on the snapshot's copy. Frameworks number IDs by what they have created so far in the same document
 * (React's and Vue's `useId`), so a page reached by the router has other IDs than one that is loaded. This renumbers
 * them, and references to them, by their order in the page. Link targets keep their IDs, because other pages may link
 * to them too.
 */
export function numberGeneratedIds(root: Element): void {
  /** `v-0-1` (Vue 3.5); `:r1:`, `:R1:` (React 18), in guillemets (19.0), `_r_1_` (19.1). Often part of a longer ID. */
  const GENERATED = /(?<!\w)v(?:-\d+)+(?![\w-])|:[rR]\w+:|«[rR]\w+»|(?<!\w)_[rR]_\w+?_(?!\w)/g;
  const FROM_ELSEWHERE = /^(class|src|srcset|content|value|alt|title)$/;

  const generatedIn = (text: string): string[] => text.match(GENERATED) ?? [];
  const links = [...root.querySelectorAll('a[href^="#"]:not([role])')];
  const linked = new Set(links.map((link) => (readAttribute(link, 'href') ?? '').slice(1)));
  const numbered = new Set<string>();
  const kept = new Set<string>();
  for (const element of root.querySelectorAll('[id]')) {
    const id = readAttribute(element, 'id') ?? '';
    const isTarget = linked.has(id) || linked.has(encodeURI(id)) || /^h[1-6]$/.test(element.localName);
    for (const part of generatedIn(id)) (isTarget ? kept : numbered).add(part);
  }
  for (const style of root.querySelectorAll('style'))
    for (const part of generatedIn((style.textContent ?? '').replaceAll('\\', ''))) kept.add(part);
  const names = new Map([...numbered.difference(kept)].map((part, index) => [part, `offprint-${index + 1}`]));
  if (names.size === 0) return;

  const renamed = (text: string): string => text.replace(GENERATED, (part) => names.get(part) ?? part);
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of Reflect.get(Element.prototype, 'attributes', element) as NamedNodeMap) {
      if (FROM_ELSEWHERE.test(name) || (/href$/.test(name) && !value.startsWith('#'))) continue;
      const other = renamed(value);
      if (other !== value) writeAttribute(element, name, other);
    }
  }
  const states = root.querySelector('script[data-offprint="states"]');
  if (states) states.textContent = renamed(states.textContent ?? '');
}
