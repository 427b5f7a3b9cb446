import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  completedJob,
  makeSecretFile,
  QUICK,
  startServer,
  type TestServer,
} from '../../server/api/test-support.ts';
import { MAIN, ROOT } from '../stand-ins/built.ts';
import {
  dataFolder,
  page as htmlPage,
  makeSite,
  NO_BROWSER,
  temporaryFolder,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Block, blocksOf, isElsewhere, NOT_RUN, PAGES, RUN_ELSEWHERE } from './documented-blocks.ts';

/** Every shell block of the documentation runs as it stands: here, in the test that is named for it, or it is listed why not. */

const run = promisify(execFile);
const isCall = ({ page, text }: Block): boolean => page === 'docs/api.md' && text.startsWith('curl ');
const all = PAGES.flatMap(blocksOf).filter((block) => !isElsewhere(block) && !isCall(block));
/** What a block calls, whether through npm or not. */
const commandsOf = ({ text }: Block): string[] =>
  text
    .replaceAll('npm run offprint -- ', 'offprint ')
    .replaceAll(/^npm start$/gm, 'offprint serve')
    .trim()
    .split('\n');
/** `offprint settings set host 0.0.0.0` is `offprint settings set`. */
const kindOf = (command: string): string =>
  /^offprint(?: [a-z][a-z-]*){0,2}(?= |$)/.exec(command)?.[0] ?? command;
/**
 * Commands that a longer block has too, or an earlier one, are run there, those of Offprint with other values and options;
 * a full run runs every block. test/contract/documented-commands.test.ts checks all commands of Offprint.
 */
const here = all.filter((block, at) => {
  const commands = commandsOf(block).map(kindOf);
  const hasAll = (other: Block, where: number): boolean => {
    const others = commandsOf(other).map(kindOf);
    const isBefore = where < at && others.length === commands.length;
    return (isBefore || others.length > commands.length) && commands.every((each) => others.includes(each));
  };
  return isFullRun || !all.some(hasAll);
});
/** Where all blocks run, one behind the other: some go on with what those before them made. */
let place: string;
let env: Record<string, string>;
/** Two computers. */
let folders: Readonly<{ sender: string; receiver: string }>;

