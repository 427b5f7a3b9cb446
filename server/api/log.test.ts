import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundleOf, completedJob, domainOf, followLink, makeProject, startServer } from './test-support.ts';

it('of requests holds no key, no cookie and no signature of a link, even where every request is written', async () => {
  const server = await startServer();
  await server.owner.call('PATCH', '/v1/settings', { body: { logLevel: 'debug' } });
  const job = await completedJob(server, domainOf(await makeProject(server)));
  const { bundleUrl } = await bundleOf(server, job.jobId);
  await followLink(server, bundleUrl);
  await server.call('GET', `/v1/projects?token=${server.keys.admin}`, {
    headers: { cookie: 'session=hidden-cookie' },
  });
  await server.stop();

  const text = fs.readFileSync(path.join(server.dataFolder, 'logs/offprint.log'), 'utf8');
  expect(text).toContain('"url":"/v1/static-export/jobs');
  expect(text).toContain(`export job ${job.jobId} completed`);
  const signature = new URL(bundleUrl).searchParams.get('signature') ?? '';
  const secrets = [
    ...Object.values(server.keys),
    'hidden-cookie',
    signature,
    server.running.descriptor.secret,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(text).not.toContain(secret);
  }
});
