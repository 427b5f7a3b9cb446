import { createHash } from 'node:crypto';
import type { BodyStore, FileTree } from './file-tree.ts';
import type { Finding } from './findings.ts';
import type { Body } from './render-page.ts';

/** Cache key of a body: everything it was rendered from. */
type Made = Readonly<{
  /** Digest of everything that all pages depend on, such as settings, redirects and code version. */
  site: string;
  /** SHA-256 of the page and of every file it includes, by path. */
  files: Readonly<Record<string, string>>;
  /** Questions asked about the site during rendering, such as whether a page exists, with their answers. */
  asked: Readonly<Record<string, boolean>>;
}>;

export type Kept = Readonly<{
  made: Made;
  body: Body;
  findings: readonly Finding[];
  /** CSS rules that colour its code, with the class names assigned to them. */
  colors: readonly (readonly [rule: string, className: string])[];
}>;

/** Cache of bodies from an earlier build. Reuses a body if nothing it was rendered from has changed. */
export class BodyCache {
  readonly #store: BodyStore;
  readonly #tree: FileTree;
  readonly #site: string;
  readonly #has: (asked: string) => boolean;
  readonly #digests = new Map<string, string>();

  /**
   * @param site everything that all pages depend on
   * @param has answers the questions that bodies asked about the site
   */
  constructor(store: BodyStore, tree: FileTree, site: unknown, has: (asked: string) => boolean) {
    this.#store = store;
    this.#tree = tree;
    this.#site = digestOf(JSON.stringify(site));
    this.#has = has;
  }

  find(file: string): Kept | undefined {
    const text = this.#store.read(file);
    if (text === undefined) return undefined;
    let kept: Kept;
    try {
      kept = JSON.parse(text) as Kept;
    } catch {
      return undefined; // incomplete cache entry
    }
    const { site, files, asked } = kept.made;
    const isSame =
      site === this.#site &&
      Object.entries(files).every(([path, digest]) => this.#digest(path) === digest) &&
      Object.entries(asked).every(([name, answer]) => this.#has(name) === answer);
    return isSame ? kept : undefined;
  }

  /** @param files the page and every file it includes */
  keep(
    file: string,
    files: Iterable<string>,
    asked: ReadonlyMap<string, boolean>,
    rest: Omit<Kept, 'made'>,
  ): void {
    const digests = Object.fromEntries([...files].map((path) => [path, this.#digest(path)]));
    const made: Made = { site: this.#site, files: digests, asked: Object.fromEntries(asked) };
    this.#store.write(file, JSON.stringify({ made, ...rest }));
  }

  #digest(path: string): string {
    let digest = this.#digests.get(path);
    if (digest === undefined) {
      digest = this.#tree.has(path) ? digestOf(this.#tree.read(path)) : '';
      this.#digests.set(path, digest);
    }
    return digest;
  }
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
