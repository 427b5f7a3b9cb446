import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';

const TIMEOUT_MS = 30 * 60_000;
/** What is told of the output of a build that failed, in characters from its end. */
const TAIL_MAX = 2000;

/** Places below the home folder where programs keep tokens and keys. */
const SECRET_PLACES = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.config',
  '.local/share/keyrings',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
];

/**
 * Runs the operator's build command in a folder: without network, without our environment, and without sight of the
 * data folder, the keys in the home folder and the sockets of the session. On Linux by namespaces of its own
 * (unshare(1)); where those are not to be had the command is not run at all.
 * @param hidden folders that it must not see
 * @throws OffprintError `origin-unreadable` with the end of what the command said; the reason of the signal
 */
export async function runBuild(
  folder: string,
  command: string,
  hidden: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await requireIsolation(signal);
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-build-'));
  try {
    const secretPlaces = SECRET_PLACES.map((name) => path.join(os.homedir(), name));
    const { status, said } = await run(
      [
        ...ISOLATED,
        'sh',
        '-c',
        PREPARE,
        'sh',
        folder,
        home,
        command,
        ...hidden,
        ...sessionFolders(),
        ...secretPlaces,
      ],
      { PATH: process.env.PATH, HOME: path.join(home, 'home'), LANG: 'C.UTF-8', CI: '1', TMPDIR: '/tmp' },
      signal,
    );
    if (status === 0) return;
    throw new OffprintError(
      'origin-unreadable',
      `The build command failed (${status ?? 'it was ended'}). It runs without network and without its own home folder. It said last: ${said.slice(-TAIL_MAX).trim() || 'nothing'}`,
    );
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** `--kill-child` ends everything that the build has started when it is ended. */
const ISOLATED = [
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
];

/**
 * Binds the site to a place that stays visible, covers the places that are not to be seen, and runs the command there.
 * Operands: site, scratch folder, command, places to cover.
 */
const PREPARE = `
set -e
site=$1 scratch=$2 command=$3; shift 3
mkdir "$scratch/site" "$scratch/home"
mount --bind "$site" "$scratch/site"
for place in "$@"; do
  if [ -d "$place" ]; then mount -t tmpfs -o size=1m none "$place"
  elif [ -e "$place" ]; then mount --bind /dev/null "$place"; fi
done
cd "$scratch/site"
exec sh -c "$command" </dev/null
`;

async function requireIsolation(signal: AbortSignal): Promise<void> {
  const reason =
    process.platform === 'linux'
      ? await run(
          [...ISOLATED, 'mount', '-t', 'tmpfs', 'none', '/mnt'],
          { PATH: process.env.PATH },
          signal,
        ).then(
          ({ status, said }) => (status === 0 ? null : said.trim() || 'namespaces are not allowed'),
          (error: unknown) => String(error),
        )
      : 'only Linux has what it takes';
  signal.throwIfAborted();
  if (reason === null) return;
  throw new OffprintError(
    'origin-unreadable',
    `The build command cannot be shut off from the network on this computer (${reason}), so it was not run. Build the site elsewhere, and export its folder or a branch that holds it.`,
  );
}

/** Sockets of the session: keychain, bus, agents. */
function sessionFolders(): string[] {
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  return [...(runtime ? [runtime] : []), '/run'];
}

function run(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ status: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const [program = '', ...rest] = argv;
    const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (bytes: Buffer): void => {
      said = (said + bytes.toString('utf8')).slice(-2 * TAIL_MAX);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const stop = (): void => {
      child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, TIMEOUT_MS);
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else resolve({ status, said });
    });
  });
}
