import path from 'node:path';
import { copyImages, type Dialect, type Page, translate, writeFile } from '../content.ts';
import type { Generator } from '../generator.ts';
import { escapeBraces, fenced } from '../mdx.ts';

const dialect: Dialect = {
  admonition: (kind, title, body) => `:::${kind}${title && `[${title}]`}\n\n${body}\n\n:::`,
  details: (summary, body) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`,
  tabs: (group, tabs) => tabsOf(group, tabs),
  codeGroup: (blocks) =>
    tabsOf(
      'code',
      blocks.map((block) => ({ label: block.label, body: fenced(block) })),
    ),
  link: (slug, fragment) => `/${slug.replace(/^de\//, '')}.md${fragment && `#${fragment}`}`,
  image: (name) => `/img/${name}`,
  text: escapeBraces,
};

function tabsOf(group: string, tabs: readonly Readonly<{ label: string; body: string }>[]): string {
  const items = tabs.map(
    ({ label, body }) => `<TabItem value="${label.toLowerCase()}" label="${label}">\n\n${body}\n\n</TabItem>`,
  );
  return `<Tabs groupId="${group}">\n${items.join('\n')}\n</Tabs>`;
}

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const { slug, title, description, locale } = page;
    const folder = locale === 'de' ? 'i18n/de/docusaurus-plugin-content-docs/current' : 'docs';
    const route = /^(de\/)?index$/.test(slug) ? 'slug: /\n' : '';
    const head = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n${route}---\n\n`;
    writeFile(path.join(work, folder, `${slug.replace(/^de\//, '')}.md`), head + translate(page, dialect));
  }
  copyImages(path.join(work, 'static/img'));
}

const OWN = ['docusaurus/diagrams', 'docusaurus/mathematics', 'docusaurus/components'];
const OLD = ['1.0', '1.0/start/install', '1.0/start/first-job'];

export const docusaurus: Generator = {
  name: 'docusaurus',
  package: { npm: '@docusaurus/core' },
  sources: 'docusaurus/site',
  write,
  commands: [['docusaurus', 'build']],
  output: 'build',
  host: 'files',
  ways: ['folder', 'url'],
  // What is not translated is there in English, below /de/ too.
  expected: (pages) => {
    const slugs = pages.filter(({ locale }) => locale === 'en').map(({ slug }) => slug);
    const places = [...slugs, ...OWN, ...OLD, 'sections/guide', 'blog', 'blog/release', 'about'];
    return ['', 'de/'].flatMap((locale) =>
      places.map((place) => `/${locale}${place === 'index' ? '' : `${place}/`}`),
    );
  },
  searchBox: '.navbar__search,[class*=searchBox]',
};
