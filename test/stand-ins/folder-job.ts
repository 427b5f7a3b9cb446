import path from 'node:path';
import { type FeatureSwitches, featurePolicy } from '../../server/exports/features/feature-policy.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { type ExportSettingsInput, exportSettings } from '../../server/exports/settings/settings.ts';
import { findBundle } from '../../server/store/bundles.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { findProjectByOrigin } from '../../server/store/projects.ts';
import { reportOf } from './fixture-site.ts';
import { lendHost } from './lent-host.ts';

export type FolderExport = Readonly<{ job: ExportJob; archive: string; sha256: string; report: Report }>;

/**
 * Exports a folder for the first time, in this process.
 * @throws the error of the failed job
 */
export async function exportFolder(
  folder: string,
  settings: ExportSettingsInput = {},
  features: FeatureSwitches = {},
): Promise<FolderExport> {
  const { data, host, freeDomain, giveBack } = await lendHost();
  try {
    const origin = { kind: 'directory', folder } as const;
    const known = findProjectByOrigin(host.store(), origin);
    const project =
      known ??
      (await host.command('createProject', {
        name: 'folder',
        origin,
        domains: [freeDomain()],
        deploymentType: 'air-gapped',
        features: {},
        settings: {},
      }));
    const created = await host.command('createJob', {
      projectId: project.id,
      domain: 'folder.localhost',
      version: null,
      fresh: true,
      settings: exportSettings.parse({ sampleMin: 0, ...settings }),
      policy: featurePolicy('air-gapped', features),
    });
    const job = await host.run(created.id, () => {});
    if (job.error !== null) throw new Error(job.error);
    const bundle = findBundle(host.store(), job.id);
    return {
      job,
      archive: path.join(data, bundle?.file ?? ''),
      sha256: bundle?.sha256 ?? '',
      report: reportOf(data),
    };
  } finally {
    giveBack();
  }
}
