import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RawResponse } from './raw-http.test-support.ts';

export type Parameter = Readonly<{ name: string; in: string; required: boolean; schema: Schema }>;
export type Schema = Readonly<Record<string, unknown>>;

/** An operation as described in `/openapi.json`. */
export type Operation = Readonly<{
  method: string;
  path: string;
  operationId: string;
  /** Scope that a key needs. Undefined if the operation is public. */
  scope: 'read' | 'write' | 'admin' | undefined;
  parameters: readonly Parameter[];
  body: Readonly<{ schema: Schema; required: boolean }> | undefined;
  responses: Readonly<Record<string, Readonly<{ content?: Readonly<Record<string, { schema?: Schema }>> }>>>;
}>;

type Tree = Readonly<Record<string, unknown>>;

export type Description = Tree &
  Readonly<{
    info: Readonly<{ version: string }>;
    paths: Readonly<Record<string, Readonly<Record<string, Tree>>>>;
    components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
  }>;

/** A request and its response. */
export type Exchange = Readonly<{ method: string; target: string; response: RawResponse }>;

export type Contract = Readonly<{
  description: Description;
  operations: readonly Operation[];
  /** @throws Error with the difference between the response and its description */
  check: (exchange: Exchange) => void;
  validator: (schema: Schema) => ValidateFunction;
}>;

/** Statuses of HTTP itself rather than of an operation. The description does not repeat them for each operation. */
const OF_HTTP = new Set([400, 405, 408, 417, 431]);

/** Checks responses against the API description that the server provides. */
export function contractOf(description: Description): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: 'offprint' });
  const validators = new Map<string, ValidateFunction>();
  const operations = operationsOf(description);

  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `offprint#${pointer}` });
    validators.set(pointer, known);
    return known;
  };

  const requireError = (what: string, { headers, body }: RawResponse): void => {
    if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) {
      throw new Error(`${what}: an error is told as ${headers['content-type']}, not as JSON`);
    }
    const told: unknown = JSON.parse(body.toString());
    const isError =
      typeof told === 'object' &&
      told !== null &&
      Object.keys(told).join() === 'error' &&
      typeof (told as { error: unknown }).error === 'string';
    const sentence = isError ? (told as { error: string }).error : '';
    if (!/^\S.{4,}/s.test(sentence))
      throw new Error(`${what}: no sentence in ${body.toString().slice(0, 300)}`);
  };

  const check = ({ method, target, response }: Exchange): void => {
    const { status, headers, body } = response;
    const path = target.split('?')[0] ?? '';
    const what = `${method} ${target.slice(0, 120)} answered ${status}`;
    if (status === 401 && !headers['www-authenticate']) throw new Error(`${what} without WWW-Authenticate`);
    if (status === 405 && !headers.allow) throw new Error(`${what} without Allow`);
    if (status === 429 && !/^\d+$/.test(headers['retry-after'] ?? ''))
      throw new Error(`${what} without Retry-After`);
    if (
      headers['content-length'] !== undefined &&
      method !== 'HEAD' &&
      Number(headers['content-length']) !== body.length
    ) {
      throw new Error(`${what} with a wrong Content-Length`);
    }
    const operation = operations.find(
      (one) =>
        (one.method === method || (one.method === 'GET' && method === 'HEAD')) && matches(one.path, path),
    );
    // Browsers get a page here, even if it asks the user to log in.
    if (path === '/' && headers['content-type']?.startsWith('text/html')) return;
    if (status >= 400 && method !== 'HEAD') requireError(what, response);
    if (!operation) {
      if (status < 400) throw new Error(`${what}, and the description knows nothing of it`);
      return;
    }
    if (!(status in operation.responses)) {
      if (OF_HTTP.has(status)) return;
      throw new Error(`${what}; the description knows ${Object.keys(operation.responses).join(', ')}`);
    }
    if (method === 'HEAD') return;
    const place = followed(description, [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      `${status}`,
    ]);
    const { content } = valueAt(description, place) as Operation['responses'][string];
    if (!content) {
      if (body.length > 0) throw new Error(`${what} with a body that the description does not know`);
      return;
    }
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
    if (!(mediaType in content)) {
      throw new Error(`${what} as ${mediaType}; the description knows ${Object.keys(content).join(', ')}`);
    }
    if (!content[mediaType]?.schema) return;
    const validate = validatorAt(`/${[...place, 'content', mediaType, 'schema'].map(escaped).join('/')}`);
    if (!validate(JSON.parse(body.toString()))) {
      throw new Error(
        `${what}, not as described: ${ajv.errorsText(validate.errors)} in ${body.toString().slice(0, 500)}`,
      );
    }
  };

  return {
    description,
    operations,
    check,
    validator: (schema) =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"offprint#/')) as Schema),
  };
}

function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => {
      const body = told.requestBody as
        | { required?: boolean; content: Record<string, { schema: Schema }> }
        | undefined;
      const schema = body?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        operationId: String(told.operationId),
        scope: (told.security as { adminKey: Operation['scope'][] }[])[0]?.adminKey[0],
        parameters: (told.parameters ?? []) as Parameter[],
        body: schema && { schema, required: body?.required === true },
        responses: told.responses as Operation['responses'],
      };
    }),
  );
}

function matches(template: string, path: string): boolean {
  const expression = template
    .split(/\{[^}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}

function valueAt(description: Description, place: readonly string[]): unknown {
  return place.reduce<unknown>((value, name) => (value as Tree)[name], description);
}

/** Resolves a reference, if there is one at this place. */
function followed(description: Description, place: readonly string[]): readonly string[] {
  const { $ref } = valueAt(description, place) as { $ref?: string };
  if ($ref === undefined) return place;
  const names = $ref.replace(/^#\//, '').split('/');
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Escapes a part of a JSON pointer (RFC 6901) in a URI fragment. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
