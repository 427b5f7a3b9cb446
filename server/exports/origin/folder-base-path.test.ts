import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/fixture-site.ts';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { folderFacts } from './folder-base-path.ts';
import type { Listing, SiteFile } from './list-directory.ts';

/** Lists a page and `count` files beside it. */
function listingOf(page: string, count: number): Listing {
  const file = path.join(temporaryFolder('base-path'), 'index.html');
  fs.writeFileSync(file, page);
  const at = (url: string, isPage: boolean): SiteFile =>
    ({ file, url, isPage, sizeBytes: page.length }) as SiteFile;
  const others = Array.from({ length: count }, (_, index) => at(`/files/${index}.txt`, false));
  return { files: [at('/', true), at('/p.html', false), ...others], skipped: [] } as unknown as Listing;
}

function links(count: number, to: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `<a href=${to(index)}></a>`).join('');
}

it('a page that names many places is looked through in no time', () => {
  const listing = listingOf(
    links(20_000, (index) => `/m${index}/p`),
    30_000,
  );
  const started = threadMs();
  expect(folderFacts(listing, '').mount).toBe('');
  expect(threadMs() - started).toBeLessThan(3000);
});

it('a long base of a page is in none of its references', () => {
  const listing = listingOf(`<base href="/${'a/'.repeat(200_000)}">${links(20_000, String)}`, 0);
  const started = threadMs();
  expect(folderFacts(listing, '').mount).toBe('');
  expect(threadMs() - started).toBeLessThan(3000);
});

it('where references lead below a folder that lacks, it is the mount', () => {
  const page = links(2, (index) => `/project/files/${index}.txt`);
  expect(folderFacts(listingOf(page, 3), '').mount).toBe('/project');
});
