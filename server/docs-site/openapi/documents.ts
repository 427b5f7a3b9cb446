import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type FileTree, textOf } from '../file-tree.ts';
import { decoded } from '../model/address.ts';
import { OPERATION } from '../model/navigation.ts';
import { suppliedFor } from '../model/supplied.ts';
import { recordOf, textIn, type Values } from '../model/values.ts';

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const;

/** An OpenAPI document (3.0 or 3.1) of the repository. */
export type ApiDocument = Readonly<{ file: string; values: Values }>;

export type Operation = Readonly<{
  document: ApiDocument;
  /** In lower case; `webhook` for an operation that the service calls. */
  method: string;
  /** `/users/{id}`, or the name of a webhook. */
  route: string;
  values: Values;
  /** Parameters shared by all operations of the path. */
  shared: readonly unknown[];
}>;

export type Found<T> = Readonly<{ found: T } | { fault: string; isRemote: boolean }>;

/** The OpenAPI documents of a repository, each read once. */
export class ApiDocuments {
  readonly #tree: FileTree;
  readonly #documents = new Map<string, ApiDocument | null>();
  readonly #byRoute = new Map<ApiDocument, ReadonlyMap<string, Operation>>();
  #all: ApiDocument[] | undefined;

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  /** Finds a document by its path or address, as written in the navigation or a page. */
  document(source: string, from: string): ApiDocument | undefined {
    if (isRemote(source)) {
      const supplied = suppliedFor(source, this.#tree.has);
      return supplied === undefined ? undefined : (this.#read(supplied) ?? undefined);
    }
    const plain = source.replace(/^\/+/, '');
    const beside = path.posix.join(path.posix.dirname(from), source);
    const place = [plain, beside]
      .flatMap((one) => [one, `${one}.json`, `${one}.yaml`, `${one}.yml`])
      .find((one) => this.#tree.has(one));
    return place === undefined ? undefined : (this.#read(place) ?? undefined);
  }

  /**
   * Returns all documents of the repository in alphabetical order. If a page names no document, the first one with its
   * operation is used.
   */
  all(): readonly ApiDocument[] {
    this.#all ??= this.#tree.paths
      .filter((file) => /\.(json|ya?ml)$/.test(file) && !/(^|\/)(node_modules|\.)/.test(file))
      .flatMap((file) => this.#read(file) ?? []);
    return this.#all;
  }

  /**
   * Finds the operation that a page names: `GET /users`, `openapi.json GET /users`, `openapi.json webhook created`.
   * @param sources documents that the navigation names for the page
   */
  operation(text: string, from: string, sources: readonly string[]): Found<Operation> {
    const match = OPERATION.exec(text.trim());
    if (!match) return { fault: `"${text}" is not a valid API operation.`, isRemote: false };
    const [, file, method = '', route = ''] = match;
    if (file !== undefined && isRemote(file) && !this.document(file, from))
      return { fault: `The document ${file} is not in the repository.`, isRemote: true };
    const named = file === undefined ? sources : [file];
    const documents = named.flatMap((source) => this.document(source, from) ?? []);
    if (file !== undefined && documents.length === 0)
      return { fault: `There is no OpenAPI document ${file}.`, isRemote: false };
    for (const document of [...documents, ...(file === undefined ? this.all() : [])]) {
      const found = this.#operations(document).get(`${method.toLowerCase()} ${plainRoute(route)}`);
      if (found) return { found };
    }
    const remote = sources.find((source) => isRemote(source) && !this.document(source, from));
    return remote === undefined
      ? { fault: `No OpenAPI document contains ${method.toUpperCase()} ${route}.`, isRemote: false }
      : {
          fault: `${method.toUpperCase()} ${route} is in ${remote}, which is not in the repository.`,
          isRemote: true,
        };
  }

  /** Finds the schema that a page names: `Order`, `openapi.json Order`. */
  schema(
    text: string,
    from: string,
  ): Found<Readonly<{ document: ApiDocument; name: string; schema: unknown }>> {
    const parts = text.trim().split(/\s+/);
    const name = parts.at(-1) ?? '';
    const documents = parts.length > 1 ? [this.document(parts[0] ?? '', from)] : this.all();
    for (const document of documents) {
      const schemas = recordOf(recordOf(document?.values.components)?.schemas);
      if (document && schemas && Object.hasOwn(schemas, name))
        return { found: { document, name, schema: schemas[name] } };
    }
    return { fault: `No OpenAPI document contains the schema ${name}.`, isRemote: false };
  }

  /** First operation for each method and route. */
  #operations(document: ApiDocument): ReadonlyMap<string, Operation> {
    let known = this.#byRoute.get(document);
    if (!known) {
      const operations = operationsOf(document).reverse();
      known = new Map(operations.map((one) => [`${one.method} ${plainRoute(one.route)}`, one]));
      this.#byRoute.set(document, known);
    }
    return known;
  }

  #read(file: string): ApiDocument | null {
    const known = this.#documents.get(file);
    if (known !== undefined) return known;
    const values = readDocument(file, textOf(this.#tree, file) ?? '');
    const document = values === undefined ? null : { file, values };
    this.#documents.set(file, document);
    return document;
  }
}

function readDocument(file: string, text: string): Values | undefined {
  if (!/["']?openapi["']?\s*:/.test(text.slice(0, 100_000))) return undefined;
  try {
    const values = recordOf(
      file.endsWith('.json')
        ? JSON.parse(text)
        : parseYaml(text, { maxAliasCount: 1000, logLevel: 'silent' }),
    );
    return textIn(values, 'openapi') === undefined ? undefined : values;
  } catch {
    return undefined;
  }
}

/** Returns the operations and webhooks of a document, in its order. */
export function operationsOf(document: ApiDocument): Operation[] {
  const operations: Operation[] = [];
  for (const [route, item] of Object.entries(recordOf(document.values.paths) ?? {})) {
    const path = recordOf(dereferenced(item, document)) ?? {};
    for (const method of METHODS) {
      const values = recordOf(path[method]);
      if (values)
        operations.push({
          document,
          method,
          route,
          values,
          shared: Array.isArray(path.parameters) ? path.parameters : [],
        });
    }
  }
  for (const [route, item] of Object.entries(recordOf(document.values.webhooks) ?? {})) {
    const values = Object.values(recordOf(dereferenced(item, document)) ?? {})
      .map(recordOf)
      .find((one) => one !== undefined);
    if (values) operations.push({ document, method: 'webhook', route, values, shared: [] });
  }
  return operations;
}

/** Follows `$ref`s within the document (RFC 6901). External or circular ones give undefined. */
export function dereferenced(value: unknown, document: ApiDocument): unknown {
  let found = value;
  for (let steps = 0; steps < 50; steps++) {
    const reference = textIn(found, '$ref');
    if (reference === undefined) return found;
    if (!reference.startsWith('#/')) return undefined;
    found = reference
      .slice(2)
      .split('/')
      .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, part) => {
        const record = Array.isArray(at) ? (at as unknown as Values) : recordOf(at);
        return record && Object.hasOwn(record, part) ? record[part] : undefined;
      }, document.values);
  }
  return undefined;
}

export function isRemote(source: string): boolean {
  return /^https?:/i.test(source);
}

/** Normalizes a route for comparison. `/users/:id` is the same as `/users/{id}`. */
function plainRoute(route: string): string {
  return route.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1');
}
