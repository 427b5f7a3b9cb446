/** What a site is called by the title of its start page: said once, where generators put the name of the site after that of the page. */
export function siteTitle(title: string): string {
  const text = title.replace(/\s+/g, ' ').trim();
  return /^(.+) [-–—|·:•»] \1$/u.exec(text)?.[1] ?? text;
}
