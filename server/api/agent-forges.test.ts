import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForgeKind, startForge } from '../../test/stand-ins/forge-server.ts';
import { firstOf } from '../../test/stand-ins/full.ts';
import { policies, withProbes } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import {
  type AgentServer,
  bareRepository,
  createJob,
  detailOf,
  gitOf,
  ok,
  projectOn,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';

const NAMES: Readonly<Record<ForgeKind, string>> = {
  gitea: 'docs/site',
  gitlab: 'docs/team/site',
  github: 'docs/site',
  bitbucket: 'DOCS/site',
};
const TOKEN = 'canary-forge-token-0123';

let shared: AgentServer;
/** What the model of the server does now. */
let policy: Policy = () => ({});
beforeAll(async () => {
  shared = await startAgentServer({ policy: (request, number) => policy(request, number) });
});

describe('an agent job with a forge', () => {
  it.each(firstOf(1, Object.keys(NAMES) as ForgeKind[]))(
    '%s opens one merge request with the stored token, which is told nowhere',
    async (kind) => {
      const repository = bareRepository();
      const forge = await startForge({ kind, repository, name: NAMES[kind], token: TOKEN });
      afterAll(() => forge.close());
      policy = policies.followUp as Policy;
      const server = await projectOn(shared, { repository });
      await ok(server.owner, 'POST', '/v1/forges', {
        name: kind,
        kind,
        baseUrl: forge.baseUrl,
        token: TOKEN,
      });
      const set = { repository: forge.gitUrl, forge: kind, forgeRepository: NAMES[kind] };
      await ok(server.owner, 'PATCH', `/v1/projects/${server.projectId}/agent`, set);
      const test = await ok(server.owner, 'POST', `/v1/forges/${kind}/test`, { projectId: server.projectId });
      expect(test).toMatchObject({ ok: true });

      const { id } = await createJob(server, `Replace npm install by npm ci, not by ${TOKEN}`);
      const done = await untilOver(server, id);
      expect(done).toMatchObject({ status: 'completed', source: { repository: forge.gitUrl } });
      expect(forge.requests).toHaveLength(1);
      expect(done.prLink).toContain(String(forge.requests[0]?.number));
      expect(done.prLink?.startsWith(forge.baseUrl)).toBe(true);
      expect(gitOf(repository, 'show', `offprint/${id}:guide/install.mdx`)).toContain('npm ci');
      expect((await detailOf(server, id)).isReviewedHere).toBe(false);
      const approve = await server.call('POST', `${server.path}/job/${id}/approve`);
      expect(approve.status).toBe(409);
      expect(approve.error).toContain(String(done.prLink));

      await ok(server, 'POST', `${server.path}/job/${id}/message`, { prompt: 'Also greet shorter' });
      await untilOver(server, id);
      expect(forge.requests).toHaveLength(1);
      const stream = await server.call('GET', `${server.path}/job/${id}/events`);
      expect(String(stream.body).match(/^event: ended$/gm)).toHaveLength(2);
      for (const rest of ['', '/detail', '/events', '/diff']) {
        const answer = await server.call('GET', `${server.path}/job/${id}${rest}`);
        expect(answer.bytes.toString()).not.toContain(TOKEN);
      }
      expect(JSON.stringify(server.model.requests)).not.toContain(TOKEN);
      expect(server.log.join('\n')).not.toContain(TOKEN);
    },
  );

  it('whose token would go to another address than its own is refused, and nobody hears the token', async () => {
    const heard: (string | undefined)[] = [];
    const thief = http.createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    const { port } = thief.address() as AddressInfo;
    const server = await projectOn(shared);
    await ok(server.owner, 'PATCH', '/v1/settings', { originHosts: ['127.0.0.1'] });
    await ok(server.owner, 'POST', '/v1/forges', {
      name: 'f',
      kind: 'gitea',
      baseUrl: 'http://127.0.0.1:9',
      token: TOKEN,
    });
    const set = { repository: `http://127.0.0.1:${port}/a/b.git`, forge: 'f' };
    await ok(server.owner, 'PATCH', `/v1/projects/${server.projectId}/agent`, set);
    const refused = await server.call('POST', `${server.path}/job`, { body: { prompt: 'x' } });
    expect(refused.status).toBe(400);
    expect(refused.error).toContain('is not on the forge "f"');
    expect(heard).toEqual([]);
    thief.close();
  });

  it('without a token is refused by name before anything is counted', async () => {
    const server = await projectOn(shared);
    await ok(server.owner, 'POST', '/v1/forges', {
      name: 'bare',
      kind: 'gitea',
      baseUrl: 'http://127.0.0.1:9',
    });
    await ok(server.owner, 'PATCH', `/v1/projects/${server.projectId}/agent`, { forge: 'bare' });
    const refused = await server.call('POST', `${server.path}/job`, { body: { prompt: 'x' } });
    expect(refused.status).toBe(400);
    expect(refused.error).toContain('has no token');
    expect((await ok<{ jobs: unknown[] }>(server, 'GET', `${server.path}/jobs`)).jobs).toEqual([]);
  });
});

describe('a model server', () => {
  it('is tried out before its first job, and what was measured is kept', async () => {
    policy = withProbes(policies.noChange as Policy);
    const server = await projectOn(shared);
    await ok(server.owner, 'POST', '/v1/model-servers', {
      name: 'scripted',
      baseUrl: server.model.baseUrl,
      model: 'scripted',
    });
    const { id } = await createJob(server);
    expect(await untilOver(server, id)).toMatchObject({ status: 'completed' });
    const list = await ok<{ modelServers: object[] }>(server.owner, 'GET', '/v1/model-servers');
    expect(list.modelServers[0]).toMatchObject({ measured: { transport: 'native', stream: true } });
    const found = await ok(server.owner, 'POST', '/v1/model-servers/scripted/test');
    expect(found).toMatchObject({ ok: true, models: ['scripted'], tools: { streamed: 'works' } });
  });

  it('that is not there fails the job with a sentence, and the doctor says the same', async () => {
    const server = await projectOn(shared);
    await ok(server.owner, 'POST', '/v1/model-servers', {
      name: 'scripted',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'scripted',
    });
    const { id } = await createJob(server);
    expect(await untilOver(server, id)).toMatchObject({ status: 'failed' });
    expect(await detailOf(server, id)).toMatchObject({ stopCode: 'model-unreachable' });
    const found = await ok<{ ok: boolean; findings: unknown[] }>(
      server.owner,
      'POST',
      '/v1/model-servers/scripted/test',
    );
    expect(found.ok).toBe(false);
    expect(found.findings).toHaveLength(1);
  });
});
