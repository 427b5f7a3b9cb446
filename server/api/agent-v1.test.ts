import { readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { policies } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import { type AgentServer, createJob, startAgentServer, untilOver } from './agent.test-support.ts';
import { domainOf, makeProject, type Project } from './test-support.ts';

/** A session in the deprecated version of the API: its published fields. */
type Session = Readonly<{
  sessionId: string;
  subdomain: string;
  branch: string | null;
  haulted: boolean;
  haultReason: string;
  pullRequestLink?: string;
  messageToUser?: string;
  todos: readonly Readonly<{ content: string; status: string; priority: string; id: string }>[];
  title?: string;
  createdAt: string;
}>;

const byPrompt: Policy = (request, number) => {
  const asked = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  if (asked.includes('slow')) return { thinkMs: 120_000, text: 'late' };
  if (asked.includes('Shall I?')) return policies.noChange?.(request, number) ?? {};
  return policies.happy?.(request, number) ?? { text: 'There is no such policy.' };
};

let server: AgentServer;
let v1: string;
beforeAll(async () => {
  server = await startAgentServer({ policy: byPrompt });
  v1 = `/v1/agent/${server.projectId}`;
});

const asked = (content: string, more: object = {}) => ({
  body: { messages: [{ role: 'user', content }], ...more },
});
const sessionOf = async (id: string): Promise<Session> => {
  const { status, body, error } = await server.call('GET', `${v1}/job/${id}`);
  if (status !== 200) throw new Error(`${status}: ${error}`);
  return body as Session;
};

/** Returns the data of server-sent events, parsed as the standard requires. */
function dataOf(text: string): string[] {
  return text
    .split('\n\n')
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice(6))
        .join('\n'),
    )
    .filter((data) => data !== '');
}

