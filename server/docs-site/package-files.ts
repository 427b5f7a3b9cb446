import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Parts of the style sheet, in order. Later parts take precedence. */
const STYLES = [
  ...['base', 'navbar', 'frame', 'page', 'text', 'code', 'cards', 'disclosures', 'media', 'fields'],
  ...['inline', 'updates', 'openapi', 'narrow', 'diagrams'],
];

/** Yields the generator's own files and those of packages that every site has, by their names in its folder. */
export function* packageFiles(
  withMath: boolean,
  withComponents: boolean,
): Generator<[name: string, content: Buffer]> {
  const own = (name: string): Buffer => fs.readFileSync(fileURLToPath(new URL(name, import.meta.url)));
  yield ['site.css', Buffer.concat(STYLES.map((name) => own(`styles/${name}.css`)))];
  yield ['site.js', own('scripts/site.js')];
  if (withComponents) yield ['components.js', own('scripts/components.js')];
  yield [
    'inter.woff2',
    fs.readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  ];
  if (!withMath) return;
  const katex = path.join(path.dirname(require.resolve('katex/package.json')), 'dist');
  yield ['katex/katex.min.css', fs.readFileSync(path.join(katex, 'katex.min.css'))];
  for (const name of fs.readdirSync(path.join(katex, 'fonts'))) {
    if (name.endsWith('.woff2'))
      yield [`katex/fonts/${name}`, fs.readFileSync(path.join(katex, 'fonts', name))];
  }
}
