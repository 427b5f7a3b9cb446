import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { systemCode } from '../../errors.ts';
import { ChromiumError } from './errors.ts';
import { sqliteStandIn } from './sqlite-stand-in.ts';
import { createTemporaryFolder, removeAbandonedFolders } from './temporary-folder.ts';

/** The installed `@sparticuz/chromium`: its folder and its version, which is also Chromium's major version. */
export type ChromiumPackage = Readonly<{ folder: string; version: string }>;

/** Number of bytes of the compressed archives (about 68 MB) that have been read. */
export type UnpackProgress = Readonly<{ readBytes: number; totalBytes: number }>;

/**
 * Unpacks the Linux x64 headless shell contained in `@sparticuz/chromium` into
 * `<cacheFolder>/chromium-<version>/` (layout: `chromiumLayout`), unless an earlier start has already done so.
 *
 * Unpacks into a temporary folder next to it, which is renamed only when complete. If several processes unpack
 * concurrently, one wins and all return the same folder. An existing folder is trusted if only this user (or root) can
 * write to it and every file has the size recorded in `unpacked.json`, which is written last; its 209 MB are not hashed
 * again at each start. Unpacking takes about two seconds and 70 MB of memory.
 *
 * @returns the absolute path of the folder
 * @throws ChromiumError `chromium-unpack-failed`: disk full, no permission, package damaged, or a cache folder that
 * other users can write to (they could plant a browser). The signal's reason if aborted.
 */
