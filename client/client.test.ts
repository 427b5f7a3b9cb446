import fs from 'node:fs';
import path from 'node:path';
import { type Client, createClient } from 'offprint/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AgentServer, startAgentServer } from '../server/api/agent.test-support.ts';
import { domainOf, makeProject, QUICK } from '../server/api/test-support.ts';
import { verifyPath } from '../server/bundles/verify-source.ts';
import { openRelay, type Relay } from '../test/end-to-end/relay.ts';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { policies } from '../test/stand-ins/model-policies.ts';

let server: AgentServer;
let relay: Relay;
let client: Client;
let handbook: string;

beforeAll(async () => {
  server = await startAgentServer({ ...(policies.happy && { policy: policies.happy }) });
  relay = await openRelay(server.url);
  await server.owner.call('PATCH', '/v1/settings', { body: { publicUrl: relay.url } });
  client = createClient({ url: `${relay.url}/`, key: server.keys.write, retryForMs: 5000 });
  handbook = domainOf(
    await makeProject(server, path.resolve('examples/handbook'), { ...QUICK, render: 'never' }),
  );
});

describe('the documented calls by their names', () => {
  it('export a site, fetch its bundle and leave a file that verifies', async () => {
    relay.happens(() => undefined);
    const { jobId } = await client.startStaticExportJob({ domain: handbook });
    const seen: number[] = [];
    const job = await client.waitForExport(jobId, { onPoll: ({ progress }) => seen.push(progress) });
    expect(job).toMatchObject({ status: 'completed', progress: 100, verdict: 'passed' });
    expect(seen.at(-1)).toBe(100);
    expect(await client.getStaticExportJobStatus({ jobId })).toEqual(job);

    const bundle = await client.generateExportBundle({ jobId, format: 'zip' });
    const file = path.join(temporaryFolder('download'), 'handbook.zip');
    await client.downloadBundle(bundle, file);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['handbook.zip']);
    const signal = AbortSignal.timeout(60_000);
    const { verdict, faults, manifest } = await verifyPath(file, { trusted: [], signal });
    // There is no signing key here: the content fits its manifest, and nobody signed it.
    expect([verdict, faults]).toEqual(['unsigned', []]);
    expect(manifest?.counts.pages).toBe(job.pageCount);
  });

  it('create an agent job and poll it until it has its change', async () => {
    relay.happens(() => undefined);
    const { projectId } = server;
    const { id, status } = await client.createAgentJob({
      projectId,
      prompt: 'Replace npm install by npm ci',
    });
    expect(status).toBe('active');
    const job = await client.waitForAgentJob({ projectId, id }, { pollEveryMs: 50 });
    expect(job.status).toBe('completed');
    expect(job.prLink).toMatch(/^http/);
    expect(await client.getAgentJob({ projectId, id })).toEqual({ ...job, prLink: expect.any(String) });
  });
});
