import type { Site } from './site.ts';

export type Calls = Readonly<{
  /** The folder of the bundle. */
  root: URL;
  /** Hosts of kept features: these are called as they are, with their subdomains. */
  kept: readonly string[];
  site: Site | undefined;
  /** Called when a call cannot be led anywhere; the policy refuses it. */
  onRefused: () => void;
}>;

/** Leads what the page calls with `fetch` and `XMLHttpRequest` outside of the bundle to the operator's address. */
export function redirectCalls(calls: Calls): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const request = input instanceof Request;
    const url = request ? input.url : String(input);
    const place = destination(url, calls);
    if (place === undefined) return ask(input, init);
    return request ? ask(await moved(new Request(input, init), place)) : ask(place, init);
  };

  const open = XMLHttpRequest.prototype.open as (...args: unknown[]) => void;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]): void {
    const [method, url, ...rest] = args;
    open.call(this, method, destination(String(url), calls) ?? url, ...rest);
  };
}

/** Where a call goes instead; undefined when it goes where it wants to. */
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
  // From a file on Windows, `/v1` means `/C:/v1`.
  const path = url.protocol === 'file:' ? url.pathname.replace(/^\/[A-Za-z]:(?=\/)/, '') : url.pathname;
  return site.address.origin + site.address.pathname.replace(/\/$/, '') + path + url.search;
}

/** A request keeps its URL for life: another one is made. Its body is read, since a stream needs HTTP/2. */
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
