import { isApiDescription } from './api-description.ts';

/** What a reader searches for: the name of an operation and the texts about it. */
export type DescribedOperation = Readonly<{ name: string; texts: readonly string[] }>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Returns the operations in an API description (4.8.9 of OpenAPI 3.1, "Path Item Object"); none if the text is not one
 * or cannot be parsed. Does not follow references.
 */
export async function operationsIn(text: string): Promise<DescribedOperation[]> {
  if (!isApiDescription(text)) return [];
  // The library is large, and few sites have a description that needs it.
  const parse: (text: string) => unknown = /^\s*\{/.test(text) ? JSON.parse : (await import('yaml')).parse;
  let root: unknown;
  try {
    root = parse(text);
  } catch {
    return []; // the page may still be able to read it in another way
  }
  return Object.entries(objectOf(objectOf(root).paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method];
      return operation === undefined
        ? []
        : [described(`${method.toUpperCase()} ${path}`, objectOf(operation))];
    }),
  );
}

function described(call: string, operation: Record<string, unknown>): DescribedOperation {
  const { summary, operationId, description, parameters, responses } = operation;
  const name = textOf(summary) ?? textOf(operationId) ?? call;
  const parts = [...(Array.isArray(parameters) ? parameters : []), ...Object.values(objectOf(responses))];
  const said = parts.map((part) => {
    const { name: its, description: about } = objectOf(part);
    return [textOf(its), textOf(about)].filter((one) => one !== undefined).join(': ');
  });
  const texts = [call, textOf(operationId), textOf(description), ...said];
  return { name, texts: texts.filter((one) => one !== undefined && one !== '' && one !== name) as string[] };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
