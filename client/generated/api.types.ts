// Made by `npm run build:client` from the schemas of the API. Change those, not this file.
export interface paths {
    "/v1/static-export/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count export jobs by status
         * @description Paused and interrupted jobs are counted by their stored status.
         */
        get: operations["countExportJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow all export jobs
         * @description Server-sent events for a list of jobs: `progress`, an array with the jobs that made progress, at most five times a second; `changed`, with the `jobIds` to fetch again. Past events are not sent.
         */
        get: operations["streamAllExportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an export
         * @description Lists the pages of a project, or of an origin that the caller may set, and applies the settings. Nothing is written.
         */
        post: operations["previewExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/throughput": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a job over time
         * @description Samples of its progress since the server started, for a chart.
         */
        get: operations["getExportThroughput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List export jobs
         * @description Page by page: send the `nextCursor` of one response as the `cursor` of the next request.
         */
        get: operations["listExportJobs"];
        put?: never;
        /**
         * Start an export
         * @description Queues an export of the site with this domain. Poll the job until its status is `completed` or `failed`. Fields that are not described here are ignored. Needs the `enterprise` plan.
         */
        post: operations["startExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export job
         * @description Use this to poll. While the job runs, `progress` and `pageCount` increase. Stop at `completed` or `failed`.
         */
        get: operations["getExportJob"];
        put?: never;
        post?: never;
        /**
         * Delete an export job with its bundles
         * @description Removes the job, its bundles, its report and the stored content that no other job uses. Content is only removed while no export is running. With `dryRun=true`, only shows what would be removed.
         */
        delete: operations["deleteExportJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export job
         * @description Ends a queued or running job: its status becomes `failed`. What it has read is kept for a retry.
         */
        post: operations["cancelExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed export job
         * @description Queues a new job that continues from what the failed one finished. Needs the `enterprise` plan.
         */
        post: operations["retryExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an export job
         * @description The job is `queued` until it is resumed, and keeps what it has read.
         */
        post: operations["pauseExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused export job
         * @description It continues where it stopped. A job that is waiting for another reason (`pauseReason`) is tried again.
         */
        post: operations["resumeExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of an export job
         * @description What was exported, what is missing, and what verification found. With `Accept: text/html`, as a web page.
         */
        get: operations["getExportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages of an export job
         * @description Sorted by URL, with the outcome of each and the reason for it.
         */
        get: operations["listExportPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an export job
         * @description Server-sent events: first the stored ones, with an id, then new ones as they happen. `progress`, and `held` when the job cannot continue, have no id. Ends when the job ends. Stored events are: `queued` (the job was accepted), `checked-out` (the branch of a repository was checked out, and built if the origin has a build command: `commit`, `leftOut`), `rendered` (the site was built from its docs.json: `pages`, and `findings`, how many the report lists), `phase` (a phase started: `phase`), `router-found` (the pages are routes of one document), `selector-matched` (a `selector` of the settings matched something for the first time), `paused` (it is waiting: `reason`, unless someone paused it), `resumed` (it continues: `inFlight` lists what was being read when it was interrupted), `turned-back` (an earlier stage runs again: `from`, `to`, `why` (docs/architecture.md lists them), and `count`, how many times), `received` (the bundle was made elsewhere and kept here: `receivedId`, `digest`, `verdict`, `signer`), `publication-queued` (it will be published, as set in the project: `publicationId`, `targetId`, `targetName`), `not-published` (it was not published as set in the project: `targetId`, and `why` (`target-removed`, `verification-failed`)), `completed` (packed and verified: `verdict`), `failed` (with `code` and `error`).
         */
        get: operations["streamExportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the queue
         * @description Jobs run in the order in which they were created.
         */
        get: operations["getQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/queue/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the queue
         * @description No more jobs are started. Running jobs continue.
         */
        post: operations["pauseQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/queue/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the queue
         * @description Waiting jobs are started again, in order.
         */
        post: operations["resumeQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a link to the bundle
         * @description Signs a link to the bundle of a completed job; needs no body. The link expires, but the bundle stays: ask again for a fresh link. Other formats, and deltas from an earlier bundle, are made on first request. If links point to object storage, the archive is uploaded on first request. Fields that are not described here are ignored. Needs the `enterprise` plan.
         */
        post: operations["createBundleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bundles/{jobId}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two exports
         * @description Pages added, removed and changed between an earlier export and this one. Pages are compared by their text, so a footer that changed on every page is listed separately from changed content.
         */
        get: operations["compareExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/comparison/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a page in two exports
         * @description How its text changed, as a unified diff.
         */
        get: operations["comparePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a screenshot of a page
         * @description Opens a page of the bundle in the headless browser, which can access only the bundle. Returns a PNG 1280 pixels wide and up to 6000 high.
         */
        get: operations["getPagePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * View the exported site
         * @description Serves the bundle of a completed job to browsers on the server's computer, at its own origin, which cannot be guessed. Needs no body. Its pages can only access the bundle. The address works until an hour after its last use, until four newer ones are requested, or until the server stops. Needs the `enterprise` plan.
         */
        post: operations["showExportedSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an agent job
         * @description Poll the job until its status is `completed`, `archived` or `failed`. If the agent changed files, `prLink` is then set. Fields that are not described here are ignored.
         */
        post: operations["createAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent job
         * @description Use this to poll. `completed` does not mean that there is a merge request: check `prLink`.
         */
        get: operations["getAgentJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to an agent job
         * @description An active job reads it at its next step; a job that has ended continues with it. Counts as a prompt. Fields that are not described here are ignored.
         */
        post: operations["messageAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent jobs of a project
         * @description Page by page: send the `nextCursor` of one response as the `cursor` of the next request.
         */
        get: operations["listAgentJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent jobs of all projects
         * @description Newest first. With `id`, only that job, whatever its project.
         */
        get: operations["listAllAgentJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an agent job
         * @description Its status becomes `failed`. Its changes are kept. A message continues the job.
         */
        post: operations["cancelAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an agent job
         * @description It accepts no more messages. Its merge request is not affected.
         */
        post: operations["archiveAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the details of an agent job
         * @description Its steps, its to-do list, what it has used, and why it ended.
         */
        get: operations["getAgentJobDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an agent job
         * @description Server-sent events, each with an id, until the job ends. With `Accept: application/jsonl`, the whole log: one event per line, with its place in the hash chain.
         */
        get: operations["streamAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the change an agent job made
         * @description While it is active, the changes so far. With `Accept: text/x-diff`, only the patch.
         */
        get: operations["getAgentDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve and merge a change
         * @description For projects without a forge: merges the change into its target branch and pushes it. Nothing is overwritten if the branch has moved in the meantime.
         */
        post: operations["approveAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a change
         * @description For projects without a forge: nothing is merged. Send the job a message to get a new proposal.
         */
        post: operations["rejectAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a change
         * @description All comments are sent to the agent as one message, which counts as one prompt.
         */
        post: operations["commentAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a change as files
         * @description A git bundle, patches and their checksums, to transfer offline. `GET …/export/{file}` fetches each file.
         */
        post: operations["exportAgentChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/export/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a file of an exported change
         * @description As of the last export of the change.
         */
        get: operations["getAgentExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a change from elsewhere
         * @description Creates a job from a bundle that another Offprint exported, and proposes its change here. The same rules apply as for other jobs in this project. The body may be up to 64 MiB, enough for a bundle of 48 MB.
         */
        post: operations["importAgentChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View a change
         * @description For the signed link `prLink` of a job without a forge. Shows the change without modifying anything. The link expires after `reviewLinkLifetimeSeconds`; each response about the job has a fresh one.
         */
        get: operations["openReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent settings of all projects
         * @description Only projects with agent settings. The others have no agent jobs.
         */
        get: operations["listAgentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the agent settings of a project
         * @description Repository, branch, model server, forge and limits.
         */
        get: operations["getAgentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the agent settings of a project
         * @description Changes only the fields that are sent. The first time, send at least `repository` and `modelServer`. The repository must be one that keys may use (`originHosts`, `directoryRoots`).
         */
        patch: operations["updateAgentSettings"];
        trace?: never;
    };
    "/v1/model-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List model servers
         * @description Their tokens are never returned.
         */
        get: operations["listModelServers"];
        put?: never;
        /**
         * Add or replace a model server
         * @description Replaces one with the same name; its token stays unless you send another. Its test results are cleared.
         */
        post: operations["putModelServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/model-servers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a model server
         * @description Its token is deleted too.
         */
        delete: operations["deleteModelServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/model-servers/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a model server
         * @description Sends some small requests and a few long ones, which may take minutes on a slow server. Says what is wrong and how to fix it. Jobs then use the way of calling tools that worked best.
         */
        post: operations["testModelServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forges
         * @description Their tokens are never returned.
         */
        get: operations["listForges"];
        put?: never;
        /**
         * Add or replace a forge
         * @description Replaces one with the same name; its token stays unless you send another.
         */
        post: operations["putForge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forges/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a forge
         * @description Its token is deleted too.
         */
        delete: operations["deleteForge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forges/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a forge
         * @description Checks whether its token can access the repository of a project that uses it.
         */
        post: operations["testForge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an export of a project
         * @description Needs no body. Queues an export as tar.gz; poll the job until its status is `completed` or `failed`. A project has one active job at a time in this edition. Fields that are not described here are ignored. Needs the `enterprise` plan.
         */
        post: operations["startProjectExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/{projectId}/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export of a project, with a link to its bundle
         * @description Use this to poll. Once the job has completed, every response has a fresh link; there is no separate bundle endpoint. A job started with `POST /v1/static-export/jobs` is `running` until its tar.gz is ready too. Needs the `write` scope, because anyone with the link can get the bundle. Needs the `enterprise` plan.
         */
        get: operations["getProjectExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an agent job (first edition, deprecated)
         * @deprecated
         * @description Deprecated: use `POST /v2/agent/{projectId}/job`. The response streams what the job does until it ends, in the format of the AI SDK (`useChat`). The job continues even if nobody reads the stream. Fields that are not described here are ignored.
         */
        post: operations["createAgentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent job (first edition, deprecated)
         * @deprecated
         * @description Deprecated: use `GET /v2/agent/{projectId}/job/{id}`.
         */
        get: operations["getAgentSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent jobs of a project (first edition, deprecated)
         * @deprecated
         * @description Deprecated: use `GET /v2/agent/{projectId}/jobs`.
         */
        get: operations["listAgentSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description All projects, sorted by name.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Its origin must be allowed by the `directoryRoots` setting: the operator decides what API keys may make this server read. The project stays until it is deleted, even if its exports fail, because the client may still need its ID. The app and `offprint export` create a project as part of an export, and remove it again if that export reads nothing.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description With the settings for its exports.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with its jobs and bundles
         * @description The site itself is not touched. Refused while one of its exports is running.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes only the fields that are sent. Origin, domains and the `includeSecrets` setting need the admin scope. Jobs already started keep their settings.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description The schedules of all projects.
         */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schedule of a project
         * @description With its next runs and the result of the last one.
         */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Set the schedule of a project
         * @description Exports the project automatically, with its settings, while the server runs. One export makes up for all missed runs. A run waits until the current export of the project ends. Replaces the project's schedule.
         */
        post: operations["setSchedule"];
        /**
         * Remove the schedule of a project
         * @description Exports in progress continue.
         */
        delete: operations["removeSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedule/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a schedule
         * @description Nothing runs until it is resumed.
         */
        post: operations["pauseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedule/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a schedule
         * @description It continues with its next run. Runs missed while it was paused are skipped.
         */
        post: operations["resumeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/schedule/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a schedule now
         * @description Starts the scheduled export now. The next run is not affected.
         */
        post: operations["runSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disk-use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get disk usage
         * @description By project. This can take a moment in large data folders.
         */
        get: operations["getDiskUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview what would be removed
         * @description Exports, deltas and received bundles that the rules do not keep. Changes nothing. The newest export of a project is always kept, and so is anything that is pinned, published or hosted, or has an active link.
         */
        get: operations["getRetentionPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/retention/prune": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove what the rules do not keep
         * @description Each item is checked again before it is removed, and recorded in the audit log. Nothing in use is removed.
         */
        post: operations["prune"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the retention rules of a project
         * @description Its own rules and the general ones.
         */
        get: operations["getProjectRetention"];
        put?: never;
        /**
         * Set the retention rules of a project
         * @description This removes nothing. The rules apply the next time exports are removed.
         */
        post: operations["setProjectRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/retention/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pinned exports
         * @description Rules never remove pinned exports.
         */
        get: operations["listPins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pin an export
         * @description Rules no longer remove it. It can still be deleted.
         */
        post: operations["pinExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/static-export/jobs/{jobId}/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpin an export
         * @description The rules apply to it again.
         */
        post: operations["unpinExportJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the site from a branch
         * @description Builds the docs.json site in the project's folder or branch as it is now, and serves it. Each commit is built once. Needs no body. The address is for browsers on the server's computer and works until an hour after its last use, like that of an exported site.
         */
        post: operations["previewSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the site before and after a change
         * @description For a repository with a docs.json: the pages an agent job changes, as readers will see them. The address is for browsers on the server's computer and works until an hour after its last use, like that of an exported site.
         */
        post: operations["previewAgentChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/origins/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a live site
         * @description Requests the start page and robots.txt of a live site as an export would, within 20 seconds, and returns the result. A site that refuses or does not respond is a result too, not an error. A stored credential is only sent where a project already sends it, unless the key has the admin scope.
         */
        post: operations["testOrigin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders in a folder on the server
         * @description For choosing the origin of a project. API keys only see folders within `directoryRoots`.
         */
        get: operations["listFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization and its plan
         * @description Each data folder has one.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization or its plan
         * @description Changes only the fields that are sent.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first, including revoked and expired keys. The keys themselves are not stored.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is only in this response: the server stores just a hash. Takes no Idempotency-Key, because that would require storing the response.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working immediately and stays in the list.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the server settings
         * @description Settings that were never set have their defaults.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change server settings
         * @description Changes only the fields that are sent; `null` resets a setting to its default. Listener settings (host, port, TLS, names) take effect after a restart.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/v1/settings/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the source of each setting
         * @description Command-line options come first, then the environment, the settings file, stored settings and defaults. Values from the environment or the file cannot be changed through the API.
         */
        get: operations["getEffectiveSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/link-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that sign links
         * @description The keys themselves are never returned.
         */
        get: operations["listLinkKeys"];
        put?: never;
        /**
         * Sign links with a new key
         * @description Links signed with older keys work until they expire.
         */
        post: operations["rotateLinkKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/link-keys/{linkKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key that signed links
         * @description All links signed with it stop working immediately.
         */
        delete: operations["revokeLinkKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get information about the secret store
         * @description Looks for the keychain again, which may take 10 s if nobody unlocks it.
         */
        get: operations["getSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/secrets/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Encrypt all secrets with a new master key
         * @description All or nothing. How the new key is made depends on where it is stored (docs/operations.md).
         */
        post: operations["rotateMasterKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Every change made through the API, the interface or the command line; publications and rollbacks; received bundles and the decisions about them. Newest first. Entries are never changed, and stay when the object they describe is deleted. With `Accept: application/jsonl` or `text/csv`, returns all matching entries.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trusted keys
         * @description This installation's key, and all keys that are or were trusted.
         */
        get: operations["getTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create this installation's key
         * @description From then on, every bundle is signed when it is packed. The private key is encrypted with the master key and never returned.
         */
        post: operations["createSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/key/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new key
         * @description The old key signs a statement that the new one replaces it, and is then destroyed. Signatures include the statement, so anyone who trusts the old key accepts the new one.
         */
        post: operations["rotateSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trust a key
         * @description Compare its fingerprint with the owner first, by phone or in person.
         */
        post: operations["addTrustedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/keys/{fingerprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a key
         * @description Bundles it signed will have an unknown signer. If it was revoked, the revocation is forgotten too. This installation's current key cannot be removed.
         */
        delete: operations["removeTrustedKey"];
        options?: never;
        head?: never;
        /**
         * Rename a key
         * @description The name is only used here. It is not part of signatures.
         */
        patch: operations["renameTrustedKey"];
        trace?: never;
    };
    "/v1/trust/keys/{fingerprint}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description All its signatures become invalid, whenever they were made, and so do its statements about other keys. This cannot be undone. Revoking this installation's key destroys it: bundles are unsigned until you create another.
         */
        post: operations["revokeTrustedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a bundle
         * @description Reads it once as a stream and unpacks nothing. Problems with the bundle are a result, not an error. Large bundles take minutes.
         */
        post: operations["verifyBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/trust/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a bundle file
         * @description Only for intact bundles. An archive is rewritten in place; a folder gets the signature next to its manifest. Bundles of jobs are signed when they are packed.
         */
        post: operations["signBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets
         * @description Places where bundles are published. Their secrets are not returned.
         */
        get: operations["listTargets"];
        put?: never;
        /**
         * Add a target
         * @description Nothing is written there yet. Test it with POST …/test. API keys may only add targets within `targetRoots` and `targetHosts`.
         */
        post: operations["createTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/targets/{targetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a target
         * @description As configured. Check it with POST …/test.
         */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        /**
         * Remove a target
         * @description The files on it stay there, and its history stays on this server.
         */
        delete: operations["removeTarget"];
        options?: never;
        head?: never;
        /**
         * Change a target
         * @description Its location cannot be changed: add another target instead. `hostKey` is only for SFTP servers.
         */
        patch: operations["updateTarget"];
        trace?: never;
    };
    "/v1/targets/{targetId}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a target
         * @description Lists the versions on the target and which one readers see. Leaves nothing behind there.
         */
        get: operations["getTargetState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/targets/{targetId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a target
         * @description Writes a small file, reads it back and removes it.
         */
        post: operations["testTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List publications
         * @description Who published what where, and the result. The history is kept after targets and jobs are deleted.
         */
        get: operations["listPublications"];
        put?: never;
        /**
         * Publish a bundle
         * @description Reads the bundle, sends what the target does not have yet, reads all of it back, then switches readers to it at once. Only intact bundles are published.
         */
        post: operations["createPublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/targets/{targetId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to a version
         * @description Reads that version back from the target first. If it is not complete, nothing changes.
         */
        post: operations["rollBackTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications/{publicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a publication
         * @description Poll it until its status is final, or follow …/events.
         */
        get: operations["getPublication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications/{publicationId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a publication
         * @description Server-sent events: `publication`, with the whole publication, whenever it changes; `held`, with `code` and `error`, when it is waiting for something here (such as locked secrets). Ends when the publication ends.
         */
        get: operations["streamPublication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications/{publicationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a publication
         * @description Files already sent stay on the target, hidden from readers, for a retry.
         */
        post: operations["cancelPublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications/{publicationId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a publication
         * @description For one that failed or was canceled. Files already sent are not sent again.
         */
        post: operations["retryPublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received bundles
         * @description Bundles being received come first, on the first page. Then the history, with signer and digest, page by page: send the `nextCursor` of one response as the `cursor` of the next request.
         */
        get: operations["listReceived"];
        put?: never;
        /**
         * Receive a bundle
         * @description Copies a bundle on the server's computer into a temporary folder and verifies the copy. Takes a bundle, a delta, a folder or drive with one, or a volume descriptor. Nothing is unpacked.
         */
        post: operations["receiveBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a bundle by upload
         * @description Announces a file, which is then sent in parts of up to 8388608 bytes.
         */
        post: operations["beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the next part of an upload
         * @description Sends raw bytes. After a failure, `progress.doneBytes` says where to continue. After the last part, the bundle is verified.
         */
        post: operations["uploadPart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a received bundle
         * @description Who signed it, whether that key is trusted now, and what was decided.
         */
        get: operations["getReceived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a bundle that no trusted key signed
         * @description Accepts it despite its verdict. The history records this. Altered and incomplete bundles, and those with revoked keys, cannot be accepted.
         */
        post: operations["acceptReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a received bundle
         * @description Serves it to browsers on the server's computer, as `showExportedSite` does. Needs no body.
         */
        post: operations["showReceivedSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a bundle as a version of a project
         * @description It becomes the bundle of a completed job, as if it had been exported here. Creating a project, if none has the domain, needs the admin scope.
         */
        post: operations["keepReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/received/{receivedId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a bundle, or stop receiving it
         * @description Its files are deleted. It stays in the history, unless it was still being received.
         */
        post: operations["discardReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hosting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosted sites
         * @description Sites served to readers from their bundles, with their kept versions.
         */
        get: operations["listHostedSites"];
        put?: never;
        /**
         * Host a site
         * @description Serves the bundle of a completed job, a received bundle, or a file to readers, at its own address and port. The site listens immediately, while the bundle is verified and checked. It continues after a restart, until it is stopped. API keys may only use loopback and `hostingAddresses`. If keys are trusted here, a file must be signed.
         */
        post: operations["hostSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hosting/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a hosted site
         * @description Poll while its `activity` is not `idle`.
         */
        get: operations["getHostedSite"];
        put?: never;
        post?: never;
        /**
         * Remove a hosted site
         * @description Stops it and deletes its kept versions. Bundles elsewhere stay.
         */
        delete: operations["removeHostedSite"];
        options?: never;
        head?: never;
        /**
         * Change a hosted site
         * @description The site must be stopped.
         */
        patch: operations["changeHostedSite"];
        trace?: never;
    };
    "/v1/hosting/{siteId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another version
         * @description The new version is verified and checked while the current one is served, then all readers switch to it at once. If anything fails, the current version stays and `error` says why.
         */
        post: operations["addHostedVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hosting/{siteId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to a kept version
         * @description Returns once readers see it.
         */
        post: operations["rollBackHostedSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hosting/{siteId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a hosted site
         * @description Serves the last version again.
         */
        post: operations["startHostedSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hosting/{siteId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a hosted site
         * @description Finishes open requests first. Its versions are kept.
         */
        post: operations["stopHostedSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected drives
         * @description Shows the bundles on each drive, which can be received, and its free space for publishing. Network shares and system drives are not listed. API keys only see drives within `directoryRoots`.
         */
        get: operations["listDrives"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a credential
         * @description A password, cookie or token for an origin, under the name that projects use for it. Replaces one with the same name, and is never returned.
         */
        post: operations["setCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a credential
         * @description Exports of projects that use it will wait until it is stored again.
         */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/login-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a login link
         * @description Opens the interface in a browser as the owner of the data folder. It works once and expires after ten minutes. Only the owner can get one: over the private socket, or from an open session.
         */
        post: operations["createLoginLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get interface preferences
         * @description A browser cannot store them, because the interface has a new address each time the server starts.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change interface preferences
         * @description Changes only the fields that are sent.
         */
        patch: operations["updatePreferences"];
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log out
         * @description Ends the browser session of this request, if there is one.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a backup of the data folder
         * @description Streams a zip archive while jobs keep running: the current database and the files it refers to. `offprint restore` creates a data folder from it. An incomplete response is not a backup. Only the owner of the data folder may include keys.
         */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get information about this server
         * @description Versions, paths, free space and the last lines of the log, without secrets.
         */
        get: operations["getDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/diagnostics/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the browser or the database
         * @description `browser` starts the browser that verifies bundles and opens a page; `database` has SQLite check the whole database. Both may take a while, and neither changes anything.
         */
        post: operations["runDiagnosticCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/diagnostics/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect information for troubleshooting
         * @description Runs both checks and returns a zip: `facts.json`, `settings.json` with where each value comes from, `checks.json`, and `log.json`, the last lines of the log in the data folder, which commands write to as well. Secrets are removed.
         */
        post: operations["createDiagnosticsArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description All metrics in the Prometheus text format. See docs/operations.md for their meanings.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the server is up
         * @description While it starts, every call returns 503.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI description
         * @description OpenAPI 3.1, generated from the schemas that validate requests.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the API reference
         * @description A single self-contained page.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptRequest: {
            /**
             * @description The verdict, as confirmed by a person. It stays in the history.
             * @enum {string}
             */
            as: "unsigned" | "unknown-signer";
        };
        /** @description An API key, without the key itself. */
        AdminKey: {
            /**
             * @description Identifier of an API key, not the key itself.
             * @example key_70b1d3f2a95c4e68
             */
            keyId: string;
            /**
             * @description What it is for.
             * @example ci
             */
            name: string;
            /**
             * @description What it may do: `write` includes `read`, `admin` includes both.
             * @example [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When it was last used, to the minute; null if never.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description When it stops working; null for never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revokedAt: string | null;
        };
        /** @description All API keys. */
        AdminKeyList: {
            /** @description Newest first. */
            keys: components["schemas"]["AdminKey"][];
        };
        /** @description What a job has changed so far. */
        AgentDiff: {
            /** @description Commit it started from; null until it has started. */
            base: string | null;
            /** @description Commit with the change; null until it is proposed. */
            commit: string | null;
            /** @description The files that differ. */
            files: {
                /** @description Path within the repository. */
                path: string;
                /** @description Lines; null for a binary file. */
                added: number | null;
                /** @description Lines; null for a binary file. */
                removed: number | null;
            }[];
            /** @description The change as a unified diff. */
            patch: string;
            /** @description The patch is longer than 4 MiB and was cut off. */
            wasCut: boolean;
        };
        /** @description A change as files, to transfer offline. */
        AgentExport: {
            /** @description `change.bundle` for git fetch and for import, `change.patch` for git am. `SHA256SUMS` lists both. */
            files: {
                /**
                 * @description Name of the file.
                 * @example change.bundle
                 */
                name: string;
                /** @description Size. */
                sizeBytes: number;
                /**
                 * @description Digest.
                 * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                 */
                sha256: string;
            }[];
        };
        AgentImport: {
            /**
             * Format: base64
             * @description The change.bundle file, in base64.
             * @example IyB2MiBnaXQgYnVuZGxlCg==
             */
            bundle: string;
            /**
             * @description Digest of the bundle, as in SHA256SUMS; null to skip the comparison.
             * @default null
             */
            sha256: string | null;
        };
        /** @description An agent job: from a prompt to a proposed change. */
        AgentJob: {
            /**
             * @description Unique identifier of the agent job.
             * @example ag_5d1f0c83b2a94e67
             */
            id: string;
            /**
             * @description Poll until it is `completed`, `archived` or `failed`. A job interrupted by a restart stays `active` and continues.
             * @example completed
             * @enum {string}
             */
            status: "active" | "completed" | "archived" | "failed";
            /** @description The repository that the job changes. */
            source: {
                /**
                 * @description Full URL of the source repository.
                 * @example https://git.example.com/docs/site.git
                 */
                repository: string;
                /**
                 * @description Branch the agent works on; null until it exists.
                 * @example offprint/ag_5d1f0c83b2a94e67
                 */
                ref: string | null;
            };
            /**
             * @description The model used for the job.
             * @example qwen3-coder-30b
             */
            model: string;
            /**
             * @description Address of the merge request; null while the job is active, or if nothing was changed. Without a forge, the page of this server that shows the change.
             * @example https://git.example.com/docs/site/pulls/17
             */
            prLink: string | null;
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When it was archived; null if it was not.
             * @example null
             */
            archivedAt: string | null;
        };
        /** @description An agent job with all its details. */
        AgentJobDetail: {
            /** @description The job, as returned when polling. */
            job: components["schemas"]["AgentJob"];
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The first prompt. */
            prompt: string;
            /**
             * @description What it is doing, or how it ended.
             * @example done
             * @enum {string}
             */
            stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
            /**
             * @description What it is doing or how it ended, as a sentence.
             * @example Use npm ci
             */
            outcome: string;
            /**
             * @description Why the job stopped early, as a code: `canceled`, `model-unreachable`, `steps`, `publish-failed`, …; null otherwise.
             * @example null
             */
            stopCode: string | null;
            /**
             * @description The decision made on this server about the latest proposal.
             * @example null
             */
            review: {
                /**
                 * @description What was decided.
                 * @enum {string}
                 */
                decision: "merged" | "rejected";
                /** @description The note given with the decision. */
                note: string;
                /** @description The merge commit in the target branch. */
                commit: string | null;
            } | null;
            /** @description There is no forge: changes are approved and rejected on this server. */
            isReviewedHere: boolean;
            /** @description Title of the change; null until it is finished. */
            title: string | null;
            /** @description What the model says about the change. */
            note: string | null;
            /** @description New problems that remain. */
            problems: string[];
            /** @description Commit it started from. */
            base: string | null;
            /** @description Branch the change is proposed for. */
            targetBranch: string;
            /** @description Messages the model has not received yet. */
            messagesWaiting: number;
            /** @description The model's to-do list. */
            todo: {
                /**
                 * @description State of the item.
                 * @enum {string}
                 */
                state: "open" | "doing" | "done";
                /** @description What to do. */
                text: string;
            }[];
            /** @description Usage since the last prompt or message. */
            budget: {
                /**
                 * @description Model calls.
                 * @example {
                 *       "used": 7,
                 *       "limit": 40
                 *     }
                 */
                steps: {
                    /** @description Used so far. */
                    used: number;
                    /** @description The limit. */
                    limit: number;
                };
                /**
                 * @description Prompt tokens.
                 * @example {
                 *       "used": 7,
                 *       "limit": 40
                 *     }
                 */
                promptTokens: {
                    /** @description Used so far. */
                    used: number;
                    /** @description The limit. */
                    limit: number;
                };
                /**
                 * @description Minutes since the last prompt or message.
                 * @example {
                 *       "used": 7,
                 *       "limit": 40
                 *     }
                 */
                minutes: {
                    /** @description Used so far. */
                    used: number;
                    /** @description The limit. */
                    limit: number;
                };
            };
            /** @description What happened, oldest first. */
            steps: {
                /** @description Number of the event. */
                seq: number;
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Who did it.
                 * @enum {string}
                 */
                kind: "person" | "model" | "tool" | "job";
                /** @description False if something was refused or went wrong. */
                ok: boolean;
                /** @description What was done, up to 500 characters. */
                text: string;
            }[];
        };
        /** @description A page of the list of agent jobs. */
        AgentJobList: {
            /** @description Newest first. */
            jobs: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example ag_5d1f0c83b2a94e67
                 */
                id: string;
                /**
                 * @description Poll until it is `completed`, `archived` or `failed`. A job interrupted by a restart stays `active` and continues.
                 * @example completed
                 * @enum {string}
                 */
                status: "active" | "completed" | "archived" | "failed";
                /** @description The repository that the job changes. */
                source: {
                    /**
                     * @description Full URL of the source repository.
                     * @example https://git.example.com/docs/site.git
                     */
                    repository: string;
                    /**
                     * @description Branch the agent works on; null until it exists.
                     * @example offprint/ag_5d1f0c83b2a94e67
                     */
                    ref: string | null;
                };
                /**
                 * @description The model used for the job.
                 * @example qwen3-coder-30b
                 */
                model: string;
                /**
                 * @description Address of the merge request; null while the job is active, or if nothing was changed. Without a forge, the page of this server that shows the change.
                 * @example https://git.example.com/docs/site/pulls/17
                 */
                prLink: string | null;
                /**
                 * Format: date-time
                 * @description When the job was created.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description When it was archived; null if it was not.
                 * @example null
                 */
                archivedAt: string | null;
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /** @description The first prompt, up to 500 characters. */
                prompt: string;
                /**
                 * @description What it is doing, or how it ended.
                 * @example done
                 * @enum {string}
                 */
                stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
                /**
                 * @description How it ended, as a sentence; null until then.
                 * @example null
                 */
                outcome: string | null;
                /**
                 * @description Why the job stopped early, as a code: `canceled`, `model-unreachable`, `steps`, `publish-failed`, …; null otherwise.
                 * @example null
                 */
                stopCode: string | null;
                /** @description Model calls so far. */
                steps: number;
                /**
                 * @description The decision made on this server; null until there is one.
                 * @example null
                 */
                review: ("merged" | "rejected") | null;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "prompt": "Mention the lock file too."
         *     }
         */
        AgentMessage: {
            /**
             * @description The instruction for the agent.
             * @example Replace "npm install" with "npm ci" in the installation guide.
             */
            prompt: string;
        };
        /** @description An agent job in the first edition. */
        AgentSession: {
            /**
             * @description Identifier of the agent job.
             * @example ag_5d1f0c83b2a94e67
             */
            sessionId: string;
            /**
             * @description First label of the project's domain.
             * @example docs
             */
            subdomain: string;
            /**
             * @description Branch the agent works on; null until it exists.
             * @example offprint/ag_5d1f0c83b2a94e67
             */
            branch: string | null;
            /**
             * @description Whether the job has ended.
             * @example true
             */
            haulted: boolean;
            /**
             * @description `processing` while it runs; `interrupted` if it was canceled; `github_missconfigured` if the repository or its forge could not be reached.
             * @example completed
             * @enum {string}
             */
            haultReason: "completed" | "github_missconfigured" | "error" | "processing" | "interrupted";
            /**
             * Format: uri
             * @description The job's `prLink`, if there is one.
             * @example https://git.example.com/docs/site/pulls/17
             */
            pullRequestLink?: string;
            /**
             * @description How it ended, as a sentence; only once it has ended.
             * @example Use npm ci
             */
            messageToUser?: string;
            /**
             * @description The model's to-do list.
             * @example []
             */
            todos: {
                /** @description What to do. */
                content: string;
                /**
                 * @description State of the item.
                 * @enum {string}
                 */
                status: "pending" | "in_progress" | "completed" | "cancelled";
                /**
                 * @description Always `medium`.
                 * @enum {string}
                 */
                priority: "high" | "medium" | "low";
                /** @description Position in the list. */
                id: string;
            }[];
            /**
             * @description Title of the change, if there is one.
             * @example Use npm ci
             */
            title?: string;
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description A list of agent jobs in the first edition. */
        AgentSessionList: {
            /** @description Newest first. */
            allSessions: components["schemas"]["AgentSession"][];
        };
        /**
         * @description Agent settings of a project.
         * @example {
         *       "repository": "https://git.example.com/docs/site.git",
         *       "branch": "main",
         *       "modelServer": "local",
         *       "forge": "gitea",
         *       "forgeRepository": null,
         *       "roots": [
         *         ""
         *       ],
         *       "allowed": [],
         *       "steps": 40,
         *       "minutes": 30,
         *       "promptTokens": 400000,
         *       "files": 25,
         *       "changedLines": 2000
         *     }
         */
        AgentSettings: {
            /** @description Address of the source repository, or the absolute path of a folder that has one. */
            repository: string;
            /**
             * @description Branch that jobs start from and propose changes to.
             * @default main
             */
            branch: string;
            /** @description Name of the model server. */
            modelServer: string;
            /**
             * @description Name of the forge; `null`: review changes here.
             * @default null
             */
            forge: string | null;
            /**
             * @description Owner and name on the forge (`docs/site`). `null`: taken from the repository address.
             * @default null
             */
            forgeRepository: string | null;
            /**
             * @description Folders that jobs may change. An empty string means the whole repository.
             * @default [
             *       ""
             *     ]
             */
            roots: string[];
            /**
             * @description Other files that jobs may change, such as `AGENTS.md`. Changes to them are kept as a draft.
             * @default []
             */
            allowed: string[];
            /**
             * @description Maximum model calls per prompt.
             * @default 40
             */
            steps: number;
            /**
             * @description Time limit per prompt.
             * @default 30
             */
            minutes: number;
            /**
             * @description Maximum prompt tokens across all requests for one prompt.
             * @default 400000
             */
            promptTokens: number;
            /**
             * @description Maximum number of files a job may change.
             * @default 25
             */
            files: number;
            /**
             * @description Maximum number of lines a job may change.
             * @default 2000
             */
            changedLines: number;
        };
        /**
         * @example {
         *       "repository": "https://git.example.com/docs/site.git",
         *       "modelServer": "local"
         *     }
         */
        AgentSettingsChange: {
            /** @description Address of the source repository, or the absolute path of a folder that has one. */
            repository?: string;
            /** @description Branch that jobs start from and propose changes to. */
            branch?: string;
            /** @description Name of the model server. */
            modelServer?: string;
            /** @description Name of the forge; `null`: review changes here. */
            forge?: string | null;
            /** @description Owner and name on the forge (`docs/site`). `null`: taken from the repository address. */
            forgeRepository?: string | null;
            /** @description Folders that jobs may change. An empty string means the whole repository. */
            roots?: string[];
            /** @description Other files that jobs may change, such as `AGENTS.md`. Changes to them are kept as a draft. */
            allowed?: string[];
            /** @description Maximum model calls per prompt. */
            steps?: number;
            /** @description Time limit per prompt. */
            minutes?: number;
            /** @description Maximum prompt tokens across all requests for one prompt. */
            promptTokens?: number;
            /** @description Maximum number of files a job may change. */
            files?: number;
            /** @description Maximum number of lines a job may change. */
            changedLines?: number;
        };
        /** @description Agent settings of all projects. */
        AgentSettingsList: {
            /** @description Projects that agent jobs can be created for. */
            projects: {
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /**
                 * @description Agent settings of the project.
                 * @example {
                 *       "repository": "https://git.example.com/docs/site.git",
                 *       "branch": "main",
                 *       "modelServer": "local",
                 *       "forge": "gitea",
                 *       "forgeRepository": null,
                 *       "roots": [
                 *         ""
                 *       ],
                 *       "allowed": [],
                 *       "steps": 40,
                 *       "minutes": 30,
                 *       "promptTokens": 400000,
                 *       "files": 25,
                 *       "changedLines": 2000
                 *     }
                 */
                settings: components["schemas"]["AgentSettings"];
            }[];
        };
        /** @description Who did what, and when. */
        AuditEntry: {
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T09:30:00.000Z
             */
            at: string;
            /**
             * @description The name of the API key, `owner`, or `project setting`.
             * @example owner
             */
            by: string;
            /**
             * @description What was done.
             * @example project-changed
             */
            action: string;
            /**
             * @description What was affected, in words: a key, a target, a bundle.
             * @example cdn
             */
            subject: string;
            /**
             * @description ID of the job, project, key or target; empty if what was affected has no ID.
             * @example pub_1c7d20e94ab35f86
             */
            id: string;
            /** @description Further details: `version`, `digest`, `place` and `status` of a publication; the `fields` that were sent. */
            detail: {
                [key: string]: string | null;
            };
        };
        /** @description Who changed, published, received or trusted what. */
        AuditTrail: {
            /** @description Newest first. */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A link to an archive, with its details. */
        Bundle: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * Format: uri
             * @description Absolute URL. Works without the Authorization header until it expires. Use it unchanged.
             * @example http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs.example.com-2026.3.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI
             */
            bundleUrl: string;
            /**
             * @description Size of the archive.
             * @example 391204
             */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When the link expires.
             * @example 2026-03-02T10:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description Digest of the archive.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description Version label, for `staticExport.version`.
             * @example 2026.3
             */
            version: string;
            /**
             * @description Archive format.
             * @example tar.gz
             * @enum {string}
             */
            format: "zip" | "tar.gz";
            /**
             * @description The job that the delta applies to; null for a whole bundle.
             * @example null
             */
            base: string | null;
        };
        /**
         * @example {
         *       "expiresInSeconds": 86400
         *     }
         */
        BundleRequest: {
            /**
             * @description Archive format. Default: the `apiBundleFormat` setting. A delta is always a `zip`.
             * @enum {string}
             */
            format?: "zip" | "tar.gz";
            /** @description True for an archive that unpacks into one folder, if the `archiveFolder` setting is on. By default, its files are at its root. A delta has no folder. */
            forPeople?: boolean;
            /**
             * @description An earlier completed job of the same project: returns the delta from its bundle to this one.
             * @example se_4f0c9a12b7d35e68
             */
            base?: string;
            /** @description Lifetime of the link. Default: the `linkLifetimeSeconds` setting. */
            expiresInSeconds?: number;
            /** @description S3 target for a presigned link. The archive is uploaded first, if it is not there yet. Null for a link to this server. Default: as set in the project. */
            linkTarget?: string | null;
        };
        /** @description A docs.json site before and after an agent job's change. */
        ChangePreview: {
            /**
             * Format: uri
             * @description The site before the change.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            beforeUrl: string;
            /**
             * Format: uri
             * @description The site with the change.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            afterUrl: string;
            /** @description Pages whose text differs. */
            pages: {
                /**
                 * @description Path of the page on the site.
                 * @example /guide/start
                 */
                page: string;
                /**
                 * @description Title of the page.
                 * @example Start
                 */
                title: string;
                /**
                 * @description Whether it was added, changed or removed.
                 * @example changed
                 * @enum {string}
                 */
                change: "added" | "changed" | "removed";
            }[];
            /**
             * @description Findings caused by the change.
             * @example []
             */
            findings: {
                /**
                 * @description The kind of finding.
                 * @example broken-link
                 * @enum {string}
                 */
                code: "broken-link" | "broken-page" | "config" | "diagram" | "dropped-code" | "failed-component" | "missing-file" | "missing-operation" | "missing-page" | "missing-snippet" | "remote-file" | "undefined-name" | "unknown-component" | "unknown-icon" | "unknown-language" | "unsupported-api";
                /**
                 * @description File in the repository.
                 * @example guide/start.mdx
                 */
                file: string;
                /**
                 * @description Line in the file.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old does not lead to a page or file.
                 */
                message: string;
            }[];
        };
        /** @description How one export of a site differs from another. */
        Comparison: {
            /** @description What it is compared with. */
            base: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                jobId: string;
                /**
                 * @description Version label of the bundle.
                 * @example 2026.11
                 */
                version: string;
                /**
                 * @description Digest of its content.
                 * @example 9f3c…
                 */
                digest: string;
            };
            /** @description What is compared. */
            target: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                jobId: string;
                /**
                 * @description Version label of the bundle.
                 * @example 2026.11
                 */
                version: string;
                /**
                 * @description Digest of its content.
                 * @example 9f3c…
                 */
                digest: string;
            };
            /**
             * @description Both have the same content, byte for byte.
             * @example false
             */
            isSame: boolean;
            /** @description The pages, by path. */
            pages: {
                /** @description Pages only in the later export. */
                added: {
                    /**
                     * @description Path of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description Title of the page.
                     * @example Guide · Example
                     */
                    title: string;
                }[];
                /** @description Pages only in the earlier export. */
                removed: {
                    /**
                     * @description Path of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description Title of the page.
                     * @example Guide · Example
                     */
                    title: string;
                }[];
                /** @description Pages in both, with different bytes. */
                changed: {
                    /**
                     * @description Path of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description Title of the page.
                     * @example Guide · Example
                     */
                    title: string;
                    /**
                     * @description What differs. `text`: the content of the page. `around`: only navigation, header or footer, or a change shared with many other pages. `code`: nothing readers see as text (markup, scripts, styles).
                     * @example text
                     * @enum {string}
                     */
                    change: "text" | "around" | "code";
                    /**
                     * @description Lines of text that came.
                     * @example 3
                     */
                    added: number;
                    /**
                     * @description Lines of text that went.
                     * @example 3
                     */
                    removed: number;
                }[];
                /**
                 * @description Pages in both, byte for byte identical.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description Other files: images, styles, scripts, downloads. */
            files: {
                /**
                 * @description Only in the later export.
                 * @example 12
                 */
                added: number;
                /**
                 * @description Only in the earlier export.
                 * @example 12
                 */
                removed: number;
                /**
                 * @description With different bytes.
                 * @example 12
                 */
                changed: number;
                /**
                 * @description Identical in both.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description Changes that are the same on many pages (a footer, a menu), most frequent first, up to 50. */
            repeated: {
                /**
                 * @description Lines that went, up to 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                removed: string[];
                /**
                 * @description Lines that came, up to 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                added: string[];
                /**
                 * @description Number of pages it is on.
                 * @example 12
                 */
                pages: number;
                /**
                 * @description Path of the page in the bundle.
                 * @example guide/index.html
                 */
                example: string;
            }[];
        };
        /** @description A new API key, with the key itself. */
        CreatedAdminKey: {
            /**
             * @description Identifier of an API key, not the key itself.
             * @example key_70b1d3f2a95c4e68
             */
            keyId: string;
            /**
             * @description What it is for.
             * @example ci
             */
            name: string;
            /**
             * @description What it may do: `write` includes `read`, `admin` includes both.
             * @example [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When it was last used, to the minute; null if never.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description When it stops working; null for never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When it was revoked; null if it was not.
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description The key itself. It is shown only here.
             * @example offp_…
             */
            key: string;
        };
        /** @description The result of testing a model server. */
        Diagnosis: {
            /** @description Jobs can use it. */
            ok: boolean;
            /**
             * @description The server software.
             * @example vLLM
             */
            software: string | null;
            /** @description The models it offers. */
            models: string[];
            /** @description How well each way of calling tools worked. */
            tools: {
                /**
                 * @description Tool calls in streamed responses.
                 * @enum {string}
                 */
                streamed: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
                /**
                 * @description Tool calls in responses that are not streamed.
                 * @enum {string}
                 */
                whole: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
                /**
                 * @description Tool calls as text.
                 * @enum {string}
                 */
                text: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
            } | null;
            /** @description Context window in tokens, as measured. */
            windowTokens: number | null;
            /** @description What is wrong. */
            findings: {
                /**
                 * @description An error prevents jobs from running.
                 * @enum {string}
                 */
                severity: "error" | "warning";
                /** @description What is wrong, and how to fix it. */
                sentence: string;
            }[];
        };
        /**
         * @example {
         *       "check": "browser"
         *     }
         */
        DiagnosticCheck: {
            /**
             * @description What to check.
             * @enum {string}
             */
            check: "browser" | "database";
        };
        /** @description The result of a check. */
        DiagnosticResult: {
            /**
             * @description What was checked.
             * @enum {string}
             */
            check: "browser" | "database";
            /** @description Whether the check passed. */
            ok: boolean;
            /**
             * @description What was found and what to do about it.
             * @example Chrome/153.0.0.0
             */
            detail: string;
            /**
             * @description How long it took.
             * @example 812
             */
            durationMs: number;
        };
        /** @description Information for troubleshooting. */
        Diagnostics: {
            /**
             * @description The Offprint version.
             * @example 1.0.0
             */
            version: string;
            /**
             * @description The Node.js version.
             * @example 24.21.0
             */
            node: string;
            /**
             * @description The SQLite version.
             * @example 3.50.4
             */
            sqlite: string;
            /**
             * @description System and processor.
             * @example linux x64
             */
            platform: string;
            /**
             * Format: date-time
             * @description When the server was started.
             * @example 2026-03-02T09:30:00.000Z
             */
            startedAt: string;
            /**
             * @description Where scripts reach the API; null without TCP.
             * @example http://127.0.0.1:4750
             */
            address: string | null;
            /**
             * @description The data folder.
             * @example /home/u/.local/share/offprint
             */
            dataFolder: string;
            /**
             * @description Size of the database.
             * @example 1048576
             */
            databaseBytes: number;
            /**
             * @description Free space on the disk that holds the data folder.
             * @example 53687091200
             */
            freeBytes: number;
            /**
             * @description Size of that disk.
             * @example 107374182400
             */
            totalBytes: number;
            /**
             * @description Why the browser that renders and verifies runs without its sandbox; null when it has one.
             * @example null
             */
            noSandbox: string | null;
            /**
             * @description Folder with the included example; null if there is none.
             * @example null
             */
            exampleSite: string | null;
            /**
             * @description The last lines of the log.
             * @example []
             */
            log: {
                /**
                 * Format: date-time
                 * @description When the line was logged.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /** @description Text of the line. */
                line: string;
            }[];
        };
        /** @description The disk space the data folder uses. */
        DiskUse: {
            /** @description Largest first. */
            projects: {
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /**
                 * @description Display name.
                 * @example Documentation
                 */
                name: string;
                /**
                 * @description Number of exports.
                 * @example 12
                 */
                exports: number;
                /**
                 * @description Bundles in every format, and deltas.
                 * @example 391204
                 */
                bundleBytes: number;
                /**
                 * @description Stored content. Content used by several projects counts for each.
                 * @example 391204
                 */
                contentBytes: number;
            }[];
            /**
             * @description Received bundles waiting for a decision.
             * @example 391204
             */
            receivedBytes: number;
            /**
             * @description Versions of hosted sites.
             * @example 391204
             */
            hostingBytes: number;
            /**
             * @description The database.
             * @example 391204
             */
            databaseBytes: number;
            /**
             * @description Free space on the disk that holds the data folder.
             * @example 391204
             */
            freeBytes: number;
            /**
             * @description Size of that disk.
             * @example 391204
             */
            totalBytes: number;
        };
        /** @description A connected drive. */
        Drive: {
            /**
             * @description Where it is mounted.
             * @example /media/ann/DOCS
             */
            mount: string;
            /**
             * @description Label of the drive; empty if it has none, or if the system does not report it.
             * @example DOCS
             */
            label: string;
            /**
             * @description File system, as named by the operating system.
             * @example exFAT
             */
            fileSystem: string;
            /** @description Nothing can be published to it. */
            isReadOnly: boolean;
            /** @description Free space; null if the system does not report it. */
            freeBytes: number | null;
            /** @description Bundles at the top level of the drive and in the folders that Offprint publishes to, found by name. Their content was not read. */
            bundles: {
                /** @description Absolute path, for POST /v1/received. */
                path: string;
                /** @description The same path, relative to the drive. */
                name: string;
            }[];
            /** @description Why the drive could not be read. */
            error: string | null;
        };
        /** @description Connected drives. */
        DriveList: {
            /** @description Sorted by mount point. */
            drives: components["schemas"]["Drive"][];
        };
        /** @description A removable drive, found by its label or mount point. */
        DriveTarget: {
            /**
             * @description A removable drive.
             * @constant
             */
            kind: "drive";
            /** @description Label of the drive, wherever it is mounted. */
            label?: string;
            /** @description Where it is mounted. Set this or `label`. */
            path?: string;
            /** @description Folder on the drive. Default: offprint. */
            folder?: string;
        };
        /** @description A setting and where its value comes from. */
        EffectiveSetting: {
            /**
             * @description Name of the setting.
             * @example port
             */
            name: string;
            /**
             * @description The value in effect.
             * @example 4750
             */
            value: unknown;
            /**
             * @description Where the value comes from. Values from the environment or the file cannot be changed through the API.
             * @enum {string}
             */
            from: "option" | "environment" | "file" | "stored" | "default";
            /**
             * @description The variable or file; null otherwise.
             * @example OFFPRINT_PORT
             */
            place: string | null;
        };
        /** @description Every server setting and where its value comes from. */
        EffectiveSettingList: {
            /** @description In the same order as in the documentation. */
            settings: components["schemas"]["EffectiveSetting"][];
        };
        /**
         * @description The body of every error.
         * @example {
         *       "error": "No project has the domain docs.example.com. Create a project for it, or check the domain."
         *     }
         */
        Error: {
            /** @description What is wrong and what to do. */
            error: string;
        };
        /** @description One export of a project's site. */
        ExportJob: {
            /**
             * @description Identifier of the job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * @description Poll until it is `completed` (packed and verified) or `failed`. A paused or interrupted job is `queued`.
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description Percent. Never decreases.
             * @example 100
             */
            progress: number;
            /**
             * @description Pages exported so far.
             * @example 118
             */
            pageCount: number;
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Why it failed and what to do; only when failed. */
            error?: string;
            /** @description The kind of failure, as a code: `pages-missing`, `verification-failed`, `canceled`, …; only when failed. */
            errorCode?: string;
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /**
             * @description The domain of the site.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description The version label. Null until it is known, if it is derived from the content.
             * @example 2026.3
             */
            version: string | null;
            /**
             * @description The current phase: reading pages, packing, verifying, or done.
             * @example done
             * @enum {string}
             */
            phase: "acquire" | "pack" | "verify" | "done";
            /** @description Whether the job is paused until someone resumes it. */
            paused: boolean;
            /** @description Why the job is waiting, if nobody paused it. */
            pauseReason?: string;
            /** @description Pages and files missing from the bundle (setting allowMissing). */
            missingCount: number;
            /**
             * @description What verification found; null until then.
             * @example passed
             */
            verdict: ("passed" | "findings" | "failed") | null;
            /** @description When it first ran. */
            startedAt: string | null;
            /** @description When it ended. */
            finishedAt: string | null;
            /**
             * @description The failed job that this one retries.
             * @example null
             */
            retryOf: string | null;
            /**
             * @description Size of the archive; null until there is one.
             * @example 391204
             */
            bundleBytes: number | null;
            /** @description Pages known so far, while it runs. */
            pagesKnown?: number;
            /** @description Upper estimate of the seconds left. Only while the job runs and an estimate is possible. */
            remainingSeconds?: number;
            /** @description Lower estimate of the seconds left. Only until the estimate is steady. */
            remainingLeastSeconds?: number;
            /** @description True while sample pages are checked in a browser to decide how to read them. */
            trying?: boolean;
        };
        /** @description A page of the list of jobs. */
        ExportJobList: {
            /** @description In the requested order. */
            jobs: components["schemas"]["ExportJob"][];
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description Export settings. Omitted settings have their defaults.
         * @example {
         *       "exclude": [
         *         "/archive/**"
         *       ]
         *     }
         */
        ExportSettings: {
            /**
             * @description URL paths to export, as globs. If empty, all. Example: `/guide/**`.
             * @default []
             */
            include: string[];
            /**
             * @description URL paths to exclude, as globs.
             * @default []
             */
            exclude: string[];
            /**
             * @description Export only these pages (URL paths) and the files they need. If empty, all pages.
             * @default []
             */
            paths: string[];
            /**
             * @description Maximum number of pages.
             * @default 100000
             */
            maxPages: number;
            /**
             * @description Maximum bytes that one export reads.
             * @default 53687091200
             */
            maxBytes: number;
            /**
             * @description Maximum number of links to follow from the start of a live site.
             * @default 200
             */
            maxDepth: number;
            /**
             * @description Maximum number of query variants per path of a live site.
             * @default 200
             */
            maxQueryVariants: number;
            /**
             * @description Time limit for reading the site, in ms.
             * @default 21600000
             */
            acquireMaxMs: number;
            /**
             * @description Maximum size of a file that is not a page.
             * @default 2147483648
             */
            assetMaxBytes: number;
            /**
             * @description Maximum size of a page.
             * @default 134217728
             */
            pageMaxBytes: number;
            /**
             * @description Number of parallel requests to the origin.
             * @default 8
             */
            concurrency: number;
            /**
             * @description How long to wait for the origin to send something, in ms.
             * @default 30000
             */
            timeoutMs: number;
            /**
             * @description Time limit for one response, in ms, plus one second for every 16 kB.
             * @default 60000
             */
            resourceMaxMs: number;
            /**
             * @description How long to keep retrying an address while the origin is busy or failing, in ms.
             * @default 120000
             */
            retryMaxMs: number;
            /**
             * @description Path that the site in the folder was built for. If empty, it is worked out from links, canonical links and the sitemap; `/` means none. Example: `/project/`.
             * @default
             */
            base: string;
            /**
             * @description Include files that look like private keys or passwords.
             * @default false
             */
            includeSecrets: boolean;
            /**
             * @description Complete the export even if something that the site lists or needs could not be read. Pages that cannot be rendered in a browser are left out. When off, the bundle contains them as the origin sends them, and each counts as a fault.
             * @default false
             */
            allowMissing: boolean;
            /**
             * @description Which pages are rendered in a browser. `auto`: those whose text or links come from scripts, as samples of each layout show; `never`; `always`.
             * @default auto
             * @enum {string}
             */
            render: "auto" | "never" | "always";
            /**
             * @description CSS selector to wait for before a rendered page is captured. Example: `main h1`.
             * @default
             */
            readySelector: string;
            /**
             * @description CSS selectors of elements to remove from rendered pages. Example: `.cookie-banner`.
             * @default []
             */
            hideSelectors: string[];
            /**
             * @description Time limit for rendering one page, in ms. After that it is tried once more in another tab.
             * @default 45000
             */
            renderMaxMs: number;
            /**
             * @description Whether pages keep the site's own scripts. `auto`: where samples show that they work from a file; `keep`: wherever the text is there without a browser; `freeze`: nowhere, so pages with scripts are rendered and get the bundle's own runtime. `render: never` and `render: always` take precedence.
             * @default auto
             * @enum {string}
             */
            interactivity: "auto" | "keep" | "freeze";
            /**
             * @description `auto`: the bundle includes a search that works offline; `off`: it does not.
             * @default auto
             * @enum {string}
             */
            search: "auto" | "off";
            /**
             * @description What happens when verification finds faults. `fail`: the export fails with exit code 5, and its bundle can still be downloaded; `report`: the export completes, and its verdict says so.
             * @default fail
             * @enum {string}
             */
            onVerificationFailure: "fail" | "report";
            /**
             * @description Minimum number of pages that verification opens.
             * @default 12
             */
            sampleMin: number;
            /**
             * @description Maximum number of pages that verification opens.
             * @default 40
             */
            sampleMax: number;
            /**
             * @description Time limit for verification, in ms.
             * @default 90000
             */
            sampleMaxMs: number;
            /**
             * @description Width of the browser window, in pixels.
             * @default 1280
             */
            viewportWidth: number;
            /**
             * @description Height of the browser window, in pixels.
             * @default 900
             */
            viewportHeight: number;
            /**
             * @description Archive format of the bundle.
             * @default zip
             * @enum {string}
             */
            format: "zip" | "tar.gz";
            /**
             * @description Path under which the bundle will be served. If empty, the root. Sitemaps, canonical links and preview images use it. Example: `/docs`.
             * @default
             */
            basePath: string;
        };
        /**
         * @description Features of the site to keep although they need an online service. A switch only has an effect if the deployment type makes the feature configurable. All are off by default.
         * @example {}
         */
        FeatureSwitches: {
            /** @description Hosted search. */
            search?: boolean;
            /** @description Chat with a hosted model. */
            assistant?: boolean;
            /** @description Analytics. */
            analytics?: boolean;
            /** @description "Try it" panels of API pages. */
            playground?: boolean;
        };
        /** @description A folder on the server's computer. */
        FolderListing: {
            /**
             * @description Absolute path.
             * @example /srv/docs/site
             */
            path: string;
            /**
             * @description The parent folder; null at the top.
             * @example /srv
             */
            parent: string | null;
            /** @description It contains an `index.html`. */
            isSite: boolean;
            /** @description Subfolders, sorted by name, up to 1,000. Hidden folders are left out. */
            folders: {
                /**
                 * @description Name of the folder.
                 * @example site
                 */
                name: string;
                /**
                 * @description Absolute path.
                 * @example /srv/docs/site
                 */
                path: string;
                /** @description It contains an `index.html`. */
                isSite: boolean;
            }[];
            /**
             * @description There are more folders than listed.
             * @example false
             */
            isCut: boolean;
        };
        /** @description A folder, local or mounted. */
        FolderTarget: {
            /**
             * @description A folder on the server's computer.
             * @constant
             */
            kind: "folder";
            /** @description Absolute path of a folder on the server's computer. Must exist. */
            path: string;
        };
        /** @description Where merge requests are opened. */
        Forge: {
            /**
             * @description Its name in Offprint.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (Forgejo too), `gitlab`, `github` (Enterprise Server), `bitbucket` (Data Center); `gitlab-push` and `agit-push` open merge requests with just a push. `git` only hosts the repository; changes are reviewed here.
             * @enum {string}
             */
            kind: "gitea" | "gitlab" | "github" | "bitbucket" | "gitlab-push" | "agit-push" | "git";
            /**
             * Format: uri
             * @description Address of the forge, without the API path.
             * @example https://git.example.com
             */
            baseUrl: string;
            /**
             * @description PEM certificates to trust in addition to the system's.
             * @default
             */
            caBundle: string;
            /** @description A token is stored for it. */
            hasToken: boolean;
        };
        /**
         * @example {
         *       "name": "gitea",
         *       "kind": "gitea",
         *       "baseUrl": "https://git.example.com"
         *     }
         */
        ForgeInput: {
            /**
             * @description Its name in Offprint.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (Forgejo too), `gitlab`, `github` (Enterprise Server), `bitbucket` (Data Center); `gitlab-push` and `agit-push` open merge requests with just a push. `git` only hosts the repository; changes are reviewed here.
             * @enum {string}
             */
            kind: "gitea" | "gitlab" | "github" | "bitbucket" | "gitlab-push" | "agit-push" | "git";
            /**
             * Format: uri
             * @description Address of the forge, without the API path.
             * @example https://git.example.com
             */
            baseUrl: string;
            /**
             * @description PEM certificates to trust in addition to the system's.
             * @default
             */
            caBundle: string;
            /**
             * @description Stored encrypted and never returned. If omitted, the stored token stays; null removes it.
             * @example …
             */
            token?: string | null;
        };
        /** @description All forges. */
        ForgeList: {
            /** @description Sorted by name. */
            forges: components["schemas"]["Forge"][];
        };
        /** @description Whether the token can access the repository of a project. */
        ForgeTest: {
            /** @description The token can access the repository. */
            ok: boolean;
            /** @description What was found, and what to do. */
            sentence: string;
        };
        /**
         * @example {
         *       "projectId": "prj_1c7d20e94ab35f86"
         *     }
         */
        ForgeTestRequest: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
        };
        /** @description The public status of the server. */
        Health: {
            /**
             * @description The server responds.
             * @constant
             */
            status: "ok";
            /**
             * @description The Offprint version.
             * @example 1.0.0
             */
            version: string;
        };
        /**
         * @example {
         *       "jobId": "se_4f0c9a12b7d35e68"
         *     }
         */
        HostedBundle: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId?: string;
            /**
             * @description Identifier of the received bundle.
             * @example rc_0b7e35d1c94af268
             */
            receivedId?: string;
            /** @description Absolute path of a bundle on the server's computer: an archive, volumes, a folder. API keys can only use paths within `directoryRoots`. */
            path?: string;
        };
        /** @description A site served to readers by this installation. */
        HostedSite: {
            /**
             * @description Identifier of a hosted site.
             * @example hs_4f0c9a12b7d35e68
             */
            siteId: string;
            /**
             * @description Display name.
             * @example docs.example.com
             */
            name: string;
            /**
             * @description Address of this computer to listen on; `0.0.0.0` or `::` for all.
             * @example 127.0.0.1
             */
            address: string;
            /**
             * @description Port it listens on.
             * @example 8080
             */
            port: number;
            /**
             * @description How many versions to keep, including the current one.
             * @example 3
             */
            keep: number;
            /**
             * @description Address for readers; null while it is stopped.
             * @example http://127.0.0.1:8080/
             */
            url: string | null;
            /**
             * @description `starting`: its first version is being prepared. `failed`: readers are served nothing, and `error` says why.
             * @example serving
             * @enum {string}
             */
            status: "stopped" | "starting" | "serving" | "failed";
            /**
             * @description What is happening to the requested version.
             * @example idle
             * @enum {string}
             */
            activity: "idle" | "fetching" | "verifying" | "unpacking" | "checking" | "waiting";
            /**
             * @description Why the last requested version is not served.
             * @example null
             */
            error: string | null;
            /**
             * @description The same, as a code.
             * @example null
             */
            errorCode: string | null;
            /** @description Kept versions, newest first. */
            versions: components["schemas"]["HostedVersion"][];
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "port": 8081
         *     }
         */
        HostedSiteChange: {
            /**
             * @description Display name.
             * @example docs.example.com
             */
            name?: string;
            /**
             * @description Address of this computer to listen on; `0.0.0.0` or `::` for all.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description Port it listens on.
             * @example 8080
             */
            port?: number;
            /**
             * @description How many versions to keep, including the current one.
             * @example 3
             */
            keep?: number;
        };
        /** @description Sites served to readers by this installation. */
        HostedSiteList: {
            /** @description Sorted by name. */
            sites: components["schemas"]["HostedSite"][];
        };
        /** @description A kept version. */
        HostedVersion: {
            /**
             * @description ID of the version, unique within the site.
             * @example 2026.3-0b7e35d1c94a
             */
            versionId: string;
            /**
             * @description Version label.
             * @example 2026.3
             */
            version: string;
            /** @description Digest of its content. */
            digest: string;
            /**
             * @description Domain of the site.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description Number of pages.
             * @example 118
             */
            pageCount: number;
            /** @description Size of its files. */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description Readers see this version while the site is running. */
            isActive: boolean;
        };
        HostingRollback: {
            /**
             * @description Default: the previous version.
             * @example 2026.3-0b7e35d1c94a
             */
            versionId?: string;
        };
        /** @description How many jobs have each status. */
        JobCounts: {
            /**
             * @description Waiting jobs.
             * @example 1
             */
            queued: number;
            /**
             * @description Running jobs.
             * @example 2
             */
            running: number;
            /**
             * @description Completed jobs.
             * @example 40
             */
            completed: number;
            /**
             * @description Failed and canceled jobs.
             * @example 3
             */
            failed: number;
        };
        KeepRequest: {
            /**
             * @description The project it becomes a version of. Default: the project with its domain, which is created if there is none.
             * @example prj_1c7d20e94ab35f86
             */
            projectId?: string;
        };
        /** @description The keys that sign links. */
        LinkKeyList: {
            /** @description Oldest first. */
            linkKeys: {
                /**
                 * @description Identifier of a key that signs links.
                 * @example mm8x2k1c-5d2e7a90
                 */
                linkKeyId: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description Whether new links are signed with this key.
                 * @example true
                 */
                signs: boolean;
            }[];
        };
        /** @description A login link for a browser. */
        LoginLink: {
            /**
             * Format: uri
             * @description Opens the interface. Works once.
             * @example http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS
             */
            url: string;
            /**
             * Format: date-time
             * @description When it expires if unused.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description A model server that agent jobs can use. */
        ModelServer: {
            /**
             * @description Its name in Offprint.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description Ends in `/v1`.
             * @example http://10.0.0.7:8000/v1
             */
            baseUrl: string;
            /**
             * @description Model ID on that server.
             * @example qwen3-coder-30b
             */
            model: string;
            /**
             * @description PEM certificates to trust in addition to the system's.
             * @default
             */
            caBundle: string;
            /**
             * @description Number of parallel requests. Others wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: through the API, as text, or `auto`: whichever works in a test before the first job.
             * @default auto
             * @enum {string}
             */
            transport: "auto" | "native" | "text";
            /**
             * @description Whether responses are streamed. `null`: decided by a test.
             * @default null
             */
            stream: boolean | null;
            /**
             * @description Context window. `null`: measured.
             * @default null
             */
            windowTokens: number | null;
            /**
             * @description How long to wait for a response to begin. Reading a long prompt can take many minutes.
             * @default 1200
             */
            firstByteSeconds: number;
            /**
             * @description Longest pause within a response.
             * @default 600
             */
            idleSeconds: number;
            /**
             * @description Time limit for a response.
             * @default 1800
             */
            totalSeconds: number;
            /** @description A token is stored for it. */
            hasToken: boolean;
            /**
             * @description The result of its last test; null until it is tested.
             * @example null
             */
            measured: {
                /**
                 * @description How tools are called.
                 * @enum {string}
                 */
                transport: "native" | "text";
                /** @description Responses are streamed. */
                stream: boolean;
                /** @description Context window in tokens, as measured. */
                windowTokens: number;
            } | null;
        };
        /**
         * @example {
         *       "name": "local",
         *       "baseUrl": "http://10.0.0.7:8000/v1",
         *       "model": "qwen3-coder-30b"
         *     }
         */
        ModelServerInput: {
            /**
             * @description Its name in Offprint.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description Ends in `/v1`.
             * @example http://10.0.0.7:8000/v1
             */
            baseUrl: string;
            /**
             * @description Model ID on that server.
             * @example qwen3-coder-30b
             */
            model: string;
            /**
             * @description PEM certificates to trust in addition to the system's.
             * @default
             */
            caBundle: string;
            /**
             * @description Number of parallel requests. Others wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: through the API, as text, or `auto`: whichever works in a test before the first job.
             * @default auto
             * @enum {string}
             */
            transport: "auto" | "native" | "text";
            /**
             * @description Whether responses are streamed. `null`: decided by a test.
             * @default null
             */
            stream: boolean | null;
            /**
             * @description Context window. `null`: measured.
             * @default null
             */
            windowTokens: number | null;
            /**
             * @description How long to wait for a response to begin. Reading a long prompt can take many minutes.
             * @default 1200
             */
            firstByteSeconds: number;
            /**
             * @description Longest pause within a response.
             * @default 600
             */
            idleSeconds: number;
            /**
             * @description Time limit for a response.
             * @default 1800
             */
            totalSeconds: number;
            /**
             * @description Stored encrypted and never returned. If omitted, the stored token stays; null removes it.
             * @example …
             */
            token?: string | null;
        };
        /** @description All model servers. */
        ModelServerList: {
            /** @description Sorted by name. */
            modelServers: components["schemas"]["ModelServer"][];
        };
        /**
         * @example {
         *       "name": "ci",
         *       "scopes": [
         *         "write"
         *       ]
         *     }
         */
        NewAdminKey: {
            /**
             * @description What it is for.
             * @example ci
             */
            name: string;
            /**
             * @description `write` includes `read`, `admin` includes both.
             * @default [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * @description When it stops working; null for never.
             * @default null
             */
            expiresAt: string | null;
        };
        /**
         * @example {
         *       "prompt": "Replace \"npm install\" with \"npm ci\" in the installation guide."
         *     }
         */
        NewAgentJob: {
            /**
             * @description The instruction for the agent.
             * @example Replace "npm install" with "npm ci" in the installation guide.
             */
            prompt: string;
        };
        /**
         * @example {
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "Mention the lock file in the installation guide."
         *         }
         *       ]
         *     }
         */
        NewAgentSession: {
            /** @description The instructions for the agent. They become one prompt. */
            messages: {
                /**
                 * @description `user` for the task, `system` for further instructions, `assistant` for example answers.
                 * @enum {string}
                 */
                role: "system" | "user" | "assistant";
                /** @description The text of the message. */
                content: string;
            }[];
            /** @description Not used: each job works on its own branch, named in the header `X-Branch-Name`. */
            branch?: string;
            /** @description Open the merge request as a draft. Default: false. */
            asDraft?: boolean;
            /** @description Not used: the model is set in the project. */
            model?: string;
        };
        /** @description What the backup contains. */
        NewBackup: {
            /** @description If given, the backup includes the keys (secrets and API keys), encrypted with this passphrase of at least 12 characters. Otherwise it contains no keys. */
            passphrase?: string;
        };
        NewCredential: {
            /**
             * @description The name projects use for it.
             * @example docs-password
             */
            name: string;
            /**
             * @description The secret value.
             * @example correct horse battery staple
             */
            value: string;
        };
        /**
         * @example {
         *       "jobId": "se_4f0c9a12b7d35e68",
         *       "address": "0.0.0.0",
         *       "port": 8080
         *     }
         */
        NewHostedSite: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId?: string;
            /**
             * @description Identifier of the received bundle.
             * @example rc_0b7e35d1c94af268
             */
            receivedId?: string;
            /** @description Absolute path of a bundle on the server's computer: an archive, volumes, a folder. API keys can only use paths within `directoryRoots`. */
            path?: string;
            /**
             * @description Default: the domain of the bundle, or the name of the file.
             * @example docs.example.com
             */
            name?: string;
            /**
             * @description Default: `127.0.0.1`, which only this computer can reach.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description Default, or 0: a free port, which the site keeps.
             * @example 8080
             */
            port?: number;
            /**
             * @description Default: 3.
             * @example 3
             */
            keep?: number;
        };
        /**
         * @example {
         *       "name": "Documentation",
         *       "domains": [
         *         "docs.example.com"
         *       ],
         *       "origin": {
         *         "kind": "directory",
         *         "folder": "/srv/docs/site"
         *       }
         *     }
         */
        NewProject: {
            /**
             * @description Display name. Default: the title of the site, once an export has read it.
             * @example Documentation
             */
            name?: string;
            /**
             * @description Host names of the site. Bundles use the first one.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where its pages are read from. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. Decides which online features it keeps.
             * @default air-gapped
             * @example air-gapped
             * @enum {string}
             */
            deploymentType: "cloud" | "client-hosted" | "air-gapped";
            /**
             * @description Which online features are kept.
             * @default {}
             */
            features: components["schemas"]["FeatureSwitches"];
            /**
             * @description Export settings that differ from their defaults.
             * @default {}
             */
            settings: components["schemas"]["ExportSettings"];
            /**
             * @description Targets that every completed export is published to.
             * @default []
             */
            publishTo: string[];
            /**
             * @description S3 target used for `bundleUrl` links; null for links to this server.
             * @default null
             */
            linkTarget: string | null;
        };
        /**
         * @example {
         *       "own": {
         *         "keepLast": 5,
         *         "keepDays": 0
         *       }
         *     }
         */
        NewProjectRetention: {
            /** @description Null to use the general rules again. */
            own: components["schemas"]["RetentionRules"] | null;
        };
        /**
         * @example {
         *       "targetId": "tgt_4f0c9a12b7d35e68",
         *       "jobId": "se_4f0c9a12b7d35e68"
         *     }
         */
        NewPublication: {
            /**
             * @description Identifier of a target.
             * @example tgt_4f0c9a12b7d35e68
             */
            targetId: string;
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId?: string;
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId?: string;
            /** @description Absolute path of an archive on the server's computer. API keys can only use paths within `directoryRoots`. */
            path?: string;
            /**
             * @description Version label to publish it under. Default: the bundle's own.
             * @example 2026.3
             */
            version?: string;
            /**
             * @description Default: as set for the target.
             * @enum {string}
             */
            shape?: "site" | "archive";
        };
        /** @description When to export a project. */
        NewSchedule: {
            /**
             * @description Five fields: minute, hour, day of the month, month, day of the week (0 to 7 or `mon`). `*`, lists, ranges and steps as in crontab.
             * @example 30 2 * * *
             */
            cron: string;
            /**
             * @description IANA name of its time zone. Default: the time zone of the server.
             * @example Europe/Berlin
             */
            timeZone?: string;
        };
        /**
         * @example {
         *       "name": "Internal CDN",
         *       "settings": {
         *         "kind": "folder",
         *         "path": "/srv/docs"
         *       },
         *       "shape": "site"
         *     }
         */
        NewTarget: {
            /**
             * @description Display name; unique.
             * @example Internal CDN
             */
            name: string;
            /** @description How to connect to it. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /**
             * @description Stored encrypted and never returned.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.
             * @default archive
             * @enum {string}
             */
            shape: "site" | "archive";
            /**
             * @description Number of versions to keep on the target; 0 keeps all.
             * @default 5
             */
            keep: number;
        };
        NewTrustedKey: {
            /**
             * @description Name of the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
            /**
             * @description PEM, just its base64, or the text of the QR code.
             * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
             */
            publicKey: string;
        };
        /** @description The organization of this installation. */
        Organization: {
            /**
             * @description Display name.
             * @example Example
             */
            name: string;
            /**
             * @description Static export needs `enterprise`; reading does not.
             * @example enterprise
             * @enum {string}
             */
            plan: "free" | "pro" | "enterprise";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "plan": "enterprise"
         *     }
         */
        OrganizationChange: {
            /** @description Display name. */
            name?: string;
            /**
             * @description The plan.
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
        };
        /** @description Where the pages of a site are read from. */
        Origin: {
            /**
             * @description A folder of built files.
             * @constant
             */
            kind: "directory";
            /**
             * @description Absolute path of the built site.
             * @example /srv/docs/site
             */
            folder: string;
            /**
             * @description How the files become pages: `docs-json` builds the site described by a docs.json or mint.json, `files` uses the files as they are. Default: `docs-json` if there is one and no index.html.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description For a docs.json: absolute path of a folder with local files to use in place of network addresses, such as `api.example.com/openapi.json`. Icons are `icons/<style>/<name>.svg`.
             * @example /srv/docs/supplied
             */
            supplied?: string;
        } | {
            /**
             * @description A live site.
             * @constant
             */
            kind: "url";
            /**
             * Format: uri
             * @description Start address. Only pages below it are exported.
             * @example https://docs.example.com/
             */
            url: string;
            /**
             * @description Sent with every request to the site.
             * @example []
             */
            headers?: {
                /**
                 * @description Name of the header.
                 * @example x-team
                 */
                name: string;
                /**
                 * @description Its value.
                 * @example docs
                 */
                value?: string;
                /**
                 * @description Name of the credential with the value.
                 * @example docs-password
                 */
                secret?: string;
            }[];
            /**
             * @description Sent with every request to the site.
             * @example []
             */
            cookies?: {
                /**
                 * @description Name of the cookie.
                 * @example session
                 */
                name: string;
                /**
                 * @description Name of the credential with the value.
                 * @example docs-password
                 */
                secret: string;
            }[];
            /** @description User name and password for the site (RFC 7617). */
            basicAuth?: {
                /**
                 * @description User name.
                 * @example reader
                 */
                user: string;
                /**
                 * @description Name of the credential with the value.
                 * @example docs-password
                 */
                secret: string;
            };
            /** @description Proxy for all requests. */
            proxy?: {
                /**
                 * Format: uri
                 * @description Address of the proxy.
                 * @example http://proxy.example:3128
                 */
                url: string;
                /**
                 * @description Name of the credential with `user:password`.
                 * @example docs-password
                 */
                secret?: string;
            };
            /**
             * @description File with CA certificates (PEM) to trust in addition to the system's.
             * @example /etc/ssl/internal-ca.pem
             */
            caBundle?: string;
            /**
             * @description Maximum requests per second.
             * @example 10
             */
            requestsPerSecond?: number;
            /**
             * @description Whether to obey robots.txt. By default, it is obeyed except on private addresses.
             * @example obey
             * @enum {string}
             */
            robots?: "obey" | "ignore";
            /**
             * @description Other hosts whose files are included when pages load them.
             * @example [
             *       "static.example.com"
             *     ]
             */
            assetHosts?: string[];
        } | {
            /**
             * @description A branch of a git repository.
             * @constant
             */
            kind: "repository";
            /**
             * @description Address of the repository, or the absolute path of a folder that contains one.
             * @example https://git.example.com/docs/site.git
             */
            repository: string;
            /**
             * @description Branch to export.
             * @example main
             */
            ref: string;
            /**
             * @description Folder in the repository that contains the built site. Default: the whole repository.
             * @example build
             */
            folder?: string;
            /**
             * @description Shell command that builds the site, run on a temporary copy in a sandbox without network access. Only the operator can set it.
             * @example npm run build
             */
            build?: string;
            /**
             * @description How the files become pages: `docs-json` builds the site described by a docs.json or mint.json, `files` uses the files as they are. Default: `docs-json` if there is one and no index.html.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description For a docs.json: absolute path of a folder with local files to use in place of network addresses, such as `api.example.com/openapi.json`. Icons are `icons/<style>/<name>.svg`.
             * @example /srv/docs/supplied
             */
            supplied?: string;
        };
        /** @description The result of testing a live site. */
        OriginTest: {
            /**
             * @description `page`: it can be exported. `login`: it asks for a login. `tls`: there is a problem with its certificate or TLS. `unreachable`: it does not respond. `unreadable`: the response is not a page.
             * @example page
             * @enum {string}
             */
            outcome: "page" | "login" | "tls" | "unreachable" | "unreadable";
            /**
             * @description What went wrong and what to do; null if a page was returned.
             * @example null
             */
            problem: string | null;
            /**
             * @description Where the page was found, after redirects.
             * @example https://docs.example.com/
             */
            url: string | null;
            /**
             * @description HTTP status of the last response.
             * @example 200
             */
            status: number | null;
            /**
             * @description Title of the page.
             * @example Documentation
             */
            title: string | null;
            /**
             * @description Whether the page has a password field. If so, it may be a login page instead of the site.
             * @example false
             */
            asksPassword: boolean;
            /**
             * @description What robots.txt says about the page. `none`: there is no robots.txt. `forbids`: it forbids the page or cannot be read. `ignored`: it was not read.
             * @example allows
             */
            robots: ("none" | "allows" | "forbids" | "ignored") | null;
            /** @description How long it took. */
            durationMs: number;
        };
        /**
         * @example {
         *       "origin": {
         *         "kind": "url",
         *         "url": "https://docs.example.com/"
         *       }
         *     }
         */
        OriginTestRequest: {
            /** @description The site. */
            origin: {
                /**
                 * @description A live site.
                 * @constant
                 */
                kind: "url";
                /**
                 * Format: uri
                 * @description Start address. Only pages below it are exported.
                 * @example https://docs.example.com/
                 */
                url: string;
                /**
                 * @description Sent with every request to the site.
                 * @example []
                 */
                headers?: {
                    /**
                     * @description Name of the header.
                     * @example x-team
                     */
                    name: string;
                    /**
                     * @description Its value.
                     * @example docs
                     */
                    value?: string;
                    /**
                     * @description Name of the credential with the value.
                     * @example docs-password
                     */
                    secret?: string;
                }[];
                /**
                 * @description Sent with every request to the site.
                 * @example []
                 */
                cookies?: {
                    /**
                     * @description Name of the cookie.
                     * @example session
                     */
                    name: string;
                    /**
                     * @description Name of the credential with the value.
                     * @example docs-password
                     */
                    secret: string;
                }[];
                /** @description User name and password for the site (RFC 7617). */
                basicAuth?: {
                    /**
                     * @description User name.
                     * @example reader
                     */
                    user: string;
                    /**
                     * @description Name of the credential with the value.
                     * @example docs-password
                     */
                    secret: string;
                };
                /** @description Proxy for all requests. */
                proxy?: {
                    /**
                     * Format: uri
                     * @description Address of the proxy.
                     * @example http://proxy.example:3128
                     */
                    url: string;
                    /**
                     * @description Name of the credential with `user:password`.
                     * @example docs-password
                     */
                    secret?: string;
                };
                /**
                 * @description File with CA certificates (PEM) to trust in addition to the system's.
                 * @example /etc/ssl/internal-ca.pem
                 */
                caBundle?: string;
                /**
                 * @description Maximum requests per second.
                 * @example 10
                 */
                requestsPerSecond?: number;
                /**
                 * @description Whether to obey robots.txt. By default, it is obeyed except on private addresses.
                 * @example obey
                 * @enum {string}
                 */
                robots?: "obey" | "ignore";
                /**
                 * @description Other hosts whose files are included when pages load them.
                 * @example [
                 *       "static.example.com"
                 *     ]
                 */
                assetHosts?: string[];
            };
            /**
             * @description Values for the credentials named by the origin, for this request only. They override stored ones.
             * @example {}
             */
            credentials?: {
                [key: string]: string;
            };
        };
        /** @description How the text of one page differs. */
        PageComparison: {
            /**
             * @description Path of the page in the bundle.
             * @example guide/index.html
             */
            path: string;
            /**
             * @description Title of the page.
             * @example Guide · Example
             */
            title: string;
            /**
             * @description As in the comparison; `none` if the page is the same.
             * @example text
             * @enum {string}
             */
            change: "added" | "removed" | "text" | "around" | "code" | "none";
            /**
             * @description Which lines were compared: those of the content, or of the whole page.
             * @example content
             * @enum {string}
             */
            of: "content" | "page";
            /**
             * @description The difference in the format of `git diff`, one line per block of text. Empty if no text differs.
             * @example --- a/guide/index.html
             *     +++ b/guide/index.html
             *     @@ -1,1 +1,1 @@
             *     -Old words.
             *     +New words.
             */
            patch: string;
        };
        /** @description A page of the list of a job's pages and files. */
        PageList: {
            /** @description Sorted by URL. */
            pages: {
                /**
                 * @description Path within the site.
                 * @example /guide/start.html
                 */
                url: string;
                /**
                 * @description Kind of entry; `unknown` if it could not be read.
                 * @enum {string}
                 */
                kind: "page" | "asset" | "redirect" | "unknown";
                /**
                 * @description State of the entry.
                 * @example done
                 * @enum {string}
                 */
                status: "queued" | "done" | "failed" | "skipped";
                /**
                 * @description Why it failed or was skipped.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description Title of the page.
                 * @example Start
                 */
                title: string | null;
                /**
                 * @description File within the bundle.
                 * @example guide/start.html
                 */
                path: string | null;
                /**
                 * @description HTTP status from the origin.
                 * @example 200
                 */
                httpStatus: number | null;
                /**
                 * @description Media type from the origin.
                 * @example text/html
                 */
                contentType: string | null;
                /**
                 * @description Size at the origin.
                 * @example 18204
                 */
                sizeBytes: number | null;
                /**
                 * @description Origin response time.
                 * @example 12.4
                 */
                durationMs: number | null;
                /**
                 * @description Where it was first found.
                 * @example /index.html
                 */
                referrer: string | null;
                /**
                 * @description How a page was read: as the origin sent it, or as rendered by a browser.
                 * @example fetched
                 */
                way: ("fetched" | "rendered") | null;
                /**
                 * @description Why the page was read that way, and what was noticed.
                 * @example It has no scripts.
                 */
                wayReason: string | null;
            }[];
            /**
             * @description Number of entries that match, on all pages.
             * @example 118
             */
            total: number;
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Pinned exports, which no rule removes. */
        Pins: {
            /** @description Pinned exports, oldest pin first. */
            pinned: string[];
        };
        /** @description Preferences for the interface. Those that were never set are absent. */
        Preferences: {
            /**
             * @description The color theme.
             * @enum {string}
             */
            theme?: "system" | "light" | "dark";
            /** @description Whether single-letter shortcuts are on (WCAG 2.1.4 requires a way to turn them off). */
            letterShortcuts?: boolean;
            /** @description Whether the first-run guide has been seen. */
            isWelcomed?: boolean;
            /**
             * @description How changes are shown: unified or side by side.
             * @enum {string}
             */
            diffView?: "unified" | "split";
        };
        /** @description The changed preferences. */
        PreferencesChange: {
            /**
             * @description The color theme.
             * @enum {string}
             */
            theme?: "system" | "light" | "dark";
            /** @description Whether single-letter shortcuts are on (WCAG 2.1.4 requires a way to turn them off). */
            letterShortcuts?: boolean;
            /** @description Whether the first-run guide has been seen. */
            isWelcomed?: boolean;
            /**
             * @description How changes are shown: unified or side by side.
             * @enum {string}
             */
            diffView?: "unified" | "split";
        };
        /** @description What an export would contain. */
        Preview: {
            /**
             * @description Title of a folder's start page; null if it has none, and for live sites.
             * @example Acme Docs
             */
            title: string | null;
            /**
             * @description Pages that would be exported; for a live site, the pages it would start from.
             * @example 118
             */
            pages: number;
            /**
             * @description Files of a folder that look like private keys or passwords. An export fails with the code `secret-files` unless `exclude` leaves them out or `includeSecrets` includes them.
             * @example [
             *       "/deploy.key"
             *     ]
             */
            secretFiles: string[];
            /**
             * @description Other files that would be exported. Null for a live site, as are the sizes: only the export finds them.
             * @example 64
             */
            otherFiles: number | null;
            /**
             * @description Their total size.
             * @example 2811904
             */
            sizeBytes: number | null;
            /**
             * @description Approximate size of the archive.
             * @example 702976
             */
            estimatedBundleBytes: number | null;
            /**
             * @description The first pages, up to 500.
             * @example [
             *       "/index.html"
             *     ]
             */
            firstPages: string[];
            /**
             * @description What would be skipped.
             * @example []
             */
            outOfScope: {
                /**
                 * @description Why.
                 * @example excluded
                 */
                reason: string;
                /** @description Number of addresses. */
                count: number;
                /** @description The first addresses, up to 20. */
                urls: string[];
            }[];
        };
        /**
         * @example {
         *       "domain": "docs.example.com"
         *     }
         */
        PreviewRequest: {
            /**
             * @description The host name of a project, without protocol, port or path.
             * @example docs.example.com
             */
            domain?: string;
            /** @description Instead of a domain: an origin that has no project yet. */
            origin?: components["schemas"]["Origin"];
            /** @description Only these pages and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /**
             * @description Values for the credentials named by the origin, for this request only. They override stored ones.
             * @example {}
             */
            credentials?: {
                [key: string]: string;
            };
        };
        /** @description A documentation site. */
        Project: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /**
             * @description Display name.
             * @example Documentation
             */
            name: string;
            /**
             * @description Host names of the site. Bundles use the first one.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where its pages are read from. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. Decides which online features it keeps.
             * @example air-gapped
             * @enum {string}
             */
            deploymentType: "cloud" | "client-hosted" | "air-gapped";
            /**
             * @description Which online features are kept.
             * @example {}
             */
            features: components["schemas"]["FeatureSwitches"];
            /**
             * @description Export settings that differ from their defaults.
             * @example {
             *       "exclude": [
             *         "/archive/**"
             *       ]
             *     }
             */
            settings: components["schemas"]["ExportSettings"];
            /** @description Targets that every completed export is published to. Removed targets stay in the list. */
            publishTo: string[];
            /** @description Object storage used for `bundleUrl` links; null for links to this server. Remains set after the target is removed. */
            linkTarget: string | null;
            /**
             * @description Whether the site is made from a docs.json or mint.json. Null for a branch that has not been exported yet.
             * @example false
             */
            docsJson: boolean | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "settings": {
         *         "exclude": [
         *           "/archive/**"
         *         ]
         *       }
         *     }
         */
        ProjectChange: {
            /**
             * @description Display name.
             * @example Documentation
             */
            name?: string;
            /**
             * @description Replaces the host names. Needs the admin scope.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains?: string[];
            /** @description Where the pages are read from. Needs the admin scope. */
            origin?: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. Decides which online features it keeps.
             * @example air-gapped
             * @enum {string}
             */
            deploymentType?: "cloud" | "client-hosted" | "air-gapped";
            /** @description Replaces the feature switches of the project. */
            features?: components["schemas"]["FeatureSwitches"];
            /** @description Replaces the settings of the project. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Replaces the targets that every completed export is published to. */
            publishTo?: string[];
            /** @description S3 target used for `bundleUrl` links; null for links to this server. */
            linkTarget?: string | null;
        };
        /** @description An export job in the compatible edition. */
        ProjectExportJob: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * @description Poll until it is `completed` (packed, verified, and available as tar.gz) or `failed`.
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Why it failed and what to do; null otherwise.
             * @example null
             */
            error: string | null;
            /**
             * Format: uri
             * @description A fresh link to the tar.gz. It works without a key until it expires. Only when completed.
             * @example http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs-export-2026-03-02.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI
             */
            bundleUrl?: string;
            /**
             * @description Size of the archive; only when completed.
             * @example 391204
             */
            sizeBytes?: number;
            /**
             * Format: date-time
             * @description When this link expires; only when completed.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt?: string;
        };
        /** @description All projects. */
        ProjectList: {
            /** @description Sorted by name. */
            projects: components["schemas"]["Project"][];
        };
        /** @description Which exports of a project are kept. */
        ProjectRetention: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The project's own rules; null if the general rules apply. */
            own: components["schemas"]["RetentionRules"] | null;
            /** @description The general rules: settings `retentionKeepLast` and `retentionKeepDays`. */
            general: components["schemas"]["RetentionRules"];
        };
        /** @description The result of a removal. */
        Pruned: {
            /** @description What was removed. */
            removed: components["schemas"]["Removable"][];
            /** @description What could not be removed. */
            failed: {
                /**
                 * @description Kind of item.
                 * @enum {string}
                 */
                kind: "export" | "delta" | "received";
                /**
                 * @description ID of the export, of the later export of a delta, or of the received bundle.
                 * @example se_4f0c9a12b7d35e68
                 */
                id: string;
                /** @description For a delta: the export it starts from. */
                baseJobId: string | null;
                /** @description For an export: its project. */
                projectId: string | null;
                /**
                 * @description Display name.
                 * @example docs.example.com 2026.10
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When it was made or received.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Size of its archives, not counting content that no other export uses.
                 * @example 391204
                 */
                bytes: number;
                /**
                 * @description Why it is kept.
                 * @example It is in use.
                 */
                error: string;
            }[];
            /**
             * @description Size of the removed archives.
             * @example 391204
             */
            bytes: number;
        };
        /** @description Who published what where, and the result. */
        Publication: {
            /**
             * @description Identifier of a publication.
             * @example pub_1c7d20e94ab35f86
             */
            publicationId: string;
            /**
             * @description Identifier of a target.
             * @example tgt_4f0c9a12b7d35e68
             */
            targetId: string;
            /** @description Name of the target at the time. */
            targetName: string;
            /** @description Where the target was at the time. */
            place: string;
            /**
             * @description Whether a version was published or rolled back to.
             * @enum {string}
             */
            kind: "publish" | "rollback";
            /** @description Export job of the bundle; null if it belongs to none. */
            jobId: string | null;
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Host name of the site; null until it is known. */
            domain: string | null;
            /** @description Its label on the target; null until it is known. */
            version: string | null;
            /** @description Digest of the content; null until it is known. */
            digest: string | null;
            /** @description The version readers saw before. */
            previous: string | null;
            /** @description The name of the API key, `owner`, or `project setting` if the project publishes its exports on completion. */
            requestedBy: string;
            /**
             * @description `completed`, `failed` and `canceled` are final.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "canceled";
            /**
             * @description The current or last stage.
             * @enum {string}
             */
            stage: "plan" | "transfer" | "verify" | "commit" | "prune" | "done";
            /** @description Progress of the stage, in percent. */
            progress: number;
            /** @description Bytes processed so far in this stage. */
            doneBytes: number;
            /** @description Total bytes in this stage. */
            totalBytes: number;
            /** @description Estimated time until the stage ends; null if unknown. */
            remainingSeconds: number | null;
            /** @description Files sent. */
            sentFiles: number;
            /** @description Bytes sent. */
            sentBytes: number;
            /** @description Files the target already had, in this version or another. */
            keptFiles: number;
            /** @description What it is waiting for. */
            note: string | null;
            /** @description The kind of failure, as a code. */
            errorCode: string | null;
            /** @description Why it failed and what to do. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description When it ended; null until then. */
            endedAt: string | null;
        };
        /** @description Publications and rollbacks. */
        PublicationList: {
            /** @description Newest first. */
            publications: components["schemas"]["Publication"][];
        };
        /** @description What is running and what is waiting. */
        Queue: {
            /** @description Whether the queue is paused, so that no more jobs are started. */
            paused: boolean;
            /**
             * @description Maximum number of jobs running at once (setting `exportConcurrency`).
             * @example 2
             */
            concurrency: number;
            /**
             * @description IDs of the running jobs.
             * @example [
             *       "se_4f0c9a12b7d35e68"
             *     ]
             */
            running: string[];
            /**
             * @description Waiting jobs.
             * @example 3
             */
            queued: number;
        };
        ReceiveRequest: {
            /**
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or a volume descriptor. API keys can only use paths within `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path: string;
        };
        /** @description A bundle made elsewhere. */
        ReceivedBundle: {
            /**
             * @description Identifier of the received bundle.
             * @example rc_0b7e35d1c94af268
             */
            receivedId: string;
            /**
             * @description `receiving`: it is being copied and verified. `failed`: copying or verifying failed, and nothing was kept (listed until the server stops). `duplicate`: the same archive was already here. `waiting`: for someone to keep or discard it. `refused`: altered or incomplete; nothing was kept.
             * @enum {string}
             */
            status: "receiving" | "failed" | "duplicate" | "waiting" | "kept" | "discarded" | "refused";
            /** @description Where it was, or the name of the uploaded file. */
            source: string;
            /**
             * @description `owner` for the owner of the data folder, otherwise the ID of the API key.
             * @example owner
             */
            receivedBy: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T09:30:00.000Z
             */
            receivedAt: string;
            /** @description Progress, while the bundle is `receiving`; null otherwise. */
            progress: {
                /**
                 * @description The current phase.
                 * @enum {string}
                 */
                phase: "copying" | "verifying" | "applying";
                /** @description Bytes processed so far in this phase. */
                doneBytes: number;
                /** @description Total bytes; null if not known. */
                totalBytes: number | null;
            } | null;
            /** @description Why it `failed`. */
            error: string | null;
            /** @description The same, as a code. */
            errorCode: string | null;
            /** @description For a `duplicate`: the bundle that is already here. */
            duplicateOf: string | null;
            /** @description The result when it arrived. `verification` gives the result with the keys trusted now. */
            verdictAtReceipt: ("valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned") | null;
            /** @description The current result; null while it is `receiving`, or if that failed. */
            verification: components["schemas"]["Verification"] | null;
            /** @description The delta it was made with. */
            delta: {
                /** @description The bundle it applies to. */
                base: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Version label. */
                    version: string;
                    /**
                     * @description Digest of the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Size of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Digest of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
                /** @description The bundle it produces. */
                target: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Version label. */
                    version: string;
                    /**
                     * @description Digest of the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Size of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Digest of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
            } | null;
            /** @description It can be previewed and kept: it is valid, or someone accepted it. */
            isUsable: boolean;
            /** @description Format of the archive. */
            format: ("zip" | "tar.gz") | null;
            /** @description Size of the archive. */
            sizeBytes: number | null;
            /** @description Digest of the archive. */
            sha256: string | null;
            /** @description Who accepted it without a trusted signature, and with what verdict. */
            accepted: {
                /**
                 * @description The verdict it was accepted with.
                 * @enum {string}
                 */
                as: "unsigned" | "unknown-signer";
                /**
                 * @description `owner` for the owner of the data folder, otherwise the ID of the API key.
                 * @example owner
                 */
                by: string;
                /**
                 * Format: date-time
                 * @description When.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
            } | null;
            /** @description Who kept or discarded it. */
            decidedBy: string | null;
            /** @description When. */
            decidedAt: string | null;
            /** @description If kept: the job whose bundle it is. */
            jobId: string | null;
        };
        /** @description Received bundles. */
        ReceivedList: {
            /** @description Newest first. */
            received: components["schemas"]["ReceivedBundle"][];
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A version on a target. */
        Release: {
            /** @description Label of the version. */
            version: string;
            /** @description Host name of the site. */
            domain: string;
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Digest of the content. */
            digest: string;
            /**
             * Format: date-time
             * @description When it was published.
             * @example 2026-03-02T09:30:00.000Z
             */
            publishedAt: string;
            /** @description Who published it, and from where. */
            publishedBy: string;
            /** @description Files. */
            fileCount: number;
            /** @description Size of all files. */
            sizeBytes: number;
        };
        /** @description An item that the rules do not keep. */
        Removable: {
            /**
             * @description Kind of item.
             * @enum {string}
             */
            kind: "export" | "delta" | "received";
            /**
             * @description ID of the export, of the later export of a delta, or of the received bundle.
             * @example se_4f0c9a12b7d35e68
             */
            id: string;
            /** @description For a delta: the export it starts from. */
            baseJobId: string | null;
            /** @description For an export: its project. */
            projectId: string | null;
            /**
             * @description Display name.
             * @example docs.example.com 2026.10
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was made or received.
             * @example 2026-03-02T09:30:00.000Z
             */
            at: string;
            /**
             * @description Size of its archives, not counting content that no other export uses.
             * @example 391204
             */
            bytes: number;
        };
        /** @description What deleting a job would remove. */
        Removal: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * @description Archives of the job, including deltas.
             * @example 1
             */
            bundles: number;
            /**
             * @description Their size on disk.
             * @example 391204
             */
            bundleBytes: number;
            /**
             * @description Stored content that no other job uses.
             * @example 12
             */
            objects: number;
            /**
             * @description Its size on disk.
             * @example 80412
             */
            objectBytes: number;
        };
        /** @description What an export did and found. Other lists contain broken links on the site, references to other hosts, and features that were removed or kept. */
        Report: {
            /**
             * @description Kind of document.
             * @constant
             */
            format: "offprint-report";
            /**
             * @description Version of the report format. New fields do not change it.
             * @constant
             */
            formatVersion: 1;
            /**
             * @description The job, with its settings.
             * @example {
             *       "jobId": "se_4f0c9a12b7d35e68",
             *       "domain": "docs.example.com",
             *       "status": "completed"
             *     }
             */
            job: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                jobId: string;
                /** @description The exported domain. */
                domain: string;
                /** @description How the job ended. */
                status: string;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description What was packed. Null if nothing was.
             * @example null
             */
            bundle: ({
                /** @description Archive format. */
                format: string;
                /** @description Size of the archive. */
                sizeBytes: number;
                /**
                 * @description Digest of the archive.
                 * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                 */
                sha256: string;
                /** @description Digest of the content: the same on every machine. */
                digest: string;
                /** @description Number of files. */
                files: number;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @description Counts.
             * @example {
             *       "pages": 118,
             *       "assets": 64,
             *       "redirects": 2,
             *       "bytes": 2811904,
             *       "missing": 0,
             *       "skipped": 0
             *     }
             */
            counts: {
                /** @description Pages in the bundle. */
                pages: number;
                /** @description Other files of the site. */
                assets: number;
                /** @description Redirect pages. */
                redirects: number;
                /** @description Bytes read from the origin. */
                bytes: number;
                /** @description Entries in `missing`. */
                missing: number;
                /** @description Entries in `skipped`. */
                skipped: number;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description What the site lists or needs but the bundle does not have.
             * @example []
             */
            missing: ({
                /** @description What is missing. */
                url: string;
                /** @description Why. */
                reason: string;
                /** @description Where it was first found. */
                referrer: string | null;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What was skipped on purpose.
             * @example []
             */
            skipped: ({
                /** @description What was skipped. */
                url: string;
                /** @description Why. */
                reason: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description How the pages of each layout were read.
             * @example []
             */
            layouts: ({
                /** @description `fetched`: as the origin sent them. `rendered`: as rendered by a browser. */
                way: string;
                /** @description Why. */
                reason: string;
                /** @description Number of pages with this layout. */
                pages: number;
                /** @description An example. */
                example: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What verification did and found. Null if the job did not get that far.
             * @example null
             */
            check: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What would be removed now. */
        RetentionPlan: {
            /** @description What would be removed, oldest first. */
            remove: components["schemas"]["Removable"][];
            /**
             * @description Size of their archives.
             * @example 391204
             */
            bytes: number;
            /**
             * @description Size of content that no other export uses.
             * @example 391204
             */
            contentBytes: number;
            /** @description Items that the rules would remove but that are kept anyway. */
            keep: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                id: string;
                /**
                 * @description Display name.
                 * @example docs.example.com 2026.10
                 */
                name: string;
                /**
                 * @description Why it is kept.
                 * @enum {string}
                 */
                reason: "newest" | "pinned" | "published" | "hosted" | "linked" | "in-use";
            }[];
        };
        /** @description An export is removed only if every rule that is set allows it. With no rules set, all are kept. */
        RetentionRules: {
            /**
             * @description Completed exports to keep; 0 turns this rule off.
             * @example 5
             */
            keepLast: number;
            /**
             * @description Days to keep exports; 0 turns this rule off.
             * @example 90
             */
            keepDays: number;
        };
        /**
         * @example {
         *       "comments": [
         *         {
         *           "path": "guide/install.mdx",
         *           "line": 12,
         *           "text": "Mention the lock file."
         *         }
         *       ]
         *     }
         */
        ReviewComments: {
            /** @description The comments, sent to the agent as one message. */
            comments: {
                /**
                 * @description File; null for the whole change.
                 * @default null
                 */
                path: string | null;
                /**
                 * @description Line of the new file.
                 * @default null
                 */
                line: number | null;
                /** @description The comment. */
                text: string;
            }[];
        };
        /**
         * @example {
         *       "note": "Thank you."
         *     }
         */
        ReviewDecision: {
            /**
             * @description A note about the decision.
             * @default
             * @example Thank you.
             */
            note: string;
        };
        Revocation: {
            /**
             * @description Shown wherever the key appears.
             * @example The laptop was stolen.
             */
            reason: string;
        };
        RollbackRequest: {
            /**
             * @description Default: the newest version before the current one.
             * @example 2026.3
             */
            version?: string;
        };
        /** @description A bucket, or the part of it under a prefix. Secrets: `secretAccessKey`, and `sessionToken` for keys that expire. */
        S3Target: {
            /**
             * @description A server with the S3 API.
             * @constant
             */
            kind: "s3";
            /**
             * Format: uri
             * @description Address of the server.
             * @example https://s3.example.com
             */
            endpoint: string;
            /** @description Region of the bucket. Default: us-east-1. */
            region?: string;
            /**
             * @description An existing bucket.
             * @example docs
             */
            bucket: string;
            /** @description Prefix of all object keys, followed by a slash. Default: none. */
            prefix?: string;
            /**
             * @description Access key ID.
             * @example DOCS
             */
            accessKeyId: string;
            /** @description PEM certificates to trust in addition to those that Node trusts. */
            ca?: string;
        };
        /** @description When a project is exported automatically. */
        Schedule: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /**
             * @description Five fields: minute, hour, day of the month, month, day of the week (0 to 7 or `mon`). `*`, lists, ranges and steps as in crontab.
             * @example 30 2 * * *
             */
            cron: string;
            /**
             * @description IANA name of its time zone. Default: the time zone of the server.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Nothing runs until it is resumed.
             * @example false
             */
            isPaused: boolean;
            /** @description The next three runs; empty while it is paused. */
            nextRuns: string[];
            /** @description A run is due and will start when this export of the project ends; null if none is due. */
            waitsFor: string | null;
            /** @description The last run; null if there was none. */
            lastRun: {
                /**
                 * Format: date-time
                 * @description When.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Number of runs it covers: more than one if some were missed, for example while the server was off.
                 * @example 1
                 */
                due: number;
                /** @description The export; null if it could not be started or was deleted. */
                jobId: string | null;
                /** @description Status of the export; null if there is none. */
                status: ("queued" | "running" | "completed" | "failed") | null;
                /**
                 * @description Why it could not be started or failed; null otherwise.
                 * @example null
                 */
                error: string | null;
            } | null;
        };
        /** @description All schedules. */
        ScheduleList: {
            /** @description By next run, soonest first. */
            schedules: components["schemas"]["Schedule"][];
        };
        /** @description Where secrets are stored. */
        Secrets: {
            /**
             * @description Where the master key is stored. It encrypts all other secrets.
             * @enum {string}
             */
            provider: "keychain" | "secret-file" | "passphrase" | "memory";
            /** @description False if secrets are lost when the server stops. */
            persistent: boolean;
            /** @description Location of the master key. */
            detail: string;
            /** @description What does not work and what to do about it. */
            problem?: string;
            /** @description Names of the stored secrets. Their values are never returned. */
            names: string[];
        };
        /** @description What was encrypted with a new master key. */
        SecretsRotated: {
            /** @description Number of secrets that were re-encrypted. */
            resealed: number;
        };
        /** @description All server settings, with the values in effect. */
        ServerSettings: {
            /**
             * @description Accept API requests on `host` and `port`. When off, only the desktop app itself can use its server. `offprint serve` always accepts them.
             * @default true
             */
            localApi: boolean;
            /**
             * @description Address the API listens on. Anything other than loopback needs TLS or `allowPlainNetwork`.
             * @default 127.0.0.1
             */
            host: string;
            /**
             * @description Port of the API. 0 picks a free one.
             * @default 4750
             */
            port: number;
            /**
             * @description File with the TLS certificate chain (PEM). With `tlsKey`, the API uses HTTPS.
             * @default
             */
            tlsCertificate: string;
            /**
             * @description File with the private key of the certificate (PEM).
             * @default
             */
            tlsKey: string;
            /**
             * @description Listen on a network address without TLS. Keys and bundles then cross the network unencrypted.
             * @default false
             */
            allowPlainNetwork: boolean;
            /**
             * @description Address that others use to reach this server, for example behind a proxy. Links start with it.
             * @default
             */
            publicUrl: "" | string;
            /**
             * @description Other host names that the API accepts, with the port unless it is the standard one.
             * @default []
             */
            allowedHosts: string[];
            /**
             * @description Number of exports that run in parallel.
             * @default 2
             */
            exportConcurrency: number;
            /**
             * @description How many exports can be started per project in any 60 minutes through the API. 0 means no limit.
             * @default 0
             */
            exportStartsPerHour: number;
            /**
             * @description Time limit for the build command of a repository, in seconds.
             * @default 1800
             */
            buildTimeoutSeconds: number;
            /**
             * @description Memory limit for all processes of a build together, in MiB.
             * @default 4096
             */
            buildMemoryMegabytes: number;
            /**
             * @description Maximum size of a repository folder once it is checked out and built, in MiB.
             * @default 10240
             */
            buildDiskMegabytes: number;
            /**
             * @description Maximum number of processes and threads of a build.
             * @default 1024
             */
            buildProcesses: number;
            /**
             * @description How many exports can be started in all projects together in any 60 minutes through the API. 0 means no limit. The hosted platform allows 10.
             * @default 0
             */
            organizationStartsPerHour: number;
            /**
             * @description Archive format of bundle links when an API request does not name one. The app and the command line use zip.
             * @default tar.gz
             * @enum {string}
             */
            apiBundleFormat: "zip" | "tar.gz";
            /**
             * @description Whether archives that people download in the app unpack into one folder named after the site and version. Archives from the command line and API links do so on request (`--archive-folder`, `forPeople`).
             * @default true
             */
            archiveFolder: boolean;
            /**
             * @description Number of agent jobs that run in parallel.
             * @default 2
             */
            agentConcurrency: number;
            /**
             * @description Number of publications that run in parallel, at most one per target.
             * @default 2
             */
            publicationConcurrency: number;
            /**
             * @description Do not start any more exports. Running exports continue.
             * @default false
             */
            queuePaused: boolean;
            /**
             * @description How long bundle links work unless the request says otherwise, in seconds (at most 7 days).
             * @default 3600
             */
            linkLifetimeSeconds: number;
            /**
             * @description How long `prLink` works when the review is a page of this server, in seconds (at most 7 days). Every response about the job has a new one.
             * @default 86400
             */
            reviewLinkLifetimeSeconds: number;
            /**
             * @description Hosts that API keys may use for origins, repositories, model servers and forges.
             * @default []
             */
            originHosts: string[];
            /**
             * @description Folders that API keys may use for origins and repositories. Checked at every export.
             * @default []
             */
            directoryRoots: string[];
            /**
             * @description Folders that API keys may use as targets.
             * @default []
             */
            targetRoots: string[];
            /**
             * @description Hosts that API keys may use for targets.
             * @default []
             */
            targetHosts: string[];
            /**
             * @description Completed exports of each project to keep when old ones are removed; 0 turns this rule off. An export is removed only if every rule that is set allows it. With no rules set, all are kept. A project can have its own rules.
             * @default 0
             */
            retentionKeepLast: number;
            /**
             * @description Days to keep exports when old ones are removed; 0 turns this rule off.
             * @default 0
             */
            retentionKeepDays: number;
            /**
             * @description Deltas older than this number of days are removed with old exports; 0 keeps them. They are made again on request.
             * @default 0
             */
            retentionDeltaDays: number;
            /**
             * @description Received bundles that nobody has decided on within this number of days are discarded with old exports; 0 keeps them.
             * @default 0
             */
            retentionReceivedDays: number;
            /**
             * @description Remove old exports once a day while the server runs. When off, use `offprint prune`.
             * @default false
             */
            retentionDaily: boolean;
            /**
             * @description Addresses other than loopback that API keys may host sites on.
             * @default []
             */
            hostingAddresses: string[];
            /**
             * @description Minimum level recorded in the server log. `debug` includes every request.
             * @default info
             * @enum {string}
             */
            logLevel: "error" | "warn" | "info" | "debug";
            /**
             * @description Maximum size of a log file before a new one is started, in MiB. Takes effect after a restart.
             * @default 10
             */
            logMaxMegabytes: number;
            /**
             * @description Number of log files to keep, including the current one. Takes effect after a restart.
             * @default 5
             */
            logFiles: number;
        };
        /**
         * @description `null` resets a setting to its default.
         * @example {
         *       "exportConcurrency": 4,
         *       "publicUrl": null
         *     }
         */
        ServerSettingsChange: {
            /** @description Accept API requests on `host` and `port`. When off, only the desktop app itself can use its server. `offprint serve` always accepts them. */
            localApi?: boolean | null;
            /** @description Address the API listens on. Anything other than loopback needs TLS or `allowPlainNetwork`. */
            host?: string | null;
            /** @description Port of the API. 0 picks a free one. */
            port?: number | null;
            /** @description File with the TLS certificate chain (PEM). With `tlsKey`, the API uses HTTPS. */
            tlsCertificate?: string | null;
            /** @description File with the private key of the certificate (PEM). */
            tlsKey?: string | null;
            /** @description Listen on a network address without TLS. Keys and bundles then cross the network unencrypted. */
            allowPlainNetwork?: boolean | null;
            /** @description Address that others use to reach this server, for example behind a proxy. Links start with it. */
            publicUrl?: ("" | string) | null;
            /** @description Other host names that the API accepts, with the port unless it is the standard one. */
            allowedHosts?: string[] | null;
            /** @description Number of exports that run in parallel. */
            exportConcurrency?: number | null;
            /** @description How many exports can be started per project in any 60 minutes through the API. 0 means no limit. */
            exportStartsPerHour?: number | null;
            /** @description Time limit for the build command of a repository, in seconds. */
            buildTimeoutSeconds?: number | null;
            /** @description Memory limit for all processes of a build together, in MiB. */
            buildMemoryMegabytes?: number | null;
            /** @description Maximum size of a repository folder once it is checked out and built, in MiB. */
            buildDiskMegabytes?: number | null;
            /** @description Maximum number of processes and threads of a build. */
            buildProcesses?: number | null;
            /** @description How many exports can be started in all projects together in any 60 minutes through the API. 0 means no limit. The hosted platform allows 10. */
            organizationStartsPerHour?: number | null;
            /** @description Archive format of bundle links when an API request does not name one. The app and the command line use zip. */
            apiBundleFormat?: ("zip" | "tar.gz") | null;
            /** @description Whether archives that people download in the app unpack into one folder named after the site and version. Archives from the command line and API links do so on request (`--archive-folder`, `forPeople`). */
            archiveFolder?: boolean | null;
            /** @description Number of agent jobs that run in parallel. */
            agentConcurrency?: number | null;
            /** @description Number of publications that run in parallel, at most one per target. */
            publicationConcurrency?: number | null;
            /** @description Do not start any more exports. Running exports continue. */
            queuePaused?: boolean | null;
            /** @description How long bundle links work unless the request says otherwise, in seconds (at most 7 days). */
            linkLifetimeSeconds?: number | null;
            /** @description How long `prLink` works when the review is a page of this server, in seconds (at most 7 days). Every response about the job has a new one. */
            reviewLinkLifetimeSeconds?: number | null;
            /** @description Hosts that API keys may use for origins, repositories, model servers and forges. */
            originHosts?: string[] | null;
            /** @description Folders that API keys may use for origins and repositories. Checked at every export. */
            directoryRoots?: string[] | null;
            /** @description Folders that API keys may use as targets. */
            targetRoots?: string[] | null;
            /** @description Hosts that API keys may use for targets. */
            targetHosts?: string[] | null;
            /** @description Completed exports of each project to keep when old ones are removed; 0 turns this rule off. An export is removed only if every rule that is set allows it. With no rules set, all are kept. A project can have its own rules. */
            retentionKeepLast?: number | null;
            /** @description Days to keep exports when old ones are removed; 0 turns this rule off. */
            retentionKeepDays?: number | null;
            /** @description Deltas older than this number of days are removed with old exports; 0 keeps them. They are made again on request. */
            retentionDeltaDays?: number | null;
            /** @description Received bundles that nobody has decided on within this number of days are discarded with old exports; 0 keeps them. */
            retentionReceivedDays?: number | null;
            /** @description Remove old exports once a day while the server runs. When off, use `offprint prune`. */
            retentionDaily?: boolean | null;
            /** @description Addresses other than loopback that API keys may host sites on. */
            hostingAddresses?: string[] | null;
            /** @description Minimum level recorded in the server log. `debug` includes every request. */
            logLevel?: ("error" | "warn" | "info" | "debug") | null;
            /** @description Maximum size of a log file before a new one is started, in MiB. Takes effect after a restart. */
            logMaxMegabytes?: number | null;
            /** @description Number of log files to keep, including the current one. Takes effect after a restart. */
            logFiles?: number | null;
        };
        /** @description A folder on an SFTP server. Secrets: `password`, or `privateKey` with `passphrase`. */
        SftpTarget: {
            /**
             * @description An SFTP server.
             * @constant
             */
            kind: "sftp";
            /**
             * Format: uri
             * @description Address of an existing folder; `/~/` is the user's home folder.
             * @example sftp://files.example.com/srv/docs
             */
            url: string;
            /** @description User. */
            username: string;
            /**
             * @description SHA-256 fingerprint of the host key, as `ssh-keygen -lf` prints it. Nothing is sent until it is set.
             * @example SHA256:3p8u1zLjV1yqHnHkzS1ACYpHcRpAyNtXxGyTAfg2X5w
             */
            hostKey?: string;
        };
        /** @description The preview of a received bundle. */
        ShownReceived: {
            /**
             * @description Identifier of the received bundle.
             * @example rc_0b7e35d1c94af268
             */
            receivedId: string;
            /**
             * Format: uri
             * @description Where browsers on this computer can open the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
        };
        /** @description The address of an exported site. */
        ShownSite: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * Format: uri
             * @description Where browsers on this computer can open the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
        };
        SignatureRequest: {
            /**
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or a volume descriptor. API keys can only use paths within `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path: string;
        };
        /** @description What was signed. */
        Signed: {
            /**
             * @description The key that signed.
             * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
             */
            fingerprint: string;
            /**
             * @description What was signed.
             * @enum {string}
             */
            kind: "bundle" | "delta";
            /** @description Size of the archive; null for a folder. */
            sizeBytes: number | null;
            /** @description Digest of the archive; null for a folder. */
            sha256: string | null;
        };
        /** @description The preview of a branch with a docs.json. */
        SitePreview: {
            /**
             * Format: uri
             * @description Where browsers on this computer can open the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
            /**
             * @description The commit shown; `folder` for a folder.
             * @example 4f1c8d2e7a90b35c6d1e2f3a4b5c6d7e8f901234
             */
            version: string;
            /**
             * @description Number of pages.
             * @example 312
             */
            pages: number;
            /**
             * @description Problems in the source that readers would see.
             * @example []
             */
            findings: {
                /**
                 * @description The kind of finding.
                 * @example broken-link
                 * @enum {string}
                 */
                code: "broken-link" | "broken-page" | "config" | "diagram" | "dropped-code" | "failed-component" | "missing-file" | "missing-operation" | "missing-page" | "missing-snippet" | "remote-file" | "undefined-name" | "unknown-component" | "unknown-icon" | "unknown-language" | "unsupported-api";
                /**
                 * @description File in the repository.
                 * @example guide/start.mdx
                 */
                file: string;
                /**
                 * @description Line in the file.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old does not lead to a page or file.
                 */
                message: string;
            }[];
        };
        /** @description The branch shown. */
        SitePreviewRequest: {
            /**
             * @description Branch to preview. Default: the branch set in the origin.
             * @example next
             */
            branch?: string;
        };
        /**
         * @example {
         *       "domain": "docs.example.com",
         *       "version": "2026.3"
         *     }
         */
        StartExport: {
            /**
             * @description The host name of a project, without protocol, port or path.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description Version label, as used in `staticExport.version`. Default: the first 12 digits of the content digest.
             * @example 2026.3
             */
            version?: string;
            /** @description Only these pages (URL paths) and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Ignore earlier exports and read every page again. The resulting bundle is the same. */
            fresh?: boolean;
            /** @description Continue an unfinished job for the site that has the same settings, if there is one. */
            resume?: boolean;
        };
        /**
         * @example {
         *       "basePath": "/docs"
         *     }
         */
        StartProjectExport: {
            /**
             * @description Path on the host that the bundle will be served under. Default: the project's `basePath` setting.
             * @enum {string}
             */
            basePath?: "" | "/docs" | "/documentation";
        };
        /** @description A place where bundles are published. */
        Target: {
            /**
             * @description Identifier of a target.
             * @example tgt_4f0c9a12b7d35e68
             */
            targetId: string;
            /**
             * @description Display name; unique.
             * @example Internal CDN
             */
            name: string;
            /** @description Its location, in words. */
            place: string;
            /** @description How to connect to it. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /** @description Which secrets are stored for it. Their values are never returned. */
            secrets: ("password" | "privateKey" | "passphrase" | "secretAccessKey" | "sessionToken")[];
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Number of versions to keep on the target; 0 keeps all. */
            keep: number;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description Only the fields that are sent are changed. */
        TargetChange: {
            /**
             * @description Display name; unique.
             * @example Internal CDN
             */
            name?: string;
            /**
             * @description Stored encrypted and never returned.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape?: "site" | "archive";
            /** @description Number of versions to keep on the target; 0 keeps all. */
            keep?: number;
            /**
             * @description SHA-256 fingerprint of the host key, as `ssh-keygen -lf` prints it. Nothing is sent until it is set.
             * @example SHA256:3p8u1zLjV1yqHnHkzS1ACYpHcRpAyNtXxGyTAfg2X5w
             */
            hostKey?: string;
        };
        /** @description Places where bundles are published. */
        TargetList: {
            /** @description Sorted by name. */
            targets: components["schemas"]["Target"][];
        };
        /** @description The current state of a target, as seen from this server. */
        TargetState: {
            /**
             * @description Identifier of a target.
             * @example tgt_4f0c9a12b7d35e68
             */
            targetId: string;
            /** @description The version readers see; null if none. */
            current: string | null;
            /** @description The versions on the target, newest first. */
            releases: components["schemas"]["Release"][];
            /** @description What it can do. */
            capabilities: {
                /**
                 * @description What points readers to the current version: a symbolic link, a file or an object.
                 * @enum {string}
                 */
                pointer: "link" | "file" | "object";
                /** @description Interrupted file transfers continue where they stopped. */
                resumesFiles: boolean;
                /** @description Files of an earlier version are copied on the target instead of being sent. */
                copies: boolean;
                /** @description Free space; null if the target does not report it. */
                freeBytes: number | null;
                /** @description Maximum file size; null if no limit is known. */
                maxFileBytes: number | null;
                /** @description The target itself blocks a second writer; otherwise Offprint relies on a lock file. */
                exclusiveLock: boolean;
            };
        };
        /** @description The progress of a job over time. */
        Throughput: {
            /**
             * @description Oldest first, at even intervals; none from before the server started.
             * @example []
             */
            samples: {
                /**
                 * Format: date-time
                 * @description When it was taken.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description The phase of the job.
                 * @enum {string}
                 */
                phase: "acquire" | "pack" | "verify" | "done";
                /** @description Percent. */
                progress: number;
                /** @description Pages exported so far. */
                pageCount: number;
            }[];
        };
        /** @description This installation's key and the keys it trusts. */
        Trust: {
            /** @description The key this installation signs with; null if bundles are unsigned. */
            ownKey: components["schemas"]["TrustedKey"] | null;
            /** @description All keys, this installation's first, including revoked ones. */
            keys: components["schemas"]["TrustedKey"][];
        };
        /** @description A public key that is or was trusted. */
        TrustedKey: {
            /**
             * @description SHA-256 of the public key, in hex.
             * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
             */
            fingerprint: string;
            /**
             * @description The fingerprint in groups of four, for reading aloud.
             * @example 7d0b 9f7c 1c3c 1f3e 8f7f 6d1b 2a9e 4c5d 0f1e 2d3c 4b5a 6978 8796 a5b4 c3d2 e1f0
             */
            spokenFingerprint: string;
            /**
             * @description PEM, as read by openssl.
             * @example -----BEGIN PUBLIC KEY-----
             *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
             *     -----END PUBLIC KEY-----
             */
            publicKey: string;
            /**
             * @description The key as the text of a QR code.
             * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
             */
            qrText: string;
            /**
             * @description Name of the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
            /** @description Whether this is, or was, this installation's own key. */
            isOwn: boolean;
            /** @description Whether this installation signs with it. */
            signs: boolean;
            /**
             * Format: date-time
             * @description When it was added to the list.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description When its signatures became invalid; null if they are valid. */
            revokedAt: string | null;
            /** @description Why it was revoked. */
            revokedReason: string | null;
            /** @description For this installation's key: the keys it replaced, oldest first. Every signature includes their handover statements. */
            handovers: string[];
        };
        TrustedKeyChange: {
            /**
             * @description Name of the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
        };
        UploadRequest: {
            /**
             * @description Display name.
             * @example docs.example.com-2026.3.zip
             */
            fileName: string;
            /**
             * @description Size of the whole file.
             * @example 5242880
             */
            sizeBytes: number;
        };
        /** @description Whether a bundle is what a trusted key signed. */
        Verification: {
            /**
             * @description Only `valid` means that the bundle is exactly what a trusted key signed. `unknown-signer`, `revoked-signer` and `unsigned` mean that the content matches its manifest.
             * @enum {string}
             */
            verdict: "valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned";
            /**
             * @description What was verified.
             * @enum {string}
             */
            kind: "bundle" | "delta";
            /** @description The verdict as a sentence. */
            summary: string;
            /** @description What to do about it. */
            whatToDo: string;
            /** @description What its manifest says; null if it cannot be read. Only trustworthy if the verdict is valid. */
            bundle: {
                /** @description Host name of the site. */
                domain: string;
                /** @description Version label. */
                version: string;
                /** @description Digest of the content. */
                digest: string;
                /** @description Pages. */
                pageCount: number;
                /** @description Files, not counting the manifest and its signature. */
                fileCount: number;
                /** @description Size of all files, unpacked. */
                sizeBytes: number;
                /** @description Pages and files of the site that were missing when it was exported. */
                missingCount: number;
            } | null;
            /** @description The bundles that a delta connects. */
            delta: {
                /** @description The bundle it applies to. */
                base: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Version label. */
                    version: string;
                    /**
                     * @description Digest of the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Size of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Digest of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
                /** @description The bundle it produces. */
                target: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Version label. */
                    version: string;
                    /**
                     * @description Digest of the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Size of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Digest of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
            } | null;
            /** @description Who signed it; null if it is not signed or the signature is not valid. */
            signer: {
                /**
                 * @description SHA-256 of the public key, in hex.
                 * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                fingerprint: string;
                /**
                 * @description The fingerprint in groups of four, for reading aloud.
                 * @example 7d0b 9f7c 1c3c 1f3e 8f7f 6d1b 2a9e 4c5d 0f1e 2d3c 4b5a 6978 8796 a5b4 c3d2 e1f0
                 */
                spokenFingerprint: string;
                /**
                 * @description PEM, as read by openssl.
                 * @example -----BEGIN PUBLIC KEY-----
                 *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                 *     -----END PUBLIC KEY-----
                 */
                publicKey: string;
                /**
                 * @description The key as the text of a QR code.
                 * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
                 */
                qrText: string;
                /**
                 * @description Whether its signature is trusted here.
                 * @enum {string}
                 */
                standing: "trusted" | "unknown" | "revoked";
                /** @description Name of this key if it is known, or of the known key it replaced. */
                name: string | null;
                /** @description Whether this installation signed it. */
                isOwn: boolean;
                /** @description When the key was revoked; null if it was not. */
                revokedAt: string | null;
                /** @description Why it was revoked. */
                revokedReason: string | null;
                /** @description The known key that this one replaced. If it is revoked, its handover statement is not valid. */
                voucher: {
                    /** @description Name of the known key. */
                    name: string;
                    /**
                     * @description SHA-256 of the public key, in hex.
                     * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
                     */
                    fingerprint: string;
                    /** @description When the known key was revoked; null if it was not. */
                    revokedAt: string | null;
                } | null;
            } | null;
            /** @description Altered files. */
            altered: number;
            /** @description Missing files. */
            missing: number;
            /** @description Files that were added after the bundle was packed. */
            unknown: number;
            /** @description The first faults, up to 1,000. */
            faults: {
                /** @description A file or a volume; empty for the archive itself. */
                path: string;
                /**
                 * @description What is wrong with it.
                 * @enum {string}
                 */
                kind: "changed" | "missing" | "unexpected" | "order" | "digest" | "signature" | "structure" | "volume";
                /** @description The fault as a sentence. */
                text: string;
            }[];
            /** @description How many faults there are. */
            faultCount: number;
            /** @description Files set by an operator after the export. They are not signed. */
            operatorFiles: string[];
        };
        /**
         * @description What to verify: `path` or `jobId`.
         * @example {
         *       "jobId": "se_4f0c9a12b7d35e68"
         *     }
         */
        VerificationRequest: {
            /**
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or a volume descriptor. API keys can only use paths within `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path?: string;
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId?: string;
        };
        /** @description A folder on a WebDAV server. Secret: `password`. */
        WebdavTarget: {
            /**
             * @description A WebDAV server.
             * @constant
             */
            kind: "webdav";
            /**
             * Format: uri
             * @description Address of an existing folder.
             * @example https://dav.example.com/docs/
             */
            url: string;
            /** @description User name. Default: none. */
            username?: string;
            /** @description PEM certificates to trust in addition to those that Node trusts. */
            ca?: string;
        };
    };
    responses: {
        /** @description Something in the request is not valid; the error says what. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, mistyped, unknown, revoked or expired; the error says which. */
        Unauthorized: {
            headers: {
                /** @description The scheme: Bearer. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks the scope, or the call came from a web page on another site. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not found. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request with this Idempotency-Key is still being processed. */
        StillRunning: {
            headers: {
                /** @description Seconds to wait before trying again, if known. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is longer than 1 MiB, or longer than the operation allows. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Host header names another server. */
        Misdirected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used with a different body. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit was reached. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before trying again, if known. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A server error. The server's log has the details. */
        Fault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is starting up, its disk is full, or it is busy with other large requests. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before trying again, if known. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    countExportJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of this domain. */
                domain?: string;
                /** @description Only jobs of this project. */
                projectId?: string;
                /** @description Only jobs with this text in their domain, version or ID. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many jobs have each status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCounts"];
                };
            };
        };
    };
    streamAllExportEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    previewExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description What it would export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    getExportThroughput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The samples. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Throughput"];
                };
            };
        };
    };
    listExportJobs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "queued" | "running" | "completed" | "failed";
                /** @description Only jobs of this domain. */
                domain?: string;
                /** @description Only jobs of this project. */
                projectId?: string;
                /** @description Only jobs with this text in their domain, version or ID. */
                search?: string;
                /** @description Number of jobs to skip, for lists with random access. Not with `cursor`. */
                offset?: number;
                /** @description Sort order; `-` for descending. */
                sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "domain" | "-domain" | "pageCount" | "-pageCount";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportJobList"];
                };
            };
        };
    };
    startExportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartExport"];
            };
        };
        responses: {
            /** @description The job is queued. */
            202: {
                headers: {
                    /** @description Where to get the job. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "queued",
                     *       "progress": 0,
                     *       "pageCount": 0,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": false,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "retryOf": null,
                     *       "bundleBytes": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    getExportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "running",
                     *       "progress": 42.5,
                     *       "pageCount": 50,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:41.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": false,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": "2026-03-02T09:30:01.000Z",
                     *       "finishedAt": null,
                     *       "retryOf": null,
                     *       "bundleBytes": null,
                     *       "pagesKnown": 118,
                     *       "remainingSeconds": 52
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    deleteExportJob: {
        parameters: {
            query?: {
                /** @description Only show what would be removed. */
                dryRun?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be removed (dryRun=true). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Removal"];
                };
            };
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelExportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "failed",
                     *       "progress": 0,
                     *       "pageCount": 0,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": false,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": null,
                     *       "finishedAt": "2026-03-02T09:31:00.000Z",
                     *       "retryOf": null,
                     *       "bundleBytes": null,
                     *       "error": "Canceled. What was read so far is kept. A retry continues from there.",
                     *       "errorCode": "canceled"
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    retryExportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new job. */
            202: {
                headers: {
                    /** @description Where to get the job. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "queued",
                     *       "progress": 0,
                     *       "pageCount": 0,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": false,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "retryOf": "se_0b7e35d1c94af268",
                     *       "bundleBytes": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    pauseExportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "queued",
                     *       "progress": 0,
                     *       "pageCount": 0,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": true,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "retryOf": null,
                     *       "bundleBytes": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    resumeExportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "queued",
                     *       "progress": 0,
                     *       "pageCount": 0,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "projectId": "prj_1c7d20e94ab35f86",
                     *       "domain": "docs.example.com",
                     *       "version": "2026.3",
                     *       "phase": "acquire",
                     *       "paused": false,
                     *       "missingCount": 0,
                     *       "verdict": null,
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "retryOf": null,
                     *       "bundleBytes": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    getExportReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                    "text/html": unknown;
                };
            };
        };
    };
    listExportPages: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page. */
                limit?: number;
                /** @description Default: everything except assets. `unknown` for what could not be read. */
                kind?: "page" | "asset" | "redirect" | "unknown";
                /** @description Only entries with this state. */
                status?: "queued" | "done" | "failed" | "skipped";
                /** @description Only entries with this text in their URL or title. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageList"];
                };
            };
        };
    };
    streamExportEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Continue after the event with this ID. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    getQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    pauseQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    resumeQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    createBundleLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BundleRequest"];
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    compareExports: {
        parameters: {
            query?: {
                /** @description The earlier export. Default: the previous completed export of the project. */
                base?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
        };
    };
    comparePage: {
        parameters: {
            query: {
                /** @description The earlier export. Default: the previous completed export of the project. */
                base?: string;
                /** @description Path of the page in the bundle. */
                path: string;
            };
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageComparison"];
                };
            };
        };
    };
    getPagePicture: {
        parameters: {
            query: {
                /** @description Path of the page in the bundle. */
                path: string;
            };
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The screenshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                };
            };
        };
    };
    showExportedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownSite"];
                };
            };
        };
    };
    createAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentJob"];
            };
        };
        responses: {
            /** @description The job was created. */
            201: {
                headers: {
                    /** @description Where to get the job. */
                    Location?: string;
                    /** @description Prompts and messages allowed for the project in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description How many are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until the next one is available. */
                    "RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "active",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    getAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    messageAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentMessage"];
            };
        };
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    /** @description Prompts and messages allowed for the project in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description How many are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until the next one is available. */
                    "RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "active",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    listAgentJobs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "active" | "completed" | "archived" | "failed";
                /** @description `true`: only archived jobs. `false`: only jobs that are not archived. */
                archived?: "true" | "false";
                /** @description Only jobs with this text in their first prompt or ID. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Prompts and messages allowed for the project in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description How many are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until the next one is available. */
                    "RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJobList"];
                };
            };
        };
    };
    listAllAgentJobs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Entries per page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "active" | "completed" | "archived" | "failed";
                /** @description `true`: only archived jobs. `false`: only jobs that are not archived. */
                archived?: "true" | "false";
                /** @description Only jobs with this text in their first prompt or ID. */
                search?: string;
                /** @description Only jobs of this project. */
                projectId?: string;
                /** @description Only this job. */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJobList"];
                };
            };
        };
    };
    cancelAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "failed",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    archiveAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "archived",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": "2026-03-02T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    getAgentJobDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job with its steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJobDetail"];
                };
            };
        };
    };
    streamAgentEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Continue after the event with this ID. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                    "application/jsonl": unknown;
                };
            };
        };
    };
    getAgentDiff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDiff"];
                    "text/x-diff": unknown;
                };
            };
        };
    };
    approveAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReviewDecision"];
            };
        };
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    rejectAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReviewDecision"];
            };
        };
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    commentAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewComments"];
            };
        };
        responses: {
            /** @description The agent job. */
            200: {
                headers: {
                    /** @description Prompts and messages allowed for the project in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description How many are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until the next one is available. */
                    "RateLimit-Reset"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "active",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    exportAgentChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentExport"];
                };
            };
        };
    };
    getAgentExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
                /** @description Name of the file. */
                file: "change.bundle" | "change.patch" | "SHA256SUMS";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
        };
    };
    importAgentChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentImport"];
            };
        };
        responses: {
            /** @description The job that proposes the change. */
            201: {
                headers: {
                    /** @description Where to get the job. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ag_5d1f0c83b2a94e67",
                     *       "status": "active",
                     *       "source": {
                     *         "repository": "https://git.example.com/docs/site.git",
                     *         "ref": null
                     *       },
                     *       "model": "qwen3-coder-30b",
                     *       "prLink": null,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "archivedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
        };
    };
    openReview: {
        parameters: {
            query?: {
                /** @description When the link expires, in seconds since 1970. */
                expires?: number;
                /** @description The key that signed it. */
                key?: string;
                /** @description The signature (HMAC-SHA256, base64url). */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
    listAgentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSettingsList"];
                };
            };
        };
    };
    getAgentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSettings"];
                };
            };
        };
    };
    updateAgentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentSettingsChange"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSettings"];
                };
            };
        };
    };
    listModelServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All model servers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServerList"];
                };
            };
        };
    };
    putModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelServerInput"];
            };
        };
        responses: {
            /** @description The model server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
        };
    };
    deleteModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name in Offprint. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name in Offprint. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnosis"];
                };
            };
        };
    };
    listForges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All forges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgeList"];
                };
            };
        };
    };
    putForge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgeInput"];
            };
        };
        responses: {
            /** @description The forge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forge"];
                };
            };
        };
    };
    deleteForge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name in Offprint. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testForge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name in Offprint. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgeTestRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgeTest"];
                };
            };
        };
    };
    startProjectExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartProjectExport"];
            };
        };
        responses: {
            /** @description The job is queued. */
            202: {
                headers: {
                    /** @description Where to get the job. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "se_4f0c9a12b7d35e68",
                     *       "status": "queued",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectExportJob"];
                };
            };
        };
    };
    getProjectExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectExportJob"];
                };
            };
        };
    };
    createAgentSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentSession"];
            };
        };
        responses: {
            /** @description What the job does. */
            200: {
                headers: {
                    /** @description Identifier of the job. */
                    "X-Session-Id"?: string;
                    /** @description Branch for its change. */
                    "X-Branch-Name"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    getAgentSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSession"];
                };
            };
        };
    };
    listAgentSessions: {
        parameters: {
            query?: {
                /** @description Number of jobs to skip. */
                skip?: number;
                /** @description Maximum number of jobs to return. */
                take?: number;
            };
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSessionList"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    /** @description Where to get the project. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChange"];
            };
        };
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleList"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    setSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSchedule"];
            };
        };
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    removeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    runSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
        };
    };
    getDiskUse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disk usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiskUse"];
                };
            };
        };
    };
    getRetentionPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPlan"];
                };
            };
        };
    };
    prune: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pruned"];
                };
            };
        };
    };
    getProjectRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRetention"];
                };
            };
        };
    };
    setProjectRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProjectRetention"];
            };
        };
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRetention"];
                };
            };
        };
    };
    listPins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their IDs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pins"];
                };
            };
        };
    };
    pinExportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unpinExportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of an export job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SitePreviewRequest"];
            };
        };
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePreview"];
                };
            };
        };
    };
    previewAgentChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a project. */
                projectId: string;
                /** @description Identifier of an agent job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePreview"];
                };
            };
        };
    };
    testOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OriginTestRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OriginTest"];
                };
            };
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @description Absolute path. Default: the home folder of the user running the server; for keys, the first of `directoryRoots`. */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderListing"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminKeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAdminKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    /** @description The address of the key, to revoke it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAdminKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of an API key, not the key itself. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminKey"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerSettings"];
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerSettingsChange"];
            };
        };
        responses: {
            /** @description All settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerSettings"];
                };
            };
        };
    };
    getEffectiveSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every setting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveSettingList"];
                };
            };
        };
    };
    listLinkKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkKeyList"];
                };
            };
        };
    };
    rotateLinkKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys that sign links. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkKeyList"];
                };
            };
        };
    };
    revokeLinkKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a key that signs links. */
                linkKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where they are stored, and their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secrets"];
                };
            };
        };
    };
    rotateMasterKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretsRotated"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries. With text/csv and application/jsonl, all are returned. */
                limit?: number;
                /** @description Only this action, for example `project-changed`. The response to an unknown action lists all actions. */
                action?: string;
                /** @description Only entries by the API key with this name, or by `owner`. */
                by?: string;
                /** @description Only entries about the object with this ID, or with this text in its name. */
                object?: string;
                /** @description Only entries from this time on. */
                since?: string;
                /** @description Only entries before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditTrail"];
                    "application/jsonl": unknown;
                    "text/csv": unknown;
                };
            };
        };
    };
    getTrust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trust"];
                };
            };
        };
    };
    createSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedKey"];
                };
            };
        };
    };
    rotateSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedKey"];
                };
            };
        };
    };
    addTrustedKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrustedKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedKey"];
                };
            };
        };
    };
    removeTrustedKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the public key, in hex. */
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameTrustedKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the public key, in hex. */
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrustedKeyChange"];
            };
        };
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedKey"];
                };
            };
        };
    };
    revokeTrustedKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the public key, in hex. */
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Revocation"];
            };
        };
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedKey"];
                };
            };
        };
    };
    verifyBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
        };
    };
    signBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignatureRequest"];
            };
        };
        responses: {
            /** @description Signed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signed"];
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The targets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetList"];
                };
            };
        };
    };
    createTarget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTarget"];
            };
        };
        responses: {
            /** @description The target. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
        };
    };
    getTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
        };
    };
    removeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TargetChange"];
            };
        };
        responses: {
            /** @description The target. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
        };
    };
    getTargetState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetState"];
                };
            };
        };
    };
    testTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetState"];
                };
            };
        };
    };
    listPublications: {
        parameters: {
            query?: {
                /** @description Identifier of a target. */
                targetId?: string;
                /** @description Identifier of an export job. */
                jobId?: string;
                /** @description Maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationList"];
                };
            };
        };
    };
    createPublication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPublication"];
            };
        };
        responses: {
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    rollBackTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of a target. */
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    getPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a publication. */
                publicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publication. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    streamPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a publication. */
                publicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    cancelPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a publication. */
                publicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Canceled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    retryPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a publication. */
                publicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    listReceived: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of history entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedList"];
                };
            };
        };
    };
    receiveBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiveRequest"];
            };
        };
        responses: {
            /** @description It is being received. Poll it until its status changes. */
            202: {
                headers: {
                    /** @description Where to get it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    beginUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description It is being received. Poll it until its status changes. */
            202: {
                headers: {
                    /** @description Where to get it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    uploadPart: {
        parameters: {
            query: {
                /** @description Offset of the bytes in the file. */
                offset: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    getReceived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    acceptReceived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptRequest"];
            };
        };
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    showReceivedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownReceived"];
                };
            };
        };
    };
    keepReceived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeepRequest"];
            };
        };
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedBundle"];
                };
            };
        };
    };
    discardReceived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the received bundle. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discarded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listHostedSites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSiteList"];
                };
            };
        };
    };
    hostSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text you choose, such as a UUID. For 24 hours, the same key with the same body returns the same response, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHostedSite"];
            };
        };
        responses: {
            /** @description The site. */
            201: {
                headers: {
                    /** @description Where to get it. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    getHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    removeHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedSiteChange"];
            };
        };
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    addHostedVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedBundle"];
            };
        };
        responses: {
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    rollBackHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HostingRollback"];
            };
        };
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    startHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    stopHostedSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a hosted site. */
                siteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedSite"];
                };
            };
        };
    };
    listDrives: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drives. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriveList"];
                };
            };
        };
    };
    setCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCredential"];
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name projects use for it. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createLoginLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    updatePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesChange"];
            };
        };
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewBackup"];
            };
        };
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    /** @description Size of the files before compression, for showing progress. */
                    "Offprint-Content-Bytes"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    getDiagnostics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The information. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnostics"];
                };
            };
        };
    };
    runDiagnosticCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiagnosticCheck"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosticResult"];
                };
            };
        };
    };
    createDiagnosticsArchive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
}
