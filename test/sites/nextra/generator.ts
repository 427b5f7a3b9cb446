import path from 'node:path';
import { copyImages, type Dialect, type Page, sectionsOf, translate, writeFile } from '../content.ts';
import type { Generator } from '../generator.ts';
import { escapeBraces, fenced } from '../mdx.ts';

const dialect: Dialect = {
  admonition: (kind, title, body) =>
    `<Callout type="${TYPES[kind] ?? 'default'}">\n${title && `**${title}**\n\n`}${body}\n</Callout>`,
  details: (summary, body) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`,
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

const TYPES: Readonly<Record<string, string>> = { note: 'info', warning: 'warning', danger: 'error' };

function tabsOf(group: string, tabs: readonly Readonly<{ label: string; body: string }>[]): string {
  const items = tabs.map(({ body }) => `<Tabs.Tab>\n\n${body}\n\n</Tabs.Tab>`);
  const labels = JSON.stringify(tabs.map(({ label }) => label));
  return `<Tabs items={${labels}} storageKey="${group}">\n${items.join('\n')}\n</Tabs>`;
}

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const head = `---\ntitle: ${JSON.stringify(page.title)}\ndescription: ${JSON.stringify(page.description)}\n---\n\n`;
    const parts = `import { Callout, Tabs } from 'nextra/components'\n\n# ${page.title}\n\n`;
    writeFile(path.join(work, 'content', `${page.slug}.mdx`), head + parts + translate(page, dialect));
  }
  const sections = [...sectionsOf(pages, 'en').keys()].filter((section) => section !== '');
  const names = ['index', ...sections, 'release-notes', 'de'];
  const meta = names.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(TITLES[name] ?? name)},`);
  writeFile(path.join(work, 'content/_meta.js'), `export default {\n${meta.join('\n')}\n};\n`);
  copyImages(path.join(work, 'public/images'));
}

const TITLES: Readonly<Record<string, string>> = { index: 'Towline', de: 'Deutsch', start: 'Start' };

export const nextra: Generator = {
  name: 'nextra',
  package: { npm: 'nextra' },
  sources: 'nextra/site',
  write,
  commands: [
    ['next', 'build'],
    ['rm', '-rf', 'out/_not-found', 'out/_not-found.html'], // Next's own; hosts show 404.html
    ['pagefind', '--site', 'out', '--output-path', 'out/_pagefind'],
  ],
  output: 'out',
  host: 'clean',
  ways: ['folder', 'url'],
  expected: (pages) => pages.map(({ slug }) => `/${slug.replace(/\/?index$/, '')}`),
  searchBox: '.nextra-search',
};
