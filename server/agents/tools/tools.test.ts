import { Ajv } from 'ajv';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workspaceOfFiles } from '../workspace/repository.test-support.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readFault } from './readable-files.ts';
import type { ToolOutcome } from './tool.ts';
import { describeTools, runTool } from './tools.ts';
import { type PathPolicy, writeFault } from './writable-files.ts';

const opened: Workspace[] = [];
afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.close();
});

type Desk = Readonly<{
  workspace: Workspace;
  use: (name: string, args: Record<string, unknown>) => Promise<ToolOutcome & { wellFormed: boolean }>;
  content: (path: string) => Promise<string | null>;
}>;

/** Opens a workspace with the tools, and applies outcomes as the loop does. */
async function desk(files: Record<string, string>, roots: readonly string[] = ['']): Promise<Desk> {
  const { workspace } = await workspaceOfFiles(files);
  opened.push(workspace);
  const seen = new Map<string, string>();
  const intents = new Set<string>();
  return {
    workspace,
    content: async (name) => (await workspace.read(name))?.toString() ?? null,
    use: async (name, args) => {
      const call = { id: 'c', name, arguments: args, raw: JSON.stringify(args) };
      const outcome = await runTool(call, {
        workspace,
        policy: { roots, allowed: [] },
        seen,
        intents,
        check: async (paths) => `checked ${paths?.join() ?? 'all'}`,
        signal: new AbortController().signal,
      });
      if (outcome.changes) await workspace.apply(outcome.changes);
      for (const [file, hash] of Object.entries(outcome.seen ?? {})) {
        if (hash === null) seen.delete(file);
        else seen.set(file, hash);
      }
      if (outcome.intent) intents.add(outcome.intent);
      return outcome;
    },
  };
}

describe('what a model is told', () => {
  it.each(describeTools())('$name has a strict, flat schema', ({ parameters, description }) => {
    expect(() => new Ajv({ strict: false }).compile(parameters)).not.toThrow();
    const properties = parameters.properties as Record<string, Record<string, unknown>>;
    expect(parameters.additionalProperties).toBe(false);
    expect(parameters.required).toEqual(Object.keys(properties));
    expect(JSON.stringify(parameters)).not.toMatch(/"type":"object".*"type":"object"|\$ref/);
    expect(description.length).toBeGreaterThan(20);
  });

  it('is short: all tools together are below 2,500 tokens', () => {
    expect(JSON.stringify(describeTools()).length / 4).toBeLessThan(2500);
  });
});

