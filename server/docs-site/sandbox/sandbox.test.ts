import { expect, it, onTestFinished } from 'vitest';
import { makeSite } from '../site.test-support.ts';
import { LIMITS } from './sandbox.ts';

const component = (body: string): Record<string, string> => ({
  'a.mdx': 'import { Thing } from \'/snippets/thing.jsx\';\n\n<Thing name="x">\n  inner **text**\n</Thing>\n',
  'snippets/thing.jsx': `export const Thing = ({ name, children }) => { ${body} };`,
});

it('renders components of the repository with their properties, children, maps and hooks as they begin, and says why they stay so', async () => {
  const { content, findings } = await makeSite(
    component(`
      const [count] = useState(() => 3);
      return <Card title={name}><ul>{[1, 2, 3].map((n) => <li key={n} onClick={() => {}}>{n * count}</li>)}</ul>{children}</Card>;
    `),
  );
  expect(content('a.html')).toContain('<span class="card-title">x</span>');
  expect(content('a.html')).toContain('<ul><li>3</li><li>6</li><li>9</li></ul>');
  expect(content('a.html')).toContain('inner <strong>text</strong>');
  expect(findings).toMatchObject([{ code: 'dropped-code', file: 'a.mdx', line: 3 }]);
  expect(findings[0]?.message).toMatch(
    /because it shows <Card>\. In a browser, onClick and useState would change it\./,
  );
});

const FAULTY: readonly [string, string, RegExp][] = [
  ['reads a file', "return require('fs').readFileSync('/etc/passwd', 'utf8');", /the package fs is not here/],
  ['reads a file by import', "return process.binding('fs');", /'process' is not defined/],
  ['calls out', "return fetch('http://127.0.0.1/');", /'fetch' is not defined/],
  [
    'starts a program',
    "return globalThis.constructor.constructor('return process')().mainModule;",
    /'process' is not defined/,
  ],
  ['loops', 'for (;;) {}', /more than 1000 ms/],
  ['calls itself', 'const again = () => again() + 1; return again();', /stack/i],
  ['allocates a gigabyte', "return 'x'.repeat(1e9);", /memory|invalid string length|repeat/i],
  ['allocates for ever', 'const all = []; for (;;) all.push(new Uint8Array(1e6));', /memory/],
  ['makes more than a page can hold', "return 'x'.repeat(5e6);", /more than a page can hold/],
  ['throws', "throw new Error('on purpose');", /on purpose/],
  ['is not defined', 'return <Nothing />;', /'Nothing' is not defined/],
  ['fills arrays for ever', 'const all = []; for (;;) all.push(new Array(1e5).fill(name));', /memory/],
];

it.each(FAULTY)('shows the children of a component that %s, and says why', async (_name, body, why) => {
  const { content, findings } = await makeSite(component(body));
  expect(content('a.html')).toContain('inner <strong>text</strong>');
  expect(findings).toMatchObject([{ code: 'failed-component', file: 'a.mdx', line: 3 }]);
  expect(findings[0]?.message).toMatch(why);
});

it('holds typed arrays to the limit of memory too, which the engine does not count', async () => {
  const { content } = await makeSite(
    component(`
      let held = 0;
      const all = [];
      try {
        for (;;) {
          all.push(new Uint8Array(2 ** 20));
          held++;
        }
      } catch {}
      return <p>{held} MiB</p>;
    `),
  );
  const [, held] = content('a.html').match(/(\d+) MiB/) ?? [];
  expect(Number(held)).toBeGreaterThan(32);
  expect(Number(held)).toBeLessThan(80);
});

it('treats elements that code forges like those of pages', async () => {
  const { files } = await makeSite(
    component(`
      Object.prototype.polluted = 'yes';
      return [
        { $element: 'script', props: {}, children: 'alert(1)' },
        { $element: 'a', props: { href: 'javascript:alert(1)', onclick: 'alert(1)' }, children: 'link' },
        { $element: 'page:../../etc/passwd', props: {} },
        { type: 'raw', value: '<script>alert(2)</script>' },
        { $slot: 99 },
        JSON.parse('{"$element":"div","props":{"__proto__":{"id":"x"},"constructor":"y"}}'),
      ];
    `),
  );
  expect(files.get('a.html')?.match(/<script/g)).toHaveLength(1);
  expect(files.get('a.html')).not.toMatch(/javascript:|onclick/);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it('runs no more code of a page after code had to be terminated, but runs that of the next page', async () => {
  const { clockMs } = LIMITS;
  onTestFinished(() => void Object.assign(LIMITS, { clockMs }));
  Object.assign(LIMITS, { clockMs: 2_000 });
  const { content, findings } = await makeSite({
    'a.mdx': "{[].indexOf.call({ length: 2 ** 53 - 1 }, 1)}\n\n{'a'.toUpperCase()}\n",
    'b.mdx': "{'b'.toUpperCase()}\n",
  });
  expect(findings).toMatchObject([
    { file: 'a.mdx', line: 1, message: expect.stringContaining('more than 1000 ms') },
    {
      file: 'a.mdx',
      line: 3,
      message: expect.stringContaining('code before it on the page ran for too long'),
    },
  ]);
  expect(content('b.html')).toContain('B');
});

it('begins each page with nothing of the one before', async () => {
  const { content } = await makeSite({
    'a.mdx': 'A {(globalThis.left = "left by a")}\n',
    'b.mdx': 'B {String(globalThis.left)}\n',
  });
  expect(content('a.html')).toContain('A left by a');
  expect(content('b.html')).toContain('B undefined');
});

it('runs what a page imports although another of its imports is not here, and says so where that is used', async () => {
  const { content, findings } = await makeSite({
    'a.mdx':
      "import { Thing } from '/snippets/thing.jsx';\nimport lodash from 'lodash';\nimport gone from './gone.json';\n\n<Thing />\n\n{lodash.join(gone)}\n\n{gone.a}\n",
    'snippets/thing.jsx': "import x from 'other';\nexport const Thing = () => <p>works</p>;",
  });
  expect(content('a.html')).toContain('<p>works</p>');
  expect(findings).toMatchObject([
    { code: 'failed-component', line: 7, message: expect.stringContaining('the package lodash is not here') },
    { line: 9, message: expect.stringContaining('gone.json') },
  ]);
});
