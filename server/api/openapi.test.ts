import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { keyScopes } from '../store/keys.ts';
import { allEndpoints } from './endpoints.ts';
import { openApi } from './openapi.ts';
import { exampleOf } from './reference/example.ts';
import { type JsonSchema, nameOf } from './reference/fields.ts';
import { referenceOf } from './reference/reference.ts';
import type { Services } from './services.ts';

// Only the descriptions of the operations are needed: no handler runs.
const endpoints = allEndpoints({} as Services, '0.0.0');
const description = openApi(endpoints);
const { schemas } = description.components as { schemas: Record<string, JsonSchema> };
const reference = referenceOf(description);
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation: operation as Told,
  })),
);

type Told = Readonly<{
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly Readonly<{ adminKey: readonly string[] }>[];
  parameters?: readonly Readonly<{ name: string; in: string; required: boolean }>[];
  requestBody?: Readonly<{ required: boolean; content: Content }>;
  responses: Readonly<Record<string, Readonly<{ $ref?: string; content?: Content }>>>;
}>;
type Content = Readonly<Record<string, Readonly<{ schema: JsonSchema; example?: unknown }>>>;

describe('openapi.json', () => {
  it('is valid OpenAPI 3.1, and its references lead somewhere', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('carries the version of the documented API', () => {
    expect(description.info).toMatchObject({ version: '2.0.0' });
  });

  it('holds every operation of the router and nothing else', () => {
    const routed = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(routed.sort());
  });

  it('tells of each operation what it is called, does and needs', () => {
    const sections = (description.tags as { name: string }[]).map(({ name }) => name);
    for (const { name, operation } of operations) {
      expect(operation.summary, name).toMatch(/^[A-Z].{5,60}[^.]$/);
      expect(operation.description, name).toMatch(/\.$/);
      expect(operation.operationId, name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
      expect(operation.tags, name).toHaveLength(1);
      expect(sections, name).toContain(operation.tags[0]);
      const scopes = operation.security.flatMap(({ adminKey }) => adminKey);
      expect(scopes.length, name).toBe(operation.security.length);
      for (const scope of scopes) expect(keyScopes, name).toContain(scope);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves nothing but health, description and links open', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/bundles/{jobId}/{file}',
      '/healthz',
      '/openapi.json',
      '/reference',
      '/review/{id}',
    ]);
  });

  it('declares the parameters of each path', () => {
    for (const { name, path, operation } of operations) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map((parameter) => `{${parameter.name}}`).sort(), name).toEqual(
        (path.match(/\{\w+\}/g) ?? []).sort(),
      );
    }
  });

  it('gives every error the one body', () => {
    const shared = description.components as { responses: Told['responses'] };
    for (const { name, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const { content } = response.$ref ? (shared.responses[nameOf(response.$ref)] ?? {}) : response;
        expect(content?.['application/json']?.schema, `${name} ${status}`).toEqual({
          $ref: '#/components/schemas/Error',
        });
      }
    }
  });

  it('describes every parameter, field and object', () => {
    const silent = [
      ...reference.sections.flatMap((section) =>
        section.operations.flatMap(({ id, parameters, body }) =>
          [...parameters, ...(body?.fields ?? [])]
            .filter((field) => field.description === '')
            .map((field) => `${id}: ${field.name}`),
        ),
      ),
      ...reference.objects.flatMap((object) => [
        ...(object.description === '' ? [object.name] : []),
        ...object.fields
          .filter((field) => field.description === '')
          .map((field) => `${object.name}: ${field.name}`),
      ]),
    ];
    expect(silent).toEqual([]);
  });

  it('shows examples that keep to their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ ...description, $id: 'offprint' });
    const examplesOf = (schema: JsonSchema, example: unknown): unknown[] => [
      exampleOf(schema, schemas),
      ...(schema.examples ?? []),
      ...(example === undefined ? [] : [example]),
    ];
    const bodies = operations.flatMap(({ name, operation }) =>
      [operation.requestBody?.content, ...Object.values(operation.responses).map(({ content }) => content)]
        .map((content) => content?.['application/json'])
        .filter((body) => body?.schema !== undefined)
        .map((body) => ({ name, schema: body?.schema ?? {}, example: body?.example })),
    );
    const named = Object.entries(schemas).map(([name, schema]) => ({ name, schema, example: undefined }));
    // Most bodies are references, so each is compiled only once.
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    for (const { name, schema, example } of [...bodies, ...named]) {
      const isNamed = schemas[name] === schema;
      const text = JSON.stringify(isNamed ? { $ref: `#/components/schemas/${name}` } : schema);
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"#/', '"offprint#/')));
      compiled.set(text, validate);
      for (const one of examplesOf(schema, example)) {
        validate(one);
        expect(validate.errors, `${name}: ${JSON.stringify(one)}`).toBeNull();
      }
    }
  });
});

