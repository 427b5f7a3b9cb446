import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContainer } from '../../scripts/build-container.ts';
import { bundleOf, completedJob, domainOf, makeProject, startServer } from '../../server/api/test-support.ts';
import { RELEASE } from '../../server/release.ts';
import { install, type Values } from '../deployment/chart.ts';
import { MAIN } from '../stand-ins/built.ts';
import { skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { freePort } from './ports.ts';

/**
 * The image, built with Debian's buildah on a base of this computer's Node, without a network; and what the chart says of
 * the pod, carried out: its arguments, its files and its user, on a root that cannot be written.
 */
const ROOT = process.cwd();
const whyNot =
  spawnSync('buildah', ['--version']).error || process.getuid?.() !== 0
    ? 'there is no buildah that root may run'
    : undefined;
const hasHost = spawnSync('node', [MAIN, 'host', '--help']).stdout.includes('--values');

const storage = temporaryFolder('storage');
const buildah = (...argv: string[]): string =>
  execFileSync(
    'buildah',
    // Plain folders: nothing of them stays mounted.
    ['--storage-driver', 'vfs', '--root', `${storage}/root`, '--runroot', `${storage}/run`, ...argv],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
    },
  );

/** A base image: Node, `env` and the libraries that they load. */
function makeBase(): void {
  const folder = temporaryFolder('base');
  const node = fs.realpathSync(process.execPath);
  const libraries =
    execFileSync('ldd', [node, '/usr/bin/env'], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [];
  for (const [from, to] of [
    [node, '/usr/local/bin/node'],
    ['/usr/bin/env', '/usr/bin/env'],
    ...libraries.map((file) => [file, file]),
  ]) {
    const place = path.join(folder, 'rootfs', to ?? '');
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.copyFileSync(fs.realpathSync(from ?? ''), place);
  }
  fs.mkdirSync(path.join(folder, 'rootfs/tmp'));
  fs.chmodSync(path.join(folder, 'rootfs/tmp'), 0o1777);
  fs.writeFileSync(path.join(folder, 'Containerfile'), 'FROM scratch\nCOPY rootfs /\n');
  buildah('build', '--network', 'none', '--tag', 'localhost/base', folder);
}

describe('the image', () => {
  let root: string;
  beforeAll(async () => {
    if (whyNot !== undefined) return;
    makeBase();
    const context = temporaryFolder('context');
    await buildContainer(ROOT, context);
    const given = [
      '--network',
      'none',
      '--pull-never',
      '--format',
      'docker',
      '--build-arg',
      'BASE_IMAGE=localhost/base',
    ];
    buildah('build', ...given, '--tag', 'localhost/offprint', context);
    buildah('from', '--name', 'one', 'localhost/offprint');
    root = buildah('mount', 'one').trim();
  });
  afterAll(() => {
    if (root !== undefined) buildah('rm', '--all');
  });

  it('belongs to an ordinary user, and its program is offprint', ({ skip }) => {
    if (whyNot !== undefined) return skipBecause(skip, whyNot);
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/offprint'));
    expect(Docker.config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['offprint'],
      Cmd: ['host', '--host', '0.0.0.0'],
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/healthz')] },
      Volumes: { '/var/lib/offprint': {} },
    });
    expect(buildah('run', 'one', 'offprint', '--version').trim()).toBe(RELEASE);
    // What the packages that stay packages need is there: the database opens.
    expect(buildah('run', 'one', 'offprint', 'projects', '--data', '/tmp/data')).toContain('No projects');
  });

  it('serves a bundle as the chart runs it', async ({ skip }) => {
    if (whyNot !== undefined) return skipBecause(skip, whyNot);
    if (!hasHost) return skipBecause(skip, 'this build has no command `offprint host`');
    const server = await startServer();
    const { jobId } = await completedJob(server, domainOf(await makeProject(server)));
    const { bundleUrl, version } = await bundleOf(server, jobId);
    const port = await freePort();
    const pod = podOf({ staticExport: { enabled: true, bundleUrl, version } });
    const args = pod.args.map((word) => (word === '8080' ? `${port}` : word));
    const child = runPod(root, pod, args);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    try {
      const site = `http://127.0.0.1:${port}`;
      while ((await statusOf(`${site}${pod.ready}`)) !== 200 && child.exitCode === null) await pause(50);
      expect(child.exitCode, said).toBe(null);
      expect(await (await fetch(`${site}/a.html`)).text()).toContain('Text of a page.');
      expect(await statusOf(`${site}${pod.alive}`)).toBe(200);
    } finally {
      child.kill();
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, said).toBe(0);
  });
});

type Pod = Readonly<{
  args: readonly string[];
  user: number;
  alive: string;
  ready: string;
  /** Text by path; empty folders that may be written. */
  files: Readonly<Record<string, string>>;
  writable: readonly string[];
}>;

/** What the chart says of its pod. */
function podOf(values: Values): Pod {
  const { manifests } = install(values);
  // biome-ignore lint/suspicious/noExplicitAny: manifests are trees of any shape.
  const found = (kind: string): any => manifests.find((manifest) => manifest.kind === kind);
  const { spec } = found('Deployment').spec.template;
  const [container] = spec.containers;
  const mountOf = (name: string): string =>
    container.volumeMounts.find((mount: { name: string }) => mount.name === name).mountPath;
  return {
    args: container.args,
    user: spec.securityContext.runAsUser,
    alive: container.livenessProbe.httpGet.path,
    ready: container.readinessProbe.httpGet.path,
    files: Object.fromEntries(
      Object.entries(found('Secret').stringData as Record<string, string>).map(([name, text]) => [
        path.posix.join(mountOf('settings'), name),
        text,
      ]),
    ),
    writable: ['state', 'temporary'].map(mountOf),
  };
}

/** Runs it as Kubernetes would, in mounts of its own: the root read-only, an ordinary user, nothing gained by programs. */
function runPod(root: string, { files, writable, user }: Pod, args: readonly string[]): ChildProcess {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  const script = `set -e
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
for folder in $WRITABLE; do mount -t tmpfs -o uid=${user},gid=${user} tmpfs "$ROOT$folder"; done
exec setpriv --no-new-privs chroot --userspec=${user}:${user} "$ROOT" \\
  /usr/bin/env -i PATH=/opt/offprint/bin:/usr/local/bin HOME=/tmp offprint "$@"`;
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'pod', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ROOT: root, WRITABLE: writable.join(' ') },
  });
}

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}
