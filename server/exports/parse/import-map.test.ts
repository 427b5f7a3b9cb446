import { expect, it } from 'vitest';
import { importMapAddresses, rewriteImportMap } from './import-map.ts';

const map = {
  imports: { app: '/js/app.mjs', 'lib/': '/js/lib/', '/old.mjs': '/new.mjs', bare: 'other', none: null },
  scopes: { '/guide/': { app: './guide.mjs' } },
  integrity: { '/js/app.mjs': 'sha384-x' },
};
const text = JSON.stringify(map);

it('an import map names files; of folders, only scripts know which', () => {
  expect(importMapAddresses(text)).toEqual(['/js/app.mjs', '/new.mjs', './guide.mjs']);
});

it('each address in it is rewritten, and what is none stays', () => {
  const rewritten = JSON.parse(rewriteImportMap(text, (address) => `.${address}`));
  expect(rewritten).toEqual({
    imports: {
      app: './js/app.mjs',
      'lib/': './js/lib/',
      './old.mjs': './new.mjs',
      bare: 'other',
      none: null,
    },
    scopes: { './guide/': { app: '../guide.mjs' } },
  });
});

it.each(['', 'no map', '[]', '"x"', '{"imports":"x","scopes":3}'])('%s is left as it is', (broken) => {
  expect(importMapAddresses(broken)).toEqual([]);
  expect(() => rewriteImportMap(broken, () => undefined)).not.toThrow();
});

it('cannot end the script that it stands in', () => {
  expect(rewriteImportMap('{"imports":{"</script>":"/a.mjs"}}', () => './a.mjs')).not.toContain('</script');
});
