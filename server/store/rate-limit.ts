import { OffprintError } from '../errors.ts';
import { now, type Store } from './database.ts';

/** Kinds of use that are limited. */
export type UseKind = 'export' | 'agent';

/** Limit on prompts and messages of a project in any 60 minutes, together (from the specification). */
export const AGENT_USES_PER_HOUR = 100;

const HOUR_MS = 3_600_000;
const OF_PROJECT = '(@projectId IS NULL OR project_id = @projectId)';

/** Returns the number of uses in the last 60 minutes, of one project or, with `null`, of all. */
export function recentUses(store: Store, projectId: string | null, kind: UseKind): number {
  const count = `SELECT count(*) FROM uses WHERE ${OF_PROJECT} AND kind = @kind AND at > @from`;
  return Number(store.prepare(count).pluck().get({ projectId, kind, from: windowStart() }));
}

/** Returns the whole seconds until the last 60 minutes contain fewer than `limit` uses, at least 1. */
export function secondsUntilFree(
  store: Store,
  projectId: string | null,
  kind: UseKind,
  limit: number,
): number {
  const lastInTheWay = store
    .prepare(
      `SELECT at FROM uses WHERE ${OF_PROJECT} AND kind = @kind AND at > @from
       ORDER BY at DESC LIMIT 1 OFFSET @offset`,
    )
    .pluck()
    .get({ projectId, kind, from: windowStart(), offset: limit - 1 }) as string | undefined;
  if (lastInTheWay === undefined) return 1;
  return Math.max(1, Math.ceil((Date.parse(lastInTheWay) + HOUR_MS - Date.now()) / 1000));
}

/**
 * Counts a use of a project, within its limit for any 60 minutes.
 * @throws OffprintError `limit`
 */
export function countUse(store: Store, projectId: string, kind: UseKind, limit: number): void {
  if (recentUses(store, projectId, kind) >= limit) throw new OffprintError('limit', REFUSALS[kind](limit));
  addUse(store, projectId, kind);
}

const REFUSALS: Readonly<Record<UseKind, (limit: number) => string>> = {
  export: (limit) =>
    `This project can start at most ${limit} ${limit === 1 ? 'export' : 'exports'} per hour (the exportStartsPerHour setting).`,
  agent: (limit) =>
    `This project has used all ${limit} prompts and messages allowed for agent jobs in any 60-minute period.`,
};

/** Counts a use, and deletes uses that are too old for any limit. */
export function addUse(store: Store, projectId: string, kind: UseKind): void {
  store
    .prepare('DELETE FROM uses WHERE project_id = ? AND kind = ? AND at <= ?')
    .run(projectId, kind, windowStart());
  store.prepare('INSERT INTO uses VALUES (?, ?, ?)').run(projectId, kind, now());
}

function windowStart(): string {
  return new Date(Date.now() - HOUR_MS).toISOString();
}