describe('looking', () => {
  it('lists by folder and glob and says how many more there are', async () => {
    const { use } = await desk({ 'docs/a.md': 'a', 'docs/b.mdx': 'b', 'src/x.ts': 'x', '.env': 'SECRET=1' });
    expect((await use('list', {})).text).toBe('docs/a.md\t1\ndocs/b.mdx\t1\nsrc/x.ts\t1');
    expect((await use('list', { path: './docs/', glob: '*.mdx', limit: null })).text).toBe('docs/b.mdx\t1');
    expect((await use('list', { path: 'docs', limit: '1' })).text).toContain('[1 more.');
    expect((await use('list', { path: 'none' })).ok).toBe(false);
  });

  it('searches without showing files that may contain secrets', async () => {
    const { use } = await desk({
      'docs/a.md': 'one\ntwo needle\nthree\n',
      'prod.key': 'needle',
      '.env.local': 'needle',
    });
    expect((await use('search', { pattern: 'NEEDLE' })).text).toBe('docs/a.md:2: two needle');
    expect((await use('search', { pattern: 'needle', context: 1 })).text).toContain('docs/a.md:3: three');
    expect((await use('search', { pattern: 'needle', glob: '*.rst' })).text).toBe('Nothing found.');
    expect((await use('search', { pattern: '(', is_regex: true })).ok).toBe(false);
  });

  it('says that a search left out matches, also those beyond the most of one file', async () => {
    const { use } = await desk({
      'a.md': 'needle\n'.repeat(200),
      'b/long.md': `needle ${'x'.repeat(100)}\n`.repeat(300),
    });
    const search = async (args: Record<string, unknown>): Promise<string> =>
      (await use('search', { pattern: 'needle', ...args })).text;
    expect((await search({ glob: 'a.md', limit: 200 })).split('\n')).toHaveLength(200);
    expect(await search({ glob: 'a.md' })).toContain('[150 more matches. Use');
    expect(await search({ glob: 'b/*.md', limit: 200 })).toMatch(
      /Cut here.*\n\[There may be more matches: the search stopped before it counted all\./,
    );
    expect(await search({ limit: 200 })).toContain('[At least 200 more matches: the search stopped');
  });

  it('does not claim that nothing matches when a search stopped early', async () => {
    const long = `${'x'.repeat(1000)}\n`.repeat(199);
    const many = Array.from({ length: 12 }, (_, index) => [`m${index}.md`, long]);
    const { use } = await desk({ ...Object.fromEntries(many), 'z.md': 'x needle\n' });
    expect((await use('search', { pattern: 'needle', glob: 'z.md' })).text).toBe('z.md:1: x needle');
    expect((await use('search', { pattern: 'x', glob: 'z.md' })).text).toMatch(/search stopped before/);
  });

  it('reads with numbers, in parts, and shows what is hidden', async () => {
    const { use, workspace } = await desk({
      'a.md': 'one\r\ntwo\u{e0041}\u{e0042}\r\nthree\r\n',
      'long.md': Array.from({ length: 1000 }, (_, i) => `line ${i + 1}`).join('\n'),
      'wide.md': `${'x'.repeat(50_000)}\n`.repeat(30),
      '.env': 'x',
    });
    const picture = Buffer.from([0x89, 0x50, 0, 1]);
    await workspace.apply([{ path: 'image.png', mode: '100644', content: picture }]);
    expect((await use('read', { path: '/a.md' })).text).toMatch(
      /^a\.md, lines 1 to 3 of 3, hash [0-9a-f]{12}\n1\tone\n2\ttwo⟨U\+E0041⟩⟨U\+E0042⟩\n3\tthree$/,
    );
    expect((await use('read', { path: 'long.md' })).text).toContain(
      '[600 more lines. Read on with start_line 401.]',
    );
    expect((await use('read', { path: 'long.md', start_line: 999 })).text).toContain(
      '999\tline 999\n1000\tline 1000',
    );
    const wide = (await use('read', { path: 'wide.md' })).text;
    expect(Buffer.byteLength(wide)).toBeLessThan(17_000);
    expect(wide).toContain('[Cut here:');
    expect((await use('read', { path: 'image.png' })).text).toBe('image.png is not UTF-8 text.');
    expect((await use('read', { path: '.env' })).text).toContain('may contain secrets');
    expect((await use('read', { path: 'docs/A.mdx' })).text).toContain('Did you mean a.md');
  });
});

describe('edit', () => {
  const page = '# Title\n\nRun `npm install` first.\n\n- one\n  - two\n    - three\n';
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);
  const pages = {
    'a.md': page,
    'indented.md': '  x\n  y\n\n    x\n    y\n',
    'bytes.md': '\uFEFFone\r\ntwo\r\nthree\nfour',
    'ends.md': 'start\nkept line\nend\n',
    'same.md': 'same\nsame\nRun the installer as root.\n',
    'long.md': lines.join('\n'),
  };

  it('wants the file read first, and read again after somebody else changed it', async () => {
    const { use, workspace } = await desk(pages);
    const args = { path: 'a.md', old_text: 'npm install', new_text: 'npm ci' };
    expect((await use('edit', args)).text).toBe('Read a.md before changing it.');
    await use('read', { path: 'a.md' });
    await workspace.apply([{ path: 'a.md', mode: '100644', content: Buffer.from(`${page}more\n`) }]);
    expect((await use('edit', args)).text).toContain('has changed since it was read');
    await use('read', { path: 'a.md' });
    expect((await use('edit', args)).ok).toBe(true);
    expect((await use('edit', { ...args, old_text: 'npm ci', new_text: 'npm i' })).ok).toBe(true);
  });

  it('changes exactly what was found and keeps every other byte', async () => {
    const { use, content } = await desk(pages);
    await use('read', { path: 'bytes.md' });
    expect(
      (await use('edit', { path: 'bytes.md', old_text: 'two\nthree', new_text: 'TWO\nmore\nTHREE' })).ok,
    ).toBe(true);
    expect(await content('bytes.md')).toBe('\uFEFFone\r\nTWO\r\nmore\r\nTHREE\nfour');
  });

  it('finds a text but for trailing spaces or a common indentation, only where there is one such place', async () => {
    const { use, content } = await desk(pages);
    await use('read', { path: 'a.md' });
    const loose = await use('edit', {
      path: 'a.md',
      old_text: '- two\n  - three',
      new_text: '- two\n  - 3\n  - 4',
    });
    expect(loose.text).toContain('ignoring indentation');
    expect(await content('a.md')).toContain('- one\n  - two\n    - 3\n    - 4\n');
    expect(
      (await use('edit', { path: 'a.md', old_text: '# Title  \n\nRun', new_text: '# T\n\nRun' })).ok,
    ).toBe(false);
    expect((await use('edit', { path: 'a.md', old_text: '# Title  \n', new_text: '# T\n' })).text).toContain(
      'trailing spaces',
    );
    await use('read', { path: 'indented.md' });
    expect((await use('edit', { path: 'indented.md', old_text: ' x\n y', new_text: 'z' })).ok).toBe(false);
  });

  it('never takes a beginning and an end for a match', async () => {
    const { use, content } = await desk(pages);
    await use('read', { path: 'ends.md' });
    expect(
      (await use('edit', { path: 'ends.md', old_text: 'start\nother line\nend', new_text: 'gone' })).ok,
    ).toBe(false);
    expect(await content('ends.md')).toBe('start\nkept line\nend\n');
  });

  it('says how often a text stands there, or what is most like it', async () => {
    const { use } = await desk(pages);
    await use('read', { path: 'same.md' });
    const replaceSame = { path: 'same.md', old_text: 'same', new_text: 'x' };
    expect((await use('edit', replaceSame)).text).toContain('2 times');
    expect(
      (await use('edit', { path: 'same.md', old_text: 'Run the installer as admin.', new_text: 'x' })).text,
    ).toContain('3\tRun the installer as root.');
    expect((await use('edit', { ...replaceSame, replace_all: true })).ok).toBe(true);
  });

  it.each([
    '# Title\n\n... rest of the file unchanged ...',
    '<!-- keep existing content -->',
    '{/* existing content here */}',
    '(rest of the page stays the same)',
  ])('refuses words that stand for text: %s', async (new_text) => {
    const { use } = await desk(pages);
    await use('read', { path: 'a.md' });
    expect((await use('edit', { path: 'a.md', old_text: '# Title', new_text })).text).toContain(
      'in place of part of the content',
    );
    expect((await use('create', { path: 'b.md', text: new_text })).ok).toBe(false);
  });

  it('takes dots and such words where they are text', async () => {
    const { use } = await desk(pages);
    await use('read', { path: 'a.md' });
    const new_text =
      '# Title\n\n```\n$ build\n...\ndone\n```\nThe rest of the guide covers setup. Keep your existing keys.';
    expect((await use('edit', { path: 'a.md', old_text: '# Title', new_text })).ok).toBe(true);
  });

  it('asks once before most of a file goes', async () => {
    const { use, content } = await desk(pages);
    await use('read', { path: 'long.md' });
    const args = { path: 'long.md', old_text: lines.slice(10, 60).join('\n'), new_text: 'short' };
    expect((await use('edit', args)).text).toContain('51 of 100 lines');
    expect((await content('long.md'))?.split('\n')).toHaveLength(100);
    expect((await use('edit', args)).ok).toBe(true);
    expect((await content('long.md'))?.split('\n')).toHaveLength(51);
  });

  it('brings no invisible characters in', async () => {
    const { use } = await desk(pages);
    await use('read', { path: 'a.md' });
    const hidden = await use('edit', { path: 'a.md', old_text: 'first', new_text: 'fir\u200bst\u{e0049}' });
    expect(hidden.text).toContain('U+200B, U+E0049');
  });
});

