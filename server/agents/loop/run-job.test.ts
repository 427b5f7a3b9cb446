import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeBareRepository } from '../../../test/stand-ins/bare-repository.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { call, finish, POLICY_SITE, policies, script } from '../../../test/stand-ins/model-policies.ts';
import { type ModelStandIn, type Policy, startModelServer } from '../../../test/stand-ins/model-server.ts';
import { eventTable } from '../../store/agent-events.ts';
import { chainFault } from '../log/event-log.ts';
import { openMirror } from '../workspace/mirror.ts';
import { parseRemote } from '../workspace/remote.ts';
import { scratchFolder } from '../workspace/repository.test-support.ts';
import type { JobEvent } from './events.ts';
import { PublishError } from './publisher.ts';
import {
  filesOn,
  JOB_ID,
  type JobFolder,
  type JobOptions,
  openJobFolder,
  refOn,
  SECRET,
  startScriptedJob,
} from './scripted-job.test-support.ts';
import { type JobState, stateOf } from './state.ts';

const scratch = scratchFolder('loop');
let count = 0;
let model: ModelStandIn | undefined;
afterEach(async () => {
  await model?.close();
  model = undefined;
});

/** Mirrors by the files of their repositories. They are copied, since each git command costs a process. */
const mirrors = new Map<string, string>();

async function place(files: Record<string, string> = POLICY_SITE): Promise<JobFolder> {
  const folder = path.join(scratch, String(++count));
  fs.mkdirSync(folder);
  const forge = path.join(folder, 'forge.git');
  fs.renameSync(makeBareRepository(folder, files), forge);
  const key = JSON.stringify(files);
  let mirror = mirrors.get(key);
  if (mirror === undefined) {
    const own = path.join(scratch, `mirror-${count}`);
    const made = await openMirror({ folder: own, remote: parseRemote(forge) });
    await made.refresh({});
    mirror = made.repository;
    mirrors.set(key, mirror);
  }
  fs.cpSync(mirror, path.join(folder, 'mirror', 'mirror.git'), { recursive: true });
  return openJobFolder(folder);
}

type Ran = Readonly<{ where: JobFolder; state: JobState; model: ModelStandIn; events: readonly JobEvent[] }>;

async function run(
  policy: Policy | string,
  options: Partial<JobOptions> & { where?: JobFolder; windowOfServer?: number } = {},
): Promise<Ran> {
  const where = options.where ?? (await place());
  model = await startModelServer({
    policy: typeof policy === 'string' ? (policies[policy] as Policy) : policy,
    ...(options.windowOfServer && { windowTokens: options.windowOfServer }),
  });
  const job = await startScriptedJob(where, { baseUrl: model.baseUrl, ...options });
  const state = await job.done;
  const logged = eventTable(where.store, JOB_ID).all();
  expect(chainFault(JOB_ID, logged)).toBeNull();
  expect(stateOf(logged as Parameters<typeof stateOf>[0])).toEqual(state);
  return { where, state, model, events: logged.map((event) => event.body as JobEvent) };
}

const branch = `offprint/${JOB_ID}`;
const original = { ...POLICY_SITE };

/** Returns a file from the job's branch on the forge. */
function proposed({ repository }: JobFolder, name: string): string {
  return execFileSync('git', ['--git-dir', repository, 'show', `${branch}:${name}`], { encoding: 'utf8' });
}

