import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { mapOrdered } from '../threads/concurrency.ts';
import type { Inspected } from './inspect.ts';

export type LinkFault = Readonly<{
  kind: 'no file' | 'no anchor';
  /** One of the files that hold the link, and how many do. */
  from: string;
  count: number;
  target: string;
  fragment: string;
  /** The page loads it: more than a link that leads nowhere. */
  loads: boolean;
}>;

export type LinkCheck = Readonly<{
  files: number;
  links: number;
  faults: readonly LinkFault[];
  /** What files load from other hosts, with one of the files that do. */
  outside: readonly Readonly<{ url: string; from: string }>[];
}>;

/** A link that the table does not count yet. */
type WaitingLink = { target: string; fragment: string; source: string; loads: number; count: number };

/** The same links stand in most pages: added one by one, they take as long as all the rest. */
const WAITING_MAX = 20_000;

/**
 * Follows every reference of an unpacked bundle to its file and anchor. The tables lie in a temporary database, so
 * that memory does not grow with the site.
 * @param files every file of the bundle; `inspectable` those with references
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
    // One transaction for all: each would write every page of the tables that it touched.
    database.exec('BEGIN');
    for (const file of files) addFile.run(file);

    let total = 0;
    /** Pages that scripts draw. */
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
