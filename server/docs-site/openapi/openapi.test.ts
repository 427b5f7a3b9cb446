import { expect, it } from 'vitest';
import { makeSite } from '../site.test-support.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com/{stage}', variables: { stage: { default: 'v1' } } }],
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'p1' } }],
      post: {
        tags: ['pets'],
        summary: 'Rename a pet',
        description: 'Gives it **another** name.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'Renamed',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'Unknown' },
        },
      },
      get: { tags: ['pets'], summary: 'Get a pet', 'x-hidden': true, responses: {} },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'Its name', maxLength: 20 },
          kind: { type: 'string', enum: ['cat', 'dog'] },
          share: { $ref: '#/components/schemas/100%' },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
};

const files = (config: object, page: string): Record<string, string> => ({
  'docs.json': JSON.stringify({ name: 'Pets', ...config }),
  'openapi.json': JSON.stringify(DOCUMENT),
  'rename.mdx': page,
});

it('makes a page of an operation that front matter names, with examples beside it', async () => {
  const {
    files: written,
    content,
    findings,
  } = await makeSite(
    files({ navigation: { pages: ['rename'] } }, '---\nopenapi: post /pets/{id}\n---\n\nFirst words.\n'),
  );
  const page = written.get('rename.html') ?? '';
  expect(findings).toEqual([]);
  expect(page).toContain('<h1 id="page-title">Rename a pet</h1>');
  for (const part of [
    'First words.',
    'another</strong> name',
    'operation-path">/pets/{id}',
    'id="param-id"',
    'enum&#x3C;string>',
    'at most 20',
    'Unknown',
  ]) {
    expect(content('rename.html')).toContain(part);
  }
  expect(page).toContain('https://api.example.com/v1/pets/p1');
  for (const language of ['cURL', 'JavaScript', 'Python', 'Go'])
    expect(page).toContain(`>${language}</button>`);
});

it('makes pages of all operations where the navigation names the document alone, and of none that is hidden', async () => {
  const { files: written, findings } = await makeSite(
    files(
      {
        navigation: {
          tabs: [
            { tab: 'Guide', pages: ['rename'] },
            { tab: 'API', openapi: { source: 'openapi.json', directory: 'calls' } },
          ],
        },
      },
      'Text\n',
    ),
  );
  expect(findings).toEqual([]);
  expect([...written.keys()].filter((name) => name.startsWith('calls/'))).toEqual([
    'calls/pets/rename-a-pet.html',
  ]);
});

it('says which operations are nowhere, and which are in documents of the network', async () => {
  const missing = await makeSite(
    files({ navigation: { pages: ['rename'] } }, '---\nopenapi: GET /none\n---\n'),
  );
  expect(missing.findings).toMatchObject([
    { code: 'missing-operation', file: 'rename.mdx', message: 'No OpenAPI document contains GET /none.' },
  ]);
  const remote = await makeSite(
    files(
      { api: { openapi: 'https://example.com/a.json' }, navigation: { pages: ['rename'] } },
      '---\nopenapi: GET /none\n---\n',
    ),
  );
  expect(remote.findings).toMatchObject([{ code: 'remote-file', file: 'rename.mdx' }]);
});

it('offers a form that calls the operation, unless docs.json leaves it out', async () => {
  const page = '---\ntitle: Rename\nopenapi: POST /pets/{id}\n---\n';
  const { content } = await makeSite(files({}, page));
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(content('rename.html')) ?? [];
  expect(form).toContain('data-method="POST" data-url="https://api.example.com/v1/pets/{id}"');
  expect(form).toContain('data-type="application/json"');
  expect(form).toMatch(/name="path:id" value="p1"[^>]* required/);
  expect(form).toContain('name="header:Authorization"');
  const without = await makeSite(files({ api: { playground: { display: 'none' } } }, page));
  expect(without.content('rename.html')).not.toContain('<form');
});

it('says that no pages are made of AsyncAPI and GraphQL documents', async () => {
  const navigation = {
    groups: [
      {
        group: 'Events',
        asyncapi: ['a.json', 'b.json'],
        graphql: { source: 'c.graphql' },
        pages: ['rename'],
      },
    ],
  };
  const { findings } = await makeSite(files({ navigation }, '---\nasyncapi: a.json users\n---\n'));
  const found = findings.filter(({ code }) => code === 'unsupported-api');
  expect(found.map(({ file, message }) => [file, / so (.*) was left out/.exec(message)?.[1]])).toEqual([
    ['docs.json', 'a.json'],
    ['docs.json', 'b.json'],
    ['docs.json', 'c.graphql'],
    ['rename.mdx', 'a.json users'],
  ]);
});
