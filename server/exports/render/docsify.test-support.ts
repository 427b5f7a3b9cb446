import { createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mime from 'mime-types';
import { startSite, type TestSite } from './render.test-support.ts';

const content = fileURLToPath(new URL('fixtures/docsify/', import.meta.url));
const docsify = dirname(createRequire(import.meta.url).resolve('docsify/dist/docsify.min.js'));

/**
 * Serves ten pages of our own, rendered by the real docsify from npm. With history routing, every address returns the
 * same shell.
 */
export function startDocsify(routerMode: 'hash' | 'history'): Promise<TestSite> {
  const shell = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Tide tables</title><link rel="stylesheet" href="/lib/core.min.css"></head>
<body><div id="app">Loading ...</div>
<script>window.$docsify = { name: 'Tide tables', loadSidebar: true, subMaxLevel: 2, basePath: '/', routerMode: '${routerMode}', alias: { '/.*/_sidebar.md': '/_sidebar.md' } };</script>
<script src="/lib/docsify.min.js"></script></body></html>`;
  return startSite({
    '*': (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
      const file =
        path === '/lib/docsify.min.js'
          ? join(docsify, 'docsify.min.js')
          : path === '/lib/core.min.css'
            ? join(docsify, 'themes/core.min.css')
            : join(content, path);
      if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.setHeader('content-type', mime.lookup(file) || 'text/plain');
        response.setHeader('cache-control', 'max-age=600');
        createReadStream(file).pipe(response);
      } else if (/\.\w+$/.test(path)) response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html').end(shell);
    },
  });
}
