import type http from 'node:http';
import { type Accumulated, accumulator, isObject } from './accumulate.ts';
import type { Answer, ChatRequest } from './chat.ts';
import { dataLines } from './event-stream.ts';
import { exchange, urlOf } from './exchange.ts';
import { ModelError } from './model-error.ts';
import { redactForeign, redactor } from './redact.ts';
import { refusal } from './refusal.ts';
import { requestBody } from './request-body.ts';
import type { ModelServer } from './server.ts';

/** Limit for one answer. No model writes 16 MiB in one turn. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export type AskOptions = Readonly<{ stream: boolean; signal: AbortSignal }>;

/**
 * Sends one request. Answers of any kind are returned (chat.ts); it throws only if the server does not answer.
 * @throws ModelError without secrets in it; the signal's reason if it was aborted
 */
export async function ask(server: ModelServer, request: ChatRequest, options: AskOptions): Promise<Answer> {
  const clean = redactor([server.apiKey]);
  try {
    return await askPlainly(server, request, options);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ModelError(error.kind, clean(redactForeign(error.message)), {
      retryAfterMs: error.retryAfterMs,
      contextTokens: error.contextTokens,
    });
  }
}

async function askPlainly(server: ModelServer, request: ChatRequest, options: AskOptions): Promise<Answer> {
  const collected = accumulator();
  const host = new URL(server.baseUrl).host;
  let status = 0;
  let headers: http.IncomingHttpHeaders = {};
  let lines: ReturnType<typeof dataLines> | undefined;
  const whole: Buffer[] = [];
  let sizeBytes = 0;

  const onData = (payload: string): void => {
    if (payload === '[DONE]') collected.done();
    else collected.add(parsed(payload, host));
  };

  const ended = await exchange(
    server,
    {
      method: 'POST',
      url: urlOf(server, '/chat/completions'),
      body: requestBody(server.model, request, options.stream),
      accept: options.stream ? 'text/event-stream, application/json' : 'application/json',
    },
    {
      head: (head) => {
        status = head.status;
        headers = head.headers;
        // Go by the response, not the request: some servers never stream tool calls.
        if (status < 300 && /event-stream/i.test(headers['content-type'] ?? '')) lines = dataLines(onData);
      },
      chunk: (bytes) => {
        sizeBytes += bytes.length;
        if (sizeBytes > MAX_ANSWER_BYTES) {
          throw new ModelError(
            'protocol',
            `The model server ${host} sent more than 16 MiB in one response. Check what is running there.`,
          );
        }
        if (lines) lines.write(bytes);
        else whole.push(bytes);
      },
    },
    options.signal,
  );

  if (lines) {
    if (ended === 'whole') lines.end();
  } else {
    const body = Buffer.concat(whole).toString('utf8');
    if (status < 200 || status >= 300) throw refusal(host, status, reported(body), headers['retry-after']);
    if (ended === 'whole') {
      collected.add(parsed(body, host));
      collected.done();
    }
  }
  const { answer, error }: Accumulated = collected.finish({ maxTokens: request.maxTokens });
  if (error) throw refusal(host, 200, error);
  return answer;
}

function parsed(json: string, host: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (isObject(value)) return value;
  throw new ModelError(
    'protocol',
    `The model server ${host} did not respond like an OpenAI-compatible API. Check its address: it must end in /v1.`,
  );
}

function reported(body: string): { message: string; type: string | null; code: number | null } {
  try {
    const collected = accumulator();
    const value = JSON.parse(body) as Record<string, unknown>;
    collected.add('error' in value ? value : { error: value.detail ?? value.message ?? body });
    const { error } = collected.finish({ maxTokens: 1 });
    if (error) return error;
  } catch {
    // Not JSON: quote what a proxy sent as plain text or HTML.
  }
  return { message: body.replace(/<[^<>]*>/g, ' '), type: null, code: null };
}
