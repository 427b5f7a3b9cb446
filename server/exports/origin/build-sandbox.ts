import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildFilter, type Machine, prctlOf } from './build-sandbox-seccomp.ts';

/** Resource limits of a build. */
export type BuildLimits = Readonly<{
  timeMs: number;
  /** For all its processes together. */
  memoryBytes: number;
  /** For the folder of the site including everything written to it, and also for any single file. */
  diskBytes: number;
  processCount: number;
}>;

/**
 * How a build is isolated: with bubblewrap, or with the programs of util-linux and Perl, which installs the system
 * call filter.
 */
export type SandboxKind = 'bubblewrap' | 'util-linux';

/** User ID of a build inside its sandbox. */
const USER = '1000';
/** File descriptor from which bubblewrap reads the filter. */
export const FILTER_FD = 3;

/**
 * Something that is visible to a build: a folder or file of this computer (read-only or writable), a symbolic link,
 * or an empty folder in memory. Nothing else is visible.
 */
export type Place = Readonly<
  | { kind: 'read' | 'write'; from: string; to: string }
  | { kind: 'link'; from: string; to: string }
  | { kind: 'empty'; from: number; to: string }
>;

/** Path of the site in the sandbox, and working directory of the build. */
const SITE = '/site';
const HOME = '/tmp/home';
const NODE = '/opt/node';
const BUILD_PATH = `${NODE}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/** Programs and libraries. */
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];

/** Files of /etc that programs need to run; no accounts, keys or service settings. */
const OF_ETC = [
  'alternatives',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'os-release',
  'pki/ca-trust/extracted',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
];

/**
 * Files of /etc that are generated for the build. They list only its own account and nobody, and only localhost as a
 * host.
 */
export const WRITTEN_ETC: Readonly<Record<string, string>> = {
  group: 'build:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  passwd: `build:x:1000:1000:build:${HOME}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
};

/** Devices that keep no data and give access to nothing. */
const DEVICES = ['full', 'null', 'random', 'urandom', 'zero'];

/**
 * Returns the places of a build, in the order in which they are mounted.
 * @param site folder to build
 * @param written folder with the files of WRITTEN_ETC
 * @param node result of nodePlace()
 * @param hidden files and folders to cover if they are within a visible place
 * @param memoryBytes size limit of /tmp and of /dev/shm, each
 */
export function placesOf({
  site,
  written,
  node,
  hidden,
  memoryBytes,
}: Readonly<{
  site: string;
  written: string;
  node: Place | undefined;
  hidden: readonly string[];
  memoryBytes: number;
}>): readonly Place[] {
  const seen: Place[] = [
    ...SYSTEM.flatMap((name) => asItIs(`/${name}`)),
    ...OF_ETC.map((name) => `/etc/${name}`)
      .filter((file) => fs.existsSync(file))
      .map((file): Place => ({ kind: 'read', from: file, to: file })),
    ...Object.keys(WRITTEN_ETC).map(
      (name): Place => ({ kind: 'read', from: path.join(written, name), to: `/etc/${name}` }),
    ),
    ...(node ? [node] : []),
  ];
  return [
    ...seen,
    ...seen.flatMap((place) => hidden.flatMap((secret) => cover(place, secret))),
    { kind: 'empty', from: memoryBytes, to: '/tmp' },
    { kind: 'empty', from: memoryBytes, to: '/dev/shm' },
    { kind: 'write', from: site, to: SITE },
  ];
}

/**
 * Returns the Node that runs this server or, if its executable is not Node, the first one on PATH. Undefined if there
 * is none, or if it is in /usr, which is visible anyway. Includes the folder of its distribution, with npm, unless
 * anything hidden is in it.
 */
export function nodePlace(
  execPath: string,
  searchPath: string,
  hidden: readonly string[],
): Place | undefined {
  const named =
    path.basename(execPath) === 'node'
      ? execPath
      : searchPath
          .split(':')
          .map((folder) => path.join(folder, 'node'))
          .find((file) => path.isAbsolute(file) && fs.existsSync(file));
  if (named === undefined) return undefined;
  const file = fs.realpathSync(named);
  if (isWithin(file, '/usr')) return undefined;
  const distribution = path.dirname(path.dirname(file));
  const isWhole =
    path.basename(path.dirname(file)) === 'bin' &&
    fs.existsSync(path.join(distribution, 'lib/node_modules/npm')) &&
    !hidden.some((secret) => isWithin(real(secret), distribution));
  return isWhole
    ? { kind: 'read', from: distribution, to: NODE }
    : { kind: 'read', from: file, to: `${NODE}/bin/node` };
}

/**
 * Returns the files and folders, besides the data folder, with secrets of this program and its user that no build may
 * see.
 */
