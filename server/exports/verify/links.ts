import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { mapOrdered } from '../threads/concurrency.ts';
import type { Inspected } from './inspect.ts';

export type LinkFault = Readonly<{
  kind: 'no file' | 'no anchor';
  /** One of the files that contain the link, and the number of such files. */
  from: string;
  count: number;
  target: string;
  fragment: string;
  /** Whether the page loads the target, which is worse than a dead link. */
  loads: boolean;
}>;

export type LinkCheck = Readonly<{
  files: number;
  links: number;
  faults: readonly LinkFault[];
  /** Addresses that files load from other hosts, each with one of these files. */
  outside: readonly Readonly<{ url: string; from: string }>[];
}>;

/** A link that is not in the table yet. */
type WaitingLink = { target: string; fragment: string; source: string; loads: number; count: number };

/** Most pages contain the same links. Inserting them one by one takes as long as everything else together. */
const WAITING_MAX = 20_000;

/**
 * Resolves every reference in an unpacked bundle to its file and anchor. Keeps the tables in a temporary database, so
 * that memory use does not grow with the site.
 * @param files all files of the bundle
 * @param inspectable those that contain references
 */
export async function checkLinks(
  folder: string,
  files: readonly string[],
  inspectable: readonly string[],
  inspect: (file: string) => Promise<Inspected>,
  window: number,
): Promise<LinkCheck> {
  const databaseFile = path.join(folder, '..', 'links.db');
  fs.rmSync(databaseFile, { force: true });
  const database = new Database(databaseFile);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -16000'); // kB
    database.exec(`
      CREATE TABLE files (path TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE anchors (path TEXT, id TEXT, PRIMARY KEY (path, id)) WITHOUT ROWID;
      CREATE TABLE links (target TEXT, fragment TEXT, source TEXT, loads INTEGER, count INTEGER,
        PRIMARY KEY (target, fragment)) WITHOUT ROWID;
      CREATE TABLE outside (url TEXT PRIMARY KEY, source TEXT) WITHOUT ROWID;
    `);
    const addFile = database.prepare('INSERT OR IGNORE INTO files VALUES (?)');
    const addAnchor = database.prepare('INSERT OR IGNORE INTO anchors VALUES (?, ?)');
    const addLink = database.prepare(
      `INSERT INTO links VALUES (@target, @fragment, @source, @loads, @count)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, loads = max(loads, excluded.loads)`,
    );
    const addOutside = database.prepare('INSERT OR IGNORE INTO outside VALUES (?, ?)');
    // A single transaction: separate ones would each write every page that they change.
    database.exec('BEGIN');
    for (const file of files) addFile.run(file);

    let total = 0;
    /** Pages rendered by scripts. */
    const drawn = new Set<string>();
    const waiting = new Map<string, WaitingLink>();
    const flush = (): void => {
      for (const link of waiting.values()) addLink.run(link);
      waiting.clear();
    };
    const results = mapOrdered(inspectable, { items: window }, async (file) => ({
      file,
      found: await inspect(file),
    }));
    for await (const { file, found } of results) {
      total += found.links.length;
      if (found.isDrawn) drawn.add(file);
      for (const anchor of found.anchors) addAnchor.run(file, anchor);
      for (const { target, fragment, loads } of found.links) {
        const key = `${target}\0${fragment}`;
        const known = waiting.get(key);
        if (known) {
          known.count++;
          known.loads |= Number(loads);
        } else waiting.set(key, { target, fragment, source: file, loads: Number(loads), count: 1 });
      }
      if (waiting.size >= WAITING_MAX) flush();
      for (const url of found.outside) addOutside.run(url, file);
    }
    flush();
    database.exec('COMMIT');

    const rows = database
      .prepare(
        `SELECT target, fragment, source, loads, count,
           NOT EXISTS (SELECT 1 FROM files WHERE path = target) AS noFile
         FROM links
         WHERE noFile OR (fragment <> '' AND fragment <> 'top' AND target GLOB '*.*htm*'
           AND fragment NOT LIKE ':~:%'
           AND NOT EXISTS (SELECT 1 FROM anchors WHERE path = target AND id = fragment))
         ORDER BY target, fragment`,
      )
      .all() as {
      target: string;
      fragment: string;
      source: string;
      loads: number;
      count: number;
      noFile: number;
    }[];
    return {
      files: files.length,
      links: total,
      faults: rows
        .filter(({ noFile, target }) => noFile || !drawn.has(target))
        .map((row) => ({
          kind: row.noFile ? 'no file' : 'no anchor',
          from: row.source,
          count: row.count,
          target: row.target,
          fragment: row.fragment,
          loads: row.loads === 1,
        })),
      outside: database.prepare('SELECT url, source AS "from" FROM outside ORDER BY url').all() as {
        url: string;
        from: string;
      }[],
    };
  } finally {
    database.close();
    fs.rmSync(databaseFile, { force: true });
  }
}
