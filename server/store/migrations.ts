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
  `
  ALTER TABLE export_jobs ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;  -- 1: waits until somebody resumes it
  ALTER TABLE export_jobs ADD COLUMN fresh INTEGER NOT NULL DEFAULT 0;   -- 1: re-uses nothing of earlier exports
  CREATE INDEX export_jobs_created ON export_jobs (created_at, id);
  CREATE INDEX export_jobs_updated ON export_jobs (updated_at, id);
  CREATE INDEX export_jobs_domain_created ON export_jobs (domain, created_at, id);
  CREATE INDEX export_jobs_domain_updated ON export_jobs (domain, updated_at, id);
  CREATE INDEX export_jobs_status_created ON export_jobs (status, created_at, id);
  CREATE INDEX export_jobs_status_updated ON export_jobs (status, updated_at, id);
  DROP INDEX export_jobs_status;

  -- Settings of the server that differ from their defaults.
  CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL                            -- JSON
  ) STRICT;

  -- What is sealed with the master key: link-signing keys, credentials of origins, tokens.
  CREATE TABLE secrets (
    name       TEXT PRIMARY KEY,
    master     TEXT NOT NULL,                      -- which master key seals it: its fingerprint
    nonce      BLOB NOT NULL,
    ciphertext BLOB NOT NULL,                      -- AES-256-GCM with its tag
    updated_at TEXT NOT NULL
  ) STRICT;

  -- Objects that a deleted job used; those that no other job uses are removed when no export runs.
  CREATE TABLE garbage (object TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  -- Uses that a limit counts, of the last hours only.
  CREATE TABLE uses (
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,                      -- 'export', 'agent'
    at         TEXT NOT NULL
  ) STRICT;
  CREATE INDEX uses_project ON uses (project_id, kind, at);

  -- Answers to requests with an Idempotency-Key, kept for 24 hours.
  CREATE TABLE idempotency (
    caller     TEXT NOT NULL,                      -- id of the admin key
    path       TEXT NOT NULL,
    key        TEXT NOT NULL,
    body_hash  BLOB NOT NULL,
    status     INTEGER NOT NULL,
    response   TEXT NOT NULL,                      -- JSON
    created_at TEXT NOT NULL,
    PRIMARY KEY (caller, path, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_created ON idempotency (created_at);
  `,
  `
  -- What makes the zip of a job out of that of another job of the same project.
  CREATE TABLE deltas (
    job_id      TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    base_job_id TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    file        TEXT NOT NULL,                     -- relative to the data folder
    size_bytes  INTEGER NOT NULL,
    sha256      TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    PRIMARY KEY (job_id, base_job_id)
  ) STRICT;
  CREATE INDEX deltas_base ON deltas (base_job_id);
  `,
  `
  -- What an export leaves behind for the next one of its project (docs/decisions/0007).
  ALTER TABLE export_jobs ADD COLUMN ingest_key TEXT;  -- what decided how content was read; NULL: nothing is kept
  ALTER TABLE export_jobs ADD COLUMN listing TEXT;     -- digest of the listing that the frontier agrees with
  CREATE INDEX export_jobs_remains ON export_jobs (project_id) WHERE ingest_key IS NOT NULL;
  ALTER TABLE resources ADD COLUMN reused INTEGER NOT NULL DEFAULT 0;  -- 1: unchanged, taken over from an earlier job

  -- What acquired content refers to. A resource without a row refers to nothing.
  CREATE TABLE ingested (
    job_id     TEXT NOT NULL,
    url        TEXT NOT NULL,
    refers     BLOB NOT NULL,                      -- deflated, see exports/references.ts
    PRIMARY KEY (job_id, url),
    FOREIGN KEY (job_id, url) REFERENCES resources (job_id, url) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- The entries of a job's bundle, with what decided them.
  CREATE TABLE entries (
    job_id          TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    path            TEXT NOT NULL,
    digest          TEXT NOT NULL,                 -- SHA-256 over all that decided the entry
    asked           BLOB NOT NULL,                 -- places whose fate was among that, deflated
    method          INTEGER NOT NULL,              -- of compression: 0 or 8
    crc32           INTEGER NOT NULL,
    size_bytes      INTEGER NOT NULL,
    sha256          TEXT NOT NULL,
    data_offset     INTEGER NOT NULL,              -- where the compressed bytes stand in the archive
    data_bytes      INTEGER NOT NULL,
    data_sha256     TEXT NOT NULL,
    findings        TEXT,                          -- JSON: { problems, features }; NULL: none
    PRIMARY KEY (job_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The list of jobs by site and status, in either order, however many there are.
  CREATE INDEX export_jobs_project_updated ON export_jobs (project_id, updated_at, id);
  CREATE INDEX export_jobs_project_status_created ON export_jobs (project_id, status, created_at, id);
  CREATE INDEX export_jobs_project_status_updated ON export_jobs (project_id, status, updated_at, id);
  CREATE INDEX export_jobs_domain_status_created ON export_jobs (domain, status, created_at, id);
  CREATE INDEX export_jobs_domain_status_updated ON export_jobs (domain, status, updated_at, id);
  `,
  `
  -- Live sites.
  ALTER TABLE export_jobs ADD COLUMN pause_reason TEXT;  -- why Offprint itself paused the job
  ALTER TABLE export_jobs ADD COLUMN site TEXT;          -- JSON: what was found out about the site at the start
  ALTER TABLE resources ADD COLUMN hops INTEGER NOT NULL DEFAULT 0;  -- from the last link: redirects, frames, files
  ALTER TABLE resources ADD COLUMN way TEXT;             -- how a page was acquired: 'fetched'; others follow
  ALTER TABLE resources ADD COLUMN way_reason TEXT;      -- why so
  `,
  `
  -- Pages as a browser makes them.
  ALTER TABLE export_jobs ADD COLUMN routes TEXT;        -- JSON: what was found out about the router in the pages
  ALTER TABLE resources ADD COLUMN scripted INTEGER NOT NULL DEFAULT 0;    -- 1: something in the page may run
  ALTER TABLE resources ADD COLUMN has_routes INTEGER NOT NULL DEFAULT 0;  -- 1: it links to fragments like #/a

  -- How pages of a layout are acquired, once that has been proved.
  CREATE TABLE layouts (
    job_id   TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    layout   TEXT NOT NULL,
    way      TEXT NOT NULL,                              -- 'fetched', 'rendered'
    reason   TEXT NOT NULL,
    samples  INTEGER NOT NULL,                           -- pages of it that were compared with their rendering
    PRIMARY KEY (job_id, layout)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Agent jobs: whom they talk to, what they may do, what happened to them.
  CREATE TABLE model_servers (
    name       TEXT PRIMARY KEY,
    settings   TEXT NOT NULL,                      -- JSON; the token is among the secrets
    measured   TEXT,                               -- JSON: transport, stream, windowTokens; NULL: not tried out yet
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE forges (
    name       TEXT PRIMARY KEY,
    settings   TEXT NOT NULL,                      -- JSON; the token is among the secrets
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE agent_settings (
    project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    settings   TEXT NOT NULL,                      -- JSON: repository, branch, model server, forge, …
    updated_at TEXT NOT NULL
  ) STRICT;

  -- One row a job: what lists and polling ask for. All but id, project, repository and times follows from its events.
  CREATE TABLE agent_jobs (
    id           TEXT PRIMARY KEY,                 -- ag_ and 16 hex digits
    project_id   TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    repository   TEXT NOT NULL,                    -- URL, as it was when the job was created
    model_server TEXT NOT NULL,                    -- its name
    model        TEXT NOT NULL,
    prompt       TEXT NOT NULL,                    -- the first, without secrets
    status       TEXT NOT NULL CHECK (status IN ('active', 'completed', 'failed')),
    stage        TEXT NOT NULL,                    -- queued, preparing, running, …
    ref          TEXT,                             -- the branch of the agent; NULL until it exists
    link         TEXT,                             -- URL of the request, or a path of this server
    code         TEXT,                             -- why it stopped; NULL when it did what it was asked for
    sentence     TEXT,                             -- the same for people
    review       TEXT CHECK (review IN ('merged', 'rejected')),
    created_at   TEXT NOT NULL,
    updated_at   TEXT NOT NULL,
    archived_at  TEXT
  ) STRICT;
  CREATE INDEX agent_jobs_created ON agent_jobs (created_at, id);
  CREATE INDEX agent_jobs_project ON agent_jobs (project_id, created_at, id);
  CREATE INDEX agent_jobs_active ON agent_jobs (created_at, id) WHERE status = 'active';

  -- What happened to agent jobs. Only added to: every event carries the hash of the one before it.
  CREATE TABLE agent_events (
    job_id        TEXT NOT NULL REFERENCES agent_jobs (id) ON DELETE CASCADE,
    seq           INTEGER NOT NULL,
    at            TEXT NOT NULL,
    type          TEXT NOT NULL,
    body          TEXT NOT NULL,                   -- JSON, without secrets
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL,
    PRIMARY KEY (job_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER agent_events_stay BEFORE UPDATE ON agent_events
  BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

  -- What agent jobs have changed, per event of their log: content NULL is a deletion.
  CREATE TABLE agent_overlay (
    job_id   TEXT NOT NULL REFERENCES agent_jobs (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,                     -- of the event in agent_events that made the change
    position INTEGER NOT NULL,                     -- order within the event
    path     TEXT NOT NULL,
    mode     TEXT NOT NULL CHECK (mode IN ('100644', '100755')),
    content  BLOB,
    PRIMARY KEY (job_id, seq, position)
  ) STRICT, WITHOUT ROWID;
  `,

  `
  -- Which agent jobs changed last: asked for as long as somebody looks at a list of them.
  CREATE INDEX agent_jobs_updated ON agent_jobs (updated_at);
  `,

  `
  ALTER TABLE resources ADD COLUMN documents TEXT;       -- what scripts of a page with a playground fetch, a URL a line; NULL: not known
  `,

  `
  ALTER TABLE resources ADD COLUMN file_name TEXT;       -- under which the origin has it saved; NULL: it says none
  `,

  `
  -- Whether what the origin may be of this computer is up to the setting directoryRoots. The number says in the file's
  -- header whose database this is ("OFFP"): no other program's is taken for one of ours.
  ALTER TABLE projects ADD COLUMN origin_set_by TEXT CHECK (origin_set_by IN ('owner', 'key'));  -- NULL: not known
  PRAGMA application_id = 0x4f464650;
  `,

  `
  -- Every turn back of a job is told by one kind of event (exports/job/stages.ts).
  UPDATE events SET kind = 'turned-back',
    detail = json_object('from', 'pack', 'to', 'seed', 'why', 'object-damaged', 'count', nth)
    FROM (SELECT id AS damaged, row_number() OVER (PARTITION BY job_id ORDER BY id) AS nth FROM events
      WHERE kind = 'object-damaged') WHERE id = damaged;
  UPDATE events SET kind = 'turned-back',
    detail = json_object('from', 'settle', 'to', 'seed', 'why', 'origin-changed', 'count', json_extract(detail, '$.round'))
    WHERE kind = 'origin-changed';
  `,

  `
  -- Whose signatures of bundles count. The private key of this installation is among the secrets.
  CREATE TABLE trusted_keys (
    fingerprint    TEXT PRIMARY KEY,               -- SHA-256 of the public key, hex
    public_key     TEXT NOT NULL UNIQUE,           -- base64 of its SubjectPublicKeyInfo
    name           TEXT NOT NULL,
    is_own         INTEGER NOT NULL DEFAULT 0,     -- 1: it is, or was, this installation's
    signs          INTEGER NOT NULL DEFAULT 0,     -- 1: this installation signs with it
    handovers      TEXT,                           -- JSON: how an own key came after the ones before it; NULL: not own
    added_at       TEXT NOT NULL,
    revoked_at     TEXT,
    revoked_reason TEXT
  ) STRICT;
  CREATE UNIQUE INDEX trusted_keys_signs ON trusted_keys (signs) WHERE signs = 1;
  `,

  `
  -- Where bundles are published to. What is secret of a target is among the secrets.
  CREATE TABLE targets (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    settings   TEXT NOT NULL,                      -- JSON, publications/target-settings.ts
    shape      TEXT NOT NULL CHECK (shape IN ('site', 'archive')),
    keep       INTEGER NOT NULL,                   -- versions that stay there; 0: all
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  -- Who put what where, and what came of it. Outlives its target and its job.
  CREATE TABLE publications (
    id                TEXT PRIMARY KEY,
    target_id         TEXT NOT NULL,
    target_name       TEXT NOT NULL,
    place             TEXT NOT NULL,               -- of the target, for people
    kind              TEXT NOT NULL CHECK (kind IN ('publish', 'rollback')),
    source            TEXT,                        -- JSON: the archive; NULL for a rollback
    shape             TEXT NOT NULL CHECK (shape IN ('site', 'archive')),
    keep              INTEGER NOT NULL,
    domain            TEXT,
    version           TEXT,                        -- NULL until it is known
    digest            TEXT,                        -- of the content; NULL until it is known
    previous          TEXT,                        -- the version that readers saw before
    requested_by      TEXT NOT NULL,
    status            TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'canceled')),
    stage             TEXT NOT NULL,
    done_bytes        INTEGER NOT NULL DEFAULT 0,  -- of the stage
    total_bytes       INTEGER NOT NULL DEFAULT 0,
    remaining_seconds REAL,
    sent_files        INTEGER NOT NULL DEFAULT 0,
    sent_bytes        INTEGER NOT NULL DEFAULT 0,
    kept_files        INTEGER NOT NULL DEFAULT 0,  -- that the target had already
    note              TEXT,                        -- what it waits for
    error_code        TEXT,
    error             TEXT,
    created_at        TEXT NOT NULL,
    updated_at        TEXT NOT NULL,
    ended_at          TEXT
  ) STRICT;
  CREATE INDEX publications_created ON publications (created_at);
  CREATE INDEX publications_target ON publications (target_id, created_at);
    `,

  `
  -- Bundles that came from elsewhere, and what became of them. Files lie in received/<id>/ until they are kept.
  CREATE TABLE received (
    id           TEXT PRIMARY KEY,                 -- rc_ and 16 hex digits
    status       TEXT NOT NULL CHECK (status IN ('waiting', 'kept', 'discarded', 'refused')),
    source       TEXT NOT NULL,                    -- where it lay, or the name of the file that was uploaded
    received_by  TEXT NOT NULL,                    -- 'owner', or the id of an admin key
    received_at  TEXT NOT NULL,
    verification TEXT NOT NULL,                    -- JSON: what verification said then, with the signature
    delta        TEXT,                             -- JSON: header of the delta that it was made with
    format       TEXT,                             -- 'zip', 'tar.gz'; NULL: refused, no file
    size_bytes   INTEGER,
    sha256       TEXT,
    accepted_as  TEXT CHECK (accepted_as IN ('unsigned', 'unknown-signer')),  -- a person took it as that
    accepted_by  TEXT,
    accepted_at  TEXT,
    decided_by   TEXT,                             -- who kept or discarded it
    decided_at   TEXT,
    job_id       TEXT REFERENCES export_jobs (id) ON DELETE SET NULL  -- of a kept one
  ) STRICT;
  CREATE INDEX received_at ON received (received_at, id);
  CREATE INDEX received_sha256 ON received (sha256);
  CREATE INDEX received_job ON received (job_id);
  CREATE INDEX bundles_sha256 ON bundles (sha256);
  CREATE INDEX bundles_digest ON bundles (digest);
  `,

  `
  -- Targets that every completed export of a project is published to: JSON list of ids, of removed ones too.
  ALTER TABLE projects ADD COLUMN publish_to TEXT NOT NULL DEFAULT '[]';

  -- Who changed keys, targets and what projects publish. Who published and received what is in the tables of these.
  CREATE TABLE audit (
    at      TEXT NOT NULL,
    by      TEXT NOT NULL,                         -- name of an admin key, or 'owner'
    action  TEXT NOT NULL,                         -- store/audit.ts
    subject TEXT NOT NULL,                         -- for people
    id      TEXT NOT NULL,                         -- of what it was done to
    detail  TEXT NOT NULL                          -- JSON object of texts
  ) STRICT;
  CREATE INDEX audit_at ON audit (at);
  `,

  `
  -- Target of kind s3 whose links are handed out for bundles of a project; it may have been removed.
  ALTER TABLE projects ADD COLUMN link_target TEXT;
  `,

  `
  -- Sites that this installation serves to readers. Their versions lie in hosting/<id>/.
  CREATE TABLE hosted_sites (
    id         TEXT PRIMARY KEY,                   -- hs_ and 16 hex digits
    name       TEXT NOT NULL UNIQUE,
    host       TEXT NOT NULL,                      -- address that it listens on
    port       INTEGER NOT NULL,
    keep       INTEGER NOT NULL,                   -- versions that stay, with the one that is served
    is_on      INTEGER NOT NULL,                   -- 1: it is served while the server runs
    asked      TEXT,                               -- JSON: the bundle that is to be served and is not yet; NULL: what is kept
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  `,

  `
  -- The audit log is only added to.
  CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END;
  CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never deleted'); END;
  `,

  `
  -- When projects are exported by themselves.
  CREATE TABLE schedules (
    project_id  TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    cron        TEXT NOT NULL,                     -- five fields
    time_zone   TEXT NOT NULL,                     -- IANA name
    is_paused   INTEGER NOT NULL DEFAULT 0,
    due_at      TEXT NOT NULL,                     -- the next run; what has passed is due
    last_run_at TEXT,
    last_job_id TEXT,                              -- may have been deleted; NULL: it could not be started
    last_error  TEXT,                              -- why not
    last_due    INTEGER NOT NULL DEFAULT 0,        -- runs that the last one stood for
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL
  ) STRICT;

  -- Which exports stay (retention/plan.ts): the rules of a project where they are not those of all, the exports that a
  -- person keeps, and until when links to bundles work that were handed out.
  CREATE TABLE retention_rules (
    project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    keep_last  INTEGER NOT NULL,                   -- 0: however many there are
    keep_days  INTEGER NOT NULL                    -- 0: however old they are
  ) STRICT;
  CREATE TABLE pins (
    job_id    TEXT PRIMARY KEY REFERENCES export_jobs (id) ON DELETE CASCADE,
    pinned_by TEXT NOT NULL,
    pinned_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE bundle_links (
    job_id     TEXT PRIMARY KEY REFERENCES export_jobs (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
  ) STRICT;
  `,

  `
  -- Archives of bundles whose files lie in one folder, for people: made when first asked for.
  CREATE TABLE bundles_in_folder (
    job_id       TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    format       TEXT NOT NULL CHECK (format IN ('zip', 'tar.gz')),
    file         TEXT NOT NULL,                    -- relative to the data folder
    size_bytes   INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    PRIMARY KEY (job_id, format)
  ) STRICT;
  `,

  `
  -- 1: nobody chose its name, so the title of its site takes its place.
  ALTER TABLE projects ADD COLUMN named_by_title INTEGER NOT NULL DEFAULT 0;
  `,

  `
  -- What the search knows of pages that keep their scripts, which draw their text (exports/classify/layouts.ts).
  CREATE TABLE drawn_texts (
    job_id   TEXT NOT NULL REFERENCES export_jobs (id) ON DELETE CASCADE,
    url      TEXT NOT NULL,
    head     TEXT NOT NULL,                        -- JSON, as exports/search packs pages
    sections TEXT NOT NULL,
    PRIMARY KEY (job_id, url)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Reasons why addresses were skipped have other names (exports/site/skip-reasons.ts).
  CREATE TEMP TABLE renamed (old TEXT PRIMARY KEY, new TEXT NOT NULL);
  INSERT INTO renamed VALUES
    ('not among the paths', 'not in the selected paths'),
    ('outside the start address', 'not below the start address'),
    ('ends the session', 'logout link'),
    ('loads without end', 'never finishes loading'),
    ('only guessed', 'guessed address'),
    ('page cap reached', 'page limit reached'),
    ('byte cap reached', 'byte limit reached'),
    ('depth cap reached', 'depth limit reached'),
    ('time cap reached', 'time limit reached'),
    ('query cap reached', 'query limit reached'),
    ('size cap reached', 'size limit reached'),
    ('leaves the folder', 'leads out of the folder'),
    ('data folder of Offprint', 'Offprint data folder'),
    ('linked from another owner', 'hard link owned by another user'),
    ('for its host', 'host configuration'),
    ('may hold a secret', 'may contain a secret'),
    ('compressed twin', 'precompressed copy');
  UPDATE resources SET reason = (SELECT new FROM renamed WHERE old = reason)
    WHERE status = 'skipped' AND reason IN (SELECT old FROM renamed);
  DROP TABLE renamed;
  `,
];
