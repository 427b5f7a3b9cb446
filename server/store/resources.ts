import type { Store } from './database.ts';

export type ResourceKind = 'unknown' | 'page' | 'asset' | 'redirect';
export type ResourceStatus = 'queued' | 'done' | 'failed' | 'skipped';

/** One URL of a job (see migrations.ts). `url` is a site path. */
export type Resource = Readonly<{
  url: string;
  kind: ResourceKind;
  status: ResourceStatus;
  reason: string | null;
  required: boolean;
  depth: number;
  httpStatus: number | null;
  contentType: string | null;
  validator: string | null;
  object: string | null;
  sizeBytes: number | null;
  redirectUrl: string | null;
  title: string | null;
  layout: string | null;
  path: string | null;
  referrer: string | null;
  durationMs: number | null;
}>;

type Row = Omit<Resource, 'required'> & { required: number };

const COLUMNS = `url, kind, status, reason, required, depth, http_status AS httpStatus, content_type AS contentType,
  validator, object, size_bytes AS sizeBytes, redirect_url AS redirectUrl, title, layout, path, referrer,
  duration_ms AS durationMs`;

export type NewResource = Pick<Resource, 'url' | 'required' | 'depth'> &
  Partial<Pick<Resource, 'status' | 'reason' | 'referrer' | 'validator' | 'kind'>>;

export type Outcome = Partial<
  Pick<
    Resource,
    | 'kind'
    | 'reason'
    | 'httpStatus'
    | 'contentType'
    | 'validator'
    | 'object'
    | 'sizeBytes'
    | 'redirectUrl'
    | 'title'
    | 'layout'
    | 'durationMs'
  >
> & { status: ResourceStatus };

/** The frontier of one job: statements are prepared once. */
export type Frontier = Readonly<{
  /** Adds a URL unless it is there; true when it was added. */
  add: (resource: NewResource) => boolean;
  queued: () => string[];
  finish: (url: string, outcome: Outcome) => void;
  requeue: (url: string) => void;
  remove: (url: string) => void;
  find: (url: string) => Resource | undefined;
  /** Sorted by URL bytes (SQLite compares text as UTF-8 bytes), read page by page: rows may be changed meanwhile. */
  all: (filter?: { status?: ResourceStatus; kind?: ResourceKind }) => IterableIterator<Resource>;
  /** What has a place in the bundle, sorted by path bytes. */
  placed: () => IterableIterator<Resource & { path: string }>;
  setPath: (url: string, path: string | null) => void;
  count: (status: ResourceStatus, kind?: ResourceKind) => number;
  bytes: () => number;
  markInFlight: (url: string, alone: boolean) => void;
  clearInFlight: (url: string) => void;
  inFlight: () => { url: string; alone: boolean }[];
  /** Counts a death of the process while `url` alone was in flight, and returns how many that makes. */
  addDeath: (url: string) => number;
}>;

