import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quirks } from '../../../test/stand-ins/model-quirks.ts';
import { type ModelStandIn, startModelServer } from '../../../test/stand-ins/model-server.ts';
import { ask } from './ask.ts';
import type { Answer, ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import { DEFAULT_TIMERS, type ModelServer } from './server.ts';

const request: ChatRequest = {
  messages: [{ role: 'user', text: 'Read a.md' }],
  tools: [{ name: 'read', description: 'Reads a file', parameters: { type: 'object', properties: {} } }],
  maxTokens: 64,
};

type Expected = Readonly<{ kind: Answer['kind']; calls?: unknown[]; text?: string; thinking?: string }>;

const readA = ['read', { path: 'a.md' }];
const readB = ['read', { path: 'b.md' }];

/** Table from research/agent.md 3.1 and 4.3. A string is the kind of error that is thrown. */
const table: Readonly<Record<string, Expected | string>> = {
  standard: { kind: 'calls', calls: [readA] },
  finish_stop: { kind: 'calls', calls: [readA] },
  no_index_two: { kind: 'calls', calls: [readA, readB] },
  same_index_two: { kind: 'calls', calls: [readA, readB] },
  args_object: { kind: 'calls', calls: [readA] },
  no_id: { kind: 'calls', calls: [readA] },
  no_type: { kind: 'calls', calls: [readA] },
  args_missing: { kind: 'calls', calls: [['list', {}]] },
  bad_json_args: { kind: 'bad-arguments', calls: [['read', null]] },
  unknown_tool: { kind: 'calls', calls: [['bash', {}]] },
  text_toolcall: { kind: 'text-call', calls: [] },
  reasoning_field: { kind: 'text', text: 'ok', thinking: 'hmmmm' },
  empty_finish_string: { kind: 'text', text: 'ab' },
  no_done_no_finish: { kind: 'cut' },
  no_done: { kind: 'calls', calls: [readA] },
  mid_error_openai: 'server-error',
  mid_error_ollama: 'server-error',
  truncated_length: { kind: 'truncated', calls: [['read', null]] },
  comments_crlf: { kind: 'calls', calls: [readA] },
  split_utf8: { kind: 'text', text: 'héllo 世界' },
  json_despite_stream: { kind: 'calls', calls: [readA] },
  ctx_400: 'context-overflow',
  plain_500: 'server-error',
  id_and_name_repeated: { kind: 'calls', calls: [readA] },
  empty_tool_calls: { kind: 'empty', calls: [] },
  hidden_truncation: { kind: 'truncated', calls: [['read', null]] },
  error_under_other_key: 'server-error',
  no_id_two: { kind: 'calls', calls: [readA, readB] },
  args_encoded_twice: { kind: 'calls', calls: [readA] },
  think_tags: { kind: 'text', text: 'ok', thinking: 'hmm' },
};

it('has a row for every quirk', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(quirks).sort());
});

describe.each([undefined, 1, 2, 3])('split by seed %s', (splitSeed) => {
  let server: ModelStandIn;
  beforeAll(async () => {
    server = await startModelServer(splitSeed === undefined ? {} : { splitSeed });
  });
  afterAll(() => server.close());

  describe.each([true, false])('stream: %s', (stream) => {
    it.each(Object.entries(table))('%s', async (name, expected) => {
      const configured: ModelServer = {
        baseUrl: server.baseUrl,
        model: `quirk:${name}`,
        apiKey: null,
        caBundle: null,
        timers: DEFAULT_TIMERS,
      };
      const asked = ask(configured, request, { stream, signal: new AbortController().signal });
      if (typeof expected === 'string') {
        await expect(asked).rejects.toSatisfy(
          (error) => error instanceof ModelError && error.kind === expected,
        );
        return;
      }
      const answer = await asked;
      expect(answer.kind).toBe(expected.kind);
      if (expected.calls) {
        expect(answer.calls.map((call) => [call.name, call.arguments])).toEqual(expected.calls);
        expect(new Set(answer.calls.map((call) => call.id)).size).toBe(expected.calls.length);
      }
      if (expected.text !== undefined) expect(answer.text).toBe(expected.text);
      if (expected.thinking !== undefined) expect(answer.thinking).toBe(expected.thinking);
    });
  });
});

it('reads usage from the last chunk and the window from an overflow', async () => {
  const server = await startModelServer();
  const base = { baseUrl: server.baseUrl, apiKey: null, caBundle: null, timers: DEFAULT_TIMERS };
  const { signal } = new AbortController();
  try {
    const answer = await ask({ ...base, model: 'quirk:standard' }, request, { stream: true, signal });
    expect(answer.usage).toEqual({ promptTokens: 5, completionTokens: 2 });
    await expect(
      ask({ ...base, model: 'quirk:ctx_400' }, request, { stream: true, signal }),
    ).rejects.toMatchObject({ contextTokens: 4096 });
  } finally {
    await server.close();
  }
});
