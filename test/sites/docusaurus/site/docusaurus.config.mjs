import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

export default {
  title: 'Towline',
  tagline: 'A small job queue',
  url: 'https://docs.towline.example',
  baseUrl: '/',
  favicon: 'img/logo.svg',
  future: { v4: true, faster: true },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  markdown: { mermaid: true },
  themes: [
    '@docusaurus/theme-mermaid',
    ['@easyops-cn/docusaurus-search-local', { hashed: true, docsRouteBasePath: '/', language: ['en', 'de'] }],
  ],
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          sidebarPath: './sidebars.mjs',
          remarkPlugins: [remarkMath],
          rehypePlugins: [rehypeKatex],
          lastVersion: 'current',
          versions: { current: { label: '2.x' }, '1.0': { label: '1.0', path: '1.0', banner: 'unmaintained' } },
        },
        blog: { showReadingTime: true, onUntruncatedBlogPosts: 'ignore' },
        theme: { customCss: ['./src/custom.css', './src/katex.css'] },
      },
    ],
  ],
  themeConfig: {
    image: 'img/deployment.png',
    colorMode: { respectPrefersColorScheme: true },
    announcementBar: { id: 'two', content: 'Version 2 is here: <a href="/start/upgrade">how to upgrade</a>' },
    docs: { sidebar: { hideable: true } },
    navbar: {
      title: 'Towline',
      logo: { alt: 'Towline', src: 'img/logo.svg' },
      items: [
        { type: 'docSidebar', sidebarId: 'docs', label: 'Docs' },
        { to: '/blog', label: 'Blog' },
        { to: '/about', label: 'About' },
        { type: 'docsVersionDropdown', position: 'right' },
        { type: 'localeDropdown', position: 'right' },
        { href: 'https://github.example/towline', label: 'Source', position: 'right' },
      ],
    },
    footer: {
      style: 'dark',
      links: [{ title: 'Docs', items: [{ label: 'Install', to: '/start/install' }] }],
      copyright: 'Towline is invented.',
    },
  },
};
