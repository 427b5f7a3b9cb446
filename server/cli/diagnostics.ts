import fs from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { writeWhole } from '../bundles/whole-file.ts';
import { newZip } from './new-zip.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor } from './terminal.ts';
import { withExistingData } from './with-api.ts';

export function diagnosticsCommand(): Command {
  return apiCommand('diagnostics')
    .summary('collect troubleshooting information in one file')
    .description(
      'Writes a zip with versions, paths, free space, the settings and where each one is set, the last lines of the log, and the results of a database and browser check. It contains no secrets, but look through it before you share it.',
    )
    .requiredOption('--archive <file>', 'where to write the archive (.zip); an existing file is not replaced')
    .action((options: ApiOptions & { archive: string }) =>
      withExistingData(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const file = newZip(options.archive, 'diagnostics archive');
        output.note('Collecting information, and checking the database and browser');
        const archive = await buffer(await api.post('/v1/diagnostics/archive'));
        await writeWhole(file, async ({ unfinished }) => {
          await fs.promises.chmod(unfinished, 0o600);
          await fs.promises.writeFile(unfinished, archive, { flush: true });
        });
        output.result({ file, sizeBytes: archive.length });
        output.line(`Archive   ${file}`);
      }),
    );
}
