/** Longer texts are not names, and the search for repetitions is quadratic. */
const TITLE_MAX = 400;

/** Derives the name of a site from the title of its start page, without the repetition that generators add ("Docs | Docs"). */
export function siteTitle(title: string): string {
  const text = title
    .trim()
    .slice(0, TITLE_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(.+) [-–—|·:•»] \1$/u.exec(text)?.[1] ?? text;
}
