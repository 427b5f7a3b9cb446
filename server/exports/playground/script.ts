import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The first script of pages with an API playground, as `npm run build:scripts` has made it of browser/. */
export function playgroundScript(): string {
  return fs.readFileSync(fileURLToPath(new URL('scripts/playground.js', import.meta.url)), 'utf8');
}