describe('a job', () => {
  it.each(
    firstOf(1, [
      ['native', true],
      ['native', false],
      ['text', true],
    ] as const),
  )(
    'changes what was asked and opens one merge request (%s calls, stream: %s)',
    async (transport, stream) => {
      const policy: Policy =
        transport === 'native'
          ? (policies.happy as Policy)
          : async (request, number) => {
              const { calls } = (await policies.happy?.(request, number)) ?? {};
              const [first] = calls ?? [];
              const values = Object.entries(first?.arguments ?? {}).filter(([, value]) => value !== null);
              const text = values.map(([name, value]) =>
                /_text|summary/.test(name) ? `@@${name}\n${value}` : `${name}: ${value}`,
              );
              return { text: `@@call ${first?.name}\n${text.join('\n')}\n@@end` };
            };
      const { where, state } = await run(policy, { transport, stream });
      expect(state.status).toBe('done');
      expect(filesOn(where, branch)).toEqual({
        ...original,
        'guide/install.mdx': POLICY_SITE['guide/install.mdx']?.replace('npm install offprint', 'npm ci'),
      });
      expect(refOn(where, `${branch}^`)).toBe(refOn(where, 'main'));
      expect(where.requests()).toMatchObject([
        { number: 1, head: branch, title: 'Use npm ci', isDraft: false },
      ]);
      expect(where.requests()[0]?.body).toContain('- `guide/install.mdx` +1 −1');
      expect(state.published?.link).toBe('https://forge.example.test/pulls/1');
    },
  );

  it.runIf(isFullRun)('repairs an edit that did not fit by what it is told', async () => {
    const { state, where, events } = await run('wrongEdit');
    expect(state.status).toBe('done');
    expect(events.flatMap((event) => (event.type === 'result' ? [event.ok] : []))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(proposed(where, 'guide/install.mdx')).toContain('npm ci');
  });

  it('does not finish while its changes break something, and is not blamed for what was broken', async () => {
    const { state, where, events } = await run('brokenLink');
    expect(state.status).toBe('done');
    const refusals = events.filter((event) => event.type === 'result' && event.repair !== undefined);
    expect(refusals).toMatchObject([
      { text: expect.stringContaining('guide/upgrade.mdx:5: The link "/guide/instal"') },
    ]);
    expect(JSON.stringify(refusals)).not.toContain('/nowhere');
    expect(proposed(where, 'docs.json')).toContain('"guide/install",\n          "guide/upgrade"');
    expect(where.requests()[0]?.isDraft).toBe(false);
  });

  it('hands over what is left after three rounds of repair as a draft that says so', async () => {
    const broken = call('create', { path: 'index2.mdx', text: '---\ntitle: x\n---\n\n[x](/none)\n' });
    // Without streaming: a server may have it turned off.
    const { state, where } = await run(script([broken, ...Array(4).fill(finish('Try'))]), { stream: false });
    expect(state.status).toBe('done');
    expect(where.requests()).toMatchObject([{ isDraft: true }]);
    expect(where.requests()[0]?.body).toContain(
      'index2.mdx:5: The link "/none" does not point to an existing file.',
    );
  });

  it('does nothing that stands behind a finish in the same answer: it was not checked', async () => {
    const create = (name: string, link: string) => ({
      name: 'create',
      arguments: { path: name, text: `---\ntitle: x\n---\n\n[x](${link})\n` },
    });
    const nav = call('nav', { operation: 'add', page: 'good', group: 'Guide', after: null, to: null });
    const both = [...(finish('x').calls ?? []), create('bad.mdx', '/none')];
    const { state, where } = await run(script([{ calls: [create('good.mdx', '/')] }, nav, { calls: both }]));
    expect(state.status).toBe('done');
    expect(Object.keys(filesOn(where, branch))).not.toContain('bad.mdx');
    const results = state.messages.filter((message) => message.role === 'tool');
    expect(results).toHaveLength(4);
  });

  it('forgives several bad calls of one answer as one', async () => {
    const bad = { name: 'bash', arguments: {} };
    const { state } = await run(
      script([
        { calls: [bad, bad, bad, bad] },
        call('finish', { title: 'x', summary: 'y', no_change_needed: 'z' }),
      ]),
    );
    expect(state.status).toBe('no-change');
  });

  it('ends without a merge request when nothing had to be changed', async () => {
    const { state, where } = await run('noChange');
    expect(state).toMatchObject({
      status: 'no-change',
      ended: { sentence: expect.stringContaining('says so already') },
    });
    expect(where.requests()).toEqual([]);
    expect(() => refOn(where, branch)).toThrow();
  });

  it('cannot say that it is done when nothing was changed', async () => {
    const { state } = await run(
      script([
        finish('Done!'),
        call('finish', { title: 'x', summary: 'y', no_change_needed: 'really nothing' }),
      ]),
    );
    expect(state.status).toBe('no-change');
    expect(state.messages).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('Nothing has been changed.') }),
    );
  });

  it('goes on with a message: same branch, same merge request, one more commit', async () => {
    const { where } = await run('followUp');
    await model?.close();
    model = await startModelServer({ policy: policies.followUp as Policy });
    const again = await startScriptedJob(where, { baseUrl: model.baseUrl });
    again.message('Also greet shorter');
    expect(again.state().status).toBe('running');
    const job = await startScriptedJob(where, { baseUrl: model.baseUrl });
    const state = await job.done;
    expect(state.status).toBe('done');
    expect(where.requests()).toHaveLength(1);
    expect(where.requests()[0]?.title).toBe('Greet shorter');
    expect(refOn(where, `${branch}~2`)).toBe(refOn(where, 'main'));
    expect(proposed(where, 'index.mdx')).toContain('Hello.');
    expect(proposed(where, 'guide/install.mdx')).toContain('npm ci');
  });

  it('hears a message while it works, and does that too before it ends', async () => {
    const where = await place();
    model = await startModelServer({ policy: policies.followUp as Policy });
    let sent = false;
    const job = await startScriptedJob(where, {
      baseUrl: model.baseUrl,
      onEvent: (state) => {
        if (sent || state.round.steps < 2) return;
        sent = true;
        queueMicrotask(() => job.message('Also greet shorter'));
      },
    });
    const state = await job.done;
    expect(state.status).toBe('done');
    expect(proposed(where, 'index.mdx')).toContain('Hello.');
    expect(where.requests()).toHaveLength(1);
  });
});

