import type { Command } from 'commander';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatBytes, formatTime, outputFor, plural } from './terminal.ts';
import type { DiskUse, Pruned, RetentionPlan } from './wire.ts';
import { withExistingData } from './with-api.ts';

const REASONS: Readonly<Record<RetentionPlan['keep'][number]['reason'], string>> = {
  newest: 'the newest in its project',
  pinned: 'pinned',
  published: 'published',
  hosted: 'hosted',
  linked: 'has an active link',
  'in-use': 'in use',
};

export function pruneCommand(): Command {
  return apiCommand('prune')
    .summary('remove old exports, deltas and received bundles that no retention rule keeps')
    .description(
      "Removes old exports, deltas and received bundles that no retention rule keeps. Set the rules for all projects with the settings retentionKeepLast, retentionKeepDays, retentionDeltaDays and retentionReceivedDays, and the rules for one project with offprint projects retention. Each project's newest export is always kept, as is anything that is pinned, published, hosted, linked or in use.",
    )
    .option('--dry-run', 'only show what would be removed')
    .action((options: ApiOptions & { dryRun?: boolean }) =>
      options.dryRun ? plan(options) : prune(options),
    );
}

function plan(options: ApiOptions): Promise<void> {
  return withExistingData(options, 'read', async (api) => {
    const output = outputFor(options.json === true);
    const found = await api.request<RetentionPlan>('GET', '/v1/retention');
    output.result(found);
    output.table(['WHAT', 'BYTES', 'FROM', 'NAME'], found.remove.map(row));
    for (const { name, reason } of found.keep) output.line(`Kept      ${name}: ${REASONS[reason]}`);
    output.line(
      found.remove.length === 0
        ? `Under the current rules, there is nothing to remove.${found.keep.length === 0 ? ' Set rules with: offprint settings set retentionKeepLast 5' : ''}`
        : `Remove    ${plural(found.remove.length, 'item')}: ${formatBytes(found.bytes)} in archives and ${formatBytes(found.contentBytes)} in content that no other export uses`,
    );
  });
}

function prune(options: ApiOptions): Promise<void> {
  return withExistingData(options, 'change', async (api) => {
    const output = outputFor(options.json === true);
    const { removed, failed, bytes } = await api.request<Pruned>('POST', '/v1/retention/prune');
    output.result({ removed, failed, bytes });
    output.table(['WHAT', 'BYTES', 'FROM', 'NAME'], removed.map(row));
    for (const { name, error } of failed) output.note(`${name} could not be removed: ${error}`);
    output.line(
      removed.length === 0
        ? failed.length > 0
          ? 'Nothing was removed.'
          : 'Under the current rules, there is nothing to remove.'
        : `Removed   ${plural(removed.length, 'item')}: ${formatBytes(bytes)} in archives, plus content that no other export uses`,
    );
  });
}

function row({ kind, bytes, at, name }: RetentionPlan['remove'][number]): Cell[] {
  return [kind, bytes, formatTime(at), name];
}

export function diskUseCommand(): Command {
  return apiCommand('disk-use')
    .summary('show how much disk space the data folder uses, by project')
    .description('Shows how much disk space the data folder uses, by project.')
    .action((options: ApiOptions) =>
      withExistingData(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const use = await api.request<DiskUse>('GET', '/v1/disk-use');
        output.result(use);
        output.table(
          ['PROJECT', 'EXPORTS', 'BUNDLES', 'CONTENTS'],
          use.projects.map(({ name, exports, bundleBytes, contentBytes }) => [
            name,
            exports,
            formatBytes(bundleBytes).padStart(8),
            formatBytes(contentBytes).padStart(8),
          ]),
        );
        output.line(`Received  ${formatBytes(use.receivedBytes)} in bundles awaiting a decision`);
        output.line(`Hosting   ${formatBytes(use.hostingBytes)}`);
        output.line(`Database  ${formatBytes(use.databaseBytes)}`);
        output.line(`Disk      ${formatBytes(use.freeBytes)} of ${formatBytes(use.totalBytes)} free`);
      }),
    );
}
