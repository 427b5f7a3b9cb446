import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import { type ExportSettingsInput, exportSettings } from '../../server/exports/settings/settings.ts';
import { findBundle } from '../../server/store/bundles.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { type Host, openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { atTestEnd } from '../stand-ins/cleanup.ts';
import { dataFolder } from '../stand-ins/fixture-site.ts';

/** A data folder with one project, a folder, and its host in this process. */
export type FolderLab = Readonly<{
  data: string;
  host: Host;
  /** Sends a signal to the writer process, which is replaced if it is killed. */
  signalWriter: (signal: NodeJS.Signals) => void;
  /** Kills the writer process and closes the host, like a power cut. */
  kill: () => Promise<void>;
}>;

export type FolderBundle = Readonly<{ sha256: string; archive: string }>;

export async function openFolderLab(data = dataFolder()): Promise<FolderLab> {
  let writer: ChildProcess | undefined;
  const host = await openHost(data, {
    spawnWorker: (file, args) => {
      writer = builtPorts.spawnWorker(file, args);
      return writer;
    },
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await host.close();
    isOpen = false;
  };
  atTestEnd(close);
  const signalWriter = (signal: NodeJS.Signals): void => void writer?.kill(signal);
  const kill = (): Promise<void> => {
    signalWriter('SIGKILL');
    return close();
  };
  return { data, host, signalWriter, kill };
}

/** Creates a job for the folder, by default without verification. */
export async function newFolderJob(
  { host }: FolderLab,
  folder: string,
  settings: ExportSettingsInput = {},
  fresh = false,
): Promise<ExportJob> {
  const origin = { kind: 'directory', folder } as const;
  const known = host.store().prepare('SELECT id FROM projects').pluck().get() as string | undefined;
  const projectId =
    known ??
    (
      await host.command('createProject', {
        name: 'site',
        origin,
        domains: ['folder.localhost'],
        deploymentType: 'air-gapped',
        features: {},
        settings: {},
      })
    ).id;
  return host.command('createJob', {
    projectId,
    domain: 'folder.localhost',
    version: null,
    fresh,
    settings: exportSettings.parse({ sampleMin: 0, sampleMax: 0, ...settings }),
    policy: featurePolicy('air-gapped', {}),
  });
}

/** Runs a job and expects it to complete. */
export async function runFolderJob({ host, data }: FolderLab, job: ExportJob): Promise<FolderBundle> {
  const ended = await host.run(job.id, () => {});
  expect(ended).toMatchObject({ status: 'completed', error: null });
  const bundle = findBundle(host.store(), job.id);
  return { sha256: bundle?.sha256 ?? '', archive: path.join(data, bundle?.file ?? '') };
}
