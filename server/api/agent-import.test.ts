import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { firstOf } from '../../test/stand-ins/full.ts';
import {
  type AgentJob,
  type AgentServer,
  bareRepository,
  detailOf,
  ok,
  startAgentServer,
  untilOver,
} from './agent.test-support.ts';

let server: AgentServer;
beforeAll(async () => {
  server = await startAgentServer(
    {},
    { repository: bareRepository(), agent: { allowed: ['AGENTS.md', 'ci/pipeline.yml'] } },
  );
});

/** Returns a change that a person made elsewhere, as `offprint agent export` would export it. */
function bundleOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  repository = server.repository,
): string {
  const work = path.join(temporaryFolder('import'), 'work');
  const git = (cwd: string, ...argv: string[]): unknown =>
    execFileSync('git', argv, { cwd, stdio: 'ignore' });
  git('/', 'clone', '--quiet', repository, work);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    fs.writeFileSync(path.join(work, name), content);
  }
  git(work, 'checkout', '--quiet', '-b', 'change');
  git(work, 'add', '--all', '--force');
  git(work, '-c', 'user.name=x', '-c', 'user.email=x@x.test', 'commit', '--quiet', '--message=Change');
  git(work, 'bundle', 'create', '--quiet', 'change.bundle', 'origin/main..change');
  return fs.readFileSync(path.join(work, 'change.bundle')).toString('base64');
}

it.each(
  firstOf(1, [
    ...[
      '.kiro/steering/a.md',
      '.clinerules/a.md',
      'AGENTS.mdx',
      'sub/AGENTS.md',
      'buildspec.yml',
      'package.json',
    ],
  ]),
)('a change from elsewhere that touches %s is not taken', async (name) => {
  const refused = await server.call('POST', `${server.path}/import`, {
    body: { bundle: bundleOf({ [name]: 'x\n' }) },
  });
  expect(refused.status).toBe(403);
  expect(refused.error).toContain(`${name} is not a documentation file`);
});

it.each(firstOf(1, ['AGENTS.md', 'ci/pipeline.yml']))(
  'one that touches %s, which the operator allows, is held as a draft that says so',
  async (name) => {
    const { id } = await ok<AgentJob>(server, 'POST', `${server.path}/import`, {
      bundle: bundleOf({ [name]: 'x: y\n' }),
    });
    await untilOver(server, id);
    const events = await server.call('GET', `${server.path}/job/${id}/events`, {
      headers: { accept: 'application/jsonl' },
    });
    expect(String(events.body)).toContain(`${name}: The file is not documentation`);
    expect(JSON.stringify(await detailOf(server, id))).toContain('not documentation');
  },
);

it.each(
  firstOf<[string, number, number]>(1, [
    ['one large file', 1, 65],
    ['files that are large together', 3, 30],
  ]),
)('a small bundle of %s is not taken', async (_, count, mebibytes) => {
  const zeros = Buffer.alloc(mebibytes * 2 ** 20);
  const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`docs/${index}.md`, zeros]));
  const bundle = bundleOf(files);
  expect(bundle.length).toBeLessThan(2 ** 20);
  const refused = await server.call('POST', `${server.path}/import`, { body: { bundle } });
  expect(refused.status).toBe(400);
  expect(refused.error).toMatch(/too large|more than 64 MiB/);
});

it('what is no change of this repository, or came with another digest, is not taken', async () => {
  const take = (bundle: string, more: object = {}) =>
    server.call('POST', `${server.path}/import`, { body: { bundle, ...more } });
  const other = bareRepository({ 'more.md': '# More\n' });
  const refused = await take(bundleOf({ 'more.md': 'Changed.\n' }, other));
  expect(refused.status).toBe(409);
  expect(refused.error).toContain('which is not on branch main');
  const text = Buffer.from('no bundle').toString('base64');
  const wrong = await take(text, { sha256: '0'.repeat(64) });
  expect(wrong.status).toBe(400);
  expect(wrong.error).toContain('does not match the checksum');
  const nonsense = await take(text);
  expect(nonsense.status).toBe(400);
  // Larger than the usual limit for bodies.
  const long = await take(Buffer.alloc(3 * 2 ** 20).toString('base64'));
  expect(long.status).toBe(400);
  expect(long.error).toContain('not an exported change');
  const tooLong = await take(Buffer.alloc(49 * 2 ** 20).toString('base64'));
  expect(tooLong.status).toBe(413);
  expect(tooLong.error).toContain('64 MiB');
});