export function secretPlaces(
  { tlsCertificate, tlsKey }: Readonly<{ tlsCertificate: string; tlsKey: string }>,
  env: Readonly<NodeJS.ProcessEnv>,
): readonly string[] {
  return [
    os.homedir(),
    tlsCertificate,
    tlsKey,
    env.OFFPRINT_SECRET_FILE,
    env.OFFPRINT_PREVIOUS_SECRET_FILE,
    env.CREDENTIALS_DIRECTORY,
    env.XDG_RUNTIME_DIR,
  ].filter((place): place is string => place !== undefined && place !== '' && place !== '/');
}

/** Returns a top-level folder, or the symbolic link in its place on systems where /bin is in /usr. */
function asItIs(name: string): Place[] {
  const status = fs.lstatSync(name, { throwIfNoEntry: false });
  if (status?.isSymbolicLink()) return [{ kind: 'link', from: fs.readlinkSync(name), to: name }];
  return status?.isDirectory() ? [{ kind: 'read', from: name, to: name }] : [];
}

function cover(place: Place, secret: string): Place[] {
  if (place.kind !== 'read') return [];
  const file = real(secret);
  const from = real(place.from);
  if (!isWithin(file, from) || !fs.existsSync(file)) return [];
  const to = path.join(place.to, path.relative(from, file));
  return [
    fs.statSync(file).isDirectory()
      ? { kind: 'empty', from: 4096, to }
      : { kind: 'read', from: '/dev/null', to },
  ];
}

