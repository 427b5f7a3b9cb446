import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the URL of a file that is started by path (a process, a thread), next to the module that starts it:
 * TypeScript in the source tree, JavaScript in a build. Each is an entry of scripts/build-server.ts, which fails if one
 * is missing.
 * @param moduleUrl `import.meta.url` of the caller
 * @param name without extension: `./thread`
 */
export function programBeside(moduleUrl: string, name: string): URL {
  return new URL(name + path.extname(fileURLToPath(moduleUrl)), moduleUrl);
}
