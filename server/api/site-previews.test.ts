import http from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import {
  type AgentJob,
  type AgentServer,
  bareRepository,
  ok,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';
import { bundleOf, commitTo, DOCS_FILES } from './changed-repository.test-support.ts';
import type { ChangePreview, Project, SitePreview } from './wire.types.ts';

let server: AgentServer;
beforeAll(async () => {
  server = await startAgentServer({}, { repository: bareRepository(DOCS_FILES), agent: { roots: ['docs'] } });
});

it.runIf(isFullRun)('shows the site of a branch, and of another one, from the repository', async () => {
  commitTo(server.repository, 'next', {
    'docs/guide/one.mdx': '---\ntitle: One\n---\n\nThe text of next. [gone](/gone)\n',
  });
  const { projectId, docsJson } = await ok<Project>(server.owner, 'POST', '/v1/projects', {
    name: 'Docs',
    domains: ['docs.example.test'],
    origin: { kind: 'repository', repository: server.repository, ref: 'main', folder: 'docs' },
  });
  expect(docsJson).toBeNull();
  const preview = `/v1/projects/${projectId}/preview`;
  const main = await ok<SitePreview>(server.owner, 'POST', preview);
  expect(main).toMatchObject({ pages: 2, findings: [], version: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(await read(main.siteUrl, '/guide/one')).toContain('The old text.');
  const next = await ok<SitePreview>(server.owner, 'POST', preview, { branch: 'next' });
  expect(await read(next.siteUrl, '/guide/one')).toContain('The text of next.');
  expect(next.findings).toMatchObject([{ code: 'broken-link', file: 'guide/one.mdx', line: 5 }]);
  expect((await ok<SitePreview>(server.owner, 'POST', preview)).siteUrl).toBe(main.siteUrl);
  expect(await read(main.siteUrl, '/../docs.json')).toBeUndefined();
});

it('says what is missing where a project has nothing to preview', async () => {
  const plain = await server.owner.call('POST', `/v1/projects/${server.projectId}/preview`);
  expect(plain.status).toBe(400);
  expect(plain.error).toContain('no docs.json or mint.json');
  const absent = await server.owner.call('POST', '/v1/projects/nothing/preview');
  expect(absent.status).toBe(404);
});

it('shows the pages that an agent job changes, before and after', async () => {
  const { id } = await ok<AgentJob>(server, 'POST', `${server.path}/import`, {
    bundle: bundleOf(server.repository, {
      'docs/guide/one.mdx': '---\ntitle: One\n---\n\nThe new text.\n',
      'docs/two.mdx': '---\ntitle: Two\n---\n\nAnother page.\n',
    }),
  });
  await untilOver(server, id);
  const shown = await ok<ChangePreview>(server, 'POST', `${server.path}/job/${id}/preview`);
  expect(shown.pages).toEqual([
    { page: '/guide/one', title: 'One', change: 'changed' },
    { page: '/two', title: 'Two', change: 'added' },
  ]);
  expect(await read(shown.beforeUrl, '/guide/one')).toContain('The old text.');
  expect(await read(shown.afterUrl, '/guide/one')).toContain('The new text.');
});

/** Returns a file of a previewed site, or undefined if there is none. */
function read(siteUrl: string, place: string): Promise<string | undefined> {
  const { host, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: place, headers: { host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(response.statusCode === 200 ? text : undefined));
      })
      .on('error', reject);
  });
}
