/** Longer ones are no names; the search for what is said twice takes the square of it. */
const TITLE_MAX = 400;

/** What a site is called by the title of its start page: said once, where generators put the name of the site after that of the page. */
export function siteTitle(title: string): string {
  const text = title
    .trim()
    .slice(0, TITLE_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(.+) [-–—|·:•»] \1$/u.exec(text)?.[1] ?? text;
}
