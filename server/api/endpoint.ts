import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { RequestIdentity } from '../store/idempotent-answers.ts';
import type { KeyScope } from '../store/keys.ts';
import { errorBody } from './schemas.ts';

/** Who calls: an API key, or the owner of the data folder over its private socket. */
export type Caller = Readonly<{ id: string; scopes: readonly KeyScope[]; isOwner: boolean }>;

export type Call<P, Q, B> = Readonly<{
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  /** Of the request, in lower case. */
  header: (name: string) => string | undefined;
  /** Set when the answer is to be kept under an Idempotency-Key together with what the call changes. */
  once: RequestIdentity | undefined;
  /** Ends the browser session that the call belongs to, if any. */
  endSession: () => void;
}>;

export type Answer = Readonly<{
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}>;

/** An answer that is written by hand: a stream of events, a file. */
export type Stream = Readonly<{ respond: (request: IncomingMessage, response: ServerResponse) => void }>;

export type ResponseFacts = Readonly<{
  description: string;
  schema?: z.ZodType;
  /** Left out: application/json where there is a schema, which describes that one alone. */
  mediaTypes?: readonly string[];
  /** Left out: one that is put together from the schema. */
  example?: unknown;
  /** What headers of the answer say. */
  headers?: Readonly<Record<string, string>>;
}>;

/** One operation of the API: what validates it, what documents it (openapi.ts) and what carries it out. */
export type Endpoint<P = unknown, Q = unknown, B = unknown> = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** There is a newer call for the same; this one stays for programs that know no other. */
  deprecated?: true;
  /** What a key needs; `none` is open to everybody. */
  scope: KeyScope | 'none';
  /** Answered 403 unless the organization has the enterprise plan. */
  needsEnterprise?: boolean;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** The body is bytes as they are (`application/octet-stream`), handed on as a Buffer. Without `body`. */
  takesBytes?: true;
  /** How long the body may be; 1 MiB where it is absent. */
  bodyMaxBytes?: number;
  /** A request without a body is as good as `{}`. */
  bodyOptional?: boolean;
  /**
   * What an Idempotency-Key does: `atomic`, the call itself keeps its answer together with what it changes;
   * `answer`, the answer is kept afterwards; `refused`, there is something in it that is not to be kept.
   */
  idempotency?: 'atomic' | 'answer' | 'refused';
  /** Headers of the request that the operation looks at. */
  headers?: Readonly<
    Record<string, Readonly<{ description: string; schema: Readonly<Record<string, unknown>> }>>
  >;
  /** What is told of it; the errors that many operations have in common stand in openapi.ts. */
  responses: Readonly<Record<number, ResponseFacts>>;
  handle: (call: Call<P, Q, B>) => Answer | Stream | Promise<Answer | Stream>;
}>;

/** Types an endpoint by its schemas. */
export function endpoint<P = unknown, Q = unknown, B = unknown>(definition: Endpoint<P, Q, B>): Endpoint {
  return definition as Endpoint;
}

/** What is told of an answer that is not a success. */
export function refusal(description: string, headers?: ResponseFacts['headers']): ResponseFacts {
  return { description, schema: errorBody, ...(headers && { headers }) };
}

export function isStream(answer: Answer | Stream): answer is Stream {
  return 'respond' in answer;
}
