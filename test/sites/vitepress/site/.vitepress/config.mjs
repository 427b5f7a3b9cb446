import fs from 'node:fs';
import { defineConfig } from 'vitepress';
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs';

const sidebar = JSON.parse(fs.readFileSync(new URL('sidebar.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Towline',
  description: 'A small job queue',
  cleanUrls: true,
  sitemap: { hostname: 'https://docs.towline.example' },
  head: [['link', { rel: 'icon', href: '/logo.svg' }]],
  markdown: { lineNumbers: true, config: (md) => md.use(tabsMarkdownPlugin) },
  locales: {
    root: { label: 'English', lang: 'en' },
    de: {
      label: 'Deutsch',
      lang: 'de',
      link: '/de/',
      themeConfig: { sidebar: sidebar.de, outline: { label: 'Auf dieser Seite' } },
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: [
      { text: 'Guide', link: '/start/install', activeMatch: '/start/' },
      {
        text: 'More',
        items: [
          { text: 'Components', link: '/vitepress/components' },
          { text: 'Markdown', link: '/vitepress/markdown' },
        ],
      },
    ],
    sidebar: sidebar.en,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: 'https://github.example/towline' }],
    editLink: { pattern: 'https://github.example/towline/edit/main/:path' },
    footer: { message: 'Made for tests.', copyright: 'Towline is invented.' },
  },
});