describe('insert, create, move, delete', () => {
  it('add and take whole lines and files', async () => {
    const { use, content, workspace } = await desk({ 'a.md': 'one\ntwo', 'crlf.md': 'one\r\n' });
    await use('read', { path: 'a.md' });
    await use('read', { path: 'crlf.md' });
    await use('insert', { path: 'a.md', after_line: 2, text: 'three' });
    await use('insert', { path: 'a.md', after_line: 0, text: 'zero\n' });
    await use('insert', { path: 'a.md', after_line: '1', text: 'half' });
    expect(await content('a.md')).toBe('zero\nhalf\none\ntwo\nthree');
    await use('insert', { path: 'crlf.md', after_line: 1, text: 'two\nthree' });
    expect(await content('crlf.md')).toBe('one\r\ntwo\r\nthree\r\n');
    expect((await use('insert', { path: 'a.md', after_line: 9, text: 'x' })).text).toBe(
      'a.md has only 5 lines.',
    );
    expect((await use('create', { path: 'new/b.md', text: 'b' })).ok).toBe(true);
    expect(await content('new/b.md')).toBe('b\n');
    expect((await use('create', { path: 'a.md', text: 'x' })).text).toContain('already exists');
    expect((await use('move', { path: 'new/b.md', to: 'new/c.md' })).ok).toBe(true);
    expect((await use('delete', { path: 'new/c.md' })).ok).toBe(true);
    expect((await use('move', { path: 'a.md', to: 'crlf.md' })).ok).toBe(false);
    expect(workspace.paths()).toEqual(['a.md', 'crlf.md']);
  });
});

