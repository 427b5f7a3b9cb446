import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { testCacheFolder } from '../chromium/chromium.test-support.ts';
import { descendantsOf } from '../chromium/process-tree.ts';
import type { FetchResource } from '../origin/fetch-resource.ts';
import { FetchError } from '../origin/http/fetched.ts';
import type { RenderPoolOptions } from './options.ts';
import { openRenderPool, type RenderPool } from './pool.ts';
import type { RenderedPage, RenderFailure, RenderNoteKind, RenderResult } from './rendered-page.ts';

/** HTML, or a listener that responds to the request. */
export type Answer = string | RequestListener;

export type TestSite = Readonly<{
  origin: string;
  host: string;
  /** Requested paths and headers, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  close: () => Promise<void>;
}>;

/** Starts a site on loopback with a response for each path. Other paths get `*`, or 404 without it. */
export async function startSite(answers: Readonly<Record<string, Answer>>): Promise<TestSite> {
  const requests: TestSite['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers });
    const answer = answers[path] ?? answers[path.replace(/\?.*/, '')] ?? answers['*'];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else sendHtml(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendHtml(response: ServerResponse, html: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(/^<!doctype/i.test(html) ? html : `<!doctype html><title>Test</title>${html}`);
}

/** Responds with another content type. */
export function sends(type: string, body: string | Uint8Array): RequestListener {
  return (_request, response) => {
    response.setHeader('content-type', type);
    response.end(body);
  };
}

/** Forwards a browser's request unchanged. */
export const askAsIs: FetchResource = async ({ url, method, headers }) => {
  const response = await fetch(url, { method, headers, redirect: 'manual' }).catch((error) => {
    throw new FetchError('connection', String(error));
  });
  return {
    status: response.status,
    headers: [...response.headers]
      .filter(([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name))
      .map(([name, value]) => ({ name, value })),
    body: new Uint8Array(await response.arrayBuffer()),
  };
};

/** Opens a pool for a test site, with two tabs by default. */
export function openTestPool(
  site: Pick<TestSite, 'origin'>,
  options: Partial<RenderPoolOptions> = {},
): RenderPool {
  return openRenderPool({
    cacheFolder: testCacheFolder,
    origin: site.origin,
    assetHosts: [],
    fetchResource: askAsIs,
    tabs: 2,
    signal: new AbortController().signal,
    ...options,
  });
}

export function rendered(result: RenderResult): RenderedPage {
  expect(result, 'message' in result ? result.message : '').toMatchObject({ outcome: 'rendered' });
  return result as RenderedPage;
}

export function failed(result: RenderResult): RenderFailure {
  expect(result).toMatchObject({ outcome: 'failed' });
  return result as RenderFailure;
}

export function noteKinds(page: RenderedPage): RenderNoteKind[] {
  return [...new Set(page.notes.map(({ kind }) => kind))];
}

/**
 * Process IDs of the browsers that this process runs for rendering, excluding those with which tests read pages, and
 * idle ones kept for other tests (kept-browsers.ts).
 */
export function browsers(): number[] {
  return descendantsOf(process.pid).filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return (
        line.includes('--remote-debugging-pipe') &&
        line.includes('offprint-chromium-') &&
        !line.includes('--type=')
      );
    } catch {
      return false;
    }
  });
}
