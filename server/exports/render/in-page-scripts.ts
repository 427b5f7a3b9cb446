import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InPageOptions, PageCalls } from './in-page/isolated-world.ts';

/** The name of the world beside the page's own, in which our functions run: same document, other globals. */
export const WORLD = 'offprint';

/** For the isolated world of every document of a tab, before anything of its own. */
export function isolatedWorldScript(options: InPageOptions): string {
  return `(() => {\n${script('isolated-world.js')}start(${JSON.stringify(options)});\n})();`;
}

/** For the page's world of every document and frame of a tab, before anything of its own. */
export function pageWorldScript(): string {
  return script('page-world.js');
}

/** The expression that calls one of our functions in the isolated world. */
export function callExpression<Name extends keyof PageCalls>(
  name: Name,
  ...args: Parameters<PageCalls[Name]>
): string {
  return `offprint.${name}(${args.map((arg) => JSON.stringify(arg)).join(',')})`;
}

/** As `npm run build:scripts` has made it of in-page/. */
function script(file: string): string {
  return fs.readFileSync(fileURLToPath(new URL(`scripts/${file}`, import.meta.url)), 'utf8');
}
