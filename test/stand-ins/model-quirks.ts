/**
 * Deviations of OpenAI-compatible servers from the documented responses, as the chunks they stream (research/agent.md
 * 3.1 and 4.3; the first 23 are the list there, the rest come from the issues it names).
 */
export type Quirk = Readonly<{
  chunks: readonly unknown[];
  /** Layout of the bytes, if that is the quirk. */
  layout?: 'crlf-and-comments' | 'seven-byte-pieces' | 'json-despite-stream';
  /** A response with this status and body instead of chunks. */
  refused?: Readonly<{ status: number; contentType: string; body: string }>;
  /** The connection ends before the response is complete. */
  cut?: true;
}>;

const DONE = '[DONE]';

function chunk(delta: object, finishReason: string | null = null): Record<string, unknown> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'quirk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

function call(fragment: object): { tool_calls: object[] } {
  return { tool_calls: [fragment] };
}

const READ_A = { name: 'read', arguments: '{"path":"a.md"}' };
const READ_B = { name: 'read', arguments: '{"path":"b.md"}' };
const END = chunk({}, 'tool_calls');

const standard: readonly unknown[] = [
  chunk({ role: 'assistant', content: null }),
  chunk(call({ index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '' } })),
  chunk(call({ index: 0, function: { arguments: '{"pa' } })),
  chunk(call({ index: 0, function: { arguments: 'th":"a.md"}' } })),
  END,
  { ...chunk({}), choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
  DONE,
];

