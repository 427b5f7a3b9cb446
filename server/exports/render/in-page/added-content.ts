import type { Switch } from '../../runtime/states.ts';
import { markOf, renumberSwitch, setMark } from './number-marks.ts';
import type { PageDriver } from './page-driver.ts';

/** An element added by a press, copied while it was present. */
export type AddedElement = Readonly<{ parent: Element; index: number; copy: Element; original: Element }>;

/** Content that a control adds to the page while it is open, described so that it applies to other pages. */
export type ContentInWords = Readonly<{
  added: readonly Readonly<{
    /** Place of the parent element, and the number of its children before the content (see PageDriver). */
    parent: string;
    index: number;
    /**
     * Elements referenced by states are numbered from 1. If the page has the same link elsewhere, a link refers to the
     * place of that one instead of its address, because links such as those to other languages differ from page to
     * page.
     */
    html: string;
  }>[];
  /** Controls within the content, referenced by these numbers. */
  inner: readonly Switch[];
}>;

/** The same content, built for a particular page. */
export type MadeContent = Readonly<{
  added: readonly Readonly<{ parent: Element; index: number; copy: Element; next: Node | null }>[];
  inner: readonly Switch[];
}>;

/** How elements outside the page's content are identified. */
export type Places = Readonly<{
  placeOf: (element: Element) => string;
  /** Undefined if there is no such element outside the content. */
  around: (place: string) => Element | undefined;
  isAround: (element: Element) => boolean;
}>;

export type ContentKeeper = Readonly<{
  /** Describes added elements; undefined if that is impossible. */
  inWords: (added: readonly AddedElement[], inner: readonly Switch[]) => ContentInWords | undefined;
  /** Builds described content; undefined if the page lacks a part that it needs. */
  made: (content?: ContentInWords) => MadeContent | undefined;
}>;

/** Prefix for the place of the link with the same address. */
const LIKE = 'offprint-like:';

/** Runs in the page, for effects.ts. */
export function makeContentKeeper(page: Document, driver: PageDriver, places: Places): ContentKeeper {
  const placeOfLink = (address: string | null): string | undefined => {
    if (address === null || address === '') return undefined;
    const link = [...page.querySelectorAll('a[href]')].find(
      (one) =>
        one.getAttribute('href') === address && places.isAround(one) && !one.closest('[data-offprint]'),
    );
    return link && places.placeOf(link);
  };

  const elementOf = (html: string): Element | null => {
    try {
      const holder = page.createElement('template');
      holder.innerHTML = html;
      return holder.content.firstElementChild;
    } catch {
      return null; // a page that enforces Trusted Types
    }
  };

  return {
    inWords: (added, inner) => {
      const numbers = new Map<number, number>();
      const words: ContentInWords['added'][number][] = [];
      for (const { parent, index, copy } of added) {
        if (!places.isAround(parent)) return undefined;
        const own = copy.cloneNode(true) as Element;
        for (const element of [own, ...own.querySelectorAll('*')]) {
          const mark = markOf(element);
          if (mark !== undefined) {
            numbers.set(mark, numbers.size + 1);
            setMark(element, numbers.size);
          }
          const place = placeOfLink(element.getAttribute('href'));
          if (place !== undefined) element.setAttribute('href', LIKE + place);
        }
        words.push({ parent: places.placeOf(parent), index, html: own.outerHTML });
      }
      const numbered = allWithNumbers(inner, numbers);
      return numbered && { added: words, inner: numbered };
    },
    made: ({ added, inner } = { added: [], inner: [] }) => {
      const numbers = new Map<number, number>();
      const made: MadeContent['added'][number][] = [];
      for (const { parent: place, index, html } of added) {
        const parent = places.around(place);
        const copy = elementOf(html);
        if (!parent || !copy) return undefined;
        for (const element of [copy, ...copy.querySelectorAll('*')]) {
          const mark = markOf(element);
          if (mark !== undefined) {
            setMark(element, undefined);
            numbers.set(mark, driver.mark(element));
          }
          const address = element.getAttribute('href');
          if (!address?.startsWith(LIKE)) continue;
          const own = places.around(address.slice(LIKE.length))?.getAttribute('href');
          if (own == null) return undefined;
          element.setAttribute('href', own);
        }
        const next = driver.childrenOf(parent)[index] ?? null;
        made.push({ parent, index, copy: page.adoptNode(copy), next });
      }
      const numbered = allWithNumbers(inner, numbers);
      return numbered && { added: made, inner: numbered };
    },
  };
}

/** Renumbers switches; undefined if one of them refers to an element without a new number. */
export function allWithNumbers(
  some: readonly Switch[],
  numbers: ReadonlyMap<number, number>,
): Switch[] | undefined {
  let isWhole = true;
  const renumbered = some.map((one) =>
    renumberSwitch(one, (mark) => {
      isWhole &&= numbers.has(mark);
      return numbers.get(mark) ?? 0;
    }),
  );
  return isWhole ? renumbered : undefined;
}
