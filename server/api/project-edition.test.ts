import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import {
  bundleOf,
  completedJob,
  domainOf,
  followLink,
  LASTING,
  lastingSite,
  makeProject,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from './test-support.ts';

/** A job in the compatible edition with the project in the path: `docs/decisions/0053`. */
type Told = Readonly<{
  jobId: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  createdAt: string;
  updatedAt: string;
  error?: string | null;
  bundleUrl?: string;
  sizeBytes?: number;
  expiresAt?: string;
}>;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

const jobsOf = (projectId: string): string => `/v1/static-export/${projectId}/jobs`;

async function started(projectId: string, body?: object): Promise<Told> {
  const answer = await server.call('POST', jobsOf(projectId), { body });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.error}`);
  return answer.body as Told;
}

/** Polls as that edition documents it. */
async function untilOver(projectId: string, jobId: string, seen: Told[] = []): Promise<Told> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { status, body, error } = await server.call('GET', `${jobsOf(projectId)}/${jobId}`);
    if (status !== 200) throw new Error(`${status}: ${error}`);
    const told = body as Told;
    seen.push(told);
    if (told.status === 'completed' || told.status === 'failed') return told;
    if (performance.now() > deadline) throw new Error(`It never ended: ${JSON.stringify(told)}`);
    await pause(20);
  }
}

/** Unpacks a tar.gz archive. @returns the folder */
function unpacked(archive: Buffer): string {
  const folder = temporaryFolder('edition');
  fs.writeFileSync(path.join(folder, 'bundle.tar.gz'), archive);
  execFileSync('tar', ['-xzf', 'bundle.tar.gz'], { cwd: folder });
  return folder;
}

describe('the edition that names the project', () => {
  it.runIf(isFullRun)(
    'starts without a body, polls, and links to a tar.gz with a fresh link at each call',
    async () => {
      const project = await makeProject(server);
      const first = await started(project.projectId);
      expect(first).toMatchObject({ jobId: expect.stringMatching(/^se_/), status: 'queued' });
      expect(Object.keys(first).sort()).toEqual(['createdAt', 'error', 'jobId', 'status', 'updatedAt']);

      const seen: Told[] = [];
      const done = await untilOver(project.projectId, first.jobId, seen);

      expect(done.status).toBe('completed');
      expect(seen.slice(0, -1).some((told) => 'bundleUrl' in told)).toBe(false);
      expect(done.error).toBeNull();
      expect(Date.parse(done.expiresAt ?? '')).toBeGreaterThan(Date.now());
      const day = new Date().toISOString().slice(0, 10);
      const label = domainOf(project).split('.')[0];
      const name = new URL(done.bundleUrl ?? '').pathname.split('/').at(-1);
      expect(name).toMatch(new RegExp(`^${label}-export-\\d{4}-\\d{2}-\\d{2}\\.tar\\.gz$`));
      expect(
        Date.parse(day) - Date.parse(/\d{4}-\d{2}-\d{2}/.exec(name ?? '')?.[0] ?? ''),
      ).toBeLessThanOrEqual(86_400_000);

      const archive = await followLink(server, done.bundleUrl ?? '');
      expect(archive.status).toBe(200);
      expect(archive.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
      expect(archive.headers['content-type']).toBe('application/gzip');
      expect(archive.bytes.length).toBe(done.sizeBytes);
      expect(fs.existsSync(path.join(unpacked(archive.bytes), 'a.html'))).toBe(true);

      await pause(1100);
      const again = await untilOver(project.projectId, first.jobId);
      expect(again.bundleUrl).not.toBe(done.bundleUrl);
      expect((await followLink(server, again.bundleUrl ?? '')).bytes.equals(archive.bytes)).toBe(true);
    },
  );

  it('refuses a start while a job of that project is active, and takes one of another project', async () => {
    const project = await makeProject(server, lastingSite(), LASTING);
    const { jobId } = await started(project.projectId);
    const { status, error } = await server.call('POST', jobsOf(project.projectId));
    expect(status).toBe(409);
    expect(error).toContain(jobId);
    const other = await makeProject(server);
    await untilOver(other.projectId, (await started(other.projectId)).jobId);
    await server.call('POST', `/v1/static-export/jobs/${jobId}/cancel`);
    const canceled = await untilOver(project.projectId, jobId);
    expect(canceled).toMatchObject({ status: 'failed', error: expect.stringContaining('Canceled') });
    const next = await started(project.projectId);
    await server.call('POST', `/v1/static-export/jobs/${next.jobId}/cancel`);
  });

  it('counts the starts of the whole organization where that setting is on', async () => {
    const [one, other] = [await makeProject(server), await makeProject(server)];
    await server.owner.call('PATCH', '/v1/settings', { body: { organizationStartsPerHour: 2 } });
    try {
      await untilOver(one.projectId, (await started(one.projectId)).jobId);
      await completedJob(server, domainOf(other));
      for (const call of [
        () => server.call('POST', jobsOf(one.projectId)),
        () => server.call('POST', '/v1/static-export/jobs', { body: { domain: domainOf(other) } }),
      ]) {
        const { status, error, headers } = await call();
        expect(status).toBe(429);
        expect(error).toContain('organizationStartsPerHour');
        expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
        expect(headers['ratelimit-limit']).toBe('2');
      }
    } finally {
      await server.owner.call('PATCH', '/v1/settings', { body: { organizationStartsPerHour: null } });
    }
  });

  it.runIf(isFullRun)(
    'takes the base paths that it documents, ignores other fields, and refuses other values',
    async () => {
      const project = await makeProject(
        server,
        makeSite({
          'index.html': page('Start', '<link rel="canonical" href="https://docs.example.com/">'),
          'sitemap.xml':
            '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/index.html</loc></url></urlset>',
        }),
      );
      for (const basePath of ['', '/docs', '/documentation']) {
        const { jobId } = await started(project.projectId, { basePath, note: 'ignored' });
        const { bundleUrl } = await untilOver(project.projectId, jobId);
        const folder = unpacked((await followLink(server, bundleUrl ?? '')).bytes);
        const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'offprint.json'), 'utf8')) as {
          settings: { basePath: string };
        };
        expect(manifest.settings.basePath).toBe(basePath);
      }
      for (const basePath of ['/other', 'docs', '/docs/', 7]) {
        const { status, error } = await server.call('POST', jobsOf(project.projectId), {
          body: { basePath },
        });
        expect(status).toBe(400);
        expect(error).toContain('basePath');
      }
    },
  );

  it('links to jobs that were started by the other edition, once their tar.gz is there', async () => {
    const project = await makeProject(server);
    const job = await completedJob(server, domainOf(project));
    const done = await untilOver(project.projectId, job.jobId);
    expect(done.bundleUrl).toMatch(/-export-\d{4}-\d{2}-\d{2}\.tar\.gz\?/);
    expect((await followLink(server, done.bundleUrl ?? '')).status).toBe(200);
  });

  it('knows no job of another project, no other project, and says so', async () => {
    const [one, other] = [await makeProject(server), await makeProject(server)];
    const { jobId } = await startJob(server, domainOf(one));
    for (const target of [
      `${jobsOf(other.projectId)}/${jobId}`,
      `${jobsOf(one.projectId)}/se_0000000000000000`,
      `${jobsOf('prj_0000000000000000')}/${jobId}`,
    ]) {
      expect((await server.call('GET', target)).status).toBe(404);
    }
    expect((await server.call('POST', jobsOf('prj_0000000000000000'))).status).toBe(404);
    // A project is only found by its id here.
    expect((await server.call('POST', jobsOf(domainOf(one)))).status).toBe(404);
    await untilEnded(server, jobId);
  });

  it('needs the scope write and the enterprise plan, as each answer may hold a link', async () => {
    const project = await makeProject(server);
    const { jobId } = await started(project.projectId);
    await untilOver(project.projectId, jobId);
    const get = `${jobsOf(project.projectId)}/${jobId}`;
    expect((await server.call('GET', get, { key: server.keys.read })).status).toBe(403);
    expect((await server.call('POST', jobsOf(project.projectId), { key: server.keys.read })).status).toBe(
      403,
    );
    expect((await server.call('GET', get, { key: null })).status).toBe(401);
    await server.owner.call('PATCH', '/v1/organization', { body: { plan: 'pro' } });
    try {
      expect((await server.call('GET', get)).status).toBe(403);
      expect((await server.call('POST', jobsOf(project.projectId))).status).toBe(403);
    } finally {
      await server.owner.call('PATCH', '/v1/organization', { body: { plan: 'enterprise' } });
    }
  });

  it('starts once for one Idempotency-Key', async () => {
    const project = await makeProject(server);
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await server.call('POST', jobsOf(project.projectId), { headers }),
      await server.call('POST', jobsOf(project.projectId), { headers }),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect((second.body as Told).jobId).toBe((first.body as Told).jobId);
    await untilOver(project.projectId, (first.body as Told).jobId);
  });
});

describe('the format of the bundle call', () => {
  it('is tar.gz where none is asked for, and what the setting apiBundleFormat says', async () => {
    const { jobId } = await completedJob(server, domainOf(await makeProject(server)));
    const bundle = await bundleOf(server, jobId);
    expect(bundle.format).toBe('tar.gz');
    const archive = await followLink(server, bundle.bundleUrl);
    expect(fs.existsSync(path.join(unpacked(archive.bytes), 'a.html'))).toBe(true);
    expect((await bundleOf(server, jobId, { format: 'zip' })).format).toBe('zip');
    await server.owner.call('PATCH', '/v1/settings', { body: { apiBundleFormat: 'zip' } });
    try {
      expect((await bundleOf(server, jobId)).format).toBe('zip');
      expect((await bundleOf(server, jobId, { format: 'tar.gz' })).format).toBe('tar.gz');
    } finally {
      await server.owner.call('PATCH', '/v1/settings', { body: { apiBundleFormat: null } });
    }
  });
});

describe('paths that climb out of the site', () => {
  const climbing = [
    '../secret.html',
    '/a/../../secret.html',
    '..',
    '/%2e%2e/secret.html',
    '/.%2E/secret.html',
    '..\\secret.html',
    '/a/..%5csecret.html',
    '/a%2f..%2fsecret.html',
  ];

  it.each(climbing)('are refused at once: %s', async (wrong) => {
    const project = await makeProject(server);
    const domain = domainOf(project);
    const refused = [
      await server.call('POST', '/v1/static-export/jobs', { body: { domain, paths: ['/a.html', wrong] } }),
      await server.call('POST', '/v1/static-export/jobs', { body: { domain, settings: { paths: [wrong] } } }),
      await server.call('POST', '/v1/static-export/preview', { body: { domain, paths: [wrong] } }),
      await server.owner.call('PATCH', `/v1/projects/${project.projectId}`, {
        body: { settings: { ...QUICK, paths: [wrong] } },
      }),
    ];
    for (const { status, error } of refused) {
      expect(status).toBe(400);
      expect(error).toMatch(/paths\.\d.*\.\./);
    }
  });

  it('are told from names that only look like it', async () => {
    const domain = domainOf(
      await makeProject(
        server,
        makeSite({ 'index.html': page('Start'), 'a..b.html': page('A'), 'b..html': page('B') }),
      ),
    );
    const job = await completedJob(server, domain, { paths: ['/', '/a..b.html', '/b..html'] });
    expect(job.pageCount).toBe(3);
  });
});
