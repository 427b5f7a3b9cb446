import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { formatNumber } from '../../shared/numbers.ts';
import type { Manifest } from '../bundles/manifest.ts';
import { OffprintError } from '../errors.ts';
import type { Feature } from '../exports/features/feature-policy.ts';
import { exportSettings } from '../exports/settings/settings.ts';
import type { CheckProgress } from '../exports/verify/verify.ts';
import { dataFolderOf } from './data-folder.ts';
import { EXIT } from './exit-codes.ts';
import { causeLines } from './job-report.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { outputFor, plural } from './terminal.ts';
import { wholeBundle } from './whole-bundle.ts';

export function checkCommand(): Command {
  return offprintCommand('check')
    .summary('open a bundle offline in a browser and report faults')
    .description(
      'Opens pages of a bundle from file:// and from a sub-path without a network, follows every link on every page, and reports what does not work. Rejects any bundle that offprint verify rejects.',
    )
    .argument('<bundle>', 'a .zip or .tar.gz made by Offprint')
    .option('--all', 'open every page instead of a sample')
    .action(async (file: string, options: CommonOptions & { all?: boolean }) => {
      const output = outputFor(options.json === true);
      // Never open an altered bundle.
      const integrity = await wholeBundle(file, output);
      if (!integrity) return;
      const { manifest } = integrity;
      // Large, and only this command needs it.
      const { startThreads } = await import('../exports/threads/threads.ts');
      const { checkBundle, pagesOf } = await import('../exports/verify/verify.ts');
      const settings = exportSettings.parse({});
      const pages = pagesOf(manifest.files);
      const threads = startThreads();
      const controller = new AbortController();
      const interrupt = (): void => controller.abort(new OffprintError('canceled', 'Canceled.'));
      process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
      const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-check-'));
      try {
        const check = await checkBundle({
          archive: file,
          workFolder,
          browserFolder: path.join(dataFolderOf(options.data), 'browser'),
          origin: undefined,
          pages,
          sampleMin: options.all ? pages.length : settings.sampleMin,
          sampleMax: options.all ? pages.length : settings.sampleMax,
          maxMs: options.all ? 0 : settings.sampleMaxMs,
          viewport: { width: settings.viewportWidth, height: settings.viewportHeight },
          expectedHosts: await keptHosts(manifest),
          removedControls: [],
          threads,
          signal: controller.signal,
          onProgress: (progress) => output.progress(progress.fraction, stepOf(progress)),
        });
        output.progressDone();
        output.result(check);
        for (const line of causeLines(check)) output.line(line);
        output.line(`Checked   ${check.verdict}: ${check.summary}`);
        if (check.verdict === 'failed') process.exitCode = EXIT.checkFailed;
      } finally {
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
        await threads.close();
        fs.rmSync(workFolder, { recursive: true, force: true });
      }
    });
}

/** Describes the current step of the check. */
function stepOf({ files, pages, operated, clicked }: CheckProgress): string {
  if (files.done < files.total)
    return `links checked in ${formatNumber(files.done)} of ${plural(files.total, 'file')}`;
  if (pages.done < pages.total) return `${formatNumber(pages.done)} of ${plural(pages.total, 'page')} opened`;
  if (operated.done === operated.total && clicked.total > 0)
    return `clicks tested on ${formatNumber(clicked.done)} of ${plural(clicked.total, 'page')}`;
  return `controls tested on ${formatNumber(operated.done)} of ${plural(operated.total, 'page')}`;
}

/** Hosts that the bundle may call because its project keeps features that need them. */
async function keptHosts({ settings }: Manifest): Promise<string[]> {
  const { readVendors } = await import('../exports/features/vendor-widgets.ts');
  const kept = (settings.features ?? {}) as Partial<Record<Feature, boolean>>;
  return readVendors().flatMap((vendor) => (kept[vendor.feature] === true ? vendor.hosts : []));
}