describe('nav', () => {
  const docs = `{
  "name": "Docs",
  "navigation": {
    "tabs": [
      { "tab": "Guides", "groups": [
        { "group": "Start", "pages": ["index", "quickstart"] },
        { "group": "Run", "pages": [
          "run/deploy",
          { "group": "Deep", "pages": [] }
        ] }
      ] }
    ]
  }
}
`;
  it('changes the array that is meant and no other byte', async () => {
    const { use, content } = await desk({ 'docs.json': docs });
    const nav = (operation: string, page: string, rest: object = {}) =>
      use('nav', { operation, page, ...rest });
    expect((await nav('add', '/new.mdx', { after: 'index' })).text).toBe('Put new after index.');
    expect(await content('docs.json')).toBe(
      docs.replace('["index", "quickstart"]', '["index", "new", "quickstart"]'),
    );
    expect((await nav('add', 'run/scale', { group: 'run' })).ok).toBe(true);
    expect(await content('docs.json')).toContain(
      '{ "group": "Deep", "pages": [] },\n          "run/scale"\n',
    );
    expect((await nav('add', 'deep/x', { group: 'Deep' })).ok).toBe(true);
    expect((await nav('move', 'quickstart', { group: 'Deep' })).ok).toBe(true);
    expect(await content('docs.json')).toContain('"pages": ["deep/x", "quickstart"]');
    expect((await nav('rename', 'run/deploy', { to: 'run/ship.mdx' })).ok).toBe(true);
    expect((await nav('redirect', 'run/deploy', { to: 'run/ship' })).ok).toBe(true);
    expect((await nav('remove', 'index')).ok).toBe(true);
    const parsed = JSON.parse((await content('docs.json')) ?? '') as Record<string, unknown>;
    expect(parsed.redirects).toEqual([{ source: '/run/deploy', destination: '/run/ship' }]);
    expect(JSON.stringify(parsed.navigation)).toContain('"pages":["new"]');
    expect((await nav('redirect', 'run/x', { to: 'y' })).ok).toBe(true);
    expect((await nav('remove', 'new')).ok).toBe(true);
    expect(JSON.stringify(JSON.parse((await content('docs.json')) ?? ''))).toContain(
      '"group":"Start","pages":[]',
    );
  });

  it('says what it needs to know', async () => {
    const { use } = await desk({ 'docs.json': docs });
    expect((await use('nav', { operation: 'add', page: 'x' })).text).toContain('Groups: Start, Run, Deep.');
    expect((await use('nav', { operation: 'remove', page: 'x' })).text).toContain(
      'Pages in the navigation include index',
    );
    expect((await use('nav', { operation: 'add', page: 'index', group: 'Run' })).text).toContain('already');
    await use('read', { path: 'docs.json' });
    expect((await use('edit', { path: 'docs.json', old_text: 'Docs', new_text: 'x' })).text).toContain(
      'nav tool',
    );
    const broken = await desk({ 'docs.json': '{\n  "navigation": [,]\n}' });
    expect((await broken.use('nav', { operation: 'remove', page: 'x' })).text).toContain('on line 2');
    const none = await desk({ 'a.md': 'x' });
    expect((await none.use('nav', { operation: 'remove', page: 'x' })).text).toContain(
      'This site has no docs.json',
    );
  });
});

