import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addFiles, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { bundleOf as makeBundle, siteOf } from '../publications/publishing.test-support.ts';
import { movableClock } from '../schedules/clock.test-support.ts';
import {
  completedJob,
  domainOf,
  JOBS,
  type Job,
  makeProject,
  startServer,
  type TestServer,
} from './test-support.ts';
import type {
  AuditTrail,
  DiskUse,
  HostedSite,
  Project,
  ProjectRetention,
  Pruned,
  ReceivedBundle,
  RetentionPlan,
  Target,
} from './wire.types.ts';

const clock = movableClock(new Date().toISOString());
const inDays = (days: number): string => new Date(clock.now() + days * 86_400_000).toISOString();
let server: TestServer;
let project: Project;
let jobs: Job[];

const WAIT = { timeout: 20_000, interval: 20 };
const NAMES = ['plain', 'pinned', 'published', 'hosted', 'linked', 'base', 'newest'] as const;
const jobOf = (name: (typeof NAMES)[number]): Job => jobs[NAMES.indexOf(name)] as Job;

async function call<T>(verb: string, target: string, body?: object): Promise<T> {
  const answer = await server.owner.call(verb, target, { body });
  expect(answer.status, `${target}: ${answer.error}`).toBeLessThan(300);
  return answer.body as T;
}

const plan = (): Promise<RetentionPlan> => call('GET', '/v1/retention');
const settings = (body: object) => call('PATCH', '/v1/settings', body);

beforeAll(async () => {
  server = await startServer({ ports: { clock } });
  project = await makeProject(server);
  const { folder } = project.origin as { folder: string };
  jobs = [];
  for (const name of NAMES) {
    addFiles(folder, { 'a.html': `<!doctype html><title>${name}</title><h1>${name}</h1>` });
    jobs.push(await completedJob(server, domainOf(project), { version: name }));
  }
  await call('POST', `${JOBS}/${jobOf('pinned').jobId}/pin`);
  const published = { kind: 'folder', path: temporaryFolder('published') };
  const target = await call<Target>('POST', '/v1/targets', {
    name: 'readers',
    settings: published,
    shape: 'site',
  });
  await call('POST', '/v1/publications', { targetId: target.targetId, jobId: jobOf('published').jobId });
  await vi.waitUntil(() => fs.existsSync(`${published.path}/current`), WAIT);
  const { siteId } = await call<HostedSite>('POST', '/v1/hosting', { jobId: jobOf('hosted').jobId });
  await vi.waitUntil(
    async () => (await call<HostedSite>('GET', `/v1/hosting/${siteId}`)).status === 'serving',
    WAIT,
  );
  // The link works for a day. The delta was requested by a client.
  await call('POST', `${JOBS}/${jobOf('linked').jobId}/bundle`, { expiresInSeconds: 86_400 });
  await call('POST', `${JOBS}/${jobOf('newest').jobId}/bundle`, {
    base: jobOf('base').jobId,
    expiresInSeconds: 60,
  });
});

