import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the first script of pages with an API playground, built from browser/ by `npm run build:scripts`. */
export function playgroundScript(): string {
  return fs.readFileSync(fileURLToPath(new URL('scripts/playground.js', import.meta.url)), 'utf8');
}
