import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { checkDatabase } from './check-database.ts';
import { openForWriting } from './database.ts';
import { repairDatabase } from './repair.ts';

const PAGES = 3000;

/**
 * Returns a data folder whose database has one job with many pages, and a damaged leaf page in the middle of the
 * frontier.
 */
function damagedFolder(): string {
  const folder = temporaryFolder('damaged');
  const store = openForWriting(folder);
  store.exec(`
    INSERT INTO projects (id, name, origin, deployment_type, features, settings, created_at, updated_at)
      VALUES ('prj_1', 'Kept', '{}', 'air-gapped', '{}', '{}', '2026', '2026');
    INSERT INTO export_jobs (id, project_id, domain, status, phase, settings, policy, created_at, updated_at)
      VALUES ('se_1', 'prj_1', 'docs.example', 'completed', 'done', '{}', '{}', '2026', '2026');
  `);
  const page = store.prepare(
    "INSERT INTO resources (job_id, url, kind, status, required, depth, title) VALUES ('se_1', ?, 'page', 'done', 1, 0, ?)",
  );
  const ingested = store.prepare("INSERT INTO ingested VALUES ('se_1', ?, x'00')");
  store.transaction(() => {
    for (let index = 0; index < PAGES; index++) {
      const url = `/page-${String(index).padStart(5, '0')}.html`;
      page.run(url, `Title of the page ${index} `.repeat(4));
      ingested.run(url);
    }
  })();
  store.close();
  const file = path.join(folder, 'offprint.db');
  const bytes = fs.readFileSync(file);
  const at = bytes.indexOf(`Title of the page ${PAGES / 2} `);
  bytes.fill(0xff, Math.floor(at / 4096) * 4096, (Math.floor(at / 4096) + 1) * 4096);
  fs.writeFileSync(file, bytes);
  return folder;
}

it('makes a whole database of what can be read, keeps the damaged one, and says what was lost', async () => {
  const folder = damagedFolder();
  const before = fs.readFileSync(path.join(folder, 'offprint.db'));
  expect(await checkDatabase(folder)).not.toEqual([]);

  const { keptAs, tables } = repairDatabase(folder);

  expect(fs.readFileSync(keptAs).equals(before)).toBe(true);
  expect(await checkDatabase(folder)).toEqual([]);
  const of = (name: string) => tables.find((table) => table.name === name);
  const pages = of('resources');
  expect(pages?.isWhole).toBe(false);
  expect(pages?.rows).toBeGreaterThan(PAGES - 100);
  expect(pages?.rows).toBeLessThan(PAGES);
  expect(of('ingested')).toMatchObject({ isWhole: true, orphans: PAGES - (pages?.rows ?? 0) });
  expect(of('projects')).toMatchObject({ rows: 1, isWhole: true, orphans: 0 });
  const store = openForWriting(folder);
  expect(store.pragma('foreign_key_check')).toEqual([]);
  expect(store.prepare('SELECT count(*) FROM organization').pluck().get()).toBe(1);
  store.close();
});

it('says so where not even the schema can be read', () => {
  const folder = temporaryFolder('damaged');
  const other = new Database(path.join(folder, 'offprint.db'));
  other.exec('CREATE TABLE other (a)');
  other.close();
  expect(() => repairDatabase(folder)).toThrow('Not even the database schema');
  expect(fs.readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});
