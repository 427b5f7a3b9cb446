import { type Documents, withoutDrive } from './documents.ts';
import type { Site } from './site.ts';

export type Calls = Readonly<{
  /** The bundle's root folder. */
  root: URL;
  /** Hosts of kept features, including subdomains; calls to them are not redirected. */
  kept: readonly string[];
  site: Site | undefined;
  documents: Documents;
  /** Called if a call cannot be redirected, in which case the policy blocks it. */
  onRefused: () => void;
}>;

/**
 * Redirects the page's `fetch` and `XMLHttpRequest` calls: calls outside the bundle go to the operator's address, and
 * requests for documents of the site go to their bundled copies.
 */
export function redirectCalls(calls: Calls): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const request = input instanceof Request;
    const url = request ? input.url : String(input);
    const method = init?.method ?? (request ? input.method : 'GET');
    const copy = copyOf(method, url, calls);
    if (copy !== undefined) return named(await ask(copy, { signal: init?.signal ?? null }), 'url', url);
    const place = destination(url, calls);
    if (place === undefined) return ask(input, init);
    return request ? ask(await moved(new Request(input, init), place)) : ask(place, init);
  };

  const open = XMLHttpRequest.prototype.open as (...args: unknown[]) => void;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]): void {
    const [method, url, ...rest] = args;
    const copy = copyOf(String(method), String(url), calls);
    if (copy !== undefined) named(this, 'responseURL', String(url));
    else Reflect.deleteProperty(this, 'responseURL'); // left over from an earlier `open`
    open.call(this, method, copy ?? destination(String(url), calls) ?? url, ...rest);
  };
}

function copyOf(method: string, call: string, { documents }: Calls): string | undefined {
  const url = parsed(call);
  return url && method.toUpperCase() === 'GET' ? documents.copyOf(url) : undefined;
}

/** Sets the original URL on a response, because scripts resolve a document's references against it. */
function named<T extends object>(answer: T, property: 'url' | 'responseURL', url: string): T {
  return Object.defineProperty(answer, property, { value: parsed(url)?.href, configurable: true });
}

/** Returns the redirected address of a call; undefined if it is not redirected. */
function destination(call: string, { root, kept, site, onRefused }: Calls): string | undefined {
  const url = parsed(call);
  if (!url || !/^(https?|file):$/.test(url.protocol)) return undefined;
  if (url.href.startsWith(root.href) || url.origin === site?.address.origin) return undefined;
  if (kept.some((host) => `.${url.hostname}`.endsWith(`.${host}`))) return undefined;
  if (site?.servers && !site.servers.includes(url.origin)) return undefined;
  if (!site) {
    onRefused();
    return undefined;
  }
  const path = url.protocol === 'file:' ? withoutDrive(url.pathname) : url.pathname;
  return site.address.origin + site.address.pathname.replace(/\/$/, '') + path + url.search;
}

/**
 * Copies a request to a new URL, because a request's URL cannot be changed. Reads the body, because streaming it would
 * need HTTP/2.
 */
async function moved(request: Request, url: string): Promise<Request> {
  const { method, headers, signal, credentials, cache, redirect } = request;
  const body = /^(GET|HEAD)$/.test(method) ? null : await request.arrayBuffer();
  return new Request(url, { method, headers, signal, credentials, cache, redirect, body });
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url, document.baseURI);
  } catch {
    return undefined;
  }
}
