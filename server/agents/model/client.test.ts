import { afterEach, describe, expect, it } from 'vitest';
import { type ModelStandIn, type Policy, startModelServer } from '../../../test/stand-ins/model-server.ts';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import type { ChatRequest } from './chat.ts';
import { type ModelClient, openModelClient } from './client.ts';
import type { ModelErrorKind } from './model-error.ts';
import { openModelQueue } from './queue.ts';
import type { Attempt } from './retry.ts';
import { DEFAULT_TIMERS } from './server.ts';
import { readTextCall } from './text-protocol.ts';
import type { Transport } from './tool-transport.ts';

const request: ChatRequest = {
  messages: [
    { role: 'system', text: 'You edit documentation.' },
    { role: 'user', text: 'Mend the page' },
  ],
  tools: [
    {
      name: 'edit',
      description: 'Replaces text',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          old_text: { type: 'string', 'x-long': true },
          new_text: { type: 'string', 'x-long': true },
          replace_all: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        },
      },
    },
  ],
  maxTokens: 200,
};

let standIn: ModelStandIn | undefined;
afterEach(async () => {
  await standIn?.close();
  standIn = undefined;
});

async function clientOf(policy: Policy, transport: Transport = 'native'): Promise<ModelClient> {
  standIn = await startModelServer({ policy });
  const server = { baseUrl: standIn.baseUrl, model: 'scripted', apiKey: null, caBundle: null };
  return openModelClient(
    { ...server, timers: DEFAULT_TIMERS },
    { queue: openModelQueue(), transport, stream: true, firstPauseMs: 1 },
  );
}

const never = new AbortController().signal;

function refused(status: number, headers: Record<string, string> = {}) {
  return { refused: { status, contentType: 'text/plain', body: 'no', headers } };
}

describe('retries', () => {
  it.each<[ModelErrorKind, number, number]>([
    ['overloaded', 503, 6],
    ['rate-limited', 429, 6],
    ['server-error', 500, 2],
    ['unauthorized', 401, 1],
    ['unknown-model', 404, 1],
    ['refused', 400, 1],
  ])('%s (%i) is asked %i times in all', async (kind, status, times) => {
    const client = await clientOf(() => refused(status));
    await expect(client.chat(request, { project: 'p', signal: never })).rejects.toMatchObject({ kind });
    expect(standIn?.requests).toHaveLength(times);
  });

  it('go on after a passing fault, and ask once with other sampling after a 500', async () => {
    const client = await clientOf((_, number) =>
      number === 1
        ? refused(503)
        : number === 2
          ? refused(500)
          : number === 3
            ? { text: 'half', cut: true }
            : { text: 'yes' },
    );
    const attempts: Attempt[] = [];
    const answer = await client.chat(request, {
      project: 'p',
      signal: never,
      onRetry: (attempt) => attempts.push(attempt),
    });
    expect(answer.text).toBe('yes');
    expect(attempts.map((attempt) => attempt.error.kind)).toEqual(['overloaded', 'server-error', 'cut']);
    expect(standIn?.requests.map((seen) => seen.temperature)).toEqual([undefined, undefined, 0.3, 0.3]);
  });

  it('wait as long as the server says, and end at once when they are canceled', async () => {
    const client = await clientOf(() => refused(429, { 'retry-after': '30' }));
    const cancel = new AbortController();
    const waits: number[] = [];
    const asked = client.chat(request, {
      project: 'p',
      signal: cancel.signal,
      onRetry: ({ waitMs }) => {
        waits.push(waitMs);
        cancel.abort(new Error('canceled'));
      },
    });
    await expect(asked).rejects.toThrow('canceled');
    expect(waits).toEqual([30_000]);
  });
});

describe('what a server sends', () => {
  it('is looked through in no time where it refuses with angle brackets', async () => {
    const client = await clientOf(() => ({
      refused: { status: 401, contentType: 'text/html', body: '<'.repeat(80_000) },
    }));
    const started = threadMs();
    await expect(client.chat(request, { project: 'pr_1', signal: never })).rejects.toThrow(
      'rejected the API key',
    );
    expect(threadMs() - started).toBeLessThan(2000);
  });

  it('is looked through in no time where a call has long values without number', () => {
    const text = `@@call edit\n${'@@old_text\n'.repeat(10_000)}a\n@@end`;
    const started = threadMs();
    const { calls } = readTextCall(
      { kind: 'text', text, thinking: '', calls: [], full: false, usage: null },
      request.tools,
    );
    expect(calls[0]?.arguments).toMatchObject({ old_text: 'a' });
    expect(threadMs() - started).toBeLessThan(2000);
  });
});