/** Whether a file is the folder or is inside it; both are real paths. */
function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function real(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

/**
 * Returns the command line that runs a shell command in a sandbox. Only the given places are visible. There is no
 * network, and there are no capabilities and no way to gain any. The namespaces are its own and end with it. Every
 * kernel object is protected twice: by a namespace, and by a user who has no rights to it.
 * @param uid user of the build if the server is root (build-user.ts). The places, which other users may be unable to
 *   reach, are then first mounted in `scratch`, a folder that this user may enter
 */
export function sandboxed(
  command: string,
  {
    kind,
    machine,
    places,
    scratch,
    limits,
    uid,
  }: Readonly<{
    kind: SandboxKind;
    machine: Machine;
    places: readonly Place[];
    scratch: string;
    limits: BuildLimits;
    uid: number | undefined;
  }>,
): readonly string[] {
  const visible = uid !== undefined ? broughtTogether(places, scratch) : { prefix: [], places };
  const inner = [...limited(limits), 'sh', '-c', command];
  return [
    ...visible.prefix,
    ...unprivileged(uid),
    ...(kind === 'bubblewrap'
      ? bubblewrap(visible.places, inner)
      : utilLinux(visible.places, inner, machine, scratch)),
  ];
}

/**
 * Mounts site and Node in `scratch`, because they may be below a folder of mode 0700, such as root's home. The mount
 * namespace ends with the build, and nobody else can reach them there.
 */
function broughtTogether(
  places: readonly Place[],
  scratch: string,
): Readonly<{ prefix: readonly string[]; places: readonly Place[] }> {
  const pairs: string[] = [];
  const moved = places.map((place, index): Place => {
    const isShut = (place.kind === 'read' || place.kind === 'write') && place.from !== place.to;
    if (!isShut || place.from === '/dev/null') return place;
    const from = `${scratch}/${index}`;
    pairs.push(place.from, from);
    return { ...place, from };
  });
  const script = `set -e
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir "$2"; else : > "$2"; fi
  mount --bind "$1" "$2"
  shift 2
done
shift
exec "$@"`;
  return {
    prefix: ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', ...pairs, '--'],
    places: moved,
  };
}

/**
 * Returns the start of a command line. What it runs neither has nor gains capabilities outside, and ends when the
 * server does. If memory runs out, the kernel kills it first.
 */
function unprivileged(uid: number | undefined): readonly string[] {
  const user = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  return [
    'nice',
    '-n',
    '10',
    'choom',
    '-n',
    '1000',
    '--',
    'setpriv',
    ...user,
    '--inh-caps=-all',
    '--ambient-caps=-all',
    '--no-new-privs',
    '--pdeathsig=KILL',
  ];
}

/**
 * Returns the part of a command line that sets environment and limits. It is used within the user namespace, where
 * processes are counted separately. The watch (build-watch.ts) also counts them and ends the build; the limit here is
 * twice as high so that the watch acts first. A core size of one byte also keeps the kernel from piping the memory to
 * a system program (core(5)).
 * Memory is not limited here: the kernel would also count what engines such as V8 only reserve, half a gigabyte per
 * thread.
 */
function limited({ diskBytes, processCount }: BuildLimits): readonly string[] {
  return [
    ...[
      'env',
      '-i',
      `PATH=${BUILD_PATH}`,
      `HOME=${HOME}`,
      'USER=build',
      'LANG=C.UTF-8',
      'CI=1',
      'TMPDIR=/tmp',
    ],
    'prlimit',
    `--nproc=${2 * processCount}`,
    `--fsize=${diskBytes}`,
    '--core=1',
    '--memlock=65536',
    '--rtprio=0',
    '--nice=0',
    '--',
  ];
}

const BIND = { read: '--ro-bind', write: '--bind', link: '--symlink' } as const;

function bubblewrap(places: readonly Place[], inner: readonly string[]): readonly string[] {
  const mounts = places.flatMap(({ kind, from, to }) =>
    kind === 'empty' ? ['--size', String(from), '--tmpfs', to] : [BIND[kind], from, to],
  );
  return [
    'bwrap',
    ...['--unshare-user', '--uid', USER, '--gid', USER, '--disable-userns', '--cap-drop', 'ALL'],
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--new-session', '--seccomp', String(FILTER_FD)],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...mounts,
    ...['--dir', HOME, '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', SITE],
    '--',
    ...inner,
  ];
}

/**
 * Does the same with unshare(1). The outer user namespace owns the mounts. The inner one has none of its
 * capabilities, so it cannot undo them, and no further user namespace can be created.
 */
function utilLinux(
  places: readonly Place[],
  inner: readonly string[],
  machine: Machine,
  scratch: string,
): readonly string[] {
  const triples = places.flatMap(({ kind, from, to }) => [kind, String(from), to]);
  return [
    ...[
      'unshare',
      '--user',
      '--map-root-user',
      '--mount',
      '--propagation',
      'private',
      '--pid',
      '--net',
      '--ipc',
    ],
    ...[
      '--uts',
      '--cgroup',
      '--fork',
      '--kill-child',
      'setsid',
      'sh',
      '-c',
      MOUNTS,
      'sh',
      scratch,
      ...triples,
    ],
    '--',
    ...['unshare', '--user', `--map-user=${USER}`, `--map-group=${USER}`, '--mount', '--keep-caps'],
    ...['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'],
    ...['perl', '-e', SET_FILTER, String(prctlOf(machine)), buildFilter(machine).toString('hex')],
    ...inner,
  ];
}

/** Arguments: scratch folder, three for each place, `--`, and the command to run once everything is mounted. */
const MOUNTS = `set -e
root=$1/root
shift
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev none "$root"
mkdir "$root/proc" "$root/dev" "$root/old"
mount -t proc -o nosuid,nodev,noexec none "$root/proc"
mount -t tmpfs -o size=64k,mode=755,nosuid none "$root/dev"
for device in ${DEVICES.join(' ')}; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/\${stream%:*}" "$root/dev/\${stream#*:}"; done
seal() {
  sealed=
  while read -r _ _ _ _ mounted options _; do
    case $mounted in "$2" | "$2"/*) ;; *) continue ;; esac
    case ,$options, in *,noexec,*) kept=,noexec ;; *) kept= ;; esac
    mount -o "remount,bind,$1,nosuid,nodev$kept" "$mounted"
    sealed=yes
  done < /proc/self/mountinfo
  [ -n "$sealed" ]
}
while [ "$1" != -- ]; do
  kind=$1 from=$2 to=$root$3
  shift 3
  case $kind in
    link) ln -s "$from" "$to"; continue ;;
    empty) mkdir -p "$to"; mount -t tmpfs -o "size=$from,mode=755,nosuid,nodev" none "$to"; continue ;;
  esac
  if [ -d "$from" ]; then mkdir -p "$to"; else mkdir -p "\${to%/*}"; [ -e "$to" ] || : > "$to"; fi
  mount --rbind "$from" "$to"
  if [ "$kind" = read ]; then seal ro "$to"; else seal rw "$to"; fi
done
shift
mkdir "$root${HOME}"
perl -e 'my $lo = pack("a16sx22", "lo", 1); socket(S, 2, 2, 0) && ioctl(S, 0x8914, $lo) or die "lo: $!"'
cd "$root"
pivot_root . old
PATH=${BUILD_PATH}
umount -l /old
rmdir /old
mount -o remount,bind,ro /dev
mount -o remount,bind,ro /
echo 1 > /proc/sys/user/max_user_namespaces
cd ${SITE}
exec "$@" </dev/null`;

/** prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, struct sock_fprog), after setpriv has set no_new_privs. */
const SET_FILTER = `my ($prctl, $filter) = (shift(@ARGV) + 0, pack("H*", shift @ARGV));
my $program = pack("S x![P] P", length($filter) / 8, $filter);
syscall($prctl, 22, 2, $program) == 0 or die "seccomp: $!\\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";`;
