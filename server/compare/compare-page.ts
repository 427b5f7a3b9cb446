import { createTwoFilesPatch } from 'diff';
import { OffprintError } from '../errors.ts';
import { openBundle } from './compare-bundles.ts';
import type { ComparedFiles, PageComparison } from './comparison.types.ts';
import { areSameLines } from './line-changes.ts';
import { fateOf, pageChange } from './page-change.ts';
import { type PageText, readPageText } from './page-text.ts';

const CONTEXT_LINES = 3;

/**
 * Compares the text of one page.
 * @param path in the bundle: `guide/index.html`
 * @throws OffprintError `not-found` if neither bundle has the page; as compareBundles
 */
export async function comparePage({ base, target }: ComparedFiles, path: string): Promise<PageComparison> {
  const [before, after] = await Promise.all([openBundle(base), openBundle(target)]);
  const [old, now] = [before.files.get(path), after.files.get(path)];
  if (old === undefined && now === undefined) {
    throw new OffprintError('not-found', `Neither bundle contains the page ${path}.`);
  }
  const was = old === undefined ? EMPTY : readPageText(await before.read(path));
  const is = now === undefined ? EMPTY : readPageText(await after.read(path));
  const isContent = !areSameLines(was.content, is.content);
  const isAround = !areSameLines(was.whole, is.whole);
  const fate = fateOf(old, now);
  const change = fate === 'changed' ? pageChange({ content: isContent, whole: isAround }) : fate;
  const of = isContent || !isAround ? 'content' : 'page';
  const lines = (page: PageText): readonly string[] => (of === 'content' ? page.content : page.whole);
  return {
    path,
    title: is.title || was.title,
    change: change === 'unchanged' ? 'none' : change,
    of,
    patch: patchOf(path, lines(was), lines(is), { isNew: old === undefined, isGone: now === undefined }),
  };
}

const EMPTY: PageText = { title: '', content: [], whole: [] };

function patchOf(
  path: string,
  before: readonly string[],
  after: readonly string[],
  { isNew, isGone }: Readonly<{ isNew: boolean; isGone: boolean }>,
): string {
  if (areSameLines(before, after)) return '';
  const [from, to] = [isNew ? '/dev/null' : `a/${path}`, isGone ? '/dev/null' : `b/${path}`];
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const patch = createTwoFilesPatch(from, to, text(before), text(after), '', '', { context: CONTEXT_LINES });
  const mode = isNew ? 'new file mode 100644\n' : isGone ? 'deleted file mode 100644\n' : '';
  return `diff --git a/${path} b/${path}\n${mode}${patch.replace(/^=+\n/, '')}`;
}
