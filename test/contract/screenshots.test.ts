import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** Pictures that pages show, as paths from the root. */
function shownPictures(): string[] {
  const pages = ['README.md', ...fs.readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`)];
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
      const links = [...text.matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)];
      return links.map(([, link = '']) => path.posix.join(path.posix.dirname(page), link));
    });
}

it('every picture that the documentation shows is there, and every screenshot is shown', () => {
  const shown = shownPictures();
  expect(shown.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
  const taken = fs.readdirSync(path.join(ROOT, 'docs/screenshots')).map((name) => `docs/screenshots/${name}`);
  expect(taken.length).toBeGreaterThan(3);
  expect(taken.filter((file) => !shown.includes(file))).toEqual([]);
  const spec = fs.readFileSync(path.join(ROOT, 'test/interface/screenshots.spec.ts'), 'utf8');
  expect(taken.filter((file) => !spec.includes(`picture('${path.basename(file, '.png')}')`))).toEqual([]);
});
