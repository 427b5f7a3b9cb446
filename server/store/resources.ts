import type { Store } from './database.ts';

export type ResourceKind = 'unknown' | 'page' | 'asset' | 'redirect';
/** Whether a page is used as the origin sent it or as a browser rendered it. */
export type RenderMode = 'fetched' | 'rendered';
export type ResourceStatus = 'queued' | 'done' | 'failed' | 'skipped';

/** One URL of a job (see migrations.ts). `url` is a site path. */
export type Resource = Readonly<{
  url: string;
  kind: ResourceKind;
  status: ResourceStatus;
  reason: string | null;
  required: boolean;
  /** `depth` counts links from the start. `hops` counts loads and redirects since the last link. */
  depth: number;
  hops: number;
  httpStatus: number | null;
  contentType: string | null;
  validator: string | null;
  /** File name that the origin suggests for saving. */
  fileName: string | null;
  object: string | null;
  sizeBytes: number | null;
  redirectUrl: string | null;
  title: string | null;
  layout: string | null;
  path: string | null;
  referrer: string | null;
  durationMs: number | null;
  /** Unchanged since an earlier job, and taken from it. */
  reused: boolean;
  /** Whether the page contains anything that can run when it is opened. */
  isScripted: boolean;
  /** The page links to fragments that may be pages. */
  hasRoutes: boolean;
  /** How a page was or will be acquired, and why. */
  renderMode: RenderMode | null;
  renderModeReason: string | null;
  /** URLs, one per line, that scripts of a page with an API playground fetch to display it. null if unknown. */
  documents: string | null;
}>;

type Flag = 'required' | 'reused' | 'isScripted' | 'hasRoutes';
type Row = Omit<Resource, Flag> & Record<Flag, number>;

const COLUMNS = `url, kind, status, reason, required, depth, http_status AS httpStatus, content_type AS contentType,
  validator, file_name AS fileName, object, size_bytes AS sizeBytes, redirect_url AS redirectUrl, title, layout, path, referrer,
  duration_ms AS durationMs, reused, hops, way AS renderMode, way_reason AS renderModeReason,
  scripted AS isScripted, has_routes AS hasRoutes, documents`;

export type NewResource = Pick<Resource, 'url' | 'required' | 'depth'> &
  Partial<Pick<Resource, 'status' | 'reason' | 'referrer' | 'hops'>>;

export type Outcome = Partial<
  Pick<
    Resource,
    | 'kind'
    | 'reason'
    | 'httpStatus'
    | 'contentType'
    | 'validator'
    | 'fileName'
    | 'object'
    | 'sizeBytes'
    | 'redirectUrl'
    | 'title'
    | 'layout'
    | 'durationMs'
    | 'reused'
    | 'renderMode'
    | 'renderModeReason'
    | 'isScripted'
    | 'hasRoutes'
  >
> & { status: ResourceStatus };

export type QueuedResource = Pick<Resource, 'url' | 'hops'>;

/** Text of a page as its scripts render it: two parts in JSON. */
export type DrawnText = Readonly<{ head: string; sections: string }>;

/** The frontier of one job. Its statements are prepared once. */
export type Frontier = Readonly<{
  /** Adds a URL unless it is known. @returns whether it was added */
  add: (resource: NewResource) => boolean;
  /** Returns the lowest depth with a queued URL, or undefined. */
  nextDepth: () => number | undefined;
  /** Returns the queued URLs at a depth, sorted by bytes. */
  queued: (depth: number) => QueuedResource[];
  /** Skips all queued URLs, or only link targets (`hops` is 0). */
  leaveQueued: (reason: string, onlyLinked: boolean) => void;
  finish: (url: string, outcome: Outcome) => void;
  /** References in the content of a URL (exports/crawl/references.ts), kept beside its outcome. */
  setReferences: (url: string, packed: Uint8Array | undefined) => void;
  references: (url: string) => Uint8Array | undefined;
  setDocuments: (url: string, documents: readonly string[]) => void;
  /** Search data of a page whose text is rendered by scripts (PackedPage in exports/search). */
  setDrawnText: (url: string, text: DrawnText) => void;
  drawnText: (url: string) => DrawnText | undefined;
  requeue: (
    url: string,
    change?: Partial<Pick<Resource, 'required' | 'depth' | 'hops' | 'renderMode'>>,
  ) => void;
  remove: (url: string) => void;
  clear: () => void;
  find: (url: string) => Resource | undefined;
  /**
   * Sorted by URL bytes (SQLite compares text as UTF-8 bytes). Read in pages, so that rows may be changed meanwhile.
   */
  all: (filter?: { status?: ResourceStatus; kind?: ResourceKind }) => Generator<Resource, void>;
  /** Returns resources with a path in the bundle, sorted by path bytes. */
  placed: () => Generator<Resource & { path: string }, void>;
  setPath: (url: string, path: string | null) => void;
  count: (status: ResourceStatus, kind?: ResourceKind) => number;
  bytes: () => number;
  markInFlight: (url: string, alone: boolean) => void;
  clearInFlight: (url: string) => void;
  inFlight: () => { url: string; alone: boolean }[];
  /** Counts a crash of the process while `url` alone was in flight. @returns the new count */
  addDeath: (url: string) => number;
}>;