describe('a job that is canceled', () => {
  it('does not wait for a model that thinks, and publishes nothing', async () => {
    const where = await place();
    model = await startModelServer({ policy: () => ({ thinkMs: 60_000 }) });
    const job = await startScriptedJob(where, { baseUrl: model.baseUrl });
    await expect.poll(() => model?.requests.length).toBe(1);
    const started = performance.now();
    job.cancel();
    expect((await job.done).ended).toMatchObject({ outcome: 'canceled', code: 'canceled' });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(where.requests()).toEqual([]);
  });

  it.runIf(isFullRun)('is not ended by an interruption: it goes on later', async () => {
    const where = await place();
    let think = 60_000;
    model = await startModelServer({
      policy: async (request, number) => ({
        ...(await policies.happy?.(request, number)),
        thinkMs: number === 2 ? think : 0,
      }),
    });
    const job = await startScriptedJob(where, { baseUrl: model.baseUrl });
    await expect.poll(() => model?.requests.length).toBe(2);
    job.interrupt();
    expect((await job.done).status).toBe('running');
    think = 0;
    const again = await startScriptedJob(where, { baseUrl: model.baseUrl });
    expect((await again.done).status).toBe('done');
    expect(where.requests()).toHaveLength(1);
  });
});

describe('a job that does not get on', () => {
  const read = call('read', { path: 'index.mdx', start_line: null, max_lines: null });
  const list = call('list', { path: null, glob: null, limit: null });
  const edit = call('edit', { path: 'index.mdx', old_text: 'Welcome', new_text: 'Hello', replace_all: null });
  const badEdit = call('edit', { path: 'index.mdx', old_text: 'zzz', new_text: 'y', replace_all: null });
  const always =
    (turn: ReturnType<typeof call>): Policy =>
    () =>
      turn;

  const cases: readonly [string, Policy, string, Partial<Limits_>?][] = [
    ['answers in words only', () => ({ text: 'I will do it soon.' }), 'no-tool-call'],
    [
      'prints its calls',
      () => ({ text: '<tool_call>{"name":"read","arguments":{}}</tool_call>' }),
      'no-tool-call',
    ],
    ['makes the same call for ever', always(read), 'stuck'],
    ['repeats a fault for ever', script([read, ...Array(30).fill(badEdit)]), 'stuck'],
    [
      'goes back and forth',
      ({ messages }) => (messages.filter((m) => m.role === 'assistant').length % 2 ? read : list),
      'stuck',
    ],
    ['calls what is not there', always(call('bash', { command: 'ls' })), 'format-errors'],
    [
      'uses all of its steps',
      ({ messages }) =>
        call('search', {
          pattern: `word ${messages.length}`,
          is_regex: null,
          glob: null,
          context: null,
          limit: null,
        }),
      'steps',
      { steps: 5 },
    ],
    [
      'uses all of its tokens',
      ({ messages }) =>
        call('search', {
          pattern: `word ${messages.length}`,
          is_regex: null,
          glob: null,
          context: null,
          limit: null,
        }),
      'prompt-tokens',
      { promptTokens: 6000 },
    ],
    ['answers nothing', () => ({ text: '' }), 'no-tool-call'],
    ['sends what no tool reads', always(call('read', { file: 'x' })), 'format-errors'],
  ];
  it.each(firstOf(8, cases))('%s: stops with a code and a sentence', async (_, policy, code, limits) => {
    const { state, where, model: seen } = await run(policy, { isFetched: true, ...(limits && { limits }) });
    expect(state.ended).toMatchObject({ outcome: 'failed', code });
    expect(state.ended?.sentence).toMatch(/^[A-Z].*\.$/);
    expect(seen.requests.length).toBeLessThan(15);
    expect(where.requests()).toEqual([]);
  });

  it('keeps what it had done as a draft', async () => {
    const { state, where } = await run(script([read, edit, ...Array(30).fill(list)]));
    expect(state.ended).toMatchObject({ outcome: 'failed', code: 'stuck' });
    expect(where.requests()).toMatchObject([{ isDraft: true }]);
    expect(where.requests()[0]?.body).toContain('did not finish');
    expect(proposed(where, 'index.mdx')).toContain('Hello.');
  });

  it('ends when its time is over, also in the middle of an answer', async () => {
    const { state } = await run(() => ({ thinkMs: 60_000 }), { limits: { wallMs: 300 }, isFetched: true });
    expect(state.ended).toMatchObject({ outcome: 'failed', code: 'wall-time' });
  });

  const create = call('create', { path: 'x.mdx', text: '---\ntitle: x\n---\n\nA page with some lines.\n' });
  const giveUp = call('finish', { title: 'x', summary: 'y', no_change_needed: 'It would be too much.' });
  it.each<[string, Partial<Limits_>, ReturnType<typeof call>[], string]>([
    ['files', { files: 1 }, [read, edit, create, finish('x')], 'change 2 files, and the limit is 1'],
    ['bytes', { newBytes: 10 }, [create, giveUp], 'bytes, and the limit is 10'],
    ['lines', { changedLines: 2 }, [create, giveUp], 'lines, and the limit is 2'],
  ])('may not change too many %s', async (_, limits, turns, said) => {
    const { state } = await run(script(turns), { limits, isFetched: true });
    expect(state.messages).toContainEqual(expect.objectContaining({ text: expect.stringContaining(said) }));
  });
});

