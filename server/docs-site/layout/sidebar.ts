import { el } from '../components/element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import { encoded } from '../model/address.ts';
import { type Entry, type Group, pagesIn } from '../model/navigation.ts';
import type { Page } from '../model/page.ts';
import type { Site } from '../model/site.ts';
import { choiceLink, switcher } from './navbar.ts';
import type { NavigationView } from './navigation-view.ts';

const ORIGIN = { file: 'docs.json' };
/** With more pages, groups that the reader is not in show their name alone: every page carries this list. */
const PAGES_MAX = 400;

export function sidebar(site: Site, page: Page, view: NavigationView, rendering: Rendering): Html {
  const count = [...pagesIn(view.entries)].length;
  const show: Show = { site, current: page.name, rendering, isLong: count > PAGES_MAX };
  const hasTabs = view.tabs.length > 1;
  return el(
    'nav',
    { id: 'sidebar', ariaLabel: 'Pages' },
    el(
      'div',
      { id: 'sidebar-content' },
      hasTabs &&
        el(
          'ul.sidebar-tabs',
          {},
          view.tabs.map((tab) => el('li', {}, choiceLink(tab, 'sidebar-tab', rendering))),
        ),
      switcher('Section', view.dropdowns, rendering),
      view.anchors.length > 0 &&
        el(
          'ul.nav-anchors',
          {},
          view.anchors.map((anchor) => el('li', {}, choiceLink(anchor, 'nav-anchor', rendering))),
        ),
      view.items.length > 1 &&
        el(
          'ul.nav-items',
          {},
          view.items.map((item) => el('li', {}, choiceLink(item, 'nav-item', rendering))),
        ),
      el('ul', { id: 'navigation-items', className: ['sidebar-list'] }, entriesList(view.entries, show, 0)),
    ),
  );
}

type Show = Readonly<{ site: Site; current: string; rendering: Rendering; isLong: boolean }>;

function entriesList(entries: readonly Entry[], show: Show, depth: number): Html[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'group') return entry.hidden ? [] : groupItem(entry, show, depth);
    if (entry.kind === 'link') {
      const href = show.rendering.href(entry.href, ORIGIN);
      return href === undefined
        ? []
        : [
            el(
              'li',
              {},
              el('a.sidebar-link', { href }, iconOf(entry.icon, show), el('span', {}, entry.label)),
            ),
          ];
    }
    return entry.kind === 'page' ? pageItem(entry.name, show) : [];
  });
}

function pageItem(name: string, { site, current, rendering }: Show): Html[] {
  const page = site.pages.get(name);
  if (!page) return [];
  const href =
    page.url === undefined ? encoded(page.address) : rendering.href(page.url, { file: page.file ?? '' });
  const isCurrent = name === current;
  return [
    el(
      'li',
      {},
      el(
        'a',
        {
          className: ['sidebar-link'],
          ...(href !== undefined && { href }),
          ...(isCurrent && { ariaCurrent: 'page' }),
        },
        page.method !== undefined &&
          el(
            'span',
            { className: ['method', `method-${page.method.toLowerCase()}`] },
            shortMethod(page.method),
          ),
        page.icon && rendering.icon(page.icon.name, page.icon.style, { file: page.file ?? 'docs.json' }),
        el('span', {}, page.sidebarTitle),
        page.tag !== undefined && el('span.badge', {}, page.tag),
      ),
    ),
  ];
}

function groupItem(group: Group, show: Show, depth: number): Html[] {
  const holds = [...pagesIn([group])].some((entry) => entry.kind === 'page' && entry.name === show.current);
  const label = [
    iconOf(group.icon, show),
    el('span', {}, group.label),
    group.tag !== undefined && el('span.badge', {}, group.tag),
  ];
  const root = group.root === undefined ? undefined : show.site.pages.get(group.root);
  const inner = (): Html[] => [
    ...(root ? pageItem(root.name, show) : []),
    ...entriesList(
      group.entries.filter((entry) => entry.kind !== 'page' || entry.name !== group.root),
      show,
      depth + 1,
    ),
  ];
  if (depth === 0) {
    const items = inner();
    if (items.length === 0) return [];
    return [
      el(
        'li.sidebar-group',
        {},
        group.label !== '' && el('p.sidebar-group-header', {}, label),
        el('ul.sidebar-list', {}, items),
      ),
    ];
  }
  if (show.isLong && !holds) {
    const first = [...pagesIn([group])].flatMap((entry) =>
      entry.kind === 'page' ? (show.site.pages.get(entry.name) ?? []) : [],
    )[0];
    return first
      ? [
          el(
            'li.sidebar-subgroup',
            {},
            el('a.sidebar-link', { href: encoded(first.address) }, label, chevron(show)),
          ),
        ]
      : [];
  }
  const items = inner();
  if (items.length === 0) return [];
  return [
    el(
      'li.sidebar-subgroup',
      {},
      el(
        'details',
        { open: holds || group.expanded },
        el('summary.sidebar-link', {}, label, chevron(show)),
        el('ul.sidebar-list', {}, items),
      ),
    ),
  ];
}

function chevron({ rendering }: Show): Html | undefined {
  return rendering.icon('chevron-right', 'lucide', ORIGIN);
}

function iconOf(icon: Group['icon'], { rendering }: Show): Html | undefined {
  return icon && rendering.icon(icon.name, icon.style, ORIGIN);
}

function shortMethod(method: string): string {
  return { DELETE: 'DEL', OPTIONS: 'OPT', PATCH: 'PATCH', WEBHOOK: 'HOOK' }[method] ?? method;
}
