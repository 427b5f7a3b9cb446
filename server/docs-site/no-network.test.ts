import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';

const PAGES = {
  'docs.json': JSON.stringify({
    name: 'Example',
    api: { openapi: 'https://api.example.com/openapi.json' },
    navigation: { groups: [{ group: 'Start', pages: ['a'] }] },
  }),
  'a.mdx': `import { Thing } from '/snippets/thing.jsx';

![Picture](https://example.com/a.png) <img src="http://127.0.0.1:9/x.png" />

<Icon icon="https://example.com/icon.svg" />

<Thing />

<iframe src="https://example.com/video" />

$x^2$

\`\`\`js
fetch('https://example.com/');
\`\`\`
`,
  'snippets/thing.jsx': "export const Thing = () => { fetch('http://127.0.0.1:9/'); return <p>x</p>; };",
};

/** Builds the site in a separate process, which loads the same parts of the generator as an export. */
const PROGRAM = `
import fs from 'node:fs';
import path from 'node:path';
import { buildSite } from ${JSON.stringify(new URL('build-site.ts', import.meta.url).href)};
const root = process.argv[1];
const paths = fs.readdirSync(root, { recursive: true }).filter((name) => fs.statSync(path.join(root, name)).isFile());
const { pages } = await buildSite(
  { paths, has: (name) => paths.includes(name), read: (name) => fs.readFileSync(path.join(root, name)) },
  { write() {}, copy() {} },
);
console.log(pages);
`;

it('opens no connection while it makes a site of what asks for the network', ({ skip }) => {
  if (spawnSync('strace', ['-V']).error) {
    console.warn('Skipped: strace is not here');
    return skip('strace is not here');
  }
  const root = temporaryFolder('docs-site');
  for (const [name, content] of Object.entries(PAGES)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  const log = path.join(temporaryFolder('strace'), 'log');
  const node = [process.execPath, '--input-type=module', '--eval', PROGRAM, root];
  const said = execFileSync(
    'strace',
    ['-f', '-e', 'trace=socket,connect,sendto,sendmsg', '-o', log, ...node],
    {
      encoding: 'utf8',
    },
  );
  expect(said.trim()).toBe('1');
  const calls = fs.readFileSync(log, 'utf8').split('\n');
  expect(calls.filter((line) => /\b(socket|connect|sendto|sendmsg)\(/.test(line))).toEqual([]);
});
