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

const dialect: Dialect = {
  admonition: (kind, title, body) => `::: ${kind === 'note' ? 'info' : kind} ${title}\n${body}\n:::`,
  details: (summary, body) => `::: details ${summary}\n${body}\n:::`,
  tabs: (group, tabs) =>
    `:::tabs key:${group}\n${tabs.map(({ label, body }) => `== ${label}\n${body}`).join('\n')}\n:::`,
  codeGroup: (blocks) =>
    `::: code-group\n${blocks.map(({ label, language, code }) => `\`\`\`${language} [${label}]\n${code}\n\`\`\``).join('\n')}\n:::`,
  link: (slug, fragment, from) => `${relativeTo(from, slug)}.md${fragment && `#${anchor(fragment)}`}`,
  image: (name, from) => relativeTo(from, `images/${name}`),
};

/** VitePress takes the dots off letters and puts a line before digits. */
function anchor(fragment: string): string {
  const bare = fragment.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return /^\d/.test(bare) ? `_${bare}` : bare;
}

function write(work: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const home =
      page.slug.endsWith('index') &&
      `layout: home\nhero:\n  name: Towline\n  text: ${JSON.stringify(page.description)}\n  image: /logo.svg\n  actions:\n    - { theme: brand, text: Start, link: ./start/install }\nfeatures:\n  - { icon: ⚓, title: One file, details: Copy it and you have a backup. }\n  - { icon: 🧭, title: One worker, details: Each job is handed to one at a time. }\n`;
    const head = `---\ntitle: ${JSON.stringify(page.title)}\ndescription: ${JSON.stringify(page.description)}\n${home || ''}---\n`;
    const heading = home ? '' : `\n# ${page.title}\n\n`;
    writeFile(path.join(work, `${page.slug}.md`), `${head}${heading}${translate(page, dialect)}`);
  }
  copyImages(path.join(work, 'images'));
  copyImages(path.join(work, 'public'));
  const sidebar = (locale: Page['locale']) =>
    [...sectionsOf(pages, locale)].map(([section, some]) => ({
      text: section === '' ? 'Towline' : section,
      collapsed: section === 'guide' ? false : undefined,
      items: some.map(({ title, slug }) => ({ text: title, link: `/${slug.replace(/(^|\/)index$/, '$1')}` })),
    }));
  writeFile(
    path.join(work, '.vitepress/sidebar.json'),
    JSON.stringify({ en: sidebar('en'), de: sidebar('de') }),
  );
}

export const vitepress: Generator = {
  name: 'vitepress',
  package: { npm: 'vitepress' },
  packages: ['vitepress', 'vitepress-plugin-tabs', 'vue'],
  sources: 'vitepress/site',
  write,
  commands: [['vitepress', 'build']],
  output: '.vitepress/dist',
  host: 'clean',
  ways: ['folder', 'url'],
  expected: (pages) => [
    ...pages.map(({ slug }) => `/${slug.replace(/(^|\/)index$/, '$1')}`),
    '/vitepress/components',
    '/vitepress/markdown',
  ],
  searchBox: '.VPNavBarSearch',
};
