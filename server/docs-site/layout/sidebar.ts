import { el } from '../components/element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import { encoded } from '../model/address.ts';
import { type Entry, type Group, pagesIn } from '../model/navigation.ts';
import type { Page } from '../model/page.ts';
import type { Site } from '../model/site.ts';
import { choiceLink, ownIcon, statedIcon, switcher } from './navbar.ts';
import type { NavigationView } from './navigation-view.ts';

/**
 * Above this number of pages, groups without the current page are reduced to their names, since every page contains
 * this list.
 */
const PAGES_MAX = 400;
/** Top-level groups with at most this many pages are still shown in full. */
const GROUP_MAX = 20;

export function sidebar(site: Site, page: Page, view: NavigationView, rendering: Rendering): Html {
  const show: Show = { site, current: page.name, rendering, isLong: countOf(view) > PAGES_MAX };
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

const counts = new WeakMap<object, number>();
function countOf({ sections, entries }: NavigationView): number {
  const key = sections.at(-1) ?? entries;
  const count = counts.get(key) ?? [...pagesIn(entries)].length;
  counts.set(key, count);
  return count;
}

const members = new WeakMap<Group, ReadonlySet<string>>();
/** Returns the names of a group's pages. */
function membersOf(group: Group): ReadonlySet<string> {
  let names = members.get(group);
  if (!names) {
    names = new Set([...pagesIn([group])].flatMap((entry) => (entry.kind === 'page' ? [entry.name] : [])));
    members.set(group, names);
  }
  return names;
}

type Show = Readonly<{ site: Site; current: string; rendering: Rendering; isLong: boolean }>;

function entriesList(entries: readonly Entry[], show: Show, depth: number): Html[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'group') return entry.hidden ? [] : groupItem(entry, show, depth);
    if (entry.kind === 'link') {
      const href = show.rendering.href(entry.href, show.rendering.stated(['href', 'pages'], entry.href));
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
        page.icon && rendering.icon(page.icon.name, page.icon.style, { file: page.file ?? site.config.name }),
        el('span', {}, page.sidebarTitle),
        page.tag !== undefined && el('span.badge', {}, page.tag),
      ),
    ),
  ];
}

function groupItem(group: Group, show: Show, depth: number): Html[] {
  const names = membersOf(group);
  const holds = names.has(show.current);
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
  if (show.isLong && !holds && (depth > 0 || names.size > GROUP_MAX))
    return closedGroup(names, label, show, depth);
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

/** Renders a group without the current page as a link to the group's first page. */
function closedGroup(names: ReadonlySet<string>, label: Label, show: Show, depth: number): Html[] {
  const first = [...names].find((name) => show.site.pages.has(name));
  const page = first === undefined ? undefined : show.site.pages.get(first);
  if (!page) return [];
  const link = el('a.sidebar-link', { href: encoded(page.address) }, label, chevron(show));
  return [el(depth === 0 ? 'li.sidebar-group' : 'li.sidebar-subgroup', {}, link)];
}

type Label = Parameters<typeof el>[2][];

function chevron({ rendering }: Show): Html | undefined {
  return ownIcon('chevron-right', rendering);
}

function iconOf(icon: Group['icon'], { rendering }: Show): Html | undefined {
  return statedIcon(icon, rendering);
}

function shortMethod(method: string): string {
  return { DELETE: 'DEL', OPTIONS: 'OPT', PATCH: 'PATCH', WEBHOOK: 'HOOK' }[method] ?? method;
}
