import content from '../content.json';

export const pages = content.map((page) => ({ ...page, href: `/${page.slug.replace(/\/?index$/, '')}` }));

export function findPage(slug = []) {
  const href = `/${slug.join('/')}`;
  return pages.find((page) => page.href === href);
}

export function sectionsOf(locale) {
  const sections = new Map();
  for (const page of pages.filter((candidate) => candidate.locale === locale)) {
    const names = page.slug.replace(/^de\//, '').split('/');
    const section = names.length > 1 ? names[0] : 'towline';
    sections.set(section, [...(sections.get(section) ?? []), { href: page.href, title: page.title }]);
  }
  return [...sections];
}
