import { afterAll, describe, expect, it } from 'vitest';
import { workspaceOfFiles } from '../workspace/repository.test-support.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeFindings, openValidator } from './validate.ts';

/** One for each site: opening a workspace takes several git processes, undoing the changes of a case takes few. */
const workspaces = new Map<Readonly<Record<string, string>>, Workspace>();
let opened: Workspace | undefined;
afterAll(() => {
  for (const workspace of workspaces.values()) workspace.close();
});

const site = {
  'docs.json': JSON.stringify(
    {
      navigation: {
        groups: [
          { group: 'Start', pages: ['index', 'guide/install', 'guide/deploy', 'old/gone'] },
          { group: 'API', pages: ['api/users', 'GET /users'] },
        ],
      },
      redirects: [{ source: '/legacy/:slug*', destination: '/guide/:slug*' }],
      api: { openapi: 'openapi.yaml' },
    },
    null,
    2,
  ),
  'index.mdx': [
    '---',
    'title: Home',
    '---',
    '',
    '<Card title="Install" href="/guide/install">Go</Card>',
    '',
    '[deploy](/guide/deploy#roll-back) [dead](/nowhere) ![logo](/images/logo.png) [old](/legacy/x)',
    '[api](/api-reference/users/list) [mail](mailto:a@example.test) [out](https://example.test/x)',
  ].join('\n'),
  'guide/install.mdx':
    '---\ntitle: Install\n---\n\nimport Note from "/snippets/note.mdx"\n\n## Steps\n\n[next](./deploy) [self](#steps)\n',
  'guide/deploy.mdx':
    '---\ntitle: Deploy\n---\n\n## Roll back\n\n## Roll back\n\n<Accordion title="What if?">x</Accordion>\n\n[twice](#roll-back-1) [acc](#what-if)\n',
  'api/users.mdx': '---\ntitle: Users\nopenapi: "GET /users"\n---\n',
  'openapi.yaml': 'openapi: 3.1.0\npaths:\n  /users:\n    get: {}\n    post: {}\n',
  'snippets/note.mdx': 'Note\n',
  'images/logo.png': 'png',
  'README.md': '# Read me\n',
};

type Changes = Readonly<Record<string, string | null | ((before: string) => string)>>;

/** Returns the new findings after some changes to the site, as `code path:line`. */
async function problems(
  changes: Changes,
  files: Record<string, string> = site,
  roots: readonly string[] = [''],
): Promise<string[]> {
  const workspace = workspaces.get(files) ?? (await workspaceOfFiles(files)).workspace;
  workspaces.set(files, workspace);
  opened = workspace;
  const contents = new Map<string, Buffer | null>();
  for (const name of workspace.changes().keys()) contents.set(name, await workspace.readBase(name));
  for (const [name, change] of Object.entries(changes)) {
    const before = (await workspace.readBase(name))?.toString() ?? '';
    const text = typeof change === 'function' ? change(before) : change;
    contents.set(name, text === null ? null : Buffer.from(text));
  }
  await workspace.apply(
    [...contents]
      .filter(([name, content]) => content !== null || workspace.entry(name) !== undefined)
      .map(([name, content]) => ({ path: name, mode: '100644' as const, content })),
  );
  const findings = await openValidator(workspace, roots).validate(new AbortController().signal);
  return findings.map((found) => `${found.code} ${found.path}${found.line === null ? '' : `:${found.line}`}`);
}

const add = (text: string) => (before: string) => `${before}\n${text}\n`;

describe('a change that breaks nothing', () => {
  it.each<[string, Changes]>([
    ['words on a page with old problems', { 'index.mdx': add('More words.') }],
    [
      'old problems that move to another line',
      { 'index.mdx': (before) => before.replace('<Card', 'New line.\n\n<Card') },
    ],
    [
      'links that lead somewhere',
      { 'index.mdx': add('[a](/guide/install#steps) [b](guide/deploy.mdx) [c](/) [d](/legacy/deploy)') },
    ],
    [
      'what cannot be judged',
      {
        'index.mdx': add(
          '[a](https://example.test) [b](//example.test/x) [c](tel:1) [d](/api-reference/users/delete)',
        ),
      },
    ],
    [
      'anchors of components and of pages that take in others',
      { 'index.mdx': add('[a](/guide/deploy#what-if) [b](/guide/install#from-the-snippet)') },
    ],
    ['mending an old problem', { 'index.mdx': (before) => before.replace('[dead](/nowhere)', '') }],
  ])('%s', async (_, changes) => expect(await problems(changes)).toEqual([]));
});

