/**
 * A process that plays the server: it has a data folder with secrets, sockets that answer, shared memory and an
 * environment, and exports a repository with a build command. All secrets contain CANARY.
 * Argument: JSON of `AttackedServer`. The last line of its output: JSON of `Attack`.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { mirrorRegistry } from '../../agents/workspace/shared-mirror.ts';
import type { BuildLimits } from './build-sandbox.ts';
import { listDirectory } from './list-directory.ts';
import { checkOut } from './repository.ts';
import { repositoryOrigin } from './repository-origin.ts';

export type AttackedServer = Readonly<{
  /** A folder owned by the server's user, with `home`, `runtime`, `credentials`, `master-key`, `tls.pem`. */
  scratch: string;
  /** Folder of Offprint. */
  program: string;
  /** A folder that any user may write to. */
  open: string;
  build: string;
  folder: string;
  /** Committed beside the build script. */
  files: Readonly<Record<string, string>>;
  limits: BuildLimits;
}>;

export type Attack = Readonly<{
  error: { code: string; message: string } | null;
  outcomes: Readonly<Record<string, { outcome: string; detail: string }>>;
  /** Sockets of the server that somebody connected to. */
  reached: readonly string[];
  exported: readonly string[];
  skipped: readonly string[];
  /** The exported files, concatenated. */
  content: string;
  /** Whether the folder of the checkout was removed. */
  isGone: boolean;
}>;

const given = JSON.parse(process.argv[2] ?? '') as AttackedServer;
const { scratch } = given;
process.umask(0o077); // as for a service
const dataFolder = path.join(scratch, 'data');
const reached: string[] = [];

async function answering(name: string, ...where: [string] | [number, string]): Promise<number> {
  const server = net.createServer((socket) => {
    reached.push(name);
    socket.on('error', () => {});
    socket.end('CANARY of a socket');
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    if (where.length === 1) server.listen(where[0], resolve);
    else server.listen(where[0], where[1], resolve);
  });
  server.unref();
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Shared memory outlives a process that is killed, so it is created only if the build looks for it. */
const withMemory = 'attempts.mjs' in given.files;

function sharedMemory(): number | undefined {
  if (!withMemory) return undefined;
  return Number(/\d+$/.exec(execFileSync('ipcmk', ['-M', '4096'], { encoding: 'utf8' }).trim())?.[0]);
}

fs.mkdirSync(path.join(dataFolder, 'checkouts/se_other'), { recursive: true, mode: 0o700 });
fs.writeFileSync(path.join(dataFolder, 'checkouts/se_other/index.html'), 'CANARY of another job');
fs.writeFileSync(path.join(dataFolder, 'server.json'), 'CANARY of the descriptor');
fs.writeFileSync(path.join(dataFolder, 'offprint.db'), 'CANARY of the database');
const abstract = `offprint-${process.pid}`;
const bus = path.join(scratch, 'runtime/bus');
const agent = path.join(scratch, 'runtime/agent');
await answering('private socket', path.join(dataFolder, 'server.sock'));
await answering('bus', bus);
await answering('agent', agent);
await answering('abstract socket', `\0${abstract}`);
const port = await answering('127.0.0.1', 0, '127.0.0.1');
const port6 = await answering('::1', 0, '::1').catch(() => 1); // there may be no IPv6
const posixMemory = `offprint-${process.pid}`;
if (withMemory) fs.writeFileSync(`/dev/shm/${posixMemory}`, 'CANARY of shared memory');
const segment = sharedMemory();

const repository = path.join(scratch, 'source');
fs.mkdirSync(repository);
const files = {
  'index.html': '<p>not built</p>',
  ...given.files,
  'target.json': JSON.stringify({
    pid: process.pid,
    dataFolder,
    home: process.env.HOME,
    program: given.program,
    open: given.open,
    secretFile: process.env.OFFPRINT_SECRET_FILE,
    credentials: process.env.CREDENTIALS_DIRECTORY,
    tlsKey: path.join(scratch, 'tls.pem'),
    bus,
    agent,
    abstract,
    port,
    port6,
    sharedMemory: segment,
    posixMemory,
  }),
};
for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(repository, name), text);
const git = (...argv: string[]): string => execFileSync('git', argv, { cwd: repository, encoding: 'utf8' });
git('init', '--quiet', '--initial-branch=main');
git('add', '--all');
git('-c', 'user.name=A Writer', '-c', 'user.email=writer@example.test', 'commit', '--quiet', '-m', 'hostile');

let error: Attack['error'] = null;
let outcomes: Attack['outcomes'] = {};
let exported: string[] = [];
let skipped: string[] = [];
let content = '';
try {
  const out = await checkOut(
    repositoryOrigin.parse({
      kind: 'repository',
      repository,
      ref: 'main',
      build: given.build,
      folder: given.folder,
    }),
    {
      dataFolder,
      projectId: 'prj_1',
      jobId: 'se_1',
      openMirror: mirrorRegistry(),
      hidden: [],
      buildLimits: given.limits,
      signal: new AbortController().signal,
    },
  );
  try {
    const told = path.join(out.folder, 'outcomes.json');
    if (fs.existsSync(told)) outcomes = JSON.parse(fs.readFileSync(told, 'utf8'));
    const listing = await listDirectory(out.folder, null);
    exported = listing.files.map(({ url }) => url);
    skipped = listing.skipped.map(({ url, reason }) => `${url} ${reason}`);
    content = listing.files.map(({ file }) => fs.readFileSync(file, 'utf8')).join('\n');
  } finally {
    out.remove();
  }
} catch (thrown) {
  const { code, message } = thrown as { code: string; message: string };
  error = { code, message };
} finally {
  if (segment !== undefined) execFileSync('ipcrm', ['-m', String(segment)]);
  fs.rmSync(`/dev/shm/${posixMemory}`, { force: true });
}
const attack: Attack = {
  error,
  outcomes,
  reached,
  exported,
  skipped,
  content,
  isGone: !fs.existsSync(path.join(dataFolder, 'checkouts/se_1')),
};
process.stdout.write(`\n${JSON.stringify(attack)}`, () => process.exit(0));
