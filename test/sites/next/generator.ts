import fs from 'node:fs';
import path from 'node:path';
import { copyImages, type Dialect, type Page, translate, writeFile } from '../content.ts';
import type { Generator } from '../generator.ts';
import { escapeBraces, fenced } from '../mdx.ts';

const dialect: Dialect = {
  admonition: (kind, title, body) =>
    `<Admonition kind="${kind}" title="${title}">\n\n${body}\n\n</Admonition>`,
  details: (summary, body) => `<Accordion summary={${JSON.stringify(summary)}}>\n\n${body}\n\n</Accordion>`,
  tabs: (group, tabs) => tabsOf(group, tabs),
  codeGroup: (blocks) =>
    tabsOf(
      'code',
      blocks.map((block) => ({ label: block.label, body: fenced(block) })),
    ),
  link: (slug, fragment) => `/${slug.replace(/\/?index$/, '')}${fragment && `#${fragment}`}`,
  image: (name) => `/images/${name}`,
  text: escapeBraces,
};

function tabsOf(group: string, tabs: readonly Readonly<{ label: string; body: string }>[]): string {
  const items = tabs.map(({ label, body }) => `<Tab label="${label}">\n\n${body}\n\n</Tab>`);
  const labels = JSON.stringify(tabs.map(({ label }) => label));
  return `<Tabs group="${group}" labels={${labels}}>\n${items.join('\n')}\n</Tabs>`;
}

function write(work: string, pages: readonly Page[]): void {
  const content = pages.map((page) => ({ ...page, body: translate(page, dialect) }));
  writeFile(path.join(work, 'content.json'), JSON.stringify(content));
  copyImages(path.join(work, 'public/images'));
  const fonts = path.join(import.meta.dirname, '../node_modules/katex/dist/fonts');
  fs.cpSync(path.join(fonts, 'KaTeX_Main-Bold.woff2'), path.join(work, 'app/title.woff2'));
}

const common = {
  package: { npm: 'next' },
  sources: 'next/site',
  write,
  expected: (pages: readonly Page[]) => [
    ...pages.map(({ slug }) => `/${slug.replace(/\/?index$/, '')}`),
    '/about',
  ],
  searchBox: '.search',
  lost: ['Tried 0 times'],
};

export const nextExport: Generator = {
  name: 'next-export',
  ...common,
  commands: [['env', 'OUTPUT=export', 'next', 'build']],
  output: 'out',
  host: 'clean',
  ways: ['folder', 'url'],
};

/** The same site by its own server: pictures are made on request, redirects are answers. */
export const nextStart: Generator = {
  name: 'next-start',
  ...common,
  commands: [['next', 'build']],
  output: '.',
  host: ['next', 'start'],
  ways: ['url'],
};
