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
 * `node scripts/fetch-vendor.ts [--record] <target>…`: fills `vendor/` with what packages of the desktop app are made of
 * and this repository does not have. Everything is compared with a hash that was there before: Electron with the list in
 * its npm package, npm packages with the lock file, browsers with `vendor-hashes.json`. `--record` writes the hash of a
 * browser there that has none yet; compare it with one from another place, then commit it.
 */
type Hashes = { chromium: string; sha256: Record<string, string | null> };

const ELECTRON = 'https://github.com/electron/electron/releases/download/';
const CHROMIUM = 'https://storage.googleapis.com/chrome-for-testing-public/';

/** Fetches what one target needs; what is in `vendor/` already is checked and kept. @throws Error that says what to do */
export async function fetchVendor(
  root: string,
  vendor: string,
  target: Target,
  isRecording: boolean,
): Promise<void> {
  fs.mkdirSync(vendor, { recursive: true });
  await fetchElectron(root, vendor, target);
  fetchKeyring(root, vendor, target);
  await fetchChromium(root, vendor, target, isRecording);
}

async function fetchElectron(root: string, vendor: string, target: Target): Promise<void> {
  const { version, archive } = electronRelease(root, target);
  const checksums = path.join(root, 'node_modules/electron/checksums.json');
  const wanted = JSON.parse(fs.readFileSync(checksums, 'utf8'))[archive];
  const base = process.env.ELECTRON_MIRROR || ELECTRON;
  await download(`${base}v${version}/${archive}`, path.join(vendor, 'electron', archive), wanted);
}

/** Npm installs the addon for its own system only; the lock file knows the hashes of all. */
export function fetchKeyring(root: string, vendor: string, { keyring }: Target): void {
  const folder = path.join(vendor, 'node_modules', keyring);
  if (fs.existsSync(folder)) return;
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${keyring}`];
  const temporary = fs.mkdtempSync(path.join(vendor, 'npm-'));
  try {
    const options = { cwd: temporary, encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', `${keyring}@${version}`], options),
    );
    const tarball = fs.readFileSync(path.join(temporary, filename));
    const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    if (found !== integrity) throw new Error(`${keyring}@${version} is not what package-lock.json says.`);
    execFileSync('tar', ['-xzf', filename], options);
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    fs.renameSync(path.join(temporary, 'package'), folder);
  } finally {
    fs.rmSync(temporary, { recursive: true });
  }
}

/** Makes `vendor/chromium/<target>`, of the npm package on Linux x64 and of Chrome for Testing elsewhere. */
export async function fetchChromium(
  root: string,
  vendor: string,
  target: Target,
  isRecording = false,
): Promise<void> {
  const folder = path.join(vendor, 'chromium', target.name);
  const file = path.join(root, 'scripts/vendor-hashes.json');
  const hashes = JSON.parse(fs.readFileSync(file, 'utf8')) as Hashes;
  if (target.chromium === undefined) {
    await unpackFromNpm(vendor, folder, hashes.sha256['chromium of @sparticuz/chromium'] ?? '');
    return;
  }
  const place = target.chromium.replace(/^chrome-headless-shell-|\.zip$/g, '');
  const archive = path.join(vendor, `${hashes.chromium}-${target.chromium}`);
  const wanted = hashes.sha256[target.chromium] ?? undefined;
  if (wanted === undefined && !isRecording) {
    throw new Error(
      `scripts/vendor-hashes.json has no SHA-256 of ${target.chromium} (${hashes.chromium}). On a connected computer that you trust: node scripts/fetch-vendor.ts --record ${target.name}`,
    );
  }
  const base = process.env.CHROMIUM_MIRROR || CHROMIUM;
  const found = await download(`${base}${hashes.chromium}/${place}/${target.chromium}`, archive, wanted);
  hashes.sha256[target.chromium] = found;
  fs.writeFileSync(file, `${JSON.stringify(hashes, null, 2)}\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  await unpackZip(archive, folder);
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
    // It was unpacked for one user, and is installed for all.
    const place = path.join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || (fs.statSync(place).mode & 0o100) !== 0;
    fs.chmodSync(place, isProgram ? 0o755 : 0o644);
  }
}

/** @returns its SHA-256 @throws Error where it is not the wanted one; nothing is left then */
async function download(url: string, file: string, wanted: string | undefined): Promise<string> {
  if (!fs.existsSync(file)) {
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

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** Everything in the one folder that the archive has. */
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
    for (const target of (names.length > 0 ? names : ['']).map(targetOf)) {
      await fetchVendor(root, path.join(root, 'vendor'), target, process.argv.includes('--record'));
    }
  } catch (error) {
    const { message, cause } = error as Error;
    process.stderr.write(`${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
    process.exitCode = 1;
  }
}
