import { beforeAll, describe, expect, it } from 'vitest';
import { contractOf, type Description } from '../../server/api/contract.test-support.ts';
import { startServer, type TestServer } from '../../server/api/test-support.ts';
import { isFullRun } from '../stand-ins/full.ts';

let server: TestServer;
let description: Description;

beforeAll(async () => {
  server = await startServer();
  ({ description } = server.contract);
});

function* valuesOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* valuesOf(inner);
}

describe('/openapi.json', () => {
  it('carries the version of the documented API', () => {
    expect(description.info.version).toBe('2.0.0');
    expect(description.openapi).toMatch(/^3\.1\./);
  });

  it('has the documented calls with the documented fields, of the documented types', () => {
    const operation = (method: string, path: string) => {
      const found = server.contract.operations.find((one) => one.method === method && one.path === path);
      if (!found) throw new Error(`${method} ${path} is missing`);
      return found;
    };
    const start = operation('POST', '/v1/static-export/jobs');
    const startBody = server.contract.validator(start.body?.schema ?? {});
    expect(startBody({ domain: 'docs.example' })).toBe(true);
    expect(startBody({ domain: 'docs.example', unknown: 1 })).toBe(true);
    expect(startBody({ domain: 1 })).toBe(false);
    expect(Object.keys(start.responses)).toEqual(
      expect.arrayContaining(['202', '400', '401', '403', '404', '429']),
    );
    const read = operation('GET', '/v1/static-export/jobs/{jobId}');
    expect(Object.keys(read.responses)).toEqual(expect.arrayContaining(['200', '401', '404']));
    const bundle = operation('POST', '/v1/static-export/jobs/{jobId}/bundle');
    expect(bundle.body?.required).toBe(false);
    expect(Object.keys(bundle.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409']),
    );
    const { ExportJob, Bundle, Error: error } = description.components.schemas;
    expect(ExportJob?.properties).toMatchObject({
      jobId: { type: 'string' },
      status: { type: 'string', enum: ['queued', 'running', 'completed', 'failed'] },
      progress: { type: 'number', minimum: 0, maximum: 100 },
      pageCount: { type: 'integer' },
      createdAt: { type: 'string', format: 'date-time' },
      updatedAt: { type: 'string', format: 'date-time' },
      error: { type: 'string' },
    });
    expect(ExportJob?.required).toEqual(
      expect.arrayContaining(['jobId', 'status', 'progress', 'pageCount', 'createdAt', 'updatedAt']),
    );
    expect(ExportJob?.required).not.toContain('error');
    expect(Bundle?.properties).toMatchObject({
      bundleUrl: { type: 'string', format: 'uri' },
      expiresAt: { type: 'string', format: 'date-time' },
      sizeBytes: { type: 'integer' },
      sha256: { type: 'string' },
    });
    expect(error).toMatchObject({ type: 'object', required: ['error'], additionalProperties: false });
  });

  it('leads nowhere that there is nothing', () => {
    for (const { $ref } of valuesOf(description)) {
      if (typeof $ref !== 'string') continue;
      const names = $ref.replace(/^#\//, '').split('/');
      const found = names.reduce<unknown>(
        (value, name) => (value as Record<string, unknown>)?.[name],
        description,
      );
      expect([$ref, found === undefined]).toEqual([$ref, false]);
    }
  });

  it.runIf(isFullRun)('has schemas that every validator understands', () => {
    const { operations, validator } = contractOf(description);
    for (const schema of Object.values(description.components.schemas)) validator(schema);
    for (const { body, parameters } of operations) {
      if (body) validator(body.schema);
      for (const { schema } of parameters) validator(schema);
    }
  });

  it('names each operation once, with a summary, its parameters, and an answer for each thing that may happen', () => {
    const { operations } = server.contract;
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, operationId, parameters, responses, scope, body } of operations) {
      const told = description.paths[path]?.[method.toLowerCase()];
      expect([operationId, typeof told?.summary]).toEqual([operationId, 'string']);
      const named = parameters.filter((parameter) => parameter.in === 'path');
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      expect(named.map(({ name }) => name)).toEqual(inPath);
      expect(named.every(({ required }) => required)).toBe(true);
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => Number(status) < 300).length).toBeGreaterThan(0);
      expect(statuses).toEqual(expect.arrayContaining(['400', '421', '500', '503']));
      if (scope) expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429']));
      if (body) expect(statuses).toEqual(expect.arrayContaining(['413', '415']));
    }
  });

  it('holds nothing of this installation', () => {
    const text = JSON.stringify(description);
    expect(text).not.toContain(server.dataFolder);
    expect(text).not.toContain(new URL(server.url).port);
  });
});
