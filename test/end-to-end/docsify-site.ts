import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Files } from '../stand-ins/fixture-site.ts';
import { type LiveOrigin, type Place, startOrigin } from '../stand-ins/live-origin.ts';

/** A page of the site: its route, and a sentence found on no other page. */
export type DocsifyPage = Readonly<{ route: string; title: string; sentence: string }>;

const TOPICS = ['guide', 'reference'];

/** The start page, three in each of two folders, and two special ones: just above the number that proves a router. */
export const docsifyPages: readonly DocsifyPage[] = [
  { route: '', title: 'Tide tables', sentence: 'The start of everything.' },
  ...TOPICS.flatMap((topic) =>
    Array.from({ length: 3 }, (_, index) => ({
      route: `${topic}/part-${index}`,
      title: `Part ${index} of ${topic}`,
      sentence: `Only ${topic} part ${index} says this.`,
    })),
  ),
  { route: 'guide/', title: 'The guide', sentence: 'A folder has a page of its own.' },
  { route: 'reference/größen', title: 'Größen', sentence: 'Umlaute stehen im Namen: 潮の高さ.' },
];

/** Generated content, shown by the real docsify from npm. */
export function docsifyFiles(routerMode: 'hash' | 'history'): Files {
  const library = path.dirname(createRequire(import.meta.url).resolve('docsify/dist/docsify.min.js'));
  const config = { name: 'Tide tables', loadSidebar: true, subMaxLevel: 2, basePath: '/', routerMode };
  const settings = JSON.stringify({ ...config, alias: { '/.*/_sidebar.md': '/_sidebar.md' } });
  const sidebar = docsifyPages.map(({ route, title }) => `- [${title}](/${encodeURI(route)})`).join('\n');
  const pages = docsifyPages.map((page, index) => {
    const file = page.route === '' || page.route.endsWith('/') ? `${page.route}README` : page.route;
    return [`${file}.md`, markdown(page, index)] as const;
  });
  return {
    'index.html': `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Tide tables</title><link rel="stylesheet" href="/lib/core.min.css"></head>
<body><div id="app">Loading ...</div><script>window.$docsify = ${settings};</script>
<script src="/lib/docsify.min.js"></script></body></html>`,
    '_sidebar.md': `${sidebar}\n`,
    ...Object.fromEntries(pages),
    'images/gauge.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="#08c"/></svg>',
    'lib/docsify.min.js': fs.readFileSync(path.join(library, 'docsify.min.js')),
    'lib/core.min.css': fs.readFileSync(path.join(library, 'themes/core.min.css')),
  };
}

function markdown({ route, title, sentence }: DocsifyPage, index: number): string {
  const up = route.includes('/') ? '../' : ''; // docsify resolves pictures relative to the page, whatever they specify
  const next = docsifyPages[(index + 1) % docsifyPages.length]?.route ?? '';
  const sections = ['Before', 'While', 'After'].map(
    (name) => `## ${name} the tide\n\n${`${name} the tide of ${title} comes another. `.repeat(6)}`,
  );
  return `# ${title}\n\n${sentence}\n\n![a gauge](${up}images/gauge.svg)\n\n${sections.join('\n\n')}

[Further](/${encodeURI(next)}) and [to its end](/${encodeURI(next)}?id=after-the-tide).\n`;
}

/**
 * Serves the site on loopback. If its router works with paths, every path returns the start page.
 * @param instead response to return instead, if any
 */
export function startDocsifySite(
  routerMode: 'hash' | 'history',
  instead: (url: string) => Place | undefined = () => undefined,
): Promise<LiveOrigin> {
  const files = docsifyFiles(routerMode);
  return startOrigin((url) => {
    const other = instead(url);
    if (other !== undefined) return other;
    const place = decodeURIComponent(new URL(url, 'http://site').pathname).slice(1);
    const content = files[place === '' ? 'index.html' : place];
    if (content !== undefined) {
      const body = Buffer.from(content);
      return { headers: { 'content-type': typeOf(place), 'cache-control': 'max-age=600' }, body };
    }
    if (routerMode === 'hash' || /\.\w+$/.test(place)) return undefined;
    return String(files['index.html']);
  });
}

function typeOf(place: string): string {
  const types: Record<string, string> = {
    js: 'text/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
    md: 'text/markdown; charset=utf-8',
  };
  return types[/\w+$/.exec(place)?.[0] ?? ''] ?? 'text/html; charset=utf-8';
}
