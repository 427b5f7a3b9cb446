import { afterEach, describe, expect, it } from 'vitest';
import {
  type ModelServerOptions,
  type ModelStandIn,
  type Policy,
  startModelServer,
  type Turn,
} from '../../../test/stand-ins/model-server.ts';
import { type Diagnosis, diagnose } from './doctor.ts';
import { DEFAULT_TIMERS } from './server.ts';

/** Model that follows instructions: writes the note, twice if asked, and repeats the code word if it saw it. */
const obedient: Policy = ({ messages, tools }) => {
  const said = messages.map((message) => message.content).join('\n');
  if (said.includes('twice at once')) {
    return { calls: ['1', '2'].map((text) => ({ name: 'note', arguments: { title: 'x', text } })) };
  }
  if (/code word/.test(said)) return { text: /code word is ([\w-]+)\./.exec(said)?.[1] ?? 'I do not know' };
  const text = /---\n([\s\S]*)\n---/.exec(said)?.[1] ?? '';
  if (tools === undefined) return { text: `@@call note\ntitle: probe\n@@text\n${text}\n@@end` };
  return { calls: [{ name: 'note', arguments: { title: 'probe', text } }] };
};

/** The same model behind a server that alters native calls. */
function spoiled(spoil: (turn: Turn, stream: boolean) => Turn): Policy {
  return async (request, number) => {
    const turn = await obedient(request, number);
    return request.tools === undefined ? turn : spoil(turn, request.stream === true);
  };
}

let standIn: ModelStandIn | undefined;
afterEach(async () => {
  await standIn?.close();
  standIn = undefined;
});

async function examine(options: ModelServerOptions, model = 'scripted'): Promise<Diagnosis> {
  standIn = await startModelServer({ policy: obedient, ...options });
  return diagnose(
    { baseUrl: standIn.baseUrl, model, apiKey: null, caBundle: null, timers: DEFAULT_TIMERS },
    { signal: new AbortController().signal },
  );
}

const models = (entry: object = {}) => ({ '/v1/models': { data: [{ id: 'qwen3:8b', ...entry }] } });
const sentences = (diagnosis: Diagnosis) => diagnosis.findings.map((finding) => finding.sentence).join('\n');

describe('a server on which all works', () => {
  it('has nothing wrong and is used natively', async () => {
    const diagnosis = await examine({ routes: models({ max_model_len: 65536 }) }, 'qwen3:8b');
    expect(diagnosis).toMatchObject({
      identity: { software: 'vLLM', statedWindow: 65536 },
      tools: { streamed: 'works', whole: 'works', text: 'works' },
      parallelCalls: true,
      reportsUsage: true,
      findings: [],
      recommended: { transport: 'native', stream: true, windowTokens: 65536 },
    });
  });
});

describe('what is wrong is named with the flag that mends it', () => {
  it('vLLM without a parser for tool calls', async () => {
    const said = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
    const refused = { status: 400, contentType: 'application/json', body: JSON.stringify({ message: said }) };
    const diagnosis = await examine(
      { routes: models({ max_model_len: 40960 }), policy: spoiled(() => ({ refused })) },
      'qwen3:8b',
    );
    expect(diagnosis.tools).toEqual({ streamed: 'refused', whole: 'refused', text: 'works' });
    expect(sentences(diagnosis)).toContain('--enable-auto-tool-choice --tool-call-parser hermes');
    expect(diagnosis.recommended).toMatchObject({ transport: 'text', windowTokens: 40960 });
  });

  it('llama.cpp that prints the call', async () => {
    const diagnosis = await examine(
      {
        routes: { ...models(), '/props': { default_generation_settings: { n_ctx: 32768 }, total_slots: 1 } },
        policy: spoiled(({ calls }) => ({
          text: `<tool_call>\n${JSON.stringify(calls?.[0])}\n</tool_call>`,
        })),
      },
      'qwen3:8b',
    );
    expect(diagnosis.identity).toMatchObject({ software: 'llama.cpp', statedWindow: 32768 });
    expect(diagnosis.tools).toMatchObject({ streamed: 'printed', whole: 'printed' });
    expect(sentences(diagnosis)).toContain('--jinja');
  });

  it('Ollama that cuts the prompt silently', async () => {
    const diagnosis = await examine(
      {
        routes: { ...models(), '/api/version': { version: '0.30.0' }, '/api/ps': { models: [] } },
        windowTokens: 4096,
      },
      'qwen3:8b',
    );
    expect(diagnosis.identity?.software).toBe('Ollama');
    expect(diagnosis.window).toMatchObject({ tokens: 4096, silentlyCut: true });
    expect(sentences(diagnosis)).toContain('OLLAMA_CONTEXT_LENGTH=65536');
    expect(diagnosis.recommended).toBeNull();
  });

  it('a window that the server refuses to exceed', async () => {
    const policy: Policy = (request, number) => {
      const size = request.messages.reduce((sum, message) => sum + message.content.length, 0) / 4;
      const body = JSON.stringify({
        error: { message: "This model's maximum context length is 8192 tokens." },
      });
      return size > 8192
        ? { refused: { status: 400, contentType: 'application/json', body } }
        : obedient(request, number);
    };
    const diagnosis = await examine({ policy });
    expect(diagnosis.window).toEqual({ tokens: 8192, silentlyCut: false });
    expect(diagnosis.recommended).toBeNull();
  });

  it('calls that are lost when streamed', async () => {
    const policy = spoiled((turn, stream) => (stream ? { text: '' } : turn));
    const diagnosis = await examine({ policy });
    expect(diagnosis.tools).toMatchObject({ streamed: 'failed', whole: 'works' });
    expect(diagnosis.recommended).toMatchObject({ transport: 'native', stream: false });
  });

  it('text that is changed on its way', async () => {
    const policy = spoiled(({ calls }) => ({
      calls: (calls ?? []).map(({ name }) => ({
        name,
        arguments: { title: 'probe', text: 'first line\\n' },
      })),
    }));
    const diagnosis = await examine({ policy });
    expect(diagnosis.tools).toMatchObject({ streamed: 'garbled', text: 'works' });
    expect(diagnosis.recommended?.transport).toBe('text');
  });

  it('a model that only chats, and a server that does not count', async () => {
    const diagnosis = await examine({ policy: () => ({ text: 'Sure! Here is your note.', usage: null }) });
    expect(diagnosis.findings.filter((finding) => finding.severity === 'error').length).toBeGreaterThan(0);
    expect(sentences(diagnosis)).toContain('does not report token usage');
    expect(diagnosis.recommended).toBeNull();
  });

  it('a model that the server does not have', async () => {
    const diagnosis = await examine({ routes: models() }, 'qwen3:80b');
    expect(sentences(diagnosis)).toBe(
      'The server does not have the model "qwen3:80b". Available models: qwen3:8b.',
    );
  });

  it('a key that is refused, an address that is none, a server that is off', async () => {
    expect(sentences(await examine({ apiKey: 'right-key' }))).toContain('rejected the API key');
    await standIn?.close();
    expect(sentences(await examine({ routes: { '/v1/models': 'hello' } }))).toContain('end in /v1');
    const { baseUrl } = standIn ?? { baseUrl: '' };
    await standIn?.close();
    const off = await diagnose(
      { baseUrl, model: 'x', apiKey: null, caBundle: null, timers: DEFAULT_TIMERS },
      { signal: new AbortController().signal },
    );
    expect(sentences(off)).toContain('nothing is listening there');
  });
});
