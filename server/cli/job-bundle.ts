import { type Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { findJob } from './follow.ts';
import { findReport } from './job-report.ts';
import { countOf } from './list.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type ArchiveFormat, destinationOf, FORCE, formatOf, IN_FOLDER, requireFit } from './out-file.ts';
import { bringBundle, keptBundle, requestLink } from './save-bundle.ts';
import { formatBytes, outputFor } from './terminal.ts';
import type { Project } from './wire.ts';
import { withApi } from './with-api.ts';

type BundleOptions = ApiOptions &
  Readonly<{
    out?: string;
    force?: boolean;
    archiveFolder?: boolean;
    format?: ArchiveFormat;
    base?: string;
    expires?: number;
    linkTarget?: boolean;
  }>;

export function jobBundleCommand(): Command {
  return apiCommand('bundle')
    .description(
      "Get a link to a completed job's bundle, or download the bundle. The link works without a key until it expires. To resume an interrupted download, run the command again.",
    )
    .argument('<job>', 'job id (se_…)')
    .option('-o, --out <file>', 'download the bundle to this file')
    .option(...FORCE)
    .option(...IN_FOLDER)
    .addOption(
      new Option(
        '--format <format>',
        'archive format (default: from the file name in --out, or zip)',
      ).choices(['zip', 'tar.gz']),
    )
    .option('--base <job>', "get a delta based on this earlier job's bundle")
    .option(
      '--expires <seconds>',
      'how long the link works (default: the linkLifetimeSeconds setting)',
      countOf,
    )
    .option('--no-link-target', 'use a link to the server even if the project uses object storage')
    .action(runBundleCommand);
}

async function runBundleCommand(id: string, options: BundleOptions): Promise<void> {
  const output = outputFor(options.json === true);
  const { base, expires } = options;
  const destination = await destinationOf(options);
  const out = destination?.file;
  if (out !== undefined) requireFit(out, options.format ?? (base === undefined ? formatOf(out) : 'zip'));
  // People get a zip. The format for programs (API) is a server setting.
  const whole = base === undefined ? (out === undefined ? 'zip' : formatOf(out)) : undefined;
  const format = options.format ?? whole;
  const request = {
    ...(format && { format }),
    ...(base !== undefined && { base }),
    ...(destination?.forPeople && base === undefined && { forPeople: true }),
    ...(expires !== undefined && { expiresInSeconds: expires }),
    ...(options.linkTarget === false && { linkTarget: null }),
  };
  await withApi(options, 'change', async (api) => {
    const job = await findJob(api, id);
    const { status, errorCode, projectId } = job;
    if (out === undefined) {
      const project = await api.request<Project>('GET', `/v1/projects/${projectId}`);
      const isOurs = options.linkTarget === false || project.linkTarget === null;
      if (isOurs && api.local()?.url === null) throw linkLeadsNowhere();
      const bundle = await requestLink(api, id, request);
      output.result(bundle);
      output.line(bundle.bundleUrl);
      return;
    }
    // A job that failed verification still has a bundle, and a report that lists its faults.
    const isMade = status === 'completed' || errorCode === 'verification-failed';
    const isWhole = isMade && base === undefined;
    const report = isWhole ? await findReport(api, id) : undefined;
    const kept = report && keptBundle(api, id, formatOf(out), report);
    const saved = await bringBundle(api, job, kept, request, out, output);
    output.result(saved);
    output.line(`Bundle    ${saved.file} (${formatBytes(saved.sizeBytes)})`);
    output.line(`SHA-256   ${saved.sha256}`);
  });
}

function linkLeadsNowhere(): OffprintError {
  return new OffprintError(
    'conflict',
    'No server is using this data folder, so a link would not work. Save the bundle with --out, or start a server with: offprint serve',
  );
}
