import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainOf, makeProject, QUICK, startServer, type TestServer } from '../../server/api/test-support.ts';
import { type StaticHost, startStaticHost } from '../end-to-end/static-host.ts';
import { MAIN } from '../stand-ins/built.ts';
import { skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { gitlabSteps, jenkinsSteps, runSteps, type Step, shell, workflowSteps } from './pipelines.ts';

/**
 * The whole loop with the files of examples/automation as they are: export, roll out, verify. One export serves all
 * tests: they share its Idempotency-Key.
 */

const AUTOMATION = path.resolve('examples/automation');
const absent = ['curl', 'jq', 'tar', 'git'].filter((program) => spawnSync(program, ['--version']).error);
const hasHost = spawnSync('node', [MAIN, 'host', '--help']).stdout.includes('--values');
const whyNot =
  absent.length > 0
    ? `there is no ${absent.join(', no ')}`
    : hasHost
      ? undefined
      : 'this build has no command `offprint host`';

let server: TestServer;
let settings: Record<string, string>;
/** What export.sh leaves, for those that only read it. */
let exported: string;

beforeAll(async () => {
  server = await startServer();
  const project = await makeProject(server, path.resolve('examples/handbook'), { ...QUICK, render: 'never' });
  settings = {
    PATH: process.env.PATH ?? '',
    HOME: temporaryFolder('home'),
    OFFPRINT_URL: server.url,
    OFFPRINT_API_KEY: server.keys.write,
    DOMAIN: domainOf(project),
    IDEMPOTENCY_KEY: 'one-export-for-all',
    POLL_EVERY: '0.1',
    GIVE_UP_AFTER: '60',
  };
  exported = temporaryFolder('exported');
  if (absent.length > 0) return;
  const { code, said } = await shell(`${AUTOMATION}/export.sh bundles`, exported, settings);
  if (code !== 0) throw new Error(said);
});

const manifest = (folder: string): string => {
  const pages = fs.readdirSync(folder).find((name) => fs.statSync(path.join(folder, name)).isDirectory());
  return path.join(folder, pages ?? '', 'offprint.json');
};

describe('roll-out.sh', () => {
  const rollOut = (env: Record<string, string>, folder = exported) =>
    shell(`${AUTOMATION}/roll-out.sh bundles`, folder, { ...settings, ...env });

  it('writes the three settings beside the bundle, for its owner alone, and runs the command', async () => {
    const { code, said } = await rollOut({ ROLL_OUT: 'jq -r .staticExport.enabled bundles/values.json' });
    expect([code, said]).toEqual([0, expect.stringMatching(/pins version .*\n.*\ntrue\n$/s)]);
    const file = path.join(exported, 'bundles/values.json');
    const bundle = JSON.parse(fs.readFileSync(path.join(exported, 'bundles/bundle.json'), 'utf8'));
    const { bundleUrl, version } = bundle;
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
      staticExport: { enabled: true, bundleUrl, version },
    });
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    fs.chmodSync(file, 0o640);
    await rollOut({ ROLL_OUT: 'true' });
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
  });

  it('says what is missing, what has expired, and that the deployment refused', async () => {
    expect(await rollOut({})).toMatchObject({ code: 2, said: expect.stringContaining('Set ROLL_OUT') });
    const refused = await rollOut({ ROLL_OUT: 'echo no cluster; exit 7' });
    expect(refused).toMatchObject({ code: 3, said: expect.stringContaining('no cluster') });
    const empty = await rollOut({ ROLL_OUT: 'true' }, temporaryFolder());
    expect(empty).toMatchObject({ code: 2, said: expect.stringContaining('Run export.sh first') });
    const old = temporaryFolder();
    fs.mkdirSync(path.join(old, 'bundles'));
    const bundle = JSON.parse(fs.readFileSync(path.join(exported, 'bundles/bundle.json'), 'utf8')) as object;
    fs.writeFileSync(
      path.join(old, 'bundles/bundle.json'),
      JSON.stringify({ ...bundle, expiresAt: '2026-01-02T03:04:05.678Z' }),
    );
    const expired = await rollOut({ ROLL_OUT: 'true' }, old);
    expect(expired).toMatchObject({ code: 8, said: expect.stringContaining('has expired') });
    expect(fs.readdirSync(path.join(old, 'bundles'))).toEqual(['bundle.json']);
  });
});

