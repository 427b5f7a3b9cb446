import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareRepository, gitOf } from '../../server/api/agent.test-support.ts';
import {
  dataFolder,
  NO_BROWSER,
  offprint,
  page,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { call, finish, policies, withProbes } from '../stand-ins/model-policies.ts';
import { type ModelStandIn, type Policy, startModelServer } from '../stand-ins/model-server.ts';
import { newKey, type Served, serve } from './fixture-server.ts';

/** A site that is its own source: Markdown pages for the agent, an HTML page for the export. */
const SITE = {
  'docs.json': '{"navigation":{"groups":[{"group":"Guide","pages":["index","guide/install"]}]}}\n',
  'index.mdx': '---\ntitle: Home\n---\n\nWelcome to [the installation](/guide/install).\n',
  'guide/install.mdx': '---\ntitle: Install\n---\n\n```sh\nnpm install offprint\n```\n',
  'site/index.html': page('Start', '<a href="install.txt">how to install</a>'),
};
/** Puts the text of the guide into the site, as a generator would, and reports what it can see of its environment. */
const BUILD = [
  'cp guide/install.mdx site/install.txt',
  'echo "data:$(ls "$OUTER" 2>/dev/null | wc -l) env:$OFFPRINT_API_KEY" > site/seen.txt',
  'sed -i \'s#how to install#how to install</a> <a href="seen.txt">seen#\' site/index.html',
].join(' && ');

let model: ModelStandIn;
let server: Served;
let repository: string;
beforeAll(async () => {
  model = await startModelServer({ policy: policies.happy ?? (() => ({})), apiKey: 'canary-model-token' });
  repository = bareRepository(SITE);
});
afterAll(() => model.close());

const inFolder =
  (data: string) =>
  async (args: readonly string[], exit = 0) => {
    const run = await offprint([...args, '--data', data]);
    expect(run.stderr + (run.code === exit ? '' : `exit ${run.code}`)).not.toContain('offprint:');
    expect(run.code).toBe(exit);
    return run.stdout;
  };

describe('from a prompt to a bundle', () => {
  it.runIf(isFullRun)(
    'curl creates and polls, prLink opens, the diff is as asked, a person merges, the export holds the change',
    async () => {
      server = await serve();
      const run = inFolder(server.data);
      const token = path.join(temporaryFolder('token'), 'token');
      fs.writeFileSync(token, 'canary-model-token\n');
      const build = BUILD.replace('$OUTER', server.data);
      const create = [
        'projects',
        'create',
        repository,
        '--ref',
        'main',
        '--site-folder',
        'site',
        '--build',
        build,
      ];
      await run([...create, '--domain', 'docs.example.com']);
      const modelServer = [
        'agent',
        'model-server',
        'set',
        'local',
        '--url',
        model.baseUrl,
        '--model',
        'scripted',
      ];
      await run([...modelServer, '--token-file', token, '--window', '32000', '--transport', 'native']);
      await run([
        'agent',
        'setup',
        'docs.example.com',
        '--repository',
        repository,
        '--model-server',
        'local',
      ]);
      const { projectId } = JSON.parse(await run(['projects', 'show', 'docs.example.com', '--json']));
      const key = await newKey(server.data, 'write');

      const script = `
      set -euo pipefail
      api="${server.url}/v2/agent/${projectId}/job"; auth="Authorization: Bearer ${key}"
      id=$(curl -fsS "$api" -H "$auth" -H 'Content-Type: application/json' -d '{"prompt":"Use npm ci"}' | jq -r .id)
      while s=$(curl -fsS "$api/$id" -H "$auth" | jq -r .status) && [ "$s" = active ]; do sleep 0.2; done
      [ "$s" = completed ]
      curl -fsS "$(curl -fsS "$api/$id" -H "$auth" | jq -r .prLink)" | grep -c '+npm ci' >&2
      curl -fsS "$api/$id/diff" -H "$auth" -H 'Accept: text/x-diff'
      curl -fsS -X POST "$api/$id/approve" -H "$auth" >&2`;
      // The model answers in this process, so the script must not block it.
      const { stdout: diff } = await promisify(execFile)('bash', ['-c', script], { timeout: 60_000 });
      expect(diff).toContain('-npm install offprint\n+npm ci\n');
      expect(gitOf(repository, 'show', 'main:guide/install.mdx')).toContain('npm ci');

      const out = path.join(temporaryFolder('out'), 'bundle.zip');
      await run(['export', 'docs.example.com', '--out', out, ...NO_BROWSER]);
      const files = await unpacked(out);
      expect(files.get('install.txt')?.toString()).toContain('npm ci');
      // The build saw neither the data folder nor the environment of the server.
      expect(files.get('seen.txt')?.toString()).toBe('data:0 env:\n');
      expect(fs.readdirSync(path.join(server.data, 'checkouts'))).toEqual([]);
      // No configured secret is readable in the data folder.
      expect(() => execFileSync('grep', ['-rl', 'canary-model-token', server.data])).toThrow();
    },
  );

  it('the command line creates, follows, tells, exports and imports, with no server but its own', async () => {
    const data = dataFolder();
    const run = inFolder(data);
    await run([
      'projects',
      'create',
      repository,
      '--ref',
      'main',
      '--site-folder',
      'site',
      '--domain',
      'a.example',
    ]);
    expect((await offprint(['agent', 'create', 'a.example', 'x', '--data', data])).stderr).toContain(
      'agent setup',
    );
    const open = await startModelServer({ policy: policies.brokenLink ?? (() => ({})) });
    try {
      const set = ['agent', 'model-server', 'set', 'local', '--url', open.baseUrl, '--model', 'scripted'];
      await run([...set, '--window', '32000', '--transport', 'native']);
      await run(['agent', 'setup', 'a.example', '--repository', repository, '--model-server', 'local']);
      const told = await run(['agent', 'create', 'a.example', 'Add a page about upgrades']);
      expect(told).toMatch(/^Status {5}completed$/m);
      const id = /ag_[0-9a-f]{16}/.exec(told)?.[0] ?? '';
      expect(await run(['agent', 'list'])).toContain(id);
      expect(await run(['agent', 'get', id])).toContain('Add a page about upgrades');
      expect(await run(['agent', 'diff', id])).toContain('+Read [how to install](/guide/install) first.');
      const lines = (await run(['agent', 'events', id])).trim().split('\n');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ seq: lines.length, body: { type: 'ended' } });
      const out = temporaryFolder('change');
      await run(['agent', 'export', id, '--out', out]);
      execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out, stdio: 'pipe' });
      const imported = await run(['agent', 'import', 'a.example', path.join(out, 'change.bundle')]);
      expect(imported).toMatch(/^Status {5}completed$/m);
      await run(['agent', 'reject', id, '--note', 'Not now']);
      await run(['agent', 'archive', id]);
      expect(await run(['agent', 'list', '--status', 'archived'])).toContain(id);
      expect((await offprint(['agent', 'get', 'ag_x', '--data', data])).code).toBe(2);
    } finally {
      await open.close();
    }
  });

  it.runIf(isFullRun)('the command line measures a model by tasks, without a data folder', async () => {
    const policy: Policy = ({ messages }) => {
      const turns = messages.filter(({ role }) => role === 'assistant').length;
      const file = 'guide/first-run.mdx';
      return (
        [
          call('read', { path: file, start_line: null, max_lines: null }),
          call('edit', { path: file, old_text: 'Teh load', new_text: 'The load', replace_all: null }),
        ][turns] ?? finish('Mend a typo')
      );
    };
    const scripted = await startModelServer({ policy: withProbes(policy) });
    try {
      const args = ['agent', 'eval', '--url', scripted.baseUrl, '--model', 'scripted', '--window', '32000'];
      const good = await offprint([...args, '--only', 'typo', '--json']);
      expect(JSON.parse(good.stdout)).toMatchObject({ tasks: 1, passed: 1, passRate: 1, formatErrors: 0 });
      expect(good.code).toBe(0);
      const bad = await offprint([...args, '--only', '02-version']);
      expect(bad.stdout).toContain('guide/install.mdx does not contain');
      expect(bad.code).toBe(5);
    } finally {
      await scripted.close();
    }
  });
});
