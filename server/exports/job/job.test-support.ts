import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openForWriting, type Store } from '../../store/database.ts';
import { createJob, type ExportJob } from '../../store/exports.ts';
import { createProject } from '../../store/projects.ts';
import { type Frontier, frontierOf } from '../../store/resources.ts';
import { featurePolicy } from '../features/feature-policy.ts';
import { exportSettings } from '../settings/settings.ts';

/** A job in a new data folder that has acquired nothing yet. */
export type NewJob = Readonly<{
  data: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  remove: () => void;
}>;

export function makeJob(): NewJob {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-job-'));
  const store = openForWriting(data);
  const { id: projectId } = createProject(store, {
    name: 'docs',
    origin: { kind: 'directory', folder: '/site' },
    domains: ['docs.localhost'],
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
  const job = createJob(store, {
    projectId,
    domain: 'docs.localhost',
    version: null,
    settings: exportSettings.parse({}),
    policy: featurePolicy('air-gapped', {}),
  });
  const remove = (): void => {
    store.close();
    fs.rmSync(data, { recursive: true, force: true });
  };
  return { data, store, job, frontier: frontierOf(store, job.id), remove };
}
