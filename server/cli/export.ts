import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { featurePolicy } from '../exports/features/policy.ts';
import { exportSettings } from '../exports/settings.ts';
import { openHost } from '../host.ts';
import { findBundle } from '../store/bundles.ts';
import { findUnfinishedJob } from '../store/exports.ts';
import { findProjectByOrigin } from '../store/projects.ts';
import { dataFolderOf } from './data-folder.ts';
import { exitCodeOf } from './exit-codes.ts';
import { outputFor } from './terminal.ts';

export function exportCommand(): Command {
  return new Command('export')
    .argument('<source>')
    .option('--out <file>')
    .option('--data <folder>')
    .option('--json')
    .action(async (source: string, options: { out?: string; data?: string; json?: boolean }) => {
      const output = outputFor(options.json === true);
      const host = await openHost(dataFolderOf(options.data));
      try {
        const folder = fs.realpathSync(source);
        const origin = { kind: 'directory', folder } as const;
        const project =
          findProjectByOrigin(host.store(), origin) ??
          (await host.command('createProject', {
            name: path.basename(folder),
            origin,
            domains: [`${path.basename(folder)}.localhost`],
            deploymentType: 'air-gapped',
            features: {},
            settings: {},
          }));
        const job =
          findUnfinishedJob(host.store(), project.id) ??
          (await host.command('createJob', {
            projectId: project.id,
            domain: project.domains[0] ?? '',
            version: null,
            settings: exportSettings.parse(project.settings),
            policy: featurePolicy(project.deploymentType, project.features),
          }));
        const ended = await host.run(job.id, (p) =>
          output.progress(p.progress / 100, `${p.phase} ${p.pageCount}/${p.pagesKnown}`),
        );
        output.progressDone();
        output.line(JSON.stringify(ended));
        const bundle = findBundle(host.store(), job.id);
        output.line(JSON.stringify(bundle));
        if (bundle && options.out) fs.copyFileSync(path.join(host.dataFolder, bundle.file), options.out);
        if (ended.errorCode) process.exitCode = exitCodeOf(ended.errorCode);
      } finally {
        await host.close();
      }
    });
}
