import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { parsePage } from './page.ts';

describe('a page that would keep its parser busy for minutes', () => {
  it.each([
    ['an expression that never ends', 'mdx', `{\`${'}'.repeat(5_000)}`],
    ['comments in one', 'mdx', `{${'/*}'.repeat(5_000)}`],
    ['an attribute that never ends', 'mdx', `<a b={\`${'}'.repeat(5_000)}`],
    ['an export that never ends', 'mdx', `export const a = \`${'\n'.repeat(5_000)}`],
    ['quotes within quotes', 'md', '>'.repeat(5_000)],
    ['lists within lists', 'md', `${'- '.repeat(8_000)}x`],
    ['numbered lists within lists', 'mdx', `${'1. '.repeat(8_000)}x`],
  ] as const)(
    'is given up in time and told: %s',
    (_name, kind, text) => {
      expect(parsePage(text, kind).syntaxFault?.message).toMatch(/too complex to parse|nests block quotes/);
    },
    10_000,
  );

  it.each([
    `${'-'.repeat(500)}\n`,
    `${'* '.repeat(60)}\n`,
    `| ${'- | '.repeat(200)}\n`,
    '1. 2. 3. - * > text\n',
  ])('is not one with %j', (text) => {
    expect(parsePage(text, 'md').syntaxFault).toBeNull();
  });

  it('is not one with many expressions that end', () => {
    const paragraph = 'Text {1 + 1} and <b id={"x"}>more</b>.\n\n';
    const page = `# Title\n\n${paragraph.repeat(isFullRun ? 2_000 : 800)}`;
    expect(parsePage(page, 'mdx').syntaxFault).toBeNull();
  });
});
