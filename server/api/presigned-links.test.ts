import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import {
  type Answer,
  bundleOf,
  completedJob,
  domainOf,
  followLink,
  JOBS,
  type Job,
  makeProject,
  makeSecretFile,
  type Project,
  startServer,
  type TestServer,
} from './test-support.ts';
import type { Target } from './wire.types.ts';

/**
 * Covers refused requests for presigned links as `bundleUrl`. test/peers/s3.test.ts uses a storage that provides them.
 */
let server: TestServer;
let project: Project;
let job: Job;
let store: Target;

beforeAll(async () => {
  server = await startServer({ secretFile: makeSecretFile() });
  project = await makeProject(server);
  job = await completedJob(server, domainOf(project), { version: '1' });
  store = await addTarget('store', {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9',
    bucket: 'docs',
    accessKeyId: 'DOCS',
  });
});

async function addTarget(name: string, settings: Target['settings']): Promise<Target> {
  const secrets = settings.kind === 's3' ? { secretAccessKey: 'canary' } : {};
  const answer = await server.owner.call('POST', '/v1/targets', { body: { name, settings, secrets } });
  expect(answer.status, answer.error).toBe(201);
  return answer.body as Target;
}

const setLinkTarget = (linkTarget: string | null): Promise<Answer> =>
  server.call('PATCH', `/v1/projects/${project.projectId}`, { body: { linkTarget } });
const askForLink = (body: object = {}): Promise<Answer> =>
  server.call('POST', `${JOBS}/${job.jobId}/bundle`, { body });

describe('links of object storage', () => {
  it('are set where a project says so, and who set it is in the audit log', async () => {
    expect(project.linkTarget).toBeNull();
    const set = await setLinkTarget(store.targetId);
    expect(set.body as Project, set.error).toMatchObject({ linkTarget: store.targetId, publishTo: [] });
    const renamed = await server.call('PATCH', `/v1/projects/${project.projectId}`, { body: { name: 'R' } });
    expect(renamed.body).toMatchObject({ linkTarget: store.targetId });
    const { body } = await server.call('GET', '/v1/audit?action=link-target-set');
    expect((body as { entries: object[] }).entries[0]).toMatchObject({
      action: 'link-target-set',
      by: 'write',
      detail: { before: null, after: store.targetId },
    });
  });

  it('are refused for what is no object storage, or not there', async () => {
    const folder = await addTarget('folder', { kind: 'folder', path: temporaryFolder('t') });
    const notStorage = /The target folder \(folder\) cannot provide links\. Only object storage \(s3\) can/;
    for (const answer of [
      await setLinkTarget(folder.targetId),
      await askForLink({ linkTarget: folder.targetId }),
    ])
      expect([answer.status, answer.error]).toEqual([400, expect.stringMatching(notStorage)]);
    const absent = await setLinkTarget('tgt_0000000000000000');
    expect([absent.status, absent.error]).toEqual([
      400,
      expect.stringMatching(/linkTarget field refers to the target tgt_0+, which does not exist/),
    ]);
    expect((await setLinkTarget('cdn')).status).toBe(400);
  });

  it('that cannot be had say so, and what to do; the bundle is kept', async () => {
    await setLinkTarget(store.targetId);
    const refused = await askForLink();
    expect([refused.status, refused.error]).toEqual([
      502,
      expect.stringMatching(
        /127\.0\.0\.1:9 is not responding.* is still on this server.* Request the link again\. .*"linkTarget": null/,
      ),
    ]);
    const own = await bundleOf(server, job.jobId, { linkTarget: null });
    expect(new URL(own.bundleUrl).origin).toBe(server.url);
    expect((await followLink(server, own.bundleUrl)).bytes.length).toBe(own.sizeBytes);
    const edition = await server.call('GET', `/v1/static-export/${project.projectId}/jobs/${job.jobId}`);
    expect([edition.status, edition.error]).toEqual([502, expect.stringContaining('is not responding')]);
  });

  it('of a target that was removed are not given; links of this server are', async () => {
    const gone = await addTarget('gone', {
      kind: 's3',
      endpoint: 'http://127.0.0.1:9',
      bucket: 'gone',
      accessKeyId: 'DOCS',
    });
    await setLinkTarget(gone.targetId);
    await server.owner.call('DELETE', `/v1/targets/${gone.targetId}`);
    const refused = await askForLink();
    expect([refused.status, refused.error]).toEqual([
      409,
      expect.stringMatching(/no longer exists\. Set another target .* --no-link-target/),
    ]);
    expect((await setLinkTarget(null)).status).toBe(200);
    expect((await askForLink()).status).toBe(200);
  });
});
