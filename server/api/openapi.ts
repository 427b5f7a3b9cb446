import { z } from 'zod';
import type { Endpoint, ResponseFacts } from './endpoint.ts';
import { OVERVIEW } from './overview.ts';
import { errorBody } from './schemas.ts';

type Json = Record<string, unknown>;

export type OpenApi = Json & Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, Json>>>> }>;

/** Sections of the reference, in order. */
const TAGS: Readonly<Record<string, string>> = {
  'Static export': 'Start, follow, control and delete export jobs.',
  Bundles: 'Get links to the bundles of completed jobs, and download the bundles.',
  'Agent jobs': 'Turn a prompt into a proposed change, and review the change.',
  'Agent settings': 'Repositories, model servers and forges for agent jobs.',
  'Compatible edition':
    'Endpoints for programs written for other versions of this API: per-project exports and version 1 agent jobs. These programs only need a new base URL. For new programs, use the endpoints above, which offer more.',
  Queue: 'What is running and what is waiting.',
  Projects: 'Sites with their domains, origins and settings.',
  'API keys': 'The keys for this API.',
  'Link keys': 'The keys that sign links to bundles.',
  Trust: 'The key that signs bundles, the keys you trust, and bundle verification.',
  Schedules: 'Exports that start automatically.',
  'Disk space': 'See how much disk space the data folder uses, and remove old exports.',
  Publications:
    'Targets and the versions published to them. All readers switch to a new version at the same time.',
  'Audit log': 'Who changed what, and when.',
  Hosting: 'Sites served to readers from bundles, each at its own address.',
  Received: 'Verify, preview, keep or discard bundles made elsewhere.',
  Organization: 'The organization and its plan.',
  Settings: 'The server settings.',
  Secrets: 'Where this server stores secrets, and the credentials for live sites.',
  Backups: 'The whole data folder as one file.',
  Diagnostics: 'Information and checks for troubleshooting.',
  Browser: 'Log in to the interface with a browser.',
  'This server': 'Endpoints that need no key and reveal no content.',
};

/** Errors common to many operations, described once. */
const COMMON_ERRORS: Readonly<Record<number, readonly [name: string, description: string, header?: string]>> =
  {
    400: ['BadRequest', 'Something in the request is not valid; the error says what.'],
    401: [
      'Unauthorized',
      'The API key is missing, mistyped, unknown, revoked or expired; the error says which.',
      'WWW-Authenticate',
    ],
    403: ['Forbidden', 'The key lacks the required scope, or the call came from a web page on another site.'],
    404: ['NotFound', 'Not found.'],
    409: ['StillRunning', 'The request with this Idempotency-Key is still being processed.', 'Retry-After'],
    413: ['TooLarge', "The body is larger than 1 MiB or the operation's own limit."],
    415: ['UnsupportedMediaType', 'The body is not UTF-8 JSON (`application/json`).'],
    421: ['Misdirected', 'The Host header names another server.'],
    422: ['KeyReused', 'The Idempotency-Key was used with a different body.'],
    429: ['TooManyRequests', 'A limit was reached.', 'Retry-After'],
    500: ['Fault', "A server error. The server's log has the details."],
    503: [
      'Unavailable',
      'The server is starting up, its disk is full, or it is busy with other large requests.',
      'Retry-After',
    ],
  };

const HEADERS: Readonly<Record<string, string>> = {
  'Retry-After': 'Seconds to wait before trying again, if known.',
  'WWW-Authenticate': 'The authentication scheme: Bearer.',
};

