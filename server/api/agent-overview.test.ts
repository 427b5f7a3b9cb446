import { beforeAll, describe, expect, it } from 'vitest';
import { policies } from '../../test/stand-ins/model-policies.ts';
import { type AgentServer, createJob, ok, startAgentServer, untilOver } from './agent.test-support.ts';
import { makeProject } from './test-support.ts';
import type { AgentJobList } from './wire.types.ts';

let server: AgentServer;
let ids: readonly string[];

beforeAll(async () => {
  server = await startAgentServer({ policy: policies.happy ?? (() => ({})) });
  const made: string[] = [];
  for (const prompt of ['Replace npm install by npm ci', '100% of it', 'a_b']) {
    const { id } = await createJob(server, prompt);
    await untilOver(server, id);
    made.push(id);
  }
  ids = made;
});

async function found(query: string): Promise<readonly string[]> {
  const { jobs } = await ok<AgentJobList>(server, 'GET', `/v2/agent/jobs?${query}`);
  return jobs.map(({ prompt }) => prompt);
}

describe('the list of agent jobs', () => {
  it('tells how each ended and how many steps it took', async () => {
    const { jobs } = await ok<AgentJobList>(server, 'GET', `/v2/agent/jobs?id=${ids[0]}`);
    expect(jobs).toMatchObject([{ outcome: 'Use npm ci', steps: 4, stage: 'done', review: null }]);
  });

  it('is searched by prompt and id, whatever stands for itself', async () => {
    expect(await found('search=NPM%20install')).toEqual(['Replace npm install by npm ci']);
    expect(await found(`search=${ids[1]}`)).toEqual(['100% of it']);
    expect(await found('search=%25')).toEqual(['100% of it']);
    expect(await found('search=a_b')).toEqual(['a_b']);
    expect(await found('search=aXb')).toEqual([]);
  });

  it('leaves out archived jobs, or all others', async () => {
    await ok(server, 'POST', `${server.path}/job/${ids[2]}/archive`);
    expect(await found('archived=false')).toEqual(['100% of it', 'Replace npm install by npm ci']);
    expect(await found('archived=true')).toEqual(['a_b']);
    expect(await found('archived=false&status=archived')).toEqual([]);
    const wrong = await server.call('GET', '/v2/agent/jobs?archived=maybe');
    expect(wrong.status).toBe(400);
  });

  it('of a project tells how many prompts it has left', async () => {
    const { headers } = await server.call('GET', `${server.path}/jobs?limit=1`);
    expect(headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '97' });
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(3000);
  });
});

it('the settings of all projects leave out those that have none', async () => {
  await makeProject(server);
  const { body } = await server.call('GET', '/v1/agent-settings');
  expect(body).toEqual({
    projects: [
      {
        projectId: server.projectId,
        settings: expect.objectContaining({ repository: server.repository, branch: 'main', roots: [''] }),
      },
    ],
  });
});

it('the stream of all jobs tells which agent jobs changed, and each change once', async () => {
  const connection = await server.connect();
  connection.write(server.requestBytes('GET', '/v1/static-export/events'));
  const head = await connection.head();
  const { id } = await createJob(server, 'Once more');
  let text = '';
  const told = (): number =>
    [...text.matchAll(/event: agents\ndata: (.*)/g)].filter(([, data]) => data?.includes(id)).length;
  const over = untilOver(server, id);
  for await (const piece of connection.pieces(head)) {
    text += piece.toString();
    if (told() > 0) break;
  }
  await over;
  connection.destroy();
  expect(text).toContain(`event: agents\ndata: {"jobIds":["${id}"]}`);
  expect(text).not.toContain('event: changed');
});
