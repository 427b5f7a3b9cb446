import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { deflatedEntry, writeArchive, writeBundle } from '../../server/bundles/archive.test-support.ts';
import { publicKeyOfSigner } from '../../server/bundles/ed25519.ts';
import { moveToFolder } from '../../server/bundles/move-to-folder.ts';
import { pemOf } from '../../server/bundles/public-key.ts';
import { readArchive } from '../../server/bundles/read.ts';
import { signBundle } from '../../server/bundles/sign-bundle.ts';
import { signatureOf } from '../../server/bundles/signature.ts';
import { newSigningKey, successorOf } from '../../server/bundles/signing.test-support.ts';
import { writeDelta } from '../../server/bundles/write-delta.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';

/**
 * docs/verify-by-hand.md, followed to the letter: its commands, as they stand there, in a shell that stops at the first
 * that fails and has nothing but the programs which the page names.
 */
const key = newSigningKey();
const { signal } = new AbortController();
const FILES = {
  '[slug]/a b.html': `<p>${'b '.repeat(500)}`,
  'empty.txt': '',
  'größe  mit Abstand.css': 'p{}',
  'index.html': '<p>index',
  '日本語/é.html': '<p>日本語',
};
let genuine: Map<string, Buffer>;
let bundle: Buffer;
let programs: string;

beforeAll(async () => {
  const file = path.join(temporaryFolder(), 'bundle.zip');
  await writeBundle(file, FILES);
  await signBundle(file, key, signal);
  bundle = fs.readFileSync(file);
  genuine = await filesOf(file);
  programs = temporaryFolder();
  for (const name of ['openssl', 'unzip', 'sha256sum', 'mkdir', 'cat', 'mv', 'rmdir']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    if (found === '') throw new Error(`${name} is not installed: apt-get install openssl unzip`);
    fs.symlinkSync(found, path.join(programs, name));
  }
});

