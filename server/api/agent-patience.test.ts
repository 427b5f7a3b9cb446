import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { policies } from '../../test/stand-ins/model-policies.ts';
import type { Policy } from '../../test/stand-ins/model-server.ts';
import { createJob, startAgentServer, untilOver } from './agent.test-support.ts';

const isAsked = process.env.OFFPRINT_PATIENCE === '1';
const MINUTES = 6;

describe('a model server that thinks before its first byte', () => {
  it.runIf(isFullRun)('is left at once when the job is cancelled', async () => {
    const server = await startAgentServer({ policy: () => ({ thinkMs: 10 * 60_000 }) });
    const { id } = await createJob(server);
    await expect.poll(() => server.model.requests.length, { timeout: 30_000 }).toBe(1);
    const answer = await server.call('POST', `${server.path}/job/${id}/cancel`);
    expect(answer.status).toBe(200);
    expect(await untilOver(server, id)).toMatchObject({ status: 'failed' });
    await expect.poll(() => server.model.abandoned(), { timeout: 10_000 }).toBe(1);
  });

  it(
    `is waited for: ${MINUTES} minutes`,
    async ({ skip }) => {
      if (!isAsked) skip('it takes six minutes: OFFPRINT_PATIENCE=1 runs it');
      const policy: Policy = async (request, number) => {
        const turn = (await policies.happy?.(request, number)) ?? {};
        return number === 1 ? { ...turn, thinkMs: MINUTES * 60_000 } : turn;
      };
      const server = await startAgentServer({ policy });
      const { id } = await createJob(server);
      const until = Date.now() + (MINUTES + 3) * 60_000;
      let status = 'active';
      while (status === 'active' && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const job = await server.call('GET', `${server.path}/job/${id}`);
        ({ status } = job.body as { status: string });
      }
      expect(status).toBe('completed');
      expect(server.model.requests.length).toBe(4);
    },
    (MINUTES + 4) * 60_000,
  );
});