describe('verify-site.sh', () => {
  let host: StaticHost;
  let pages: string;
  beforeAll(async () => {
    pages = temporaryFolder('served');
    fs.cpSync(path.dirname(manifest(path.join(exported, 'bundles'))), pages, { recursive: true });
    host = await startStaticHost(pages, '/docs/');
  });
  afterAll(() => host.close());
  const verify = (env: Record<string, string> = {}) =>
    shell(`${AUTOMATION}/verify-site.sh bundles ${host.address}`, exported, { ...settings, ...env });

  it('compares every file that is served, or as many as it is told to', async () => {
    const files = (
      JSON.parse(fs.readFileSync(path.join(pages, 'offprint.json'), 'utf8')) as { files: object[] }
    ).files;
    const whole = await verify({ CHECK_FILES: '1000' });
    expect(whole).toMatchObject({
      code: 0,
      said: expect.stringContaining(`: ${files.length} files compared.`),
    });
    expect(await verify({ CHECK_FILES: '0' })).toMatchObject({ code: 2 });
    const some = await verify({ CHECK_FILES: '5' });
    expect(some.code).toBe(0);
    expect(Number(/: (\d+) files compared/.exec(some.said)?.[1])).toBeLessThanOrEqual(6);
  });

  it('names files that are not there, or not those of the bundle', async () => {
    const absent = path.join(pages, 'robots.txt');
    fs.renameSync(absent, `${absent}.away`);
    const without = await verify({ CHECK_FILES: '1000' });
    fs.renameSync(`${absent}.away`, absent);
    expect(without).toMatchObject({
      code: 6,
      said: expect.stringContaining('robots.txt could not be downloaded'),
    });
    const start = path.join(pages, 'index.html');
    const before = fs.readFileSync(start);
    fs.appendFileSync(start, '<script src="https://elsewhere.example/x.js"></script>');
    try {
      const { code, said } = await verify({ CHECK_FILES: '1' });
      expect([code, said]).toEqual([6, expect.stringContaining('index.html differs from the bundle')]);
    } finally {
      fs.writeFileSync(start, before);
    }
  });

  it('gives up on a site that stays at another version, or away', async () => {
    const file = path.join(pages, 'offprint.json');
    const before = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, before.replace(/"version": ?"[^"]*"/, '"version": "1066.10"'));
    try {
      const { code, said } = await verify({ GIVE_UP_AFTER: '0' });
      expect([code, said]).toEqual([8, expect.stringContaining('serves version 1066.10.')]);
      fs.writeFileSync(path.join(pages, 'readyz'), '{ "lastError": { "message": "The link has expired." } }');
      expect((await verify({ GIVE_UP_AFTER: '0' })).said).toContain('1066.10. The link has expired.');
    } finally {
      fs.writeFileSync(file, before);
    }
    const away = await shell(`${AUTOMATION}/verify-site.sh bundles http://127.0.0.1:9`, exported, {
      ...settings,
      GIVE_UP_AFTER: '0',
    });
    expect(away).toMatchObject({ code: 8, said: expect.stringContaining('cannot be read') });
  });
});

