import { el } from '../components/element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import { encoded, rooted } from '../model/address.ts';
import type { Icon } from '../model/navigation.ts';
import type { Chrome, NavLink } from '../model/settings.ts';
import type { Site } from '../model/site.ts';
import { languageName } from './language-names.ts';
import type { Choice, NavigationView } from './navigation-view.ts';

export function navbar(site: Site, view: NavigationView, chrome: Chrome, page: Rendering): Html {
  const { settings } = site;
  const hasTabs = view.tabs.length > 1 || view.tabs.some(({ section }) => section.href !== undefined);
  return el(
    'header',
    { id: 'navbar' },
    el(
      'div.navbar-row',
      {},
      el(
        'button.menu-button',
        { type: 'button', ariaLabel: 'Navigation', ariaExpanded: 'false', ariaControls: ['sidebar'] },
        ownIcon('menu', page),
      ),
      logo(site, page),
      switcher('Product', view.products, page),
      switcher('Version', view.versions, page),
      el(
        'button.search-button',
        { type: 'button', ariaLabel: 'Search' },
        ownIcon('search', page),
        el('span', {}, 'Search…'),
        el('kbd', { ariaHidden: 'true' }, '/'),
      ),
      el(
        'nav.navbar-links',
        { ariaLabel: 'Links' },
        chrome.links.map((link) => navLink(link, 'navbar-link', page)),
        chrome.primary &&
          navLink(
            chrome.primary,
            chrome.primary.type === 'button' || chrome.primary.type === undefined
              ? 'navbar-primary'
              : 'navbar-link',
            page,
          ),
      ),
      switcher('Language', view.languages, page, languageName),
      !settings.appearance.strict &&
        el(
          'button.theme-button',
          { type: 'button', ariaLabel: 'Switch between light and dark themes' },
          el('span.theme-light', {}, ownIcon('sun', page)),
          el('span.theme-dark', {}, ownIcon('moon', page)),
        ),
    ),
    hasTabs &&
      el(
        'nav.nav-tabs',
        { ariaLabel: 'Sections' },
        el(
          'ul',
          {},
          view.tabs.map((tab) => el('li', {}, choiceLink(tab, 'nav-tabs-item', page))),
        ),
      ),
  );
}

/** Renders an icon of the layout itself. */
export function ownIcon(name: string, page: Rendering): Html | undefined {
  return page.icon(name, 'lucide', page.stated([], undefined));
}

/** Renders an icon named in docs.json. */
export function statedIcon(icon: Icon | undefined, page: Rendering): Html | undefined {
  return icon && page.icon(icon.name, icon.style, page.stated(['icon', 'name'], icon.name));
}

export function choiceLink(
  { section, href, isCurrent }: Choice,
  className: string,
  page: Rendering,
  label = section.label,
): Html {
  const address =
    section.href === undefined ? encoded(href) : page.href(section.href, page.stated(['href'], section.href));
  return el(
    'a',
    {
      className: [className],
      ...(address !== undefined && { href: address }),
      ...(isCurrent && { ariaCurrent: 'true' }),
    },
    statedIcon(section.icon, page),
    el('span', {}, label),
    section.tag !== undefined && el('span.badge', {}, section.tag),
  );
}

/** Renders a drop-down list of versions, languages or products. */
export function switcher(
  name: string,
  choices: readonly Choice[],
  page: Rendering,
  labelOf = (label: string): string => label,
): Html | undefined {
  if (choices.length < 2) return undefined;
  const current = choices.find(({ isCurrent }) => isCurrent) ?? choices[0];
  return el(
    'details.switcher',
    { dataSwitcher: name.toLowerCase() },
    el(
      'summary',
      { ariaLabel: `${name}: ${labelOf(current?.section.label ?? name)}` },
      statedIcon(current?.section.icon, page),
      el('span', {}, labelOf(current?.section.label ?? name)),
      ownIcon('chevron-down', page),
    ),
    el(
      'ul.switcher-list',
      {},
      choices.map((choice) =>
        el(
          'li',
          {},
          choiceLink(choice, 'switcher-item', page, labelOf(choice.section.label)),
          choice.section.description !== undefined &&
            el('span.switcher-description', {}, choice.section.description),
        ),
      ),
    ),
  );
}

function logo(site: Site, page: Rendering): Html {
  const { logo: stated, logoHref, name } = site.settings;
  // A missing file is reported, and the site's name is shown instead.
  const shown = (file: string): string | undefined => {
    const source = page.source(rooted(file), page.stated(['logo', 'light', 'dark'], file));
    return file.startsWith('http') || site.files.has(file.replace(/^\.?\//, '')) ? source : undefined;
  };
  const light = stated && (shown(stated.light) ?? shown(stated.dark));
  const dark = stated && (shown(stated.dark) ?? light);
  const href = logoHref === undefined ? '/' : (page.href(logoHref, page.stated(['href'], logoHref)) ?? '/');
  return el(
    'a.logo',
    { href, ariaLabel: `${name} home page` },
    light === undefined
      ? el('span.logo-text', {}, name)
      : [
          el('img.logo-light', { src: light, alt: name }),
          el('img.logo-dark', { src: dark ?? light, alt: name }),
        ],
  );
}

function navLink({ label, href, type, icon }: NavLink, className: string, page: Rendering): Html | undefined {
  const address = page.href(href, page.stated(['href', 'url'], href));
  if (address === undefined) return undefined;
  const name = icon?.name ?? (type === 'github' || type === 'discord' ? type : undefined);
  const shown = label === '' ? undefined : label;
  return el(
    'a',
    { className: [className], href: address, ...(shown === undefined && { ariaLabel: name ?? href }) },
    page.icon(
      name,
      icon?.style ?? (type === undefined ? undefined : 'brands'),
      page.stated(['icon', 'name'], icon?.name),
    ),
    shown !== undefined && el('span', {}, shown),
  );
}
