import { expect, it } from 'vitest';
import { codeStyles } from './highlighter.ts';

it('darkens colors of code where a line has a ground of its own, and only those', () => {
  const styles = codeStyles(
    new Map([
      ['color:#8250DF|color:#DCDCAA', 'k1'],
      ['color:#1F2328|color:#D4D4D4', 'k2'],
    ]),
  );
  expect(styles).toContain('.k1{color:#8250DF}.dark .k1{color:#DCDCAA}');
  const [, color = ''] = /:is\([^)]+\) \.k1\{color:(#[\da-f]{6})\}/.exec(styles) ?? [];
  expect(color).toMatch(/^#[4-7]/);
  expect(styles).not.toMatch(/:is\([^)]+\) \.k2/);
});