describe('plan', () => {
  it('takes steps as lists and as lines', async () => {
    const { use } = await desk({ 'a.md': 'x' });
    const outcome = await use('todo', { items: '[x] read\n- [>] edit\ncheck' });
    expect(outcome.todo).toEqual([
      { state: 'done', text: 'read' },
      { state: 'doing', text: 'edit' },
      { state: 'open', text: 'check' },
    ]);
    expect((await use('check', {})).text).toBe('checked all');
    expect(
      (await use('finish', { title: 'Done', summary: 'All of it', no_change_needed: '' })).finish,
    ).toEqual({
      title: 'Done',
      summary: 'All of it',
      noChangeReason: null,
    });
  });
});

describe('calls that are no good', () => {
  let use: Desk['use'];
  let workspace: Workspace;
  beforeAll(async () => {
    ({ use, workspace } = await desk({ 'a.md': 'x' }));
    opened.splice(opened.indexOf(workspace), 1); // all cases use it
  });
  afterAll(() => workspace.close());

  it.each([
    ['bash', { command: 'ls' }, 'There is no tool "bash"'],
    ['read', {}, 'path: '],
    ['read', { path: 'a.md', extra: 1 }, 'extra'],
    ['read', { path: 5 }, 'path: '],
    ['edit', { path: 'a.md', old_text: 'x' }, 'new_text: '],
    ['nav', { operation: 'burn', page: 'x' }, 'operation: '],
    ['create', { path: 'b.md', text: 'x'.repeat(700_000) }, 'larger than'],
  ])('%s %o is answered with what to do', async (name, args, said) => {
    const outcome = await use(name, args);
    expect(outcome).toMatchObject({ ok: false, wellFormed: false });
    expect(outcome.text).toContain(said);
    expect(outcome.text.length).toBeLessThan(1000);
  });
});

