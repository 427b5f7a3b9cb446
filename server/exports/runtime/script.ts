import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the bundle's own runtime, built from browser/ by `npm run build:scripts`. */
export function runtimeScript(): string {
  return fs.readFileSync(fileURLToPath(new URL('scripts/runtime.js', import.meta.url)), 'utf8');
}
