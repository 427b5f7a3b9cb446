import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

const section = (label, directory, collapsed = false) => ({
  label,
  collapsed,
  items: [{ autogenerate: { directory } }],
});

export default defineConfig({
  site: 'https://docs.towline.example',
  integrations: [
    starlight({
      title: 'Towline',
      logo: { src: './src/assets/logo.svg' },
      defaultLocale: 'root',
      locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } },
      social: [{ icon: 'github', label: 'Source', href: 'https://github.example/towline' }],
      editLink: { baseUrl: 'https://github.example/towline/edit/main/' },
      customCss: ['./src/custom.css'],
      sidebar: [
        section('Start', 'start'),
        section('Guide', 'guide', true),
        section('Concepts', 'concepts', true),
        section('Reference', 'reference', true),
        section('Starlight', 'starlight', true),
        { label: 'Release notes', slug: 'release-notes' },
      ],
    }),
  ],
});
