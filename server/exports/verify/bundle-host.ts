import fs from 'node:fs';
import path from 'node:path';
import mime from 'mime-types';
import type { FetchResource, ResourceAnswer } from '../origin/fetch-resource.ts';

/**
 * Where a bundle stands that is opened below a path of a host. The host is there for the browser alone; it is one of
 * this computer, so that pages may do what they may on any host with HTTPS.
 */
export const BUNDLE_ADDRESS = 'http://bundle.localhost/some/prefix/';

/** Answers as the plainest static host does that has a folder at `BUNDLE_ADDRESS`: exact files only. */
export function bundleHost(folder: string): FetchResource {
  return hostOf((file) => fs.promises.readFile(path.join(folder, ...file.split('/'))));
}

/** The same for files that lie elsewhere. @param read rejects where there is no such file */
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