export async function unpackChromium(options: {
  chromiumPackage: ChromiumPackage;
  cacheFolder: string;
  onProgress?: ((progress: UnpackProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const { chromiumPackage, onProgress, signal } = options;
  const name = `chromium-${chromiumPackage.version}`;
  try {
    const cacheFolder = await preparePrivateFolder(resolve(options.cacheFolder));
    const folder = join(cacheFolder, name);
    await removeAbandonedFolders(cacheFolder, `${name}.partial-`);
    if (await isIntact(folder, chromiumPackage.version)) return folder;

    const partial = await createTemporaryFolder(cacheFolder, `${name}.partial-`);
    try {
      await unpackInto(partial, chromiumPackage, { onProgress, signal });
      await moveIntoPlace(partial, folder, chromiumPackage.version);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    return folder;
  } catch (error) {
    signal?.throwIfAborted();
    throw explainUnpackFailure(error, { cacheFolder: options.cacheFolder, chromiumPackage });
  }
}

/** Relative paths inside the unpacked folder. All paths in its files are relative too, so it can be moved. */
export const chromiumLayout = {
  executable: 'chromium',
  /** NSS, NSPR and expat of Amazon Linux 2023, for systems that lack them. */
  libraries: 'lib',
  /** Only `libsqlite3.so.0`, see sqlite-stand-in.ts. */
  sqliteStandIn: 'lib-sqlite',
  fontConfigFile: 'fonts.conf',
  marker: 'unpacked.json',
} as const;

/**
 * Finds the npm package without running any of its code.
 *
 * @param from file path or URL whose `node_modules` folders are searched; this file by default
 * @returns undefined if the package is not installed or was installed without its archives
 */
export async function findChromiumPackage(
  from: string | URL = import.meta.url,
): Promise<ChromiumPackage | undefined> {
  try {
    // The package does not export package.json; its entry point is <folder>/build/index.js.
    const folder = dirname(dirname(createRequire(from).resolve('@sparticuz/chromium')));
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const isVersion = typeof version === 'string' && /^[\w.+-]+$/.test(version);
    if (name !== '@sparticuz/chromium' || !isVersion) return undefined;
    await stat(join(folder, 'bin', executableArchive));
    return { folder, version };
  } catch {
    return undefined;
  }
}

const executableArchive = 'chromium.br';

/**
 * Omits `swiftshader.tar.br`, which only adds WebGL. Skia draws pages, canvas and screenshots on the CPU, with the same
 * pixels either way (measured).
 */
const tarArchives = ['al2023.tar.br', 'fonts.tar.br'];

/** The archive's own fonts.conf is Amazon's. It points into /tmp, where any user could put a font. */
const skippedEntries = new Set(['fonts.conf']);

/**
 * Includes the system's own configuration first, if there is one, so that fonts missed by system-fonts.ts are still
 * used.
 */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

type Marker = Readonly<{ version: string; files: Record<string, { sizeBytes: number; sha256: string }> }>;

/** Larger chunks cost memory and save no time (64 KiB: 62 MB above the idle process; 256 KiB: 95 MB). */
const chunkBytes = 64 * 1024;

async function unpackInto(
  folder: string,
  chromiumPackage: ChromiumPackage,
  options: {
    onProgress: ((progress: UnpackProgress) => void) | undefined;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  const archivePath = (archive: string) => join(chromiumPackage.folder, 'bin', archive);
  let totalBytes = 0;
  for (const archive of [executableArchive, ...tarArchives])
    totalBytes += (await stat(archivePath(archive))).size;

  let readBytes = 0;
  const countRead = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      readBytes += chunk.length;
      options.onProgress?.({ readBytes, totalBytes });
      yield chunk;
    }
  };
  const readArchive = (archive: string) =>
    createReadStream(archivePath(archive), { highWaterMark: chunkBytes });
  const decompress = () => createBrotliDecompress({ chunkSize: chunkBytes });
  const pipelineOptions = options.signal ? { signal: options.signal } : {};

  const files: Marker['files'] = {};
  const executable = join(folder, chromiumLayout.executable);
  const { pass, result } = measure();
  await pipeline(
    readArchive(executableArchive),
    countRead,
    decompress(),
    pass,
    writeStream(executable),
    pipelineOptions,
  );
  await chmod(executable, 0o755);
  const program = result();
  requireContent(program.sizeBytes);
  files[chromiumLayout.executable] = program;

  for (const tarArchive of tarArchives) {
    const entries = extract();
    const tar = measure();
    const [read, written] = await Promise.allSettled([
      pipeline(readArchive(tarArchive), countRead, decompress(), tar.pass, entries, pipelineOptions),
      writeEntries(entries, folder, files),
    ]);
    // If writing fails, reading only reports the broken pipe.
    if (written.status === 'rejected' && !isBrokenPipe(written.reason)) throw written.reason;
    if (read.status === 'rejected') throw read.reason;
    requireContent(tar.result().sizeBytes);
  }

  const ownFiles: [name: string, content: Buffer][] = [
    [chromiumLayout.fontConfigFile, Buffer.from(fontConfig)],
    [join(chromiumLayout.sqliteStandIn, 'libsqlite3.so.0'), sqliteStandIn()],
  ];
  for (const [name, content] of ownFiles) {
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    await writeDurably(join(folder, name), content);
    files[name] = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }
  const marker: Marker = { version: chromiumPackage.version, files };
  await writeDurably(
    join(folder, chromiumLayout.marker),
    Buffer.from(`${JSON.stringify(marker, null, 2)}\n`),
  );
}

/**
 * Rejects an empty result with zlib's error code, as for any damage: one damaged file in twenty still starts like a
 * Brotli stream, but an empty one.
 */
function requireContent(sizeBytes: number): void {
  if (sizeBytes === 0) throw Object.assign(new Error('It is empty.'), { code: 'Z_BUF_ERROR' });
}

/** @param files receives the entries written */
async function writeEntries(entries: Extract, folder: string, files: Marker['files']): Promise<void> {
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (type === 'file' && !skippedEntries.has(name)) {
      const path = pathInside(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const { pass, result } = measure();
      await pipeline(pass(entry as AsyncIterable<Buffer>), writeStream(path));
      files[relative(folder, path)] = result();
    } else if (type === 'file' || type === 'directory') {
      entry.resume();
    } else {
      throw new Error(`an archive contains a ${type} ("${name}"), but only files and folders are expected`);
    }
  }
}

/** Returns a pipeline step that passes everything through, and a function for the size and SHA-256 of what passed. */
function measure() {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    },
    result: () => ({ sizeBytes, sha256: hash.digest('hex') }),
  };
}

function writeStream(path: string) {
  // flush: the data must reach the disk before the marker does; otherwise a power cut could leave a file of the right
  // size, but full of zeros.
  return createWriteStream(path, { flags: 'wx', mode: 0o644, flush: true });
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function pathInside(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!path.startsWith(folder + sep))
    throw new Error(`an archive contains "${name}", which points outside its folder`);
  return path;
}

/** rename(2) only replaces an empty folder, so exactly one of several processes succeeds. */
async function moveIntoPlace(partial: string, folder: string, version: string): Promise<void> {
  for (;;) {
    try {
      await rename(partial, folder);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    }
    if (await isIntact(folder, version)) return;
    // The existing folder is damaged. Move it to a name that is cleaned up even if this process is killed now.
    const aside = await createTemporaryFolder(dirname(folder), `chromium-${version}.partial-`);
    await rename(folder, join(aside, 'damaged')).catch((error) => {
      if (systemCode(error) !== 'ENOENT') throw error; // another process was faster
    });
    await rm(aside, { recursive: true, force: true });
  }
}

async function isIntact(folder: string, version: string): Promise<boolean> {
  try {
    if (!isPrivate(await lstat(folder))) return false;
    const markerPath = join(folder, chromiumLayout.marker);
    if (!isPrivate(await lstat(markerPath))) return false;
    const marker = JSON.parse(await readFile(markerPath, 'utf8')) as Marker;
    if (marker.version !== version || !(chromiumLayout.executable in marker.files)) return false;
    for (const [name, { sizeBytes }] of Object.entries(marker.files)) {
      const status = await lstat(join(folder, name));
      if (!status.isFile() || status.size !== sizeBytes || !isPrivate(status)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Owned by this user or root, and writable by nobody else. */
function isPrivate(status: Stats): boolean {
  return isOwnedByUs(status) && (process.platform === 'win32' || (status.mode & 0o022) === 0);
}

function isOwnedByUs(status: Stats): boolean {
  return process.getuid === undefined || status.uid === process.getuid() || status.uid === 0;
}

/**
 * Rejects a folder that all users can write to (such as a shared /tmp): another user could plant or swap the browser.
 */
async function preparePrivateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const folder = await realpath(path);
  const status = await stat(folder);
  if (!isOwnedByUs(status) || (process.platform !== 'win32' && (status.mode & 0o002) !== 0)) {
    throw new ChromiumError(
      'chromium-unpack-failed',
      `Chromium was not unpacked into ${folder}, because other users can write to that folder and could replace the browser. Choose a cache folder that belongs only to the user that Offprint runs as, or remove write access for others (chmod o-w).`,
    );
  }
  return folder;
}

function explainUnpackFailure(
  error: unknown,
  { cacheFolder, chromiumPackage }: { cacheFolder: string; chromiumPackage: ChromiumPackage },
): ChromiumError {
  if (error instanceof ChromiumError) return error;
  const because = (sentence: string) =>
    new ChromiumError('chromium-unpack-failed', sentence, { cause: error });
  const path = error instanceof Error && 'path' in error ? String(error.path) : cacheFolder;
  const packageIsDamaged = `The npm package @sparticuz/chromium in ${chromiumPackage.folder} is incomplete or damaged. Reinstall the dependencies (npm ci).`;

  const code = systemCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return because(
      `There is not enough free space in ${cacheFolder} to unpack Chromium, which needs 220 MB. Free some space or choose another data folder.`,
    );
  }
  if (path.startsWith(chromiumPackage.folder + sep) || isDecompressionError(code))
    return because(packageIsDamaged);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return because(
      `Chromium cannot be unpacked: ${path} is not writable by the user that Offprint runs as. Grant that user write access to it, or choose another data folder.`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return because(
    `Chromium could not be unpacked into ${cacheFolder}: ${reason}. Try again, or choose another data folder.`,
  );
}

function isBrokenPipe(error: unknown): boolean {
  return systemCode(error) === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** zlib reports `Z_BUF_ERROR` if the file ends too early; the Brotli decoder reports `ERR_…` codes. */
function isDecompressionError(code: string): boolean {
  return code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR');
}
