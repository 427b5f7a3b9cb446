import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/store/database.ts';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import {
  addFiles,
  dataFolder,
  exportSite,
  jobsOf,
  makeSite,
  NOBODY,
  offprint,
  page,
  pathsOf,
  skipBecause,
  temporaryFolder,
  unpacked,
  whyNotAnotherUser,
} from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

const site = makeSite({ 'index.html': page('Start', '<a href="b.html">b</a>'), 'b.html': page('B') });

/** A used data folder whose database is one file. */
async function usedDataFolder(): Promise<string> {
  const data = dataFolder();
  await (await openHost(data, builtPorts)).close();
  expect(fs.readdirSync(data).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([DATABASE_FILE]);
  return data;
}

describe('a data folder that another program holds', () => {
  it.runIf(isFullRun)(
    'names the Offprint that holds it; reading goes on; afterwards it is free',
    async () => {
      const data = dataFolder();
      const host = await openHost(data, builtPorts);

      const second = await exportSite(site, [], { data });
      const list = await offprint(['jobs', '--data', data]);
      await host.close();
      const third = await exportSite(site, [], { data });

      expect(second.code).toBe(2);
      expect(second.stderr).toContain(
        `The data folder ${data} is in use by another Offprint process (process ${process.pid}). Stop that process, or choose another data folder with --data.`,
      );
      expect(list.code).toBe(0);
      expect(third.code).toBe(0);
    },
  );

  it.runIf(isFullRun)('says that another program holds the database', async () => {
    const data = await usedDataFolder();
    const other = new Database(path.join(data, DATABASE_FILE));
    other.exec('BEGIN EXCLUSIVE');
    try {
      const { code, stderr } = await exportSite(site, [], { data });

      expect(code).toBe(2);
      expect(stderr).toContain('Another program is using the database in the data folder');
      expect(stderr).toContain('Close that program, then try again.');
    } finally {
      other.close();
    }
    expect((await exportSite(site, [], { data })).code).toBe(0);
  });
});

describe('a damaged database', () => {
  const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'full of something else': (bytes) => Buffer.alloc(bytes.length, 'something else '),
    'cut off': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
    'cut off within the first page': (bytes) => bytes.subarray(0, 1000),
    'overwritten in the middle': (bytes) =>
      Buffer.concat([bytes.subarray(0, 4096), bytes.subarray(4096).fill(0x55)]),
    'with another header': (bytes) => Buffer.concat([Buffer.alloc(16, 1), bytes.subarray(16)]),
  };

  it.each(firstOf(1, Object.keys(damages)))('%s is reported and left as it is', async (damage) => {
    const data = await usedDataFolder();
    const file = path.join(data, DATABASE_FILE);
    const damaged = damages[damage]?.(fs.readFileSync(file)) ?? Buffer.alloc(0);
    fs.writeFileSync(file, damaged);

    const { code, stderr } = await exportSite(site, [], { data });

    expect(stderr).toMatch(/The database .*is damaged/);
    expect(stderr).toMatch(
      /with the newest backup from the backups folder(?:, or|\. Alternatively,) choose another data folder/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
    expect(fs.readFileSync(file).equals(damaged)).toBe(true);

    const list = await offprint(['jobs', '--data', data]);
    expect(list.code).not.toBe(0);
    expect(list.stderr).toMatch(/damaged/);
  });

  it.runIf(isFullRun)('can be replaced by an older one', async () => {
    const data = await usedDataFolder();
    const file = path.join(data, DATABASE_FILE);
    const backup = fs.readFileSync(file);
    fs.writeFileSync(file, 'garbage');
    expect((await exportSite(site, [], { data })).code).toBe(1);

    fs.writeFileSync(file, backup);
    expect((await exportSite(site, [], { data })).code).toBe(0);
  });
});

describe('a database that is none of ours', () => {
  it.each(
    firstOf<[what: string, status: number, make: (file: string) => void, says: string]>(1, [
      [
        'that of another program',
        2,
        (file) => void new Database(file).exec('CREATE TABLE notes (text)').close(),
        'was not made by Offprint',
      ],
      ['an empty file', 1, (file) => fs.writeFileSync(file, ''), 'is empty (0 bytes)'],
    ]),
  )('is refused and left as it is: %s', async (_what, status, make, says) => {
    const data = dataFolder();
    fs.mkdirSync(data, { recursive: true });
    make(path.join(data, DATABASE_FILE));
    const before = fs.readFileSync(path.join(data, DATABASE_FILE));
    for (const args of [['export', site], ['jobs']]) {
      const { code, stderr } = await offprint([...args, '--data', data]);
      expect(stderr).toContain(says);
      expect(code).toBe(status);
    }
    expect(fs.readFileSync(path.join(data, DATABASE_FILE)).equals(before)).toBe(true);
    expect(fs.readdirSync(data).filter((name) => name.startsWith(DATABASE_FILE))).toEqual([DATABASE_FILE]);
  });
});

describe('the files of a data folder', () => {
  const modesIn = (folder: string): string[] =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('browser'))
      .filter((name) => (fs.lstatSync(path.join(folder, name)).mode & 0o077) !== 0);

  it.skipIf(process.platform === 'win32')(
    "are their owner's alone, whatever the umask; what is saved elsewhere follows it",
    async () => {
      const data = dataFolder();
      const umask = process.umask(0o002);
      try {
        const { code, out } = await exportSite(site, [], { data });
        expect(code).toBe(0);
        expect(fs.statSync(data).mode & 0o777).toBe(0o700);
        expect(modesIn(data)).toEqual([]);
        for (const file of [out, `${out}.json`]) expect(fs.statSync(file).mode & 0o777).toBe(0o664);
      } finally {
        process.umask(umask);
      }
    },
  );

  it.skipIf(process.platform === 'win32')(
    'are closed again at the next start, but nothing else is',
    async () => {
      const data = dataFolder();
      await exportSite(site, [], { data });
      const top = [
        '',
        ...fs.readdirSync(data).filter((name) => name !== 'browser'),
        ...fs.readdirSync(path.join(data, 'exports')).map((id) => `exports/${id}`),
      ];
      const modes = new Map(top.map((name) => [name, fs.statSync(path.join(data, name)).mode & 0o777]));
      const openAll = (): void => {
        for (const [name, mode] of modes) fs.chmodSync(path.join(data, name), mode | 0o055);
      };
      openAll();
      await (await openHost(data, builtPorts)).close();
      for (const [name, mode] of modes) {
        if (!fs.existsSync(path.join(data, name))) continue;
        expect([name, fs.statSync(path.join(data, name)).mode & 0o777]).toEqual([name, mode]);
      }
      // A folder that is also used for other things stays accessible.
      addFiles(data, { 'notes/of-others.txt': 'x' });
      openAll();
      await (await openHost(data, builtPorts)).close();
      expect(fs.statSync(data).mode & 0o777).toBe(0o755);
      expect(fs.statSync(path.join(data, DATABASE_FILE)).mode & 0o077).toBe(0);
      expect(fs.statSync(path.join(data, 'notes/of-others.txt')).mode & 0o077).not.toBe(0);
    },
  );
});