beforeAll(() => {
  place = temporaryFolder('docs');
  const programs = path.join(place, 'bin');
  fs.mkdirSync(programs);
  const program = (name: string, script: string): void =>
    fs.writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  // Exports open no browser: what that sees is the business of other tests.
  program(
    'offprint',
    `case "$1" in\nexport) set -- "$@" ${NO_BROWSER.join(' ')} ;;\nserve) set -- "$@" --port 0 ;;\nesac\nexec "${process.execPath}" "${MAIN}" "$@"`,
  );
  program(
    'npm',
    'case "$1 $2" in\n"ci ") ;;\n"run offprint") shift 3; exec offprint "$@" ;;\n"run export") shift 3; exec offprint export "$@" ;;\n"start ") exec offprint serve ;;\n*) echo "npm $*: not here" >&2; exit 1 ;;\nesac',
  );
  const site = makeSite({ 'index.html': htmlPage('Start'), 'a.html': htmlPage('A') });
  for (const name of ['examples/handbook', 'site', 'docs'])
    fs.cpSync(site, path.join(place, name), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'scripts'), path.join(place, 'scripts'));
  fs.mkdirSync(path.join(place, 'media/stick'), { recursive: true });
  fs.mkdirSync(path.join(place, 'release'));
  fs.writeFileSync(path.join(place, 'release', 'offprint.tar.gz'), 'x');
  folders = { sender: dataFolder(), receiver: dataFolder() };
  env = {
    PATH: `${programs}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: temporaryFolder('home'),
    OFFPRINT_DATA: folders.sender,
    OFFPRINT_SECRET_FILE: makeSecretFile(),
    ...(process.env.OFFPRINT_BUILT && { OFFPRINT_BUILT: process.env.OFFPRINT_BUILT }),
    // As other tests start it (global-setup.ts).
    OFFPRINT_EXPORT_PRIORITY: 'normal',
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  };
});

/** Names of the documentation for what is somewhere else here. */
async function adapted(text: string): Promise<string> {
  const isOther = /trust add|offprint receive/.test(text);
  env.OFFPRINT_DATA = isOther ? folders.receiver : folders.sender;
  if (text.includes('docs.zip')) await bundles();
  else if (/docs\.example\.com|old\.zip/.test(text)) await twoExports();
  const names: [string, () => Promise<string>][] = [
    ['/media/stick', async () => path.join(place, 'media/stick')],
    ['/backups/', async () => `${place}/media/`],
    ['offprint-2026-11-29.zip', async () => 'offprint-$(date +%F).zip'],
    ['/srv/offprint', async () => path.join(place, 'restored')],
    ['/etc/offprint', async () => certificates()],
    ['se_4f0c9a12b7d35e68', newestJob],
    ['rc_0b7e35d1c94af268', async () => WAITING],
  ];
  let result = text;
  for (const [name, value] of names)
    if (result.includes(name)) result = result.replaceAll(name, await value());
  return result;
}

async function certificates(): Promise<string> {
  const folder = path.join(place, 'certificates');
  fs.mkdirSync(folder, { recursive: true });
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'chain.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', ...files]);
  return folder;
}

/** What the sender made, signed, and one of them on the drive. */
async function bundles(): Promise<void> {
  if (fs.existsSync(path.join(place, 'docs.zip'))) return;
  const made = 'offprint export site --domain docs.example.com';
  const data = `OFFPRINT_DATA=${folders.sender}`;
  await shell(
    `${data} ${made} --label 1 --out docs.zip; ${data} ${made} --label 2 --out media/stick/docs-2.zip`,
  );
}

/** The bundle that somebody has to decide about, once the block comes to it. */
const WAITING =
  '$(offprint received --json | node -p "JSON.parse(fs.readFileSync(0)).received.find(({ status }) => status === \'waiting\').receivedId")';

/** Two versions of a project, which need no signature. */
async function twoExports(): Promise<void> {
  if (fs.existsSync(path.join(place, 'old.zip'))) return;
  const made = `OFFPRINT_DATA=${folders.sender} offprint export site --domain docs.example.com`;
  await shell(`${made} --out old.zip; ${made} --format tar.gz --out new.tar.gz`);
}

let newest: string | undefined;

/** The newer of the two that the sender exported. */
async function newestJob(): Promise<string> {
  if (newest !== undefined) return newest;
  const { jobs } = JSON.parse(await shell('offprint jobs --json')) as { jobs: readonly { jobId: string }[] };
  newest = jobs[0]?.jobId ?? '';
  return newest;
}

async function shell(script: string): Promise<string> {
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: place, env });
  return stdout;
}

/** A server goes on until it is ended: it has to say where it listens. */
async function serves(script: string): Promise<void> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: place,
    env,
    detached: true,
  });
  let said = '';
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        said += String(chunk);
        if (/127.0.0.1:\d+/.test(said)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
  } finally {
    child.removeAllListeners('close');
    const isOver = child.exitCode !== null;
    const ended = isOver || new Promise((resolve) => child.once('close', resolve));
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

describe('a shell block of the documentation', () => {
  it.each(here.map((block) => [`${block.page}:${block.line}`, block] as const))(
    '%s runs as it stands',
    async (_name, block) => {
      const script = await adapted(block.text);
      if (/(^|\s)(serve|start)\s*$/.test(script)) await serves(script);
      else await shell(script);
    },
  );

  it('is listed as run elsewhere, or not at all, only where there is one', () => {
    const blocks = PAGES.flatMap(blocksOf);
    const unused = [...RUN_ELSEWHERE, ...NOT_RUN].filter(
      ({ page, has }) => !blocks.some((block) => block.page === page && block.text.includes(has)),
    );
    expect(unused).toEqual([]);
    for (const { test } of RUN_ELSEWHERE) expect(fs.existsSync(path.join(ROOT, test)), test).toBe(true);
  });
});

describe('a call of docs/api.md', () => {
  let server: TestServer;
  let jobId: string;

  beforeAll(async () => {
    server = await startServer();
    const folder = makeSite({ 'index.html': htmlPage('Start') });
    const project = { domains: ['docs.example.com'], origin: { kind: 'directory', folder }, settings: QUICK };
    await server.owner.call('POST', '/v1/projects', { body: project });
    ({ jobId } = await completedJob(server, 'docs.example.com'));
  });

  /** What the server says about a call that it does not understand. */
  async function refusalOf({ text, line }: Block): Promise<string | undefined> {
    const script = text
      .replaceAll('se_4f0c9a12b7d35e68', jobId)
      .replace('curl ', 'curl --max-time 2 -o answer -w %{http_code} ');
    const { stdout } = await run('bash', ['--norc', '-c', `${script}\ntrue`], {
      cwd: place,
      env: { ...env, OFFPRINT_URL: server.url, OFFPRINT_API_KEY: server.keys.admin },
    });
    const answer = fs.existsSync(path.join(place, 'answer'))
      ? fs.readFileSync(path.join(place, 'answer'), 'utf8')
      : '';
    fs.rmSync(path.join(place, 'answer'), { force: true });
    const status = Number(stdout);
    return status < 400 || UNDERSTOOD.has(status) ? undefined : `${line}: ${status} ${answer.slice(0, 300)}`;
  }

  it('is one that the server understands', async () => {
    const refused: string[] = [];
    // One function makes them all from the description of the API: a usual run tries every fourth.
    const calls = blocksOf('docs/api.md').filter(isCall);
    for (const block of calls.filter((_, at) => isFullRun || at % 4 === 0)) {
      const refusal = await refusalOf(block);
      if (refusal !== undefined) refused.push(refusal);
    }
    expect(refused).toEqual([]);
  });
});

/**
 * The identifiers of the examples are of nobody here, and its folders and hosts are not within what a key may reach: what
 * is asked for is refused, not there, or not in the state for it.
 */
const UNDERSTOOD = new Set([403, 404, 409]);
