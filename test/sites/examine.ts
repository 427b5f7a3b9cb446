import type { Exported } from './export.ts';

export type Examined = Readonly<{
  expected: number;
  present: number;
  /** Sentences; the site has passed when there are none. */
  faults: readonly string[];
  /** Of what verification says: what is known to be lost. */
  lost: readonly string[];
  ways: string;
  verdict: string;
}>;

/**
 * Holds an export against what the generator has built.
 * @param expected URL paths of its pages
 * @param lost names of controls that are known to do nothing in the bundle: it is no fault that verification says so
 */
export function examine(
  expected: readonly string[],
  { files, report }: Exported,
  lost: readonly string[] = [],
): Examined {
  const absent = expected.filter((page) => !files.has(fileOf(page)));
  const { check, layouts, missing } = report;
  // What goes out is a fault of verification already; what the page's policy stopped was tried all the same.
  const stopped = (check?.pages ?? []).flatMap(({ path, modes }) =>
    modes.flatMap(({ blocked }) => blocked.map((call) => `${path} tries to call ${call}.`)),
  );
  const isLost = (fault: string): boolean =>
    lost.some((name) => fault.includes(` has a control "${name}" that does nothing when clicked, `));
  const faults = [
    ...absent.map((page) => `${page} is not in the bundle.`),
    ...missing.map(({ url, reason }) => `${url} is missing: ${reason}.`),
    ...new Set(stopped),
    ...(check?.faults.filter((fault) => !isLost(fault)) ?? ['It was not verified.']),
    ...(check?.controls?.failures ?? []).map(
      ({ page, kind, name, problem }) => `${page}: ${kind} "${name}" ${problem}.`,
    ),
    ...(check && check.links.links === 0 ? ['No link was followed.'] : []),
  ];
  const count = (way: string): number =>
    layouts.filter((layout) => layout.way === way).reduce((sum, { pages }) => sum + pages, 0);
  return {
    expected: expected.length,
    present: expected.length - absent.length,
    faults,
    lost: (check?.faults ?? []).filter(isLost),
    ways: `${count('fetched')} / ${count('rendered')}`,
    verdict: check?.verdict ?? 'none',
  };
}

/** At most `count` of the pages of a site, from all parts of it. */
export function spread(pages: readonly string[], count: number): readonly string[] {
  const every = Math.ceil(pages.length / count);
  return pages.filter((_, index) => index % every === 0);
}

/** The file that a bundle has for a page (docs/bundle-format.md); routes `#/a` are pages like others. */
export function fileOf(page: string): string {
  const place = decodeURIComponent(page.replace(/^\/#/, '')).replace(/^\//, '');
  if (place === '' || place.endsWith('/')) return `${place}index.html`;
  return /\.html?$/.test(place) ? place : `${place}.html`;
}