describe('a database of a newer version', () => {
  it('is refused and left as it is', async () => {
    const data = await usedDataFolder();
    const store = new Database(path.join(data, DATABASE_FILE));
    store.pragma('user_version = 999');
    store.close();
    const before = fs.readFileSync(path.join(data, DATABASE_FILE));

    for (const args of [['export', site], ['jobs'], ['projects'], ['export', site, '--dry-run']]) {
      const { code, stderr } = await offprint([...args, '--data', data]);
      expect(stderr).toContain(
        'was made by a newer version of Offprint. Update Offprint, or choose another data folder.',
      );
      expect(code).toBe(2);
    }
    expect(fs.readFileSync(path.join(data, DATABASE_FILE)).equals(before)).toBe(true);
  });
});

describe('stored content that has been damaged', () => {
  it.runIf(isFullRun)('is acquired again, and the bundle is the same', async () => {
    const data = dataFolder();
    const first = await exportSite(site, [], { data });
    const objects = path.join(data, 'objects');
    for (const name of fs.readdirSync(objects, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(objects, name);
      if (fs.statSync(file).isFile()) fs.writeFileSync(file, 'damaged');
    }

    const second = await exportSite(site, [], { data });

    expect(second.code).toBe(0);
    expect(fs.readFileSync(second.out).equals(fs.readFileSync(first.out))).toBe(true);
    expect((await unpacked(second.out)).get('b.html')?.toString()).toContain('<h1>B</h1>');
  });
});

describe('a data folder that cannot be used', () => {
  it('says that it may not be written', async ({ skip }) => {
    const why = whyNotAnotherUser();
    if (why) skipBecause(skip, why);
    const data = path.join(temporaryFolder('locked'), 'data');
    fs.chmodSync(path.dirname(data), 0o555);

    const { code, stderr } = await exportSite(site, [], { data, uid: NOBODY, cwd: '/' });

    expect(stderr).toContain(data);
    expect(stderr).toMatch(
      /Make it writable by the account that Offprint runs under|choose another data folder/,
    );
    expect(code).toBe(2);
  });

  it('says that its name is taken by a file', async () => {
    const data = path.join(makeSite({ file: '' }), 'file');

    const { code, stderr } = await exportSite(site, [], { data });

    expect(stderr).toContain(data);
    expect(stderr).toContain('is a file, not a folder. Choose another data folder');
    expect(code).toBe(2);
  });

  it('says that it lies inside the site', async () => {
    const own = makeSite({ 'index.html': page('Start') });
    const data = path.join(own, 'data');

    const { code, stderr } = await exportSite(own, [], { data });

    expect(stderr).toContain(
      `The data folder ${data} would be inside the site and become part of it. Choose another location with --data.`,
    );
    expect(code).toBe(2);
    expect(fs.readdirSync(own)).toEqual(['index.html']);
  });

  it.runIf(isFullRun)('may be a hidden folder of the site', async () => {
    const own = makeSite({ 'index.html': page('Start') });

    const { code, out } = await exportSite(own, [], { data: path.join(own, '.offprint') });

    expect(code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html']);
  });
});

describe('a data folder that others look into', () => {
  it.runIf(isFullRun)('may hold files of a file manager', async () => {
    const data = dataFolder();
    await exportSite(site, [], { data });
    for (const folder of ['', 'objects', 'exports', 'backups']) {
      addFiles(path.join(data, folder), { '.DS_Store': 'x', 'Thumbs.db': 'x' });
    }

    const { code, stderr } = await exportSite(site, [], { data });

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
  });
});

describe('jobs of a data folder', () => {
  it.runIf(isFullRun)('are deleted with their bundles, and nothing else is', async () => {
    const data = dataFolder();
    await exportSite(site, [], { data });
    await exportSite(site, [], { data });
    const [first, second] = jobsOf(data);

    const { code } = await offprint(['jobs', 'delete', first?.id ?? '', '--data', data]);

    expect(code).toBe(0);
    expect(jobsOf(data)).toHaveLength(1);
    expect(fs.readdirSync(path.join(data, 'exports'))).toEqual([second?.id]);
  });
});