/** A deployment: `offprint host`, and a `helm` that changes its settings as an upgrade of the chart does. */
describe('with a deployment', () => {
  let site: string;
  let tools: string;
  let values: string;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    if (whyNot !== undefined) return;
    const folder = temporaryFolder('deployment');
    values = path.join(folder, 'values.json');
    fs.writeFileSync(values, '{ "staticExport": { "enabled": false } }');
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    child = spawn(
      'node',
      [
        MAIN,
        'host',
        '--values',
        values,
        '--state',
        path.join(folder, 'state'),
        '--host',
        '127.0.0.1',
        '--port',
        `${port}`,
      ],
      { stdio: 'ignore' },
    );
    while ((await statusOf(`${site}/healthz`)) !== 200) await pause(20);
    expect(await statusOf(`${site}/readyz`)).toBe(503);
    tools = temporaryFolder('tools');
    fs.writeFileSync(path.join(tools, 'helm'), HELM, { mode: 0o755 });
    // A workflow that polls every ten seconds need not keep the others waiting.
    fs.writeFileSync(path.join(tools, 'sleep'), '#!/bin/sh\nexec /bin/sleep 0.1\n', { mode: 0o755 });
    settings = { ...settings, PATH: `${tools}:${settings.PATH}`, DEPLOYED: values, HOST_PID: `${child.pid}` };
  });

  afterAll(() => void child?.kill());

  /** A working folder as a CI system makes it: the repository of the site, with its values file. */
  const checkedOut = (): string => {
    const folder = temporaryFolder('checked-out');
    fs.cpSync(AUTOMATION, path.join(folder, 'examples/automation'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'values.yaml'), 'replicaCount: 1\n');
    return folder;
  };

  /** The deployment serves nothing, as before its first roll-out. */
  const takeDown = async (): Promise<void> => {
    fs.writeFileSync(values, '{ "staticExport": { "enabled": false } }');
    process.kill(Number(settings.HOST_PID), 'SIGHUP');
    await expect.poll(() => statusOf(`${site}/readyz`)).toBe(503);
  };

  const expectServed = async (): Promise<void> => {
    const served = await (await fetch(`${site}/offprint.json`)).text();
    expect(served).toBe(fs.readFileSync(manifest(path.join(exported, 'bundles')), 'utf8'));
  };

  const loop = (what: string, body: () => Promise<void>): void =>
    it(what, async ({ skip }) => {
      if (whyNot !== undefined) return skipBecause(skip, whyNot);
      await takeDown();
      await body();
      await expectServed();
    });

  loop('loop.sh exports, rolls out and verifies', async () => {
    const { code, said } = await shell('examples/automation/loop.sh bundles', checkedOut(), {
      ...settings,
      SITE_URL: site,
      VALUES: values,
      ROLL_OUT: `kill -HUP ${settings.HOST_PID}`,
    });
    expect(code, said).toBe(0);
    expect(said).toMatch(/serves version .*: \d+ files compared\./);
  });

  loop('gitlab-ci.yml does so in its stages', async () => {
    const steps = gitlabSteps(fs.readFileSync(path.join(AUTOMATION, 'gitlab-ci.yml'), 'utf8'));
    expect(steps.map(({ name }) => name)).toEqual(['export', 'roll-out', 'verify']);
    await expectLoop(steps, checkedOut());
  });

  loop('workflow.yml does so in its steps, from the repository on', async () => {
    const repository = checkedOut();
    const git = (...argv: string[]): string =>
      execFileSync('git', argv, { cwd: repository, encoding: 'utf8' }).trim();
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=x', '-c', 'user.email=x@example', 'commit', '-qm', 'Automation');
    const steps = workflowSteps(fs.readFileSync(path.join(AUTOMATION, 'workflow.yml'), 'utf8'));
    await expectLoop(steps, temporaryFolder('runner'), {
      GITHUB_SERVER_URL: `file://${path.dirname(repository)}`,
      GITHUB_REPOSITORY: path.basename(repository),
      GITHUB_SHA: git('rev-parse', 'HEAD'),
    });
  });

  loop('the Jenkinsfile does so in its stages', async () => {
    const text = fs.readFileSync(path.join(AUTOMATION, 'Jenkinsfile'), 'utf8');
    const steps = jenkinsSteps(text, { 'offprint-key': server.keys.write });
    expect(steps.map(({ name }) => name)).toEqual(['Export', 'Roll out', 'Verify']);
    await expectLoop(steps, checkedOut());
  });

  loop('a workflow that knows only the specification does so with another address and key', async () => {
    const text = fs
      .readFileSync('test/contract/workflow.yml', 'utf8')
      .replaceAll('https://docs-platform.example', server.url)
      .replaceAll('docs.example.com', settings.DOMAIN ?? '');
    const { code, said } = await runSteps(workflowSteps(text), temporaryFolder('runner'), settings, {
      'secrets.ADMIN_API_KEY': server.keys.write,
    });
    expect(code, said).toBe(0);
    await expect.poll(() => statusOf(`${site}/readyz`)).toBe(200);
  });

  async function expectLoop(
    steps: readonly Step[],
    folder: string,
    env: Record<string, string> = {},
  ): Promise<void> {
    const { code, said } = await runSteps(
      steps,
      folder,
      { ...settings, SITE_URL: site, CHECK_FILES: isFullRun ? '100' : '10', ...env },
      { 'secrets.OFFPRINT_API_KEY': server.keys.write, 'github.token': 'token', 'github.run_id': '1' },
    );
    expect(code, said).toBe(0);
    expect(said).toMatch(/serves version .*: \d+ files compared\./);
  }
});

/**
 * Stands in for `helm upgrade`: merges values files and `--set` in their order, as Helm does, gives them to the
 * deployment and has it read them. Knows no other option, so that a file that uses one fails here.
 */
const HELM = `#!/bin/sh
set -eu
[ "$1" = upgrade ] && shift
all='{}' names=0
while [ $# -gt 0 ]; do
  case $1 in
    --install | --wait) ;;
    --timeout | --namespace) shift ;;
    --values)
      shift
      if jq -e . "$1" >/dev/null 2>&1; then
        all=$(printf %s "$all" | jq --slurpfile more "$1" '. * $more[0]')
      fi
      [ -r "$1" ]
      ;;
    --set)
      shift
      all=$(printf %s "$all" | jq --arg path "\${1%%=*}" --arg value "\${1#*=}" \\
        'setpath($path / "."; if $value == "true" then true else $value end)')
      ;;
    -*) echo "no option $1" >&2 && exit 1 ;;
    *) names=$((names + 1)) ;;
  esac
  shift
done
[ "$names" -eq 2 ]
printf %s "$all" >"$DEPLOYED"
kill -HUP "$HOST_PID"
`;

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}

async function freePort(): Promise<number> {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