describe('a bundle, by hand', () => {
  it('is accepted as it was signed', () => {
    const { status, stdout, stderr } = follow('A bundle', { 'bundle.zip': bundle });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^[0-9a-f]{64} {2}-\nSignature Verified Successfully\n$/);
    expect(status).toBe(0);
  });

  it('is accepted in a folder, as people download it, and refused where something lies beside that', async () => {
    const place = temporaryFolder();
    const [plain, inFolder] = [path.join(place, 'plain.zip'), path.join(place, 'in-folder.zip')];
    fs.writeFileSync(plain, bundle);
    await moveToFolder({ from: plain, out: inFolder, folder: 'docs.example.com-1.0' }, signal);
    expect(follow('A bundle', { 'bundle.zip': fs.readFileSync(inFolder) }).status).toBe(0);
    const moved = [...genuine].map(([name, content]) => [`docs/${name}`, content] as const);
    const beside = await zipOf([...moved, ['evil.html', Buffer.from('evil')]]);
    expect(follow('A bundle', { 'bundle.zip': beside }).status).not.toBe(0);
  });

  it('is accepted where the signer changed keys, with the new one', async () => {
    const next = successorOf(key);
    const signature = Buffer.from(signatureOf(genuine.get('offprint.json') ?? Buffer.alloc(0), next));
    const files = new Map(genuine).set('offprint.json.sig', signature);
    const changed = await zipOf(files);
    expect(follow('A bundle', { 'bundle.zip': changed }, next).status).toBe(0);
    expect(follow('A bundle', { 'bundle.zip': changed }).status).not.toBe(0);
  });

  const changes: Record<string, (files: Map<string, Buffer>) => void> = {
    'a page is another': (files) => files.set('index.html', Buffer.from('<p>Index')),
    'a page is empty': (files) => files.set('index.html', Buffer.alloc(0)),
    'an empty file is not': (files) => files.set('empty.txt', Buffer.from('x')),
    'a page is missing': (files) => files.delete('index.html'),
    'a page was added': (files) => files.set('evil.html', Buffer.from('x')),
    'the file of an operator was added': (files) => files.set('offprint-site.js', Buffer.from('x')),
    'a page was renamed': (files) => {
      files.set('evil.html', files.get('index.html') ?? Buffer.alloc(0));
      files.delete('index.html');
    },
    'the manifest fits an altered page': (files) => {
      const text = String(files.get('offprint.json'));
      files.set('offprint.json', Buffer.from(text.replace(/"sha256": "./, '"sha256": "0')));
    },
    'the manifest has another version': (files) => {
      files.set('offprint.json', Buffer.from(String(files.get('offprint.json')).replace('"1.0"', '"2.0"')));
    },
    'the manifest is missing': (files) => files.delete('offprint.json'),
    'the signature is missing': (files) => files.delete('offprint.json.sig'),
    'the signature is another': (files) =>
      files.set(
        'offprint.json.sig',
        altered(files, /(?<=^signature )./m, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    'the signature names another key': (files) =>
      files.set(
        'offprint.json.sig',
        altered(files, /key \S+/, () => `key ${publicKeyOfSigner(newSigningKey())}`),
      ),
    'the signature has a line more': (files) =>
      files.set(
        'offprint.json.sig',
        altered(files, /$/, () => 'x\n'),
      ),
    'a stranger signed it': (files) => {
      const manifest = files.get('offprint.json') ?? Buffer.alloc(0);
      files.set('offprint.json.sig', Buffer.from(signatureOf(manifest, newSigningKey())));
    },
    'a page would lie elsewhere': (files) => files.set('../evil.html', Buffer.from('x')),
  };

  it.each(Object.entries(changes))('is refused where %s', async (_what, change) => {
    const files = new Map(genuine);
    change(files);
    expect(follow('A bundle', { 'bundle.zip': await zipOf(files) }).status).not.toBe(0);
  });

  it('is refused where a page stands twice, in either order', async () => {
    const evil = ['index.html', Buffer.from('evil')] as const;
    for (const files of [
      [...genuine, evil],
      [evil, ...genuine],
    ])
      expect(follow('A bundle', { 'bundle.zip': await zipOf(files) }).status).not.toBe(0);
  });

  it('is refused where it is cut off, or a byte of its content is another', () => {
    for (const share of [0.3, 0.6, 0.99]) {
      const cut = bundle.subarray(0, Math.floor(bundle.length * share));
      expect(follow('A bundle', { 'bundle.zip': cut }).status).not.toBe(0);
    }
    const start = bundle.indexOf('<p>index'); // too short to be compressed
    for (let at = start; at < start + 8; at += 3) {
      const flipped = Buffer.from(bundle);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(follow('A bundle', { 'bundle.zip': flipped }).status, `byte ${at}`).not.toBe(0);
    }
  });
});

describe('volumes, by hand', () => {
  it('are joined and verified, and refused where one is missing or another', () => {
    const third = Math.ceil(bundle.length / 3);
    const volumes = Object.fromEntries(
      [0, 1, 2].map((n) => [`bundle.zip.00${n + 1}`, bundle.subarray(n * third, (n + 1) * third)]),
    );
    const commands = commandsOf('Volumes') + commandsOf('A bundle');
    const status = (files: Record<string, Buffer>) => run(commands, files, key).status;
    expect(status({ ...volumes, 'bundle.zip.volumes.json': Buffer.from('{}') })).toBe(0);
    const { 'bundle.zip.002': second = Buffer.alloc(0), ...others } = volumes;
    expect(status(others)).not.toBe(0);
    expect(status({ ...volumes, 'bundle.zip.003': second })).not.toBe(0);
  });
});

describe('a delta, by hand', () => {
  it('is accepted as it was signed, and refused altered', async () => {
    const folder = temporaryFolder();
    const [base, target, delta] = ['base', 'target', 'delta'].map((name) =>
      path.join(folder, `${name}.zip`),
    ) as [string, string, string];
    await writeBundle(base, { 'index.html': '<p>old' });
    await writeBundle(target, FILES);
    await writeDelta({ base, target, out: delta }, signal);
    await signBundle(delta, key, signal);
    expect(follow('A delta', { 'delta.zip': fs.readFileSync(delta) }).status).toBe(0);
    const files = await filesOf(delta);
    for (const name of files.keys()) {
      const changed = new Map(files).set(
        name,
        Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from('x')]),
      );
      if (name.endsWith('.sig')) changed.set(name, Buffer.from('signature AAAA\n'));
      expect(follow('A delta', { 'delta.zip': await zipOf(changed) }).status, name).not.toBe(0);
      const fewer = new Map(files);
      fewer.delete(name);
      expect(follow('A delta', { 'delta.zip': await zipOf(fewer) }).status, name).not.toBe(0);
    }
    const more = new Map(files).set('files/evil.html', Buffer.from('x'));
    expect(follow('A delta', { 'delta.zip': await zipOf(more) }).status).not.toBe(0);
  });
});

/** Runs all commands of a section of the page in an empty folder with these files and `signer.pem`. */
function follow(section: string, files: Record<string, Buffer>, signer = key) {
  return run(commandsOf(section), files, signer);
}

function commandsOf(section: string): string {
  const page = fs.readFileSync('docs/verify-by-hand.md', 'utf8');
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
  if (blocks.length === 0) throw new Error(`The page has no commands under "${section}".`);
  return blocks.join('');
}

function run(commands: string, files: Record<string, Buffer>, signer: typeof key) {
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), bytes);
  fs.writeFileSync(path.join(folder, 'signer.pem'), pemOf(publicKeyOfSigner(signer)));
  const around = fs.readdirSync(path.dirname(folder));
  const result = spawnSync('/bin/sh', ['-e', '-c', commands], {
    cwd: folder,
    env: { PATH: programs },
    encoding: 'utf8',
  });
  expect(fs.readdirSync(path.dirname(folder))).toEqual(around);
  return result;
}

function altered(files: Map<string, Buffer>, what: RegExp, by: (found: string) => string): Buffer {
  return Buffer.from(String(files.get('offprint.json.sig')).replace(what, by));
}

async function filesOf(archive: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const entry of readArchive(archive)) {
    const chunks: Buffer[] = [];
    for await (const chunk of await entry.open()) chunks.push(chunk as Buffer);
    files.set(entry.path, Buffer.concat(chunks));
  }
  return files;
}

async function zipOf(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const file = path.join(temporaryFolder(), 'crafted.zip');
  const entries = [...files].map(([name, bytes]) => ({
    ...deflatedEntry(name, bytes),
    crc32: zlib.crc32(bytes),
  }));
  await writeArchive(file, 'zip', entries);
  return fs.readFileSync(file);
}
