import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { atFileEnd, atTestEnd } from './cleanup.ts';
import { page } from './fixture-site.ts';

export type HeldSite = Readonly<{
  /** `http://127.0.0.1:port/` */
  address: string;
  /** Number of pages, including the start page. */
  count: number;
  /** From now on answers the start page and `pages - 1` more; requests for later pages wait. */
  holdAfter: (pages: number) => void;
  /** Answers all requests, including those that wait. */
  release: () => void;
}>;

/**
 * A live site in which each page links to the next, for exports that are to be interrupted: it answers only as many
 * pages as a test wants, so an export lasts as long as the test needs without costing work. It is released after each
 * test.
 */
export async function startHeldSite(count = 24): Promise<HeldSite> {
  let answered = count;
  const waiting = new Set<() => void>();
  const server = http.createServer((request, response) => {
    const index = request.url === '/' ? 0 : Number(/^\/p(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(index) || index >= count) {
      response.writeHead(404).end();
      return;
    }
    const next = index + 1 < count ? `<a href="/p${index + 1}">next</a>` : '';
    const etag = `"${index}"`;
    const answer = (): void => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { 'content-type': 'text/html', etag }).end(page(`Page ${index}`, next));
    };
    if (index < answered) answer();
    else waiting.add(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const release = (): void => {
    answered = count;
    for (const answer of waiting) answer();
    waiting.clear();
  };
  atFileEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count,
    holdAfter: (pages) => {
      answered = pages;
      atTestEnd(release);
    },
    release,
  };
}
