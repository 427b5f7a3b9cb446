import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate as tick } from 'node:timers/promises';
import { foldChunks, type Quirk, quirks } from './model-quirks.ts';

/**
 * An OpenAI-compatible server whose model is a program: model weights are not available on the development machines
 * (test/KNOWN_GAPS.md). Its responses are checked with the `openai` package and the AI SDK.
 */
export type ModelStandIn = Readonly<{
  /** Ends in `/v1`. */
  baseUrl: string;
  /** Every chat completion request, oldest first. */
  requests: readonly SeenRequest[];
  /** Every requested path, oldest first: `GET /v1/models`. */
  paths: readonly string[];
  /** Number of requests whose client disconnected before the response was complete. */
  abandoned: () => number;
  close: () => Promise<void>;
}>;

export type WireMessage = Readonly<{
  role: string;
  content: string;
  tool_calls?: readonly Readonly<{
    id: string;
    type: string;
    function: Readonly<{ name: string; arguments: string }>;
  }>[];
  tool_call_id?: string;
}>;

export type SeenRequest = Readonly<{
  model: string;
  messages: readonly WireMessage[];
  tools?: readonly Readonly<{ type: string; function: Readonly<Record<string, unknown>> }>[];
  tool_choice?: unknown;
  max_tokens?: number;
  temperature?: number;
  stream?: boolean;
}> &
  Readonly<Record<string, unknown>>;

/** One turn of the model. */
export type Turn = Readonly<{
  text?: string;
  thinking?: string;
  calls?: readonly Readonly<{ name: string; arguments: unknown }>[];
  finishReason?: string;
  /** Answers with an error instead of text. */
  refused?: Quirk['refused'] & Readonly<{ headers?: Record<string, string> }>;
  /** Time before the first byte of the response head. */
  thinkMs?: number;
  /** Time between the head and the first byte of the body. */
  silentMs?: number;
  /** Time between two chunks of a stream. */
  pauseMs?: number;
  /** Ends the connection in the middle of the body. */
  cut?: boolean;
  usage?: Readonly<{ prompt_tokens: number; completion_tokens: number }> | null;
}>;

/** Responds to a request; `number` counts requests from 1. */
export type Policy = (request: SeenRequest, number: number) => Turn | Promise<Turn>;

export type ModelServerOptions = Readonly<{
  policy?: Policy;
  /** Seed for splitting every body into pieces of 1 to 7 bytes. */
  splitSeed?: number;
  tls?: Readonly<{ key: string; cert: string }>;
  /** Key required as a bearer token. */
  apiKey?: string;
  /** Other routes: path to JSON, or to a status with JSON. */
  routes?: Readonly<Record<string, unknown>>;
  /** Context window in tokens; longer prompts silently lose their beginning, as with Ollama. */
  windowTokens?: number;
}>;

/**
 * Starts the server on a free port of 127.0.0.1. A request whose model is `quirk:<name>` gets that quirk
 * (model-quirks.ts).
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelStandIn> {
  const requests: SeenRequest[] = [];
  const paths: string[] = [];
  let abandoned = 0;

  const handle = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) abandoned++;
    });
    paths.push(`${incoming.method} ${incoming.url}`);
    const body = await readBody(incoming);
    if (options.apiKey !== undefined && incoming.headers.authorization !== `Bearer ${options.apiKey}`) {
      return json(outgoing, 401, {
        error: { message: `Incorrect API key provided: ${incoming.headers.authorization}`, code: 401 },
      });
    }
    const route = options.routes?.[incoming.url ?? ''];
    if (route !== undefined) return json(outgoing, 200, route);
    if (incoming.url === '/v1/models') {
      return json(outgoing, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
    }
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      return json(outgoing, 404, { error: { message: `no such address: ${incoming.url}`, code: 404 } });
    }
    const request = JSON.parse(body) as SeenRequest;
    requests.push(request);
    const name = /^quirk:(.+)$/.exec(request.model)?.[1];
    if (name !== undefined) {
      const quirk = quirks[name];
      if (!quirk) throw new Error(`No quirk is called ${name}`);
      return send(outgoing, quirk, request.stream === true, options.splitSeed, {});
    }
    const { seen, promptTokens } = throughWindow(request, options.windowTokens);
    const turn = (await options.policy?.(seen, requests.length)) ?? { text: 'ok' };
    if (turn.thinkMs) await delay(turn.thinkMs, undefined, { ref: false });
    if (outgoing.destroyed) return;
    await send(
      outgoing,
      { ...plainTurn(turn, request, promptTokens), ...(turn.cut && { cut: true }) },
      request.stream === true,
      options.splitSeed,
      turn,
    );
  };

  const listener = (incoming: http.IncomingMessage, outgoing: http.ServerResponse): void => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  };
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/v1`,
    requests,
    paths,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Tokens as this server counts them: four bytes each. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** A turn as the documented chunks: role, text, calls, finish reason, usage, `[DONE]`. */
