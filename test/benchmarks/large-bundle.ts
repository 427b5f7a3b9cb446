import { spawn, spawnSync } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { buildServer } from '../../scripts/build-server.ts';
import { contentDigest } from '../../server/bundles/content-digest.ts';
import { packable, packedEntry } from '../../server/bundles/deflate.ts';
import type { ManifestFile } from '../../server/bundles/manifest.ts';
import { MANIFEST_FILE } from '../../server/bundles/own-files.ts';
import { formatManifest } from '../../server/bundles/write-manifest.ts';
import { createZip } from '../../server/bundles/zip.ts';
import { s3Bucket } from '../../server/publications/targets/s3-bucket.ts';
import { mountLoopDisk } from '../peers/loop-disk.ts';
import { makeKey, missingForOpenssh, startOpenssh } from '../peers/openssh-server.ts';
import { freePort, listening } from '../peers/ports.ts';
import { missingForSwift, SWIFT_KEYS, startSwift } from '../peers/swift-server.ts';

/**
 * `npm run bench:large-bundle [-- --gigabytes 6 --pages 2000 --only sftp,s3]`: creates a bundle of incompressible files
 * and many pages, then signs, verifies, splits, joins, publishes and receives it with the installed command line
 * (scripts/build-server.ts). Prints the time and peak resident memory (VmHWM) of each command and of its writer
 * process; fails when one of them reaches 200 MB. WebDAV needs rclone, SFTP OpenSSH, S3 Swift, a drive root and
 * mkfs.ext4; missing ones are skipped and named. With `--only`, publishes to those targets alone. Linux only. Needs
 * four times the size of the bundle in the temporary folder.
 */
const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '6' },
    pages: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
});
const MEMORY_MAX_MB = 200;
const LARGE_FILE_BYTES = 100e6;
const PAGES = Number(values.pages);
const ONLY = values.only?.split(',');
const SIZE_BYTES = Number(values.gigabytes) * 1e9;

type Row = Readonly<{ command: string; seconds: number; megabytes: number; writerMegabytes: number }>;

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-large-bundle-'));
const file = (name: string): string => path.join(work, name);
const rows: Row[] = [];

