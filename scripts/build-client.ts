import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { allEndpoints } from '../server/api/endpoints.ts';
import { openApi } from '../server/api/openapi.ts';
import type { Services } from '../server/api/services.ts';
import { RELEASE } from '../server/release.ts';

/**
 * `node scripts/build-client.ts [folder]`: generates the basis of `offprint/client` from the schemas of the API:
 * `operations.ts`, what to send for each call, and `api.types.ts`, its input and output types. The default folder is
 * `client/generated`.
 */

/**
 * openapi-typescript needs the compiler API of TypeScript 5, which TypeScript 7 does not have: it gets the one that
 * `@ts-morph/common` carries.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});

type Schema = Readonly<{
  $ref?: string;
  properties?: Readonly<Record<string, unknown>>;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}>;
type Content = Readonly<Record<string, { schema?: Schema }>>;
type Operation = Readonly<{
  operationId: string;
  summary: string;
  parameters?: readonly Readonly<{ name: string; in: string }>[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Record<string, { content?: Content }>;
}>;

/** Bundle links are followed by the client's own `downloadBundle`, which can resume. */
const LEFT_OUT = ['downloadBundle'];

const MADE = '// Made by `npm run build:client` from the schemas of the API. Change those, not this file.\n';

// Only the descriptions of the operations are read: none of them runs.
const description = openApi(allEndpoints({} as Services, RELEASE));
const paths = description.paths as unknown as Record<string, Record<string, Operation>>;
const schemas = (description.components as { schemas: Record<string, Schema> }).schemas;

/** Generates `operations.ts`. */
function operationsFile(): string {
  const rows = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, parameters = [], requestBody, responses, summary } = operation;
      const namesIn = (place: string): string[] =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      refuseDoubles(operationId, namesIn('path'), namesIn('query'), bodyNames(requestBody?.content));
      const facts = {
        method: method.toUpperCase(),
        path: address,
        ...(namesIn('query').length > 0 && { query: namesIn('query') }),
        sends: sends(requestBody?.content),
        gives: gives(responses),
        ...(namesIn('header').includes('Idempotency-Key') && { takesIdempotencyKey: true }),
      };
      return `  /** ${summary}. */\n  ${operationId}: ${JSON.stringify(facts)},`;
    }),
  );
  return `${MADE}\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const;\n`;
}

function sends(content: Content | undefined): 'nothing' | 'json' | 'bytes' {
  if (!content) return 'nothing';
  return 'application/json' in content ? 'json' : 'bytes';
}

function gives(responses: Operation['responses']): 'nothing' | 'json' | 'events' | 'text' | 'bytes' {
  const types = Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {}));
  if (types.length === 0) return 'nothing';
  if (types.includes('application/json')) return 'json';
  if (types.includes('text/event-stream')) return 'events';
  return types.some((type) => type.startsWith('text/')) ? 'text' : 'bytes';
}

/** Checks that names are unique, because all inputs of a call share one object. */
function refuseDoubles(operationId: string, ...groups: readonly (readonly string[])[]): void {
  const all = groups.flat();
  const double = all.find((name, index) => all.indexOf(name) !== index);
  if (double !== undefined) throw new Error(`${operationId} takes two things that are called ${double}.`);
}

function bodyNames(content: Content | undefined): string[] {
  const names = (schema: Schema | undefined): string[] => {
    if (!schema) return [];
    const { $ref, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
    const kept = $ref === undefined ? undefined : schemas[$ref.replace('#/components/schemas/', '')];
    return [...Object.keys(properties), ...[kept, ...anyOf, ...oneOf, ...allOf].flatMap(names)];
  };
  return content && 'application/octet-stream' in content
    ? ['content']
    : [...new Set(names(content?.['application/json']?.schema))];
}

/** Generates the types of the whole API, without error responses, which are all the same. */
async function typesFile(): Promise<string> {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const status of Object.keys(operation.responses)) {
      if (Number(status) >= 300) delete operation.responses[status];
    }
  }
  const { default: generate, astToString } = await import('openapi-typescript');
  return MADE + astToString(await generate(JSON.parse(JSON.stringify(description))));
}

for (const methods of Object.values(paths)) {
  for (const [method, { operationId }] of Object.entries(methods)) {
    if (LEFT_OUT.includes(operationId)) delete methods[method];
  }
}
const folder = path.resolve(process.argv[2] ?? 'client/generated');
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'api.types.ts'), await typesFile());
fs.writeFileSync(path.join(folder, 'operations.ts'), operationsFile());
