import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundle's own runtime, as `npm run build:scripts` has made it of browser/. */
export function runtimeScript(): string {
  return fs.readFileSync(fileURLToPath(new URL('scripts/runtime.js', import.meta.url)), 'utf8');
}
