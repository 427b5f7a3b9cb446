import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { el } from '../components/element.ts';
import type { Html, Rendering } from '../components/rendering.ts';
import { encoded, rooted } from '../model/address.ts';
import type { Page } from '../model/page.ts';
import type { Chrome } from '../model/settings.ts';
import type { Site } from '../model/site.ts';
import type { Body } from '../render-page.ts';
import { footer } from './footer.ts';
import { navbar } from './navbar.ts';
import type { NavigationView } from './navigation-view.ts';
import { sidebar } from './sidebar.ts';
import { tableOfContents } from './table-of-contents.ts';

/** Addresses of the files that every page loads, from the root of the site. */
export type Files = Readonly<{
  styles: readonly string[];
  script: string;
  /** Scripts of the repository. */
  scripts: readonly string[];
  mathStyles: string;
  /** For pages with interactive components: the shared script, then the page's own. */
  components: readonly string[];
}>;

export type PageParts = Readonly<{
  site: Site;
  page: Page;
  body: Body;
  view: NavigationView;
  previous?: Page | undefined;
  next?: Page | undefined;
  groups: readonly string[];
  chrome: Chrome;
  /** The banner's text, rendered. */
  banner: readonly Html[];
  files: Files;
  rendering: Rendering;
}>;

/** Returns the complete HTML document of a page. */
export function pageDocument(parts: PageParts): string {
  const { site, page, body, view, chrome, rendering } = parts;
  const { settings } = site;
  const mode = page.mode ?? 'default';
  const isBare = mode === 'custom';
  const hasHeader = !isBare && mode !== 'frame';
  const hasToc = mode === 'default' && body.toc.length > 0;
  const html = el(
    'html',
    {
      lang: view.language ?? 'en',
      dir: /^(ar|he|fa|ur)\b/.test(view.language ?? '') ? 'rtl' : undefined,
      dataTheme: settings.appearance.initial,
      dataThemeStrict: settings.appearance.strict ? 'true' : undefined,
      className: settings.appearance.initial === 'dark' ? ['dark'] : [],
    },
    head(parts),
    el(
      'body',
      { className: [`mode-${mode}`, `theme-${settings.theme.replace(/[^\w-]/g, '')}`] },
      el('a.skip-link', { href: '#content-area' }, 'Skip to content'),
      parts.banner.length > 0 && banner(chrome, parts.banner),
      navbar(site, view, chrome, rendering),
      el(
        'div.page-frame',
        { id: 'page-frame' },
        !isBare && sidebar(site, page, view, rendering),
        el(
          'div.page-body',
          {},
          el(
            'main',
            { id: 'content-area', tabIndex: -1 },
            hasHeader && pageHeader(parts),
            hasToc &&
              el('details.toc-small', {}, el('summary', {}, 'On this page'), tableOfContents(body.toc)),
            el('div', { id: 'content', className: ['mdx-content', 'prose'] }, raw(body.html)),
            hasHeader && pagination(parts),
          ),
          !isBare && footer(settings, chrome, rendering),
        ),
        !isBare &&
          (hasToc || body.aside !== '') &&
          el(
            'aside',
            { id: 'content-side-layout', ariaLabel: body.aside === '' ? 'On this page' : 'Examples' },
            body.aside === ''
              ? el(
                  'nav',
                  { id: 'table-of-contents', ariaLabel: 'On this page' },
                  el('p.toc-title', {}, 'On this page'),
                  tableOfContents(body.toc),
                )
              : el('div.side-examples', {}, raw(body.aside)),
          ),
      ),
    ),
  );
  return `<!doctype html>\n${documentHtml(html)}\n`;
}

function documentHtml(node: Html): string {
  const root: Root = { type: 'root', children: [node] };
  return toHtml(root, { allowDangerousHtml: true });
}

/** Wraps HTML that the generator has already serialized. */
export function raw(html: string): Html {
  return { type: 'raw', value: html } as never;
}

