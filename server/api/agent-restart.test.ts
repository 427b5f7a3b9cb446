import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  kill,
  skipBecause,
  startOffprint,
  until,
  whyNoProcessTable,
  workerOf,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { policies } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import { readDescriptor } from '../private-socket.ts';
import { DATABASE_FILE } from '../store/database.ts';
import {
  type AgentDiff,
  type AgentJob,
  type AgentServer,
  createJob,
  gitOf,
  ok,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';
import { addressOf, makeSecretFile, openClient, startServer } from './test-support.ts';

/** Answers like the `happy` policy, but delays the turns listed in `hold` by a minute. */
function waitingPolicy(): { policy: Policy; hold: Set<number> } {
  const hold = new Set<number>();
  const policy: Policy = async (request, number) => {
    const turns = request.messages.filter(({ role }) => role === 'assistant').length;
    const turn = (await policies.happy?.(request, number)) ?? {};
    return hold.delete(turns) ? { ...turn, thinkMs: 60_000 } : turn;
  };
  return { policy, hold };
}

describe('agent jobs', () => {
  it('go on after the server was stopped and started again', async () => {
    const { policy, hold } = waitingPolicy();
    hold.add(1);
    const first = await startAgentServer({ policy });
    const { id } = await createJob(first);
    await until('the model is asked the second time', () => first.model.requests.length === 2);
    await first.stop();

    const { dataFolder, keys } = first;
    const second: AgentServer = { ...first, ...(await startServer({ dataFolder, keys })) };
    const done = await untilOver(second, id);
    expect(done).toMatchObject({ status: 'completed', source: { ref: `offprint/${id}` } });
    const events = await second.call('GET', `${second.path}/job/${id}/events`);
    expect(String(events.body).match(/^event: published$/gm)).toHaveLength(1);
    expect(String(events.body)).toMatch(/^event: resumed$/m);
  });

  it.runIf(isFullRun)(
    'go on after kill -9 of the writer and of the whole server: same tree, one proposal, no lost job',
    async ({ skip }) => {
      const why = whyNoProcessTable();
      if (why) skipBecause(skip, why);
      const [folder, secretFile] = [dataFolder(), makeSecretFile()];
      const { policy, hold } = waitingPolicy();
      const first = await startAgentServer(
        { policy, apiKey: 'canary-model-token' },
        { dataFolder: folder, secretFile },
      );
      const undisturbed = await createJob(first);
      expect(await untilOver(first, undisturbed.id)).toMatchObject({ status: 'completed' });
      await first.stop();

      const serve = async (): Promise<{ server: AgentServer; pid: number; ended: Promise<unknown> }> => {
        const args = ['serve', '--data', folder, '--port', '0', '--secret-file', secretFile];
        const running = startOffprint(args);
        await until('the server tells where it is', () => readDescriptor(folder)?.pid === running.pid);
        const url = new URL(readDescriptor(folder)?.url ?? '');
        const client = await openClient(addressOf(url.href), url.host, first.keys.write);
        return { server: { ...first, ...client }, pid: running.pid, ended: running.ended };
      };
      const asked = () => first.model.requests.length;

      const one = await serve();
      hold.add(1).add(2);
      let before = asked();
      const { id } = await createJob(one.server);
      await until('the model is asked the second time', () => asked() === before + 2);
      kill(workerOf(one.pid));
      await until('the model is asked the third time', () => asked() >= before + 4);
      kill(one.pid);
      await one.ended;

      before = asked();
      const two = await serve();
      const done = await untilOver(two.server, id);
      expect(done).toMatchObject({ status: 'completed', source: { ref: `offprint/${id}` } });
      const [diff, same] = await Promise.all(
        [id, undisturbed.id].map((job) =>
          ok<AgentDiff>(two.server, 'GET', `${two.server.path}/job/${job}/diff`),
        ),
      );
      expect(diff?.patch).toBe(same?.patch);
      const events = await two.server.call('GET', `${two.server.path}/job/${id}/events`);
      expect(String(events.body).match(/^event: published$/gm)).toHaveLength(1);
      expect(String(events.body).match(/^event: resumed$/gm)?.length).toBeGreaterThanOrEqual(2);
      expect(await ok(two.server, 'POST', `${two.server.path}/job/${id}/approve`)).toMatchObject({ id });
      expect(gitOf(first.repository, 'show', 'main:guide/install.mdx')).toContain('npm ci');
      kill(two.pid, 'SIGTERM');
      await two.ended;
    },
  );

  it.runIf(isFullRun)(
    'are 100 an hour and project, messages included, refused ones not, kept across a restart, exact at the boundary',
    async () => {
      const [folder, secretFile] = [dataFolder(), makeSecretFile()];
      const policy: Policy = () => ({ thinkMs: 600_000 });
      const server = await startAgentServer({ policy }, { dataFolder: folder, secretFile });
      const create = (place: AgentServer = server) =>
        place.call('POST', `${place.path}/job`, { body: { prompt: 'x' } });
      const first = await createJob(server);
      for (let uses = 1; uses < 100; uses++) {
        if (uses % 10 === 0) {
          expect((await server.call('POST', `${server.path}/job`, { body: { prompt: ' ' } })).status).toBe(
            400,
          );
        }
        const answer =
          uses % 2 === 0
            ? await create()
            : await server.call('POST', `${server.path}/job/${first.id}/message`, { body: { prompt: 'y' } });
        expect(answer.status).toBe(uses % 2 === 0 ? 201 : 200);
        expect(answer.headers['ratelimit-remaining']).toBe(String(99 - uses));
      }
      const listed = async (place: AgentServer) =>
        (await ok<{ jobs: AgentJob[] }>(place, 'GET', `${place.path}/jobs?limit=500`)).jobs.length;
      const count = await listed(server);
      const refused = async (place: AgentServer) => {
        const answer = await create(place);
        expect(answer.status).toBe(429);
        expect(answer.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '0' });
        const seconds = Number(answer.headers['retry-after']);
        expect(answer.headers['ratelimit-reset']).toBe(String(seconds));
        expect(answer.error).toContain(`Wait ${seconds} second`);
        return seconds;
      };
      expect(await refused(server)).toBeGreaterThan(3500);
      const message = await server.call('POST', `${server.path}/job/${first.id}/message`, {
        body: { prompt: 'y' },
      });
      expect(message.status).toBe(429);
      expect(await listed(server)).toBe(count);
      await server.stop();

      const again: AgentServer = {
        ...server,
        ...(await startServer({ dataFolder: folder, secretFile, keys: server.keys })),
      };
      await refused(again);
      /** Moves the oldest use so far back that it leaves the window within 1.5 seconds. */
      const store = new Database(path.join(folder, DATABASE_FILE), { timeout: 10_000 });
      store
        .prepare(
          "UPDATE uses SET at = ? WHERE rowid = (SELECT rowid FROM uses WHERE kind = 'agent' ORDER BY at LIMIT 1)",
        )
        .run(new Date(Date.now() - 3_600_000 + 1500).toISOString());
      store.close();
      const wait = await refused(again);
      expect(wait).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      expect((await create(again)).status).toBe(201);
      await refused(again);
    },
  );
});
