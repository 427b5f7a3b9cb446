import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { POLICY_SITE, policies } from '../../test/stand-ins/model-policies.ts';
import { TRAPPED_ATTRIBUTES, trapIn } from '../agents/workspace/trapped-repository.test-support.ts';
import {
  type AgentDiff,
  type AgentJob,
  bareRepository,
  createJob,
  gitOf,
  ok,
  projectOn,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';

it('a job on a repository whose configuration sets every key that runs something is worked on, shown, approved, carried and imported, and nothing runs', async () => {
  const repository = bareRepository({ ...POLICY_SITE, '.gitattributes': TRAPPED_ATTRIBUTES });
  const otherSide = path.join(temporaryFolder('other-side'), 'site.git');
  fs.cpSync(repository, otherSide, { recursive: true });
  const trap = trapIn(temporaryFolder('trap'));
  for (const folder of [repository, otherSide]) trap.set(folder);
  // Reads the branch without git, which would spring the trap.
  const tipOf = (folder: string): string =>
    fs.readFileSync(path.join(folder, 'refs/heads/main'), 'utf8').trim();

  const here = await startAgentServer({ policy: policies.followUp ?? (() => ({})) }, { repository });
  const { id } = await createJob(here);
  expect(await untilOver(here, id)).toMatchObject({ status: 'completed' });
  const diff = await ok<AgentDiff>(here, 'GET', `${here.path}/job/${id}/diff`);
  expect(diff.patch).toContain('+npm ci');
  await ok(here, 'POST', `${here.path}/job/${id}/export`);
  const bundle = (await here.call('GET', `${here.path}/job/${id}/export/change.bundle`)).bytes;
  const approved = await here.call('POST', `${here.path}/job/${id}/approve`);
  expect(trap.sprung()).toEqual([]);
  expect(approved.status).toBe(200);

  const there = await projectOn(here, { repository: otherSide });
  const body = {
    bundle: bundle.toString('base64'),
    sha256: createHash('sha256').update(bundle).digest('hex'),
  };
  const imported = await ok<AgentJob>(there, 'POST', `${there.path}/import`, body);
  expect(await untilOver(there, imported.id)).toMatchObject({ status: 'completed' });
  expect((await there.call('POST', `${there.path}/job/${imported.id}/approve`)).status).toBe(200);

  expect(trap.sprung()).toEqual([]);
  // The trap works: git without protection springs it.
  gitOf(bareRepository({ 'other.md': '# Other\n' }), 'push', '--quiet', repository, 'main:refs/tags/other');
  expect(trap.sprung()).toContain('hook post-receive');
  for (const folder of [repository, otherSide]) {
    fs.rmSync(path.join(folder, 'config'));
    expect(gitOf(folder, 'show', `${tipOf(folder)}:guide/install.mdx`)).toContain('npm ci');
  }
});
