/**
 * Forward-only list of schema changes; `PRAGMA user_version` counts how many have been applied.
 * Never edit an entry that has been released: append one.
 * Times are ISO 8601 UTC text; sizes are bytes; booleans are 0 or 1; JSON columns are validated where they are read.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE organization (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    name       TEXT NOT NULL,
    plan       TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
    created_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO organization VALUES (1, 'My organization', 'enterprise', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

  CREATE TABLE projects (
    id              TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    origin          TEXT NOT NULL,                 -- JSON: { kind: 'directory', folder }
    deployment_type TEXT NOT NULL CHECK (deployment_type IN ('cloud', 'client-hosted', 'air-gapped')),
    features        TEXT NOT NULL,                 -- JSON: { search?, assistant?, analytics?, playground? }
    settings        TEXT NOT NULL,                 -- JSON: export settings that differ from their defaults
    created_at      TEXT NOT NULL,
    updated_at      TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX projects_origin ON projects (origin);

  CREATE TABLE domains (
    domain     TEXT PRIMARY KEY,                   -- a bare host name, lower case
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL                    -- 0 is the name that bundles carry
  ) STRICT;
  CREATE INDEX domains_project ON domains (project_id, position);

  CREATE TABLE admin_keys (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    hash         BLOB NOT NULL UNIQUE,             -- SHA-256 of the key; the key itself is never stored
    scopes       TEXT NOT NULL,                    -- JSON: ('read' | 'write' | 'admin')[]
    created_at   TEXT NOT NULL,
    last_used_at TEXT,
    expires_at   TEXT,
    revoked_at   TEXT
  ) STRICT;

  CREATE TABLE export_jobs (
    id               TEXT PRIMARY KEY,             -- se_ and 16 hex digits
    project_id       TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    domain           TEXT NOT NULL,
    version          TEXT,                         -- as asked for, then as in the bundle
    status           TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
    phase            TEXT NOT NULL CHECK (phase IN ('acquire', 'pack', 'verify', 'done')),
    progress         REAL NOT NULL DEFAULT 0,      -- 0 to 100, never falls
    page_count       INTEGER NOT NULL DEFAULT 0,   -- pages exported so far
    missing_count    INTEGER NOT NULL DEFAULT 0,
    settings         TEXT NOT NULL,                -- JSON: every export setting of this job
    policy           TEXT NOT NULL,                -- JSON: deployment type and features as they were at the start
    error_code       TEXT,
    error            TEXT,
    verdict          TEXT CHECK (verdict IN ('passed', 'findings', 'failed')),
    created_at       TEXT NOT NULL,
    updated_at       TEXT NOT NULL,
    started_at       TEXT,
    packed_at        TEXT,
    finished_at      TEXT,
    retry_of         TEXT
  ) STRICT;
  CREATE INDEX export_jobs_status ON export_jobs (status, created_at);
  CREATE INDEX export_jobs_project ON export_jobs (project_id, created_at);

  -- The frontier: one row per URL of a job. Assets are recognised once they have been fetched.
  CREATE TABLE resources (
    job_id        TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    url           TEXT NOT NULL,                   -- normalised, relative to the origin: '/a/b.html'
    kind          TEXT NOT NULL CHECK (kind IN ('unknown', 'page', 'asset', 'redirect')),
    status        TEXT NOT NULL CHECK (status IN ('queued', 'done', 'failed', 'skipped')),
    reason        TEXT,                            -- why failed or skipped
    required      INTEGER NOT NULL,                -- 1: listed by the origin or asked for, so its absence is 'missing'
    depth         INTEGER NOT NULL,
    http_status   INTEGER,
    content_type  TEXT,
    validator     TEXT,                            -- what the origin says the content is (ETag)
    object        TEXT,                            -- SHA-256 of the raw bytes
    size_bytes    INTEGER,
    redirect_url  TEXT,
    title         TEXT,
    layout        TEXT,
    path          TEXT,                            -- place in the bundle, given at the barrier
    referrer      TEXT,                            -- where it was first found
    deaths        INTEGER NOT NULL DEFAULT 0,      -- times the process died while this alone was in flight
    duration_ms   REAL,
    PRIMARY KEY (job_id, url)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX resources_status ON resources (job_id, status);
  CREATE INDEX resources_path ON resources (job_id, path) WHERE path IS NOT NULL;
  CREATE INDEX resources_object ON resources (object);
  CREATE VIEW pages  AS SELECT * FROM resources WHERE kind = 'page';
  CREATE VIEW assets AS SELECT * FROM resources WHERE kind = 'asset';

  -- What the process was working on; whatever is still here at the next start was in flight when it died.
  CREATE TABLE in_flight (
    job_id TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    url    TEXT NOT NULL,
    alone  INTEGER NOT NULL,
    PRIMARY KEY (job_id, url)
  ) STRICT, WITHOUT ROWID;

  -- What rewriting found: problems of the source, features removed or kept. Rewritten with every pack.
  CREATE TABLE findings (
    job_id TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    url    TEXT NOT NULL,                          -- the page or asset it was found in
    kind   TEXT NOT NULL,                          -- dead, third-party, outside, invalid, feature
    detail TEXT NOT NULL                           -- JSON: Problem or FeatureNote
  ) STRICT;
  CREATE INDEX findings_job ON findings (job_id, kind);

  CREATE TABLE bundles (
    job_id       TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    format       TEXT NOT NULL CHECK (format IN ('zip', 'tar.gz')),
    file         TEXT NOT NULL,                    -- relative to the data folder
    size_bytes   INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    digest       TEXT NOT NULL,                    -- content digest of the manifest
    file_count   INTEGER NOT NULL,
    created_at   TEXT NOT NULL,
    PRIMARY KEY (job_id, format)
  ) STRICT;

  CREATE TABLE events (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT REFERENCES export_jobs (id) ON DELETE CASCADE,
    at     TEXT NOT NULL,
    kind   TEXT NOT NULL,
    detail TEXT NOT NULL                           -- JSON
  ) STRICT;
  CREATE INDEX events_job ON events (job_id, id);
  `,
];