describe('a change that breaks something', () => {
  it.each<[string, Changes, string[]]>([
    ['a dead link', { 'index.mdx': add('[x](/guide/instal)') }, ['link index.mdx:9']],
    ['a second dead link to the same place', { 'index.mdx': add('[x](/nowhere)') }, ['link index.mdx:9']],
    ['a dead link in a component', { 'index.mdx': add('<Card href="/none">x</Card>') }, ['link index.mdx:9']],
    [
      'a link up and out',
      { 'guide/install.mdx': add('[x](../../../etc/passwd)') },
      ['link guide/install.mdx:11'],
    ],
    [
      'a section that is not there',
      { 'index.mdx': add('[x](/guide/deploy#rollback)') },
      ['anchor index.mdx:9'],
    ],
    [
      'a section of the page itself',
      { 'guide/deploy.mdx': add('[x](#none)') },
      ['anchor guide/deploy.mdx:13'],
    ],
    [
      'a picture',
      { 'index.mdx': add('<img src="/images/none.png" /> ![y](images/no.png)') },
      ['image index.mdx:9', 'image index.mdx:9'],
    ],
    [
      'an import',
      { 'index.mdx': (before) => before.replace('<Card', 'import X from "/snippets/none.mdx"\n\n<Card') },
      ['active-content index.mdx:5', 'import index.mdx:5'],
    ],
    ['MDX', { 'index.mdx': add('a < b and {broken') }, ['syntax index.mdx:9']],
    [
      'an element that is not closed',
      { 'guide/deploy.mdx': add('<Note>\nhello') },
      ['syntax guide/deploy.mdx:13'],
    ],
    ['a code block', { 'guide/deploy.mdx': add('```sh\nls') }, ['unclosed-fence guide/deploy.mdx:13']],
    [
      'front matter',
      { 'guide/deploy.mdx': (before) => before.replace('title: Deploy', 'title: "Deploy') },
      ['front-matter guide/deploy.mdx:2'],
    ],
    [
      'a title that goes',
      { 'guide/deploy.mdx': (before) => before.replace('title: Deploy', 'icon: x') },
      ['no-title guide/deploy.mdx'],
    ],
    [
      'a character that could not be read',
      { 'guide/deploy.mdx': add('gr\uFFFDn') },
      ['encoding guide/deploy.mdx:13'],
    ],
    [
      'a page beside the navigation',
      { 'guide/new.mdx': '---\ntitle: New\n---\n' },
      ['page-not-in-navigation guide/new.mdx'],
    ],
    [
      'two files of one address',
      { 'guide/install.md': '# Install\n' },
      ['page-not-in-navigation guide/install.md', 'same-address guide/install.mdx'],
    ],
    [
      'an operation that is not there',
      { 'api/users.mdx': (before) => before.replace('GET', 'DELETE') },
      ['openapi api/users.mdx'],
    ],
    [
      'a document that is not there',
      { 'api/users.mdx': (before) => before.replace('"GET', '"none.json GET') },
      ['openapi api/users.mdx'],
    ],
  ])('%s', async (_, changes, expected) => expect((await problems(changes)).sort()).toEqual(expected.sort()));
});

describe('what a change breaks elsewhere', () => {
  it('pages that link to a deleted page, and the navigation', async () => {
    expect(await problems({ 'guide/deploy.mdx': null })).toEqual([
      'navigation-page docs.json',
      'link guide/install.mdx:9',
      'link index.mdx:7',
    ]);
  });

  it('links to a section that was renamed', async () => {
    expect(
      await problems({ 'guide/deploy.mdx': (before) => before.replaceAll('## Roll back', '## Undo') }),
    ).toEqual(['anchor guide/deploy.mdx:11', 'anchor index.mdx:7']);
  });

  it('pages that show a deleted picture or take in a deleted part', async () => {
    expect(await problems({ 'images/logo.png': null })).toEqual(['image index.mdx:7']);
    expect(await problems({ 'snippets/note.mdx': null })).toEqual(['import guide/install.mdx:5']);
  });

  it('pages of an operation that went, and links through a redirect that went', async () => {
    expect(await problems({ 'openapi.yaml': (before) => before.replace('    get: {}\n', '') })).toEqual([
      'openapi api/users.mdx',
    ]);
    expect(await problems({ 'docs.json': (before) => before.replace('/legacy/:slug*', '/other') })).toEqual([
      'link index.mdx:7',
    ]);
  });

  it('a navigation that names what is not there, names a page twice, or is no JSON', async () => {
    const named = (page: string) => ({
      'docs.json': (before: string) => before.replace('"guide/deploy"', page),
    });
    expect(await problems(named('"guide/deploy", "guide/none"'))).toEqual(['navigation-page docs.json']);
    expect(await problems(named('"guide/deploy", "index"'))).toEqual(['navigation-twice docs.json']);
    expect(await problems(named('"guide/deploy",,'))).toEqual([
      'navigation-syntax docs.json:9',
      // A file that cannot be parsed cannot be checked either.
      'directive docs.json:9',
    ]);
  });
});

