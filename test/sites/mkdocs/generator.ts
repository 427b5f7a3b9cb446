import path from 'node:path';
import {
  copyImages,
  type Dialect,
  indent,
  type Page,
  relativeTo,
  sectionsOf,
  translate,
  writeFile,
} from '../content.ts';
import type { Generator } from '../generator.ts';
import { fenced } from '../mdx.ts';

/** Python-Markdown with the extensions that Material's own pages recommend. */
const dialect: Dialect = {
  admonition: (kind, title, body) => `!!! ${kind}${title && ` "${title}"`}\n\n${indent(body, '    ')}`,
  details: (summary, body) => `??? note "${summary.replaceAll('"', "'")}"\n\n${indent(body, '    ')}`,
  tabs: (_, tabs) => tabs.map(({ label, body }) => `=== "${label}"\n\n${indent(body, '    ')}`).join('\n\n'),
  codeGroup: (blocks) =>
    blocks.map((block) => `=== "${block.label}"\n\n${indent(fenced(block), '    ')}`).join('\n\n'),
  link: (slug, fragment, from) => `${relativeTo(from, slug)}.md${fragment && `#${fragment}`}`,
  image: (name, from) => relativeTo(from, `images/${name}`),
};

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const head = `---\ndescription: ${JSON.stringify(page.description)}\n---\n\n# ${page.title}\n\n`;
    writeFile(path.join(work, 'docs', `${page.slug}.md`), head + translate(page, dialect));
  }
  copyImages(path.join(work, 'docs/images'));
  const nav = (['en', 'de'] as const).flatMap((locale) =>
    [...sectionsOf(pages, locale)].map(([section, some]) => ({
      [`${section || 'Towline'}${locale === 'de' ? ' (Deutsch)' : ''}`]: some.map(({ slug }) => `${slug}.md`),
    })),
  );
  // JSON is YAML.
  writeFile(path.join(work, 'nav.yml'), JSON.stringify([...nav, { Material: ['material/formats.md'] }]));
}

export const mkdocs: Generator = {
  name: 'mkdocs',
  package: { debian: 'mkdocs-material' },
  sources: 'mkdocs/site',
  write,
  commands: [
    ['sh', '-c', 'printf "nav: " >> mkdocs.yml && cat nav.yml >> mkdocs.yml'],
    ['mkdocs', 'build', '--strict'],
  ],
  output: 'site',
  host: 'files',
  ways: ['folder', 'url'],
  expected: (pages) => [
    ...pages.map(({ slug }) => (slug === 'index' ? '/' : `/${slug.replace(/\/?index$/, '')}/`)),
    '/material/formats/',
  ],
  searchBox: '.md-search',
};
