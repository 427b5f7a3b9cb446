import { parseArgs } from 'node:util';
import { type Page, readPages } from '../sites/content.ts';
import { build, install } from '../sites/prepare.ts';
import { serve } from '../sites/serve.ts';
import { vitepress } from '../sites/vitepress/generator.ts';

/**
 * The VitePress site of `npm run test:sites` with so many pages, on a loopback port: what its pages say comes again under
 * other names. Builds it once, prints its address and runs until it is ended: `node vitepress-site.ts --pages 150`.
 */
const { values } = parseArgs({ options: { pages: { type: 'string', default: '150' } } });
/** Those that the generator's own folder holds. */
const OWN = 2;

const known = readPages();
const copied = known.filter(({ slug }) => !slug.endsWith('index'));
const wanted = Math.max(0, Number(values.pages) - known.length - OWN);
const copies = Array.from({ length: wanted }, (_, index): Page[] => {
  const page = copied[index % copied.length];
  return page ? [{ ...page, slug: `${page.slug}-${index}`, title: `${page.title} (${index})` }] : [];
});
install();
const generator = { ...vitepress, name: `vitepress-${values.pages}` };
const output = build({
  ...generator,
  write: (work) => vitepress.write(work, [...known, ...copies.flat()]),
});
process.stdout.write(`${(await serve(generator, output)).address}\n`);