describe('a site whose configuration is', () => {
  const page = '---\ntitle: A\n---\n';
  const json = (value: unknown): string => JSON.stringify(value, null, 2);

  it('in several files: $ref', async () => {
    const files = {
      'docs/docs.json': json({
        navigation: { $ref: './config/pages.json' },
        redirects: { $ref: 'moved.json' },
      }),
      'docs/config/pages.json': json({ groups: [{ group: 'A', pages: ['a', 'b'] }] }),
      'docs/moved.json': json([{ source: '/old/:name', destination: '/:name' }]),
      'docs/a.mdx': `${page}[old](/old/b)\n`,
      'docs/b.mdx': page,
    };
    const inDocs = (changes: Changes): Promise<string[]> => problems(changes, files, ['docs']);
    expect(await inDocs({ 'docs/a.mdx': add('[again](/old/b)') })).toEqual([]);
    expect(await inDocs({ 'docs/b.mdx': null })).toEqual(['navigation-page docs/docs.json']);
    expect(await inDocs({ 'docs/moved.json': '[]' })).toContain('link docs/a.mdx:4');
    expect(await inDocs({ 'docs/config/pages.json': '{\n"groups"' })).toContain(
      'navigation-syntax docs/config/pages.json:2',
    );
    expect(await inDocs({ 'docs/moved.json': null })).toContain('navigation-syntax docs/docs.json');
  });

  it('one with a root page of a group, and ignored files', async () => {
    const files = {
      'docs.json': json({ navigation: { groups: [{ group: 'A', root: 'start', pages: ['start', 'b'] }] } }),
      'start.mdx': page,
      'b.mdx': `${page}\n[start](/start)\n`,
      '.mintignore': 'drafts/\n',
    };
    expect(await problems({ 'b.mdx': add('More.'), 'drafts/c.mdx': page }, files)).toEqual([]);
    expect(await problems({ 'start.mdx': null }, files)).toEqual([
      'link b.mdx:5',
      'navigation-page docs.json',
    ]);
    expect(await problems({ '.mintignore': 'b.mdx\n' }, files)).toContain('navigation-page docs.json');
  });

  it('a mint.json', async () => {
    const files = {
      'mint.json': json({
        navigation: [
          { group: 'A', pages: ['a'] },
          { group: 'New', version: 'v2', pages: ['b'] },
        ],
        versions: ['v2', 'v1'],
        openapi: 'api.yaml',
      }),
      'a.mdx': page,
      'b.mdx': page,
      'api.yaml': 'openapi: 3.1.0\npaths:\n  /users:\n    get: {}\n',
    };
    expect(await problems({ 'a.mdx': add('[b](/b)') }, files)).toEqual([]);
    expect(
      await problems({ 'mint.json': (before) => before.replace('"b"', '"b", "b", "c"') }, files),
    ).toEqual(['navigation-twice mint.json', 'navigation-page mint.json']);
    expect(await problems({ 'b.mdx': '---\ntitle: B\nopenapi: POST /users\n---\n' }, files)).toEqual([
      'openapi b.mdx',
    ]);
  });
});

describe('plain Markdown without docs.json', () => {
  const plain = {
    'docs/index.md': '# Home\n\n[a](a.md#one) <a name="spot"></a> {x < y}\n',
    'docs/a.md': '# A\n\n## One {#one}\n',
  };
  it('has links and anchors checked, braces and angles left alone, no navigation', async () => {
    expect(
      await problems({ 'docs/index.md': add('[b](b.md) [c](a.html) [d](#spot) if a < b {') }, plain),
    ).toEqual(['link docs/index.md:5']);
    expect(await problems({ 'docs/new.md': 'no title\n' }, plain)).toEqual([]);
    expect(await problems({ 'docs/a.md': '# A\n' }, plain)).toEqual(['anchor docs/index.md:3']);
  });
});

it('shows the model ten findings and says how many there are', async () => {
  const links = Array.from({ length: 15 }, (_, i) => `[x](/none-${i})`).join('\n');
  await problems({ 'index.mdx': add(links) });
  const findings = await openValidator(opened as Workspace, ['']).validate(new AbortController().signal);
  const text = describeFindings(findings);
  expect(text.split('\n')).toHaveLength(12);
  expect(text).toMatch(
    /^15 new problems:\n- index\.mdx:9: The link "\/none-0" does not point to an existing file\./,
  );
  expect(text).toContain('[5 more will be shown when these are fixed.]');
  expect(describeFindings([])).toBe('No new problems.');
});
