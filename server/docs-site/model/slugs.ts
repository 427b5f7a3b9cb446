import GithubSlugger from 'github-slugger';

/**
 * Returns the id of a heading by the rules that the format documents (create/text.mdx, "Automatic anchor IDs"): lower
 * case, white space and full stops become hyphens, straight apostrophes become curly ones, parentheses are removed;
 * `/`, `&`, `:` and similar characters stay.
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

/** Returns letters and digits joined by hyphens, as many authors write anchors by hand. */
function looseSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Returns `base-url` for `baseUrl`. */
function wordsSlug(text: string): string {
  return documentedSlug(text.replace(/([a-z\d])([A-Z])/g, '$1-$2'));
}

/** Ids of a page, each assigned once: by the documented rule and, as an alias, by GitHub's. */
export class Slugs {
  readonly #given = new Set<string>();
  readonly #github = new GithubSlugger();

  /** Registers an id chosen by the author. */
  own(id: string): string {
    this.#given.add(id);
    return id;
  }

  /**
   * @param plain the text without that of components in it, such as a badge after `logo`
   * @returns the id, and the ids that other rules give, if they differ and are still free
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

  /** Returns the id of a component (accordion, step, tab, parameter). */
  component(text: string): string {
    const id = this.#next(documentedSlug(text) || 'section');
    this.#given.add(id);
    return id;
  }

  /** Returns the id of a parameter or field: `param-baseurl`, with `param-base-url` as its alias. */
  field(name: string): { id: string; alias: string | undefined } {
    const id = this.component(name === '' ? 'field' : `param-${name}`);
    const words = wordsSlug(`param-${name}`);
    if (name === '' || this.#given.has(words)) return { id, alias: undefined };
    this.#given.add(words);
    return { id, alias: words };
  }

  /** Returns every id that a generator may give a component with that name. */
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
