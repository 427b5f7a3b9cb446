import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../../test/stand-ins/built.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { scratchFolder } from '../../agents/workspace/repository.test-support.ts';
import type { Attack, AttackedServer } from './attacked-server.test-support.ts';

const MIB = 2 ** 20;
const LIMITS = { timeMs: 120_000, memoryBytes: 1024 * MIB, diskBytes: 256 * MIB, processCount: 200 };
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const here = import.meta.dirname;
const SERVER = builtProgram('server/exports/origin/attacked-server.test-support.ts');
const scratch = scratchFolder('escape');
fs.chmodSync(scratch, 0o755);
let count = 0;

/** Places that attempts may have written to if they escaped. */
const program = path.resolve(here, '../../..');
const open = fs.mkdtempSync('/var/tmp/offprint-open-');
fs.chmodSync(open, 0o777);
const traces = [
  path.join(program, 'node_modules/offprint-escape'),
  ...['/usr/local', '/etc', '/var/tmp', '', open].map((folder) => `${folder}/offprint-escape`),
];
const removeTraces = (): void => {
  for (const file of traces) fs.rmSync(file, { force: true });
};
afterAll(() => {
  removeTraces();
  fs.rmSync(open, { recursive: true });
});

/** Returns a folder with links to the programs of the system, except for some. */
function toolsWithout(...hidden: string[]): string {
  const folder = path.join(scratch, `without-${hidden.join('-')}`);
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(folder, { mode: 0o755 });
  for (const from of ['/usr/bin', '/usr/sbin', '/bin', '/sbin']) {
    for (const name of fs.readdirSync(from)) {
      if (hidden.includes(name) || fs.existsSync(path.join(folder, name))) continue;
      fs.symlinkSync(path.join(from, name), path.join(folder, name));
    }
  }
  return folder;
}

type User = 'root' | 'an ordinary user';
type Tool = 'bubblewrap' | 'util-linux' | 'neither';

const PATHS: Readonly<Record<Tool, () => string | undefined>> = {
  bubblewrap: () => process.env.PATH,
  'util-linux': () => toolsWithout('bwrap'),
  neither: () => toolsWithout('bwrap', 'unshare'),
};

/** Returns why such a server cannot be attacked here; undefined if it can. */
function whyNot(user: User, tool: Tool): string | undefined {
  if (process.platform !== 'linux') return 'builds run on Linux alone';
  if (user === 'root' && !isRoot) return 'a server of root needs a test of root';
  const wanted = tool === 'bubblewrap' ? ['bwrap'] : ['unshare', 'setpriv', 'perl'];
  const paths = (process.env.PATH ?? '').split(':');
  const lacks = wanted.find((name) => !paths.some((folder) => fs.existsSync(path.join(folder, name))));
  if (lacks) return `${lacks} is not installed`;
  if (user === 'an ordinary user' && isRoot) {
    try {
      execFileSync(process.execPath, ['--eval', `fs.readdirSync(${JSON.stringify(here)})`], {
        uid: NOBODY,
        gid: NOBODY,
        stdio: 'ignore',
      });
    } catch {
      return 'nobody may not read this folder';
    }
  }
  return undefined;
}