function head({ site, page, files, body, rendering }: PageParts): Html {
  const { settings } = site;
  const title = page.title === settings.name ? page.title : `${page.title} - ${settings.name}`;
  const description = page.description || settings.description;
  const favicon =
    settings.favicon &&
    rendering.source(
      rooted(settings.favicon.light),
      rendering.stated(['favicon', 'light', 'dark'], settings.favicon.light),
    );
  const own = Object.entries(page.values).flatMap(([key, value]) =>
    /^(og|twitter|article):/.test(key) && typeof value === 'string' ? [[key, value] as const] : [],
  );
  const metatags = new Map([
    ['og:title', page.title],
    ['og:site_name', settings.name],
    ...(description ? [['og:description', description] as const] : []),
    ...settings.metatags,
    ...own,
  ]);
  return el(
    'head',
    {},
    el('meta', { charSet: 'utf-8' }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('title', {}, title),
    description !== '' && el('meta', { name: 'description', content: description }),
    page.hidden && el('meta', { name: 'robots', content: 'noindex' }),
    [...metatags]
      .filter(([name]) => !/^(title|description|viewport|charset|robots|refresh|canonical)$/i.test(name))
      .map(([name, content]) =>
        el('meta', { ...(/^(og|article):/.test(name) ? { property: name } : { name }), content }),
      ),
    favicon !== undefined && el('link', { rel: ['icon'], href: favicon }),
    files.styles.map((href) => el('link', { rel: ['stylesheet'], href })),
    body.hasMath && el('link', { rel: ['stylesheet'], href: files.mathStyles }),
    el('script', { src: files.script }),
    [...files.scripts, ...files.components].map((src) => el('script', { src, defer: true })),
  );
}

function banner({ banner: stated }: Chrome, content: readonly Html[]): Html {
  const color = stated?.color;
  return el(
    'div',
    {
      id: 'banner',
      role: 'region',
      ariaLabel: 'Announcement',
      className: [`banner-${/^(info|warning|critical)$/.test(stated?.type ?? '') ? stated?.type : 'info'}`],
      ...(color && { style: `--banner: ${cssColor(color.light)}; --banner-dark: ${cssColor(color.dark)}` }),
    },
    el('div.banner-text', {}, [...content]),
    stated?.dismissible && el('button.banner-dismiss', { type: 'button', ariaLabel: 'Dismiss' }, '×'),
  );
}

function cssColor(color: string): string {
  return /^#[a-f\d]{3,8}$/i.test(color) ? color : '#1e3a5f';
}

function pageHeader({ site, page, groups }: PageParts): Html {
  const eyebrow = site.settings.eyebrows === 'breadcrumbs' ? groups : groups.slice(-1);
  return el(
    'header',
    { id: 'header' },
    eyebrow.length > 0 &&
      el(
        'div.eyebrow',
        {},
        eyebrow.map((name, index) => [
          index > 0 && el('span.eyebrow-separator', { ariaHidden: 'true' }, '›'),
          el('span', {}, name),
        ]),
      ),
    el(
      'h1',
      { id: 'page-title' },
      page.title,
      page.deprecated && el('span.badge.badge-orange', {}, 'Deprecated'),
    ),
    page.description !== '' && el('p.page-description', {}, page.description),
  );
}

function pagination({ previous, next }: PageParts): Html {
  const link = (page: Page, kind: 'previous' | 'next'): Html =>
    el(
      'a',
      {
        className: [`pagination-${kind}`],
        href: encoded(page.address),
        rel: [kind === 'next' ? 'next' : 'prev'],
      },
      el('span.pagination-label', {}, kind === 'next' ? 'Next' : 'Previous'),
      el('span.pagination-title', {}, page.sidebarTitle),
    );
  return el(
    'nav',
    { id: 'pagination', ariaLabel: 'Previous and next pages' },
    previous && link(previous, 'previous'),
    next && link(next, 'next'),
  );
}
