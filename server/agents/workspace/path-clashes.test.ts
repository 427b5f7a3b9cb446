import { expect, it } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { pathClashes } from './path-clashes.ts';

it.each([
  ['docs/a.md', ['docs/A.md'], 'docs/A.md'],
  ['docs/a.md', ['docs/a.md', 'docs/b.md'], null],
  ['docs', ['docs/a.md'], 'docs/a.md'],
  ['docs/a.md/b.md', ['docs/a.md'], 'docs/a.md'],
  ['docs/a.md/b.md', ['docs/A.md'], 'docs/A.md'],
  ['Docs/b.md', ['docs/a.md'], 'docs/a.md'],
  ['docs/Guide/b.md', ['docs/guide/x/a.md'], 'docs/guide/x/a.md'],
  ['docs/guides/b.md', ['docs/guide/a.md'], null],
])('%s beside %s', (name, paths, clash) => {
  expect(pathClashes(paths)(name)).toBe(clash);
});

it('a thousand new files beside many are looked at in no time', () => {
  const started = threadMs();
  const clashOf = pathClashes(
    Array.from({ length: 100_000 }, (_, index) => `docs/${index % 100}/${index}.md`),
  );
  for (let index = 0; index < 1000; index++) expect(clashOf(`new/${index}.md`)).toBe(null);
  expect(threadMs() - started).toBeLessThan(5000);
});
