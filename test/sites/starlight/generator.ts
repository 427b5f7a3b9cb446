import path from 'node:path';
import { copyImages, type Dialect, type Page, translate, writeFile } from '../content.ts';
import type { Generator } from '../generator.ts';
import { escapeBraces, fenced } from '../mdx.ts';

const dialect: Dialect = {
  admonition: (kind, title, body) =>
    `:::${kind === 'warning' ? 'caution' : kind}${title && `[${title}]`}\n${body}\n:::`,
  details: (summary, body) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`,
  tabs: (group, tabs) => tabsOf(group, tabs),
  codeGroup: (blocks) =>
    tabsOf(
      'code',
      blocks.map((block) => ({ label: block.label, body: fenced(block) })),
    ),
  link: (slug, fragment) =>
    `/${slug.replace(/(^|\/)index$/, '$1')}/`.replace('//', '/') + (fragment && `#${fragment}`),
  image: (name, from) => `${'../'.repeat(from.split('/').length + 1)}assets/${name}`,
  text: escapeBraces,
};

function tabsOf(group: string, tabs: readonly Readonly<{ label: string; body: string }>[]): string {
  const items = tabs.map(({ label, body }) => `<TabItem label="${label}">\n\n${body}\n\n</TabItem>`);
  return `<Tabs syncKey="${group}">\n${items.join('\n')}\n</Tabs>`;
}

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const body = translate(page, dialect);
    const parts = `import { TabItem, Tabs } from '@astrojs/starlight/components';\n\n`;
    const head = `---\ntitle: ${JSON.stringify(page.title)}\ndescription: ${JSON.stringify(page.description)}\n---\n\n`;
    writeFile(path.join(work, 'src/content/docs', `${page.slug}.mdx`), head + parts + body);
  }
  copyImages(path.join(work, 'src/assets'));
}

export const starlight: Generator = {
  name: 'starlight',
  package: { npm: '@astrojs/starlight' },
  sources: 'starlight/site',
  write,
  commands: [['astro', 'build']],
  output: 'dist',
  host: 'files',
  ways: ['folder', 'url'],
  // What is not translated is there in English, below /de/ too.
  expected: (pages) => {
    const slugs = pages.filter(({ locale }) => locale === 'en').map(({ slug }) => slug);
    return ['', 'de/'].flatMap((locale) =>
      [...slugs, 'starlight/components'].map((slug) => `/${locale}${slug === 'index' ? '' : `${slug}/`}`),
    );
  },
  searchBox: 'site-search',
};
