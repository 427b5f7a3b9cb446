import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { fixtureFolderOf, unpackFixture } from '../../test/stand-ins/data-folder-fixture.ts';
import { absentFolder, temporaryFolder, unpacked } from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { openBackup } from '../backup/write-backup.ts';
import { openForWriting, type Store } from './database.ts';
import { migrations } from './migrations.ts';
import { openForReading } from './open-read-only.ts';

const versions = migrations.map((_, index) => index + 1);
/** The oldest, a middle and the newest version: the contents of a backup do not depend on the original version. */
const backedUp = new Set(isFullRun ? versions : [1, Math.ceil(versions.length / 2), versions.length]);
/** These, the newest but one, and every fourth version. Each goes through all later migrations. */
const opened = versions.filter(
  (version) => isFullRun || backedUp.has(version) || version === versions.length - 1 || version % 4 === 0,
);

it.each(versions)(
  'a data folder of schema %i is kept: node test/stand-ins/data-folder-fixture.ts',
  (version) => {
    expect(fs.existsSync(fixtureFolderOf(version))).toBe(true);
  },
);

/** Expects what the original export left: a project, its completed job, two pages, a bundle that opens. */
async function expectKept(store: Store, folder: string): Promise<void> {
  expect(store.prepare('SELECT count(*) FROM projects').pluck().get()).toBe(1);
  const jobs = 'SELECT j.status FROM projects p JOIN export_jobs j ON j.project_id = p.id';
  expect(store.prepare(jobs).pluck().all()).toEqual(['completed']);
  const pages = "SELECT url FROM resources WHERE kind = 'page' AND status = 'done' ORDER BY url";
  expect(store.prepare(pages).pluck().all()).toEqual([
    expect.stringMatching(/\/$/),
    expect.stringMatching(/more\.html$/),
  ]);
  const file = store.prepare('SELECT file FROM bundles').pluck().get() as string;
  expect(String((await unpacked(path.join(folder, file))).get('more.html'))).toContain('<h1>More</h1>');
  const objects = store
    .prepare('SELECT DISTINCT object FROM resources WHERE object IS NOT NULL')
    .pluck()
    .all();
  expect(objects).toHaveLength(2);
  for (const object of objects as string[])
    expect(fs.existsSync(path.join(folder, 'objects', object.slice(0, 2), object.slice(2)))).toBe(true);
}

/** Expects the same contents after restoring a backup elsewhere. */
async function expectRestored(store: Store, folder: string): Promise<void> {
  const file = path.join(temporaryFolder('backups'), 'backup.zip');
  const backup = await openBackup({
    dataFolder: folder,
    store: () => store,
    release: '1.0.0',
    keyNames: { secrets: [], adminKeys: [] },
  });
  await pipeline(backup.content, fs.createWriteStream(file));
  const elsewhere = absentFolder('restored');
  const { facts } = await restoreBackup(file, elsewhere, undefined, () => {}, new AbortController().signal);
  expect(facts).toMatchObject({ schema: migrations.length, missing: [] });
  const restored = openForReading(elsewhere);
  await expectKept(restored, elsewhere);
  restored.close();
}

it.each(opened)(
  'a data folder of schema %i opens, is brought up to date, is backed up and restored, and has the copy from before',
  async (version) => {
    const folder = absentFolder(`schema-${version}`);
    unpackFixture(version, folder);
    const store = openForWriting(folder);
    expect(store.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(store.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(store.pragma('foreign_key_check')).toEqual([]);
    await expectKept(store, folder);

    if (backedUp.has(version)) await expectRestored(store, folder);
    store.close();
    if (version === migrations.length) return;
    const [copy = ''] = fs.readdirSync(path.join(folder, 'backups'));
    expect(copy).toMatch(new RegExp(`^offprint-schema${version}-`));
    for (const end of ['', '-wal', '-shm'])
      fs.rmSync(path.join(folder, `offprint.db${end}`), { force: true });
    fs.copyFileSync(path.join(folder, 'backups', copy), path.join(folder, 'offprint.db'));
    const old = new Database(path.join(folder, 'offprint.db'), { readonly: true });
    expect(old.pragma('user_version', { simple: true })).toBe(version);
    old.close();
    const again = openForWriting(folder);
    await expectKept(again, folder);
    again.close();
  },
);

it('reasons why addresses were skipped get the names of today', () => {
  const folder = absentFolder('schema-24-skipped');
  unpackFixture(24, folder);
  const old = new Database(path.join(folder, 'offprint.db'));
  old.exec(
    "UPDATE resources SET status = 'skipped', reason = 'page cap reached' WHERE url LIKE '%more.html'",
  );
  old.close();
  const store = openForWriting(folder);
  const reasons = "SELECT reason FROM resources WHERE status = 'skipped'";
  expect(store.prepare(reasons).pluck().all()).toEqual(['page limit reached']);
  store.close();
});
