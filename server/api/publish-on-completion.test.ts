import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtPorts } from '../../test/stand-ins/built.ts';
import { dataFolder, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { featurePolicy } from '../exports/features/feature-policy.ts';
import { exportSettings } from '../exports/settings/settings.ts';
import { publishOnCompletion } from '../publications/publish-on-completion.ts';
import { addBundle } from '../store/bundles.ts';
import { openForWriting } from '../store/database.ts';
import { listEvents } from '../store/events.ts';
import { completeJob, createJob, requireJob } from '../store/exports.ts';
import { createProject } from '../store/projects.ts';
import { listPublications } from '../store/publications.ts';
import { createTarget } from '../store/targets.ts';
import { openHost } from '../writer/host.ts';
import {
  completedJob,
  domainOf,
  makeProject,
  QUICK,
  startServer,
  type TestServer,
  tinySite,
} from './test-support.ts';
import type { Project, Publication, PublicationList, Target } from './wire.types.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

async function addTarget(name: string): Promise<Target> {
  const settings = { kind: 'folder', path: temporaryFolder(name) };
  const answer = await server.owner.call('POST', '/v1/targets', { body: { name, settings, shape: 'site' } });
  expect(answer.status, answer.error).toBe(201);
  return answer.body as Target;
}

async function publicationsOf(client: TestServer, jobId: string): Promise<Publication[]> {
  for (;;) {
    const { body } = await client.call('GET', `/v1/publications?jobId=${jobId}`);
    const { publications } = body as PublicationList;
    if (publications.every(({ endedAt }) => endedAt !== null)) return publications;
    await pause(20);
  }
}

describe('a completed export', () => {
  it('is published to each target of its project, and a target that was removed is named', async () => {
    const [kept, removed] = [await addTarget('kept'), await addTarget('removed')];
    const project = await makeProject(server);
    const path = `/v1/projects/${project.projectId}`;
    const publishTo = [removed.targetId, kept.targetId];
    const changed = await server.call('PATCH', path, { body: { publishTo } });
    expect((changed.body as Project).publishTo, changed.error).toEqual(publishTo);
    await server.owner.call('DELETE', `/v1/targets/${removed.targetId}`);
    const { jobId } = await completedJob(server, domainOf(project), { version: '1' });

    const [publication, ...others] = await publicationsOf(server, jobId);
    expect(others).toEqual([]);
    expect(publication).toMatchObject({
      status: 'completed',
      version: '1',
      requestedBy: 'project setting',
      targetName: 'kept',
    });
    const { settings } = kept;
    expect(settings.kind === 'folder' && fs.readlinkSync(`${settings.path}/current`)).toBe('releases/1');
    const events = listEvents(server.running.host.store(), jobId).map(({ kind, detail }) => [kind, detail]);
    expect(events.slice(-3)).toEqual([
      ['not-published', { targetId: removed.targetId, why: 'target-removed' }],
      [
        'publication-queued',
        { publicationId: publication?.publicationId, targetId: kept.targetId, targetName: 'kept' },
      ],
      ['completed', { verdict: 'passed' }],
    ]);
    // A removed target may stay in the list, but a target that never existed cannot be added.
    const still = await server.call('PATCH', path, { body: { publishTo, name: 'Renamed' } });
    expect(still.status, still.error).toBe(200);
    const refused = await server.call('PATCH', path, { body: { publishTo: ['tgt_0000000000000000'] } });
    expect([refused.status, refused.error]).toEqual([
      400,
      expect.stringContaining('publishTo field refers to the target tgt_0000000000000000'),
    ]);
  });

  it.runIf(isFullRun)(
    'whose server was killed before anything was published is published once by the next one',
    async () => {
      const folder = dataFolder();
      const place = temporaryFolder('cdn');
      const host = await openHost(folder, builtPorts);
      const target = await host.command(
        'createTarget',
        {
          name: 'cdn',
          settings: { kind: 'folder', path: place },
          shape: 'site',
          keep: 5,
        },
        'owner',
      );
      const project = await host.command('createProject', {
        name: 'Docs',
        domains: ['docs.example'],
        origin: { kind: 'directory', folder: tinySite() },
        deploymentType: 'air-gapped',
        features: {},
        settings: QUICK,
        publishTo: [target.id],
      });
      const { id: jobId } = await host.command('createJob', {
        projectId: project.id,
        domain: 'docs.example',
        version: '1',
        settings: exportSettings.parse(QUICK),
        policy: featurePolicy('air-gapped', {}),
      });
      expect((await host.run(jobId, () => {})).status).toBe('completed');
      await host.close();
      expect(fs.existsSync(path.join(place, 'current'))).toBe(false);

      for (const _ of ['next', 'the one after']) {
        const next = await startServer({ dataFolder: folder });
        const publications = await publicationsOf(next, jobId);
        expect(publications.map(({ status }) => status)).toEqual(['completed']);
        await next.stop();
      }
      expect(fs.readlinkSync(path.join(place, 'current'))).toBe('releases/1');
    },
  );

  it('that failed its verification is not published by itself', () => {
    const { store, job, target } = storeWithJob();
    publishOnCompletion(store, job, 'failed');
    expect(listPublications(store, { limit: 10 })).toEqual([]);
    expect(listEvents(store, job.id).at(-1)).toMatchObject({
      kind: 'not-published',
      detail: { targetId: target.id, why: 'verification-failed' },
    });
    publishOnCompletion(store, job, 'findings');
    expect(listPublications(store, { limit: 10 })).toHaveLength(1);
    store.close();
  });

  it('is completed and queued to be published, both or neither, and once', () => {
    const { store, job } = storeWithJob();
    store.prepare("UPDATE export_jobs SET status = 'running' WHERE id = ?").run(job.id);
    const queue = (): void => publishOnCompletion(store, job, 'passed');
    const complete = (before: () => void): void => completeJob(store, job.id, 'passed', before);
    const killed = (): void => {
      queue();
      throw new Error('killed');
    };
    expect(() => complete(killed)).toThrow('killed');
    expect([requireJob(store, job.id).status, listPublications(store, { limit: 10 })]).toEqual([
      'running',
      [],
    ]);
    complete(queue);
    complete(queue);
    expect(requireJob(store, job.id).status).toBe('completed');
    expect(listPublications(store, { limit: 10 })).toHaveLength(1);
    store.close();
  });
});

/** Creates a store with a bundle of a project that publishes its exports to a target. */
function storeWithJob() {
  const store = openForWriting(dataFolder());
  const target = createTarget(store, {
    name: 'cdn',
    settings: { kind: 'folder', path: '/srv/docs' },
    shape: 'site',
    keep: 5,
  });
  const project = createProject(store, {
    name: 'Docs',
    domains: ['docs.example'],
    origin: { kind: 'directory', folder: '/srv/site' },
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
    publishTo: [target.id],
  });
  const job = createJob(store, {
    projectId: project.id,
    domain: 'docs.example',
    version: '1',
    settings: exportSettings.parse({}),
    policy: featurePolicy('air-gapped', {}),
  });
  addBundle(store, {
    jobId: job.id,
    format: 'zip',
    file: 'bundle.zip',
    sizeBytes: 1,
    sha256: '0'.repeat(64),
    digest: '0'.repeat(64),
    fileCount: 1,
  });
  return { store, job, target };
}
