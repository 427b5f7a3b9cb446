import path from 'node:path';
import { featurePolicy } from '../../server/exports/features/policy.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { type ExportSettingsInput, exportSettings } from '../../server/exports/settings/settings.ts';
import { findBundle } from '../../server/store/bundles.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { dataFolder, reportOf } from '../stand-ins/fixture-site.ts';

export type FolderExport = Readonly<{ job: ExportJob; archive: string; sha256: string; report: Report }>;

/** Exports a folder from a data folder of its own, in this process. @throws what the job failed with */
export async function exportFolder(
  folder: string,
  settings: ExportSettingsInput = {},
): Promise<FolderExport> {
  const data = dataFolder();
  const host = await openHost(data, builtPorts);
  try {
    const project = await host.command('createProject', {
      ...{ name: 'folder', origin: { kind: 'directory', folder }, domains: ['folder.localhost'] },
      ...{ deploymentType: 'air-gapped', features: {}, settings: {} },
    });
    const created = await host.command('createJob', {
      ...{ projectId: project.id, domain: 'folder.localhost', version: null, fresh: false },
      settings: exportSettings.parse({ sampleMin: 0, ...settings }),
      policy: featurePolicy('air-gapped', {}),
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
    await host.close();
  }
}