try {
  fs.symlinkSync(path.resolve('node_modules'), file('node_modules'));
  await buildServer(process.cwd(), file('offprint'));
  await makeBundle(file('docs.zip'), SIZE_BYTES);
  fs.writeFileSync(file('master-key'), randomBytes(48).toString('base64'), { mode: 0o600 });
  const data = ['--data', file('data')];
  if (!ONLY) await carry(data);
  await publishEverywhere(data);
  console.table(rows);
  if (rows.some((row) => Math.max(row.megabytes, row.writerMegabytes) >= MEMORY_MAX_MB)) process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

async function carry(data: readonly string[]): Promise<void> {
  await run('trust', 'create', ...data);
  await measured('sign', 'sign', file('docs.zip'), ...data);
  await measured('verify', 'verify', file('docs.zip'), ...data);
  await inVolumes(data);
  await measured('receive', 'receive', file('docs.zip'), ...data);
  fs.rmSync(file('data/received'), { recursive: true });
}

async function inVolumes(data: readonly string[]): Promise<void> {
  const folder = file('volumes');
  fs.mkdirSync(folder);
  const descriptor = path.join(folder, 'docs.zip.volumes.json');
  await measured('split', 'split', file('docs.zip'), '--size', '1GB', '--out', folder);
  await measured('verify the volumes', 'verify', descriptor, ...data);
  await measured('join', 'join', descriptor, '--out', file('joined.zip'));
  fs.rmSync(folder, { recursive: true });
  fs.rmSync(file('joined.zip'));
}

/** Passes the address of a server or drive, with options of `targets add`, to `publish`. */
type Target = (folder: string, publish: (...address: string[]) => Promise<void>) => Promise<void>;

async function publishEverywhere(data: readonly string[]): Promise<void> {
  const targets: Readonly<Record<string, Target>> = {
    folder: (folder, publish) => publish(folder),
    webdav: onWebdav,
    sftp: onSftp,
    s3: onS3,
    drive: onDrive,
  };
  for (const shape of ['archive', 'site']) {
    for (const [kind, open] of Object.entries(targets)) {
      if (ONLY && !ONLY.includes(kind)) continue;
      await inFolder((folder) =>
        open(folder, async (...address) => {
          const name = `${kind}, ${shape}`;
          await run('targets', 'add', name, ...address, '--shape', shape, ...data);
          await measured(`publish to ${name}`, 'publish', file('docs.zip'), '--to', name, ...data);
        }),
      );
    }
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(file('target-'));
  try {
    await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function onWebdav(...[folder, publish]: Parameters<Target>): Promise<void> {
  if (spawnSync('which', ['rclone']).status !== 0) return leaveOut('WebDAV', 'rclone');
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const server = spawn('rclone', ['serve', 'webdav', folder, '--addr', address, '--config', '/dev/null'], {
    stdio: 'ignore',
  });
  try {
    await listening(port);
    await publish(`http://${address}/`);
  } finally {
    server.kill();
  }
}

async function onSftp(...[folder, publish]: Parameters<Target>): Promise<void> {
  const missing = missingForOpenssh();
  if (missing !== undefined) return leaveOut('SFTP', missing);
  const hostKey = path.join(folder, 'host');
  const user = path.join(folder, 'user');
  const root = path.join(folder, 'root');
  fs.mkdirSync(root);
  const fingerprint = makeKey(hostKey);
  makeKey(user);
  const port = await freePort();
  const server = await startOpenssh({ folder, port, hostKey, authorizedKeys: `${user}.pub` });
  try {
    const keys = ['--private-key-file', user, '--host-key', fingerprint];
    await publish(`sftp://${os.userInfo().username}@127.0.0.1:${port}${root}`, ...keys);
  } finally {
    await server.kill();
  }
}

async function onS3(...[folder, publish]: Parameters<Target>): Promise<void> {
  const missing = missingForSwift();
  if (missing !== undefined) return leaveOut('S3', missing);
  const { port, close } = await startSwift(folder);
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    const { client } = s3Bucket({ endpoint, bucket: 'docs', prefix: '', ...SWIFT_KEYS });
    await client.send(new CreateBucketCommand({ Bucket: 'docs' }));
    client.destroy();
    const key = path.join(folder, 'secret-key');
    fs.writeFileSync(key, SWIFT_KEYS.secretAccessKey, { mode: 0o600 });
    const address = `s3://${encodeURIComponent(SWIFT_KEYS.accessKeyId)}@docs/site`;
    await publish(address, '--endpoint', endpoint, '--secret-key-file', key);
  } finally {
    await close();
  }
}

async function onDrive(...[folder, publish]: Parameters<Target>): Promise<void> {
  const disk = mountLoopDisk(folder, Math.ceil(SIZE_BYTES * 1.2 + 100e6));
  if (typeof disk === 'string') return leaveOut('a drive', disk);
  try {
    await publish(`drive:${disk.folder}`);
  } finally {
    disk.unmount();
  }
}

function leaveOut(target: string, missing: string): void {
  console.log(`Publishing to ${target} is left out: ${missing} is missing.`);
}

async function makeBundle(out: string, sizeBytes: number): Promise<void> {
  const archive = await createZip(out);
  const files: ManifestFile[] = [];
  // One file is larger than 4 GiB and therefore needs zip64.
  const sizes = [sizeBytes * 0.75];
  for (let left = sizeBytes * 0.25; left > 0; left -= LARGE_FILE_BYTES) sizes.push(LARGE_FILE_BYTES);
  for (const [index, size] of sizes.entries()) {
    const name = `downloads/${String(index).padStart(3, '0')}.bin`;
    const hash = createHash('sha256');
    let crc32 = 0;
    for await (const chunk of noise(name, size)) {
      hash.update(chunk);
      crc32 = zlib.crc32(chunk, crc32);
    }
    files.push({ path: name, sizeBytes: size, sha256: hash.digest('hex') });
    await archive.add({
      path: name,
      method: 0,
      crc32,
      sizeBytes: size,
      compressedBytes: size,
      data: noise(name, size),
    });
  }
  for (let page = 0; page < PAGES; page++) {
    const name = `pages/${String(page).padStart(6, '0')}.html`;
    const bytes = Buffer.from(
      `<!doctype html><title>${page}</title>${`<p>Page ${page}, paragraph.`.repeat(50)}`,
    );
    files.push({
      path: name,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await archive.add(packedEntry(name, packable(bytes, name, true)));
  }
  const manifest = formatManifest({
    format: 'offprint-bundle',
    formatVersion: 1,
    domain: 'docs.example.com',
    version: '1.0',
    digest: contentDigest(files),
    generator: 'offprint',
    counts: { pages: PAGES, files: files.length, sizeBytes, missing: 0 },
    settings: {},
    operatorFiles: [],
    files,
  });
  await archive.add(packedEntry(MANIFEST_FILE, packable(Buffer.from(manifest), MANIFEST_FILE, true)));
  await archive.finish();
}

/** Incompressible bytes, derived from the name. */
async function* noise(name: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const key = createHash('sha256').update(name).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  for (let left = sizeBytes; left > 0; left -= 2 ** 20)
    yield cipher.update(Buffer.alloc(Math.min(left, 2 ** 20)));
}

async function measured(name: string, ...args: string[]): Promise<void> {
  const started = performance.now();
  const { megabytes, writerMegabytes } = await run(...args);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  rows.push({ command: name, seconds, megabytes, writerMegabytes });
}

/** @returns peak resident memory of the command's process and of its writer process, in MB; 0 if there was none */
async function run(...args: string[]): Promise<Pick<Row, 'megabytes' | 'writerMegabytes'>> {
  const child = spawn(process.execPath, [file('offprint/server/cli/main.js'), ...args], {
    env: { ...process.env, OFFPRINT_SECRET_FILE: file('master-key') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  let writerMegabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(child.pid));
    writerMegabytes = Math.max(writerMegabytes, residentMegabytes(childOf(child.pid)));
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  );
  clearInterval(timer);
  if (code !== 0) throw new Error(`offprint ${args.join(' ')} ended with ${code}`);
  return { megabytes, writerMegabytes };
}

function childOf(pid: number | undefined): number | undefined {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** Peak resident memory of a process so far; 0 once it has ended. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round((Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / 1e6);
  } catch {
    return 0;
  }
}