export function frontierOf(store: Store, jobId: string): Frontier {
  const insert = store.prepare(
    `INSERT OR IGNORE INTO resources (job_id, url, kind, status, reason, required, depth, hops, referrer)
     VALUES (?, ?, 'unknown', ?, ?, ?, ?, ?, ?)`,
  );
  const finish = store.prepare(
    `UPDATE resources SET status = @status, kind = coalesce(@kind, kind), reason = @reason, http_status = @httpStatus,
       content_type = @contentType, validator = coalesce(@validator, validator), object = @object,
       file_name = @fileName,
       size_bytes = @sizeBytes, redirect_url = @redirectUrl, title = @title, layout = @layout, duration_ms = @durationMs,
       reused = @reused, way = @renderMode, way_reason = @renderModeReason, scripted = @isScripted, has_routes = @hasRoutes
     WHERE job_id = @jobId AND url = @url`,
  );
  const forget = store.prepare('DELETE FROM ingested WHERE job_id = ? AND url = ?');
  const remember = store.prepare('INSERT OR REPLACE INTO ingested VALUES (?, ?, ?)');
  const references = store.prepare('SELECT refers FROM ingested WHERE job_id = ? AND url = ?').pluck();
  const setDocuments = store.prepare('UPDATE resources SET documents = ? WHERE job_id = ? AND url = ?');
  const setDrawn = store.prepare('INSERT OR REPLACE INTO drawn_texts VALUES (?, ?, ?, ?)');
  const drawn = store.prepare('SELECT head, sections FROM drawn_texts WHERE job_id = ? AND url = ?');
  const nextDepth = store
    .prepare(`SELECT min(depth) FROM resources WHERE job_id = ? AND status = 'queued'`)
    .pluck();
  const queued = store.prepare(
    `SELECT url, hops FROM resources WHERE job_id = ? AND status = 'queued' AND depth = ? ORDER BY url`,
  );
  const leaveQueued = store.prepare(
    `UPDATE resources SET status = 'skipped', reason = @reason
     WHERE job_id = @jobId AND status = 'queued' AND (@onlyLinked = 0 OR hops = 0)`,
  );
  const requeue = store.prepare(
    `UPDATE resources SET status = 'queued', reason = NULL, validator = NULL, way = @renderMode, required = coalesce(@required, required),
       depth = coalesce(@depth, depth), hops = coalesce(@hops, hops) WHERE job_id = @jobId AND url = @url`,
  );
  const remove = store.prepare('DELETE FROM resources WHERE job_id = ? AND url = ?');
  const removeAll = store.prepare('DELETE FROM resources WHERE job_id = ?');
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
        resource.status ?? 'queued',
        resource.reason ?? null,
        resource.required ? 1 : 0,
        resource.depth,
        resource.hops ?? 0,
        resource.referrer ?? null,
      ).changes > 0,
    nextDepth: () => (nextDepth.get(jobId) as number | null) ?? undefined,
    queued: (depth) => queued.all(jobId, depth) as QueuedResource[],
    leaveQueued: (reason, onlyLinked) => {
      leaveQueued.run({ jobId, reason, onlyLinked: onlyLinked ? 1 : 0 });
    },
    finish: (url, outcome) => {
      finish.run({
        jobId,
        url,
        ...NOTHING_KNOWN,
        ...outcome,
        reused: Number(outcome.reused ?? false),
        isScripted: Number(outcome.isScripted ?? false),
        hasRoutes: Number(outcome.hasRoutes ?? false),
      });
    },
    setReferences: (url, packed) => {
      if (packed) remember.run(jobId, url, packed);
      else forget.run(jobId, url);
    },
    references: (url) => references.get(jobId, url) as Uint8Array | undefined,
    setDocuments: (url, documents) => {
      setDocuments.run(documents.join('\n'), jobId, url);
    },
    setDrawnText: (url, { head, sections }) => {
      setDrawn.run(jobId, url, head, sections);
    },
    drawnText: (url) => drawn.get(jobId, url) as DrawnText | undefined,
    requeue: (url, { required, depth = null, hops = null, renderMode = null } = {}) => {
      requeue.run({
        jobId,
        url,
        required: required === undefined ? null : Number(required),
        depth,
        hops,
        renderMode,
      });
    },
    remove: (url) => {
      remove.run(jobId, url);
    },
    clear: () => {
      removeAll.run(jobId);
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

/** Filter for the resources of a job. Without a kind, it matches everything except assets. */
export type ResourceFilter = Readonly<{
  kind?: ResourceKind | undefined;
  status?: ResourceStatus | undefined;
  /** Part of the URL or the title. */
  search?: string | undefined;
}>;

const FILTERED = `job_id = @jobId
  AND CASE WHEN @kind IS NULL THEN kind <> 'asset' ELSE kind = @kind END
  AND (@status IS NULL OR status = @status)
  AND (@like IS NULL OR url LIKE @like ESCAPE '\\' OR title LIKE @like ESCAPE '\\')`;

function parametersOf({ kind, status, search }: ResourceFilter) {
  const like = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  return { kind: kind ?? null, status: status ?? null, like };
}

/** Counts the resources of a job that match a filter. */
export function countResources(store: Store, jobId: string, filter: ResourceFilter): number {
  return Number(
    store
      .prepare(`SELECT count(*) FROM resources WHERE ${FILTERED}`)
      .pluck()
      .get({ jobId, ...parametersOf(filter) }),
  );
}

/** Returns one page of a job's resources after `after`, sorted by URL bytes. */
export function pageOfResources(
  store: Store,
  jobId: string,
  query: ResourceFilter & Readonly<{ after: string; limit: number }>,
): Resource[] {
  const rows = store
    .prepare(
      `SELECT ${COLUMNS}, ${LAYOUT_REASON} AS layoutReason FROM resources WHERE ${FILTERED} AND url > @after
       ORDER BY url LIMIT @limit`,
    )
    .all({ jobId, after: query.after, limit: query.limit, ...parametersOf(query) }) as (Row & {
    layoutReason: string | null;
  })[];
  return rows.map(({ layoutReason, ...row }) => {
    const reasons = [layoutReason, row.renderModeReason].filter((reason) => reason !== null);
    return fromRow({ ...row, renderModeReason: reasons.length > 0 ? reasons.join(' ') : null });
  });
}

/** Selects why the pages of a layout are acquired as they are (layouts.ts). */
const LAYOUT_REASON = `(SELECT layouts.reason FROM layouts WHERE layouts.job_id = resources.job_id
  AND layouts.layout = resources.layout AND resources.way IS NOT NULL)`;

const NOTHING_KNOWN = {
  kind: null,
  reason: null,
  httpStatus: null,
  contentType: null,
  validator: null,
  fileName: null,
  object: null,
  sizeBytes: null,
  redirectUrl: null,
  title: null,
  layout: null,
  durationMs: null,
  renderMode: null,
  renderModeReason: null,
};

function fromRow(row: Row): Resource {
  const { required, reused, isScripted, hasRoutes } = row;
  return {
    ...row,
    required: required === 1,
    reused: reused === 1,
    isScripted: isScripted === 1,
    hasRoutes: hasRoutes === 1,
  };
}
