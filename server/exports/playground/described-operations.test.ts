import { expect, test } from 'vitest';
import { operationsIn } from './described-operations.ts';

const PATHS = {
  '/pets': {
    parameters: [],
    get: {
      summary: 'List pets',
      operationId: 'listPets',
      parameters: [{ name: 'limit', description: 'How many.' }, { $ref: '#/components/parameters/page' }],
      responses: { 200: { description: 'The pets.' } },
    },
    post: { description: 'Adds one.' },
  },
};

test.each([
  ['JSON', JSON.stringify({ openapi: '3.1.0', paths: PATHS })],
  ['YAML', `openapi: 3.1.0\npaths: ${JSON.stringify(PATHS)}\n`],
])('operations are known by name, with what is said of them (%s)', async (_format, text) => {
  expect(await operationsIn(text)).toEqual([
    { name: 'List pets', texts: ['GET /pets', 'listPets', 'limit: How many.', 'The pets.'] },
    { name: 'POST /pets', texts: ['Adds one.'] },
  ]);
});

test.each([
  ['another document', '{"paths":{"/a":{"get":{}}}}'],
  ['one that cannot be read', '{"openapi":"3.1.0",'],
  ['one whose paths are none', '{"openapi":"3.1.0","paths":[null,3,"a"]}'],
])('%s has none', async (_what, text) => {
  expect(await operationsIn(text)).toEqual([]);
});
