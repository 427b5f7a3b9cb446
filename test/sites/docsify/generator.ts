import fs from 'node:fs';
import path from 'node:path';
import {
  copyImages,
  type Dialect,
  type Page,
  relativeTo,
  sectionsOf,
  translate,
  writeFile,
} from '../content.ts';
import type { Generator } from '../generator.ts';
import { fenced } from '../mdx.ts';

/** Markdown with what docsify 5 has of its own: callouts, and HTML for the rest. */
const dialect: Dialect = {
  admonition: (kind, title, body) =>
    `> [!${CALLOUTS[kind] ?? 'NOTE'}]\n${`${title && `**${title}**\n\n`}${body}`.replace(/^/gm, '> ')}`,
  details: (summary, body) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`,
  tabs: (_, tabs) => tabs.map(({ label, body }) => `#### ${label}\n\n${body}`).join('\n\n'),
  codeGroup: (blocks) => blocks.map((block) => `**${block.label}**\n\n${fenced(block)}`).join('\n\n'),
  link: (slug, fragment) =>
    `/${slug}${fragment && `?id=${anchor(fragment)}`}`.replace(/(^|\/)index(?=$|\?)/, '$1'),
  image: (name, from) => relativeTo(from, `images/${name}`),
};

const CALLOUTS: Readonly<Record<string, string>> = {
  note: 'NOTE',
  tip: 'TIP',
  warning: 'WARNING',
  danger: 'CAUTION',
};

/** docsify puts a line before digits. */
function anchor(fragment: string): string {
  return /^\d/.test(fragment) ? `_${fragment}` : fragment;
}

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const file = page.slug.replace(/(^|\/)index$/, '$1README');
    writeFile(path.join(work, `${file}.md`), `# ${page.title}\n\n${translate(page, dialect)}`);
  }
  for (const locale of ['en', 'de'] as const) {
    const lines = [...sectionsOf(pages, locale)].flatMap(([section, some]) => [
      `- ${section || 'Towline'}`,
      ...some.map(({ title, slug }) => `  - [${title}](${dialect.link(slug, '', '')})`),
    ]);
    const folder = locale === 'de' ? 'de' : '';
    const own =
      locale === 'en'
        ? ['- [Formats](/docsify/formats)', '- [API console](/console/index.html ":ignore")']
        : [];
    writeFile(path.join(work, folder, '_sidebar.md'), `${[...lines, ...own].join('\n')}\n`);
  }
  copyImages(path.join(work, 'images'));
  const modules = path.join(import.meta.dirname, '../node_modules');
  for (const file of ['docsify.js', 'plugins/search.js', 'plugins/zoom-image.js', 'themes/core.css']) {
    fs.cpSync(path.join(modules, 'docsify/dist', file), path.join(work, 'docsify-dist', file));
  }
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js']) {
    fs.cpSync(path.join(modules, 'swagger-ui-dist', file), path.join(work, 'console', file));
  }
}

export const docsify: Generator = {
  name: 'docsify',
  package: { npm: 'docsify' },
  sources: 'docsify/site',
  write,
  commands: [],
  output: '.',
  host: 'files',
  ways: ['folder', 'url'],
  expected: (pages) => [
    ...pages.map(({ slug }) => (slug === 'index' ? '/' : `/#/${slug.replace(/index$/, '')}`)),
    '/#/docsify/formats',
    '/console/',
  ],
  searchBox: '.search',
};