describe('what is sent', () => {
  it('never carries what a server could choke on', async () => {
    const client = await clientOf(() => ({ text: 'ok' }));
    const bad = { id: 'x', name: 'edit', arguments: null, raw: '{"path":' };
    const good = { id: 'x', name: 'edit', arguments: { path: 'a.md' }, raw: '' };
    await client.chat(
      {
        ...request,
        messages: [
          ...request.messages,
          { role: 'assistant', text: '', calls: [bad, good] },
          { role: 'tool', callId: 'x', name: 'edit', text: 'not JSON' },
          { role: 'tool', callId: 'x', name: 'edit', text: 'done' },
        ],
      },
      { project: 'p', signal: never },
    );
    const sent = standIn?.requests[0]?.messages ?? [];
    const calls = sent[2]?.tool_calls ?? [];
    expect(calls.map((call) => call.function.arguments)).toEqual(['{}', '{"path":"a.md"}']);
    expect(sent[2]?.content).toBe('');
    expect(sent.slice(3).map((message) => message.tool_call_id)).toEqual(calls.map((call) => call.id));
    expect(new Set(calls.map((call) => call.id)).size).toBe(2);
    expect(calls.every((call) => /^[a-zA-Z0-9]{9}$/.test(call.id))).toBe(true);
  });
});

describe('the text protocol', () => {
  const block = [
    'I mend it.',
    '@@call edit',
    'path: guide/a.md',
    '@@old_text',
    'Run `npm install`: "now"',
    '',
    '  indented',
    '@@new_text',
    '@@ -1,2 +1,2 @@',
    '@@end',
  ].join('\n');

  it('carries a call without native tools, long text letter for letter', async () => {
    const client = await clientOf(() => ({ text: block }), 'text');
    const answer = await client.chat(request, { project: 'p', signal: never });
    expect(answer.kind).toBe('calls');
    expect(answer.text).toBe('I mend it.');
    expect(answer.calls[0]).toMatchObject({
      name: 'edit',
      arguments: {
        path: 'guide/a.md',
        old_text: 'Run `npm install`: "now"\n\n  indented',
        new_text: '@@ -1,2 +1,2 @@',
        replace_all: null,
      },
    });
    expect(standIn?.requests[0]).not.toHaveProperty('tools');
    expect(standIn?.requests[0]?.messages[0]?.content).toContain('@@old_text (string)');
  });

  it('shows the model its own calls in the form in which it has to write them', async () => {
    const client = await clientOf((_, number) => ({ text: number === 1 ? block : 'seen' }), 'text');
    const { calls, text } = await client.chat(request, { project: 'p', signal: never });
    await client.chat(
      {
        ...request,
        messages: [
          ...request.messages,
          { role: 'assistant', text, calls },
          { role: 'tool', callId: calls[0]?.id ?? '', name: 'edit', text: 'done' },
          { role: 'user', text: 'Go on' },
        ],
      },
      { project: 'p', signal: never },
    );
    const sent = standIn?.requests[1]?.messages ?? [];
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(sent[2]?.content).toBe(block);
    expect(sent[3]?.content).toBe('Result of edit:\ndone\n\nGo on');
  });

  it.each([
    ['a block without an end', '@@call edit\npath: a.md', undefined, 'bad-arguments'],
    ['a block that the limit of tokens cut', '@@call edit\npath: a.md', 'length', 'truncated'],
    ['a line that is no value', '@@call edit\nwhat is this\n@@end', undefined, 'bad-arguments'],
    ['words', 'There is nothing to do.', undefined, 'text'],
  ])('%s is no call', async (_, text, finishReason, kind) => {
    const client = await clientOf(() => ({ text, ...(finishReason && { finishReason }) }), 'text');
    expect((await client.chat(request, { project: 'p', signal: never })).kind).toBe(kind);
  });
});
