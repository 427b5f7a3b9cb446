import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { buildPackage } from '../../scripts/build-package.ts';
import { ROOT } from '../stand-ins/built.ts';
import { dataFolder, skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { isOffline } from './offline.ts';
import { folderSize, megabytes } from './sizes.ts';

const run = promisify(execFile);

/** Where the tarball was installed with only the registry (without a network: npm's cache), scripts allowed. */
let home: string;
let data: string;
let bundle: string;

beforeAll(async () => {
  const tarball = await buildPackage(ROOT, path.join(temporaryFolder(), 'built'));
  home = temporaryFolder('empty');
  data = dataFolder();
  bundle = path.join(home, 'x.zip');
  if (isOffline) lockVersions(home);
  const offline = isOffline ? ['--offline'] : [];
  await run('npm', ['install', ...offline, '--ignore-scripts=false', tarball], { cwd: home });
  const packages = Object.keys(installed());
  const installedSize = megabytes(folderSize(path.join(home, 'node_modules')));
  console.info(
    `offprint: tarball ${megabytes(fs.statSync(tarball).size)}, installed ${installedSize}, ${packages.length} packages`,
  );
});

/**
 * Pins the versions that `npm ci` has put into npm's cache; without a registry there are no lists of other versions.
 */
function lockVersions(folder: string): void {
  const lock = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  lock.packages[''] = {};
  fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
}

function installed(): Record<string, { hasInstallScript?: boolean }> {
  const lock = fs.readFileSync(path.join(home, 'node_modules/.package-lock.json'), 'utf8');
  return JSON.parse(lock).packages;
}

/** Runs it as a user would, from the folder where it was installed. */
async function offprint(...args: string[]): Promise<string> {
  const { stdout } = await run('npx', ['offprint', ...args], { cwd: home });
  return stdout;
}

it('needs no install script', ({ skip }) => {
  if (isOffline)
    return skipBecause(skip, 'the registry tells, and without it the lock file says what is on the disk');
  const scripts = Object.entries(installed()).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripts).toEqual([]);
});

it('has what is used, and neither sources nor tests', () => {
  const folder = path.join(home, 'node_modules/offprint');
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  for (const part of fs.readdirSync(folder).sort()) {
    const place = path.join(folder, part);
    const bytes = fs.statSync(place).isDirectory() ? folderSize(place) : fs.statSync(place).size;
    console.info(`offprint:   ${part} ${megabytes(bytes)}`);
  }
  const chunks = names.filter((name) => name.startsWith('server/chunks/'));
  const code = names
    .filter((name) => /^server\/.*\.js$/.test(name))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  const isLoaded = (chunk: string) => code.some((text) => text.includes(`/${path.basename(chunk)}`));
  expect(chunks.filter((chunk) => !isLoaded(chunk))).toEqual([]);
  const allowed =
    /^(server|client|renderer\/dist|examples\/(handbook|agent-tasks)|docs(\/decisions)?|deploy)\/|^(LICENSE|README\.md|CHANGELOG\.md|package\.json|third-party-licences\.txt|sbom\.cdx\.json)$/;
  expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  expect(names.filter((name) => /(?<!\.d)\.ts$|\.map$|\.test\.|(^|\/)fixtures\//.test(name))).toEqual([]);
});

it('lists what it is made of', () => {
  const file = path.join(home, 'node_modules/offprint/sbom.cdx.json');
  const { bomFormat, components } = JSON.parse(fs.readFileSync(file, 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'ssh2', 'koa', 'better-sqlite3']));
  expect(names).not.toContain('vitest');
});

it('exports, verifies and receives', async () => {
  await offprint(
    'export',
    path.join(ROOT, 'examples/handbook'),
    '--out',
    bundle,
    '--data',
    data,
    '--sample-max',
    '4',
  );
  expect(await offprint('verify', bundle, '--data', data)).toContain('74 files');
  const elsewhere = dataFolder();
  await offprint('receive', bundle, '--keep', '--accept-unsigned', '--data', elsewhere);
  expect(await offprint('received', '--data', elsewhere)).toContain('handbook');
});

/** Requests a host name below `localhost`, which browsers can resolve but not every system. */
async function answerOf({ host, port, pathname, search }: URL, headers = {}): Promise<http.IncomingMessage> {
  const path = pathname + search;
  const request = http.get({ host: '127.0.0.1', port, path, headers: { ...headers, host } });
  const [answer] = await once(request, 'response');
  return answer;
}

it('serves the API and the interface', async () => {
  const began = performance.now();
  const folder = dataFolder();
  const server = spawn('npx', ['offprint', 'serve', '--port', '0', '--json', '--data', folder], {
    cwd: home,
    detached: true, // npx starts another process
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    let url: string | undefined;
    for await (const chunk of server.stdout) {
      said += chunk;
      url = /"url":\s*"([^"]+)"/.exec(said)?.[1];
      if (url) break;
    }
    const { status } = await fetch(`${url}/openapi.json`);
    console.info(`from npx offprint serve to the first answer: ${Math.round(performance.now() - began)} ms`);
    expect(status).toBe(200);
    const link = new URL(/http\S+/.exec(await offprint('login', '--data', folder))?.[0] ?? '');
    const [cookie = ''] = (await answerOf(link)).headers['set-cookie'] ?? [];
    const page = await answerOf(new URL('/', link), { cookie: cookie.split(';')[0] });
    expect(await text(page)).toMatch(/<script type="module"[^>]* src="\.\/assets\/index-/);
  } finally {
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
    await once(server, 'exit');
  }
});

it('has a client for programs', async () => {
  fs.writeFileSync(
    path.join(home, 'program.mjs'),
    "import { createClient } from 'offprint/client'; console.log(typeof createClient);",
  );
  expect((await run(process.execPath, ['program.mjs'], { cwd: home })).stdout).toBe('function\n');
});

it('says one sentence on an older Node', ({ skip }) => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return stdout && Number(/\d+/.exec(stdout)?.[0]) < 24;
  });
  if (old === undefined) return skipBecause(skip, 'there is no Node before 24 on this computer');
  const { status, stdout, stderr } = spawnSync(
    old,
    [path.join(home, 'node_modules/.bin/offprint'), 'serve'],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^Offprint needs Node 24 or later, and this is Node [\d.]+: install a newer one\.\n$/,
  );
});