type Limits_ = import('./budget.ts').Limits;

describe('a context window', () => {
  const long = {
    ...POLICY_SITE,
    ...Object.fromEntries(
      Array.from({ length: 14 }, (_, i) => [
        `p/${i}.md`,
        `# ${i}\n\n${`Some words about the number ${i}.\n`.repeat(125)}\n`,
      ]),
    ),
  };
  const readAll: Policy = ({ messages }) => {
    const turn = messages.filter((message) => message.role === 'assistant').length;
    return turn < 14
      ? call('read', { path: `p/${turn}.md`, start_line: null, max_lines: null })
      : call('finish', { title: 'x', summary: 'y', no_change_needed: 'all read' });
  };

  it('that is too short for all results drops the oldest, never the task', async () => {
    const { state, model: seen } = await run(readAll, {
      where: await place(long),
      windowTokens: 16_000,
      isFetched: true,
    });
    expect(state.status).toBe('no-change');
    const last = seen.requests.at(-1)?.messages ?? [];
    expect(last[1]?.content).toBe('Replace npm install by npm ci');
    expect(last.filter((message) => message.content.startsWith('[Left out')).length).toBeGreaterThan(3);
    expect(last.at(-1)?.content).toContain('Some words about the number 13');
    const lengths = seen.requests.map((request) => JSON.stringify(request.messages).length);
    expect(Math.max(...lengths) / 4).toBeLessThan(12_500);
    // The beginning stays the same between two evictions, so that servers can reuse their prompt cache.
    const stubs = seen.requests.map(
      (request) => request.messages.filter((m) => m.content.startsWith('[Left')).length,
    );
    expect(new Set(stubs).size).toBeLessThan(5);
  });

  it('that the server names itself is kept to', async () => {
    const policy: Policy = (request, number) => {
      const size = JSON.stringify(request.messages).length / 4;
      const body = JSON.stringify({ error: { message: 'maximum context length is 14000 tokens' } });
      return size > 14_000
        ? { refused: { status: 400, contentType: 'application/json', body } }
        : readAll(request, number);
    };
    const { state, events } = await run(policy, {
      where: await place(long),
      windowTokens: 60_000,
      isFetched: true,
    });
    expect(state.status).toBe('no-change');
    expect(events).toContainEqual({ type: 'window', tokens: 14_000 });
  });

  it('that cuts silently stops the job with advice', async () => {
    const where = await place(long);
    const { state } = await run(readAll, {
      where,
      windowTokens: 60_000,
      windowOfServer: 4000,
      isFetched: true,
    });
    expect(state.ended).toMatchObject({
      code: 'context-cut',
      sentence: expect.stringContaining('offprint agent doctor'),
    });
  });
});

