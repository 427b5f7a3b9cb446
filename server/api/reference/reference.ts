import type { OpenApi } from '../openapi.ts';
import { exampleOf } from './example.ts';
import { anchorOf, type Field, fieldOf, fieldsOf, type JsonSchema, linkTo, nameOf } from './fields.ts';

/** The API description in the structure of the reference. Texts are CommonMark. */
export type Reference = Readonly<{
  title: string;
  version: string;
  summary: string;
  overview: string;
  sections: readonly Section[];
  /** Objects in requests and responses, by name. */
  objects: readonly ReferenceObject[];
}>;

export type Section = Readonly<{ name: string; description: string; operations: readonly Operation[] }>;

export type Operation = Readonly<{
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Scope that a key needs. Undefined if no key is needed. */
  scope: string | undefined;
  parameters: readonly (Field & Readonly<{ place: string }>)[];
  body: Readonly<{ required: boolean; fields: readonly Field[] }> | undefined;
  answers: readonly Answer[];
  /** Statuses explained together with the errors of all operations. */
  commonErrors: readonly string[];
  /** Shell command that makes the request. */
  request: string;
  /** Example of its output. Undefined if it is not JSON. */
  answer: string | undefined;
}>;

export type Answer = Readonly<{
  status: string;
  description: string;
  /** Description of the body. Empty if there is none. */
  body: string;
  headers: readonly Readonly<{ name: string; description: string }>[];
}>;

export type ReferenceObject = Readonly<{
  name: string;
  anchor: string;
  description: string;
  fields: readonly Field[];
}>;

type Schemas = Readonly<Record<string, JsonSchema>>;
type Content = Readonly<Record<string, { schema?: JsonSchema; example?: unknown }>>;
type Told = Readonly<{
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Readonly<{
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }>[];
  requestBody?: Readonly<{ required: boolean; content: Content }>;
  responses: Readonly<Record<string, ToldResponse>>;
}>;
type ToldResponse = Readonly<{
  $ref?: string;
  description: string;
  headers?: Readonly<Record<string, { description: string }>>;
  content?: Content;
}>;
type Description = Readonly<{
  info: Readonly<{ title: string; version: string; summary: string; description: string }>;
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Told>>>>;
  components: Readonly<{ schemas: Schemas }>;
}>;

/** Converts an API description (openapi.ts) to the structure of the reference. */
export function referenceOf(openApi: OpenApi): Reference {
  const { info, tags, paths, components } = openApi as unknown as Description;
  const { schemas } = components;
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, facts]) => ({ method: method.toUpperCase(), path, facts })),
  );
  return {
    title: info.title,
    version: info.version,
    summary: info.summary,
    overview: info.description,
    sections: tags.map(({ name, description }) => ({
      name,
      description,
      operations: told
        .filter(({ facts }) => facts.tags.includes(name))
        .map(({ method, path, facts }) => operationOf(method, path, facts, schemas)),
    })),
    objects: objectsOf(
      told.map(({ facts }) => facts),
      schemas,
    ),
  };
}

function operationOf(method: string, path: string, facts: Told, schemas: Schemas): Operation {
  const responses = Object.entries(facts.responses);
  const own = responses.filter(([, { $ref }]) => $ref === undefined);
  const [, success] = own[0] ?? [];
  const { schema, example } = success?.content?.['application/json'] ?? {};
  const body = facts.requestBody?.content['application/json']?.schema;
  return {
    id: facts.operationId,
    method,
    path,
    summary: facts.summary,
    description: facts.description ?? '',
    scope: facts.security[0]?.adminKey?.[0],
    parameters: (facts.parameters ?? []).map((parameter) => ({
      ...fieldOf(parameter.name, parameter.schema, parameter.required),
      description: parameter.description ?? parameter.schema.description ?? '',
      place: parameter.in,
    })),
    body: body && {
      required: facts.requestBody?.required === true,
      fields: fieldsOf(resolved(body, schemas)),
    },
    answers: own.map(([status, response]) => ({
      status,
      description: response.description,
      body: bodyOf(response.content),
      headers: Object.entries(response.headers ?? {}).map(([name, { description }]) => ({
        name,
        description,
      })),
    })),
    commonErrors: responses.filter(([, { $ref }]) => $ref !== undefined).map(([status]) => status),
    request: requestOf(method, path, facts, schemas),
    answer: schema && JSON.stringify(example ?? exampleOf(schema, schemas), null, 2),
  };
}

function bodyOf(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema?.$ref ? linkTo(schema.$ref) : `\`${type}\``))
    .join(' or ');
}

/** Returns a shell command for the request, without optional parts. */
function requestOf(method: string, path: string, facts: Told, schemas: Schemas): string {
  const [success] = Object.values(facts.responses);
  const types = Object.keys(success?.content ?? {});
  if (types.includes('application/zip')) return 'curl -fsS -C - -o bundle.zip "$bundleUrl"';
  const parameters = new Map((facts.parameters ?? []).map((parameter) => [parameter.name, parameter.schema]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf(parameters.get(name) ?? {}, schemas))),
  );
  const needed = (facts.parameters ?? []).filter(({ in: place, required }) => place === 'query' && required);
  const query = needed.map(
    ({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema ?? {}, schemas)))}`,
  );
  const { requestBody } = facts;
  const isOfBytes = requestBody?.content['application/octet-stream'] !== undefined;
  const body = requestBody?.required ? requestBody.content['application/json']?.schema : undefined;
  const flags = [
    '-sS',
    ...(types.includes('text/event-stream') ? ['-N'] : []),
    ...(method === 'GET' || (method === 'POST' && (body || isOfBytes)) ? [] : [`-X ${method}`]),
  ];
  return [
    `curl ${flags.join(' ')} "$OFFPRINT_URL${[filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}"`,
    ...(facts.security.length > 0 ? ['-H "Authorization: Bearer $OFFPRINT_API_KEY"'] : []),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(exampleOf(body, schemas), null, 2).replaceAll("'", "'\\''")}'`,
        ]
      : []),
    ...(isOfBytes ? ["-H 'Content-Type: application/octet-stream'", '--data-binary @docs.zip'] : []),
  ].join(' \\\n  ');
}

/** Returns the named objects in responses and request bodies. */
function objectsOf(told: readonly Told[], schemas: Schemas): ReferenceObject[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')) {
      const name = nameOf($ref);
      if (found.has(name)) return;
      found.add(name);
      visit(schemas[name]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const { responses, requestBody } of told) {
    visit(responses);
    const body = requestBody?.content['application/json']?.schema;
    if (body) visit(resolved(body, schemas));
  }
  found.add('Error');
  return [...found].sort().map((name) => ({
    name,
    anchor: anchorOf(name),
    description: schemas[name]?.description ?? '',
    fields: fieldsOf(schemas[name] ?? {}),
  }));
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema;
}