describe('the path policy', () => {
  const policy: PathPolicy = { roots: ['docs'], allowed: ['docs/AGENTS.md'] };

  it.each([
    ['outside the roots', ['README.md', 'docsx/a.md', '../docs/a.md', 'docs/../a.md', 'docs', 'docs/']],
    [
      'that agents take orders from',
      [
        ...[
          'docs/sub/AGENTS.md',
          'docs/agents.md',
          'docs/AGENTS.mdx',
          'docs/AGENTS.override.md',
          'docs/AGENTS.rst',
        ],
        ...['docs/CLAUDE.md', 'docs/CLAUDE.local.md', 'docs/GEMINI.md', 'docs/SKILL.md', 'docs/WARP.md'],
        ...[
          'docs/.clinerules',
          'docs/.clinerules/a.md',
          'docs/.kiro/steering/a.md',
          'docs/.windsurf/rules/a.md',
        ],
        ...['docs/.cursor/rules/a.md', 'docs/.cursorrules', 'docs/.aider.conf.yml', 'docs/.roo/rules/a.md'],
        ...[
          'docs/.junie/guidelines.md',
          'docs/.mintlify/AGENTS.md',
          'docs/.amazonq/rules/a.md',
          'docs/llms.txt',
        ],
        ...['docs/a.instructions.md', 'docs/release.prompt.md', 'docs/copilot-instructions.md'],
      ],
    ],
    [
      'of a continuous integration',
      [
        ...[
          'docs/.github/workflows/ci.yml',
          'docs/.gitlab-ci.yml',
          'docs/.drone.yml',
          'docs/.circleci/config.yml',
        ],
        ...['docs/bitbucket-pipelines.yml', 'docs/buildspec.yml', 'docs/cloudbuild.yaml', 'docs/wercker.yml'],
        ...['docs/azure-pipelines.yml', 'docs/appveyor.yml', 'docs/Jenkinsfile', 'docs/.tekton/a.yaml'],
      ],
    ],
    [
      'of a build or a host',
      [
        ...['docs/package.json', 'docs/package-lock.json', 'docs/pnpm-lock.yaml', 'docs/tsconfig.json'],
        ...['docs/turbo.json', 'docs/nx.json', 'docs/deno.json', 'docs/bun.lock', 'docs/netlify.toml'],
        ...[
          'docs/amplify.yml',
          'docs/render.yaml',
          'docs/app.yaml',
          'docs/environment.yml',
          'docs/meta.yaml',
        ],
        ...['docs/requirements.txt', 'docs/conanfile.txt', 'docs/CMakeLists.txt', 'docs/robots.txt'],
        ...['docs/Makefile', 'docs/Dockerfile', 'docs/docker-compose.yml', 'docs/kustomization.yaml'],
        ...['docs/node_modules/x/readme.md', 'docs/renovate.json5', 'docs/plugins.json', 'docs/babel.json'],
      ],
    ],
    [
      'that configures a generator',
      [
        ...[
          'docs/mkdocs.yml',
          'docs/mkdocs.en.yaml',
          'docs/_config.yml',
          'docs/_quarto.yml',
          'docs/antora.yml',
        ],
        ...[
          'docs/conf.py',
          'docs/book.toml',
          'docs/hugo.yaml',
          'docs/config.yaml',
          'docs/myst.yml',
          'docs/docfx.json',
        ],
        ...[
          'docs/openapi-generator-config.yml',
          'docs/openapitools.json',
          'docs/.pages',
          'docs/_layouts/a.md',
        ],
      ],
    ],
    [
      'of another kind, or with secrets',
      [
        ...[
          'docs/script.js',
          'docs/run.sh',
          'docs/logo.svg',
          'docs/style.css',
          'docs/a.html',
          'docs/notes.txt',
        ],
        ...['docs/.env', 'docs/tls.key', 'docs/secrets.yaml', 'docs/.vscode/x.json', 'docs/.husky/x.md'],
      ],
    ],
  ])('no file is written %s', (_, names) => {
    expect(names.filter((name) => writeFault(name, policy) === null)).toEqual([]);
  });

  it.each([
    ...[
      'docs/a.md',
      'docs/deep/größe.mdx',
      'docs/a.markdown',
      'docs/a.rst',
      'docs/a.adoc',
      'docs/a.asciidoc',
    ],
    ...[
      'docs/secrets.mdx',
      'docs/netlify.md',
      'docs/credentials.md',
      'docs/github/index.md',
      'docs/agents.mdx',
    ],
    ...['docs/agents/index.md', 'docs/AGENTS.md', 'docs/README.md', 'docs/package.md', 'docs/snippets/a.txt'],
    ...[
      'docs/docs.json',
      'docs/guide/_category_.json',
      'docs/_category_.yml',
      'docs/_meta.json',
      'docs/toc.yml',
    ],
    ...[
      'docs/api/openapi.yaml',
      'docs/petstore.openapi.json',
      'docs/admin-openapi-v2.json',
      'docs/swagger.json',
    ],
  ])('%s is written', (name) => expect(writeFault(name, policy)).toBeNull());

  it.each(['.env', 'a/.env.production', 'x.pem', 'id_rsa', '.npmrc', '.aws/credentials', 'secrets.json'])(
    '%s is not read',
    (name) => expect(readFault(name, policy)).not.toBeNull(),
  );

  it('holds for every tool that writes', async () => {
    const { use, workspace } = await desk(
      { 'docs/a.md': 'x\n', 'README.md': 'readme\n', '.github/ci.yml': 'x\n' },
      ['docs'],
    );
    for (const name of ['README.md', '.github/ci.yml']) {
      await use('read', { path: name });
      await use('edit', { path: name, old_text: 'x', new_text: 'y' });
      await use('insert', { path: name, after_line: 0, text: 'y' });
      await use('delete', { path: name });
      await use('move', { path: name, to: 'docs/b.md' });
      await use('move', { path: 'docs/a.md', to: `x-${name}` });
      await use('create', { path: `new-${name}`, text: 'y' });
    }
    expect(workspace.changes().size).toBe(0);
  });
});
