import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Page, readPages, sectionsOf, writeFile } from '../sites/content.ts';
import { build, install } from '../sites/prepare.ts';
import { serve } from '../sites/serve.ts';
import { vitepress } from '../sites/vitepress/generator.ts';

/**
 * Serves the VitePress site of `npm run test:sites` with about that many pages on a loopback port. The content is
 * repeated in *books*, folders with their own sidebar, so that a page costs the same in sites of every size. Each page
 * exists in both languages, so there are no dead links. Builds the site once, prints its address and runs until it is
 * stopped: `node vitepress-site.ts --pages 150`.
 */
const { values } = parseArgs({ options: { pages: { type: 'string', default: '150' } } });
/** Pages of the generator's own folder, in both languages. */
const OWN = 4;

const english = readPages().filter(({ locale }) => locale === 'en');
const copied = english.filter(({ slug }) => !slug.endsWith('index'));
const first = inBothLanguages(english);
const perBook = 2 * copied.length;
const count = Math.max(0, Math.round((Number(values.pages) - first.length - OWN) / perBook));
const books = Array.from({ length: count }, (_, index) => {
  const name = `book-${index + 1}`;
  return { name, pages: copied.map((page): Page => ({ ...page, slug: `${name}/${page.slug}` })) };
});

install([vitepress]);
const generator = { ...vitepress, name: `vitepress-${values.pages}` };
const output = build({
  ...generator,
  write: (work) => {
    vitepress.write(work, [...first, ...books.flatMap(({ pages }) => inBothLanguages(pages))]);
    for (const folder of ['vitepress', 'images'])
      fs.cpSync(path.join(work, folder), path.join(work, 'de', folder), { recursive: true });
    const sidebars = { en: sidebarsOf(''), de: sidebarsOf('de/') };
    writeFile(path.join(work, '.vitepress/sidebar.json'), JSON.stringify(sidebars));
  },
});
process.stdout.write(`${(await serve(generator, output)).address}\n`);

function inBothLanguages(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, { ...page, slug: `de/${page.slug}`, locale: 'de' as const }]);
}

/** Sidebars by the path prefix of the pages they apply to; each links to the first page of every book. */
function sidebarsOf(prefix: string): Record<string, unknown> {
  const toBooks = {
    text: 'Books',
    items: books.map(({ name, pages: [page] }) => ({ text: name, link: `/${prefix}${page?.slug}` })),
  };
  const sidebar = (pages: readonly Page[], folder: string) => [
    ...[...sectionsOf(pages.map(inFolder(folder)), 'en')].map(([section, some]) => ({
      text: section === '' ? 'Towline' : section,
      collapsed: section === 'guide' ? false : undefined,
      items: some.map(({ title, slug }) => ({ text: title, link: `/${prefix}${folder}${slug}` })),
    })),
    toBooks,
  ];
  return Object.fromEntries([
    ...books.map(({ name, pages }) => [`/${prefix}${name}/`, sidebar(pages, `${name}/`)]),
    [`/${prefix}`, sidebar(copied, '')],
  ]);
}

function inFolder(folder: string): (page: Page) => Page {
  return (page) => ({ ...page, slug: page.slug.slice(folder.length) });
}
