import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelStandIn, type Policy, startModelServer } from '../../../test/stand-ins/model-server.ts';

/** All tests here rely on the scripted server, so it is tested too: with two third-party clients for the real API. */
const policy: Policy = (request) => {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return { text: `The file says: ${last.content}` };
  return {
    text: 'I look into both.',
    thinking: 'two files',
    calls: [
      { name: 'read', arguments: { path: 'guide/größe.md' } },
      { name: 'read', arguments: { path: 'b.md' } },
    ],
  };
};

const parameters = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
} as const;

describe.each([undefined, 7])('the scripted server, split by seed %s', (splitSeed) => {
  let server: ModelStandIn;
  beforeEach(async () => {
    server = await startModelServer({ policy, ...(splitSeed !== undefined && { splitSeed }) });
  });
  afterEach(() => server.close());

  it.each([true, false])('is understood by the openai package (stream: %s)', async (stream) => {
    const client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'none', maxRetries: 0 });
    const body = {
      model: 'scripted',
      messages: [{ role: 'user' as const, content: 'Compare the two' }],
      tools: [{ type: 'function' as const, function: { name: 'read', parameters } }],
    };
    const completion = stream
      ? await client.chat.completions
          .stream({ ...body, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await client.chat.completions.create(body);
    const message = completion.choices[0]?.message;
    expect(message?.content).toBe('I look into both.');
    expect(completion.choices[0]?.finish_reason).toBe('tool_calls');
    expect(
      message?.tool_calls?.map((call) => call.type === 'function' && JSON.parse(call.function.arguments)),
    ).toEqual([{ path: 'guide/größe.md' }, { path: 'b.md' }]);
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  it.each([true, false])(
    'is understood by the AI SDK, through a whole turn of tools (stream: %s)',
    async (stream) => {
      const provider = createOpenAICompatible({
        name: 'scripted',
        baseURL: server.baseUrl,
        includeUsage: true,
      });
      const seen: string[] = [];
      const options = {
        model: provider('scripted'),
        prompt: 'Compare the two',
        maxRetries: 0,
        tools: {
          read: tool({
            inputSchema: jsonSchema<{ path: string }>(parameters),
            execute: async ({ path }) => {
              seen.push(path);
              return `contents of ${path}`;
            },
          }),
        },
        stopWhen: ({ steps }: { steps: readonly unknown[] }) => steps.length === 2,
      };
      const result = stream ? streamText(options) : await generateText(options);
      expect(await result.text).toMatch(/^The file says: .*contents of b\.md/);
      expect(seen.sort()).toEqual(['b.md', 'guide/größe.md']);
      expect((await result.totalUsage).inputTokens).toBeGreaterThan(0);
    },
  );
});
