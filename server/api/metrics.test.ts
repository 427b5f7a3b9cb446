import { beforeAll, expect, it } from 'vitest';
import { completedJob, domainOf, makeProject, startServer, type TestServer } from './test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

function asked(key: string): Promise<Response> {
  return fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
}

/** Returns values by name and labels. In the text format, each line is a comment, or a name, labels and a number. */
async function values(): Promise<Map<string, number>> {
  const text = await (await asked(server.keys.read)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, Number(value)];
    }),
  );
}

it('metrics need a key', async () => {
  expect((await asked('offp_wrong')).status).toBe(401);
  const { status, headers } = await asked(server.keys.read);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

it('metrics count jobs, and tell how old the newest export of a domain is', async () => {
  const before = await values();
  expect(before.get('offprint_export_jobs{status="failed"}')).toBe(0);
  const domain = domainOf(await makeProject(server));
  const began = Date.now() / 1000;
  const { jobId } = await completedJob(server, domain);
  const after = await values();
  const completed = 'offprint_export_jobs{status="completed"}';
  expect(after.get(completed)).toBe((before.get(completed) ?? 0) + 1);
  const last = `offprint_last_completed_export_timestamp_seconds{domain="${domain}"}`;
  expect(before.has(last)).toBe(false);
  expect(after.get(last)).toBeGreaterThanOrEqual(Math.floor(began));
  expect(after.get('offprint_data_folder_free_bytes')).toBeGreaterThan(0);
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  await fetch(`${server.url}/v1/static-export/jobs/${jobId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${server.keys.write}` },
  });
  expect((await values()).has(last)).toBe(false);
});
