import { describe, expect, it } from 'vitest';
import { unreferencedReason } from './excluded-files.ts';

describe('what is there by the way', () => {
  const beside = new Set(['index.html', 'app.js', 'data.tar']);
  it.each([
    ['index.html~', 'editor backup'],
    ['#index.html#', 'editor backup'],
    ['index.html.bak', 'editor backup'],
    ['Thumbs.db', 'editor backup'],
    ['app.js.map', 'source map'],
    ['site.css.map', 'source map'],
    ['index.html.gz', 'precompressed copy'],
    ['app.js.br', 'precompressed copy'],
    ['manual.pdf.gz', undefined],
    ['world.map', undefined],
    ['backup.html', undefined],
  ])('%s: %s', (name, why) => expect(unreferencedReason(name, beside)).toBe(why));
});
