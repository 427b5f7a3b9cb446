import { el } from '../components/element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import type { Chrome, Settings } from '../model/settings.ts';

const PLATFORM_ICONS: Readonly<Record<string, string>> = {
  website: 'globe',
  x: 'x-twitter',
  twitter: 'x-twitter',
  'hacker-news': 'hacker-news',
  podcast: 'podcast',
  'earth-americas': 'earth-americas',
  slack: 'slack',
};

export function footer(settings: Settings, { socials, footerLinks }: Chrome, page: Rendering): Html {
  const icons = socials.flatMap(([platform, address]) => {
    const href = page.href(address, page.stated([platform], address));
    const icon = page.icon(PLATFORM_ICONS[platform] ?? platform, 'brands', page.stated([], undefined));
    return href === undefined ? [] : [el('a.social', { href, ariaLabel: platform }, icon ?? platform)];
  });
  return el(
    'footer',
    { id: 'footer' },
    footerLinks.length > 0 &&
      el(
        'div.footer-columns',
        {},
        footerLinks.map(({ header, items }) =>
          el(
            'div.footer-column',
            {},
            header !== '' && el('p.footer-header', {}, header),
            el(
              'ul',
              {},
              items.flatMap(({ label, href }) => {
                const address = page.href(href, page.stated(['href'], href));
                return address === undefined ? [] : [el('li', {}, el('a', { href: address }, label))];
              }),
            ),
          ),
        ),
      ),
    el(
      'div.footer-row',
      {},
      el('span.footer-name', {}, settings.name),
      icons.length > 0 && el('div.socials', {}, icons),
    ),
  );
}
