import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { openForReading, openForWriting } from './database.ts';
import { migrations } from './migrations.ts';

/** A data folder as the release with that version of the schema made it, with a project, a job and a page. */
function folderOfSchema(version: number): string {
  const folder = temporaryFolder(`schema-${version}`);
  const store = new Database(path.join(folder, 'offprint.db'));
  store.pragma('journal_mode = WAL');
  for (const sql of migrations.slice(0, version)) store.exec(sql);
  store.pragma(`user_version = ${version}`);
  store.exec(`
    INSERT INTO projects (id, name, origin, deployment_type, features, settings, created_at, updated_at)
      VALUES ('prj_1', 'Kept', '{"kind":"directory","folder":"/srv/docs"}', 'air-gapped', '{}', '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
    INSERT INTO export_jobs (id, project_id, domain, status, phase, settings, policy, created_at, updated_at)
      VALUES ('se_1', 'prj_1', 'docs.example', 'completed', 'done', '{}', '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
    INSERT INTO resources (job_id, url, kind, status, required, depth) VALUES ('se_1', '/', 'page', 'done', 1, 0);
    INSERT INTO events (job_id, at, kind, detail) VALUES ('se_1', '2026-01-01T00:00:00.000Z', 'object-damaged', '{"round":1}');
  `);
  store.close();
  return folder;
}

const KEPT =
  'SELECT p.name, j.status, r.url FROM projects p JOIN export_jobs j ON j.project_id = p.id JOIN resources r ON r.job_id = j.id';

it.each(Array.from({ length: migrations.length - 1 }, (_, index) => index + 1))(
  'a database of schema %i opens, is brought up to date, and can be restored from the copy that was kept before',
  (version) => {
    const folder = folderOfSchema(version);
    const store = openForWriting(folder);
    expect(store.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(store.prepare(KEPT).get()).toEqual({ name: 'Kept', status: 'completed', url: '/' });
    expect(store.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(store.pragma('foreign_key_check')).toEqual([]);
    store.close();

    const [copy = ''] = fs.readdirSync(path.join(folder, 'backups'));
    expect(copy).toMatch(new RegExp(`^offprint-schema${version}-`));
    const restored = temporaryFolder('restored');
    fs.copyFileSync(path.join(folder, 'backups', copy), path.join(restored, 'offprint.db'));
    const old = new Database(path.join(restored, 'offprint.db'), { readonly: true });
    expect(old.pragma('user_version', { simple: true })).toBe(version);
    old.close();
    openForWriting(restored).close();
    const again = openForReading(restored);
    expect(again.prepare(KEPT).get()).toEqual({ name: 'Kept', status: 'completed', url: '/' });
    again.close();
  },
);
