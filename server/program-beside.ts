import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A file that is started by its path (a process, a thread), beside the module that starts it: TypeScript among the
 * sources, JavaScript once built. Each is an entry of scripts/build-server.ts, which fails where one is missing.
 * @param moduleUrl `import.meta.url` of the caller
 * @param name without its extension: `./thread`
 */
export function programBeside(moduleUrl: string, name: string): URL {
  return new URL(name + path.extname(fileURLToPath(moduleUrl)), moduleUrl);
}
