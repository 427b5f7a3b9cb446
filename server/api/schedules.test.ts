import fs from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { movableClock } from '../schedules/clock.test-support.ts';
import { pageOfJobs } from '../store/exports.ts';
import { domainOf, type Job, makeProject, startServer, type TestServer, untilEnded } from './test-support.ts';
import type { AuditTrail, Project, Schedule, ScheduleList, Target } from './wire.types.ts';

const clock = movableClock('2026-11-29T00:30:00.000Z');
let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startServer({ ports: { clock } });
  project = await makeProject(server);
});

async function call(verb: string, rest = '', body?: object, of = project): Promise<Schedule & Job> {
  const answer = await server.call(verb, `/v1/projects/${of.projectId}/schedule${rest}`, { body });
  expect(answer.status, answer.error).toBeLessThan(300);
  return answer.body as Schedule & Job;
}

const jobs = (of = project) =>
  pageOfJobs(server.running.host.store(), { projectId: of.projectId, sort: 'createdAt', limit: 100 });

/** Waits for the export that starts after the clock was moved, and for its end. */
async function startedAfter(before: number): Promise<Job> {
  await expect.poll(() => jobs().length, { timeout: 20_000, interval: 20 }).toBe(before + 1);
  const ended = await untilEnded(server, jobs().at(-1)?.id ?? '');
  await expect.poll(async () => (await call('GET')).lastRun?.status, { interval: 20 }).toBe(ended.status);
  return ended;
}

describe('a schedule', () => {
  it('exports its project when it is due, and publishes what that publishes on completion', async () => {
    const path = temporaryFolder('published');
    const body = { name: 'readers', settings: { kind: 'folder', path }, shape: 'site' };
    const target = (await server.owner.call('POST', '/v1/targets', { body })).body as Target;
    await server.call('PATCH', `/v1/projects/${project.projectId}`, {
      body: { publishTo: [target.targetId] },
    });

    const made = await call('POST', '', { cron: '0 * * * *', timeZone: 'UTC' });
    expect(made).toMatchObject({ isPaused: false, waitsFor: null, lastRun: null });
    expect(made.nextRuns).toEqual([
      '2026-11-29T01:00:00.000Z',
      '2026-11-29T02:00:00.000Z',
      '2026-11-29T03:00:00.000Z',
    ]);
    await clock.moveTo('2026-11-29T01:00:00.000Z');
    const { jobId } = await startedAfter(0);
    expect((await call('GET')).lastRun).toEqual({
      at: '2026-11-29T01:00:00.000Z',
      due: 1,
      jobId,
      status: 'completed',
      error: null,
    });
    await expect.poll(() => fs.existsSync(`${path}/current`), { interval: 20 }).toBe(true);
  });

  it('catches up by one export after a day away', async () => {
    await clock.jumpTo('2026-11-30T12:30:00.000Z');
    await startedAfter(1);
    expect((await call('GET')).lastRun).toMatchObject({ due: 35, status: 'completed' });
    expect((await call('GET')).nextRuns[0]).toBe('2026-11-30T13:00:00.000Z');
  });

  it('goes on after an export that failed, and tells why that did', async () => {
    const { origin } = project as { origin: { folder: string } };
    fs.renameSync(origin.folder, `${origin.folder}-away`);
    await clock.moveTo('2026-11-30T13:00:00.000Z');
    await startedAfter(2);
    expect((await call('GET')).lastRun).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/The folder .* does not exist/),
    });
    fs.renameSync(`${origin.folder}-away`, origin.folder);
    await clock.moveTo('2026-11-30T14:00:00.000Z');
    expect((await startedAfter(3)).status).toBe('completed');
  });

  it('does nothing while it is paused, and goes on with the next run', async () => {
    expect((await call('POST', '/pause')).nextRuns).toEqual([]);
    await clock.moveTo('2026-11-30T20:30:00.000Z');
    expect(jobs()).toHaveLength(4);
    expect((await call('POST', '/resume')).nextRuns[0]).toBe('2026-11-30T21:00:00.000Z');
  });

  it('runs when it is asked to', async () => {
    const { jobId } = await call('POST', '/run');
    expect((await untilEnded(server, jobId)).domain).toBe(domainOf(project));
    expect((await call('GET')).lastRun?.jobId).not.toBe(jobId);
  });

  it('is listed, written down with who set it, and goes with its project', async () => {
    const other = await makeProject(server);
    await call('POST', '', { cron: '0 3 * * 1' }, other);
    const listed = async () => ((await server.call('GET', '/v1/schedules')).body as ScheduleList).schedules;
    expect((await listed()).map(({ projectId }) => projectId)).toEqual([project.projectId, other.projectId]);
    const { entries } = (await server.owner.call('GET', '/v1/audit')).body as AuditTrail;
    expect(entries[0]).toMatchObject({ by: 'write', action: 'schedule-set', detail: { cron: '0 3 * * 1' } });
    await server.owner.call('DELETE', `/v1/projects/${other.projectId}`);
    expect(await listed()).toHaveLength(1);
    await call('DELETE');
    expect(await listed()).toEqual([]);
    const gone = await server.call('GET', `/v1/projects/${project.projectId}/schedule`);
    expect([gone.status, gone.error]).toEqual([404, expect.stringContaining('has no schedule')]);
  });

  it.each([
    [{ cron: 'daily' }, /not a cron expression/],
    [{ cron: '0 2 * * *', timeZone: 'Nowhere' }, /not a time zone/],
    [{ cron: '0 0 31 2 *' }, /never matches a date/],
  ])('%o is refused', async (body, message) => {
    const answer = await server.call('POST', `/v1/projects/${project.projectId}/schedule`, { body });
    expect([answer.status, answer.error]).toEqual([400, expect.stringMatching(message)]);
  });
});
