import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { now, type Store } from './database.ts';

export const agentStatuses = ['active', 'completed', 'archived', 'failed'] as const;
export type AgentStatus = (typeof agentStatuses)[number];

export type AgentJob = Readonly<{
  /** `ag_` and 16 hex digits. */
  id: string;
  projectId: string;
  /** URL of the source repository. */
  repository: string;
  modelServer: string;
  model: string;
  prompt: string;
  status: 'active' | 'completed' | 'failed';
  stage: string;
  ref: string | null;
  /** URL of the merge request, or a path on this server if the review takes place here. */
  link: string | null;
  code: string | null;
  sentence: string | null;
  review: 'merged' | 'rejected' | null;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
}>;

/** Facts derived from the events of a job. */
export type AgentJobFacts = Pick<
  AgentJob,
  'status' | 'stage' | 'ref' | 'link' | 'code' | 'sentence' | 'review'
>;

export type NewAgentJob = Pick<AgentJob, 'projectId' | 'repository' | 'modelServer' | 'model' | 'prompt'>;

export function createAgentJob(store: Store, job: NewAgentJob): AgentJob {
  const id = `ag_${randomBytes(8).toString('hex')}`;
  const at = now();
  store
    .prepare(
      `INSERT INTO agent_jobs (id, project_id, repository, model_server, model, prompt, status, stage, created_at, updated_at)
       VALUES (@id, @projectId, @repository, @modelServer, @model, @prompt, 'active', 'queued', @at, @at)`,
    )
    .run({ ...job, id, at });
  return requireAgentJob(store, id);
}

export function findAgentJob(store: Store, id: string): AgentJob | undefined {
  const row = store.prepare(`${SELECT} WHERE id = ?`).get(id) as AgentJob | undefined;
  return row;
}

/** @throws OffprintError `not-found` */
export function requireAgentJob(store: Store, id: string): AgentJob {
  const job = findAgentJob(store, id);
  if (job) return job;
  throw new OffprintError(
    'not-found',
    `There is no agent job ${id}. List the agent jobs with: offprint agent list`,
  );
}

/** Stores the facts derived from the newest event. */
export function keepAgentFacts(store: Store, id: string, facts: AgentJobFacts): void {
  store
    .prepare(
      `UPDATE agent_jobs SET status = @status, stage = @stage, ref = @ref, link = @link, code = @code,
       sentence = @sentence, review = @review, updated_at = @at WHERE id = @id`,
    )
    .run({ ...facts, id, at: now() });
}

export function setArchived(store: Store, id: string): void {
  const at = now();
  store.prepare('UPDATE agent_jobs SET archived_at = ?, updated_at = ? WHERE id = ?').run(at, at, id);
}

/** Returns jobs that have not ended, oldest first. */
export function activeAgentJobs(store: Store, projectId?: string): string[] {
  return store
    .prepare(
      `SELECT id FROM agent_jobs WHERE status = 'active' AND project_id = ifnull(?, project_id)
       ORDER BY created_at, id`,
    )
    .pluck()
    .all(projectId ?? null) as string[];
}

export type AgentJobPage = Readonly<{
  projectId?: string | undefined;
  status?: AgentStatus | undefined;
  /** False excludes archived jobs. */
  archived?: boolean | undefined;
  /** Text in the first prompt or the id. */
  search?: string | undefined;
  limit: number;
  /** Number of entries to skip. */
  offset?: number | undefined;
  /** Last entry of the previous page. */
  after?: Readonly<{ key: string; id: string }> | undefined;
}>;

/** Returns a page of jobs, newest first. */
export function pageOfAgentJobs(
  store: Store,
  { projectId, status, archived, search, limit, offset = 0, after }: AgentJobPage,
): AgentJob[] {
  const conditions = [
    ...(projectId === undefined ? [] : ['project_id = @projectId']),
    ...(status === undefined
      ? []
      : status === 'archived'
        ? ['archived_at IS NOT NULL']
        : ['archived_at IS NULL AND status = @status']),
    ...(archived === undefined ? [] : [`archived_at IS ${archived ? 'NOT NULL' : 'NULL'}`]),
    ...(search ? ["(prompt LIKE @like ESCAPE '\\' OR id LIKE @like ESCAPE '\\')"] : []),
    ...(after ? ['(created_at, id) < (@key, @id)'] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return store
    .prepare(`${SELECT} ${where} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`)
    .all({ projectId, status, limit, offset, like: likeOf(search ?? ''), ...after }) as AgentJob[];
}

/** Returns a LIKE pattern that matches the text literally, with `\\` as the escape character. */
function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Starts tracking. Each call of the returned function returns the jobs that changed since the previous call. The number
 * of the last event distinguishes changes within the same millisecond.
 */
export function agentJobChanges(store: Store): () => string[] {
  const select = store.prepare<[string], { id: string; at: string; seq: number }>(
    `SELECT id, updated_at AS at, ifnull((SELECT max(seq) FROM agent_events WHERE job_id = id), 0) AS seq
     FROM agent_jobs WHERE updated_at >= ? ORDER BY updated_at`,
  );
  let last = now();
  let told = new Map(select.all(last).map(({ id, seq }) => [id, seq]));
  return () => {
    const found = select.all(last);
    const changed = found.filter(({ id, seq }) => told.get(id) !== seq);
    last = found.at(-1)?.at ?? last;
    told = new Map(found.filter(({ at }) => at === last).map(({ id, seq }) => [id, seq]));
    return changed.map(({ id }) => id);
  };
}

const SELECT = `SELECT id, project_id AS projectId, repository, model_server AS modelServer, model, prompt, status,
  stage, ref, link, code, sentence, review, created_at AS createdAt, updated_at AS updatedAt,
  archived_at AS archivedAt FROM agent_jobs`;
