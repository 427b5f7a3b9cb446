import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ModelServerOptions,
  type ModelStandIn,
  startModelServer,
} from '../../../test/stand-ins/model-server.ts';
import { ask } from './ask.ts';
import type { ChatRequest } from './chat.ts';
import type { ModelError } from './model-error.ts';
import { DEFAULT_TIMERS, type ModelServer, type ModelTimers } from './server.ts';

const fixture = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8');
const request: ChatRequest = { messages: [{ role: 'user', text: 'Hello' }], tools: [], maxTokens: 64 };

let standIn: ModelStandIn | undefined;
afterEach(async () => {
  await standIn?.close();
  standIn = undefined;
});

async function serve(options: ModelServerOptions): Promise<ModelStandIn> {
  standIn = await startModelServer(options);
  return standIn;
}

function configured(baseUrl: string, changes: Partial<ModelServer> = {}): ModelServer {
  return { baseUrl, model: 'scripted', apiKey: null, caBundle: null, timers: DEFAULT_TIMERS, ...changes };
}

function timers(changes: Partial<ModelTimers>): ModelTimers {
  return { ...DEFAULT_TIMERS, ...changes };
}

async function fault(asked: Promise<unknown>): Promise<ModelError> {
  return asked.then(
    () => {
      throw new Error('It answered');
    },
    (error: ModelError) => error,
  );
}

const once = (server: ModelServer, signal = new AbortController().signal, stream = true) =>
  ask(server, request, { stream, signal });

describe('timers', () => {
  it('wait for a server that thinks before its head and before its first word', async () => {
    const { baseUrl } = await serve({ policy: () => ({ text: 'done', thinkMs: 300, silentMs: 300 }) });
    const server = configured(baseUrl, {
      timers: timers({ connectMs: 100, idleMs: 100, firstByteMs: 5000 }),
    });
    expect((await once(server)).text).toBe('done');
  });

  it('end a wait for the first byte, a silence and a whole answer, each by its name', async () => {
    const { baseUrl } = await serve({
      policy: ({ model }) => {
        if (model === 'thinks') return { thinkMs: 60_000 };
        if (model === 'mute') return { silentMs: 60_000 };
        return { text: 'many words '.repeat(100), pauseMs: model === 'stops' ? 60_000 : 20 };
      },
    });
    const ask1 = (model: string, limits: Partial<ModelTimers>) =>
      fault(once(configured(baseUrl, { model, timers: timers(limits) })));
    expect((await ask1('thinks', { firstByteMs: 100 })).kind).toBe('first-byte-timeout');
    expect((await ask1('mute', { firstByteMs: 100 })).kind).toBe('first-byte-timeout');
    expect((await ask1('stops', { idleMs: 100 })).kind).toBe('idle-timeout');
    expect((await ask1('slow', { totalMs: 200 })).kind).toBe('total-timeout');
  });

  it('are not needed where nothing listens', async () => {
    const { baseUrl, close } = await startModelServer();
    await close();
    const error = await fault(once(configured(baseUrl)));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('nothing is listening there');
  });
});

describe('cancel', () => {
  it.each(['before the first byte', 'in the middle of an answer'])(
    'is answered long before the model is done: %s',
    async (when) => {
      const stand = await serve({
        policy: () =>
          when === 'before the first byte'
            ? { thinkMs: 60_000 }
            : { text: 'word '.repeat(1000), pauseMs: 50 },
      });
      const cancel = new AbortController();
      const asked = fault(once(configured(stand.baseUrl), cancel.signal));
      await expect.poll(() => stand.requests.length).toBe(1);
      const started = performance.now();
      cancel.abort(new Error('canceled by a person'));
      expect((await asked).message).toBe('canceled by a person');
      expect(performance.now() - started).toBeLessThan(30_000);
      await expect.poll(stand.abandoned).toBe(1);
    },
  );

  it('does not even dial when it is canceled already', async () => {
    const stand = await serve({});
    await fault(once(configured(stand.baseUrl), AbortSignal.abort(new Error('early'))));
    expect(stand.paths).toEqual([]);
  });
});

describe('TLS', () => {
  it('trusts a private authority that is given, and only then', async () => {
    const { baseUrl } = await serve({
      tls: { key: fixture('server.key.pem'), cert: fixture('server.cert.pem') },
      policy: () => ({ text: 'safe' }),
    });
    expect((await once(configured(baseUrl, { caBundle: fixture('authority.cert.pem') }))).text).toBe('safe');
    const error = await fault(once(configured(baseUrl)));
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain('CA certificates');
  });
});

describe('what a server refuses', () => {
  it('is told without the key, even where the server repeats it', async () => {
    const apiKey = 'sk-canary-0123456789';
    const { baseUrl } = await serve({
      policy: () => ({
        refused: {
          status: 400,
          contentType: 'text/plain',
          body: `bad key ${apiKey}, sent ${encodeURIComponent(apiKey)}`,
        },
      }),
    });
    const error = await fault(once(configured(baseUrl, { apiKey })));
    expect(error.message).toContain('[redacted]');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(apiKey);
  });

  it.each([
    [401, '{"error":{"message":"no"}}', 'unauthorized'],
    [404, '{"error":{"message":"model \\"x\\" not found"}}', 'unknown-model'],
    [429, '{"error":"slow down"}', 'rate-limited'],
    [503, '{"error":{"message":"Loading model","code":503}}', 'overloaded'],
    [500, '{"error":{"message":"tools param requires --jinja flag","code":500}}', 'tools-unsupported'],
    [
      400,
      '{"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}',
      'tools-unsupported',
    ],
    [
      400,
      '{"error":{"message":"This model\'s maximum context length is 8192 tokens. However, you requested 9000"}}',
      'context-overflow',
    ],
    [500, '{"error":"no user query found in messages"}', 'context-overflow'],
    [502, '<html><body>Bad <b>gateway</b></body></html>', 'overloaded'],
    [302, '', 'refused'],
    [418, 'teapot', 'refused'],
  ])('%s %s is %s', async (status, body, kind) => {
    const { baseUrl } = await serve({
      policy: () => ({
        refused: {
          status,
          contentType: 'application/json',
          body,
          headers: { location: 'http://elsewhere.test/', 'retry-after': '7' },
        },
      }),
    });
    const error = await fault(once(configured(baseUrl)));
    expect(error.kind).toBe(kind);
    if (kind === 'rate-limited') expect(error.retryAfterMs).toBe(7000);
  });

  it('is told apart from an address that is no such API', async () => {
    const { baseUrl } = await serve({ routes: { '/other/chat/completions': 'words' } });
    const error = await fault(once(configured(baseUrl.replace('/v1', '/other'))));
    expect(error.kind).toBe('protocol');
    expect(error.message).toContain('/v1');
  });
});

// In real time: longer than the five minutes after which fetch would have given up.
it.runIf(process.env.OFFPRINT_PATIENCE)(
  'waits six minutes for a first byte, and a cancel during such a wait answers within a second',
  async () => {
    const stand = await serve({ policy: () => ({ text: 'at last', thinkMs: 6 * 60_000 }) });
    const canceled = fault(once(configured(stand.baseUrl), AbortSignal.timeout(330_000)));
    const started = performance.now();
    const answered = once(configured(stand.baseUrl));
    await canceled;
    expect(performance.now() - started).toBeLessThan(331_000);
    expect((await answered).text).toBe('at last');
    expect(performance.now() - started).toBeGreaterThan(360_000);
  },
  400_000,
);
