import { beforeAll, describe, expect, it } from 'vitest';
import { page } from '../../test/stand-ins/fixture-site.ts';
import { startOrigin } from '../../test/stand-ins/live-origin.ts';
import {
  type Answer,
  completedJob,
  makeSecretFile,
  type Project,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  untilJob,
} from './test-support.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ secretFile: makeSecretFile() });
});

const asAdmin = (method: string, target: string, body?: unknown): Promise<Answer> =>
  server.call(method, target, { key: server.keys.admin, body });

let number = 0;
function liveProject(origin: object): Record<string, unknown> {
  number += 1;
  return {
    name: `L${number}`,
    domains: [`l${number}.example`],
    settings: QUICK,
    origin: { kind: 'url', ...origin },
  };
}

async function open(...hosts: string[]): Promise<void> {
  const { status } = await server.owner.call('PATCH', '/v1/settings', { body: { originHosts: hosts } });
  expect(status).toBe(200);
}

describe('a live site as the origin of a project', () => {
  it('is set by an API key where the operator has opened its host, and exported', async () => {
    const origin = await startOrigin((url) => page(url, '<a href="/a">a</a>'));
    const project = liveProject({ url: origin.address });
    const closed = await asAdmin('POST', '/v1/projects', project);
    expect(closed.status).toBe(403);
    expect(closed.error).toContain(`The host ${origin.host} is not allowed by the originHosts setting`);
    expect(origin.requests).toEqual([]);

    await open('127.0.0.1');
    const made = await asAdmin('POST', '/v1/projects', project);
    expect(made.status).toBe(201);
    const { origin: kept, domains } = made.body as Project;
    expect(kept).toEqual({ kind: 'url', url: `${origin.address}/` });
    const job = await completedJob(server, domains[0] ?? '');
    expect(job).toMatchObject({ pageCount: 2 });
    const again = await asAdmin('POST', '/v1/projects', { ...project, domains: ['other.example'] });
    expect(again.status).toBe(409);
    expect(again.error).toContain(`The site ${origin.address}/ already belongs to the project`);
  });

  it.each([
    ['another host for its files', { assetHosts: ['metadata.internal'] }, 'metadata.internal'],
    ['a proxy', { proxy: { url: 'http://proxy.internal:3128' } }, 'proxy.internal:3128'],
    ['a file of this computer', { caBundle: '/etc/shadow' }, 'caBundle'],
  ])('has not %s by API, unless that is opened', async (_what, more, says) => {
    await open('docs.example');
    const { status, error } = await asAdmin(
      'POST',
      '/v1/projects',
      liveProject({ url: 'https://docs.example/', ...more }),
    );
    expect(status).toBe(403);
    expect(error).toContain(says);
  });

  it.each([
    [{ url: 'file:///etc/passwd' }, 'must be an http or https address'],
    [{ url: 'http://ada:pw@docs.example/' }, 'contains a user name or password'],
    [{ headers: [{ name: 'X-Api-Key', value: 'abc' }] }, 'contains a secret'],
    [{ headers: [{ name: 'Host', value: 'a' }] }, 'is not a header you can set'],
    [{ headers: [{ name: 'x', value: 'a\r\nb' }] }, 'is not a header you can set'],
    [{ cookies: [{ name: 'session', value: 'abc' }] }, 'cookies.0'],
    [{ requestsPerSecond: 0 }, 'requestsPerSecond'],
    [{ extra: 1 }, 'extra'],
  ])('is not %j', async (more, says) => {
    await open('docs.example');
    const body = liveProject({ url: 'https://docs.example/', ...more });
    const { status, error } = await asAdmin('POST', '/v1/projects', body);
    expect(status).toBe(400);
    expect(error).toContain(says);
  });
});

describe('a credential', () => {
  it('is kept, used by the origin that names it, listed by its name alone, and forgotten', async () => {
    const origin = await startOrigin((url) => (request, response) => {
      const isIn = request.headers.cookie === 'session=canary-77';
      response.writeHead(isIn ? 200 : 302, isIn ? { 'content-type': 'text/html' } : { location: '/login' });
      response.end(isIn ? page(url) : '');
    });
    await open('127.0.0.1');
    const made = await asAdmin(
      'POST',
      '/v1/projects',
      liveProject({ url: origin.address, cookies: [{ name: 'session', secret: 'docs-cookie' }] }),
    );
    const domain = (made.body as Project).domains[0] ?? '';

    const { jobId } = await startJob(server, domain);
    const waiting = await untilJob(server, jobId, (job) => job.paused);
    expect(waiting).toMatchObject({ status: 'queued', paused: true });
    expect(waiting.pauseReason).toContain('needs the credential docs-cookie');

    const kept = await asAdmin('POST', '/v1/credentials', { name: 'docs-cookie', value: 'canary-77' });
    expect(kept.status).toBe(204);
    expect((await server.call('POST', `/v1/static-export/jobs/${jobId}/resume`)).status).toBe(200);
    const ended = await untilJob(server, jobId, (job) => job.status === 'completed');
    expect(ended).not.toHaveProperty('pauseReason');

    const { body } = await asAdmin('GET', '/v1/secrets');
    expect((body as { names: string[] }).names).toContain('credential:docs-cookie');
    expect(JSON.stringify(body) + server.log.join()).not.toContain('canary-77');
    expect((await asAdmin('DELETE', '/v1/credentials/docs-cookie')).status).toBe(204);
    expect((await asAdmin('DELETE', '/v1/credentials/docs-cookie')).status).toBe(404);
  });

  it('is for API keys', async () => {
    const body = { name: 'x', value: 'y' };
    expect((await server.call('POST', '/v1/credentials', { body })).status).toBe(403);
    expect((await server.call('DELETE', '/v1/credentials/x')).status).toBe(403);
  });

  it('names no other secret of the server', async () => {
    const { body } = await asAdmin('GET', '/v1/secrets');
    const others = (body as { names: string[] }).names.filter((name) => !name.startsWith('credential:'));
    for (const name of others)
      expect((await asAdmin('DELETE', `/v1/credentials/${encodeURIComponent(name)}`)).status).not.toBe(204);
    expect((await asAdmin('POST', '/v1/credentials', { name: 'a:b', value: 'x' })).status).toBe(400);
  });

  it('is refused where secrets are kept in memory only', async () => {
    const forgetful = await startServer();
    const { status, error } = await forgetful.call('POST', '/v1/credentials', {
      key: forgetful.keys.admin,
      body: { name: 'x', value: 'y' },
    });
    expect(status).toBe(409);
    expect(error).toContain('needs a place to store the master key');
  });
});