describe('retention', () => {
  it('removes nothing as long as no rule is set', async () => {
    expect(await plan()).toMatchObject({ remove: [], keep: [], bytes: 0 });
    expect(await call('GET', '/v1/retention/pins')).toEqual({ pinned: [jobOf('pinned').jobId] });
    expect(await call<Pruned>('POST', '/v1/retention/prune')).toMatchObject({ removed: [], failed: [] });
  });

  it('tells what a rule lets go with its bytes, and why the rest stays', async () => {
    await settings({ retentionKeepLast: 1 });
    const { remove, keep, bytes, contentBytes } = await plan();
    expect(remove.map(({ id }) => id)).toEqual([jobOf('plain').jobId, jobOf('base').jobId]);
    expect(bytes).toBeGreaterThan(jobOf('plain').bundleBytes ?? 0);
    expect(contentBytes).toBe(['plain', 'base'].reduce((sum, name) => sum + pageBytes(name), 0));
    expect(keep.map(({ id, reason }) => [id, reason])).toEqual([
      [jobOf('linked').jobId, 'linked'],
      [jobOf('hosted').jobId, 'hosted'],
      [jobOf('published').jobId, 'published'],
      [jobOf('pinned').jobId, 'pinned'],
    ]);
  });

  it('asks every rule that is set, and those of the project before those of all', async () => {
    await settings({ retentionKeepDays: 30 });
    expect((await plan()).remove).toEqual([]);
    const own = { keepLast: 6, keepDays: 0 };
    const place = `/v1/projects/${project.projectId}/retention`;
    expect(await call<ProjectRetention>('POST', place, { own })).toMatchObject({
      own,
      general: { keepLast: 1, keepDays: 30 },
    });
    expect((await plan()).remove.map(({ id }) => id)).toEqual([jobOf('plain').jobId]);
    await call('POST', place, { own: null });
    await settings({ retentionKeepDays: 0 });
  });

  it('lets deltas and undecided received bundles go by their age', async () => {
    const file = await makeBundle(temporaryFolder('bundles'), '1.0', siteOf('1.0'));
    const { receivedId } = await call<ReceivedBundle>('POST', '/v1/received', { path: file });
    await vi.waitUntil(
      async () => (await call<ReceivedBundle>('GET', `/v1/received/${receivedId}`)).status === 'waiting',
      WAIT,
    );
    await settings({ retentionKeepLast: 0, retentionDeltaDays: 2, retentionReceivedDays: 2 });
    expect((await plan()).remove).toEqual([]);
    await clock.jumpTo(inDays(3));
    const { removed } = await call<Pruned>('POST', '/v1/retention/prune');
    expect(removed.map(({ kind, id }) => [kind, id])).toEqual([
      ['delta', jobOf('newest').jobId],
      ['received', receivedId],
    ]);
    const left = fs.readdirSync(path.join(server.dataFolder, 'exports', jobOf('newest').jobId));
    expect(left.filter((name) => name.startsWith('delta-'))).toEqual([]);
    expect(fs.readdirSync(path.join(server.dataFolder, 'received'))).toEqual([]);
  });

  it('removes what a plan said and writes it down, and a link that has expired keeps nothing', async () => {
    await settings({ retentionKeepLast: 1 });
    const asked = await plan();
    const pruned = await call<Pruned>('POST', '/v1/retention/prune');
    expect(pruned.removed).toEqual(asked.remove);
    expect(pruned.removed.map(({ id }) => id)).toEqual(
      (['plain', 'linked', 'base'] as const).map((name) => jobOf(name).jobId),
    );
    expect(fs.existsSync(path.join(server.dataFolder, 'exports', jobOf('plain').jobId))).toBe(false);
    const { entries } = await call<AuditTrail>('GET', '/v1/audit');
    expect(entries.filter(({ action, id }) => action === 'pruned' && id === jobOf('plain').jobId)).toEqual([
      expect.objectContaining({ by: 'owner', subject: `${domainOf(project)} plain` }),
    ]);
    expect((await plan()).remove).toEqual([]);
  });

  it('removes by itself once a day where that is switched on', async () => {
    await call('POST', `${JOBS}/${jobOf('pinned').jobId}/unpin`);
    const isThere = (): boolean =>
      fs.existsSync(path.join(server.dataFolder, 'exports', jobOf('pinned').jobId));
    await clock.moveTo(inDays(1));
    expect(isThere()).toBe(true);
    await settings({ retentionDaily: true });
    await clock.moveTo(inDays(1 / 12));
    await vi.waitUntil(() => !isThere(), WAIT);
  });

  it('is refused to keys that may not delete', async () => {
    expect((await server.call('POST', '/v1/retention/prune', { key: server.keys.write })).status).toBe(403);
  });
});

describe('disk use', () => {
  it('is told by project', async () => {
    const use = await call<DiskUse>('GET', '/v1/disk-use');
    expect(use.projects).toEqual([
      {
        projectId: project.projectId,
        name: project.name,
        exports: 3,
        bundleBytes: ['published', 'hosted', 'newest'].reduce(
          (sum, name) => sum + fs.statSync(bundleFile(name)).size,
          0,
        ),
        contentBytes: expect.any(Number),
      },
    ]);
    expect(use.hostingBytes).toBeGreaterThan(0);
    expect(use.freeBytes).toBeLessThan(use.totalBytes);
  });
});

function bundleFile(name: string): string {
  return path.join(server.dataFolder, 'exports', jobOf(name as 'newest').jobId, 'bundle.zip');
}

/** Returns the size of the page that only the export of that name has. */
function pageBytes(name: string): number {
  return `<!doctype html><title>${name}</title><h1>${name}</h1>`.length;
}