async function attack(
  user: User,
  tool: Tool,
  build: string,
  {
    folder = 'out',
    files = {},
    limits = LIMITS,
    onSmallDisk = false,
  }: {
    folder?: string;
    files?: AttackedServer['files'];
    limits?: AttackedServer['limits'];
    onSmallDisk?: boolean;
  } = {},
): Promise<Attack> {
  const place = path.join(scratch, String(++count));
  fs.mkdirSync(path.join(place, 'home/.ssh'), { recursive: true });
  for (const name of ['runtime', 'credentials']) fs.mkdirSync(path.join(place, name));
  for (const name of ['home/.ssh/id_ed25519', 'credentials/key', 'master-key', 'tls.pem', 'inherited']) {
    fs.writeFileSync(path.join(place, name), `CANARY of ${name}`);
  }
  const asNobody = user === 'an ordinary user' && isRoot;
  if (asNobody) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, place]);
  const given: AttackedServer = { scratch: place, program, open, build, folder, files, limits };
  const inherited = fs.openSync(path.join(place, 'inherited'), 'r');
  try {
    const disk = [
      'unshare',
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      SMALL_DISK,
      path.join(place, 'data'),
    ];
    const [command = '', ...argv] = [
      ...(onSmallDisk ? disk : []),
      process.execPath,
      SERVER,
      JSON.stringify(given),
    ];
    const child = spawn(command, argv, {
      ...(asNobody && { uid: NOBODY, gid: NOBODY }),
      cwd: place,
      env: {
        PATH: PATHS[tool](),
        HOME: path.join(place, 'home'),
        XDG_RUNTIME_DIR: path.join(place, 'runtime'),
        SSH_AUTH_SOCK: path.join(place, 'runtime/agent'),
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(place, 'runtime/bus')}`,
        OFFPRINT_SECRET_FILE: path.join(place, 'master-key'),
        CREDENTIALS_DIRECTORY: path.join(place, 'credentials'),
        API_TOKEN: 'CANARY of the environment',
        TMPDIR: place,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', inherited],
    });
    let said = '';
    child.stdout?.on('data', (bytes) => (said += bytes));
    child.stderr?.on('data', (bytes) => (said += bytes));
    await new Promise((resolve) => child.on('close', resolve));
    const last = said.slice(said.lastIndexOf('\n{') + 1);
    expect(last, said).toMatch(/^\{/);
    return JSON.parse(last) as Attack;
  } finally {
    fs.closeSync(inherited);
  }
}

/** Threads of Node reserve much memory and use little. */
const THREADS = `node -e 'const {Worker} = require("worker_threads"); for (let i = 0; i < 6; i++) new Worker("console.log(20 + 1)", {eval: true})'`;
const hostile = fs.readFileSync(path.join(here, 'fixtures/hostile-build/attempts.mjs'), 'utf8');

// Covers each user and each tool once; a full run covers all combinations.
describe.each(
  firstOf<[User, Tool]>(2, [
    ['root', 'bubblewrap'],
    ['an ordinary user', 'util-linux'],
    ['root', 'util-linux'],
    ['an ordinary user', 'bubblewrap'],
  ]),
)('a build of a server of %s, with %s', (user, tool) => {
  const why = whyNot(user, tool);
  if (why) console.log(`Builds of a server of ${user} with ${tool} are not tested: ${why}.`);

  it.skipIf(why)('does not get out by any of a hundred ways, while an ordinary build works', async () => {
    removeTraces();
    const control = `(echo one && ls / && id -un && npm --version; node -p 6*7; ${THREADS}; exit 0) > out/control.txt`;
    const { error, outcomes, reached, exported, skipped, content, isGone } = await attack(
      user,
      tool,
      `node attempts.mjs && ${control}`,
      { files: { 'attempts.mjs': hostile } },
    );
    expect(error).toBeNull();
    const tried = Object.entries(outcomes);
    expect(tried.length).toBeGreaterThan(90);
    expect(tried.filter(([, { outcome }]) => outcome !== 'blocked')).toEqual([]);
    expect(reached).toEqual([]);
    expect(traces.filter((file) => fs.existsSync(file))).toEqual([]);

    expect(content).toContain('<p>built</p>');
    expect(content).toMatch(/^one\n[\s\S]*^42$/m);
    expect(content).toMatch(/(^21\n){6}/m);
    expect(content).not.toContain('CANARY of');
    expect(exported).toEqual(['/', '/control.txt', '/outcomes.json']);
    expect(skipped.toSorted()).toEqual([
      '/data leads out of the folder',
      '/descriptor.html leads out of the folder',
      ...(skipped.some((line) => line.startsWith('/device')) ? ['/device.html not a regular file'] : []),
      '/passwd.html leads out of the folder',
      '/pipe.html not a regular file',
      '/up leads out of the folder',
    ]);
    expect(isGone).toBe(true);
  });
});

/** Also continues when fork fails. */
const BOMB = `perl -e 'for (;;) { fork // select(undef, undef, undef, 0.01) }'`;
const ONE_LARGE = `node -e 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1))'`;
const MANY_LARGE = `for i in 1 2 3 4 5 6 7 8; do perl -e 'my $x = "x" x 200_000_000; sleep 100' & done; sleep 100`;
const SMALL_FILES = `mkdir many; i=0; while :; do i=$((i + 1)); head -c 1000000 /dev/zero > many/$i; done`;
const NAMELESS = `perl -e 'open my $f, ">", "x"; unlink "x"; for (1..1000) { print {$f} "x" x 1_000_000 } sleep 100'`;
/** Runs a command with a small disk mounted at the folder in its first argument. */
const SMALL_DISK = 'mkdir "$0" && mount -t tmpfs -o size=128m,mode=700 none "$0" && exec "$@"';

const TOO_MUCH_MEMORY = /used more than 1024 MiB of memory.*buildMemoryMegabytes/;
type Limited = [what: string, build: string, limits: Partial<typeof LIMITS>, says: RegExp];
const ONE_PROCESS: Limited = ['one process that takes all memory', ONE_LARGE, {}, TOO_MUCH_MEMORY];

/** Limits that a build exceeds, with the command that does so and the expected message. */
const LIMITED: readonly Limited[] = [
  ['a fork bomb', BOMB, {}, /had more than 200 processes and threads and was stopped.*buildProcesses/],
  // Memory is summed over all processes, so a single process is the simpler case.
  ...(isFullRun ? [ONE_PROCESS] : []),
  ['many that take all memory together', MANY_LARGE, {}, TOO_MUCH_MEMORY],
  ['a folder in memory', 'cat /dev/zero > /tmp/large', { diskBytes: 512 * MIB }, /No space left on device/],
  ['another', 'cat /dev/zero > /dev/shm/large', { diskBytes: 512 * MIB }, /No space left on device/],
  ['one large file', 'cat /dev/zero > large', {}, /File too large|File size limit|wrote more than 256 MiB/],
  [
    'many small ones',
    SMALL_FILES,
    { diskBytes: 64 * MIB },
    /wrote more than 64 MiB into the site's folder.*buildDiskMegabytes/,
  ],
  [
    'files with holes, which are written out when they are exported',
    'mkdir out; for i in $(seq 40); do truncate -s 16M out/$i.bin; done; echo x > out/index.html',
    {},
    /wrote more than 256 MiB into the site's folder.*buildDiskMegabytes/,
  ],
  [
    'a build that never ends',
    'sleep 100',
    { timeMs: 2000 },
    /ran for longer than 2 seconds.*buildTimeoutSeconds/,
  ],
  ['one that never stops talking', 'yes', { timeMs: 2000 }, /ran for longer than 2 seconds/],
];

describe.each(
  firstOf<[User, Tool]>(1, [
    ['root', 'bubblewrap'],
    ['an ordinary user', 'util-linux'],
  ]),
)('what a build of a server of %s takes, with %s', (user, tool) => {
  const why = whyNot(user, tool);

  // The limits are the same in both cases, so a normal run tests each limit once.
  it.skipIf(why).each(user === 'root' ? LIMITED : firstOf(3, LIMITED))(
    'is limited: %s',
    async (_, build, limits, says) => {
      const { error, isGone } = await attack(user, tool, build, { limits: { ...LIMITS, ...limits } });
      expect(error).toMatchObject({ code: 'origin-unreadable', message: expect.stringMatching(says) });
      expect(isGone).toBe(true);
    },
  );

  it.skipIf(why ?? (user === 'root' ? undefined : 'a disk of its own needs root'))(
    'is ended before the disk is full, even by a file without a name (as root: it mounts a disk)',
    async () => {
      const { error, isGone } = await attack(user, tool, NAMELESS, { onSmallDisk: true });
      expect(error).toMatchObject({
        code: 'disk-full',
        message: expect.stringContaining('because the disk was nearly full'),
      });
      expect(isGone).toBe(true);
    },
  );

  it.skipIf(why)('ends with the build, what it left behind as well', async () => {
    const mark = `100.${process.pid}${count}`;
    const { error, content } = await attack(
      user,
      tool,
      `setsid sleep ${mark} & setsid sh -c "sleep 3; echo late > out/late.html" & mkdir out; echo one > out/index.html`,
    );
    expect(error).toBeNull();
    expect(content).toBe('one\n');
    expect(processesWith(`sleep\0${mark}`)).toEqual([]);
  });

  it.skipIf(why)('ends with the server', async () => {
    const mark = `100.${process.pid}${count}`;
    const attacked = attack(user, tool, `sleep ${mark}`);
    const sleeping = (): number[] => processesWith(`sleep\0${mark}`);
    await expect.poll(() => sleeping().length).toBe(1);
    // Processes of one user can read and change each other, so under root's server the build has a user of its own.
    const [uid = 0] = sleeping().map((pid) => fs.statSync(`/proc/${pid}`).uid);
    if (user === 'root') expect(uid).toBeGreaterThanOrEqual(61_184);
    for (const pid of processesWith(`sleep ${mark}`, 'attacked-server')) process.kill(pid, 'SIGKILL');
    await expect(attacked).rejects.toThrow();
    await expect.poll(sleeping).toEqual([]);
  });

  it.skipIf(why)('exports no folder that a link was made of', async () => {
    const build = `rm -rf out; ln -s "$(dirname "$(node -p 'require("./target.json").dataFolder')")" out`;
    const { error, content } = await attack(user, tool, build);
    expect(error).toMatchObject({ message: expect.stringContaining('no folder out') });
    expect(content).toBe('');
  });

  it.skipIf(why)('is removed, however deep and however shut', async () => {
    const depth = isFullRun ? 3000 : 2200; // the path is longer than the kernel's limit of 4096 bytes
    const build = [
      'mkdir -p out/shut/below; echo one > out/index.html; touch out/shut/below/file; chmod 0 out/shut',
      `cd out; perl -e 'for (1..${depth}) { mkdir "d"; chdir "d" or die $! }'`,
    ].join('; ');
    const { error, exported, isGone } = await attack(user, tool, build);
    expect(error).toBeNull();
    expect(exported).toContain('/');
    expect(isGone).toBe(true);
  });

  it.skipIf(why)('is refused where its links lead round without end', async () => {
    const build = `mkdir out; cd out; echo one > index.html; for a in 1 2 3 4 5 6 7 8 9 10 11 12; do mkdir $a; for b in 1 2 3 4 5 6 7 8 9 10 11 12; do ln -s ../$b $a/l$b; done; done`;
    const { error } = await attack(user, tool, build);
    expect(error).toMatchObject({
      code: 'origin-unreadable',
      message: expect.stringContaining('links to folders'),
    });
  });
});

const elsewhere = process.platform === 'linux' ? undefined : 'builds run on Linux alone';
if (elsewhere) console.log(`Builds without a sandbox are not tested: ${elsewhere}.`);

it.skipIf(elsewhere)('a build is not run where there is no sandbox', async () => {
  const { error, isGone } = await attack('an ordinary user', 'neither', `touch ${open}/offprint-escape`);
  expect(error).toMatchObject({
    code: 'origin-unreadable',
    message: expect.stringMatching(/so it was not run. Install bubblewrap/),
  });
  expect(fs.existsSync(`${open}/offprint-escape`)).toBe(false);
  expect(isGone).toBe(true);
});

/** Returns the processes of this computer whose command line contains all these texts. */
function processesWith(...texts: string[]): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        const line = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return texts.every((text) => line.includes(text));
      } catch {
        return false;
      }
    })
    .map(Number);
}
