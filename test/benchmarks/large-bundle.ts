import { spawn } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { contentDigest } from '../../server/bundles/content-digest.ts';
import { packable, packedEntry } from '../../server/bundles/deflate.ts';
import type { ManifestFile } from '../../server/bundles/manifest.ts';
import { MANIFEST_FILE } from '../../server/bundles/own-files.ts';
import { formatManifest } from '../../server/bundles/write-manifest.ts';
import { createZip } from '../../server/bundles/zip.ts';

/**
 * `npm run bench:large-bundle [-- --gigabytes 6 --pages 2000]`: makes a bundle of incompressible files and many pages, then
 * signs, verifies, splits, joins and receives it on the command line. Prints the time and the largest resident memory (VmHWM) of each
 * command; fails when one that only reads or copies has 200 MB or more. Linux only. Takes three times the size of the
 * bundle in the temporary folder.
 */
const { values } = parseArgs({
  options: { gigabytes: { type: 'string', default: '6' }, pages: { type: 'string', default: '2000' } },
});
const MEMORY_MAX_MB = 200;
const LARGE_FILE_BYTES = 100e6;
const PAGES = Number(values.pages);

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-large-bundle-'));
const file = (name: string): string => path.join(work, name);

try {
  await makeBundle(file('docs.zip'), Number(values.gigabytes) * 1e9);
  fs.writeFileSync(file('master-key'), randomBytes(48).toString('base64'), { mode: 0o600 });
  const data = ['--data', file('data')];
  await run('trust', 'create', ...data);
  const volumes = file('volumes');
  fs.mkdirSync(volumes);
  const descriptor = path.join(volumes, 'docs.zip.volumes.json');
  const sign = await measured('sign', file('docs.zip'), ...data); // in a server of its own
  const rows = [
    await measured('verify', file('docs.zip'), ...data),
    await measured('split', file('docs.zip'), '--size', '1GB', '--out', volumes),
    { ...(await measured('verify', descriptor, ...data)), command: 'verify the volumes' },
    await measured('join', descriptor, '--out', file('joined.zip')),
  ];
  const receive = await measured('receive', file('docs.zip'), ...data); // in a server of its own, too
  console.table([sign, receive, ...rows]);
  if (rows.some(({ megabytes }) => megabytes >= MEMORY_MAX_MB)) process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

async function makeBundle(out: string, sizeBytes: number): Promise<void> {
  const archive = await createZip(out);
  const files: ManifestFile[] = [];
  // One is larger than 4 GiB, which takes zip64.
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

/** Bytes that nothing compresses, the same for the same name. */
async function* noise(name: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const key = createHash('sha256').update(name).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  for (let left = sizeBytes; left > 0; left -= 2 ** 20)
    yield cipher.update(Buffer.alloc(Math.min(left, 2 ** 20)));
}

async function measured(...args: string[]): Promise<{ command: string; seconds: number; megabytes: number }> {
  const started = performance.now();
  const megabytes = await run(...args);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { command: args[0] ?? '', seconds, megabytes };
}

/** @returns the largest resident memory of the command's process, in MB */
async function run(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['server/cli/main.js', ...args], {
    env: { ...process.env, OFFPRINT_SECRET_FILE: file('master-key') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let largest = 0;
  const look = (): void => {
    // It is empty once the process has ended.
    const status = fs.existsSync(`/proc/${child.pid}/status`)
      ? fs.readFileSync(`/proc/${child.pid}/status`, 'utf8')
      : '';
    largest = Math.max(largest, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
  };
  const timer = setInterval(look, 20);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  );
  clearInterval(timer);
  if (code !== 0) throw new Error(`offprint ${args.join(' ')} ended with ${code}`);
  return Math.round((largest * 1024) / 1e6);
}
