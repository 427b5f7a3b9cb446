import { randomUUID } from 'node:crypto';
import { errorOf, OffprintError, unreachable } from './error.ts';
import { eventsOf } from './events.ts';
import { OPERATIONS } from './generated/operations.ts';
import { callMayPass, isRepeatable, retries } from './retry-policy.ts';
import type { CallOptions, OperationId } from './types.ts';

export type Connection = Readonly<{
  /** Address of the server, without a trailing slash. */
  url: string;
  key: string;
  fetch: typeof fetch;
  /** How long temporary errors are retried, in ms. */
  retryForMs: number;
}>;

type Operation = Readonly<{
  method: string;
  path: string;
  query?: readonly string[];
  sends: 'nothing' | 'json' | 'bytes';
  gives: 'nothing' | 'json' | 'events' | 'text' | 'bytes';
  takesIdempotencyKey?: boolean;
}>;
type Input = Readonly<Record<string, unknown>>;

/**
 * Makes a call. Responses 429 and 503, and 409 with Retry-After, are retried, and so is a broken connection if nothing
 * can happen twice. Retries take at most `retryForMs` in all.
 * @throws OffprintError
 * @throws the reason of the signal
 */
export async function call(
  connection: Connection,
  id: OperationId,
  input: Input = {},
  options: CallOptions = {},
): Promise<unknown> {
  const operation: Operation = OPERATIONS[id];
  const { address, init } = requestOf(connection, operation, input, options);
  const retry = retries(connection.retryForMs, options.signal);
  for (;;) {
    try {
      return await answerOf(await fetched(connection, address, init), operation);
    } catch (error) {
      await retry.waitAfter(error, (trouble) => callMayPass(trouble, isRepeatable(operation)));
    }
  }
}

function requestOf(
  { url, key }: Connection,
  { method, path, query = [], sends, gives, takesIdempotencyKey }: Operation,
  input: Input,
  { signal, idempotencyKey, lastEventId }: CallOptions,
): { address: string; init: RequestInit } {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, take(name)));
  const search = new URLSearchParams();
  for (const name of query) {
    const value = take(name);
    if (value !== undefined) search.set(name, String(value));
  }
  const content = sends === 'bytes' ? (take('content') as BodyInit) : undefined;
  const unknown = sends === 'json' ? undefined : [...left.keys()][0];
  if (unknown !== undefined)
    throw new OffprintError('invalid-request', `${method} ${path} has no parameter named "${unknown}".`);
  const text = sends === 'json' ? JSON.stringify(Object.fromEntries(left)) : undefined;
  return {
    address: `${url}${filled}${search.size > 0 ? `?${search}` : ''}`,
    init: {
      method,
      headers: {
        accept: gives === 'events' ? 'text/event-stream' : gives === 'json' ? 'application/json' : '*/*',
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(content !== undefined && { 'content-type': 'application/octet-stream' }),
        ...(takesIdempotencyKey && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      ...(text !== undefined && { body: text }),
      ...(content !== undefined && { body: content }),
      ...(signal && { signal }),
      redirect: 'error',
    },
  };
}

/** Encodes a value as a single path segment. */
function segment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new OffprintError('invalid-request', `${name} is required.`);
  return encodeURIComponent(text);
}

async function fetched({ url, fetch }: Connection, address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    throw unreachable(`The server at ${url} cannot be reached`, error);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function answerOf(response: Response, { gives }: Operation): Promise<unknown> {
  if (response.status === 204 || gives === 'nothing') return undefined;
  if (gives === 'events') return eventsOf(response);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw unreachable('The response was cut off', error);
  }
  if (gives === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (gives === 'text') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new OffprintError(
      'unexpected-answer',
      'The response is not JSON. Check that the address points to an Offprint server.',
      {
        status: response.status,
      },
    );
  }
}
