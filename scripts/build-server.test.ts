import { execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { BUILT, MAIN, ROOT } from '../test/stand-ins/built.ts';
import { dataFolder, NO_BROWSER, skipBecause, temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../test/stand-ins/full.ts';
import { buildServer, ENTRIES } from './build-server.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) fs.rmSync(root, { recursive: true });
});

/** Builds a server from these files. @returns the folder */
async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'offprint-build-'));
  roots.push(root);
  const empty = Object.fromEntries(ENTRIES.map((file) => [file, '']));
  const examples = { 'examples/handbook/x': '', 'examples/agent-tasks/x': '' };
  const all = { 'package.json': '{ "type": "module" }', ...empty, ...examples, ...files };
  for (const [file, content] of Object.entries(all)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }
  const folder = path.join(root, 'built');
  await buildServer(root, folder);
  return folder;
}

const READS = `import fs from 'node:fs';
export const data = fs.readFileSync(new URL('scripts/data.js', import.meta.url), 'utf8');
export const place = import.meta.url;`;

it('lets a module find the files beside it, wherever its code lies', async () => {
  const folder = await built({
    'server/exports/deep/reads.ts': READS,
    'server/exports/deep/scripts/data.js': 'the data',
    // Two entries share it, so it ends up in a chunk.
    'server/cli/main.js': "import { data, place } from '../exports/deep/reads.ts'; console.log(data, place);",
    'server/writer/main.ts': "import { data } from '../exports/deep/reads.ts'; console.log(data);",
  });
  const said = execFileSync(process.execPath, [path.join(folder, 'server/cli/main.js')], {
    encoding: 'utf8',
  });
  expect(said).toBe(`the data file://${folder}/server/exports/deep/reads.js\n`);
  expect(fs.readdirSync(path.join(folder, 'server/chunks'))).toHaveLength(1);
});

it.each([
  [
    'a program that is started and not built',
    {
      'server/cli/main.js':
        "import { programBeside } from './x.ts'; programBeside(import.meta.url, './other');",
    },
    'server/cli/main.js starts server/cli/other.ts: add it to ENTRIES.',
  ],
  [
    'what a bundle does not know',
    { 'server/cli/main.js': 'console.log(import.meta.dirname);' },
    'server/cli/main.js uses import.meta.dirname or filename',
  ],
  [
    'a package that looks for files beside itself',
    {
      'server/cli/main.js': "import 'reads';",
      'node_modules/reads/package.json': '{ "main": "index.js" }',
      'node_modules/reads/index.js': "require('fs').readFileSync(__dirname + '/data');",
    },
    'node_modules/reads/index.js looks for files beside itself: add its package to PACKAGES.',
  ],
])('refuses %s', async (_, files, message) => {
  await expect(
    built({ 'server/cli/x.ts': 'export const programBeside = () => {};', ...files }),
  ).rejects.toThrow(message);
  expect(fs.readdirSync(roots.at(-1) ?? '').filter((name) => name.startsWith('built'))).toEqual([]);
});

it('has the programs that are seldom started, with the packages that they need', async ({ skip }) => {
  if (BUILT === ROOT) skipBecause(skip, 'OFFPRINT_TEST_SOURCES=1 builds nothing');
  const database = path.join(temporaryFolder(), 'x.db');
  new Database(database).exec('CREATE TABLE x (y)').close();
  const thread = new Worker(path.join(BUILT, 'server/store/check-thread.js'), { workerData: database });
  const [rows] = await once(thread, 'message');
  expect(rows).toEqual([{ integrity_check: 'ok' }]);

  const keychain = fork(path.join(BUILT, 'server/secrets/keychain-process.js'), {
    serialization: 'advanced',
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  keychain.send({ operation: 'get', service: 'Offprint', account: 'nobody' });
  const [answer] = await once(keychain, 'message');
  keychain.kill();
  expect(answer.fault ?? '').not.toMatch(/Cannot find/); // the addon was loaded, and found no keychain, or nothing in it
});

it.runIf(isFullRun)('gives the bytes that the sources give, which run without it', () => {
  const [ofSources, ofBuilt] = [path.join(ROOT, 'server/cli/main.js'), MAIN].map((main) => {
    const out = path.join(temporaryFolder(), 'bundle.zip');
    const args = ['export', path.join(ROOT, 'examples/handbook'), '--out', out, '--data', dataFolder()];
    execFileSync(process.execPath, [main, ...args, '--render', 'never', ...NO_BROWSER], { stdio: 'pipe' });
    return createHash('sha256').update(fs.readFileSync(out)).digest('hex');
  });
  expect(ofBuilt).toBe(ofSources);
});
