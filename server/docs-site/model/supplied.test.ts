import { expect, it } from 'vitest';
import { makeSite } from '../site.test-support.ts';

const CONFIG = {
  name: 'Example',
  fonts: { family: 'Own', source: 'https://fonts.example.com/own.woff2' },
  navigation: {
    groups: [
      { group: 'Start', pages: ['a'] },
      { group: 'API', openapi: 'https://api.example.com/v1/openapi.json' },
    ],
  },
};
const SITE = {
  'docs.json': JSON.stringify(CONFIG),
  'a.mdx': '<Icon icon="no-such-thing" iconType="solid" />\n\n![x](https://img.example.com/a.png?w=2)\n',
};

it('lists what only the network has', async () => {
  const { findings } = await makeSite(SITE);
  expect(findings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
    'remote-file a.mdx',
    'remote-file docs.json',
    'remote-file docs.json',
    'unknown-icon a.mdx',
  ]);
});

it('uses what an operator supplies in its place, and publishes nothing else of it', async () => {
  const { content, copied, files, findings } = await makeSite({
    ...SITE,
    '_supplied/api.example.com/v1/openapi.json': JSON.stringify({
      openapi: '3.1.0',
      paths: { '/users': { get: { summary: 'List users' } } },
    }),
    '_supplied/img.example.com/a.png': 'png',
    '_supplied/img.example.com/other.png': 'png',
    '_supplied/fonts.example.com/own.woff2': 'font',
    '_supplied/icons/solid/no-such-thing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '_supplied/notes.md': '# No page',
  });
  expect(findings).toEqual([]);
  expect([...copied].sort()).toEqual([
    '_supplied/fonts.example.com/own.woff2',
    '_supplied/img.example.com/a.png',
  ]);
  expect(content('a.html')).toContain('src="/_supplied/img.example.com/a.png"');
  expect(content('a.html')).toContain('icon-mask');
  expect(files.get('_docs/theme.css')).toContain('url("/_supplied/fonts.example.com/own.woff2")');
  expect([...files.keys()].filter((name) => /users|notes/.test(name))).toEqual([
    'api-reference/endpoints/list-users.html',
  ]);
});
