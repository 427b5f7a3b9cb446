import { expect, test } from 'vitest';
import { isApiDescription, mayBeApiDescription } from './api-description.ts';

test.each([
  ['OpenAPI 3 in JSON', '{\n  "openapi": "3.0.3",\n  "info": {}\n}'],
  ['OpenAPI 3 with sorted keys', '{"components":{"schemas":{}},"info":{},"openapi":"3.1.0"}'],
  ['Swagger 2 in JSON', '{"swagger":"2.0"}'],
  ['OpenAPI 3 in YAML', '# ours\nopenapi: 3.1.0\ninfo:\n  title: A'],
  ['a quoted version in YAML', "---\nopenapi: '3.0.0'\n"],
  ['AsyncAPI in YAML', 'asyncapi: 2.6.0\n'],
])('%s describes an API', (_what, text) => {
  expect(isApiDescription(text)).toBe(true);
});

test.each([
  ['an index of pages', '{"docs":[{"title":"openapi","text":"openapi: 3"}]}'],
  ['a text about one', 'Write `openapi: 3.1.0` at the beginning.'],
  ['a page', '<!doctype html><title>openapi</title>'],
  ['nothing', ''],
])('%s does not', (_what, text) => {
  expect(isApiDescription(text)).toBe(false);
});

test('data alone is read for it', () => {
  expect(mayBeApiDescription('/api/openapi.yaml?v=2', '')).toBe(true);
  expect(mayBeApiDescription('/v3/api-docs', 'application/json')).toBe(true);
  expect(mayBeApiDescription('/guide.md', 'text/markdown')).toBe(false);
});