export function frontierOf(store: Store, jobId: string): Frontier {
  const insert = store.prepare(
    `INSERT OR IGNORE INTO resources (job_id, url, kind, status, reason, required, depth, referrer, validator)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const finish = store.prepare(
    `UPDATE resources SET status = @status, kind = coalesce(@kind, kind), reason = @reason, http_status = @httpStatus,
       content_type = @contentType, validator = coalesce(@validator, validator), object = @object,
       size_bytes = @sizeBytes, redirect_url = @redirectUrl, title = @title, layout = @layout, duration_ms = @durationMs
     WHERE job_id = @jobId AND url = @url`,
  );
  const queued = store
    .prepare(`SELECT url FROM resources WHERE job_id = ? AND status = 'queued' ORDER BY required DESC, url`)
    .pluck();
  const requeue = store.prepare(
    `UPDATE resources SET status = 'queued', reason = NULL, validator = NULL WHERE job_id = ? AND url = ?`,
  );
  const remove = store.prepare('DELETE FROM resources WHERE job_id = ? AND url = ?');
  const find = store.prepare(`SELECT ${COLUMNS} FROM resources WHERE job_id = ? AND url = ?`);
  const all = store.prepare(
    `SELECT ${COLUMNS} FROM resources WHERE job_id = @jobId AND (@status IS NULL OR status = @status)
     AND (@kind IS NULL OR kind = @kind) AND url > @after ORDER BY url LIMIT 1000`,
  );
  const placed = store.prepare(
    `SELECT ${COLUMNS} FROM resources WHERE job_id = ? AND path IS NOT NULL AND path > ? ORDER BY path LIMIT 1000`,
  );
  const setPath = store.prepare('UPDATE resources SET path = ? WHERE job_id = ? AND url = ?');
  const count = store
    .prepare(
      `SELECT count(*) FROM resources WHERE job_id = @jobId AND status = @status AND (@kind IS NULL OR kind = @kind)`,
    )
    .pluck();
  const bytes = store
    .prepare(`SELECT coalesce(sum(size_bytes), 0) FROM resources WHERE job_id = ? AND status = 'done'`)
    .pluck();
  const mark = store.prepare('INSERT OR REPLACE INTO in_flight VALUES (?, ?, ?)');
  const clear = store.prepare('DELETE FROM in_flight WHERE job_id = ? AND url = ?');
  const inFlight = store.prepare('SELECT url, alone FROM in_flight WHERE job_id = ? ORDER BY url');
  const addDeath = store
    .prepare('UPDATE resources SET deaths = deaths + 1 WHERE job_id = ? AND url = ? RETURNING deaths')
    .pluck();

  return {
    add: (resource) =>
      insert.run(
        jobId,
        resource.url,
        resource.kind ?? 'unknown',
        resource.status ?? 'queued',
        resource.reason ?? null,
        resource.required ? 1 : 0,
        resource.depth,
        resource.referrer ?? null,
        resource.validator ?? null,
      ).changes > 0,
    queued: () => queued.all(jobId) as string[],
    finish: (url, outcome) => {
      finish.run({ jobId, url, ...NOTHING_KNOWN, ...outcome });
    },
    requeue: (url) => {
      requeue.run(jobId, url);
    },
    remove: (url) => {
      remove.run(jobId, url);
    },
    find: (url) => {
      const row = find.get(jobId, url) as Row | undefined;
      return row && fromRow(row);
    },
    *all(filter = {}) {
      let after = '';
      for (;;) {
        const rows = all.all({
          jobId,
          status: filter.status ?? null,
          kind: filter.kind ?? null,
          after,
        }) as Row[];
        yield* rows.map(fromRow);
        const last = rows.at(-1);
        if (!last) return;
        after = last.url;
      }
    },
    *placed() {
      let after = '';
      for (;;) {
        const rows = placed.all(jobId, after) as (Row & { path: string })[];
        yield* rows.map((row) => ({ ...fromRow(row), path: row.path }));
        const last = rows.at(-1);
        if (!last) return;
        after = last.path;
      }
    },
    setPath: (url, path) => {
      setPath.run(path, jobId, url);
    },
    count: (status, kind) => Number(count.get({ jobId, status, kind: kind ?? null })),
    bytes: () => Number(bytes.get(jobId)),
    markInFlight: (url, alone) => {
      mark.run(jobId, url, alone ? 1 : 0);
    },
    clearInFlight: (url) => {
      clear.run(jobId, url);
    },
    inFlight: () =>
      (inFlight.all(jobId) as { url: string; alone: number }[]).map((row) => ({
        url: row.url,
        alone: row.alone === 1,
      })),
    addDeath: (url) => Number(addDeath.get(jobId, url) ?? 0),
  };
}

const NOTHING_KNOWN = {
  kind: null,
  reason: null,
  httpStatus: null,
  contentType: null,
  validator: null,
  object: null,
  sizeBytes: null,
  redirectUrl: null,
  title: null,
  layout: null,
  durationMs: null,
};

function fromRow(row: Row): Resource {
  return { ...row, required: row.required === 1 };
}

/** Gives a job what another one has acquired already; the origin's validators decide later what of it still holds. */
export function copyFinished(store: Store, fromJobId: string, toJobId: string): void {
  store
    .prepare(
      `INSERT INTO resources (job_id, url, kind, status, required, depth, http_status, content_type, validator, object,
         size_bytes, redirect_url, title, layout, referrer, duration_ms)
       SELECT ?, url, kind, status, required, depth, http_status, content_type, validator, object,
         size_bytes, redirect_url, title, layout, referrer, duration_ms
       FROM resources WHERE job_id = ? AND status = 'done'`,
    )
    .run(toJobId, fromJobId);
}
