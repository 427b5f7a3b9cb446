import type { Store } from '../store/database.ts';
import { activePublications } from '../store/publications.ts';
import {
  deltasBefore,
  linkedJobs,
  pinnedJobs,
  projectRules,
  publishedDigests,
  type RetainedJob,
  type RetentionRules,
  retainedJobs,
  waitingBefore,
} from '../store/retention.ts';

/** Server settings for retention. */
export type RetentionSettings = Readonly<{
  retentionKeepLast: number;
  retentionKeepDays: number;
  retentionDeltaDays: number;
  retentionReceivedDays: number;
}>;

/** What readers are being served. */
export type Served = Readonly<{
  /** Content digests of the versions that readers see. */
  digests: ReadonlySet<string>;
  /** Absolute paths of archives that are being prepared for readers. */
  files: readonly string[];
}>;

/** Why an export is kept although the rules allow removing it. */
export const keepReasons = ['newest', 'pinned', 'published', 'hosted', 'linked', 'in-use'] as const;
export type KeepReason = (typeof keepReasons)[number];

export type Removable = Readonly<{
  kind: 'export' | 'delta' | 'received';
  /** Id of the job, of the later job of a delta, or of the received bundle. */
  id: string;
  /** For a delta: the job of its base. */
  baseJobId: string | null;
  projectId: string | null;
  /** Display name. */
  name: string;
  /** When it was created or received. */
  at: string;
  /** Size of its archives. Contents that no other export uses are not included. */
  bytes: number;
}>;

export type RetentionPlan = Readonly<{
  remove: readonly Removable[];
  keep: readonly Readonly<{ id: string; name: string; reason: KeepReason }>[];
}>;

const DAY_MS = 86_400_000;

/**
 * Plans what the rules allow removing, oldest first. The newest export of a project is kept, because the next export
 * reuses it and deltas start from it. So are exports that are pinned, published, hosted, linked or in use.
 * @param now ms since 1970
 */
export function planRetention(
  store: Store,
  settings: RetentionSettings,
  served: Served,
  now: number,
): RetentionPlan {
  const rules = projectRules(store);
  const all = { keepLast: settings.retentionKeepLast, keepDays: settings.retentionKeepDays };
  const reasonOf = reasons(store, served, now);
  const remove: Removable[] = [];
  const keep: { id: string; name: string; reason: KeepReason }[] = [];
  for (const [projectId, jobs] of Map.groupBy(retainedJobs(store), (job) => job.projectId)) {
    const isBusy = jobs.some(({ status }) => status === 'queued' || status === 'running');
    for (const job of outdated(jobs, rules.get(projectId) ?? all, now)) {
      const { id, domain, version, createdAt: at, bytes } = job;
      const name = `${domain} ${version ?? id}`;
      const reason = isBusy ? 'in-use' : reasonOf(job, jobs);
      if (reason) keep.push({ id, name, reason });
      else remove.push({ kind: 'export', id, baseJobId: null, projectId, name, at, bytes });
    }
  }
  const going = new Set(remove.map(({ id }) => id));
  const linked = linkedJobs(store, new Date(now).toISOString());
  if (settings.retentionDeltaDays > 0) {
    for (const { jobId: id, baseJobId, bytes, createdAt: at } of deltasBefore(
      store,
      before(now, settings.retentionDeltaDays),
    )) {
      if (going.has(id) || going.has(baseJobId) || linked.has(id)) continue;
      remove.push({
        kind: 'delta',
        id,
        baseJobId,
        projectId: null,
        name: `${id} from ${baseJobId}`,
        at,
        bytes,
      });
    }
  }
  if (settings.retentionReceivedDays > 0) {
    for (const { id, source, bytes, receivedAt: at } of waitingBefore(
      store,
      before(now, settings.retentionReceivedDays),
    )) {
      if (served.files.some((file) => file.split(/[\\/]/).includes(id))) continue;
      remove.push({ kind: 'received', id, baseJobId: null, projectId: null, name: source, at, bytes });
    }
  }
  return { remove: remove.sort((a, b) => (a.at < b.at ? -1 : 1)), keep };
}

/** Returns the ended exports of a project that its rules allow removing. @param jobs newest first */
function outdated(
  jobs: readonly RetainedJob[],
  { keepLast, keepDays }: RetentionRules,
  now: number,
): RetainedJob[] {
  if (keepLast === 0 && keepDays === 0) return [];
  const since = before(now, keepDays);
  let newer = 0;
  return jobs.filter(({ status, createdAt }) => {
    const isPast = newer >= keepLast;
    if (status === 'completed') newer++;
    const hasEnded = status === 'completed' || status === 'failed';
    return hasEnded && (keepLast === 0 || isPast) && (keepDays === 0 || createdAt < since);
  });
}

function reasons(
  store: Store,
  served: Served,
  now: number,
): (job: RetainedJob, ofProject: readonly RetainedJob[]) => KeepReason | undefined {
  const pinned = new Set(pinnedJobs(store));
  const published = publishedDigests(store);
  const linked = linkedJobs(store, new Date(now).toISOString());
  const publishing = new Set(activePublications(store).map(({ source }) => source?.jobId));
  return ({ id, digest, createdAt }, ofProject) => {
    const newest = ofProject.find(({ status }) => status === 'completed');
    // A later failed job is kept too: the next export reuses what it has fetched.
    if (newest === undefined || createdAt >= newest.createdAt) return 'newest';
    if (pinned.has(id)) return 'pinned';
    if (digest !== null && published.has(digest)) return 'published';
    const isServed = served.files.some((file) => file.split(/[\\/]/).includes(id));
    if (isServed || (digest !== null && served.digests.has(digest))) return 'hosted';
    if (linked.has(id)) return 'linked';
    return publishing.has(id) ? 'in-use' : undefined;
  };
}

function before(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString();
}
