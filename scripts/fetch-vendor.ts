import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { findChromiumPackage, unpackChromium } from '../server/exports/chromium/unpack.ts';
import { electronRelease, type Target, targetOf } from './targets.ts';

/**
 * `node scripts/fetch-vendor.ts [--record] <target>…`: fills `vendor/` with what packages of the desktop app need and
 * this repository does not have. Everything is compared with a known hash: Electron with the list in its npm package,
 * npm packages with the lock file, browsers with `vendor-hashes.json`. `--record` adds the hash of a browser that has
 * none yet; compare it with one from another source before you commit it.
 */
export type Vendor = Readonly<{
  /** `vendor/` */
  folder: string;
  /** `vendor-hashes.json` */
  hashes: string;
  /** `package-lock.json` */
  lock: string;
  /** `check` downloads nothing: missing files are errors. */
  how: 'fetch' | 'record' | 'check';
}>;

type Hashes = { chromium: string; sha256: Record<string, string | null> };

const ELECTRON = 'https://github.com/electron/electron/releases/download/';
const CHROMIUM = 'https://storage.googleapis.com/chrome-for-testing-public/';

export function usualVendor(root: string, how: Vendor['how']): Vendor {
  return {
    folder: path.join(root, 'vendor'),
    hashes: path.join(root, 'scripts/vendor-hashes.json'),
    lock: path.join(root, 'package-lock.json'),
    how,
  };
}

/** Ensures that Electron's archive is there. @throws Error that says what to do */
export async function fetchElectron(root: string, vendor: Vendor, target: Target): Promise<void> {
  const { version, archive } = electronRelease(root, target);
  const checksums = path.join(root, 'node_modules/electron/checksums.json');
  const wanted = JSON.parse(fs.readFileSync(checksums, 'utf8'))[archive];
  const base = process.env.ELECTRON_MIRROR || ELECTRON;
  const file = path.join(vendor.folder, 'electron', archive);
  await download(`${base}v${version}/${archive}`, file, wanted, vendor, target);
}

/**
 * Ensures that the addon for the keychain is there. npm installs it for its own system only; the lock file has the
 * hashes of all.
 * @returns path of its tarball
 * @throws Error that says what to do
 */
