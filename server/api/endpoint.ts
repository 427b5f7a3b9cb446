import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { RequestIdentity } from '../store/idempotent-answers.ts';
import type { KeyScope } from '../store/keys.ts';
import { errorBody } from './schemas.ts';

/** The caller: an API key, or the owner of the data folder over its private socket or in a browser session. */
export type Caller = Readonly<{ id: string; scopes: readonly KeyScope[]; isOwner: boolean }>;

export type Call<P, Q, B> = Readonly<{
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  /** Returns a request header. Names are in lower case. */
  header: (name: string) => string | undefined;
  /** Set if the answer must be stored under an Idempotency-Key together with the changes of the call. */
  once: RequestIdentity | undefined;
  /** Ends the browser session of the call, if any. */
  endSession: () => void;
}>;

export type Answer = Readonly<{
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}>;

/** A response that writes itself: an event stream or a file. */
export type Stream = Readonly<{ respond: (request: IncomingMessage, response: ServerResponse) => void }>;

export type ResponseFacts = Readonly<{
  description: string;
  schema?: z.ZodType;
  /** Default: application/json if there is a schema. The schema describes that type only. */
  mediaTypes?: readonly string[];
  /** Default: an example generated from the schema. */
  example?: unknown;
  /** Descriptions of the response headers. */
  headers?: Readonly<Record<string, string>>;
}>;

/** An operation of the API: its validation, documentation (openapi.ts) and implementation. */
export type Endpoint<P = unknown, Q = unknown, B = unknown> = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written `:name`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Replaced by a newer call, but kept for existing programs. */
  deprecated?: true;
  /** Scope that a key needs. `none`: public. */
  scope: KeyScope | 'none';
  /** Returns 403 unless the organization has the enterprise plan. */
  needsEnterprise?: boolean;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** The body is binary (`application/octet-stream`) and passed as a Buffer. Excludes `body`. */
  takesBytes?: true;
  /** Maximum size of the body. Default: 1 MiB. */
  bodyMaxBytes?: number;
  /** A request without a body is treated as `{}`. */
  bodyOptional?: boolean;
  /**
   * How an Idempotency-Key is handled. `atomic`: the call itself stores its answer together with its changes. `answer`:
   * the answer is stored afterwards. `refused`: the answer contains a secret that must not be stored.
   */
  idempotency?: 'atomic' | 'answer' | 'refused';
  /** Request headers that the operation uses. */
  headers?: Readonly<
    Record<string, Readonly<{ description: string; schema: Readonly<Record<string, unknown>> }>>
  >;
  /** Described responses. Errors common to many operations are in openapi.ts. */
  responses: Readonly<Record<number, ResponseFacts>>;
  handle: (call: Call<P, Q, B>) => Answer | Stream | Promise<Answer | Stream>;
}>;

/** Types an endpoint by its schemas. */
export function endpoint<P = unknown, Q = unknown, B = unknown>(definition: Endpoint<P, Q, B>): Endpoint {
  return definition as Endpoint;
}

/** Describes an error response. */
export function refusal(description: string, headers?: ResponseFacts['headers']): ResponseFacts {
  return { description, schema: errorBody, ...(headers && { headers }) };
}

export function isStream(answer: Answer | Stream): answer is Stream {
  return 'respond' in answer;
}