export const quirks: Readonly<Record<string, Quirk>> = {
  standard: { chunks: standard },
  finish_stop: {
    chunks: [
      chunk(call({ index: 0, id: 'call_1', type: 'function', function: READ_A })),
      chunk({}, 'stop'),
      DONE,
    ],
  },
  no_index_two: {
    chunks: [
      chunk(call({ id: 'call_1', type: 'function', function: READ_A })),
      chunk(call({ id: 'call_2', type: 'function', function: READ_B })),
      END,
      DONE,
    ],
  },
  same_index_two: {
    chunks: [
      chunk(call({ index: 0, id: 'call_1', type: 'function', function: READ_A })),
      chunk(call({ index: 0, id: 'call_2', type: 'function', function: READ_B })),
      END,
      DONE,
    ],
  },
  args_object: {
    chunks: [
      chunk(
        call({
          index: 0,
          id: 'call_1',
          type: 'function',
          function: { name: 'read', arguments: { path: 'a.md' } },
        }),
      ),
      END,
      DONE,
    ],
  },
  no_id: { chunks: [chunk(call({ index: 0, type: 'function', function: READ_A })), END, DONE] },
  no_type: { chunks: [chunk(call({ index: 0, id: 'call_1', function: READ_A })), END, DONE] },
  args_missing: {
    chunks: [
      chunk(call({ index: 0, id: 'call_1', type: 'function', function: { name: 'list' } })),
      END,
      DONE,
    ],
  },
  bad_json_args: {
    chunks: [
      chunk(
        call({
          index: 0,
          id: 'call_1',
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a.md"' },
        }),
      ),
      END,
      DONE,
    ],
  },
  unknown_tool: {
    chunks: [
      chunk(call({ index: 0, id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{}' } })),
      END,
      DONE,
    ],
  },
  text_toolcall: {
    chunks: [
      chunk({ content: '<tool_call>\n{"name":"read","arguments":{"path":"a.md"}}\n</tool_call>' }),
      chunk({}, 'stop'),
      DONE,
    ],
  },
  reasoning_field: {
    chunks: [
      chunk({ reasoning: 'hmm' }),
      chunk({ reasoning_content: 'mm' }),
      chunk({ content: 'ok' }),
      chunk({}, 'stop'),
      DONE,
    ],
  },
  empty_finish_string: { chunks: [chunk({ content: 'a' }, ''), chunk({ content: 'b' }, 'stop'), DONE] },
  no_done_no_finish: { chunks: [chunk({ content: 'partial' })], cut: true },
  no_done: {
    chunks: [chunk(call({ index: 0, id: 'call_1', type: 'function', function: READ_A })), END],
  },
  mid_error_openai: {
    chunks: [chunk({ content: 'x' }), { error: { message: 'boom', type: 'server_error', code: 500 } }, DONE],
  },
  mid_error_ollama: { chunks: [chunk({ content: 'x' }), { error: 'model crashed' }] },
  truncated_length: {
    chunks: [
      chunk(
        call({
          index: 0,
          id: 'call_1',
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a' },
        }),
      ),
      chunk({}, 'length'),
      DONE,
    ],
  },
  comments_crlf: { chunks: standard, layout: 'crlf-and-comments' },
  split_utf8: {
    chunks: [chunk({ content: 'héllo 世界' }), chunk({}, 'stop'), DONE],
    layout: 'seven-byte-pieces',
  },
  json_despite_stream: { chunks: standard, layout: 'json-despite-stream' },
  ctx_400: {
    chunks: [],
    refused: {
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        error: {
          code: 400,
          message: 'request (9000 tokens) exceeds the available context size (4096 tokens)',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      }),
    },
  },
  plain_500: {
    chunks: [],
    refused: { status: 500, contentType: 'text/plain', body: 'Internal Server Error' },
  },

  // vllm#44098: the last chunk repeats id and name
  id_and_name_repeated: {
    chunks: [
      chunk(call({ index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '' } })),
      chunk(call({ index: 0, id: 'call_1', function: { name: 'read', arguments: '{"path":"a.md"}' } })),
      END,
      DONE,
    ],
  },
  // vllm#53255, LM Studio 942: calls are announced but none follows
  empty_tool_calls: { chunks: [chunk({ content: '', tool_calls: [] }), END, DONE] },
  // vllm#53269: a call cut by max_tokens with the reason "tool_calls"; only the token count shows it
  hidden_truncation: {
    chunks: [
      chunk(
        call({ index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"pa' } }),
      ),
      END,
      { ...chunk({}), choices: [], usage: { prompt_tokens: 5, completion_tokens: 64, total_tokens: 69 } },
      DONE,
    ],
  },
  // ollama#11781: the error is under a key of its own
  error_under_other_key: {
    chunks: [{ 'error parsing tool call': 'invalid character' }],
  },
  no_id_two: {
    chunks: [
      chunk(call({ index: 0, function: READ_A })),
      chunk(call({ index: 0, function: READ_B })),
      END,
      DONE,
    ],
  },
  args_encoded_twice: {
    chunks: [
      chunk(
        call({ index: 0, id: 'call_1', function: { name: 'read', arguments: '"{\\"path\\":\\"a.md\\"}"' } }),
      ),
      END,
      DONE,
    ],
  },
  think_tags: {
    chunks: [chunk({ content: '<think>hm' }), chunk({ content: 'm</think>\nok' }), chunk({}, 'stop'), DONE],
  },
};

type Delta = { content?: string | null; tool_calls?: Record<string, unknown>[] } & Record<string, unknown>;

/** The non-streaming response of the same server: the chunks folded into one message, with their quirks. */
export function foldChunks(chunks: readonly unknown[]): Record<string, unknown> {
  const message: Delta = { role: 'assistant', content: null };
  let finishReason: string | null = null;
  let usage: unknown;
  for (const item of chunks) {
    if (typeof item !== 'object' || item === null) continue;
    const part = item as Record<string, unknown>;
    if (!Array.isArray(part.choices)) return part;
    usage = part.usage ?? usage;
    const choice = part.choices[0] as { delta: Delta; finish_reason: string | null } | undefined;
    if (!choice) continue;
    if (choice.finish_reason) finishReason = choice.finish_reason;
    for (const [key, value] of Object.entries(choice.delta)) {
      if (key === 'tool_calls') foldCalls(message, value as Record<string, unknown>[]);
      else if (typeof value === 'string' && key !== 'role') message[key] = `${message[key] ?? ''}${value}`;
    }
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'quirk',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    ...(usage !== undefined && { usage }),
  };
}

function foldCalls(message: Delta, fragments: readonly Record<string, unknown>[]): void {
  message.tool_calls ??= [];
  for (const { index: _, ...fragment } of fragments) {
    const body = fragment.function as Record<string, unknown> | undefined;
    const last = message.tool_calls.at(-1);
    const goesOn = last && (fragment.id === undefined ? body?.name === undefined : fragment.id === last.id);
    if (!goesOn) message.tool_calls.push({ ...fragment, function: { ...body } });
    else {
      const known = last.function as Record<string, unknown>;
      known.arguments = `${known.arguments ?? ''}${body?.arguments ?? ''}`;
    }
  }
}
