import { expect, it } from 'vitest';
import type { z } from 'zod';
import { allEndpoints } from './endpoints.ts';
import type { Services } from './services.ts';

// Only the descriptions of the operations are needed: no handler runs.
const endpoints = allEndpoints({} as Services, '0.0.0');

function refusesUnknown(schema: z.ZodType): boolean {
  const issues = schema.safeParse({ noSuchField: 1 }).error?.issues ?? [];
  return issues.some(({ code }) => code === 'unrecognized_keys');
}
const withUnknown = (part: 'body' | 'query') =>
  endpoints.flatMap(({ operationId, [part]: schema }) =>
    schema && !refusesUnknown(schema) ? [operationId] : [],
  );

it('is the documented calls and those of the compatible editions that ignore unknown fields, and no other', () => {
  expect(withUnknown('body').sort()).toEqual([
    'createAgentJob',
    'createAgentSession',
    'createBundleLink',
    'messageAgentJob',
    'startExportJob',
    'startProjectExport',
  ]);
});

it('is the list of the first edition that ignores unknown query parameters, and links that take any', () => {
  expect(withUnknown('query').sort()).toEqual(['downloadBundle', 'listAgentSessions', 'openReview']);
});
