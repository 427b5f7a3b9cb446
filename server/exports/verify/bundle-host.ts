import fs from 'node:fs';
import path from 'node:path';
import mime from 'mime-types';
import type { FetchResource, ResourceAnswer } from '../origin/fetch-resource.ts';

/**
 * Address of a bundle opened below a path of a host. The host exists only inside the browser. It is a `localhost` name,
 * so pages are secure contexts as over HTTPS.
 */
export const BUNDLE_ADDRESS = 'http://bundle.localhost/some/prefix/';

/** Answers like the simplest static host that serves a folder at `BUNDLE_ADDRESS`: exact file names only. */
export function bundleHost(folder: string): FetchResource {
  return hostOf((file) => fs.promises.readFile(path.join(folder, ...file.split('/'))));
}

/**
 * Answers in the same way for files stored elsewhere.
 * @param read rejects if there is no such file
 */
export function hostOf(read: (path: string) => Promise<Uint8Array>): FetchResource {
  const { host, pathname: prefix } = new URL(BUNDLE_ADDRESS);
  return async ({ url }) => {
    const asked = new URL(url);
    if (asked.host !== host) return undefined;
    if (!asked.pathname.startsWith(prefix)) return NOT_FOUND;
    const names = asked.pathname.slice(prefix.length).split('/').map(decode);
    if (names.some((name) => name === '..' || name.includes('/') || name.includes('\0'))) return NOT_FOUND;
    const file = [...names.filter(Boolean), ...(asked.pathname.endsWith('/') ? ['index.html'] : [])].join(
      '/',
    );
    const body = await read(file).catch(() => undefined);
    if (!body) return NOT_FOUND;
    const type = mime.lookup(file) || 'application/octet-stream';
    return { status: 200, headers: [{ name: 'content-type', value: type }], body };
  };
}

const NOT_FOUND: ResourceAnswer = { status: 404, headers: [], body: new Uint8Array() };

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '..';
  }
}
