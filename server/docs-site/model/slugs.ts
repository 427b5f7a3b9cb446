import GithubSlugger from 'github-slugger';

/**
 * The id of a heading by the rules that the format documents (create/text.mdx, "Automatic anchor IDs"): lower case,
 * white space and full stops to hyphens, straight apostrophes to curly ones, parentheses removed; `/`, `&`, `:` and the
 * like stay.
 */
export function documentedSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/[()[\]{}"“”?!,;`*<>#^|\\]/g, '')
    .replace(/[\s.]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Ids of a page: each is given once, by the documented rule and by GitHub's (its alias). */
export class Slugs {
  readonly #given = new Set<string>();
  readonly #github = new GithubSlugger();

  /** An id that the author chose. */
  own(id: string): string {
    this.#given.add(id);
    return id;
  }

  /** @returns the id, and those of GitHub's rule that differ from it and are free */
  heading(text: string, own?: string): { id: string; alias?: string } {
    const github = this.#github.slug(text);
    const id = own ?? this.#next(documentedSlug(text) || github || 'section');
    this.#given.add(id);
    if (github === '' || github === id || this.#given.has(github)) return { id };
    this.#given.add(github);
    return { id, alias: github };
  }

  /** The id of a component (accordion, step, tab, parameter). */
  component(text: string): string {
    const id = this.#next(documentedSlug(text) || 'section');
    this.#given.add(id);
    return id;
  }

  #next(slug: string): string {
    if (!this.#given.has(slug)) return slug;
    for (let count = 2; ; count++) if (!this.#given.has(`${slug}-${count}`)) return `${slug}-${count}`;
  }
}