/** Generates the description of the API (OpenAPI 3.1) from the schemas that validate it. */
export function openApi(endpoints: readonly Endpoint[]): OpenApi {
  const schemas = new Map<string, Json>();
  const keep = (name: string, schema: Json): void => {
    const kept = schemas.get(name);
    if (kept && JSON.stringify(kept) !== JSON.stringify(schema)) {
      throw new Error(
        `Two schemas are called ${name}. Give the request and the response schema different names.`,
      );
    }
    schemas.set(name, schema);
  };
  const convert: Convert = (schema, io) => {
    const { $schema: _, $defs, ...rest } = jsonSchemaOf(schema, io);
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) {
      const { id: __, ...body } = referring(definition) as Json;
      keep(name, body);
    }
    const { id, ...body } = referring(rest) as Json;
    if (typeof id !== 'string') return body;
    keep(id, body);
    return reference('schemas', id);
  };

  const paths: Record<string, Record<string, Json>> = {};
  for (const definition of endpoints) {
    const path = definition.path.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(definition, convert) };
  }
  const responses = Object.fromEntries(
    Object.values(COMMON_ERRORS).map(([name, description, header]) => [
      name,
      response(
        { description, schema: errorBody, ...(header && { headers: { [header]: HEADERS[header] ?? '' } }) },
        convert,
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offprint',
      version: '2.0.0',
      summary: 'Documentation sites as self-contained offline bundles.',
      description: OVERVIEW,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server this description came from.' }],
    security: [{ adminKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      securitySchemes: {
        adminKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, created with `offprint keys create`. Each operation lists the scope that the key needs. `write` includes `read`, and `admin` includes both.',
        },
      },
    },
  };
}

type Convert = (schema: z.ZodType, io: 'input' | 'output') => Json;

/**
 * Converted schemas, shared by all descriptions, because converting them takes most of the time. Must not be mutated.
 */
const converted = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() };

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const known = converted[io].get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: readable }) as Json;
  converted[io].set(schema, made);
  return made;
}

function operation(definition: Endpoint, convert: Convert): Json {
  const { operationId, tag, summary, scope, params, query, body, bodyOptional, takesBytes } = definition;
  const description = [definition.description, definition.needsEnterprise && 'Needs the `enterprise` plan.']
    .filter(Boolean)
    .join(' ');
  const parameters = [
    ...(params ? parametersIn(params, 'path', convert) : []),
    ...(query ? parametersIn(query, 'query', convert) : []),
    ...headersOf(definition),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(definition.deprecated && { deprecated: true }),
    security: scope === 'none' ? [] : [{ adminKey: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: { 'application/json': { schema: convert(body, 'input') } },
      },
    }),
    ...(takesBytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: responsesOf(definition, convert),
  };
}

function parametersIn(schema: z.ZodType, place: 'path' | 'query', convert: Convert): Json[] {
  const { properties, required } = convert(schema, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function headersOf({ idempotency, headers = {} }: Endpoint): Json[] {
  const all = {
    ...(idempotency &&
      idempotency !== 'refused' && {
        'Idempotency-Key': {
          description:
            'Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      }),
    ...headers,
  };
  return Object.entries(all).map(([name, facts]) => ({ name, in: 'header', required: false, ...facts }));
}

function responsesOf(definition: Endpoint, convert: Convert): Json {
  const told: Json = {};
  for (const [status, facts] of Object.entries(definition.responses)) told[status] = response(facts, convert);
  for (const status of errorsOf(definition)) {
    const common = COMMON_ERRORS[status];
    if (common) told[status] ??= reference('responses', common[0]);
  }
  return told;
}

function response(
  { description, schema, mediaTypes, headers, example }: ResponseFacts,
  convert: Convert,
): Json {
  const types = mediaTypes ?? (schema ? ['application/json'] : []);
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [
          name,
          { description: text, schema: { type: 'string' } },
        ]),
      ),
    }),
    ...(types.length > 0 && {
      content: Object.fromEntries(
        types.map((type) => [
          type,
          schema && type === 'application/json'
            ? { schema: convert(schema, 'output'), ...(example !== undefined && { example }) }
            : {},
        ]),
      ),
    }),
  };
}

/** Returns the errors that follow from the properties of an operation. It describes its own errors itself. */
function errorsOf({ method, scope, params, idempotency }: Endpoint): number[] {
  const isOpen = scope === 'none';
  return [
    400,
    ...(isOpen ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(idempotency && idempotency !== 'refused' ? [409, 422] : []),
    ...(method === 'POST' || method === 'PATCH' ? [413, 415] : []),
    421,
    ...(isOpen ? [] : [429]),
    500,
    503,
  ];
}

function reference(kind: 'schemas' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Keeps the examples of transformed schemas, and removes what `format` or JSON already implies. */
function readable({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { examples } = (z.globalRegistry.get(zodSchema) ?? {}) as Json;
  if (examples) jsonSchema.examples = examples;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Rewrites references: JSON Schema keeps definitions beside the schema, OpenAPI in one place. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : referring(inner),
    ]),
  );
}
