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

/** Letters and digits with hyphens between them, as many write anchors by hand. */
function looseSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** `base-url` of `baseUrl`. */
function wordsSlug(text: string): string {
  return documentedSlug(text.replace(/([a-z\d])([A-Z])/g, '$1-$2'));
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

  /**
   * @param plain the text without that of components in it, as `logo` in front of a badge
   * @returns the id, and what other rules make of the text where that differs and is free
   */
  heading(text: string, own?: string, plain = text): { id: string; aliases: string[] } {
    const github = this.#github.slug(text);
    const id = own ?? this.#next(documentedSlug(text) || github || 'section');
    this.#given.add(id);
    const aliases = [...new Set([github, looseSlug(text), looseSlug(plain)])].filter(
      (slug) => slug !== '' && !this.#given.has(slug),
    );
    for (const alias of aliases) this.#given.add(alias);
    return { id, aliases };
  }

  /** The id of a component (accordion, step, tab, parameter). */
  component(text: string): string {
    const id = this.#next(documentedSlug(text) || 'section');
    this.#given.add(id);
    return id;
  }

  /** The id of a parameter or field: `param-baseurl`, and `param-base-url` as its alias. */
  field(name: string): { id: string; alias: string | undefined } {
    const id = this.component(name === '' ? 'field' : `param-${name}`);
    const words = wordsSlug(`param-${name}`);
    if (name === '' || this.#given.has(words)) return { id, alias: undefined };
    this.#given.add(words);
    return { id, alias: words };
  }

  /** Every id that some generator gives a component of that name. */
  anyOf(text: string): string[] {
    const documented = documentedSlug(text);
    const param = [`param-${documented}`, wordsSlug(`param-${text}`)];
    return [documented, ...param, this.#github.slug(text), looseSlug(text)].filter((slug) => slug !== '');
  }

  #next(slug: string): string {
    if (!this.#given.has(slug)) return slug;
    for (let count = 2; ; count++) if (!this.#given.has(`${slug}-${count}`)) return `${slug}-${count}`;
  }
}