describe('what lies outside', () => {
  it('a model server that refuses or is off ends the job with its sentence', async () => {
    const { state } = await run(() => ({ refused: { status: 401, contentType: 'text/plain', body: 'no' } }));
    expect(state.ended).toMatchObject({
      code: 'model-refused',
      sentence: expect.stringContaining('rejected the API key'),
    });
  });

  it('a repository without the branch ends the job', async () => {
    const where = await place();
    execFileSync('git', ['--git-dir', where.repository, 'branch', '-m', 'main', 'trunk']);
    const { state } = await run('happy', { where });
    expect(state.ended).toMatchObject({
      code: 'repository',
      sentence: expect.stringContaining('no branch "main"'),
    });
  });

  it('a forge that is away is tried again; one that refuses leaves the branch, and a message publishes it', async () => {
    let away = 2;
    const where = await place();
    const flaky = {
      publish: async () => {
        if (away-- > 0) throw new PublishError('The forge cannot be reached.', true);
        throw new PublishError('The forge refuses the token.', false);
      },
    };
    const { state, events } = await run('followUp', { where, publisher: flaky });
    expect(events.filter((event) => event.type === 'retried')).toHaveLength(2);
    expect(state.ended).toMatchObject({
      outcome: 'failed',
      code: 'publish-failed',
      sentence: expect.stringContaining('was kept'),
    });
    const again = await startScriptedJob(where, { baseUrl: model?.baseUrl ?? '' });
    again.message('Also greet shorter');
    const next = await (await startScriptedJob(where, { baseUrl: model?.baseUrl ?? '' })).done;
    expect(next.status).toBe('done');
    expect(where.requests()).toHaveLength(1);
  });

  it('a secret that is configured here gets neither into the log nor out with a change', async () => {
    const text = `---\ntitle: x\n---\n\n${SECRET} ${SECRET.slice(0, 10)}PUZZLE\n`;
    const leak = script([
      call('create', { path: 'leak.mdx', text }),
      call('nav', { operation: 'add', page: 'leak', group: 'Guide', after: null, to: null }),
      call('edit', { path: 'leak.mdx', old_text: 'PUZZLE', new_text: SECRET.slice(10), replace_all: null }),
      finish('x'),
    ]);
    const { state, where, events } = await run(leak);
    expect(state.ended).toMatchObject({ outcome: 'failed', code: 'secret-in-diff' });
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(where.requests()).toEqual([]);
    expect(() => refOn(where, branch)).toThrow();
  });
});

it('refuses to go on from changes that do not fit the log', async () => {
  const where = await place();
  model = await startModelServer({ policy: policies.happy as Policy });
  const job = await startScriptedJob(where, {
    baseUrl: model.baseUrl,
    onEvent: (state) => {
      if (state.round.steps === 3 && state.openCalls.length === 0) job.interrupt();
    },
  });
  await job.done;
  where.store.exec("UPDATE agent_overlay SET content = X'00'");
  const again = await startScriptedJob(where, { baseUrl: model.baseUrl });
  expect((await again.done).ended).toMatchObject({
    outcome: 'failed',
    sentence: expect.stringContaining('do not match its log'),
  });
  expect(where.requests()).toEqual([]);
});
