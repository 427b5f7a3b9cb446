import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Something that a build sees, and where: a folder or file of this computer (to read, or to write as well), a symbolic
 * link, an empty folder in memory. What is not listed is not there.
 */
export type Place = Readonly<
  | { kind: 'read' | 'write'; from: string; to: string }
  | { kind: 'link'; from: string; to: string }
  | { kind: 'empty'; from: number; to: string }
>;

/** The site, where the build sees it and runs. */
export const SITE = '/site';
export const HOME = '/tmp/home';
const NODE = '/opt/node';
export const BUILD_PATH = `${NODE}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/** Programs and libraries. */
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];

/** What of /etc programs need in order to run; no accounts, no keys, no settings of services. */
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

/** Files of /etc that are written for the build: itself is the only account, this computer the only host. */
export const WRITTEN_ETC: Readonly<Record<string, string>> = {
  group: 'build:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  passwd: `build:x:1000:1000:build:${HOME}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
};

/** What of /dev has no memory and leads nowhere. */
export const DEVICES = ['full', 'null', 'random', 'urandom', 'zero'];

/**
 * The places of a build, in the order in which they are mounted.
 * @param site the folder that is built
 * @param written a folder with the files of WRITTEN_ETC
 * @param node what nodePlace() found
 * @param hidden files and folders that are covered where they lie within a place that is seen
 * @param memoryBytes how much /tmp and /dev/shm may hold, each
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
 * The Node that runs this server, or the first on PATH where that is no Node; undefined where it lies in /usr anyway, or
 * there is none. With the folder of its distribution, where npm is, unless anything hidden lies in there.
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

/** Where this computer keeps what no build shall see, beside the data folder: of this program and of its user. */
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

/** A folder of the root, or the link that stands there on systems where /bin is in /usr. */
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

/** Whether a file is a folder or lies in it; both are real paths. */
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
