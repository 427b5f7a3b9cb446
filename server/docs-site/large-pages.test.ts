import { describe, expect, it } from 'vitest';
import { makeSite } from './site.test-support.ts';

const repeated = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

describe('what a page takes in several times ends', () => {
  it('with files that take in themselves', async () => {
    const three = "import A from '/snippets/a.mdx'\n\nPart\n\n<A/>\n\n<A/>\n\n<A/>\n";
    const { content, findings } = await makeSite({
      'a.mdx': "import A from '/snippets/a.mdx'\n\n<A/>\n\nEnd\n",
      'snippets/a.mdx': three,
    });
    expect(content('a.html')).toContain('<p>Part</p>');
    expect(content('a.html')).toContain('<p>End</p>');
    expect(findings).toContainEqual({
      code: 'config',
      file: 'a.mdx',
      message: expect.stringContaining(
        'includes more than 8,000,000 characters of files, components and values',
      ),
    });
  });

  it('with children that are shown twice at each level', async () => {
    const { findings } = await makeSite({
      'a.mdx': `import A from '/snippets/a.mdx'\n\n${'<A>'.repeat(30)}x${'</A>'.repeat(30)}\n`,
      'snippets/a.mdx': '<b>{children}</b><i>{children}</i>\n',
    });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'config', file: 'a.mdx' }));
  });

  it.each([
    ['lists', "['x', 'x']", (at: number) => `[a${at}, a${at}]`],
    ['objects', "{ x: 'x' }", (at: number) => `{ one: a${at}, other: a${at} }`],
    ['texts', "'xxxxxxxxxx'", (at: number) => `a${at} + a${at}`],
    ['templates', "'xxxxxxxxxx'", (at: number) => `\`\${a${at}}\${a${at}}\``],
  ])('with values: %s', async (_name, first, next) => {
    const exports = repeated(30, (at) => `export const a${at + 1} = ${next(at)}`);
    const { content, findings } = await makeSite({
      'a.mdx': `export const a0 = ${first}\n${exports}\n\n<Card title="T">{a30}</Card>\n\nEnd\n`,
    });
    expect(content('a.html')).toContain('<p>End</p>');
    expect(findings).toMatchObject([{ code: 'failed-component', file: 'a.mdx' }]);
  });
});

it('shows the source of a page that is nested too deep, and other pages as they are', async () => {
  const { content, findings } = await makeSite({
    'a.mdx': `${'<b>'.repeat(5_000)}x${'</b>'.repeat(5_000)}\n`,
    'b.mdx': 'Fine\n',
  });
  expect(content('a.html')).toContain('This page cannot be shown as intended');
  expect(content('b.html')).toContain('Fine');
  expect(findings).toMatchObject([{ code: 'broken-page', file: 'a.mdx' }]);
});

describe('a page is read in time', () => {
  it('with many formulas in one line', async () => {
    const { content } = await makeSite({ 'a.mdx': `${'$5 and '.repeat(50_000)}$x^2$\n` });
    expect(content('a.html').match(/class="katex"/g)).toHaveLength(1);
  });

  it('with comments that do not end', async () => {
    const { findings } = await makeSite({ 'a.mdx': `<!-- a -->\n\n${'<!--'.repeat(250_000)}` });
    expect(findings).toMatchObject([{ code: 'broken-page', line: 1 }]);
  });

  it('with formulas that are long, deep or full of macros', async () => {
    const { content, findings } = await makeSite({
      'a.mdx': [
        `${'x+'.repeat(100_000)}x`,
        `${'\\frac{1}{'.repeat(2_000)}1${'}'.repeat(2_000)}`,
        `\\def\\a{${'x'.repeat(10_000)}}${'\\a'.repeat(900)}`,
      ]
        .map((formula) => `$$\n${formula}\n$$\n\n`)
        .join(''),
    });
    expect(content('a.html')).toContain('<code>x+x+');
    expect(findings).toMatchObject([
      { code: 'failed-component', message: expect.stringContaining('A formula is shown as source') },
    ]);
  });
});

describe('redirects', () => {
  const redirectsOf = async (redirects: object[]) =>
    makeSite({
      'docs.json': JSON.stringify({ name: 'x', navigation: { pages: ['a'] }, redirects }),
      'a.mdx': 'Text',
    });

  it('that lead to each other in thousands are followed, the first that fits before others', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      source: `/old/${at}`,
      destination: `/b/${at}`,
    }));
    const { files, findings } = await redirectsOf([
      { source: '/b/1', destination: '/old/1' },
      { source: '/b/:name*', destination: '/a' },
      { source: '/b/2', destination: '/old/2' },
      ...many,
    ]);
    expect(files.get('old/3.html')).toContain('/b/3');
    expect(findings.map(({ message }) => message).filter((one) => one.includes('loop'))).toHaveLength(3);
    expect(files.has('old/2.html')).toBe(true);
  });

  it('that double an address each time lead nowhere in the end', async () => {
    const { files } = await redirectsOf([
      { source: '/x', destination: '/y/z' },
      { source: '/y/:rest*', destination: '/y/:rest*/:rest*' },
    ]);
    expect(files.has('x.html')).toBe(true);
  });
});
