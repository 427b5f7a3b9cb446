import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { checkDatabase } from '../store/check-database.ts';
import { DATABASE_FILE } from '../store/database.ts';
import { objectFile } from '../store/objects.ts';
import { hasOwnDatabase } from '../store/own-database.ts';
import { repairDatabase } from '../store/repair.ts';
import { dataFolderOf } from './data-folder.ts';
import { EXIT } from './exit-codes.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { outputFor, plural } from './terminal.ts';

const NAMED_MAX = 20;

export function doctorCommand(): Command {
  return offprintCommand('doctor')
    .summary('check the data folder, and repair its database')
    .description(
      'Reads the whole database and looks for the files it refers to. With --repair, a damaged database is rebuilt from what can still be read, and the damaged file is kept. Stop the server first.',
    )
    .option('--repair', 'rebuild a damaged database from what can be read')
    .action(async (options: CommonOptions & { repair?: boolean }) => {
      const output = outputFor(options.json === true);
      const folder = dataFolderOf(options.data);
      if (!hasOwnDatabase(path.join(folder, DATABASE_FILE)))
        throw new OffprintError(
          'usage',
          `There is no database in ${folder}. Specify the data folder with --data.`,
        );
      const faults = await checkDatabase(folder);
      if (faults.length > 0 && options.repair) {
        const repair = repairDatabase(folder);
        output.result(repair);
        output.line(`Repaired  ${path.join(folder, DATABASE_FILE)}`);
        output.line(`Kept      the damaged database: ${repair.keptAs}`);
        const harmed = repair.tables.filter(({ isWhole, orphans }) => !isWhole || orphans > 0);
        if (harmed.length === 0) output.line('Lost      nothing: only indexes were damaged');
        for (const { name, rows, isWhole, orphans } of harmed) {
          const lost = isWhole ? '' : '; the rest could not be read';
          const parents =
            orphans > 0 ? `; ${plural(orphans, 'row')} removed because related data was lost` : '';
          output.line(`Lost      part of ${name}: ${plural(rows, 'row')} kept${lost}${parents}`);
        }
        output.line('To replace what is missing, export the sites again.');
        return;
      }
      const references = faults.length > 0 ? undefined : referencesOf(folder);
      output.result({ ok: faults.length === 0 && references?.missing.length === 0, faults, ...references });
      if (!references) {
        for (const fault of faults) output.line(`Damaged   ${fault}`);
        output.line(
          'To repair the database, stop the server, then run: offprint doctor --repair. Or restore a backup to a new data folder: offprint restore <backup> --data <new folder>',
        );
        process.exitCode = EXIT.checkFailed;
        return;
      }
      const { orphans, missing } = references;
      output.line('Database  SQLite found no problems');
      if (orphans > 0) output.line(`          ${plural(orphans, 'orphaned row')}`);
      for (const name of missing.slice(0, NAMED_MAX)) output.line(`Missing   ${name}`);
      if (missing.length > NAMED_MAX)
        output.line(`          and ${missing.length - NAMED_MAX} more. Use --json to list them all.`);
      if (missing.some((name) => name.startsWith('objects/')))
        output.line('          Missing objects will be read again the next time their site is exported.');
      if (missing.some((name) => !name.startsWith('objects/')))
        output.line(
          '          To get a missing bundle back, export its site again, or restore a backup: offprint restore <backup> --data <new folder>',
        );
      if (missing.length === 0) output.line('Files     every file that the database refers to is present');
      if (missing.length > 0 || orphans > 0) process.exitCode = EXIT.checkFailed;
    });
}

/** Finds rows without their parent, and files that the database refers to but that are missing. */
function referencesOf(folder: string): Readonly<{ orphans: number; missing: string[] }> {
  const store = new Database(path.join(folder, DATABASE_FILE), { readonly: true });
  try {
    const column = (sql: string): string[] => store.prepare(sql).pluck().all() as string[];
    const files = [
      ...column('SELECT DISTINCT object FROM resources WHERE object IS NOT NULL').map((object) =>
        objectFile(folder, object),
      ),
      ...column('SELECT file FROM bundles UNION SELECT file FROM deltas').map((file) =>
        path.join(folder, file),
      ),
    ];
    return {
      orphans: (store.pragma('foreign_key_check') as unknown[]).length,
      missing: files.filter((file) => !fs.existsSync(file)).map((file) => path.relative(folder, file)),
    };
  } finally {
    store.close();
  }
}
