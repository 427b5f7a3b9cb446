import type { components, operations } from './generated/api.types.ts';
import type { OPERATIONS } from './generated/operations.ts';

/** Name of an API call in openapi.json. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Schemas = components['schemas'];
export type ExportJob = Schemas['ExportJob'];
export type AgentJob = Schemas['AgentJob'];
export type Bundle = Schemas['Bundle'];
/** All objects in responses and requests, by their names in docs/api.md, "Objects". */
export type ApiObjects = Schemas;

/** An event of a stream (WHATWG HTML §9.2). `data` is JSON, except in version 1 of agent jobs. */
export type ServerEvent = Readonly<{ id: string | undefined; event: string; data: string }>;

type Parts<Id extends OperationId> = operations[Id]['parameters'];
/** The type itself, or `unknown`, which does not matter in an intersection. */
type Present<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;

type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? BodyIn<Content>
  : operations[Id] extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: infer Content }
      ? Partial<BodyIn<Content>>
      : unknown
    : unknown;
type BodyIn<Content> = Content extends { 'application/json': infer Body }
  ? Body
  : { content: Uint8Array<ArrayBuffer> | Blob };

/** Input of a call, in one object: the parameters of its path and query, and the fields of its body. */
export type Input<Id extends OperationId> = Present<Parts<Id>['path']> &
  Present<Parts<Id>['query']> &
  RequestBody<Id>;

type Answers<Id extends OperationId> = operations[Id]['responses'];
type JsonIn<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type JsonOf<Id extends OperationId> = {
  [Status in keyof Answers<Id>]: JsonIn<Answers<Id>[Status]>;
}[keyof Answers<Id>];

/** Output of a call. */
export type Output<Id extends OperationId> = {
  nothing: undefined;
  json: JsonOf<Id>;
  events: AsyncIterable<ServerEvent>;
  text: string;
  bytes: Uint8Array;
}[(typeof OPERATIONS)[Id]['gives']];

export type CallOptions = Readonly<{
  /** Aborts the call and all waiting in it, with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** The same key with the same input is carried out once in 24 hours. Default: a new key for each call. */
  idempotencyKey?: string;
  /** For a stream: the `id` of the last received event. The stream continues after it. */
  lastEventId?: string;
}>;

/** A call of the client. The input is optional if the call requires none. */
export type Call<Id extends OperationId> = (
  ...args: object extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions]
) => Promise<Output<Id>>;

/** Every call of the API by its name in docs/api.md. */
export type Calls = { readonly [Id in OperationId]: Call<Id> };
