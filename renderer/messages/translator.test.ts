import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { PSEUDO, translator } from './translator.ts';

describe('messages', () => {
  it('are all in ICU syntax and say something', () => {
    const t = translator(en, 'en');
    const values = new Proxy({} as Record<string, number>, {
      get: () => 3,
      has: () => true,
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 3 }),
    });
    for (const id of Object.keys(en) as (keyof typeof en)[]) expect(t(id, values), id).not.toBe('');
  });

  it('count as the language does', () => {
    const t = translator(en, 'en');
    expect(t('exports.pages', { count: 1 })).toBe('1 page');
    expect(t('exports.pages', { count: 1200 })).toBe('1,200 pages');
  });

  it('are told apart from everything else in the pseudo-locale, their values kept', () => {
    const t = translator(en, PSEUDO);
    expect(t('exports.select', { site: 'docs.example.com' })).toBe('⟦Séélééçt docs.example.com⟧');
    expect(t('exports.pages', { count: 2 })).toBe('⟦2 páágééš⟧');
  });
});