export function fetchKeyring({ folder, lock, how }: Vendor, { name, keyring }: Target): string {
  const { packages } = JSON.parse(fs.readFileSync(lock, 'utf8'));
  const { version, integrity } = packages[`node_modules/${keyring}`];
  const tarball = path.join(folder, 'npm', `${keyring.slice(1).replace('/', '-')}-${version}.tgz`);
  if (!fs.existsSync(tarball)) {
    if (how === 'check') throw new Error(missing(tarball, name));
    fs.mkdirSync(path.dirname(tarball), { recursive: true });
    execFileSync('npm', ['pack', '--silent', `${keyring}@${version}`], {
      cwd: path.dirname(tarball),
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  const found = `sha512-${createHash('sha512').update(fs.readFileSync(tarball)).digest('base64')}`;
  if (found === integrity) return tarball;
  fs.rmSync(tarball);
  throw new Error(`${tarball} was not what package-lock.json says: it was deleted. Fetch it again.`);
}

/**
 * Creates `chromium/<target>` from the downloads: from the npm package on Linux x64, from Chrome for Testing elsewhere.
 * @returns the folder
 * @throws Error that says what to do
 */
export async function fetchChromium(vendor: Vendor, target: Target): Promise<string> {
  const folder = path.join(vendor.folder, 'chromium', target.name);
  const hashes = JSON.parse(fs.readFileSync(vendor.hashes, 'utf8')) as Hashes;
  if (target.chromium === undefined) {
    await unpackFromNpm(vendor.folder, folder, hashes.sha256['chromium of @sparticuz/chromium'] ?? '');
    return folder;
  }
  const wanted = hashes.sha256[target.chromium] ?? undefined;
  if (wanted === undefined && vendor.how !== 'record') {
    throw new Error(
      `${vendor.hashes} has no SHA-256 of ${target.chromium} (${hashes.chromium}). On a connected computer that you trust: node scripts/fetch-vendor.ts --record ${target.name}`,
    );
  }
  const place = target.chromium.replace(/^chrome-headless-shell-|\.zip$/g, '');
  const url = `${process.env.CHROMIUM_MIRROR || CHROMIUM}${hashes.chromium}/${place}/${target.chromium}`;
  const archive = path.join(vendor.folder, `${hashes.chromium}-${target.chromium}`);
  const found = await download(url, archive, wanted, vendor, target);
  if (wanted === undefined) {
    hashes.sha256[target.chromium] = found;
    fs.writeFileSync(vendor.hashes, `${JSON.stringify(hashes, null, 2)}\n`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  await unpackZip(archive, folder);
  return folder;
}

async function unpackFromNpm(vendor: string, folder: string, wanted: string): Promise<void> {
  const chromiumPackage = await findChromiumPackage();
  if (!chromiumPackage) throw new Error('@sparticuz/chromium is not installed: run npm ci.');
  const cacheFolder = path.join(vendor, 'unpacked');
  fs.mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const unpacked = await unpackChromium({ chromiumPackage, cacheFolder });
  const found = await sha256Of(path.join(unpacked, 'chromium'));
  if (found !== wanted) {
    throw new Error(
      `@sparticuz/chromium has a browser with the SHA-256 ${found}, vendor-hashes.json says ${wanted}.`,
    );
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.cpSync(unpacked, folder, {
    recursive: true,
    verbatimSymlinks: true,
    mode: fs.constants.COPYFILE_FICLONE,
  });
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // It was unpacked for one user but is installed for all.
    const place = path.join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || (fs.statSync(place).mode & 0o100) !== 0;
    fs.chmodSync(place, isProgram ? 0o755 : 0o644);
  }
}

/** @returns its SHA-256 @throws Error if it is not the expected one; the file is removed then */
async function download(
  url: string,
  file: string,
  wanted: string | undefined,
  { how }: Vendor,
  { name }: Target,
): Promise<string> {
  if (!fs.existsSync(file)) {
    if (how === 'check') throw new Error(missing(file, name));
    process.stdout.write(`${url}\n`);
    const answer = await fetch(url);
    if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}.`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await pipeline(Readable.fromWeb(answer.body as never), fs.createWriteStream(`${file}.partial`));
    fs.renameSync(`${file}.partial`, file);
  }
  const found = await sha256Of(file);
  if (wanted === undefined || found === wanted) return found;
  fs.rmSync(file);
  throw new Error(
    `${path.basename(file)} has the SHA-256 ${found} instead of ${wanted}: it was deleted. Fetch it again.`,
  );
}

function missing(what: string, target: string): string {
  return `${what} is missing: node scripts/fetch-vendor.ts ${target}`;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** Unpacks the content of the archive's only folder. */
async function unpackZip(archive: string, folder: string): Promise<void> {
  const zip: ZipFile = await openPromise(archive);
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    const name = entry.fileName.slice(entry.fileName.indexOf('/') + 1);
    if (name === '' || name.endsWith('/')) continue;
    const place = path.join(folder, name);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o111 ? 0o755 : 0o644;
    await pipeline(await zip.openReadStreamPromise(entry), fs.createWriteStream(place, { mode }));
  }
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const names = process.argv.slice(2).filter((word) => word !== '--record');
  try {
    const vendor = usualVendor(root, process.argv.includes('--record') ? 'record' : 'fetch');
    for (const target of (names.length > 0 ? names : ['']).map(targetOf)) {
      await fetchElectron(root, vendor, target);
      fetchKeyring(vendor, target);
      await fetchChromium(vendor, target);
    }
  } catch (error) {
    const { message, cause } = error as Error;
    process.stderr.write(`${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
    process.exitCode = 1;
  }
}
