import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findBundle } from '../../store/bundles.ts';
import type { Store } from '../../store/database.ts';
import { type Entry, entriesBelow, entriesOf } from '../../store/entries.ts';
import { type ExportJob, jobsWithRemains, setIngestKey } from '../../store/exports.ts';
import { objectFile } from '../../store/objects.ts';
import { frontierOf, type Resource } from '../../store/resources.ts';
import { deleteRowsOfJob } from '../../store/rows-of-job.ts';
import { boundsOf } from '../origin/fetch-bounds.ts';
import { type Site, siteKey } from '../site/site.ts';
import { isReusable, previousJobs } from './reuse-policy.ts';

/**
 * What previous jobs of a project left for this one (docs/decisions/0007). Every part records its inputs and is reused
 * only if they are unchanged (reuse-policy.ts), so an export with reuse produces the same bytes as one without.
 */
export type PreviousExports = Readonly<{
  /** Returns what a previous job acquired at a URL, if it is still in the store. */
  acquired: (url: string) => PreviousResource | undefined;
  /** Returns the entry at a path of the latest bundle that entries can be copied from. */
  entry: (path: string) => PreviousEntry | undefined;
  /** Returns the entries of that bundle whose paths start with a prefix, sorted by path. */
  entriesBelow: (folder: string) => readonly PreviousEntry[];
}>;

export type PreviousEntry = Entry & Readonly<{ archive: string }>;

export type PreviousResource = Readonly<{
  resource: Resource & { object: string };
  /** References in its content; absent if the content must be parsed again. */
  references?: Readonly<{ packed: Uint8Array | undefined }>;
  /** Lower bound for when the content was acquired, ms since 1970. */
  sinceMs: number;
}>;

/**
 * @param key inputs that determine how this job parses content (ingestKey)
 * @param retried the jobs that this one repeats, nearest first (job/resume-point.ts)
 */
export function previousExportsOf(
  store: Store,
  dataFolder: string,
  job: ExportJob,
  { key, retried }: Readonly<{ key: string; retried: readonly ExportJob[] }>,
): PreviousExports {
  const jobs = previousJobs(store, job, retried);
  const { maxBytes } = boundsOf(job.settings);
  const frontiers = jobs.map((previous) => ({
    frontier: frontierOf(store, previous.id),
    isReadAlike: previous.ingestKey === key,
    sinceMs: Date.parse(previous.startedAt ?? previous.createdAt),
  }));
  return {
    acquired: (url) => {
      for (const { frontier, isReadAlike, sinceMs } of frontiers) {
        const resource = frontier.find(url);
        if (!resource || !isReusable(resource, maxBytes)) continue;
        if (!fs.existsSync(objectFile(dataFolder, resource.object))) continue;
        const references = isReadAlike ? { references: { packed: frontier.references(url) } } : {};
        return { resource, sinceMs, ...references };
      }
      return undefined;
    },
    ...entriesAmong(store, dataFolder, jobs),
  };
}

/** Returns a key for everything, besides its bytes, URL and media type, that affects what is found in content. */
export function ingestKey(fingerprint: string, site: Site): string {
  return createHash('sha256')
    .update(`${fingerprint} ${siteKey(site)}`)
    .digest('hex');
}

function entriesAmong(
  store: Store,
  dataFolder: string,
  jobs: readonly ExportJob[],
): Pick<PreviousExports, 'entry' | 'entriesBelow'> {
  for (const { id } of jobs) {
    const bundle = findBundle(store, id, 'zip');
    if (!bundle) continue;
    const archive = path.join(dataFolder, bundle.file);
    if (!fs.existsSync(archive)) continue;
    const find = entriesOf(store, id);
    return {
      entry: (place) => {
        const entry = find(place);
        return entry && { ...entry, archive };
      },
      entriesBelow: (folder) => entriesBelow(store, id, folder).map((entry) => ({ ...entry, archive })),
    };
  }
  return { entry: () => undefined, entriesBelow: () => [] };
}

/**
 * Deletes data that no further job will reuse, because a completed job has superseded the other jobs of its project.
 */
export async function forgetPreviousExports(store: Store, job: ExportJob): Promise<void> {
  for (const id of jobsWithRemains(store, job)) {
    setIngestKey(store, id, BEING_FORGOTTEN);
    for (const table of ['ingested', 'entries'] as const) await deleteRowsOfJob(store, table, id);
    setIngestKey(store, id, null);
  }
}

/** Matches no key, so that partially deleted data is not mistaken for complete data. */
const BEING_FORGOTTEN = '';
