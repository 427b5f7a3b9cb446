import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import mime from 'mime-types';

export type InterfaceFile = Readonly<{ bytes: Buffer; type: string; etag: string; isHashed: boolean }>;

/** The built interface by URL path. Empty if it has not been built. */
export type InterfaceFiles = ReadonlyMap<string, InterfaceFile>;

/**
 * Reads the built interface: `index.html` as `/`, and the files in `assets/`. Only files in this list are served, so
 * request paths never reach the file system.
 */
export function interfaceFiles(folder: string | undefined): InterfaceFiles {
  const files = new Map<string, InterfaceFile>();
  if (folder === undefined || !fs.existsSync(path.join(folder, 'index.html'))) return files;
  const add = (urlPath: string, file: string, isHashed: boolean): void => {
    const bytes = fs.readFileSync(file);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    files.set(urlPath, { bytes, type: mime.contentType(path.extname(file)) || 'text/plain', etag, isHashed });
  };
  add('/', path.join(folder, 'index.html'), false);
  const assets = path.join(folder, 'assets');
  for (const entry of fs.existsSync(assets) ? fs.readdirSync(assets, { withFileTypes: true }) : []) {
    if (entry.isFile()) add(`/assets/${entry.name}`, path.join(assets, entry.name), true);
  }
  return files;
}
