import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import yazl from 'yazl';
import { OffprintError } from '../errors.ts';
import { redacted } from '../redacted.ts';
import { withApi } from './connect.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor } from './terminal.ts';
import type { DiagnosticResult, Diagnostics, EffectiveSettingList } from './wire.ts';

export function diagnosticsCommand(): Command {
  return apiCommand('diagnostics')
    .summary('collect what helps to find a problem in one file')
    .description(
      'Writes a zip with versions, paths, free space, the settings and where each comes from, the last lines of the log, and a check of the database and browser. It contains no secrets, but look through it before you share it.',
    )
    .requiredOption('--archive <file>', 'where to write it (.zip); an existing file is not replaced')
    .action((options: ApiOptions & { archive: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const file = path.resolve(options.archive);
        if (fs.existsSync(file)) throw new OffprintError('usage', `${file} exists. Choose another name.`);
        const { log, ...facts } = await api.request<Diagnostics>('GET', '/v1/diagnostics');
        const { settings } = await api.request<EffectiveSettingList>('GET', '/v1/settings/effective');
        const checks: DiagnosticResult[] = [];
        for (const check of ['database', 'browser']) {
          output.note(`Checking the ${check}`);
          checks.push(await api.request<DiagnosticResult>('POST', '/v1/diagnostics/checks', { check }));
        }
        const parts = {
          'facts.json': facts,
          'settings.json': settings,
          'checks.json': checks,
          'log.json': log,
        };
        const zip = new yazl.ZipFile();
        for (const [name, value] of Object.entries(parts)) {
          zip.addBuffer(Buffer.from(redacted(`${JSON.stringify(value, null, 2)}\n`)), name);
        }
        zip.end();
        try {
          await pipeline(zip.outputStream, fs.createWriteStream(file, { flags: 'wx', mode: 0o600 }));
        } catch (error) {
          fs.rmSync(file, { force: true });
          throw error;
        }
        output.result({ file, files: Object.keys(parts) });
        output.line(`Archive   ${file}`);
        for (const { check, ok, detail } of checks)
          output.line(`${ok ? 'Sound' : 'Fault'}     ${check}: ${detail}`);
      }),
    );
}