function plainTurn(turn: Turn, request: SeenRequest, promptTokens: number): Quirk {
  if (turn.refused) return { chunks: [], refused: turn.refused };
  const written = (turn.text ?? '') + JSON.stringify(turn.calls ?? '');
  const usage =
    turn.usage === undefined
      ? { prompt_tokens: promptTokens, completion_tokens: countTokens(written) }
      : turn.usage;
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: request.model };
  const chunk = (delta: object, finishReason: string | null = null): object => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const calls = turn.calls ?? [];
  return {
    chunks: [
      chunk({ role: 'assistant', content: '' }),
      ...(turn.thinking ? [chunk({ reasoning_content: turn.thinking })] : []),
      ...pieces(turn.text ?? '').map((content) => chunk({ content })),
      ...calls.flatMap((call, index) => [
        chunk({
          tool_calls: [
            {
              index,
              id: `call_${index + 1}`,
              type: 'function',
              function: { name: call.name, arguments: '' },
            },
          ],
        }),
        ...pieces(JSON.stringify(call.arguments)).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      chunk({}, turn.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
      ...(usage
        ? [
            {
              ...base,
              choices: [],
              usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
            },
          ]
        : []),
      '[DONE]',
    ],
  };
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,24}/gu) ?? [];
}

async function send(
  outgoing: http.ServerResponse,
  quirk: Quirk,
  stream: boolean,
  splitSeed: number | undefined,
  turn: Turn,
): Promise<void> {
  if (quirk.refused) {
    const headers = { 'content-type': quirk.refused.contentType, ...turn.refused?.headers };
    outgoing.writeHead(quirk.refused.status, headers);
    outgoing.end(quirk.refused.body);
    return;
  }
  const streams = stream && quirk.layout !== 'json-despite-stream';
  outgoing.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' });
  outgoing.flushHeaders();
  if (turn.silentMs) await delay(turn.silentMs, undefined, { ref: false });
  const random = splitSeed === undefined ? undefined : mulberry32(splitSeed);
  const write = async (bytes: Buffer): Promise<void> => {
    const seven = quirk.layout === 'seven-byte-pieces';
    if (!random && !seven) {
      outgoing.write(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const size = random ? 1 + Math.floor(random() * 7) : 7;
      outgoing.write(bytes.subarray(at, at + size));
      at += size;
      await tick();
    }
  };
  outgoing.socket?.setNoDelay(true);
  if (streams) {
    const crlf = quirk.layout === 'crlf-and-comments';
    if (crlf) await write(Buffer.from(': keep-alive\r\n\r\n'));
    const chunks = quirk.cut ? quirk.chunks.filter((item) => !isLast(item)) : quirk.chunks;
    for (const item of chunks) {
      if (outgoing.destroyed) return;
      const payload = typeof item === 'string' ? item : JSON.stringify(item);
      await write(Buffer.from(crlf ? `data:${payload}\r\n\r\n` : `data: ${payload}\n\n`));
      if (turn.pauseMs) await delay(turn.pauseMs, undefined, { ref: false });
    }
  } else {
    const body = Buffer.from(JSON.stringify(foldChunks(quirk.chunks)));
    await write(quirk.cut ? body.subarray(0, Math.floor(body.length / 2)) : body);
  }
  if (quirk.cut) setImmediate(() => outgoing.destroy());
  else outgoing.end();
}

function isLast(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return true;
  const { choices } = item as { choices?: { finish_reason: string | null }[] };
  return choices?.length === 0 || typeof choices?.[0]?.finish_reason === 'string';
}

/** The part of a prompt that fits a window: the newest messages, and the end of the one that is cut. */
function throughWindow(
  request: SeenRequest,
  windowTokens: number | undefined,
): { seen: SeenRequest; promptTokens: number } {
  const total = request.messages.reduce((sum, message) => sum + countTokens(message.content ?? ''), 0);
  const tools = countTokens(JSON.stringify(request.tools ?? ''));
  if (windowTokens === undefined || total + tools <= windowTokens) {
    return { seen: request, promptTokens: total + tools };
  }
  let left = windowTokens;
  const messages: WireMessage[] = [];
  for (const message of request.messages.toReversed()) {
    if (left <= 0) break;
    const kept = Buffer.from(message.content ?? '')
      .subarray(-left * 4)
      .toString('utf8');
    left -= countTokens(kept);
    messages.unshift({ ...message, content: kept });
  }
  return { seen: { ...request, messages }, promptTokens: windowTokens };
}

async function readBody(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function json(outgoing: http.ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}

/** Small seeded random number generator, to make failures reproducible. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
