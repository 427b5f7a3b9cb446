import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InPageOptions, PageCalls } from './in-page/isolated-world.ts';

/** Name of the isolated world in which our functions run: it shares the page's document but has its own globals. */
export const WORLD = 'offprint';

/** Script that runs in the isolated world of every document of a tab, before the document's own scripts. */
export function isolatedWorldScript(options: InPageOptions): string {
  return `(() => {\n${script('isolated-world.js')}start(${JSON.stringify(options)});\n})();`;
}

/** Script that runs in the page's world of every document and frame of a tab, before their own scripts. */
export function pageWorldScript(): string {
  return script('page-world.js');
}

/** Returns the expression that calls one of our functions in the isolated world. */
export function callExpression<Name extends keyof PageCalls>(
  name: Name,
  ...args: Parameters<PageCalls[Name]>
): string {
  return `offprint.${name}(${args.map((arg) => JSON.stringify(arg)).join(',')})`;
}

/** Reads a script that `npm run build:scripts` has built from in-page/. */
function script(file: string): string {
  return fs.readFileSync(fileURLToPath(new URL(`scripts/${file}`, import.meta.url)), 'utf8');
}
