import { expect, it } from 'vitest';
import { makeSite } from '../site.test-support.ts';

it('loads scripts of the repository on every page, but modules and what would ask the network', async () => {
  const { files, findings } = await makeSite({
    'a.mdx': '# A\n\n<script src="/footer.js"></script>\n\n<script src="/gone.js" />\n',
    'footer.js': 'document.querySelector("footer").append("ours");',
    'counts.js': 'navigator.sendBeacon("/seen");',
    'loads.js': 'const s = document.createElement("script"); s.src = "https://example.com/x.js";',
    'module.js': 'export const a = 1;',
    'broken.js': 'function (',
    'snippets/part.js': 'export const b = 2;',
  });
  expect(files.get('a.html')?.match(/<script[^>]*>/g)).toEqual([
    '<script src="/_docs/site.js">',
    '<script src="/footer.js" defer>',
  ]);
  expect(findings.map(({ code, file, message }) => [code, file, message])).toEqual([
    ['dropped-code', 'broken.js', expect.stringContaining('cannot be read: Unexpected token')],
    ['dropped-code', 'counts.js', expect.stringContaining('uses sendBeacon, which needs network access')],
    ['dropped-code', 'loads.js', expect.stringContaining("uses createElement('script')")],
    ['dropped-code', 'module.js', expect.stringContaining('is a module')],
    ['missing-file', 'a.mdx', 'There is no file gone.js.'],
  ]);
});
