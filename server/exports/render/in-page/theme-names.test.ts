import { expect, test } from 'vitest';
import { inWords, namesSystem, namesTheme } from './theme-names.ts';

test.each(['Toggle dark mode', 'themeToggle', 'color-scheme-button', 'Farbschema', '切换主题'])(
  '"%s" names a theme',
  (said) => {
    expect(namesTheme(inWords(said))).toBe(true);
  },
);

test.each(['', 'darkness-chapter', 'light', 'Highlight the line', 'systematic', 'Our ecosystem'])(
  '"%s" names neither a theme nor the choice of the system',
  (said) => {
    expect(namesTheme(inWords(said))).toBe(false);
    expect(namesSystem(inWords(said))).toBe(false);
  },
);

test('the choice that follows the system is known by its words', () => {
  expect(namesSystem(inWords('theme-auto'))).toBe(true);
  expect(namesSystem('Same as OS')).toBe(true);
});
