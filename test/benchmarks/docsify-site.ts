import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Serves a client-rendered site of any size on a loopback port: the real docsify from npm with generated pages. Prints
 * its address and runs until it is stopped: `node docsify-site.ts --pages 200 --router hash|history`.
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '200' }, router: { type: 'string', default: 'hash' } },
});
const pages = Number(values.pages);
const library = path.dirname(createRequire(import.meta.url).resolve('docsify/dist/docsify.min.js'));

const shell = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Bench</title><link rel="stylesheet" href="/core.min.css"></head>
<body><div id="app">Loading ...</div>
<script>window.$docsify = { name: 'Bench', loadSidebar: true, subMaxLevel: 2, basePath: '/', routerMode: '${values.router}', alias: { '/.*/_sidebar.md': '/_sidebar.md' } };</script>
<script src="/docsify.min.js"></script></body></html>`;

const sidebar = Array.from(
  { length: Math.min(pages, 40) },
  (_, page) => `- [Page ${page}](p/${page}.md)`,
).join('\n');

function markdown(page: number): string {
  const sections = Array.from({ length: 8 }, (_, section) => {
    const text = `Section ${section} of page ${page} explains one thing at a time. `.repeat(10);
    const code = `\`\`\`js\nconst value${section} = ${page};\nfunction read() { return value${section}; }\n\`\`\``;
    return `## Section ${section} of ${page}\n\n${text}\n\n${code}\n\n| name | value |\n|---|---|\n| ${page} | ${section} |\n\n- [next](p/${(page + section) % pages}.md)`;
  });
  return `# Page ${page}\n\nThis is page ${page}.\n\n${sections.join('\n\n')}\n`;
}

const files = new Map<string, { type: string; body: string | Buffer }>([
  ['/docsify.min.js', { type: 'text/javascript', body: readFileSync(path.join(library, 'docsify.min.js')) }],
  ['/core.min.css', { type: 'text/css', body: readFileSync(path.join(library, 'themes/core.min.css')) }],
  ['/_sidebar.md', { type: 'text/markdown', body: sidebar }],
]);

const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const page = /^\/(?:p\/(\d+)|README)\.md$/.exec(pathname);
  const file = page
    ? { type: 'text/markdown', body: markdown(Number(page[1] ?? 0)) }
    : (files.get(pathname) ?? { type: 'text/html', body: shell });
  response.writeHead(200, { 'content-type': file.type, 'cache-control': 'max-age=600' }).end(file.body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
