import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { createZip } from '../../server/bundles/zip.ts';
import {
  dataFolder,
  type Exported,
  exportSite,
  makeSite,
  manyPages,
  offprint,
  page,
  skipBecause,
  temporaryFolder,
  unpacked,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

const site = makeSite({
  ...manyPages(5, (index) => `<img src="i.png?v=${index}"><a href="https://example.com/${index}">out</a>`),
  'i.png': Buffer.alloc(3000, 7),
  'style.css': 'body { background: url(i.png) }',
  'straße/ünïcode 🚀.html': page('Names'),
  'empty.txt': '',
});

describe('the same content', () => {
  it.each(firstOf(1, ['zip', 'tar.gz']))(
    'is the same %s in every data folder and every time zone',
    async (format) => {
      const args = ['--format', format];
      const auckland = await exportSite(site, args, { env: { TZ: 'Pacific/Auckland' } });
      const newYork = await exportSite(site, [...args, '--concurrency', '1'], {
        env: { TZ: 'America/New_York' },
      });

      expect([auckland.code, newYork.code]).toEqual([0, 0]);
      expect(fs.readFileSync(auckland.out).equals(fs.readFileSync(newYork.out))).toBe(true);
    },
  );

  it.runIf(isFullRun)('is the same whatever the age and the place of the site', async () => {
    const copy = temporaryFolder('site');
    fs.cpSync(site, copy, { recursive: true });
    for (const name of fs.readdirSync(copy)) fs.utimesSync(path.join(copy, name), 1, 1);

    const [one, other] = [await exportSite(site), await exportSite(copy)];

    expect(fs.readFileSync(one.out).equals(fs.readFileSync(other.out))).toBe(true);
  });
});

describe('a tar.gz', () => {
  it('is opened by tar', async ({ skip }) => {
    if (spawnSync('tar', ['--version']).status !== 0) skipBecause(skip, 'there is no tar');
    const { code, out } = await exportSite(site, ['--format', 'tar.gz']);
    expect(code).toBe(0);

    const list = spawnSync('tar', ['tzf', out, '--quoting-style=literal'], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });

    expect(list.stderr).toBe('');
    expect(list.status).toBe(0);
    expect(list.stdout.trim().split('\n').sort()).toEqual([...(await unpacked(out)).keys()].sort());
    const verified = await offprint(['verify', out]);
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain('Intact');
  });
});

describe('a zip', () => {
  it('is opened by unzip, which finds no fault', async ({ skip }) => {
    if (spawnSync('unzip', ['-v']).status !== 0) skipBecause(skip, 'there is no unzip');
    const { out } = await exportSite(site);

    const test = spawnSync('unzip', ['-tq', out], { encoding: 'utf8' });

    expect(test.stdout + test.stderr).toContain('No errors detected');
    expect(test.status).toBe(0);
  });
});

