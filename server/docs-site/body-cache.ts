import { createHash } from 'node:crypto';
import type { BodyStore, FileTree } from './file-tree.ts';
import type { Finding } from './findings.ts';
import type { Body } from './render-page.ts';

/** What a body was made of: it is the same as long as all of that is. */
type Made = Readonly<{
  /** Of the settings, and of the code that made it. */
  site: string;
  /** SHA-256 of the page and of every file that it takes in, by path. */
  files: Readonly<Record<string, string>>;
  /** Whether the site had a file or a page, where that was asked. */
  asked: Readonly<Record<string, boolean>>;
}>;

export type Kept = Readonly<{
  made: Made;
  body: Body;
  findings: readonly Finding[];
  /** Rules of the colours of its code, with the classes that they got. */
  colors: readonly (readonly [rule: string, className: string])[];
}>;

/** Bodies of an earlier build, used again where everything is the same that they were made of. */
export class BodyCache {
  readonly #store: BodyStore;
  readonly #tree: FileTree;
  readonly #site: string;
  readonly #has: (asked: string) => boolean;
  readonly #digests = new Map<string, string>();

  /**
   * @param site whatever every page depends on
   * @param has answers what bodies asked of the site
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
      return undefined; // half written
    }
    const { site, files, asked } = kept.made;
    const isSame =
      site === this.#site &&
      Object.entries(files).every(([path, digest]) => this.#digest(path) === digest) &&
      Object.entries(asked).every(([name, answer]) => this.#has(name) === answer);
    return isSame ? kept : undefined;
  }

  /** @param files the page and every file that it takes in */
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
