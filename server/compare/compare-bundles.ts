import { buffer } from 'node:stream/consumers';
import type { Manifest } from '../bundles/manifest.ts';
import { requireManifest } from '../bundles/verify.ts';
import { type ZipFiles, zipFiles } from '../bundles/zip-files.ts';
import type {
  ChangedPage,
  ComparedBundle,
  ComparedFiles,
  ComparedPage,
  Comparison,
  FileCounts,
} from './comparison.types.ts';
import { areSameLines, changeKey, type LineChange, lineChanges } from './line-changes.ts';
import { fateOf, leastRepeats, pageChange } from './page-change.ts';
import { type PageText, readPageText } from './page-text.ts';

/** Limits for repeated changes in the result: enough to recognise each of them. */
const TOLD_LINES_MAX = 20;
const TOLD_CHANGES_MAX = 50;

/**
 * Compares two bundles: files by the digests in their manifests, and changed pages by their text. A footer or a menu
 * that changed on many pages is distinguished from changed text.
 * @throws OffprintError `usage` if a file does not exist, `integrity` if it is not a bundle or is damaged; the reason
 *   of the signal
 */
export async function compareBundles(
  { base, target }: ComparedFiles,
  signal: AbortSignal,
  onPage: (done: number, total: number) => void = () => {},
): Promise<Comparison> {
  const [before, after] = await Promise.all([openBundle(base), openBundle(target)]);
  const added: string[] = [];
  const changed: string[] = [];
  const files = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  let unchanged = 0;
  for (const [path, sha256] of after.files) {
    const fate = fateOf(before.files.get(path), sha256);
    if (!isPage(path)) files[fate]++;
    else if (fate === 'added') added.push(path);
    else if (fate === 'changed') changed.push(path);
    else unchanged++;
  }
  const gone = [...before.files.keys()].filter((path) => !after.files.has(path));
  const removed = gone.filter(isPage);
  const counts: FileCounts = { ...files, removed: gone.length - removed.length };

  const total = added.length + removed.length + changed.length;
  let done = 0;
  const step = (): void => {
    signal.throwIfAborted();
    done++;
    onPage(done, total);
  };
  const titled = async (bundle: OpenBundle, paths: readonly string[]): Promise<ComparedPage[]> => {
    const pages: ComparedPage[] = [];
    for (const path of paths) {
      step();
      pages.push({ path, title: readPageText(await bundle.read(path)).title });
    }
    return pages;
  };

  const repeats = new Map<string, Repeat>();
  const drafts: Draft[] = [];
  for (const path of changed) {
    step();
    const [old, now] = [readPageText(await before.read(path)), readPageText(await after.read(path))];
    drafts.push(draftOf(path, old, now, repeats));
  }
  const leastPages = leastRepeats(changed.length + unchanged);
  const isRepeated = (key: string): boolean => (repeats.get(key)?.pages ?? 0) >= leastPages;
  return {
    base: before.identity,
    target: after.identity,
    isSame: before.identity.digest === after.identity.digest,
    pages: {
      added: await titled(after, added.sort()),
      removed: await titled(before, removed.sort()),
      changed: drafts.map((draft) => settled(draft, isRepeated)).sort(byPath),
      unchanged,
    },
    files: counts,
    repeated: [...repeats.values()]
      .filter(({ pages, ofWhole }) => ofWhole && pages >= leastPages)
      .sort((a, b) => b.pages - a.pages)
      .slice(0, TOLD_CHANGES_MAX)
      .map(({ removed: went, added: came, pages, example }) => ({
        removed: went.slice(0, TOLD_LINES_MAX),
        added: came.slice(0, TOLD_LINES_MAX),
        pages,
        example,
      })),
  };
}

export type OpenBundle = Readonly<{
  identity: ComparedBundle;
  /** SHA-256 by path. */
  files: ReadonlyMap<string, string>;
  read: (path: string) => Promise<Buffer>;
}>;

/** Opens a bundle for reading. @param file a zip archive */
export async function openBundle(file: string): Promise<OpenBundle> {
  const { domain, version, digest, files }: Manifest = await requireManifest(file);
  const archive: ZipFiles = await zipFiles(file);
  return {
    identity: { domain, version, digest },
    files: new Map(files.map(({ path, sha256 }) => [path, sha256])),
    read: async (path) => buffer(await archive.open(path)),
  };
}

export function isPage(path: string): boolean {
  return /\.x?html?$/i.test(path);
}

type Repeat = LineChange & { pages: number; example: string; ofWhole: boolean };

/** A changed page, before it is known which of its changes are repeated on many pages. */
type Draft = Readonly<{
  path: string;
  title: string;
  /** Keys of the changes in its content. */
  keys: readonly string[];
  content: Lines;
  whole: Lines;
}>;
type Lines = Readonly<{ added: number; removed: number }>;

function draftOf(path: string, old: PageText, now: PageText, repeats: Map<string, Repeat>): Draft {
  const whole = areSameLines(old.whole, now.whole) ? [] : lineChanges(old.whole, now.whole);
  const content = areSameLines(old.content, now.content) ? [] : lineChanges(old.content, now.content);
  const ofWhole = new Set(whole.map(changeKey));
  const keys = content.map(changeKey);
  const byKey = new Map([...content, ...whole].map((change) => [changeKey(change), change]));
  for (const [key, change] of byKey) {
    const known = repeats.get(key);
    if (known) {
      known.pages++;
      known.ofWhole ||= ofWhole.has(key);
    } else repeats.set(key, { ...change, pages: 1, example: path, ofWhole: ofWhole.has(key) });
  }
  return { path, title: now.title, keys, content: linesOf(content), whole: linesOf(whole) };
}

function settled(
  { path, title, keys, content, whole }: Draft,
  isRepeated: (key: string) => boolean,
): ChangedPage {
  const change = pageChange({
    content: keys.some((key) => !isRepeated(key)),
    whole: keys.length > 0 || whole.added + whole.removed > 0,
  });
  return { path, title, change, ...(change === 'text' ? content : whole) };
}

function linesOf(changes: readonly LineChange[]): Lines {
  return {
    added: changes.reduce((sum, { added }) => sum + added.length, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

function byPath(a: ChangedPage, b: ChangedPage): number {
  return a.path < b.path ? -1 : 1;
}
