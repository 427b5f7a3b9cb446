import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { featurePolicy } from '../exports/features/feature-policy.ts';
import { exportSettings } from '../exports/settings/settings.ts';
import { takeLock } from '../folder-lock.ts';
import { openForWriting, type Store } from './database.ts';
import { addEvent, listEvents } from './events.ts';
import { completeJob, createJob, failJob, requireJob, setProgress, startJob } from './exports.ts';
import { migrations } from './migrations.ts';
import { objectFile, putObject, putObjectStream, readObject, removeUnfinishedObjects } from './objects.ts';
import { openForReading } from './open-read-only.ts';
import { createProject, findProject, updateProject } from './projects.ts';
import { frontierOf } from './resources.ts';

let data: string;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-store-'));
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

function project(store: Store, domain = 'docs.example.com') {
  return createProject(store, {
    name: 'docs',
    origin: { kind: 'directory', folder: `/sites/${domain}` },
    domains: [domain],
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
}

function job(store: Store) {
  return createJob(store, {
    projectId: project(store).id,
    domain: 'docs.example.com',
    version: null,
    settings: exportSettings.parse({}),
    policy: featurePolicy('air-gapped', {}),
  });
}

describe('the database', () => {
  it('starts with an enterprise organization and every table of the design', () => {
    const store = openForWriting(data);
    expect(store.prepare('SELECT plan FROM organization').pluck().get()).toBe('enterprise');
    const names = store.prepare('SELECT name FROM sqlite_master ORDER BY name').pluck().all();
    expect(names).toEqual(
      expect.arrayContaining([
        'admin_keys',
        'assets',
        'bundles',
        'events',
        'export_jobs',
        'pages',
        'projects',
      ]),
    );
    store.close();
  });

  it('stays as it was when a migration fails', () => {
    openForWriting(data).close();
    const file = path.join(data, 'offprint.db');
    const older = new Database(file);
    older.exec('DROP VIEW pages; PRAGMA user_version = 0');
    older.close();
    // A database with tables but schema version 0 cannot be migrated. The attempt must leave everything unchanged.
    expect(() => openForWriting(data)).toThrow();
    const after = new Database(file, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(0);
    after.close();
  });

  it('of a newer Offprint is not touched', () => {
    const store = openForWriting(data);
    store.pragma(`user_version = ${migrations.length + 1}`);
    store.close();
    expect(() => openForWriting(data)).toThrow(/made by a newer version of Offprint/);
    expect(() => openForReading(data)).toThrow(/made by a newer version of Offprint/);
  });

  it('tells what sent a job back in an older Offprint as it tells it now', () => {
    const store = openForWriting(data);
    const { id } = job(store);
    const add = store.prepare('INSERT INTO events (job_id, at, kind, detail) VALUES (?, ?, ?, ?)');
    for (const detail of ['{}', '{}']) add.run(id, 'then', 'object-damaged', detail);
    add.run(id, 'then', 'origin-changed', '{"round":1}');
    store.exec(migrations.find((sql) => sql.includes('turned-back')) ?? '');
    expect(listEvents(store, id).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['queued', {}],
      ['turned-back', { from: 'pack', to: 'seed', why: 'object-damaged', count: 1 }],
      ['turned-back', { from: 'pack', to: 'seed', why: 'object-damaged', count: 2 }],
      ['turned-back', { from: 'settle', to: 'seed', why: 'origin-changed', count: 1 }],
    ]);
    store.close();
  });

  it('that is damaged says so and what to do', () => {
    fs.writeFileSync(
      path.join(data, 'offprint.db'),
      'no database at all, but long enough to be taken for one'.repeat(50),
    );
    expect(() => openForWriting(data)).toThrow(/damaged .* newest backup/);
  });
});

describe('what stands in the place of the database', () => {
  const file = (): string => path.join(data, 'offprint.db');
  const foreign = (setup: string) => (): void => {
    const other = new Database(file());
    other.exec(setup);
    other.close();
  };
  const places: Readonly<Record<string, [make: () => void, code: string, says: RegExp]>> = {
    'an empty file': [() => fs.writeFileSync(file(), ''), 'store-damaged', /is empty \(0 bytes\)/],
    'an empty file with a write-ahead log': [
      () => {
        fs.writeFileSync(file(), '');
        fs.writeFileSync(`${file()}-wal`, 'wal');
      },
      'store-damaged',
      /is empty/,
    ],
    'a write-ahead log alone': [
      () => fs.writeFileSync(`${file()}-wal`, 'wal'),
      'store-damaged',
      /is missing, but .*offprint\.db-wal, which belongs to it, is still there/,
    ],
    'a journal alone': [
      () => fs.writeFileSync(`${file()}-journal`, 'journal'),
      'store-damaged',
      /-journal, which belongs to it, is still there/,
    ],
    'a text': [() => fs.writeFileSync(file(), 'a text'), 'store-damaged', /not a SQLite database/],
    'a folder': [() => fs.mkdirSync(file()), 'store-damaged', /not a regular file/],
    'a pipe': [() => void spawnSync('mkfifo', [file()]), 'store-damaged', /not a regular file/],
    'the database of another program': [
      foreign('CREATE TABLE notes (text TEXT)'),
      'usage',
      /was not made by Offprint/,
    ],
    'a database of another program with a version and a number': [
      foreign('PRAGMA user_version = 3; PRAGMA application_id = 42; CREATE TABLE projects (id TEXT)'),
      'usage',
      /was not made by Offprint/,
    ],
    'a database without tables': [
      foreign('CREATE TABLE x (y); DROP TABLE x'),
      'usage',
      /was not made by Offprint/,
    ],
  };

  it.each(Object.keys(places))('is refused and left as it is: %s', (what) => {
    const [make, code, message] = places[what] ?? [];
    make?.();
    const before = contents();
    const refusal = expect.objectContaining({ code, message: expect.stringMatching(message ?? '') });
    for (const open of [openForWriting, openForReading]) {
      let thrown: unknown;
      try {
        open(data).close();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toEqual(refusal);
      expect(contents()).toEqual(before);
    }
  });

  it('is taken for ours by its tables where it has no number, as in older releases', () => {
    const made = openForWriting(data);
    expect(made.pragma('application_id', { simple: true })).toBe(0x4f464650);
    made.pragma('application_id = 0');
    made.close();
    openForWriting(data).close();
    openForReading(data).close();
  });

  it('is none, where the process died while it made the first one', () => {
    fs.writeFileSync(`${file()}.new`, '');
    fs.writeFileSync(`${file()}.new-journal`, 'half');
    openForWriting(data).close();
    expect(fs.readdirSync(data)).toEqual(['offprint.db']);
  });

  function contents(): Record<string, string | null> {
    return Object.fromEntries(
      fs.readdirSync(data).map((name) => {
        const place = path.join(data, name);
        return [name, fs.statSync(place).isFile() ? fs.readFileSync(place, 'latin1') : null];
      }),
    );
  }
});

describe('the lock', () => {
  it('keeps a second process out and falls with the first, however that ends', async () => {
    const script = `import { takeLock } from ${JSON.stringify(path.join(import.meta.dirname, '..', 'folder-lock.ts'))};
      takeLock(${JSON.stringify(data)}, 'host', 0); console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void holder.kill('SIGKILL'));
    await new Promise((resolve) => holder.stdout.once('data', resolve));

    expect(() => takeLock(data, 'host', 0)).toThrow(
      `in use by another Offprint process (process ${holder.pid})`,
    );

    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    takeLock(data, 'host', 0).release();
  });
});

describe('objects', () => {
  it('are kept once and read back', () => {
    const sha256 = putObject(data, Buffer.from('content'));
    expect(putObject(data, Buffer.from('content'))).toBe(sha256);
    expect(readObject(data, sha256).toString()).toBe('content');
  });

  it('that come as a stream have the same name as those that come whole', async () => {
    async function* chunks() {
      yield Buffer.from('con');
      yield Buffer.from('tent');
    }
    const { sha256, sizeBytes } = await putObjectStream(data, chunks());
    expect({ sha256, sizeBytes }).toEqual({ sha256: putObject(data, Buffer.from('content')), sizeBytes: 7 });
  });

  it('that are damaged are found when they are read, and removed', () => {
    const sha256 = putObject(data, Buffer.from('content'));
    fs.writeFileSync(objectFile(data, sha256), 'contenT');
    expect(() => readObject(data, sha256)).toThrow(/damaged or missing/);
    expect(fs.existsSync(objectFile(data, sha256))).toBe(false);
  });

  it('that were being written when the process died are removed, the others stay', () => {
    const sha256 = putObject(data, Buffer.from('content'));
    const unfinished = path.join(path.dirname(objectFile(data, sha256)), 'unfinished-0123');
    fs.writeFileSync(unfinished, 'con');
    removeUnfinishedObjects(data);
    expect(fs.existsSync(unfinished)).toBe(false);
    expect(readObject(data, sha256).toString()).toBe('content');
  });
});

describe('projects', () => {
  it('are found by id, domain in any case, and name', () => {
    const store = openForWriting(data);
    const { id } = project(store);
    for (const reference of [id, 'docs.example.com', 'DOCS.example.com', 'docs']) {
      expect(findProject(store, reference)?.id).toBe(id);
    }
    store.close();
  });

  it('cannot take a domain of another, and lose nothing by trying', () => {
    const store = openForWriting(data);
    project(store);
    const other = project(store, 'other.example.com');
    expect(() => updateProject(store, other.id, { name: 'x', domains: ['docs.example.com'] })).toThrow(
      /belongs to another/,
    );
    expect(findProject(store, other.id)).toEqual(other);
    store.close();
  });
});

describe('export jobs', () => {
  it('have a progress that never falls', () => {
    const store = openForWriting(data);
    const { id } = job(store);
    startJob(store, id);
    const seen = [10, 40, 20, 250, 60].map((progress) => {
      setProgress(store, id, progress, progress);
      return requireJob(store, id).progress;
    });
    expect(seen).toEqual([10, 40, 40, 100, 100]);
    store.close();
  });

  it('end once: what comes later changes nothing', () => {
    const store = openForWriting(data);
    const { id } = job(store);
    startJob(store, id);
    failJob(store, id, 'canceled', 'Canceled by the user.');
    completeJob(store, id, 'passed');
    failJob(store, id, 'internal', 'something else');
    startJob(store, id);
    expect(requireJob(store, id)).toMatchObject({ status: 'failed', errorCode: 'canceled' });
    expect(
      listEvents(store, id)
        .map((event) => event.kind)
        .filter((kind) => kind === 'failed'),
    ).toHaveLength(1);
    store.close();
  });

  it('number their events so that a reader can go on after the last one seen', () => {
    const store = openForWriting(data);
    const { id } = job(store);
    addEvent(store, id, 'phase', { phase: 'pack' });
    const [first, second] = listEvents(store, id);
    expect(listEvents(store, id, first?.id)).toEqual([second]);
    store.close();
  });
});

describe('the frontier', () => {
  it('takes a URL once and lists it by depth, sorted by bytes', () => {
    const store = openForWriting(data);
    const frontier = frontierOf(store, job(store).id);
    expect(frontier.add({ url: '/z', required: true, depth: 0 })).toBe(true);
    expect(frontier.add({ url: '/Z', required: false, depth: 1 })).toBe(true);
    expect(frontier.add({ url: '/a', required: false, depth: 1 })).toBe(true);
    expect(frontier.add({ url: '/a', required: true, depth: 0 })).toBe(false);
    expect(frontier.nextDepth()).toBe(0);
    expect(frontier.queued(0)).toEqual([{ url: '/z', hops: 0 }]);
    expect(frontier.queued(1).map(({ url }) => url)).toEqual(['/Z', '/a']);
    expect([...frontier.all()].map((resource) => resource.url)).toEqual(['/Z', '/a', '/z']);
    store.close();
  });
});