describe('a bundle that is not what was packed', () => {
  let whole: Exported;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    whole = await exportSite(site);
    files = await unpacked(whole.out);
  });

  /** A zip as made by an attacker or an accident. */
  async function craftZip(entries: Iterable<readonly [string, Buffer]>): Promise<string> {
    const file = path.join(temporaryFolder(), 'crafted.zip');
    const zip = await createZip(file);
    for (const [name, bytes] of entries) {
      await zip.add({
        path: name,
        method: 0,
        crc32: zlib.crc32(bytes),
        sizeBytes: bytes.length,
        compressedBytes: bytes.length,
        data: bytes,
      });
    }
    await zip.finish();
    return file;
  }

  async function craftTar(
    entries: readonly (Parameters<tar.Pack['entry']>[0] & { body?: string })[],
  ): Promise<string> {
    const file = path.join(temporaryFolder(), 'crafted.tar.gz');
    const pack = tar.pack();
    for (const { body, ...header } of entries) pack.entry(header, body ?? '');
    pack.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of pack) chunks.push(chunk as Buffer);
    fs.writeFileSync(file, zlib.gzipSync(Buffer.concat(chunks)));
    return file;
  }

  /** Expects both commands to refuse it with this sentence, and to write nothing near the destination. */
  async function expectRefused(
    file: string,
    says: string | RegExp,
    commands: readonly string[] = ['verify', 'check'],
  ): Promise<void> {
    for (const command of commands) {
      const around = temporaryFolder('around');
      const temporary = path.join(around, 'tmp');
      fs.mkdirSync(temporary);
      const { code, stderr } = await offprint(
        [command, file, ...(command === 'check' ? ['--data', dataFolder()] : [])],
        { env: { TMPDIR: temporary }, cwd: around },
      );
      expect(stderr).toMatch(says);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(code).toBe(6);
      expect(fs.readdirSync(around)).toEqual(['tmp']);
      expect(fs.readdirSync(temporary)).toEqual([]);
    }
  }

  it.each([
    '../evil.html',
    'a/../../evil.html',
    '/evil.html',
    'C:/evil.html',
    '..\\evil.html',
    'a//b.html',
    './x.html',
  ])('is refused when a name leads out of it: %s', async (name) => {
    const file = await craftZip([...files, [name, Buffer.from('evil')]]);
    const commands = name === '../evil.html' ? ['verify', 'check'] : ['verify'];
    await expectRefused(file, /would be written outside the destination folder.*Do not unpack it/, commands);
  });

  it('is refused when a name in a tar.gz leads out of it', async () => {
    const file = await craftTar([
      { name: 'index.html', body: 'x' },
      { name: '../evil.html', body: 'evil' },
    ]);
    await expectRefused(file, /would be written outside the destination folder/);
  });

  it('is refused when it holds a link', async () => {
    await expectRefused(
      await craftTar([{ name: 'link', type: 'symlink', linkname: '/etc' }]),
      /contains "link", which is not a regular file. Do not unpack it/,
    );
    const file = await craftZip([['link', Buffer.from('/etc')]]);
    const bytes = fs.readFileSync(file);
    const central = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, central + 38);
    fs.writeFileSync(file, bytes);
    await expectRefused(file, /contains "link", which is not a regular file. Do not unpack it/);
  });

  it('is refused when it holds a name twice', async () => {
    const file = await craftZip([...files, ['index.html', Buffer.from('evil')]]);

    await expectRefused(file, /contains "index.html" twice/);
  });

  it('is refused when a file was changed, added or taken away: each is named', async () => {
    const changed = new Map(files);
    changed.set('p0001.html', Buffer.from('changed'));
    changed.delete('p0002.html');
    changed.set('added.html', Buffer.from('added'));

    const file = await craftZip(changed);
    for (const command of ['verify', 'check']) {
      const { code, stdout, stderr } = await offprint([command, file]);

      expect(stdout).toContain('p0001.html has changed since it was packed (its SHA-256 does not match).');
      expect(stdout).toContain('p0002.html is missing.');
      expect(stdout).toContain('added.html was added after the export.');
      expect(stdout).not.toContain('Checked');
      expect(stderr).toMatch(/Fetch (it|all of it|the bundle) again from its source/);
      expect(code).toBe(6);
    }
  });

  it('is refused when its manifest was changed with it', async () => {
    const changed = new Map(files);
    const page = Buffer.from('changed');
    const manifest = JSON.parse(files.get('offprint.json')?.toString() ?? '') as {
      files: { path: string; sha256: string; sizeBytes: number }[];
    };
    for (const entry of manifest.files) {
      if (entry.path !== 'p0001.html') continue;
      entry.sha256 = createHash('sha256').update(page).digest('hex');
      entry.sizeBytes = page.length;
    }
    changed.set('p0001.html', page);
    changed.set('offprint.json', Buffer.from(JSON.stringify(manifest)));

    const file = await craftZip(changed);
    for (const command of ['verify', 'check']) {
      const { code, stdout } = await offprint([command, file]);

      expect(stdout).toContain(
        'offprint.json has been altered: its digest does not match its list of files.',
      );
      expect(code).toBe(6);
    }
  });

  it('allows the one file that an operator may add, and says so', async () => {
    const file = await craftZip([...files, ['offprint-site.js', Buffer.from('window.site = {}')]]);

    const { code, stdout } = await offprint(['verify', file]);

    expect(stdout).toContain('offprint-site.js was added by an operator after the export.');
    expect(code).toBe(0);
  });

  it('is refused when it is cut off, empty, overwritten, or no archive at all', async () => {
    const bytes = fs.readFileSync(whole.out);
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 3)] = (flipped[Math.floor(bytes.length / 3)] ?? 0) ^ 0xff;
    const damages = {
      'cut.zip': bytes.subarray(0, bytes.length - 500),
      'half.zip': bytes.subarray(0, Math.floor(bytes.length / 2)),
      'empty.zip': Buffer.alloc(0),
      'flipped.zip': flipped,
      'text.zip': Buffer.from('This is not an archive.'),
      'other.zip': fs.readFileSync(await craftZip([['readme.txt', Buffer.from('another archive')]])),
      'cut.tar.gz': zlib.gzipSync(bytes).subarray(0, 1000),
    };
    for (const [name, content] of Object.entries(damages)) {
      const file = path.join(temporaryFolder(), name);
      fs.writeFileSync(file, content);
      for (const command of ['verify', 'check']) {
        const { code, stderr, stdout } = await offprint([command, file]);
        expect(stderr, name).toMatch(
          /offprint: .*((Copy or fetch|Fetch) (it|all of it|the bundle) again|it is incomplete or not an Offprint bundle|was not made by Offprint)/,
        );
        expect(stderr + stdout, name).not.toMatch(/\n\s+at /);
        const isShort = /^(cut|half|other)\.zip$/.test(name); // the others are not archives, or were overwritten
        expect(code, name).toBe(command === 'verify' && isShort ? 15 : 6);
      }
    }
  });
});
