import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { domainName } from '../../shared/domain-name.ts';
import { OffprintError } from '../errors.ts';
import { featurePolicy } from '../exports/features/feature-policy.ts';
import { exportSettings } from '../exports/settings/settings.ts';
import { addBundle } from '../store/bundles.ts';
import { type Store, transact } from '../store/database.ts';
import { addReceivedJob } from '../store/exports.ts';
import { jobFolder, receivedFolder } from '../store/job-folder.ts';
import { createProject, findProject, type NewProject, type Project } from '../store/projects.ts';
import { findReceived, type Received, requireReceived, setDecided } from '../store/received.ts';
import { requireUsable, requireWaiting } from './acceptance.ts';

/**
 * Keeps a bundle as a version of a project, by adding a completed job with this bundle. It can then be used like any
 * other bundle (docs/decisions/0062).
 * @param project its id, or the project to create if there is none
 * @throws OffprintError `not-found`, `conflict`
 */
export function keepReceived(
  store: Store,
  dataFolder: string,
  id: string,
  project: string | NewProject,
  by: string,
): Received {
  const kept = transact(store, () => {
    const received = requireWaiting(store, id);
    requireUsable(store, received);
    if (!fs.existsSync(path.join(receivedFolder(dataFolder, id), `bundle.${received.format}`))) {
      throw new OffprintError(
        'conflict',
        `The file for the bundle ${id} is missing. Discard the bundle and receive it again.`,
      );
    }
    const target =
      typeof project === 'string' ? requireProject(store, project) : createProject(store, project);
    const jobId = existingJob(store, target, received) ?? addJob(store, target, received);
    setDecided(store, id, { status: 'kept', by, jobId });
    return requireReceived(store, id);
  });
  settleFiles(dataFolder, kept);
  return kept;
}

/** Discards a bundle and removes its files. It stays in the history. @throws OffprintError `not-found`, `conflict` */
export function discardReceived(store: Store, dataFolder: string, id: string, by: string): Received {
  const discarded = transact(store, () => {
    requireWaiting(store, id);
    setDecided(store, id, { status: 'discarded', by, jobId: null });
    return requireReceived(store, id);
  });
  settleFiles(dataFolder, discarded);
  return discarded;
}

/**
 * Makes the files match the store before anything is received. After a crash, removes files that were copied but not
 * recorded, and moves bundles that were recorded as kept.
 */
export function settleReceived(store: Store, dataFolder: string): void {
  const folder = receivedFolder(dataFolder, '');
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const received = findReceived(store, name);
    if (received) settleFiles(dataFolder, received);
    else fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function settleFiles(dataFolder: string, { id, status, format, jobId }: Received): void {
  const folder = receivedFolder(dataFolder, id);
  if (status === 'waiting') {
    const left = fs.readdirSync(folder).filter((name) => name.endsWith('.unfinished'));
    for (const name of left) fs.rmSync(path.join(folder, name));
    return;
  }
  const file = path.join(folder, `bundle.${format}`);
  const target = jobId === null ? undefined : path.join(jobFolder(dataFolder, jobId), `bundle.${format}`);
  if (status === 'kept' && target !== undefined && !fs.existsSync(target) && fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    fs.renameSync(file, target);
  }
  fs.rmSync(folder, { recursive: true, force: true });
}

function requireProject(store: Store, id: string): Project {
  const project = findProject(store, id);
  if (project?.id === id) return project;
  throw new OffprintError(
    'not-found',
    `There is no project ${id}. List the projects with: offprint projects`,
  );
}

/** Finds a completed job of the project with the same archive. */
function existingJob(store: Store, project: Project, { sha256 }: Received): string | undefined {
  return store
    .prepare(
      `SELECT job_id FROM bundles JOIN export_jobs ON export_jobs.id = job_id
       WHERE project_id = ? AND sha256 = ? AND status = 'completed' LIMIT 1`,
    )
    .pluck()
    .get(project.id, sha256) as string | undefined;
}

function addJob(store: Store, project: Project, received: Received): string {
  const { verification, format, sizeBytes, sha256 } = received;
  const { manifest } = verification;
  if (!manifest || format === null || sizeBytes === null || sha256 === null) {
    throw new OffprintError('internal', `The bundle ${received.id} was recorded without its manifest.`);
  }
  const { domain, version, counts } = manifest;
  if (domainName(domain) !== domain || !/^[A-Za-z0-9._-]{1,64}$/.test(version)) {
    throw new OffprintError(
      'conflict',
      `The bundle ${received.id} has an invalid domain or version, so it was not made by Offprint. Discard it.`,
    );
  }
  if (!project.domains.includes(domain)) {
    throw new OffprintError(
      'conflict',
      `The bundle contains ${domain}, which is not a domain of the project "${project.name}" (${project.domains.join(', ')}). Choose another project, or add the domain to this one.`,
    );
  }
  const { deploymentType: _, features: __, ...content } = manifest.settings;
  const settings = exportSettings.safeParse({ ...content, format });
  const id = `se_${randomBytes(8).toString('hex')}`;
  addReceivedJob(
    store,
    {
      id,
      projectId: project.id,
      domain,
      version,
      settings: settings.success ? settings.data : exportSettings.parse({ format }),
      policy: featurePolicy(project.deploymentType, project.features),
      pageCount: counts.pages,
      missingCount: counts.missing,
    },
    {
      receivedId: received.id,
      digest: manifest.digest,
      verdict: received.acceptedAs ?? 'valid',
      signer: verification.signer?.fingerprint ?? null,
    },
  );
  const file = path.join(jobFolder('', id), `bundle.${format}`);
  addBundle(store, {
    jobId: id,
    format,
    file,
    sizeBytes,
    sha256,
    digest: manifest.digest,
    fileCount: counts.files,
  });
  return id;
}