describe('the documented part of the API', () => {
  const at = (path: string, method: string): Told => {
    const operation = description.paths[path]?.[method];
    if (!operation) throw new Error(`${method} ${path} is gone`);
    return operation as Told;
  };
  const resolved = (schema: JsonSchema | undefined): JsonSchema =>
    schema?.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : (schema ?? {});
  const answer = (operation: Told, status: number): JsonSchema =>
    resolved(operation.responses[status]?.content?.['application/json']?.schema);
  const types = (schema: JsonSchema): Record<string, unknown> =>
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, { type }]) => [name, type]));

  it('starts an export with a domain alone, whatever else is sent', () => {
    const start = at('/v1/static-export/jobs', 'post');
    const body = resolved(start.requestBody?.content['application/json']?.schema);
    expect(body).toMatchObject({
      type: 'object',
      required: ['domain'],
      properties: { domain: { type: 'string' } },
    });
    expect(body).not.toHaveProperty('additionalProperties', false);
    expect(types(answer(start, 202))).toMatchObject({ jobId: 'string', status: 'string' });
    expect(answer(start, 202).required).toContain('jobId');
  });

  it('tells status, progress and page count', () => {
    const job = answer(at('/v1/static-export/jobs/{jobId}', 'get'), 200);
    expect(types(job)).toMatchObject({
      jobId: 'string',
      status: 'string',
      progress: 'number',
      pageCount: 'integer',
      createdAt: 'string',
      updatedAt: 'string',
      error: 'string',
    });
    expect(job.required).toEqual(
      expect.arrayContaining(['jobId', 'status', 'progress', 'pageCount', 'createdAt', 'updatedAt']),
    );
    expect(job.properties?.status?.enum).toEqual(['queued', 'running', 'completed', 'failed']);
    expect(job.properties?.progress).toMatchObject({ minimum: 0, maximum: 100 });
  });

  it('gives a link for a request without a body', () => {
    const generate = at('/v1/static-export/jobs/{jobId}/bundle', 'post');
    expect(generate.requestBody?.required).toBe(false);
    const bundle = answer(generate, 200);
    expect(bundle.properties).toMatchObject({
      jobId: { type: 'string' },
      bundleUrl: { type: 'string', format: 'uri' },
      sizeBytes: { type: 'integer' },
      expiresAt: { type: 'string', format: 'date-time' },
      sha256: { type: 'string' },
    });
    expect(bundle.required).toEqual(
      expect.arrayContaining(['jobId', 'bundleUrl', 'sizeBytes', 'expiresAt', 'sha256']),
    );
  });

  it('tells errors as one sentence', () => {
    expect(schemas.Error).toMatchObject({ required: ['error'], properties: { error: { type: 'string' } } });
  });

  it('takes a bearer key for everything', () => {
    expect(description).toMatchObject({
      security: [{ adminKey: [] }],
      components: { securitySchemes: { adminKey: { type: 'http', scheme: 'bearer' } } },
    });
  });
});