describe('the deprecated edition of agent jobs', () => {
  it('streams what a job does until it has ended, as the ai-sdk reads it, and names its session at once', async () => {
    const answer = await server.call(
      'POST',
      `${v1}/job`,
      asked('Replace npm install by npm ci', { branch: 'docs/ci' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    const id = answer.headers['x-session-id'] ?? '';
    expect(id).toMatch(/^ag_[0-9a-f]{16}$/);
    expect(answer.headers['x-branch-name']).toBe(`offprint/${id}`);
    const data = dataOf(answer.bytes.toString());
    expect(data.at(-1)).toBe('[DONE]');

    const validate = uiMessageChunkSchema().validate;
    const chunks: UIMessageChunk[] = [];
    for (const text of data.slice(0, -1)) {
      const parsed = await validate?.(JSON.parse(text));
      if (!parsed?.success) throw new Error(`no chunk of the ai-sdk: ${text}`);
      chunks.push(parsed.value);
    }
    const stream = new ReadableStream<UIMessageChunk>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) last = message;
    expect(last).toMatchObject({ id, role: 'assistant' });
    expect(JSON.stringify(last)).toContain('/review/ag_');

    const session = await sessionOf(id);
    expect(session).toMatchObject({
      sessionId: id,
      branch: `offprint/${id}`,
      haulted: true,
      haultReason: 'completed',
      pullRequestLink: expect.stringContaining('/review/ag_'),
      messageToUser: expect.stringMatching(/\S/),
      title: expect.stringMatching(/\S/),
    });
    // The same job in version 2 of the API.
    expect((await untilOver(server, id)).prLink?.split('?')[0]).toBe(session.pullRequestLink?.split('?')[0]);
  });

  it('makes one prompt of the messages and keeps who said what', async () => {
    const answer = await server.call('POST', `${v1}/job`, {
      body: {
        messages: [
          { role: 'system', content: 'Write in British English.' },
          { role: 'user', content: 'Replace npm install by npm ci' },
          { role: 'assistant', content: 'Shall I?' },
          { role: 'user', content: 'Yes.' },
        ],
        model: 'opus',
        asDraft: true,
        unknown: 'ignored',
      },
    });
    expect(answer.status).toBe(200);
    const { body } = await server.call('GET', `${server.path}/job/${answer.headers['x-session-id']}/detail`);
    const { prompt } = body as { prompt: string };
    for (const part of ['Write in British English.', 'Replace npm install by npm ci', 'Shall I?', 'Yes.']) {
      expect(prompt).toContain(part);
    }
    expect(prompt.indexOf('Replace')).toBeLessThan(prompt.indexOf('Shall I?'));
  });

  it('tells of a job that is under way, and goes on when the reader of its stream goes away', async () => {
    const connection = await server.connect();
    connection.write(server.requestBytes('POST', `${v1}/job`, asked('slow')).toString('latin1'));
    let id: string | undefined;
    const deadline = performance.now() + 20_000;
    while (id === undefined && performance.now() < deadline) {
      const { body } = await server.call('GET', `${v1}/jobs`);
      const found = (body as { allSessions: Session[] }).allSessions.find(({ haulted }) => !haulted);
      id = found?.sessionId;
    }
    connection.destroy();
    const session = await sessionOf(id ?? '');
    expect(session).toMatchObject({ haulted: false, haultReason: 'processing', branch: null, todos: [] });
    expect(session).not.toHaveProperty('pullRequestLink');
    await server.call('POST', `${server.path}/job/${id}/cancel`);
    await untilOver(server, id ?? '');
    expect(await sessionOf(id ?? '')).toMatchObject({ haulted: true, haultReason: 'interrupted' });
  });

  it.runIf(isFullRun)('lists the newest first, twelve unless told otherwise, and skips', async () => {
    const all: Session[] = [];
    for (let count = 0; count < 3; count++) await untilOver(server, (await createJob(server)).id);
    const list = async (query: string): Promise<Session[]> => {
      const { status, body, error } = await server.call('GET', `${v1}/jobs${query}`);
      if (status !== 200) throw new Error(`${status}: ${error}`);
      return (body as { allSessions: Session[] }).allSessions;
    };
    all.push(...(await list('?take=100')));
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const idsOf = (sessions: Session[]): unknown[] => sessions.map(({ sessionId }) => sessionId); // links change every second
    expect(idsOf(await list('?skip=1&take=2'))).toEqual(idsOf(all.slice(1, 3)));
    expect((await list('')).length).toBe(Math.min(12, all.length));
    expect(await list('?skip=1000')).toEqual([]);
    const [newest] = all;
    expect(newest).toMatchObject({ haulted: true, haultReason: 'completed' });
    for (const query of ['?take=0', '?take=101', '?skip=-1', '?take=x']) {
      expect((await server.call('GET', `${v1}/jobs${query}`)).status).toBe(400);
    }
  });

  it.runIf(isFullRun)('shares the limit, the refusals and the 404s with the second edition', async () => {
    const other: Project = await makeProject(server);
    const job = await createJob(server);
    await untilOver(server, job.id);
    expect((await server.call('GET', `/v1/agent/${other.projectId}/job/${job.id}`)).status).toBe(404);
    expect((await server.call('GET', `/v1/agent/${domainOf(other)}/jobs`)).status).toBe(404);
    expect((await server.call('POST', `/v1/agent/${other.projectId}/job`, asked('x'))).status).toBe(400);
    for (const body of [
      {},
      { messages: [] },
      { messages: [{ role: 'user', content: ' ' }] },
      { messages: [{ role: 'robot', content: 'x' }] },
      { messages: [{ role: 'user', content: 'x'.repeat(100_001) }] },
    ]) {
      const { status, error } = await server.call('POST', `${v1}/job`, { body });
      expect(status).toBe(400);
      expect(error).toContain('messages');
    }
    const counted = async (): Promise<number> =>
      Number((await server.call('GET', `${server.path}/jobs`)).headers['ratelimit-remaining']);
    const before = await counted();
    await server.call('POST', `${v1}/job`, asked('Replace npm install by npm ci'));
    expect(await counted()).toBe(before - 1);
    expect((await server.call('POST', `${v1}/job`, { key: server.keys.read, ...asked('x') })).status).toBe(
      403,
    );
  });

  it('is marked as deprecated in the description, and the second edition is not', () => {
    const { paths } = server.contract.description;
    expect(paths['/v1/agent/{projectId}/job']?.post).toMatchObject({ deprecated: true });
    expect(paths['/v1/agent/{projectId}/job/{id}']?.get).toMatchObject({ deprecated: true });
    expect(paths['/v1/agent/{projectId}/jobs']?.get).toMatchObject({ deprecated: true });
    expect(paths['/v2/agent/{projectId}/job']?.post).not.toHaveProperty('deprecated');
  });
});
