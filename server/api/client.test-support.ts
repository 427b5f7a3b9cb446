import { type Contract, contractOf, type Description } from './contract.test-support.ts';
import { type Address, type Connection, openConnection, type RawResponse } from './raw-http.test-support.ts';

export type Answer = Readonly<{
  status: number;
  headers: RawResponse['headers'];
  /** Parsed if it is JSON, bytes if it is an archive, text otherwise. Undefined if there is none. */
  body: unknown;
  bytes: Buffer;
  /** The sentence of an error, or empty. */
  error: string;
}>;

export type CallOptions = Readonly<{
  /** null: no Authorization header. Default: the key with the scope `write`. */
  key?: string | null | undefined;
  /** An object is sent as JSON with its Content-Type; text and bytes are sent as they are, without one. */
  body?: unknown;
  headers?: Readonly<Record<string, string | readonly string[]>>;
}>;

export type Client = Readonly<{
  address: Address;
  /** Value of the Host header. */
  authority: string;
  contract: Contract;
  call: (method: string, target: string, options?: CallOptions) => Promise<Answer>;
  /** Like `call`, on a connection that is already open. */
  callOn: (connection: Connection, method: string, target: string, options?: CallOptions) => Promise<Answer>;
  connect: () => Promise<Connection>;
  /** Returns the bytes that a call sends. */
  requestBytes: (method: string, target: string, options?: CallOptions) => Buffer;
}>;

/** Opens a client of a running server, in this process or another. @param key used unless a call names one */
export async function openClient(address: Address, authority: string, key: string): Promise<Client> {
  const connection = await openConnection(address);
  connection.write(`GET /openapi.json HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const { status, body } = await connection.response();
  connection.destroy();
  if (status !== 200) throw new Error(`/openapi.json answered ${status}: ${body}`);
  return clientOf(address, authority, key, contractIn(body.toString()));
}

const contracts = new Map<string, Contract>();

/** Servers with the same description share one compiled contract. */
function contractIn(text: string): Contract {
  const contract = contracts.get(text) ?? contractOf(JSON.parse(text) as Description);
  contracts.set(text, contract);
  return contract;
}

/** @param defaultKey used unless a call names one */
export function clientOf(
  address: Address,
  authority: string,
  defaultKey: string,
  contract: Contract,
): Client {
  const requestBytes: Client['requestBytes'] = (
    method,
    target,
    { key = defaultKey, body, headers = {} } = {},
  ) => {
    const isJson = typeof body === 'object' && body !== null && !(body instanceof Uint8Array);
    const bytes =
      body === undefined
        ? undefined
        : isJson
          ? Buffer.from(JSON.stringify(body))
          : Buffer.from(body as string);
    const all: Record<string, string | readonly string[]> = {
      host: authority,
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-length': String(bytes.length) }),
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}\r\n`),
    );
    const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    return bytes ? Buffer.concat([head, bytes]) : head;
  };

  const callOn: Client['callOn'] = async (connection, method, target, options) => {
    connection.write(requestBytes(method, target, options));
    const response = await connection.response(method);
    contract.check({ method, target, response });
    return answerOf(response);
  };

  return {
    address,
    authority,
    contract,
    requestBytes,
    connect: () => openConnection(address),
    callOn,
    call: async (method, target, options) => {
      const connection = await openConnection(address);
      try {
        return await callOn(connection, method, target, options);
      } finally {
        connection.destroy();
      }
    },
  };
}

export function answerOf({ status, headers, body: bytes }: RawResponse): Answer {
  const type = headers['content-type'] ?? '';
  const isJson = /^application\/json(;|$)/.test(type);
  const isText = !/^application\/(zip|gzip)$/.test(type);
  const body: unknown =
    bytes.length === 0
      ? undefined
      : isJson
        ? JSON.parse(bytes.toString())
        : isText
          ? bytes.toString()
          : bytes;
  const error = status >= 400 && isJson && bytes.length > 0 ? (body as { error: string }).error : '';
  return { status, headers, body, bytes, error };
}

export function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
