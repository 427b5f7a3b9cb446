import type { components, operations } from './generated/api.types.ts';
import type { OPERATIONS } from './generated/operations.ts';

/** A call of the API, by its name in openapi.json. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Schemas = components['schemas'];
export type ExportJob = Schemas['ExportJob'];
export type AgentJob = Schemas['AgentJob'];
export type Bundle = Schemas['Bundle'];
/** Everything that answers and requests are made of, by its name in docs/api.md, "Objects". */
export type ApiObjects = Schemas;

/** An event of a stream (WHATWG HTML §9.2). `data` is JSON but in the first edition of agent jobs. */
export type ServerEvent = Readonly<{ id: string | undefined; event: string; data: string }>;

type Parts<Id extends OperationId> = operations[Id]['parameters'];
/** What is there, or nothing that matters in an intersection. */
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

/** What a call takes, in one object: what its path names, what its query names, and the fields of its body. */
export type Input<Id extends OperationId> = Present<Parts<Id>['path']> &
  Present<Parts<Id>['query']> &
  RequestBody<Id>;

type Answers<Id extends OperationId> = operations[Id]['responses'];
type JsonIn<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type JsonOf<Id extends OperationId> = {
  [Status in keyof Answers<Id>]: JsonIn<Answers<Id>[Status]>;
}[keyof Answers<Id>];

/** What a call gives. */
export type Output<Id extends OperationId> = {
  nothing: undefined;
  json: JsonOf<Id>;
  events: AsyncIterable<ServerEvent>;
  text: string;
  bytes: Uint8Array;
}[(typeof OPERATIONS)[Id]['gives']];

export type CallOptions = Readonly<{
  /** Ends the call and all waiting in it, with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** The same key with the same input is carried out once in 24 hours. Left out: one of this call. */
  idempotencyKey?: string;
  /** Of a stream: the `id` of the last event that arrived; it goes on after that one. */
  lastEventId?: string;
}>;

/** A call, as the client has it. Where nothing has to be said, the input may be left out. */
export type Call<Id extends OperationId> = (
  ...args: object extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions]
) => Promise<Output<Id>>;

/** Every call of the API by its name in docs/api.md. */
export type Calls = { readonly [Id in OperationId]: Call<Id> };
