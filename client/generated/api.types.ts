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
         * @description Paused jobs and jobs interrupted by a restart are counted as `queued`. A job that is waiting for another reason (see `pauseReason`) can still be counted as `running` if it had already started.
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
         * @description Streams server-sent events for keeping a list of jobs up to date. `progress` contains an array of the jobs that made progress and is sent at most five times a second. `changed` contains the `jobIds` to fetch again. Past events are not sent.
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
         * @description Shows what would be exported from a project, or from an origin that the caller is allowed to use, with the given settings. Nothing is written.
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
         * Get a job's progress over time
         * @description Samples of the job's progress since the server started, for use in a chart.
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
         * @description Returns one page at a time. To get the next page, send `nextCursor` from the response as `cursor`.
         */
        get: operations["listExportJobs"];
        put?: never;
        /**
         * Start an export
         * @description Queues an export of the site that has the given domain. Poll the job until its status is `completed` or `failed`. Unknown fields are ignored. Needs the `enterprise` plan.
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
         * @description Use this for polling. While the job runs, `progress` and `pageCount` increase. Stop polling when `status` is `completed` or `failed`.
         */
        get: operations["getExportJob"];
        put?: never;
        post?: never;
        /**
         * Delete an export job and its bundles
         * @description Removes the job, its bundles, its report and any stored content that no other job uses. Content is removed only while no export is running. With `dryRun=true`, only returns what would be removed.
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
         * @description Stops a queued or running job. Its status becomes `failed`, and what it has read so far is kept for a retry.
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
         * @description Queues a new job that continues where the failed one stopped. Needs the `enterprise` plan.
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
         * @description The job is `queued` until it is resumed. What it has read so far is kept.
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
         * @description The job continues where it stopped. If nobody paused the job but it is waiting (see `pauseReason`), it is tried again.
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
         * Get an export job's report
         * @description What was exported, what is missing, and what verification found. With `Accept: text/html`, returns a web page.
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
         * List an export job's pages
         * @description Sorted by URL. Each page is listed with its outcome and the reason for it.
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
         * @description Streams server-sent events until the job ends: first the stored events, then new ones as they happen. Stored events have an id. `progress` events have none, nor do `held` events, which are sent when the job cannot continue. The stored events are: `queued` (the job was accepted), `checked-out` (a repository branch was checked out, and built if the origin has a build command: `commit`, `leftOut`), `rendered` (the site was built from its docs.json: `pages` (how many) and `findings` (how many the report lists)), `phase` (a phase started: `phase`), `router-found` (the pages are routes within one document), `selector-matched` (a `selector` from the settings matched something for the first time), `paused` (the job was paused; `reason` says why, unless a person paused it), `resumed` (the job continued: `inFlight` lists what was being read when it was interrupted), `turned-back` (an earlier stage runs again: `from`, `to`, `why` (docs/architecture.md lists the reasons), and `count`, the number of times the job has gone back from the `from` stage), `received` (the bundle was made elsewhere and kept here: `receivedId`, `digest`, `verdict`, `signer`), `publication-queued` (a publication of the bundle was queued, as specified in the project: `publicationId`, `targetId`, `targetName`), `not-published` (the bundle was not published to a target that the project specifies: `targetId`, and `why` (`target-removed`, `verification-failed`)), `completed` (the bundle was packed and verified: `verdict`), `failed` (the job failed: `code` and `error`).
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
         * @description Jobs run in the order they were created.
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
         * @description No new jobs are started. Running jobs continue.
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
         * @description The queue continues with the next job.
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
         * Get a link to a bundle
         * @description Signs a link to the bundle of a completed job. No request body is needed. The link expires, but the bundle is kept, so you can request a fresh link. Other formats and deltas from an earlier bundle are made when first requested. If links point to object storage, the archive is uploaded when first requested. Unknown fields are ignored. Needs the `enterprise` plan.
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
         * @description Lists the pages that were added, removed or changed between an earlier export and this one. Pages are compared by their text. Text that changed in the same way on many pages, such as a footer, is listed separately.
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
         * @description Returns the changes to the page's text as a unified diff.
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
         * @description Opens a page of the bundle in the headless browser, which can access only the bundle. Returns a PNG that is 1280 pixels wide and up to 6000 pixels high.
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
         * @description Serves a completed job's bundle to browsers on the computer that runs the server, at an origin of its own that cannot be guessed. The pages can access only the bundle. No request body is needed. The address expires an hour after its last use, when four newer ones have been requested, or when the server stops. Needs the `enterprise` plan.
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
         * @description Poll the job until its status is `completed`, `archived` or `failed`. If the agent changed files, `prLink` is set by then. Unknown fields are ignored.
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
         * @description Call this to poll the job. A status of `completed` does not mean that there is a merge request: check `prLink`.
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
         * @description An active job reads the message at its next step; a job that has ended continues with the message. Each message counts as a prompt. Unknown fields are ignored.
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
         * List a project's agent jobs
         * @description Returns one page at a time. To get the next page, send `nextCursor` from the response as `cursor`.
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
         * @description Newest first. With `id`, returns only the job with that ID, whichever project it belongs to.
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
         * @description The status becomes `failed`, and the changes are kept. To continue the job, send it a message.
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
         * @description The job accepts no more messages. Its merge request is not affected.
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
         * @description The steps of the job, its to-do list, its resource usage, and why it ended.
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
         * @description Streams server-sent events, each with an id, until the job ends. With `Accept: application/jsonl`, returns the whole log instead: one event per line, with its position in the hash chain.
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
         * @description While the job is active, returns its changes so far. With `Accept: text/x-diff`, returns only the patch.
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
         * @description Merges the change into its target branch and pushes the branch. Available only if the change is reviewed on this server (`isReviewedHere`). Nothing is overwritten if the branch has moved in the meantime.
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
         * @description Rejects the change without merging anything. Available only if the change is reviewed on this server (`isReviewedHere`). To get a new proposal, send the job a message.
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
         * @description Creates a git bundle, a patch and their checksums for offline transfer. Get each file with `GET …/export/{file}`.
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
         * Get a file from an exported change
         * @description Returns the file from the most recent export of the change.
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
         * Import an exported change
         * @description Creates a job from a bundle exported by another Offprint installation, and proposes the change here. The same rules apply as for other jobs in this project. The body can be up to 64 MiB, enough for a 48 MB bundle.
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
         * @description Shows the change as a read-only page. If the change is reviewed on this server, the signed link `prLink` points here. The link expires after `reviewLinkLifetimeSeconds`, but each response about the job contains a fresh one.
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
         * List the agent settings for all projects
         * @description Lists only projects that have agent settings. Other projects cannot run agent jobs.
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
         * Get a project's agent settings
         * @description Repository, branch, model server, forge and limits.
         */
        get: operations["getAgentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a project's agent settings
         * @description Changes only the fields that are sent. The first time, send at least `repository` and `modelServer`. The repository must be one that API keys are allowed to use (`originHosts`, `directoryRoots`).
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
         * @description Tokens are never returned.
         */
        get: operations["listModelServers"];
        put?: never;
        /**
         * Add or replace a model server
         * @description Replaces any model server with the same name. Its token is kept unless you send another, and its test results are cleared.
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
         * @description Sends some short requests and a few long ones, which can take minutes on a slow server. Reports any problems and how to fix them. Jobs then use the tool-calling method that worked best.
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
         * @description Tokens are never returned.
         */
        get: operations["listForges"];
        put?: never;
        /**
         * Add or replace a forge
         * @description Replaces any forge with the same name. Its token is kept unless you send another.
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
         * @description Checks whether the token can access the repository of a project that uses the forge.
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
         * Start a project export
         * @description No request body is needed. Queues a tar.gz export. Poll the job until its status is `completed` or `failed`. In this edition, a project can have only one active job at a time. Unknown fields are ignored. Needs the `enterprise` plan.
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
         * Get a project export and a link to its bundle
         * @description Use this to poll. Once the job has completed, every response contains a fresh link; there is no separate bundle endpoint. A job started with `POST /v1/static-export/jobs` remains `running` until its tar.gz is ready. Needs the `write` scope, because anyone with the link can download the bundle. Needs the `enterprise` plan.
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
         * Create an agent job (v1, deprecated)
         * @deprecated
         * @description Deprecated: use `POST /v2/agent/{projectId}/job`. The response streams the job's activity until the job ends, in the AI SDK format (`useChat`). The job continues even if nobody reads the stream. Unknown fields are ignored.
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
         * Get an agent job (v1, deprecated)
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
         * List a project's agent jobs (v1, deprecated)
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
         * @description Its origin must be allowed by the `directoryRoots` or `originHosts` setting, which limits what API keys can make this server read. The project is kept until it is deleted, even if its exports fail, because the client may still need its ID. The app and `offprint export` create a project as part of an export and remove it if that export reads nothing.
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
         * @description Includes its export settings.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and its jobs and bundles
         * @description The site itself is not affected. The request is refused while one of the project's exports is running.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes only the fields that are sent. Changing the origin or domains, or turning on `includeSecrets`, requires the admin scope. Jobs that have already started keep their settings.
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
         * Get a project's schedule
         * @description Includes the next runs and the result of the last run.
         */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Set a project's schedule
         * @description Exports the project automatically, with its settings, while the server is running. A single export makes up for all missed runs. If the project is already being exported, a run waits until that export ends. Any existing schedule is replaced.
         */
        post: operations["setSchedule"];
        /**
         * Remove a project's schedule
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
         * @description Nothing runs until the schedule is resumed.
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
         * @description The schedule continues with its next run. Runs missed while it was paused are skipped.
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
         * @description Shows disk usage by project. This can take a moment for large data folders.
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
         * @description Lists exports, deltas and received bundles that the retention rules do not keep, without removing them. The newest export of each project is always kept, as is anything that is pinned, published or hosted, or that has an active link.
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
         * Remove the items that the retention rules do not keep
         * @description Each item is checked again before it is removed, and each removal is recorded in the audit log. Nothing in use is removed.
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
         * Get a project's retention rules
         * @description Returns the project's own rules and the general ones.
         */
        get: operations["getProjectRetention"];
        put?: never;
        /**
         * Set a project's retention rules
         * @description This does not remove anything yet. The rules apply the next time exports are removed.
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
         * @description Retention rules never remove pinned exports.
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
         * @description Retention rules will no longer remove it, but it can still be deleted.
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
         * @description Retention rules will apply to it again.
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
         * @description Builds the docs.json site from the current state of the project's folder or branch and serves it. Each commit is built only once. No request body is needed. The address works only in browsers on the computer that runs the server. Like the address of an exported site, it expires an hour after its last use.
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
         * @description Shows what readers see on the pages changed by an agent job, before and after the change. The repository must have a docs.json. The address works only in browsers on the computer that runs the server. Like the address of an exported site, it expires an hour after its last use.
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
         * @description Requests the start page and robots.txt of a live site as an export would, with a limit of 20 seconds, and returns the result. If the site refuses the request or does not respond, that is reported as a result, not as an error. A stored credential is sent only where a project already sends it, unless the key has the admin scope.
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
         * List the subfolders of a folder on the server
         * @description Use this to choose a folder for a project's origin. API keys can see only folders within `directoryRoots`.
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
         * @description Each data folder has one organization.
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
         * @description The key appears only in this response, because the server stores just its hash. Idempotency-Key is not accepted, because it would require storing the response.
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
         * @description The key stops working immediately but remains in the list.
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
         * @description Settings that were never changed have their default values.
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
         * @description Command-line options take precedence, followed by the environment, the settings file, stored settings and defaults. Values from the environment or the settings file cannot be changed through the API.
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
         * @description Links signed with older keys keep working until they expire.
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
         * Revoke a key that signs links
         * @description All links signed with the key stop working immediately.
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
         * @description Looks for the keychain again, which can take 10 seconds if nobody unlocks it.
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
         * @description If encryption fails for any secret, none are changed. How the new key is created depends on where it is stored (see docs/operations.md).
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
         * @description Lists every change made through the API, the interface or the command line, as well as publications, rollbacks, received bundles and the decisions about them. The newest entries come first. Entries are never changed, and they remain after the object they describe is deleted. With `Accept: application/jsonl` or `text/csv`, returns all matching entries.
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
         * @description Lists this installation's key and all keys that are or were trusted.
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
         * @description Confirm the fingerprint with the owner of the key first, by phone or in person.
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
         * @description Bundles signed with the key will have an unknown signer. If the key was revoked, the revocation is removed too. This installation's current key cannot be removed.
         */
        delete: operations["removeTrustedKey"];
        options?: never;
        head?: never;
        /**
         * Rename a key
         * @description The name is used only on this installation. It is not part of signatures.
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
         * @description All of the key's signatures become invalid, no matter when they were made, and so do its statements about other keys. This cannot be undone. Revoking this installation's key destroys it, and new bundles are not signed until you create another key.
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
         * @description Reads the bundle once as a stream without unpacking it. Problems with the bundle are reported as a result, not as an error. Large bundles can take minutes.
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
         * @description Works only for intact bundles. An archive is rewritten in place; in a folder, the signature is stored next to the manifest. Job bundles are signed when they are packed.
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
         * List targets
         * @description Targets are places where bundles are published. Their secrets are not returned.
         */
        get: operations["listTargets"];
        put?: never;
        /**
         * Add a target
         * @description Nothing is written to the target yet. Test it with POST …/test. API keys can only add targets allowed by `targetRoots` and `targetHosts`.
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
         * @description Returns the target's configuration. To check whether the target works, use POST …/test.
         */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        /**
         * Remove a target
         * @description The files on the target are not deleted, and its history is kept on this server.
         */
        delete: operations["removeTarget"];
        options?: never;
        head?: never;
        /**
         * Change a target
         * @description A target's location cannot be changed. Add another target instead. `hostKey` is only for SFTP servers.
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
         * @description Lists the versions on the target and shows which one readers see. The check leaves no files on the target.
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
         * @description Lists who published which bundle to which target, and the result. The history is kept after targets and jobs are deleted.
         */
        get: operations["listPublications"];
        put?: never;
        /**
         * Publish a bundle
         * @description Reads the bundle, sends what the target does not have yet, reads all of it back, and then switches readers to the new version in one step. Only intact bundles are published.
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
         * Roll back to an earlier version
         * @description First reads the earlier version back from the target. If it is incomplete, nothing is changed.
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
         * @description Poll the publication until its status is final, or follow …/events.
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
         * @description Sends server-sent events: `publication`, with the whole publication, whenever it changes, and `held`, with `code` and `error`, when it is waiting for something on this server (such as secrets to be unlocked). The stream ends when the publication does.
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
         * @description Files already sent remain on the target, hidden from readers, and a retry does not send them again.
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
         * @description Continues a failed or canceled publication. Files already sent are not sent again.
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
         * @description The first page begins with the bundles being received. The history follows, with signers and digests. To get the next page, send the `nextCursor` value from the response as the `cursor` of the next request.
         */
        get: operations["listReceived"];
        put?: never;
        /**
         * Receive a bundle
         * @description Copies a bundle on the computer that runs the server into a temporary folder and verifies the copy. The path can point to a bundle, a delta, a folder or drive that contains either, or a volume descriptor. Nothing is unpacked.
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
         * @description Shows who signed the bundle, whether the signing key is now trusted, and what was decided.
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
         * Accept a bundle that is not signed with a trusted key
         * @description Accepts the bundle despite its verdict and records this in the history. Bundles that are altered, incomplete or signed with a revoked key cannot be accepted.
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
         * @description Serves the bundle to browsers on the computer that runs the server, as `showExportedSite` does. No request body is needed.
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
         * @description The bundle becomes the result of a completed job, as if it had been exported here. If no project has its domain, one is created, which requires the admin scope.
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
         * Discard a bundle or stop receiving it
         * @description Deletes the bundle's files but leaves its entry in the history. A bundle that was still being received has no entry.
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
         * @description Lists the sites served to readers from bundles, with the versions kept for each site.
         */
        get: operations["listHostedSites"];
        put?: never;
        /**
         * Host a site
         * @description Serves the bundle of a completed job, a received bundle, or a bundle file to readers at its own address and port. The server starts listening immediately, while the bundle is still being verified. The site remains available, even after a restart, until it is stopped. API keys can use only loopback addresses and those in `hostingAddresses`. If this installation trusts any keys, a bundle file must be signed.
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
         * @description Poll until `activity` is `idle`.
         */
        get: operations["getHostedSite"];
        put?: never;
        post?: never;
        /**
         * Remove a hosted site
         * @description Stops the site and deletes the stored versions. Bundles stored elsewhere are not deleted.
         */
        delete: operations["removeHostedSite"];
        options?: never;
        head?: never;
        /**
         * Change a hosted site
         * @description The site must be stopped first.
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
         * @description The new version is verified while the current one is still being served. Then all readers are switched to the new version at once. If anything fails, the current version remains active and `error` says why.
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
         * Roll back to a stored version
         * @description Responds once readers see the restored version.
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
         * @description Resumes serving the site's last active version.
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
         * @description Requests in progress are completed first. The site's versions are kept.
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
         * @description Lists each drive with its free space (for publishing) and the bundles on it that can be received. Network shares and system drives are not listed. API keys can see only drives within `directoryRoots`.
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
         * @description Stores a password, cookie or token for an origin, under the name that projects use to refer to the credential. Replaces any credential with the same name. Credential values are never returned.
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
         * @description Exports of projects that use the credential will wait until it is stored again.
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
         * @description The link opens the interface in a browser as the owner of the data folder. It works once and expires after ten minutes. Only the owner can get a link, over the private socket or from an open session.
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
         * @description The server stores the preferences because a browser cannot: the interface has a new address each time the server starts.
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
         * @description Ends the browser session that the request belongs to, if any.
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
         * @description Streams a zip archive of the current database and the files it refers to. Jobs keep running meanwhile. `offprint restore` creates a data folder from the archive. An incomplete response cannot be restored. Only the owner of the data folder can include keys.
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
         * @description `browser` starts the browser used to verify bundles and opens a page in it. `database` has SQLite check the whole database. Both can take a while, and neither changes anything.
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
         * @description Runs both checks and returns a zip archive. It contains `facts.json`, `settings.json` (with the source of each value), `checks.json` and `log.json` (the last lines of the data folder's log, including what commands wrote to it). Secrets are removed.
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
         * @description While the server is starting, every call returns 503.
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
             * @description The bundle's verdict, confirmed by a person. It is recorded in the history.
             * @enum {string}
             */
            as: "unsigned" | "unknown-signer";
        };
        /** @description Details of an API key, without the key itself. */
        AdminKey: {
            /**
             * @description Identifier of an API key, not the key itself.
             * @example key_70b1d3f2a95c4e68
             */
            keyId: string;
            /**
             * @description What the key is for.
             * @example ci
             */
            name: string;
            /**
             * @description What the key can be used for: `write` includes `read`, and `admin` includes both.
             * @example [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When the key was last used, to the minute; null if never.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description When the key expires; null if never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When the key was revoked; null if it was not.
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
            /** @description Commit the job started from; null until it has started. */
            base: string | null;
            /** @description Commit that contains the change; null until the change is proposed. */
            commit: string | null;
            /** @description The files that were changed. */
            files: {
                /** @description Path within the repository. */
                path: string;
                /** @description Lines added; null for a binary file. */
                added: number | null;
                /** @description Lines removed; null for a binary file. */
                removed: number | null;
            }[];
            /** @description The change as a unified diff. */
            patch: string;
            /** @description Whether the patch was cut off because it is longer than 4 MiB. */
            wasCut: boolean;
        };
        /** @description A change as files, for offline transfer. */
        AgentExport: {
            /** @description `change.bundle` for git fetch and for import, `change.patch` for git am. `SHA256SUMS` lists their digests. */
            files: {
                /**
                 * @description File name.
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
             * @description Digest of the bundle, as in SHA256SUMS; null to skip the check.
             * @default null
             */
            sha256: string | null;
        };
        /** @description An agent job, which turns a prompt into a proposed change. */
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
             * @description Address of the merge request; null while the job is active, or if nothing was changed. Without a forge, the address of the page on this server that shows the change.
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
             * @description When the job was archived; null if it was not.
             * @example null
             */
            archivedAt: string | null;
        };
        /** @description An agent job with all its details. */
        AgentJobDetail: {
            /** @description The job, as returned by the polling endpoint. */
            job: components["schemas"]["AgentJob"];
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The first prompt. */
            prompt: string;
            /**
             * @description What the job is doing, or how it ended.
             * @example done
             * @enum {string}
             */
            stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
            /**
             * @description What the job is doing, or how it ended, as a sentence.
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
                /** @description The merge commit on the target branch. */
                commit: string | null;
            } | null;
            /** @description Whether the proposed change is reviewed on this server, because there is no forge or the forge's kind is `git`. False until a change is proposed. */
            isReviewedHere: boolean;
            /** @description Title of the change; null until the change is finished. */
            title: string | null;
            /** @description What the model says about the change. */
            note: string | null;
            /** @description Problems that the change causes and the agent has not fixed. */
            problems: string[];
            /** @description Commit the job started from. */
            base: string | null;
            /** @description Branch into which the change is to be merged. */
            targetBranch: string;
            /** @description Number of messages the model has not received yet. */
            messagesWaiting: number;
            /** @description The model's to-do list. */
            todo: {
                /**
                 * @description The item's state.
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
                    /** @description Amount used so far. */
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
                    /** @description Amount used so far. */
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
                    /** @description Amount used so far. */
                    used: number;
                    /** @description The limit. */
                    limit: number;
                };
            };
            /** @description What happened, oldest first. */
            steps: {
                /** @description Sequence number of the event. */
                seq: number;
                /**
                 * Format: date-time
                 * @description When the event happened.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Who or what caused the event.
                 * @enum {string}
                 */
                kind: "person" | "model" | "tool" | "job";
                /** @description False if something was refused or went wrong. */
                ok: boolean;
                /** @description What was done, up to 500 characters. */
                text: string;
            }[];
        };
        /** @description One page of agent jobs. */
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
                 * @description Address of the merge request; null while the job is active, or if nothing was changed. Without a forge, the address of the page on this server that shows the change.
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
                 * @description When the job was archived; null if it was not.
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
                 * @description What the job is doing, or how it ended.
                 * @example done
                 * @enum {string}
                 */
                stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
                /**
                 * @description How the job ended, as a sentence; null until it ends.
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
                 * @description The review decision made on this server; null until one is made.
                 * @example null
                 */
                review: ("merged" | "rejected") | null;
                /**
                 * Format: date-time
                 * @description When the job last changed.
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
        /** @description An agent job, as version 1 of the agent job calls describes it. */
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
             * @description `processing` while the job is running; `interrupted` if the job was canceled; `github_missconfigured` if the repository or its forge could not be reached.
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
             * @description How the job ended, as a sentence; present only after the job has ended.
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
                 * @description The item's state.
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
        /** @description A list of agent jobs, as version 1 of the agent job calls describes them. */
        AgentSessionList: {
            /** @description Newest first. */
            allSessions: components["schemas"]["AgentSession"][];
        };
        /**
         * @description A project's agent settings.
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
            /** @description Address of the source repository, or the absolute path of a folder that contains it. */
            repository: string;
            /**
             * @description Branch that jobs start from and propose changes to.
             * @default main
             */
            branch: string;
            /** @description Name of the model server. */
            modelServer: string;
            /**
             * @description Name of the forge. If `null`, changes are reviewed in Offprint.
             * @default null
             */
            forge: string | null;
            /**
             * @description Repository owner and name on the forge, such as `docs/site`. If `null`, they are taken from the repository address.
             * @default null
             */
            forgeRepository: string | null;
            /**
             * @description Folders that jobs can change. An empty string means the whole repository.
             * @default [
             *       ""
             *     ]
             */
            roots: string[];
            /**
             * @description Other files that jobs can change, such as `AGENTS.md`. A change that touches any of them is proposed as a draft.
             * @default []
             */
            allowed: string[];
            /**
             * @description Maximum number of model calls per prompt.
             * @default 40
             */
            steps: number;
            /**
             * @description Time limit per prompt.
             * @default 30
             */
            minutes: number;
            /**
             * @description Maximum number of prompt tokens per prompt, across all model calls.
             * @default 400000
             */
            promptTokens: number;
            /**
             * @description Maximum number of files a job can change.
             * @default 25
             */
            files: number;
            /**
             * @description Maximum number of lines a job can change.
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
            /** @description Address of the source repository, or the absolute path of a folder that contains it. */
            repository?: string;
            /** @description Branch that jobs start from and propose changes to. */
            branch?: string;
            /** @description Name of the model server. */
            modelServer?: string;
            /** @description Name of the forge. If `null`, changes are reviewed in Offprint. */
            forge?: string | null;
            /** @description Repository owner and name on the forge, such as `docs/site`. If `null`, they are taken from the repository address. */
            forgeRepository?: string | null;
            /** @description Folders that jobs can change. An empty string means the whole repository. */
            roots?: string[];
            /** @description Other files that jobs can change, such as `AGENTS.md`. A change that touches any of them is proposed as a draft. */
            allowed?: string[];
            /** @description Maximum number of model calls per prompt. */
            steps?: number;
            /** @description Time limit per prompt. */
            minutes?: number;
            /** @description Maximum number of prompt tokens per prompt, across all model calls. */
            promptTokens?: number;
            /** @description Maximum number of files a job can change. */
            files?: number;
            /** @description Maximum number of lines a job can change. */
            changedLines?: number;
        };
        /** @description The agent settings of all projects. */
        AgentSettingsList: {
            /** @description Projects that agent jobs can be created for. */
            projects: {
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /**
                 * @description The project's agent settings.
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
             * @description Name of what was affected, for example a key, a target or a bundle.
             * @example cdn
             */
            subject: string;
            /**
             * @description ID of the job, project, key or target; empty if what was affected has no ID.
             * @example pub_1c7d20e94ab35f86
             */
            id: string;
            /** @description Further details, such as a publication's `version`, `digest`, `place` and `status`, or the `fields` that were sent. */
            detail: {
                [key: string]: string | null;
            };
        };
        /** @description A record of who changed, published, received or trusted what. */
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
             * @description Version label, as used in `staticExport.version`.
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
             * @description The job whose bundle the delta applies to; null for a whole bundle.
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
            /** @description If true and the `archiveFolder` setting is on, the archive unpacks into a single folder. By default, files are at the root of the archive. A delta never has such a folder. */
            forPeople?: boolean;
            /**
             * @description An earlier completed job in the same project. If set, the link leads to the delta from that job's bundle to this job's bundle.
             * @example se_4f0c9a12b7d35e68
             */
            base?: string;
            /** @description Lifetime of the link. Default: the `linkLifetimeSeconds` setting. */
            expiresInSeconds?: number;
            /** @description S3 target for a presigned link. The archive is uploaded first if it is not there yet. Null for a link to this server. Default: the project's setting. */
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
             * @description The site after the change.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            afterUrl: string;
            /** @description Pages whose text differs. */
            pages: {
                /**
                 * @description The page's path on the site.
                 * @example /guide/start
                 */
                page: string;
                /**
                 * @description Page title.
                 * @example Start
                 */
                title: string;
                /**
                 * @description Whether the page was added, changed or removed.
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
                 * @description Line number in the file.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old does not point to a page or file.
                 */
                message: string;
            }[];
        };
        /** @description How one export of a site differs from another. */
        Comparison: {
            /** @description The earlier export. */
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
                 * @description Digest of the bundle's content.
                 * @example 9f3c…
                 */
                digest: string;
            };
            /** @description The later export. */
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
                 * @description Digest of the bundle's content.
                 * @example 9f3c…
                 */
                digest: string;
            };
            /**
             * @description Whether both exports have the same content, byte for byte.
             * @example false
             */
            isSame: boolean;
            /** @description The pages, sorted by path. */
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
                /** @description Pages that are in both exports but differ. */
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
                     * @description What differs. `text`: the page's content. `around`: only the navigation, header or footer, or a change that many other pages share. `code`: only markup, scripts or styles, not text that readers see.
                     * @example text
                     * @enum {string}
                     */
                    change: "text" | "around" | "code";
                    /**
                     * @description Number of lines of text that were added.
                     * @example 3
                     */
                    added: number;
                    /**
                     * @description Number of lines of text that were removed.
                     * @example 3
                     */
                    removed: number;
                }[];
                /**
                 * @description Number of pages that are identical in both exports, byte for byte.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description Other files: images, styles, scripts and downloads. */
            files: {
                /**
                 * @description Number of files only in the later export.
                 * @example 12
                 */
                added: number;
                /**
                 * @description Number of files only in the earlier export.
                 * @example 12
                 */
                removed: number;
                /**
                 * @description Number of files that are in both exports but differ.
                 * @example 12
                 */
                changed: number;
                /**
                 * @description Number of files that are identical in both exports.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description Changes that are the same on many pages (such as in a footer or menu), most frequent first, up to 50. */
            repeated: {
                /**
                 * @description Lines that were removed, up to 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                removed: string[];
                /**
                 * @description Lines that were added, up to 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                added: string[];
                /**
                 * @description Number of pages with this change.
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
        /** @description A new API key, including the key itself. */
        CreatedAdminKey: {
            /**
             * @description Identifier of an API key, not the key itself.
             * @example key_70b1d3f2a95c4e68
             */
            keyId: string;
            /**
             * @description What the key is for.
             * @example ci
             */
            name: string;
            /**
             * @description What the key can be used for: `write` includes `read`, and `admin` includes both.
             * @example [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description When the key was last used, to the minute; null if never.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description When the key expires; null if never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When the key was revoked; null if it was not.
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description The key itself. It is returned only in this response.
             * @example offp_…
             */
            key: string;
        };
        /** @description The result of testing a model server. */
        Diagnosis: {
            /** @description Whether jobs can use the model server. */
            ok: boolean;
            /**
             * @description The server software.
             * @example vLLM
             */
            software: string | null;
            /** @description The models the server offers. */
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
            /** @description Measured context window, in tokens. */
            windowTokens: number | null;
            /** @description The problems found. */
            findings: {
                /**
                 * @description `error`: jobs cannot run. `warning`: jobs can still run.
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
             * @description How long the check took, in milliseconds.
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
             * @description Operating system and processor architecture.
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
             * @description Where scripts can reach the API; null if the server does not listen on TCP.
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
             * @description Size of the disk that holds the data folder.
             * @example 107374182400
             */
            totalBytes: number;
            /**
             * @description Why the browser used for rendering and verification runs without a sandbox; null if it has one.
             * @example null
             */
            noSandbox: string | null;
            /**
             * @description Folder with the included example site; null if there is none.
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
        /** @description Disk space used by the data folder. */
        DiskUse: {
            /** @description Projects, largest first. */
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
                 * @description Size of all bundles and deltas, in every format.
                 * @example 391204
                 */
                bundleBytes: number;
                /**
                 * @description Size of stored content. Content used by several projects is counted for each of them.
                 * @example 391204
                 */
                contentBytes: number;
            }[];
            /**
             * @description Size of received bundles awaiting a decision.
             * @example 391204
             */
            receivedBytes: number;
            /**
             * @description Size of all versions of hosted sites.
             * @example 391204
             */
            hostingBytes: number;
            /**
             * @description Size of the database.
             * @example 391204
             */
            databaseBytes: number;
            /**
             * @description Free space on the disk that holds the data folder.
             * @example 391204
             */
            freeBytes: number;
            /**
             * @description Total size of the disk that holds the data folder.
             * @example 391204
             */
            totalBytes: number;
        };
        /** @description A connected drive. */
        Drive: {
            /**
             * @description Where the drive is mounted.
             * @example /media/ann/DOCS
             */
            mount: string;
            /**
             * @description The drive's label; empty if it has none, or if the system does not report it.
             * @example DOCS
             */
            label: string;
            /**
             * @description File system, as named by the operating system.
             * @example exFAT
             */
            fileSystem: string;
            /** @description Whether the drive is read-only. If so, nothing can be published to it. */
            isReadOnly: boolean;
            /** @description Free space in bytes; null if the system does not report it. */
            freeBytes: number | null;
            /** @description Bundles recognized by file name at the top level of the drive and in the folders that Offprint publishes to. Their content was not read. */
            bundles: {
                /** @description Absolute path, to use with POST /v1/received. */
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
            /** @description Label of the drive, used to find it wherever it is mounted. Set either this or `path`. */
            label?: string;
            /** @description Path where the drive is mounted. Set either this or `label`. */
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
             * @description Where the value comes from. Values from the environment or the settings file cannot be changed through the API.
             * @enum {string}
             */
            from: "option" | "environment" | "file" | "stored" | "default";
            /**
             * @description The environment variable or file that sets the value; null otherwise.
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
             * @description Poll until the status is `completed` (packed and verified) or `failed`. A paused or interrupted job is `queued`.
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description Progress as a percentage. Never decreases.
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
             * @description When the job last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Why the job failed and what to do. Only present if it failed. */
            error?: string;
            /** @description A code for the kind of failure, such as `pages-missing`, `verification-failed` or `canceled`. Only present if the job failed. */
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
             * @description The version label. If it is derived from the content, it is null until known.
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
            /** @description Number of pages and files missing from the bundle (see the `allowMissing` setting). */
            missingCount: number;
            /**
             * @description The result of verification; null until the bundle is verified.
             * @example passed
             */
            verdict: ("passed" | "findings" | "failed") | null;
            /** @description When the job first ran. */
            startedAt: string | null;
            /** @description When the job ended. */
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
            /** @description Pages found so far. Only present while the job runs. */
            pagesKnown?: number;
            /** @description Upper estimate of the seconds left. Only present while the job runs and an estimate is possible. */
            remainingSeconds?: number;
            /** @description Lower estimate of the seconds left. Only present until the estimate is steady. */
            remainingLeastSeconds?: number;
            /** @description True while sample pages are being checked in a browser to decide how to read the site. */
            trying?: boolean;
        };
        /** @description One page of export jobs. */
        ExportJobList: {
            /** @description Jobs in the requested order. */
            jobs: components["schemas"]["ExportJob"][];
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description Export settings. Omitted settings use their defaults.
         * @example {
         *       "exclude": [
         *         "/archive/**"
         *       ]
         *     }
         */
        ExportSettings: {
            /**
             * @description URL paths to export, as globs. If empty, all paths are exported. Example: `/guide/**`.
             * @default []
             */
            include: string[];
            /**
             * @description URL paths to exclude, as globs.
             * @default []
             */
            exclude: string[];
            /**
             * @description Export only these pages (URL paths) and the files they need. If empty, all pages are exported.
             * @default []
             */
            paths: string[];
            /**
             * @description Maximum number of pages.
             * @default 100000
             */
            maxPages: number;
            /**
             * @description Maximum number of bytes that one export can read.
             * @default 53687091200
             */
            maxBytes: number;
            /**
             * @description Maximum link depth from the start address of a live site.
             * @default 200
             */
            maxDepth: number;
            /**
             * @description Maximum number of query string variants per path on a live site.
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
             * @description Time limit for one response, in ms. One second is added for every 16 kB.
             * @default 60000
             */
            resourceMaxMs: number;
            /**
             * @description How long to keep retrying an address while the origin is busy or failing, in ms.
             * @default 120000
             */
            retryMaxMs: number;
            /**
             * @description Path that the site in the folder was built for. If empty, it is determined from links, canonical links and the sitemap. `/` means no path. Example: `/project/`.
             * @default
             */
            base: string;
            /**
             * @description Include files that look like private keys or passwords.
             * @default false
             */
            includeSecrets: boolean;
            /**
             * @description Complete the export even if something that the site lists or needs could not be read. When on, pages that cannot be rendered in a browser are left out. When off, they are included as the origin sends them, and each counts as a fault.
             * @default false
             */
            allowMissing: boolean;
            /**
             * @description Which pages are rendered in a browser. `auto`: pages whose text or links come from scripts, judging by samples of each layout; `never`: no pages; `always`: all pages.
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
             * @description Time limit for rendering one page, in ms. A page that exceeds it is tried once more in another tab.
             * @default 45000
             */
            renderMaxMs: number;
            /**
             * @description Whether pages keep the site's own scripts. `auto`: on pages where samples show that the scripts work when the page is opened from a file; `keep`: on every page whose text is present even if scripts do not run; `freeze`: on no pages, so pages with scripts are rendered and get the bundle's own runtime. `render: never` and `render: always` take precedence.
             * @default auto
             * @enum {string}
             */
            interactivity: "auto" | "keep" | "freeze";
            /**
             * @description `auto`: the bundle includes offline search; `off`: it does not.
             * @default auto
             * @enum {string}
             */
            search: "auto" | "off";
            /**
             * @description What happens when verification finds faults. `fail`: the export fails with exit code 5, and its bundle can still be downloaded; `report`: the export completes, and its verdict reports them.
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
             * @description Path under which the bundle will be served. If empty, it is served from the root. Sitemaps, canonical links and preview image addresses include this path. Example: `/docs`.
             * @default
             */
            basePath: string;
        };
        /**
         * @description Site features to keep even though they need an online service. A switch has an effect only if the deployment type makes the feature configurable. All are off by default.
         * @example {}
         */
        FeatureSwitches: {
            /** @description Hosted search. */
            search?: boolean;
            /** @description Chat with a hosted model. */
            assistant?: boolean;
            /** @description Analytics. */
            analytics?: boolean;
            /** @description "Try it" panels on API pages. */
            playground?: boolean;
        };
        /** @description A folder on the computer that runs the server. */
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
            /** @description Whether the folder contains an `index.html` file. */
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
                /** @description Whether the folder contains an `index.html` file. */
                isSite: boolean;
            }[];
            /**
             * @description Whether there are more subfolders than the list contains.
             * @example false
             */
            isCut: boolean;
        };
        /** @description A local or mounted folder. */
        FolderTarget: {
            /**
             * @description A folder on the computer that runs the server.
             * @constant
             */
            kind: "folder";
            /** @description Absolute path of an existing folder on the computer that runs the server. */
            path: string;
        };
        /** @description A forge where merge requests are opened. */
        Forge: {
            /**
             * @description The name used in Offprint.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (also for Forgejo), `gitlab`, `github` (Enterprise Server), or `bitbucket` (Data Center). `gitlab-push` and `agit-push` open merge requests with just a push. A `git` server only hosts the repository, and changes are reviewed in Offprint.
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
            /** @description Whether a token is stored. */
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
             * @description The name used in Offprint.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (also for Forgejo), `gitlab`, `github` (Enterprise Server), or `bitbucket` (Data Center). `gitlab-push` and `agit-push` open merge requests with just a push. A `git` server only hosts the repository, and changes are reviewed in Offprint.
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
             * @description Stored encrypted and never returned. If omitted, the stored token is kept; null removes it.
             * @example …
             */
            token?: string | null;
        };
        /** @description All forges. */
        ForgeList: {
            /** @description Sorted by name. */
            forges: components["schemas"]["Forge"][];
        };
        /** @description Whether the token can access a project's repository. */
        ForgeTest: {
            /** @description Whether the token can access the repository. */
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
        /** @description The server's public status. */
        Health: {
            /**
             * @description The server is responding.
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
            /** @description Absolute path of a bundle on the computer that runs the server: an archive, a set of volumes, or a folder. API keys can only use paths within `directoryRoots`. */
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
             * @description Address on this computer to listen on; `0.0.0.0` or `::` for all addresses.
             * @example 127.0.0.1
             */
            address: string;
            /**
             * @description Port to listen on.
             * @example 8080
             */
            port: number;
            /**
             * @description How many versions to keep, including the current one.
             * @example 3
             */
            keep: number;
            /**
             * @description Address for readers; null while the site is stopped.
             * @example http://127.0.0.1:8080/
             */
            url: string | null;
            /**
             * @description `starting`: the site's first version is being prepared. `failed`: nothing is served to readers, and `error` says why.
             * @example serving
             * @enum {string}
             */
            status: "stopped" | "starting" | "serving" | "failed";
            /**
             * @description What the server is doing with the requested version.
             * @example idle
             * @enum {string}
             */
            activity: "idle" | "fetching" | "verifying" | "unpacking" | "checking" | "waiting";
            /**
             * @description Why the last requested version is not being served.
             * @example null
             */
            error: string | null;
            /**
             * @description Why the last requested version is not being served, as a code.
             * @example null
             */
            errorCode: string | null;
            /** @description Stored versions, newest first. */
            versions: components["schemas"]["HostedVersion"][];
            /**
             * Format: date-time
             * @description When the site was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site last changed.
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
             * @description Address on this computer to listen on; `0.0.0.0` or `::` for all addresses.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description Port to listen on.
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
        /** @description A stored version of the site. */
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
            /** @description Digest of the version's content. */
            digest: string;
            /**
             * @description The site's domain.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description Number of pages.
             * @example 118
             */
            pageCount: number;
            /** @description Total size of the version's files. */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When the version was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description Whether readers see this version while the site is running. */
            isActive: boolean;
        };
        HostingRollback: {
            /**
             * @description Default: the previous version.
             * @example 2026.3-0b7e35d1c94a
             */
            versionId?: string;
        };
        /** @description Number of jobs by status. */
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
             * @description The project to add the bundle to as a version. Default: the project with the bundle's domain, or a new project if there is none.
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
                 * @description When the key was created.
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
             * @description Opens the interface. Works only once.
             * @example http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS
             */
            url: string;
            /**
             * Format: date-time
             * @description When the link expires if it is not used.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description A model server that agent jobs can use. */
        ModelServer: {
            /**
             * @description The name used in Offprint.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description API address, ending in `/v1`.
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
             * @description Maximum number of parallel requests. Additional requests wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: through the API (`native`) or as text (`text`). `auto` uses whichever works in a test before the first job.
             * @default auto
             * @enum {string}
             */
            transport: "auto" | "native" | "text";
            /**
             * @description Whether responses are streamed. If `null`, this is determined by a test of the model server.
             * @default null
             */
            stream: boolean | null;
            /**
             * @description Context window, in tokens. If `null`, it is measured.
             * @default null
             */
            windowTokens: number | null;
            /**
             * @description How long to wait for a response to begin. The model can take many minutes to read a long prompt.
             * @default 1200
             */
            firstByteSeconds: number;
            /**
             * @description Longest pause allowed within a response.
             * @default 600
             */
            idleSeconds: number;
            /**
             * @description Time limit for a response.
             * @default 1800
             */
            totalSeconds: number;
            /** @description Whether a token is stored. */
            hasToken: boolean;
            /**
             * @description The result of the last test; null if the server has not been tested.
             * @example null
             */
            measured: {
                /**
                 * @description How tools are called.
                 * @enum {string}
                 */
                transport: "native" | "text";
                /** @description Whether responses are streamed. */
                stream: boolean;
                /** @description Measured context window, in tokens. */
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
             * @description The name used in Offprint.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description API address, ending in `/v1`.
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
             * @description Maximum number of parallel requests. Additional requests wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: through the API (`native`) or as text (`text`). `auto` uses whichever works in a test before the first job.
             * @default auto
             * @enum {string}
             */
            transport: "auto" | "native" | "text";
            /**
             * @description Whether responses are streamed. If `null`, this is determined by a test of the model server.
             * @default null
             */
            stream: boolean | null;
            /**
             * @description Context window, in tokens. If `null`, it is measured.
             * @default null
             */
            windowTokens: number | null;
            /**
             * @description How long to wait for a response to begin. The model can take many minutes to read a long prompt.
             * @default 1200
             */
            firstByteSeconds: number;
            /**
             * @description Longest pause allowed within a response.
             * @default 600
             */
            idleSeconds: number;
            /**
             * @description Time limit for a response.
             * @default 1800
             */
            totalSeconds: number;
            /**
             * @description Stored encrypted and never returned. If omitted, the stored token is kept; null removes it.
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
             * @description What the key is for.
             * @example ci
             */
            name: string;
            /**
             * @description `write` includes `read`, and `admin` includes both.
             * @default [
             *       "write"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * @description When the key expires; null if never.
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
            /** @description The instructions for the agent. They are combined into one prompt. */
            messages: {
                /**
                 * @description `user` for the task, `system` for further instructions, and `assistant` for example answers.
                 * @enum {string}
                 */
                role: "system" | "user" | "assistant";
                /** @description The text of the message. */
                content: string;
            }[];
            /** @description Not used: each job works on its own branch, which is named in the response's `X-Branch-Name` header. */
            branch?: string;
            /** @description Open the merge request as a draft. Default: false. */
            asDraft?: boolean;
            /** @description Not used: the model is set in the project's settings. */
            model?: string;
        };
        /** @description What the backup contains. */
        NewBackup: {
            /** @description A passphrase of at least 12 characters. With one, the backup includes the keys (secrets and API keys), encrypted with that passphrase. Without one, the backup contains no keys. */
            passphrase?: string;
        };
        NewCredential: {
            /**
             * @description The name that projects use for the credential.
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
            /** @description Absolute path of a bundle on the computer that runs the server: an archive, a set of volumes, or a folder. API keys can only use paths within `directoryRoots`. */
            path?: string;
            /**
             * @description Default: the bundle's domain; for `path`, the file name without its extension.
             * @example docs.example.com
             */
            name?: string;
            /**
             * @description Default: `127.0.0.1`, which only this computer can reach.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description If 0 or omitted, a free port is chosen, and the site keeps it.
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
             * @description Display name. Default: the site's title, once an export has read it.
             * @example Documentation
             */
            name?: string;
            /**
             * @description The site's host names. Bundles use the first one.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where the site's pages are read from. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. This determines which online features it keeps.
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
             * @description The S3 target that `bundleUrl` links point to; null if they point to this server.
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
            /** @description The project's own rules, or null to use the general rules again. */
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
            /** @description Absolute path of an archive on the computer that runs the server. API keys can only use paths within `directoryRoots`. */
            path?: string;
            /**
             * @description Version label to publish the bundle under. Default: the bundle's own label.
             * @example 2026.3
             */
            version?: string;
            /**
             * @description Shape to publish the bundle in. Default: the target's shape.
             * @enum {string}
             */
            shape?: "site" | "archive";
        };
        /** @description When to export a project. */
        NewSchedule: {
            /**
             * @description Five fields: minute, hour, day of the month, month and day of the week (0 to 7, or a name such as `mon`). `*`, lists, ranges and steps work as in crontab.
             * @example 30 2 * * *
             */
            cron: string;
            /**
             * @description IANA name of the schedule's time zone. Default: the server's time zone.
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
             * @description Unique display name.
             * @example Internal CDN
             */
            name: string;
            /** @description How to connect to the target. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /**
             * @description The secret values. They are stored encrypted and never returned.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.
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
             * @description The key in PEM format, its base64 part alone, or the text of the key's QR code.
             * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
             */
            publicKey: string;
        };
        /** @description The organization that this installation belongs to. */
        Organization: {
            /**
             * @description Display name.
             * @example Example
             */
            name: string;
            /**
             * @description Static export requires the `enterprise` plan; reading data does not.
             * @example enterprise
             * @enum {string}
             */
            plan: "free" | "pro" | "enterprise";
            /**
             * Format: date-time
             * @description When the organization was created.
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
        /** @description Where a site's pages are read from. */
        Origin: {
            /**
             * @description A folder that contains the built site.
             * @constant
             */
            kind: "directory";
            /**
             * @description Absolute path of the built site.
             * @example /srv/docs/site
             */
            folder: string;
            /**
             * @description How the files become pages: `docs-json` builds the site described by a docs.json or mint.json; `files` uses the files as they are. Default: `docs-json` if the folder contains a docs.json or mint.json but no index.html; otherwise, `files`.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description With a docs.json: absolute path of a folder whose files are used in place of network addresses, such as `api.example.com/openapi.json`. Icons are read from `icons/<style>/<name>.svg`.
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
                 * @description Header name.
                 * @example x-team
                 */
                name: string;
                /**
                 * @description Header value.
                 * @example docs
                 */
                value?: string;
                /**
                 * @description Name of the credential that contains the value.
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
                 * @description Cookie name.
                 * @example session
                 */
                name: string;
                /**
                 * @description Name of the credential that contains the value.
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
                 * @description Name of the credential that contains the value.
                 * @example docs-password
                 */
                secret: string;
            };
            /** @description Proxy for all requests. */
            proxy?: {
                /**
                 * Format: uri
                 * @description Proxy address.
                 * @example http://proxy.example:3128
                 */
                url: string;
                /**
                 * @description Name of the credential that contains `user:password`.
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
             * @description Shell command that builds the site. It runs on a temporary copy, in a sandbox without network access. Only the operator can set it.
             * @example npm run build
             */
            build?: string;
            /**
             * @description How the files become pages: `docs-json` builds the site described by a docs.json or mint.json; `files` uses the files as they are. Default: `docs-json` if the folder contains a docs.json or mint.json but no index.html; otherwise, `files`.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description With a docs.json: absolute path of a folder whose files are used in place of network addresses, such as `api.example.com/openapi.json`. Icons are read from `icons/<style>/<name>.svg`.
             * @example /srv/docs/supplied
             */
            supplied?: string;
        };
        /** @description The result of testing a live site. */
        OriginTest: {
            /**
             * @description `page`: the site can be exported. `login`: it requires a login. `tls`: there is a problem with its certificate or with TLS. `unreachable`: it does not respond. `unreadable`: its response is not a page.
             * @example page
             * @enum {string}
             */
            outcome: "page" | "login" | "tls" | "unreachable" | "unreadable";
            /**
             * @description What went wrong and what to do about it; null if a page was returned.
             * @example null
             */
            problem: string | null;
            /**
             * @description The address of the page, after redirects.
             * @example https://docs.example.com/
             */
            url: string | null;
            /**
             * @description HTTP status of the last response.
             * @example 200
             */
            status: number | null;
            /**
             * @description What the site is called, by the title of the page.
             * @example Documentation
             */
            title: string | null;
            /**
             * @description Whether the page has a password field. If so, it may be a login page instead of the site.
             * @example false
             */
            asksPassword: boolean;
            /**
             * @description What robots.txt says about the page. `none`: there is no robots.txt. `forbids`: it disallows the page or could not be read. `ignored`: it was not read.
             * @example allows
             */
            robots: ("none" | "allows" | "forbids" | "ignored") | null;
            /** @description How long the test took, in milliseconds. */
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
            /** @description The site to test. */
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
                     * @description Header name.
                     * @example x-team
                     */
                    name: string;
                    /**
                     * @description Header value.
                     * @example docs
                     */
                    value?: string;
                    /**
                     * @description Name of the credential that contains the value.
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
                     * @description Cookie name.
                     * @example session
                     */
                    name: string;
                    /**
                     * @description Name of the credential that contains the value.
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
                     * @description Name of the credential that contains the value.
                     * @example docs-password
                     */
                    secret: string;
                };
                /** @description Proxy for all requests. */
                proxy?: {
                    /**
                     * Format: uri
                     * @description Proxy address.
                     * @example http://proxy.example:3128
                     */
                    url: string;
                    /**
                     * @description Name of the credential that contains `user:password`.
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
             * @description Values for the credentials that the origin uses, for this request only. They override stored values.
             * @example {}
             */
            credentials?: {
                [key: string]: string;
            };
        };
        /** @description How the text of a page differs between two exports. */
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
             * @description `text`, `around` or `code`: what differs, as in the comparison of the exports. `added` or `removed`: the page is in only one of the exports. `none`: nothing differs.
             * @example text
             * @enum {string}
             */
            change: "added" | "removed" | "text" | "around" | "code" | "none";
            /**
             * @description What was compared: only the page's content, or the whole page.
             * @example content
             * @enum {string}
             */
            of: "content" | "page";
            /**
             * @description The difference in `git diff` format, with one line per block of text. Empty if the text is the same.
             * @example --- a/guide/index.html
             *     +++ b/guide/index.html
             *     @@ -1,1 +1,1 @@
             *     -Old words.
             *     +New words.
             */
            patch: string;
        };
        /** @description One page of results from a job's list of pages and files. */
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
                 * @description Status of the entry.
                 * @example done
                 * @enum {string}
                 */
                status: "queued" | "done" | "failed" | "skipped";
                /**
                 * @description Why the entry failed or was skipped.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description Page title.
                 * @example Start
                 */
                title: string | null;
                /**
                 * @description Path of the file in the bundle.
                 * @example guide/start.html
                 */
                path: string | null;
                /**
                 * @description HTTP status returned by the origin.
                 * @example 200
                 */
                httpStatus: number | null;
                /**
                 * @description Media type returned by the origin.
                 * @example text/html
                 */
                contentType: string | null;
                /**
                 * @description Size in bytes, as served by the origin.
                 * @example 18204
                 */
                sizeBytes: number | null;
                /**
                 * @description Origin response time, in milliseconds.
                 * @example 12.4
                 */
                durationMs: number | null;
                /**
                 * @description Where the first reference to the entry was found.
                 * @example /index.html
                 */
                referrer: string | null;
                /**
                 * @description How the page was read: as sent by the origin, or as rendered by a browser.
                 * @example fetched
                 */
                way: ("fetched" | "rendered") | null;
                /**
                 * @description Why the page was read that way, and what may be wrong with the result.
                 * @example The page has no scripts.
                 */
                wayReason: string | null;
            }[];
            /**
             * @description Total number of matching entries.
             * @example 118
             */
            total: number;
            /**
             * @description Cursor for the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Pinned exports. Retention rules will not remove them. */
        Pins: {
            /** @description Pinned exports, oldest pin first. */
            pinned: string[];
        };
        /** @description Interface preferences. Those that were never set are omitted. */
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
        /** @description The preferences to change. */
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
             * @description What the site is called, by the title of a folder's start page; null if it has none, and for live sites.
             * @example Acme Docs
             */
            title: string | null;
            /**
             * @description Number of pages that would be exported; for a live site, number of pages that the export would start from.
             * @example 118
             */
            pages: number;
            /**
             * @description Files in a folder that look like private keys or passwords. An export fails with the code `secret-files` unless they are left out with `exclude` or included with `includeSecrets`.
             * @example [
             *       "/deploy.key"
             *     ]
             */
            secretFiles: string[];
            /**
             * @description Number of other files that would be exported. Like the sizes, it is null for live and docs.json sites, where it is not known before the export.
             * @example 64
             */
            otherFiles: number | null;
            /**
             * @description Total size of the pages and other files.
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
            /** @description An origin that has no project yet. Use it instead of a domain. */
            origin?: components["schemas"]["Origin"];
            /** @description Preview only these pages and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /**
             * @description Values for the credentials that the origin uses, for this request only. They override stored values.
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
             * @description The site's host names. Bundles use the first one.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where the site's pages are read from. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. This determines which online features it keeps.
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
            /** @description Targets that every completed export is published to. Removed targets remain in the list. */
            publishTo: string[];
            /** @description The S3 target that `bundleUrl` links point to; null if they point to this server. Remains set after the target is removed. */
            linkTarget: string | null;
            /**
             * @description Whether the site is built from a docs.json or mint.json. Null for a branch that has not been exported yet.
             * @example false
             */
            docsJson: boolean | null;
            /**
             * Format: date-time
             * @description When the project was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the project was last changed.
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
             * @description Replaces the host names. Requires the admin scope.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains?: string[];
            /** @description Where the pages are read from. Requires the admin scope. */
            origin?: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read. This determines which online features it keeps.
             * @example air-gapped
             * @enum {string}
             */
            deploymentType?: "cloud" | "client-hosted" | "air-gapped";
            /** @description Replaces the project's feature switches. */
            features?: components["schemas"]["FeatureSwitches"];
            /** @description Replaces the project's settings. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Replaces the targets that every completed export is published to. */
            publishTo?: string[];
            /** @description The S3 target that `bundleUrl` links point to; null if they point to this server. */
            linkTarget?: string | null;
        };
        /** @description An export job, as the compatible edition of the API describes it. */
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
             * @description When the job last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Why the job failed and what to do; null otherwise.
             * @example null
             */
            error: string | null;
            /**
             * Format: uri
             * @description A fresh link to the tar.gz file. It works without a key until it expires. Only for completed jobs.
             * @example http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs-export-2026-03-02.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI
             */
            bundleUrl?: string;
            /**
             * @description Size of the archive; only for completed jobs.
             * @example 391204
             */
            sizeBytes?: number;
            /**
             * Format: date-time
             * @description When this link expires; only for completed jobs.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt?: string;
        };
        /** @description All projects. */
        ProjectList: {
            /** @description Sorted by name. */
            projects: components["schemas"]["Project"][];
        };
        /** @description The rules that determine which of a project's exports are kept. */
        ProjectRetention: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The project's own rules; null if the general rules apply. */
            own: components["schemas"]["RetentionRules"] | null;
            /** @description The general rules, from the settings `retentionKeepLast` and `retentionKeepDays`. */
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
                 * @description ID of the export or received bundle; for a delta, ID of its later export.
                 * @example se_4f0c9a12b7d35e68
                 */
                id: string;
                /** @description For a delta, the export it starts from. */
                baseJobId: string | null;
                /** @description For an export, its project. */
                projectId: string | null;
                /**
                 * @description Display name.
                 * @example docs.example.com 2026.10
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When the item was made or received.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Size of the item's archives, not including content that no other export uses.
                 * @example 391204
                 */
                bytes: number;
                /**
                 * @description Why the item could not be removed.
                 * @example The export is in use.
                 */
                error: string;
            }[];
            /**
             * @description Size of the removed archives.
             * @example 391204
             */
            bytes: number;
        };
        /** @description A publication or rollback: who requested it, what was published where, and the result. */
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
            /** @description The target's name when the publication was requested. */
            targetName: string;
            /** @description The target's location when the publication was requested. */
            place: string;
            /**
             * @description Whether a new version is published or the target is rolled back to an earlier version.
             * @enum {string}
             */
            kind: "publish" | "rollback";
            /** @description The bundle's export job; null if it has none. */
            jobId: string | null;
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description The site's host name; null until it is known. */
            domain: string | null;
            /** @description The version's label on the target; null until it is known. */
            version: string | null;
            /** @description Content digest; null until it is known. */
            digest: string | null;
            /** @description The version that readers saw before; null if there was none or it is not known yet. */
            previous: string | null;
            /** @description The API key's name; `owner` for the data folder's owner; `project setting` if the project publishes completed exports automatically. */
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
            /** @description Progress of this stage, as a percentage. */
            progress: number;
            /** @description Bytes processed so far in this stage. */
            doneBytes: number;
            /** @description Total bytes in this stage. */
            totalBytes: number;
            /** @description Estimated time until the stage ends; null if unknown. */
            remainingSeconds: number | null;
            /** @description Number of files sent. */
            sentFiles: number;
            /** @description Number of bytes sent. */
            sentBytes: number;
            /** @description Number of files the target already had, in this or another version. */
            keptFiles: number;
            /** @description What the publication is waiting for; null if it is not waiting. */
            note: string | null;
            /** @description A code for the kind of failure. */
            errorCode: string | null;
            /** @description Why the publication failed and what to do. */
            error: string | null;
            /**
             * Format: date-time
             * @description When the publication was requested.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the publication last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description When the publication ended; null until then. */
            endedAt: string | null;
        };
        /** @description Publications and rollbacks. */
        PublicationList: {
            /** @description Newest first. */
            publications: components["schemas"]["Publication"][];
        };
        /** @description The running and waiting jobs. */
        Queue: {
            /** @description Whether the queue is paused. A paused queue starts no jobs. */
            paused: boolean;
            /**
             * @description Maximum number of jobs that can run at once (setting `exportConcurrency`).
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
             * @description Number of waiting jobs.
             * @example 3
             */
            queued: number;
        };
        ReceiveRequest: {
            /**
             * @description Absolute path of a bundle, a delta, a folder, or a volume descriptor on the computer that runs the server. API keys can only use paths within `directoryRoots`.
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
             * @description `receiving`: the bundle is being copied and verified. `failed`: copying or verifying failed, and nothing was kept (listed until the server stops). `duplicate`: the same archive was received before and is still here. `waiting`: nobody has kept or discarded the bundle yet. `refused`: the bundle is altered or incomplete; nothing was kept.
             * @enum {string}
             */
            status: "receiving" | "failed" | "duplicate" | "waiting" | "kept" | "discarded" | "refused";
            /** @description Path the bundle was read from, or the name of the uploaded file. */
            source: string;
            /**
             * @description `owner` for the data folder's owner; otherwise, the API key's ID.
             * @example owner
             */
            receivedBy: string;
            /**
             * Format: date-time
             * @description When the bundle was received.
             * @example 2026-03-02T09:30:00.000Z
             */
            receivedAt: string;
            /** @description Progress while the status is `receiving`; null otherwise. */
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
            /** @description Why the status is `failed`; null otherwise. */
            error: string | null;
            /** @description A code for the failure; null if there was none. */
            errorCode: string | null;
            /** @description For a `duplicate`, the bundle that is already here. */
            duplicateOf: string | null;
            /** @description The verdict when the bundle arrived. `verification` has the result based on the keys that are trusted now. */
            verdictAtReceipt: ("valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned") | null;
            /** @description The current verification result; null if the status is `receiving`, `failed` or `duplicate`. */
            verification: components["schemas"]["Verification"] | null;
            /** @description The delta used to rebuild the bundle; null if none was used. */
            delta: {
                /** @description The bundle that the delta applies to. */
                base: {
                    /** @description The site's host name. */
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
                /** @description The bundle that the delta produces. */
                target: {
                    /** @description The site's host name. */
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
            /** @description Whether the bundle can be previewed and kept: true if it is valid or someone accepted it. */
            isUsable: boolean;
            /** @description Archive format. */
            format: ("zip" | "tar.gz") | null;
            /** @description Archive size. */
            sizeBytes: number | null;
            /** @description Archive digest. */
            sha256: string | null;
            /** @description Who accepted the bundle without a trusted signature, and its verdict at the time. */
            accepted: {
                /**
                 * @description The bundle's verdict when it was accepted.
                 * @enum {string}
                 */
                as: "unsigned" | "unknown-signer";
                /**
                 * @description `owner` for the data folder's owner; otherwise, the API key's ID.
                 * @example owner
                 */
                by: string;
                /**
                 * Format: date-time
                 * @description When the bundle was accepted.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
            } | null;
            /** @description Who kept or discarded the bundle. */
            decidedBy: string | null;
            /** @description When the bundle was kept or discarded. */
            decidedAt: string | null;
            /** @description If the bundle was kept, the export job it belongs to. */
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
            /** @description Version label. */
            version: string;
            /** @description The site's host name. */
            domain: string;
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Content digest. */
            digest: string;
            /**
             * Format: date-time
             * @description When the version was published.
             * @example 2026-03-02T09:30:00.000Z
             */
            publishedAt: string;
            /** @description Who published the version, and from where. */
            publishedBy: string;
            /** @description Number of files. */
            fileCount: number;
            /** @description Total size of all files. */
            sizeBytes: number;
        };
        /** @description An item that the retention rules do not keep. */
        Removable: {
            /**
             * @description Kind of item.
             * @enum {string}
             */
            kind: "export" | "delta" | "received";
            /**
             * @description ID of the export or received bundle; for a delta, ID of its later export.
             * @example se_4f0c9a12b7d35e68
             */
            id: string;
            /** @description For a delta, the export it starts from. */
            baseJobId: string | null;
            /** @description For an export, its project. */
            projectId: string | null;
            /**
             * @description Display name.
             * @example docs.example.com 2026.10
             */
            name: string;
            /**
             * Format: date-time
             * @description When the item was made or received.
             * @example 2026-03-02T09:30:00.000Z
             */
            at: string;
            /**
             * @description Size of the item's archives, not including content that no other export uses.
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
             * @description Number of the job's archives, including deltas.
             * @example 1
             */
            bundles: number;
            /**
             * @description Size on disk of the archives counted in `bundles`.
             * @example 391204
             */
            bundleBytes: number;
            /**
             * @description Number of stored content items that no other job uses.
             * @example 12
             */
            objects: number;
            /**
             * @description Size on disk of the content items counted in `objects`.
             * @example 80412
             */
            objectBytes: number;
        };
        /** @description What an export did and found. Further fields list broken links on the site, references to other hosts, and features that were removed or kept. */
        Report: {
            /**
             * @description Document type.
             * @constant
             */
            format: "offprint-report";
            /**
             * @description Report format version. Adding fields does not change it.
             * @constant
             */
            formatVersion: 1;
            /**
             * @description The job, including its settings.
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
             * @description The packed bundle. Null if nothing was packed.
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
                /** @description Digest of the content, identical on every machine. */
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
                /** @description Other files from the site. */
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
             * @description What the site lists or needs but the bundle does not contain.
             * @example []
             */
            missing: ({
                /** @description URL of the missing page or file. */
                url: string;
                /** @description Why. */
                reason: string;
                /** @description Where the first reference to the URL was found. */
                referrer: string | null;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What was skipped on purpose.
             * @example []
             */
            skipped: ({
                /** @description URL of the skipped page or file. */
                url: string;
                /** @description Why. */
                reason: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description How the pages with each layout were read.
             * @example []
             */
            layouts: ({
                /** @description `fetched`: the pages were read as sent by the origin. `rendered`: as rendered by a browser. */
                way: string;
                /** @description Why. */
                reason: string;
                /** @description Number of pages with this layout. */
                pages: number;
                /** @description A page with this layout. */
                example: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description Verification results. Null if the job did not get that far.
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
            /** @description Items that would be removed, oldest first. */
            remove: components["schemas"]["Removable"][];
            /**
             * @description Total size of these items' archives.
             * @example 391204
             */
            bytes: number;
            /**
             * @description Size of the content that no other export uses.
             * @example 391204
             */
            contentBytes: number;
            /** @description Exports that are kept even though the retention rules would remove them. */
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
                 * @description Why the export is kept.
                 * @enum {string}
                 */
                reason: "newest" | "pinned" | "published" | "hosted" | "linked" | "in-use";
            }[];
        };
        /** @description An export is removed only if every rule that is set allows it. If no rules are set, all exports are kept. */
        RetentionRules: {
            /**
             * @description Number of completed exports to keep; 0 turns this rule off.
             * @example 5
             */
            keepLast: number;
            /**
             * @description Number of days to keep exports; 0 turns this rule off.
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
                 * @description Path of the file; null for a comment on the whole change.
                 * @default null
                 */
                path: string | null;
                /**
                 * @description Line number in the new version of the file.
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
             * @description Why the key is being revoked. Shown wherever the key appears.
             * @example The laptop was stolen.
             */
            reason: string;
        };
        RollbackRequest: {
            /**
             * @description Version to roll back to. Default: the newest version before the current one.
             * @example 2026.3
             */
            version?: string;
        };
        /** @description A bucket, or the part of a bucket under a prefix. Secrets: `secretAccessKey`, and `sessionToken` for keys that expire. */
        S3Target: {
            /**
             * @description An S3-compatible server.
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
            /** @description Prefix for all object keys. A slash is added after it. Default: none. */
            prefix?: string;
            /**
             * @description Access key ID.
             * @example DOCS
             */
            accessKeyId: string;
            /** @description PEM certificates to trust in addition to those that Node.js trusts. */
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
             * @description Five fields: minute, hour, day of the month, month and day of the week (0 to 7, or a name such as `mon`). `*`, lists, ranges and steps work as in crontab.
             * @example 30 2 * * *
             */
            cron: string;
            /**
             * @description IANA name of the schedule's time zone. Default: the server's time zone.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Whether the schedule is paused. If so, nothing runs until it is resumed.
             * @example false
             */
            isPaused: boolean;
            /** @description The next three runs; empty while the schedule is paused. */
            nextRuns: string[];
            /** @description The export that must end before a due run can start; null if no run is waiting. */
            waitsFor: string | null;
            /** @description The last run; null if there has been none. */
            lastRun: {
                /**
                 * Format: date-time
                 * @description When.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Number of scheduled runs that this run covers. More than one if some were missed, for example while the server was off.
                 * @example 1
                 */
                due: number;
                /** @description The export; null if it could not be started or was deleted. */
                jobId: string | null;
                /** @description Status of the export; null if there is none. */
                status: ("queued" | "running" | "completed" | "failed") | null;
                /**
                 * @description Why the export could not be started or why it failed; null otherwise.
                 * @example null
                 */
                error: string | null;
            } | null;
        };
        /** @description All schedules. */
        ScheduleList: {
            /** @description Sorted by next run, soonest first. */
            schedules: components["schemas"]["Schedule"][];
        };
        /** @description Where secrets are stored. */
        Secrets: {
            /**
             * @description Where the master key, which encrypts all other secrets, is stored.
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
        /** @description The result of re-encrypting secrets with a new master key. */
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
             * @description Port the API listens on. 0 picks a free port.
             * @default 4750
             */
            port: number;
            /**
             * @description File with the TLS certificate chain (PEM). With `tlsKey`, the API uses HTTPS.
             * @default
             */
            tlsCertificate: string;
            /**
             * @description File with the certificate's private key (PEM).
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
             * @description Additional host names that the API accepts, with the port unless it is the standard one.
             * @default []
             */
            allowedHosts: string[];
            /**
             * @description Number of exports that run in parallel.
             * @default 2
             */
            exportConcurrency: number;
            /**
             * @description Maximum number of exports per project that can be started through the API in any 60-minute period. 0 means no limit.
             * @default 0
             */
            exportStartsPerHour: number;
            /**
             * @description Time limit for a repository's build command, in seconds.
             * @default 1800
             */
            buildTimeoutSeconds: number;
            /**
             * @description Combined memory limit for all processes in a build, in MiB.
             * @default 4096
             */
            buildMemoryMegabytes: number;
            /**
             * @description Maximum size of a repository folder once it is checked out and built, in MiB.
             * @default 10240
             */
            buildDiskMegabytes: number;
            /**
             * @description Maximum number of processes and threads in a build.
             * @default 1024
             */
            buildProcesses: number;
            /**
             * @description Maximum number of exports across all projects that can be started through the API in any 60-minute period. 0 means no limit. The hosted platform allows 10.
             * @default 0
             */
            organizationStartsPerHour: number;
            /**
             * @description Archive format of bundle links when an API request does not specify one. The app and the command line use zip.
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
             * @description How long `prLink` works when the review is a page on this server, in seconds (at most 7 days). Every response about the job contains a new link.
             * @default 86400
             */
            reviewLinkLifetimeSeconds: number;
            /**
             * @description Hosts that API keys can use for origins, repositories, model servers and forges.
             * @default []
             */
            originHosts: string[];
            /**
             * @description Folders (absolute paths) that requests with an API key can use as origins and repositories. Each export checks its folders against this setting again.
             * @default []
             */
            directoryRoots: string[];
            /**
             * @description Folders (absolute paths) that API keys can use as targets.
             * @default []
             */
            targetRoots: string[];
            /**
             * @description Hosts that API keys can use for targets.
             * @default []
             */
            targetHosts: string[];
            /**
             * @description Number of completed exports to keep per project when old ones are removed; 0 turns this rule off. An export is removed only if every rule that is set allows it. With no rules set, all are kept. A project can have its own rules.
             * @default 0
             */
            retentionKeepLast: number;
            /**
             * @description Exports newer than this number of days are kept when old exports are removed; 0 turns this rule off.
             * @default 0
             */
            retentionKeepDays: number;
            /**
             * @description Deltas older than this number of days are removed along with old exports; 0 keeps them. They are recreated on request.
             * @default 0
             */
            retentionDeltaDays: number;
            /**
             * @description Received bundles still awaiting a decision after this number of days are discarded along with old exports; 0 keeps them.
             * @default 0
             */
            retentionReceivedDays: number;
            /**
             * @description Remove old exports once a day while the server runs. When off, use `offprint prune`.
             * @default false
             */
            retentionDaily: boolean;
            /**
             * @description Addresses other than loopback that API keys can host sites on.
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
            /** @description Port the API listens on. 0 picks a free port. */
            port?: number | null;
            /** @description File with the TLS certificate chain (PEM). With `tlsKey`, the API uses HTTPS. */
            tlsCertificate?: string | null;
            /** @description File with the certificate's private key (PEM). */
            tlsKey?: string | null;
            /** @description Listen on a network address without TLS. Keys and bundles then cross the network unencrypted. */
            allowPlainNetwork?: boolean | null;
            /** @description Address that others use to reach this server, for example behind a proxy. Links start with it. */
            publicUrl?: ("" | string) | null;
            /** @description Additional host names that the API accepts, with the port unless it is the standard one. */
            allowedHosts?: string[] | null;
            /** @description Number of exports that run in parallel. */
            exportConcurrency?: number | null;
            /** @description Maximum number of exports per project that can be started through the API in any 60-minute period. 0 means no limit. */
            exportStartsPerHour?: number | null;
            /** @description Time limit for a repository's build command, in seconds. */
            buildTimeoutSeconds?: number | null;
            /** @description Combined memory limit for all processes in a build, in MiB. */
            buildMemoryMegabytes?: number | null;
            /** @description Maximum size of a repository folder once it is checked out and built, in MiB. */
            buildDiskMegabytes?: number | null;
            /** @description Maximum number of processes and threads in a build. */
            buildProcesses?: number | null;
            /** @description Maximum number of exports across all projects that can be started through the API in any 60-minute period. 0 means no limit. The hosted platform allows 10. */
            organizationStartsPerHour?: number | null;
            /** @description Archive format of bundle links when an API request does not specify one. The app and the command line use zip. */
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
            /** @description How long `prLink` works when the review is a page on this server, in seconds (at most 7 days). Every response about the job contains a new link. */
            reviewLinkLifetimeSeconds?: number | null;
            /** @description Hosts that API keys can use for origins, repositories, model servers and forges. */
            originHosts?: string[] | null;
            /** @description Folders (absolute paths) that requests with an API key can use as origins and repositories. Each export checks its folders against this setting again. */
            directoryRoots?: string[] | null;
            /** @description Folders (absolute paths) that API keys can use as targets. */
            targetRoots?: string[] | null;
            /** @description Hosts that API keys can use for targets. */
            targetHosts?: string[] | null;
            /** @description Number of completed exports to keep per project when old ones are removed; 0 turns this rule off. An export is removed only if every rule that is set allows it. With no rules set, all are kept. A project can have its own rules. */
            retentionKeepLast?: number | null;
            /** @description Exports newer than this number of days are kept when old exports are removed; 0 turns this rule off. */
            retentionKeepDays?: number | null;
            /** @description Deltas older than this number of days are removed along with old exports; 0 keeps them. They are recreated on request. */
            retentionDeltaDays?: number | null;
            /** @description Received bundles still awaiting a decision after this number of days are discarded along with old exports; 0 keeps them. */
            retentionReceivedDays?: number | null;
            /** @description Remove old exports once a day while the server runs. When off, use `offprint prune`. */
            retentionDaily?: boolean | null;
            /** @description Addresses other than loopback that API keys can host sites on. */
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
            /** @description User name. */
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
             * @description Address of the site. It works only in browsers on the computer that runs the server.
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
             * @description Address of the site. It works only in browsers on the computer that runs the server.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
        };
        SignatureRequest: {
            /**
             * @description Absolute path of a bundle, a delta, a folder, or a volume descriptor on the computer that runs the server. API keys can only use paths within `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path: string;
        };
        /** @description The result of signing a bundle or delta. */
        Signed: {
            /**
             * @description Fingerprint of the key that was used for signing.
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
        /** @description A preview of a docs.json site. */
        SitePreview: {
            /**
             * Format: uri
             * @description Address of the site. It works only in browsers on the computer that runs the server.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
            /**
             * @description The commit shown, or `folder` if the origin is a folder.
             * @example 4f1c8d2e7a90b35c6d1e2f3a4b5c6d7e8f901234
             */
            version: string;
            /**
             * @description Number of pages.
             * @example 312
             */
            pages: number;
            /**
             * @description Problems in the source that affect what readers see.
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
                 * @description Line number in the file.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old does not point to a page or file.
                 */
                message: string;
            }[];
        };
        /** @description The branch to preview. */
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
            /** @description Export only these pages (URL paths) and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Ignore earlier exports and read every page again. The resulting bundle is the same. */
            fresh?: boolean;
            /** @description Continue an unfinished job for the same site with the same settings, if there is one. */
            resume?: boolean;
        };
        /**
         * @example {
         *       "basePath": "/docs"
         *     }
         */
        StartProjectExport: {
            /**
             * @description Path on the host where the bundle will be served. Default: the project's `basePath` setting.
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
             * @description Unique display name.
             * @example Internal CDN
             */
            name: string;
            /** @description The target's location as readable text. */
            place: string;
            /** @description How to connect to the target. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /** @description Which secrets are stored for the target. Their values are never returned. */
            secrets: ("password" | "privateKey" | "passphrase" | "secretAccessKey" | "sessionToken")[];
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Number of versions to keep on the target; 0 keeps all. */
            keep: number;
            /**
             * Format: date-time
             * @description When the target was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the target last changed.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description Only the fields you send are changed. */
        TargetChange: {
            /**
             * @description Unique display name.
             * @example Internal CDN
             */
            name?: string;
            /**
             * @description The secret values. They are stored encrypted and never returned.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, next to its manifest, signature and SHA-256. `site`: the bundle unpacked, for a web server.
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
            /** @description The version that readers see; null if there is none. */
            current: string | null;
            /** @description The versions on the target, newest first. */
            releases: components["schemas"]["Release"][];
            /** @description What the target can do. */
            capabilities: {
                /**
                 * @description What points readers to the current version: a symbolic link, a file or an object.
                 * @enum {string}
                 */
                pointer: "link" | "file" | "object";
                /** @description Whether interrupted file transfers continue where they stopped. */
                resumesFiles: boolean;
                /** @description Whether files from an earlier version are copied on the target instead of being sent. */
                copies: boolean;
                /** @description Free space; null if the target does not report it. */
                freeBytes: number | null;
                /** @description Maximum file size; null if no limit is known. */
                maxFileBytes: number | null;
                /** @description Whether the target itself blocks a second writer. If not, Offprint relies on a lock file. */
                exclusiveLock: boolean;
            };
        };
        /** @description A job's progress over time. */
        Throughput: {
            /**
             * @description Samples taken at regular intervals, oldest first. There are none from before the server started.
             * @example []
             */
            samples: {
                /**
                 * Format: date-time
                 * @description When the sample was taken.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description The job's phase.
                 * @enum {string}
                 */
                phase: "acquire" | "pack" | "verify" | "done";
                /** @description Progress as a percentage. */
                progress: number;
                /** @description Pages exported so far. */
                pageCount: number;
            }[];
        };
        /** @description This installation's key and the keys it trusts. */
        Trust: {
            /** @description The key this installation signs with; null if bundles are unsigned. */
            ownKey: components["schemas"]["TrustedKey"] | null;
            /** @description All keys, including revoked ones. This installation's keys come first. */
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
             * @description The public key in PEM format, which openssl can read.
             * @example -----BEGIN PUBLIC KEY-----
             *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
             *     -----END PUBLIC KEY-----
             */
            publicKey: string;
            /**
             * @description The text of the key's QR code.
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
            /** @description Whether this installation signs with this key. */
            signs: boolean;
            /**
             * Format: date-time
             * @description When the key was added to the list.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description When the key's signatures became invalid; null if they are valid. */
            revokedAt: string | null;
            /** @description Why the key was revoked. */
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
        /** @description The result of verifying a bundle or delta. */
        Verification: {
            /**
             * @description Only `valid` means that the bundle is exactly what a trusted key signed. `unknown-signer`, `revoked-signer` and `unsigned` mean only that the content matches its manifest.
             * @enum {string}
             */
            verdict: "valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned";
            /**
             * @description What was verified.
             * @enum {string}
             */
            kind: "bundle" | "delta";
            /** @description The verdict in one sentence. */
            summary: string;
            /** @description What to do next. */
            whatToDo: string;
            /** @description What the bundle's manifest says; null for a delta or if the manifest cannot be read. Trust it only if the verdict is `valid`. */
            bundle: {
                /** @description The site's host name. */
                domain: string;
                /** @description Version label. */
                version: string;
                /** @description Digest of the content. */
                digest: string;
                /** @description Pages. */
                pageCount: number;
                /** @description Files, not counting the manifest and its signature. */
                fileCount: number;
                /** @description Total size of all files when unpacked. */
                sizeBytes: number;
                /** @description Pages and files that were missing when the site was exported. */
                missingCount: number;
            } | null;
            /** @description The bundle that the delta applies to and the one it produces. */
            delta: {
                /** @description The bundle that the delta applies to. */
                base: {
                    /** @description The site's host name. */
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
                /** @description The bundle that the delta produces. */
                target: {
                    /** @description The site's host name. */
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
            /** @description Who signed the bundle or delta; null if it is not signed or the signature is not valid. */
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
                 * @description The public key in PEM format, which openssl can read.
                 * @example -----BEGIN PUBLIC KEY-----
                 *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                 *     -----END PUBLIC KEY-----
                 */
                publicKey: string;
                /**
                 * @description The text of the key's QR code.
                 * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
                 */
                qrText: string;
                /**
                 * @description Whether signatures by this key are trusted.
                 * @enum {string}
                 */
                standing: "trusted" | "unknown" | "revoked";
                /** @description Name of this key, or of the trusted key that it replaced; null if neither is known. */
                name: string | null;
                /** @description Whether this installation is the signer. */
                isOwn: boolean;
                /** @description When the key was revoked; null if it was not. */
                revokedAt: string | null;
                /** @description Why the key was revoked. */
                revokedReason: string | null;
                /** @description The known key that this key replaced. If the known key is revoked, its handover statement is not valid. */
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
            /** @description Number of altered files. */
            altered: number;
            /** @description Number of missing files. */
            missing: number;
            /** @description Number of files that were added after the bundle was packed. */
            unknown: number;
            /** @description The first faults found, up to 1,000. */
            faults: {
                /** @description Path of the file or volume; empty for the archive itself. */
                path: string;
                /**
                 * @description The kind of fault.
                 * @enum {string}
                 */
                kind: "changed" | "missing" | "unexpected" | "order" | "digest" | "signature" | "structure" | "volume";
                /** @description The fault, described in one sentence. */
                text: string;
            }[];
            /** @description Total number of faults. */
            faultCount: number;
            /** @description Files that an operator added after the export. They are not covered by the signature. */
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
             * @description Absolute path of a bundle, a delta, a folder, or a volume descriptor on the computer that runs the server. API keys can only use paths within `directoryRoots`.
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
            /** @description PEM certificates to trust in addition to those that Node.js trusts. */
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
                /** @description The authentication scheme: Bearer. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks the required scope, or the call came from a web page on another site. */
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
        /** @description The body is larger than 1 MiB or the operation's own limit. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not UTF-8 JSON (`application/json`). */
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
                /** @description Only jobs for this domain. */
                domain?: string;
                /** @description Only jobs in this project. */
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
            /** @description Number of jobs by status. */
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
            /** @description What would be exported. */
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
                /** @description Only jobs for this domain. */
                domain?: string;
                /** @description Only jobs in this project. */
                projectId?: string;
                /** @description Only jobs with this text in their domain, version or ID. */
                search?: string;
                /** @description Number of jobs to skip, for random access to the list. Cannot be combined with `cursor`. */
                offset?: number;
                /** @description Sort order. A leading `-` means descending. */
                sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "domain" | "-domain" | "pageCount" | "-pageCount";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the job. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the job. */
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
                /** @description Only entries of this kind. Default: everything except assets. Entries that could not be read are `unknown`. */
                kind?: "page" | "asset" | "redirect" | "unknown";
                /** @description Only entries with this status. */
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
            /** @description One page of the list. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description The earlier export. Default: the project's previous completed export. */
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
                /** @description The earlier export. Default: the project's previous completed export. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the job. */
                    Location?: string;
                    /** @description Prompts and messages the project is allowed in any 60-minute period. */
                    "RateLimit-Limit"?: string;
                    /** @description Prompts and messages left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until one more prompt or message becomes available; 0 if all are available. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description Prompts and messages the project is allowed in any 60-minute period. */
                    "RateLimit-Limit"?: string;
                    /** @description Prompts and messages left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until one more prompt or message becomes available; 0 if all are available. */
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
                /** @description Only jobs with this text in their ID or first prompt. */
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
            /** @description One page of jobs. */
            200: {
                headers: {
                    /** @description Prompts and messages the project is allowed in any 60-minute period. */
                    "RateLimit-Limit"?: string;
                    /** @description Prompts and messages left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until one more prompt or message becomes available; 0 if all are available. */
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
                /** @description Only jobs with this text in their ID or first prompt. */
                search?: string;
                /** @description Only jobs in this project. */
                projectId?: string;
                /** @description Only the job with this ID. */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs. */
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
            /** @description The job and its steps. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description Prompts and messages the project is allowed in any 60-minute period. */
                    "RateLimit-Limit"?: string;
                    /** @description Prompts and messages left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until one more prompt or message becomes available; 0 if all are available. */
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
                /** @description File name. */
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
                    /** @description The URL path of the job. */
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
                /** @description When the link expires, as a Unix time in seconds. */
                expires?: number;
                /** @description ID of the key that signed the link. */
                key?: string;
                /** @description The link's signature (HMAC-SHA256, base64url). */
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
                /** @description The name used in Offprint. */
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
                /** @description The name used in Offprint. */
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
                /** @description The name used in Offprint. */
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
                /** @description The name used in Offprint. */
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
            /** @description The result. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the job. */
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
            /** @description The activity of the job. */
            200: {
                headers: {
                    /** @description The job's ID. */
                    "X-Session-Id"?: string;
                    /** @description Branch for the job's change. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the project. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
            /** @description IDs of the pinned exports. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Absolute path. Default: the home folder of the user running the server; for API keys, the first folder in `directoryRoots`. */
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
                    /** @description The URL path of the key, for revoking it. */
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
            /** @description The keys, oldest first. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
            /** @description Where secrets are stored, and their names. */
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
                /** @description Maximum number of entries. With text/csv and application/jsonl, all entries are returned. */
                limit?: number;
                /** @description Only entries with this action, for example `project-changed`. The response to an unknown action lists all actions. */
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
            /** @description One page of the log. */
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
            /** @description The target works. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
            /** @description One page of received bundles. */
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
            /** @description The bundle is being received. Poll it until its status changes. */
            202: {
                headers: {
                    /** @description The URL path of the bundle. */
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
            /** @description The bundle is being received. Poll it until its status changes. */
            202: {
                headers: {
                    /** @description The URL path of the bundle. */
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
                /** @description Offset in the file where these bytes start. */
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
                /** @description Any text you choose, such as a UUID. For 24 hours, sending the same key and body again returns the same response without repeating the operation. */
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
                    /** @description The URL path of the site. */
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
                /** @description The name that projects use for the credential. */
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
            /** @description The result. */
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
