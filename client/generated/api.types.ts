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
         * @description A job that is paused or was interrupted counts as the store has it.
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
         * @description Server-sent events for a list of jobs: `progress`, an array with how far the jobs are that moved, at most five times a second; `changed` with the `jobIds` to ask for anew. Nothing of the past is sent.
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
         * See what an export would take
         * @description Lists the site of a project, or of an origin that the caller may set, and applies the settings. Nothing is written.
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
         * See how a job came along
         * @description Samples of its progress since the server was started, for a plot.
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
         * @description Page by page: `nextCursor` of one answer is `cursor` of the next request.
         */
        get: operations["listExportJobs"];
        put?: never;
        /**
         * Start an export
         * @description Queues an export of the site that has registered the domain. Poll the job until its status is `completed` or `failed`. Fields that are not described here are ignored. Needs the plan `enterprise`.
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
         * @description What polling asks. While the job runs, `progress` and `pageCount` move; `completed` and `failed` end the loop.
         */
        get: operations["getExportJob"];
        put?: never;
        post?: never;
        /**
         * Delete an export job with its bundles
         * @description Removes the job, its bundles, its report, and the stored contents that no other job uses; contents go when no export runs. With `dryRun=true` it only says what would go.
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
         * @description Ends a queued or running job: its status becomes `failed`. What it had acquired is kept for a retry.
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
         * @description Queues a new job that starts from what the failed one finished. Needs the plan `enterprise`.
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
         * @description The job reads `queued` until it is resumed, and keeps what it has acquired.
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
         * @description It goes on where it stopped. A job that waits for another reason (`pauseReason`) is tried again.
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
         * @description What was exported, what is missing, what verification found. With `Accept: text/html` as a page.
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
         * @description In the order of their URLs, with what became of each and why.
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
         * @description Server-sent events: those that were written down, with an id, then what comes: `progress`, and `held` where the job cannot go on, carry no id. Ends when the job has ended. Written down are: `queued` (the job was accepted), `checked-out` (the branch of a repository was written out, and built where the origin says so: `commit`, `leftOut`), `rendered` (the site was made of its docs.json: `pages`, and `findings`, how many the report lists), `phase` (a phase begins: `phase`), `router-found` (the pages are routes of one document), `selector-matched` (a `selector` of the settings matched something for the first time), `paused` (it waits: `reason`, unless somebody paused it), `resumed` (it goes on: `inFlight` names what was being read when it was interrupted), `turned-back` (an earlier stage runs again: `from`, `to`, `why` (docs/architecture.md lists them), and `count`, how often from there), `received` (the bundle was made elsewhere and kept here: `receivedId`, `digest`, `verdict`, `signer`), `publication-queued` (the project has it published on completion: `publicationId`, `targetId`, `targetName`), `not-published` (the project would have it published on completion: `targetId`, and `why` it is not (`target-removed`, `verification-failed`)), `completed` (packed and verified: `verdict`), `failed` (with `code` and `error`).
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
         * Look at the queue
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
         * @description No further job is started; those that run go on.
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
         * @description Waiting jobs are started again, in their order.
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
         * @description Signs a link to the bundle of a completed job; needs no body. The link expires, the bundle does not: ask again for a fresh one. Another format, or the delta from an earlier bundle, is made at the first request. Where the link is one of object storage, the archive is sent there at the first request. Fields that are not described here are ignored. Needs the plan `enterprise`.
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
         * @description Pages that came, went and changed between an earlier export and this one. Pages are compared by their text: a footer that changed on every page is told apart from text that changed.
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
         * Compare a page of two exports
         * @description What became of its text, as a unified diff.
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
         * Get a picture of a page
         * @description Opens a page of the bundle in the headless browser, which reaches nothing but the bundle: a PNG, 1280 pixels wide, at most 6000 high.
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
         * Look at the exported site
         * @description Serves the bundle of a completed job to browsers of the computer that the server runs on, at an origin of its own that cannot be guessed; needs no body. Its pages reach nothing but the bundle. The address ends an hour after its last use, when four newer ones were asked for, or with the server. Needs the plan `enterprise`.
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
         * @description Poll the job until its status is `completed`, `archived` or `failed`. If the agent changed files, `prLink` is set then. Fields that are not described here are ignored.
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
         * @description What polling asks. `completed` does not mean that there is a merge request: look at `prLink`.
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
         * @description An active job hears it at its next step; one that has ended begins again with it. Counts as a prompt does. Fields that are not described here are ignored.
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
         * @description Page by page: `nextCursor` of one answer is `cursor` of the next request.
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
         * @description Newest first. With `id` the one job, wherever it belongs.
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
         * @description Its status becomes `failed`. What it had changed is kept; a message goes on with it.
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
         * @description It takes no message any more. Its merge request stays as it is.
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
         * Get all about an agent job
         * @description What it did step by step, what it set out to do, what it used up, and why it ended.
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
         * @description Server-sent events, each with an id, until the job has ended. With `Accept: application/jsonl` all that was written down, one event a line with its place in the chain of hashes.
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
         * Get what an agent job has changed
         * @description So far, while it is active. With `Accept: text/x-diff` the patch alone.
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
         * @description Where there is no forge: merges the change into its target branch and pushes that. Nothing is overwritten when the branch moves meanwhile.
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
         * @description Where there is no forge: nothing is merged. A message to the job leads to a new proposal.
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
         * @description All comments go to the agent as one message, which counts as one.
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
         * @description A bundle of git, patches and their checksums, to be carried by hand. `GET …/export/{file}` fetches each.
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
         * @description As it was when the change was exported last.
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
         * @description Makes a job of a bundle that another Offprint has exported, and proposes it here as that one would. It may change what jobs of this project may change. The body may have 64 MiB: a bundle of 48 MB.
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
         * Look at a change
         * @description By the signed link `prLink` of a job without a forge. Shows the change, and changes nothing. The link expires after the setting `reviewLinkLifetimeSeconds`; each answer about the job has a fresh one.
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
         * List what agent jobs of all projects work on
         * @description Only projects for which something was set: the others have no agent jobs.
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
         * Get what agent jobs of a project work on
         * @description Repository, branch, model server, forge, and what a job may use up.
         */
        get: operations["getAgentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what agent jobs of a project work on
         * @description Only the fields that are sent; the first time `repository` and `modelServer` at least. The repository has to lie within what a key may reach (`originHosts`, `directoryRoots`).
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
         * @description One of the same name is replaced; its token stays unless another is given. What was measured is forgotten.
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
         * @description With its token.
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
         * Try a model server out
         * @description Sends some small requests and a few long ones, which may take minutes on a slow server, and says in plain words what is wrong and what mends it. Jobs talk to the server as it turned out best.
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
         * @description One of the same name is replaced; its token stays unless another is given.
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
         * @description With its token.
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
         * Try a forge out
         * @description Asks whether its token reaches the repository of a project that uses it.
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
         * @description Needs no body. Queues an export as tar.gz; poll the job until its status is `completed` or `failed`. A project has one active job at a time in this edition. Fields that are not described here are ignored. Needs the plan `enterprise`.
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
         * @description What polling asks. Once the job has completed, every answer carries a fresh link; there is no bundle call. A job that was started by `POST /v1/static-export/jobs` reads `running` until its tar.gz is there, too. Needs the scope `write`, as a link gives the bundle to everybody who has it. Needs the plan `enterprise`.
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
         * @description Deprecated: use `POST /v2/agent/{projectId}/job`. The answer is a stream of what the job does, until it has ended, in the form that the ai-sdk reads (`useChat`); the job goes on when nobody reads. Fields that are not described here are ignored.
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
         * @description All of them, by name.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Its origin must lie within the setting `directoryRoots`: what a key may make this server read is decided by its operator.
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
         * @description With the settings that its exports begin with.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with its jobs and bundles
         * @description The site itself is not touched. Refused while one of its exports runs.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Only the fields that are sent. Origin, domains and the setting `includeSecrets` need the scope admin. Jobs that were started keep what held then.
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
         * @description Of all projects that have one.
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
         * @description With its next runs and what came of the last one.
         */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Set the schedule of a project
         * @description Exports the project by itself, with its settings, as long as the server runs. Runs that were missed are caught up by one; while an export of the project is under way, a run waits for its end. Replaces the schedule that it has.
         */
        post: operations["setSchedule"];
        /**
         * Remove the schedule of a project
         * @description Exports that are under way go on.
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
         * @description It goes on with its next run: what was paused is not caught up.
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
         * @description Starts the export that the schedule would start. The next run stays as it is.
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
         * Get what the data folder takes on the disk
         * @description By project. Adds up all of it, which takes a moment in large stores.
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
         * Get what would be removed
         * @description What the rules let go now: exports, deltas and received bundles. Changes nothing. The newest export of a project always stays, and so does what is pinned, published, hosted, or has a link that still works.
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
         * Remove what the rules let go
         * @description Each is looked at again before it goes, and is written down in the audit trail. Nothing that is in use is removed.
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
         * Get which exports of a project stay
         * @description Its own rules, and those of all projects.
         */
        get: operations["getProjectRetention"];
        put?: never;
        /**
         * Set which exports of a project stay
         * @description Nothing is removed by that: the rules hold when exports are removed the next time.
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
         * @description No rule removes them.
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
         * @description No rule removes it. It can still be deleted.
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
         * @description The rules hold for it again.
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
         * Look at the site of a branch
         * @description Makes the site of a docs.json as the folder or branch of the project has it now, and serves it. A commit is made once. Needs no body. The address is for browsers of the computer that the server runs on and ends an hour after its last use, as that of an exported site does.
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
         * Look at the site before and after a change
         * @description Of a repository with a docs.json: the pages that an agent job changes, as readers will see them. The address is for browsers of the computer that the server runs on and ends an hour after its last use, as that of an exported site does.
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
         * Try a live site out
         * @description Asks for the start page and the robots.txt of a live site as an export would, within 20 seconds, and says what answered. A site that refuses or is not there is an answer too. A credential that is kept goes where a project sends it already; elsewhere it takes a key with the scope admin.
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
         * List the folders in a folder of the server
         * @description To choose the origin of a project. Keys see those within `directoryRoots`.
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
         * @description There is one for each data folder.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization or its plan
         * @description Only the fields that are sent.
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
         * List admin keys
         * @description Newest first, revoked and expired ones too. The keys themselves are not kept.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an admin key
         * @description The key is in this answer and nowhere else: only a hash is kept. Takes no Idempotency-Key, for which answers would have to be kept.
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
         * Revoke an admin key
         * @description It stops working at once and stays in the list.
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
         * Get the settings of the server
         * @description Those that were never set stand at their defaults.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of the server
         * @description Only the fields that are sent; `null` takes a setting back to its default. Those of the listener (host, port, TLS, names) hold from the next start.
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
         * Get where each setting comes from
         * @description An option of the launch goes before the environment, that before the settings file, that before what is stored, that before the default. What the environment or the file says cannot be changed by API.
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
         * @description Links that were signed with the older keys work until they expire.
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
         * @description All links that were signed with it stop working at once.
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
         * Ask where secrets are kept
         * @description Looks for the keychain again, which may take 10 s when nobody unlocks it.
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
         * Seal all secrets with a new master key
         * @description All or nothing. How the new key comes about depends on where it is kept (docs/operations.md).
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
         * List who did what
         * @description Every change by API, interface and command line; publications and rollbacks; bundles that were received and decided about. Newest first. Entries are never changed and outlive what they are about. With `Accept: application/jsonl` or `text/csv` all of them that match.
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
         * List the keys that are trusted
         * @description The key of this installation, and all whose signatures count or counted.
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
         * Make the key of this installation
         * @description From then on every bundle is signed when it is packed. The private key is sealed by the master key and never told.
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
         * @description The old key signs a statement that the new one takes over, and is destroyed. Signatures carry the statement, so whoever trusts the old key accepts the new one.
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
         * Forget a key
         * @description Its signatures become those of an unknown signer, and a revocation is forgotten with it. The key that signs cannot be removed.
         */
        delete: operations["removeTrustedKey"];
        options?: never;
        head?: never;
        /**
         * Rename a key
         * @description The name is for people here; no signature has it.
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
         * @description Its signatures count no more, whenever they were made, and neither do its statements about other keys. Cannot be undone. Revoking the key of this installation destroys it: bundles are unsigned until there is a new one.
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
         * @description Reads it once as a stream and unpacks nothing. What is wrong with it is an answer, not an error. Large bundles take minutes.
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
         * Sign a bundle that lies somewhere
         * @description Only what is whole and as it was packed. An archive is written anew and takes the place of the old one; a folder gets the signature beside its manifest. Bundles of jobs are signed when they are packed.
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
         * @description Places where bundles are published. What is secret of them is not told.
         */
        get: operations["listTargets"];
        put?: never;
        /**
         * Add a target
         * @description Nothing is written there yet: POST …/test tries it. Keys may add what lies within `targetRoots` and `targetHosts`.
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
         * @description As it was set; POST …/test looks at it.
         */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        /**
         * Forget a target
         * @description Its files stay there. Its history stays here.
         */
        delete: operations["removeTarget"];
        options?: never;
        head?: never;
        /**
         * Change a target
         * @description Where it is cannot be changed: add another one for that. `hostKey` is for SFTP servers alone.
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
         * Look at a target
         * @description The versions that lie there, and which one readers see. Writes nothing there that stays.
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
         * Try a target
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
         * @description Who put what where, and what came of it. The history outlives targets and jobs.
         */
        get: operations["listPublications"];
        put?: never;
        /**
         * Publish a bundle
         * @description Reads the bundle, sends what the target lacks, reads all of it back, then leads readers to it at once. Only a bundle that is as it was packed is published.
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
         * Lead readers back to a version
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
         * @description Poll it until its status is an end, or listen to …/events.
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
         * @description Server-sent events: `publication` with the whole publication whenever something of it has changed, `held` with `code` and `error` when it waits for something here (locked secrets). Ends with the publication.
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
         * @description What has arrived stays there, unseen by readers, for a retry.
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
         * Go on with a publication
         * @description With one that has failed or was canceled: what has arrived is not sent again.
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
         * List what was received
         * @description What is under way first, on the first page; then the history, with signer and digest, page by page: `nextCursor` of one answer is `cursor` of the next request.
         */
        get: operations["listReceived"];
        put?: never;
        /**
         * Receive a bundle
         * @description Copies what lies on the computer of the server into a scratch folder and verifies the copy: a bundle, a delta, a folder or drive with one, or the descriptor of volumes. Nothing of it is unpacked.
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
         * @description The bytes as they are. After a failure `progress.doneBytes` says where to go on. With the last part the bundle is verified.
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
         * Get a bundle that was received
         * @description Who signed it, what that is worth by the keys that are trusted now, and what became of it.
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
         * @description A person takes it as what it is; that word stays in the history. Altered and incomplete ones, and those of revoked keys, are never accepted.
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
         * Look at a bundle that was received
         * @description Serves it to browsers of the computer that the server runs on, as `showExportedSite` does. Needs no body.
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
         * @description From then on it is the bundle of a completed job, as if it had been exported here. To make the project where none has the domain takes the scope admin.
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
         * Discard a bundle, or cancel its receipt
         * @description Its files are removed. That it came stays in the history, unless it was still under way.
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
         * @description Sites that are served to readers out of their bundles, with the versions that are kept.
         */
        get: operations["listHostedSites"];
        put?: never;
        /**
         * Host a site
         * @description Serves a bundle to readers, at an address and port of its own: that of a completed job, one that was received, or a file. It listens at once; the bundle is verified and checked meanwhile. Goes on after a restart, until it is stopped. Keys may listen on loopback and on `hostingAddresses`. A file has to be signed where keys are trusted here.
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
         * @description Ask again while its `activity` is not `idle`.
         */
        get: operations["getHostedSite"];
        put?: never;
        post?: never;
        /**
         * Remove a hosted site
         * @description Stops it and removes the versions that it keeps. Bundles elsewhere stay.
         */
        delete: operations["removeHostedSite"];
        options?: never;
        head?: never;
        /**
         * Change a hosted site
         * @description While it is stopped.
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
         * Bring another version to readers
         * @description It is verified and checked beside the served one, then readers get it all at once. What fails leaves the served one alone: `error` says why.
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
         * Return to a version that is kept
         * @description Answers once readers have it.
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
         * @description Listens, and serves what was served last.
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
         * @description Finishes what is being answered. Its versions stay.
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
         * List the drives that are plugged in
         * @description With the bundles on them, to be received, and the room that is left, to publish to them. Shares and drives of the system are none. Keys see those within `directoryRoots`.
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
         * Keep a credential
         * @description The password, cookie or token that an origin asks for, under the name by which projects speak of it. It takes the place of one of the same name and is never told again.
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
         * Forget a credential
         * @description Projects that name it wait at their next export until there is one again.
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
         * @description Opens the interface in a browser as the owner of the data folder. It works once, for ten minutes. Only the owner gets one: over the private socket, or from an open session.
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
         * Get what people chose for the interface
         * @description A browser cannot keep it: the interface has a new address at each start of the server.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what people chose for the interface
         * @description Only the fields that are sent.
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
         * @description Ends the browser session of this request. Without one it changes nothing.
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
         * @description Answers with a zip archive as it is made, while jobs go on: the database as it is now, and the files that it refers to. `offprint restore` makes a data folder of it. An answer that breaks off is no backup. Only the owner of the data folder may ask for keys.
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
         * Get facts about this server
         * @description Versions, places, free space, and the last lines of the log without secrets.
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
         * @description `browser` starts the browser that verifies bundles and opens a page; `database` lets SQLite read everything. Both may take a while; neither changes anything.
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
         * Collect what helps to find a fault
         * @description Runs both checks and answers with a zip: `facts.json`, `settings.json` with where each value comes from, `checks.json`, and `log.json`, the last lines of the log. Secrets are taken out.
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
         * @description In the text format of Prometheus. docs/operations.md says what each of them means.
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
         * Ask whether the server is up
         * @description While it starts, every call is answered with 503.
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
         * Get the description of this API
         * @description OpenAPI 3.1, made from the schemas that validate requests.
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
         * Read the description of this API
         * @description One page that needs nothing else.
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
             * @description The verdict, said by a person: it stays in the history.
             * @enum {string}
             */
            as: "unsigned" | "unknown-signer";
        };
        /** @description An admin key, without the key itself. */
        AdminKey: {
            /**
             * @description Identifier of an admin key: not the key itself.
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
             * @description To the minute; null before the first use.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description Null: never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description Null: it was not revoked.
             * @example null
             */
            revokedAt: string | null;
        };
        /** @description All admin keys. */
        AdminKeyList: {
            /** @description Newest first. */
            keys: components["schemas"]["AdminKey"][];
        };
        /** @description What a job has changed so far. */
        AgentDiff: {
            /** @description Commit that it began at; null before it has begun. */
            base: string | null;
            /** @description Commit with the change; null before it is handed over. */
            commit: string | null;
            /** @description The files that differ. */
            files: {
                /** @description Path within the repository. */
                path: string;
                /** @description Lines; null for a file that is no text. */
                added: number | null;
                /** @description Lines; null for a file that is no text. */
                removed: number | null;
            }[];
            /** @description The difference, unified, as text. */
            patch: string;
            /** @description The patch is longer than 4 MiB: its end is missing. */
            wasCut: boolean;
        };
        /** @description A change as files that are carried by hand. */
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
             * @description The file change.bundle, in base64.
             * @example IyB2MiBnaXQgYnVuZGxlCg==
             */
            bundle: string;
            /**
             * @description Its digest, as SHA256SUMS says it; null: not compared.
             * @default null
             */
            sha256: string | null;
        };
        /** @description From a prompt to a proposed change. */
        AgentJob: {
            /**
             * @description Unique identifier of the agent job.
             * @example ag_5d1f0c83b2a94e67
             */
            id: string;
            /**
             * @description `completed`, `archived` and `failed` end the polling. A job that was interrupted by a restart is `active`: it goes on.
             * @example completed
             * @enum {string}
             */
            status: "active" | "completed" | "archived" | "failed";
            /** @description Where the change is made. */
            source: {
                /**
                 * @description Full URL of the source repository.
                 * @example https://git.example.com/docs/site.git
                 */
                repository: string;
                /**
                 * @description Branch that the agent works on; null until it exists.
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
             * @description Address of the merge request; null while the job is active and when nothing was changed. Without a forge, the page of this server that shows the change.
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
             * @description When it was archived; null: it was not.
             * @example null
             */
            archivedAt: string | null;
        };
        /** @description An agent job with all that a person wants to know of it. */
        AgentJobDetail: {
            /** @description The job as polling has it. */
            job: components["schemas"]["AgentJob"];
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The first prompt. */
            prompt: string;
            /**
             * @description What it is at, or how it ended.
             * @example done
             * @enum {string}
             */
            stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
            /**
             * @description What it is at or how it ended, as a sentence.
             * @example Use npm ci
             */
            outcome: string;
            /**
             * @description Why it stopped, for programs: `canceled`, `model-unreachable`, `steps`, `publish-failed`, …; null otherwise.
             * @example null
             */
            stopCode: string | null;
            /**
             * @description What a person decided about the newest proposal here.
             * @example null
             */
            review: {
                /**
                 * @description What was decided.
                 * @enum {string}
                 */
                decision: "merged" | "rejected";
                /** @description What was said about it. */
                note: string;
                /** @description The commit with the change in its target branch. */
                commit: string | null;
            } | null;
            /** @description There is no forge: approve and reject are calls of this server. */
            isReviewedHere: boolean;
            /** @description Title of the change; null before it is finished. */
            title: string | null;
            /** @description What the model says about the change. */
            note: string | null;
            /** @description New problems that were left. */
            problems: string[];
            /** @description Commit that it began at. */
            base: string | null;
            /** @description Branch that the change is proposed for. */
            targetBranch: string;
            /** @description Messages that the model has not been told yet. */
            messagesWaiting: number;
            /** @description What the model has set out to do. */
            todo: {
                /**
                 * @description How far it is.
                 * @enum {string}
                 */
                state: "open" | "doing" | "done";
                /** @description What is to be done. */
                text: string;
            }[];
            /** @description What the last prompt or message has used up. */
            budget: {
                /**
                 * @description Answers of the model.
                 * @example {
                 *       "used": 7,
                 *       "limit": 40
                 *     }
                 */
                steps: {
                    /** @description So far. */
                    used: number;
                    /** @description The most. */
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
                    /** @description So far. */
                    used: number;
                    /** @description The most. */
                    limit: number;
                };
                /**
                 * @description Since the last prompt or message.
                 * @example {
                 *       "used": 7,
                 *       "limit": 40
                 *     }
                 */
                minutes: {
                    /** @description So far. */
                    used: number;
                    /** @description The most. */
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
                /** @description False where something was refused or went wrong. */
                ok: boolean;
                /** @description What was done, at most 500 characters. */
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
                 * @description `completed`, `archived` and `failed` end the polling. A job that was interrupted by a restart is `active`: it goes on.
                 * @example completed
                 * @enum {string}
                 */
                status: "active" | "completed" | "archived" | "failed";
                /** @description Where the change is made. */
                source: {
                    /**
                     * @description Full URL of the source repository.
                     * @example https://git.example.com/docs/site.git
                     */
                    repository: string;
                    /**
                     * @description Branch that the agent works on; null until it exists.
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
                 * @description Address of the merge request; null while the job is active and when nothing was changed. Without a forge, the page of this server that shows the change.
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
                 * @description When it was archived; null: it was not.
                 * @example null
                 */
                archivedAt: string | null;
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /** @description The first prompt, at most 500 characters of it. */
                prompt: string;
                /**
                 * @description What it is at, or how it ended.
                 * @example done
                 * @enum {string}
                 */
                stage: "queued" | "preparing" | "running" | "validating" | "publishing" | "done" | "no-change" | "failed" | "canceled";
                /**
                 * @description How it ended, as a sentence; null: it has not.
                 * @example null
                 */
                outcome: string | null;
                /**
                 * @description Why it stopped, for programs: `canceled`, `model-unreachable`, `steps`, `publish-failed`, …; null otherwise.
                 * @example null
                 */
                stopCode: string | null;
                /** @description Answers of the model so far. */
                steps: number;
                /**
                 * @description What a person decided about it here; null: nothing yet.
                 * @example null
                 */
                review: ("merged" | "rejected") | null;
                /**
                 * Format: date-time
                 * @description When something about it changed last.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                updatedAt: string;
            }[];
            /**
             * @description Asks for the next page; null on the last one.
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
             * @example Replace "npm install" by "npm ci" in the installation guide.
             */
            prompt: string;
        };
        /** @description An agent job as the first edition tells it. */
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
             * @description Branch that the agent works on; null until it exists.
             * @example offprint/ag_5d1f0c83b2a94e67
             */
            branch: string | null;
            /**
             * @description The job has ended.
             * @example true
             */
            haulted: boolean;
            /**
             * @description `processing` while it runs; `interrupted` when it was canceled; `github_missconfigured` when the repository or its forge could not be reached.
             * @example completed
             * @enum {string}
             */
            haultReason: "completed" | "github_missconfigured" | "error" | "processing" | "interrupted";
            /**
             * Format: uri
             * @description `prLink` of the job; only where there is one.
             * @example https://git.example.com/docs/site/pulls/17
             */
            pullRequestLink?: string;
            /**
             * @description How it ended, as a sentence; only when it has.
             * @example Use npm ci
             */
            messageToUser?: string;
            /**
             * @description What the model has set out to do.
             * @example []
             */
            todos: {
                /** @description What is to be done. */
                content: string;
                /**
                 * @description How far it is.
                 * @enum {string}
                 */
                status: "pending" | "in_progress" | "completed" | "cancelled";
                /**
                 * @description Always `medium`.
                 * @enum {string}
                 */
                priority: "high" | "medium" | "low";
                /** @description Its number in the list. */
                id: string;
            }[];
            /**
             * @description Title of the change; only when there is one.
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
        /** @description Agent jobs as the first edition lists them. */
        AgentSessionList: {
            /** @description Newest first. */
            allSessions: components["schemas"]["AgentSession"][];
        };
        /**
         * @description What agent jobs of a project work on.
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
             * @description Single files that jobs may change although they are no documentation, such as `AGENTS.md`. A change of one is held as a draft.
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
             * @description Maximum prompt tokens over all requests of one prompt.
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
            /** @description Single files that jobs may change although they are no documentation, such as `AGENTS.md`. A change of one is held as a draft. */
            allowed?: string[];
            /** @description Maximum model calls per prompt. */
            steps?: number;
            /** @description Time limit per prompt. */
            minutes?: number;
            /** @description Maximum prompt tokens over all requests of one prompt. */
            promptTokens?: number;
            /** @description Maximum number of files a job may change. */
            files?: number;
            /** @description Maximum number of lines a job may change. */
            changedLines?: number;
        };
        /** @description What agent jobs of all projects work on. */
        AgentSettingsList: {
            /** @description Projects that agent jobs can be created for. */
            projects: {
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /**
                 * @description What its agent jobs work on.
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
        /** @description Who did what to what, and when. */
        AuditEntry: {
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T09:30:00.000Z
             */
            at: string;
            /**
             * @description The name of the admin key, `owner`, or `project setting`.
             * @example owner
             */
            by: string;
            /**
             * @description What was done.
             * @example project-changed
             */
            action: string;
            /**
             * @description To what, for people: a key, a target, a bundle.
             * @example cdn
             */
            subject: string;
            /**
             * @description Identifier of that: a job, a project, a key, a target; empty where there is but one.
             * @example pub_1c7d20e94ab35f86
             */
            id: string;
            /** @description What else is known: `version`, `digest`, `place` and `status` of a publication; `fields` that were sent. */
            detail: {
                [key: string]: string | null;
            };
        };
        /** @description Who changed, published, received and trusted what. */
        AuditTrail: {
            /** @description Newest first. */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * @description Asks for the next page; null on the last one.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A link to an archive, and what is behind it. */
        Bundle: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * Format: uri
             * @description Absolute; works without the Authorization header until it expires. Take it as it is.
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
             * @description Time after which the link does not work any more.
             * @example 2026-03-02T10:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description Digest of the archive.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description Label of the export, for `staticExport.version`.
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
             * @description Archive format. Left out: the setting `apiBundleFormat`. A delta is always a `zip`.
             * @enum {string}
             */
            format?: "zip" | "tar.gz";
            /** @description True: an archive that unpacks into one folder, where the setting `archiveFolder` is on. Left out: its files lie at its root. A delta has no folder. */
            forPeople?: boolean;
            /**
             * @description An earlier completed job of the same project: asks for the delta from its bundle to this one.
             * @example se_4f0c9a12b7d35e68
             */
            base?: string;
            /** @description Lifetime of the link. Left out: the setting `linkLifetimeSeconds`. */
            expiresInSeconds?: number;
            /** @description Target of the kind s3 whose presigned link is wanted: the archive is sent there first, unless it is there. Null: a link of this server. Left out: as the project has it. */
            linkTarget?: string | null;
        };
        /** @description The site of a docs.json before and after the change of an agent job. */
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
                 * @description Its address in the site.
                 * @example /guide/start
                 */
                page: string;
                /**
                 * @description Its title.
                 * @example Start
                 */
                title: string;
                /**
                 * @description How it differs.
                 * @example changed
                 * @enum {string}
                 */
                change: "added" | "changed" | "removed";
            }[];
            /**
             * @description Findings that the change brings.
             * @example []
             */
            findings: {
                /**
                 * @description What kind it is.
                 * @example broken-link
                 * @enum {string}
                 */
                code: "broken-link" | "broken-page" | "config" | "diagram" | "dropped-code" | "failed-component" | "missing-file" | "missing-operation" | "missing-page" | "missing-snippet" | "remote-file" | "undefined-name" | "unknown-component" | "unknown-icon" | "unknown-language" | "unsupported-api";
                /**
                 * @description File of the repository.
                 * @example guide/start.mdx
                 */
                file: string;
                /**
                 * @description Line in it.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old leads to no page and no file.
                 */
                message: string;
            }[];
        };
        /** @description What became of one export in another of the same site. */
        Comparison: {
            /** @description What it is compared with. */
            base: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                jobId: string;
                /**
                 * @description The label of the bundle.
                 * @example 2026.11
                 */
                version: string;
                /**
                 * @description Names its content.
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
                 * @description The label of the bundle.
                 * @example 2026.11
                 */
                version: string;
                /**
                 * @description Names its content.
                 * @example 9f3c…
                 */
                digest: string;
            };
            /**
             * @description Both have the same content, byte for byte.
             * @example false
             */
            isSame: boolean;
            /** @description What became of pages, by path. */
            pages: {
                /** @description Pages that only the later one has. */
                added: {
                    /**
                     * @description Of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description As the page names itself.
                     * @example Guide · Example
                     */
                    title: string;
                }[];
                /** @description Pages that only the earlier one has. */
                removed: {
                    /**
                     * @description Of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description As the page names itself.
                     * @example Guide · Example
                     */
                    title: string;
                }[];
                /** @description Pages that both have, with other bytes. */
                changed: {
                    /**
                     * @description Of the page in the bundle.
                     * @example guide/index.html
                     */
                    path: string;
                    /**
                     * @description As the page names itself.
                     * @example Guide · Example
                     */
                    title: string;
                    /**
                     * @description What differs: `text`, the content of the page; `around`, only navigation, header or footer, or what changed in the same way on many pages; `code`, nothing that is read (markup, scripts, style).
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
                 * @description Pages that both have, byte for byte.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description What is no page: pictures, styles, scripts, downloads. */
            files: {
                /**
                 * @description That only the later one has.
                 * @example 12
                 */
                added: number;
                /**
                 * @description That only the earlier one has.
                 * @example 12
                 */
                removed: number;
                /**
                 * @description With other bytes.
                 * @example 12
                 */
                changed: number;
                /**
                 * @description The same in both.
                 * @example 12
                 */
                unchanged: number;
            };
            /** @description Changes that are the same on many pages (a footer, a menu), the most frequent first, at most 50. */
            repeated: {
                /**
                 * @description Lines that went, at most 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                removed: string[];
                /**
                 * @description Lines that came, at most 20.
                 * @example [
                 *       "© 2026 Example"
                 *     ]
                 */
                added: string[];
                /**
                 * @description On so many pages.
                 * @example 12
                 */
                pages: number;
                /**
                 * @description Of the page in the bundle.
                 * @example guide/index.html
                 */
                example: string;
            }[];
        };
        /** @description A new admin key, with the key itself. */
        CreatedAdminKey: {
            /**
             * @description Identifier of an admin key: not the key itself.
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
             * @description To the minute; null before the first use.
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description Null: never.
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description Null: it was not revoked.
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description The key itself. It is shown here and never again.
             * @example offp_…
             */
            key: string;
        };
        /** @description What was found out about a model server. */
        Diagnosis: {
            /** @description Jobs can use it. */
            ok: boolean;
            /**
             * @description What answers there.
             * @example vLLM
             */
            software: string | null;
            /** @description The models that it has. */
            models: string[];
            /** @description How each way of calling tools fared. */
            tools: {
                /**
                 * @description Tool calls in answers that are streamed.
                 * @enum {string}
                 */
                streamed: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
                /**
                 * @description Tool calls in answers that come at once.
                 * @enum {string}
                 */
                whole: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
                /**
                 * @description Tool calls as text.
                 * @enum {string}
                 */
                text: "works" | "garbled" | "printed" | "ignored" | "refused" | "failed";
            } | null;
            /** @description Tokens that the model was seen to read. */
            windowTokens: number | null;
            /** @description What is wrong. */
            findings: {
                /**
                 * @description An error keeps jobs from running.
                 * @enum {string}
                 */
                severity: "error" | "warning";
                /** @description What is wrong, and what mends it. */
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
             * @description What to look at.
             * @enum {string}
             */
            check: "browser" | "database";
        };
        /** @description What a check has found. */
        DiagnosticResult: {
            /**
             * @description What was looked at.
             * @enum {string}
             */
            check: "browser" | "database";
            /** @description It works. */
            ok: boolean;
            /**
             * @description What was seen, and what to do about it.
             * @example Chrome/153.0.0.0
             */
            detail: string;
            /**
             * @description How long it took.
             * @example 812
             */
            durationMs: number;
        };
        /** @description What one asks first when something does not work. */
        Diagnostics: {
            /**
             * @description The release of Offprint.
             * @example 1.0.0
             */
            version: string;
            /**
             * @description The release of Node.
             * @example 24.21.0
             */
            node: string;
            /**
             * @description The release of SQLite.
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
             * @description Where everything is kept.
             * @example /home/u/.local/share/offprint
             */
            dataFolder: string;
            /**
             * @description Size of the database.
             * @example 1048576
             */
            databaseBytes: number;
            /**
             * @description What is free on the disk of the data folder.
             * @example 53687091200
             */
            freeBytes: number;
            /**
             * @description What that disk holds.
             * @example 107374182400
             */
            totalBytes: number;
            /**
             * @description Why the browser that renders and verifies runs without its sandbox; null when it has one.
             * @example null
             */
            noSandbox: string | null;
            /**
             * @description Folder of the example that comes along; null without one.
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
                 * @description When.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /** @description What. */
                line: string;
            }[];
        };
        /** @description What the data folder takes on the disk. */
        DiskUse: {
            /** @description The largest first. */
            projects: {
                /**
                 * @description Identifier of a project.
                 * @example prj_1c7d20e94ab35f86
                 */
                projectId: string;
                /**
                 * @description What people call it.
                 * @example Documentation
                 */
                name: string;
                /**
                 * @description How many there are.
                 * @example 12
                 */
                exports: number;
                /**
                 * @description Bundles in every format, and deltas.
                 * @example 391204
                 */
                bundleBytes: number;
                /**
                 * @description Contents that were acquired; those that several projects use count for each.
                 * @example 391204
                 */
                contentBytes: number;
            }[];
            /**
             * @description Received bundles that wait for a decision.
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
             * @description Free on the disk of the data folder.
             * @example 391204
             */
            freeBytes: number;
            /**
             * @description Size of that disk.
             * @example 391204
             */
            totalBytes: number;
        };
        /** @description A drive that is plugged in. */
        Drive: {
            /**
             * @description Where it is mounted.
             * @example /media/ann/DOCS
             */
            mount: string;
            /**
             * @description Empty: none, or the system does not say.
             * @example DOCS
             */
            label: string;
            /**
             * @description As the system calls it.
             * @example exFAT
             */
            fileSystem: string;
            /** @description Nothing can be published to it. */
            isReadOnly: boolean;
            /** @description Null: the system does not say. */
            freeBytes: number | null;
            /** @description What lies at its top and where Offprint publishes to, by its name. Nothing of it was read. */
            bundles: {
                /** @description Absolute; to be given to POST /v1/received. */
                path: string;
                /** @description The same as seen from the drive. */
                name: string;
            }[];
            /** @description Why the drive could not be looked at. */
            error: string | null;
        };
        /** @description Drives that are plugged in. */
        DriveList: {
            /** @description By where they are mounted. */
            drives: components["schemas"]["Drive"][];
        };
        /** @description A drive that is carried, found by label or by where it is mounted. */
        DriveTarget: {
            /**
             * @description A drive that is carried.
             * @constant
             */
            kind: "drive";
            /** @description Label of the drive, wherever it is mounted. */
            label?: string;
            /** @description Where it is mounted. Give this or `label`. */
            path?: string;
            /** @description Folder of the drive. Left out: offprint. */
            folder?: string;
        };
        /** @description A setting and where its value comes from. */
        EffectiveSetting: {
            /**
             * @description Its name.
             * @example port
             */
            name: string;
            /**
             * @description Its value as it holds.
             * @example 4750
             */
            value: unknown;
            /**
             * @description What says so. What the environment or the file says cannot be changed by API.
             * @enum {string}
             */
            from: "option" | "environment" | "file" | "stored" | "default";
            /**
             * @description The variable or the file; null for others.
             * @example OFFPRINT_PORT
             */
            place: string | null;
        };
        /** @description Every setting of the server and where it comes from. */
        EffectiveSettingList: {
            /** @description In the order of the documentation. */
            settings: components["schemas"]["EffectiveSetting"][];
        };
        /**
         * @description The body of every answer that is not a success.
         * @example {
         *       "error": "No project has registered the domain docs.example.com. Create a project for it, or correct the domain."
         *     }
         */
        Error: {
            /** @description What is wrong, and what to do. */
            error: string;
        };
        /** @description One run over the site of a project. */
        ExportJob: {
            /**
             * @description Identifier of the job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * @description `completed` (packed and verified) and `failed` end the polling. A job that is paused or was interrupted reads `queued`.
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description Percent. Never falls.
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
             * @description When something about it changed last.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Why it failed, and what to do; only when failed. */
            error?: string;
            /** @description The kind of failure, for programs: `pages-missing`, `verification-failed`, `canceled`, …; only when failed. */
            errorCode?: string;
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /**
             * @description The domain that it exports.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description The label. Null until it is known, where it is made from the content.
             * @example 2026.3
             */
            version: string | null;
            /**
             * @description What it is at: pages are collected, packed, opened and compared; or all is done.
             * @example done
             * @enum {string}
             */
            phase: "acquire" | "pack" | "verify" | "done";
            /** @description Waits until it is resumed. */
            paused: boolean;
            /** @description Why it waits although nobody paused it. */
            pauseReason?: string;
            /** @description Pages and files that the bundle lacks (setting allowMissing). */
            missingCount: number;
            /**
             * @description What verification found; null before it.
             * @example passed
             */
            verdict: ("passed" | "findings" | "failed") | null;
            /** @description When it ran first. */
            startedAt: string | null;
            /** @description When it ended. */
            finishedAt: string | null;
            /**
             * @description The failed job that this one takes up.
             * @example null
             */
            retryOf: string | null;
            /**
             * @description Size of the archive; null before there is one.
             * @example 391204
             */
            bundleBytes: number | null;
            /** @description Pages known so far; while it runs. */
            pagesKnown?: number;
            /** @description Estimated seconds to its end, at most; while it runs and can be told. */
            remainingSeconds?: number;
            /** @description The least that they may be, while the estimate is not steady. */
            remainingLeastSeconds?: number;
            /** @description Pages are tried in a browser, to find out how they are to be acquired; while they are. */
            trying?: boolean;
        };
        /** @description A page of the list of jobs. */
        ExportJobList: {
            /** @description In the order that was asked for. */
            jobs: components["schemas"]["ExportJob"][];
            /**
             * @description Asks for the next page; null on the last one.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description Export settings; those that are left out stand at their defaults.
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
             * @description Complete the export even if something that the site lists or needs could not be read. Pages that no browser can render are then left out; otherwise the bundle has them as the origin sends them, which counts as a fault.
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
             * @description Whether pages keep the site's own scripts. `auto`: where samples show that they work from a file; `keep`: wherever the text is there without a browser; `freeze`: nowhere, so pages with scripts are rendered and get the bundle's own runtime. `render: never` and `render: always` come first.
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
         * @description Features of the site that may stay although they need a service of their vendor. A switch is taken where the deployment type makes the feature configurable; all are off by default.
         * @example {}
         */
        FeatureSwitches: {
            /** @description Hosted search. */
            search?: boolean;
            /** @description A chat with a hosted model. */
            assistant?: boolean;
            /** @description Counting of visits. */
            analytics?: boolean;
            /** @description "Try it" panels of API pages. */
            playground?: boolean;
        };
        /** @description A folder of the server's computer. */
        FolderListing: {
            /**
             * @description Absolute.
             * @example /srv/docs/site
             */
            path: string;
            /**
             * @description The folder above; null at the top.
             * @example /srv
             */
            parent: string | null;
            /** @description It holds an `index.html`. */
            isSite: boolean;
            /** @description The folders in it by name, at most 1,000. Hidden ones are left out. */
            folders: {
                /**
                 * @description Its name.
                 * @example site
                 */
                name: string;
                /**
                 * @description Absolute.
                 * @example /srv/docs/site
                 */
                path: string;
                /** @description It holds an `index.html`. */
                isSite: boolean;
            }[];
            /**
             * @description There are more than are listed.
             * @example false
             */
            isCut: boolean;
        };
        /** @description A folder, local or mounted. */
        FolderTarget: {
            /**
             * @description A folder of the server's computer.
             * @constant
             */
            kind: "folder";
            /** @description Absolute path of a folder on the server's computer. Must exist. */
            path: string;
        };
        /** @description Where merge requests are opened. */
        Forge: {
            /**
             * @description What it is called here.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (Forgejo too), `gitlab`, `github` (Enterprise Server), `bitbucket` (Data Center); `gitlab-push` and `agit-push` open requests by a push alone; `git` only holds the repository: the review is here.
             * @enum {string}
             */
            kind: "gitea" | "gitlab" | "github" | "bitbucket" | "gitlab-push" | "agit-push" | "git";
            /**
             * Format: uri
             * @description Address of the forge, without the API's path.
             * @example https://git.example.com
             */
            baseUrl: string;
            /**
             * @description PEM certificates to trust in addition to the usual ones.
             * @default
             */
            caBundle: string;
            /** @description A token is kept for it. */
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
             * @description What it is called here.
             * @example local
             */
            name: string;
            /**
             * @description `gitea` (Forgejo too), `gitlab`, `github` (Enterprise Server), `bitbucket` (Data Center); `gitlab-push` and `agit-push` open requests by a push alone; `git` only holds the repository: the review is here.
             * @enum {string}
             */
            kind: "gitea" | "gitlab" | "github" | "bitbucket" | "gitlab-push" | "agit-push" | "git";
            /**
             * Format: uri
             * @description Address of the forge, without the API's path.
             * @example https://git.example.com
             */
            baseUrl: string;
            /**
             * @description PEM certificates to trust in addition to the usual ones.
             * @default
             */
            caBundle: string;
            /**
             * @description Stored encrypted and never returned. Left out: stays as it is; null: there is none.
             * @example …
             */
            token?: string | null;
        };
        /** @description All forges. */
        ForgeList: {
            /** @description By name. */
            forges: components["schemas"]["Forge"][];
        };
        /** @description Whether the token reaches the repository of a project. */
        ForgeTest: {
            /** @description The token reaches the repository. */
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
        /** @description What is told to everybody. */
        Health: {
            /**
             * @description The server answers.
             * @constant
             */
            status: "ok";
            /**
             * @description The release of Offprint.
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
             * @description Identifier of the bundle that was received.
             * @example rc_0b7e35d1c94af268
             */
            receivedId?: string;
            /** @description Absolute path of a bundle on the server's computer: an archive, volumes, a folder. Keys reach what lies in `directoryRoots`. */
            path?: string;
        };
        /** @description A site that this installation serves to readers. */
        HostedSite: {
            /**
             * @description Identifier of a hosted site.
             * @example hs_4f0c9a12b7d35e68
             */
            siteId: string;
            /**
             * @description What people call it.
             * @example docs.example.com
             */
            name: string;
            /**
             * @description Address of this computer that it listens on; `0.0.0.0` or `::` for all.
             * @example 127.0.0.1
             */
            address: string;
            /**
             * @description Port that it listens on.
             * @example 8080
             */
            port: number;
            /**
             * @description How many versions stay, with the one that is served.
             * @example 3
             */
            keep: number;
            /**
             * @description Where readers find it; null while it is stopped.
             * @example http://127.0.0.1:8080/
             */
            url: string | null;
            /**
             * @description `starting`: its first version is being brought here; `failed`: readers are served nothing, and `error` says why.
             * @example serving
             * @enum {string}
             */
            status: "stopped" | "starting" | "serving" | "failed";
            /**
             * @description What is being done with the requested version.
             * @example idle
             * @enum {string}
             */
            activity: "idle" | "fetching" | "verifying" | "unpacking" | "checking" | "waiting";
            /**
             * @description Why the version requested last is not served.
             * @example null
             */
            error: string | null;
            /**
             * @description The same for programs.
             * @example null
             */
            errorCode: string | null;
            /** @description Those that are kept, the one that came last first. */
            versions: components["schemas"]["HostedVersion"][];
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was changed last.
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
             * @description What people call it.
             * @example docs.example.com
             */
            name?: string;
            /**
             * @description Address of this computer that it listens on; `0.0.0.0` or `::` for all.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description Port that it listens on.
             * @example 8080
             */
            port?: number;
            /**
             * @description How many versions stay, with the one that is served.
             * @example 3
             */
            keep?: number;
        };
        /** @description Sites that this installation serves to readers. */
        HostedSiteList: {
            /** @description By name. */
            sites: components["schemas"]["HostedSite"][];
        };
        /** @description A version that is kept. */
        HostedVersion: {
            /**
             * @description Names it among the versions of the site.
             * @example 2026.3-0b7e35d1c94a
             */
            versionId: string;
            /**
             * @description Its label.
             * @example 2026.3
             */
            version: string;
            /** @description Names its content. */
            digest: string;
            /**
             * @description Whose site it is.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description Pages that it has.
             * @example 118
             */
            pageCount: number;
            /** @description Of its files. */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When it came.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description Readers get this one while the site is served. */
            isActive: boolean;
        };
        HostingRollback: {
            /**
             * @description Left out: the one that came before the served one.
             * @example 2026.3-0b7e35d1c94a
             */
            versionId?: string;
        };
        /** @description How many jobs have each status. */
        JobCounts: {
            /**
             * @description Jobs that wait.
             * @example 1
             */
            queued: number;
            /**
             * @description Jobs that run.
             * @example 2
             */
            running: number;
            /**
             * @description Jobs that made a bundle.
             * @example 40
             */
            completed: number;
            /**
             * @description Jobs that failed or were canceled.
             * @example 3
             */
            failed: number;
        };
        KeepRequest: {
            /**
             * @description The project that it becomes a version of. Left out: the one that has its domain; where there is none, one is made.
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
                 * @description When it was made.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description New links are signed with this one.
                 * @example true
                 */
                signs: boolean;
            }[];
        };
        /** @description A link that logs a browser in. */
        LoginLink: {
            /**
             * Format: uri
             * @description Opens the interface once.
             * @example http://127.0.0.1:4750/login/0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS3cR3t0uS
             */
            url: string;
            /**
             * Format: date-time
             * @description When it ends unused.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description A model server that agent jobs may use. */
        ModelServer: {
            /**
             * @description What it is called here.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description Up to and including `/v1`.
             * @example http://10.0.0.7:8000/v1
             */
            baseUrl: string;
            /**
             * @description Id of the model there.
             * @example qwen3-coder-30b
             */
            model: string;
            /**
             * @description PEM certificates to trust in addition to the usual ones.
             * @default
             */
            caBundle: string;
            /**
             * @description Number of parallel requests. Others wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: by the API, as text, or (`auto`) as it turns out when it is tried before the first job.
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
            /** @description A token is kept for it. */
            hasToken: boolean;
            /**
             * @description How it turned out when it was tried; null: not yet.
             * @example null
             */
            measured: {
                /**
                 * @description How tools are called.
                 * @enum {string}
                 */
                transport: "native" | "text";
                /** @description Answers come as they are made. */
                stream: boolean;
                /** @description Tokens that the model was seen to read. */
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
             * @description What it is called here.
             * @example local
             */
            name: string;
            /**
             * Format: uri
             * @description Up to and including `/v1`.
             * @example http://10.0.0.7:8000/v1
             */
            baseUrl: string;
            /**
             * @description Id of the model there.
             * @example qwen3-coder-30b
             */
            model: string;
            /**
             * @description PEM certificates to trust in addition to the usual ones.
             * @default
             */
            caBundle: string;
            /**
             * @description Number of parallel requests. Others wait.
             * @default 1
             */
            concurrency: number;
            /**
             * @description How tools are called: by the API, as text, or (`auto`) as it turns out when it is tried before the first job.
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
             * @description Stored encrypted and never returned. Left out: stays as it is; null: there is none.
             * @example …
             */
            token?: string | null;
        };
        /** @description All model servers. */
        ModelServerList: {
            /** @description By name. */
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
             * @description From when on it does not work any more; null is never.
             * @default null
             */
            expiresAt: string | null;
        };
        /**
         * @example {
         *       "prompt": "Replace \"npm install\" by \"npm ci\" in the installation guide."
         *     }
         */
        NewAgentJob: {
            /**
             * @description The instruction for the agent.
             * @example Replace "npm install" by "npm ci" in the installation guide.
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
            /** @description What the agent is told: becomes one prompt. */
            messages: {
                /**
                 * @description `user` for the task, `system` for further instructions, `assistant` for example answers.
                 * @enum {string}
                 */
                role: "system" | "user" | "assistant";
                /** @description What is said. */
                content: string;
            }[];
            /** @description Not used: a job works on a branch of its own, which the header `X-Branch-Name` says. */
            branch?: string;
            /** @description The merge request is opened as a draft. Left out: it is not. */
            asDraft?: boolean;
            /** @description Not used: the project says which model works for it. */
            model?: string;
        };
        /** @description What a backup is to hold. */
        NewBackup: {
            /** @description With it the backup holds the keys too (secrets, admin keys), sealed with this passphrase: at least 12 characters. Without it, it holds none. */
            passphrase?: string;
        };
        NewCredential: {
            /**
             * @description By which projects speak of it.
             * @example docs-password
             */
            name: string;
            /**
             * @description The credential itself.
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
             * @description Identifier of the bundle that was received.
             * @example rc_0b7e35d1c94af268
             */
            receivedId?: string;
            /** @description Absolute path of a bundle on the server's computer: an archive, volumes, a folder. Keys reach what lies in `directoryRoots`. */
            path?: string;
            /**
             * @description Left out: the domain of the bundle, or the file's name.
             * @example docs.example.com
             */
            name?: string;
            /**
             * @description Left out: `127.0.0.1`, which this computer alone reaches.
             * @example 127.0.0.1
             */
            address?: string;
            /**
             * @description Left out, or 0: one that is free, which it keeps.
             * @example 8080
             */
            port?: number;
            /**
             * @description Left out: 3.
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
             * @description What people call it. Left out: the title of the site, once an export has read it.
             * @example Documentation
             */
            name?: string;
            /**
             * @description Host names of the site. The first is the one that bundles carry.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where its pages are read. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read; it decides which features of the site may stay.
             * @default air-gapped
             * @example air-gapped
             * @enum {string}
             */
            deploymentType: "cloud" | "client-hosted" | "air-gapped";
            /**
             * @description Which features of the site stay.
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
             * @description Target of the kind s3 whose presigned links are handed out as `bundleUrl`; null: links of this server.
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
            /** @description Null: those of all projects hold again. */
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
            /** @description Absolute path of an archive on the server's computer. Keys reach what lies in `directoryRoots`. */
            path?: string;
            /**
             * @description Label under which it is published. Left out: the bundle's own.
             * @example 2026.3
             */
            version?: string;
            /**
             * @description Left out: the target's.
             * @enum {string}
             */
            shape?: "site" | "archive";
        };
        /** @description When a project is to be exported. */
        NewSchedule: {
            /**
             * @description Five fields: minute, hour, day of the month, month, day of the week (0 to 7 or `mon`). `*`, lists, ranges and steps as in crontab.
             * @example 30 2 * * *
             */
            cron: string;
            /**
             * @description Name of the IANA time zone that it is read in. Left out when it is set: that of the server.
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
             * @description What people call it; unique.
             * @example Internal CDN
             */
            name: string;
            /** @description How it is reached. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /**
             * @description Kept by the secret store, and never told again.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.
             * @default archive
             * @enum {string}
             */
            shape: "site" | "archive";
            /**
             * @description Versions that stay there; 0: all.
             * @default 5
             */
            keep: number;
        };
        NewTrustedKey: {
            /**
             * @description What people call the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
            /**
             * @description PEM, its base64 alone, or the text of the QR code.
             * @example offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
             */
            publicKey: string;
        };
        /** @description Who this installation belongs to. */
        Organization: {
            /**
             * @description What people call it.
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
            /** @description What people call it. */
            name?: string;
            /**
             * @description What may be used.
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
        };
        /** @description Where the pages of a site are read. */
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
             * @description How the files become pages: `docs-json` makes the site that a docs.json or mint.json describes, `files` takes them as they are. Left out: `docs-json` where there is one and no index.html.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description For a docs.json: absolute folder with files that stand in for what only the network has, by address: `api.example.com/openapi.json`; icons as `icons/<style>/<name>.svg`.
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
             * @description Where the site begins; only pages below it are exported.
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
                 * @description Name of the credential that holds the value.
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
                 * @description Name of the credential that holds the value.
                 * @example docs-password
                 */
                secret: string;
            }[];
            /** @description User and password of the site (RFC 7617). */
            basicAuth?: {
                /**
                 * @description The user.
                 * @example reader
                 */
                user: string;
                /**
                 * @description Name of the credential that holds the value.
                 * @example docs-password
                 */
                secret: string;
            };
            /** @description Everything goes through this proxy. */
            proxy?: {
                /**
                 * Format: uri
                 * @description Address of the proxy.
                 * @example http://proxy.example:3128
                 */
                url: string;
                /**
                 * @description Name of the credential that holds `user:password`.
                 * @example docs-password
                 */
                secret?: string;
            };
            /**
             * @description File with certificates (PEM) of authorities to trust in addition to the usual ones.
             * @example /etc/ssl/internal-ca.pem
             */
            caBundle?: string;
            /**
             * @description At most so many requests in a second.
             * @example 10
             */
            requestsPerSecond?: number;
            /**
             * @description What robots.txt asks for is done; by default only where the site is not on a private address.
             * @example obey
             * @enum {string}
             */
            robots?: "obey" | "ignore";
            /**
             * @description Other hosts that pages may load files from: these come along.
             * @example [
             *       "static.example.com"
             *     ]
             */
            assetHosts?: string[];
        } | {
            /**
             * @description A branch of a repository of git.
             * @constant
             */
            kind: "repository";
            /**
             * @description Address of the repository, or an absolute folder with one.
             * @example https://git.example.com/docs/site.git
             */
            repository: string;
            /**
             * @description Branch that is exported.
             * @example main
             */
            ref: string;
            /**
             * @description Folder with the built site within it. Left out: the whole.
             * @example build
             */
            folder?: string;
            /**
             * @description Command of the shell that builds the site, run in a throw-away copy in a sandbox without network. Only the operator sets it.
             * @example npm run build
             */
            build?: string;
            /**
             * @description How the files become pages: `docs-json` makes the site that a docs.json or mint.json describes, `files` takes them as they are. Left out: `docs-json` where there is one and no index.html.
             * @example docs-json
             * @enum {string}
             */
            render?: "docs-json" | "files";
            /**
             * @description For a docs.json: absolute folder with files that stand in for what only the network has, by address: `api.example.com/openapi.json`; icons as `icons/<style>/<name>.svg`.
             * @example /srv/docs/supplied
             */
            supplied?: string;
        };
        /** @description What a live site answers. */
        OriginTest: {
            /**
             * @description `page`: it can be exported; `login`: it asks who is there; `tls`: its certificate or its TLS is not as it should be; `unreachable`: no answer; `unreadable`: an answer that is no page.
             * @example page
             * @enum {string}
             */
            outcome: "page" | "login" | "tls" | "unreachable" | "unreadable";
            /**
             * @description What did not work and what to do; null where a page came.
             * @example null
             */
            problem: string | null;
            /**
             * @description Where the page was found, after redirects.
             * @example https://docs.example.com/
             */
            url: string | null;
            /**
             * @description HTTP status of the last answer.
             * @example 200
             */
            status: number | null;
            /**
             * @description Title of the page.
             * @example Documentation
             */
            title: string | null;
            /**
             * @description The page has a field for a password: it may stand in the place of the site.
             * @example false
             */
            asksPassword: boolean;
            /**
             * @description Whether the robots.txt lets the page be exported: there is none, it does or does not (one that cannot be read forbids), or it is not asked.
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
                 * @description Where the site begins; only pages below it are exported.
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
                     * @description Name of the credential that holds the value.
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
                     * @description Name of the credential that holds the value.
                     * @example docs-password
                     */
                    secret: string;
                }[];
                /** @description User and password of the site (RFC 7617). */
                basicAuth?: {
                    /**
                     * @description The user.
                     * @example reader
                     */
                    user: string;
                    /**
                     * @description Name of the credential that holds the value.
                     * @example docs-password
                     */
                    secret: string;
                };
                /** @description Everything goes through this proxy. */
                proxy?: {
                    /**
                     * Format: uri
                     * @description Address of the proxy.
                     * @example http://proxy.example:3128
                     */
                    url: string;
                    /**
                     * @description Name of the credential that holds `user:password`.
                     * @example docs-password
                     */
                    secret?: string;
                };
                /**
                 * @description File with certificates (PEM) of authorities to trust in addition to the usual ones.
                 * @example /etc/ssl/internal-ca.pem
                 */
                caBundle?: string;
                /**
                 * @description At most so many requests in a second.
                 * @example 10
                 */
                requestsPerSecond?: number;
                /**
                 * @description What robots.txt asks for is done; by default only where the site is not on a private address.
                 * @example obey
                 * @enum {string}
                 */
                robots?: "obey" | "ignore";
                /**
                 * @description Other hosts that pages may load files from: these come along.
                 * @example [
                 *       "static.example.com"
                 *     ]
                 */
                assetHosts?: string[];
            };
            /**
             * @description Values of credentials that the origin names, for this call alone: they go before those that are kept.
             * @example {}
             */
            credentials?: {
                [key: string]: string;
            };
        };
        /** @description What became of the text of one page. */
        PageComparison: {
            /**
             * @description Of the page in the bundle.
             * @example guide/index.html
             */
            path: string;
            /**
             * @description As the page names itself.
             * @example Guide · Example
             */
            title: string;
            /**
             * @description As in the comparison; `none`: it is the same.
             * @example text
             * @enum {string}
             */
            change: "added" | "removed" | "text" | "around" | "code" | "none";
            /**
             * @description Whose lines differ: those of the content, or all of the page.
             * @example content
             * @enum {string}
             */
            of: "content" | "page";
            /**
             * @description The difference as `git diff` writes it, a line a block of text. Empty: no text differs.
             * @example --- a/guide/index.html
             *     +++ b/guide/index.html
             *     @@ -1,1 +1,1 @@
             *     -Old words.
             *     +New words.
             */
            patch: string;
        };
        /** @description A page of the list of what a job knows. */
        PageList: {
            /** @description In the order of their URLs. */
            pages: {
                /**
                 * @description Path within the site.
                 * @example /guide/start.html
                 */
                url: string;
                /**
                 * @description What it is; `unknown` where it could not be had.
                 * @enum {string}
                 */
                kind: "page" | "asset" | "redirect" | "unknown";
                /**
                 * @description What became of it.
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
                 * @description What the origin answered.
                 * @example 200
                 */
                httpStatus: number | null;
                /**
                 * @description Media type that the origin named.
                 * @example text/html
                 */
                contentType: string | null;
                /**
                 * @description Size at the origin.
                 * @example 18204
                 */
                sizeBytes: number | null;
                /**
                 * @description How long the origin took.
                 * @example 12.4
                 */
                durationMs: number | null;
                /**
                 * @description Where it was found first.
                 * @example /index.html
                 */
                referrer: string | null;
                /**
                 * @description How a page was acquired: as the origin sent it, or as a browser made it.
                 * @example fetched
                 */
                way: ("fetched" | "rendered") | null;
                /**
                 * @description Why so, and what was noticed on the way.
                 * @example It has no scripts.
                 */
                wayReason: string | null;
            }[];
            /**
             * @description Entries that the filters leave, on all pages.
             * @example 118
             */
            total: number;
            /**
             * @description Asks for the next page; null on the last one.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Exports that no rule removes. */
        Pins: {
            /** @description Exports that a person keeps, the first pinned first. */
            pinned: string[];
        };
        /** @description Preferences for the interface. Those that nobody set are absent. */
        Preferences: {
            /**
             * @description The colours.
             * @enum {string}
             */
            theme?: "system" | "light" | "dark";
            /** @description Shortcuts of one letter (WCAG 2.1.4: they can be switched off). */
            letterShortcuts?: boolean;
            /** @description The guide of the first run was seen. */
            isWelcomed?: boolean;
            /**
             * @description How changes are shown: one below the other, or side by side.
             * @enum {string}
             */
            diffView?: "unified" | "split";
        };
        /** @description What was chosen anew. */
        PreferencesChange: {
            /**
             * @description The colours.
             * @enum {string}
             */
            theme?: "system" | "light" | "dark";
            /** @description Shortcuts of one letter (WCAG 2.1.4: they can be switched off). */
            letterShortcuts?: boolean;
            /** @description The guide of the first run was seen. */
            isWelcomed?: boolean;
            /**
             * @description How changes are shown: one below the other, or side by side.
             * @enum {string}
             */
            diffView?: "unified" | "split";
        };
        /** @description What an export would take. */
        Preview: {
            /**
             * @description Of the start page of a folder; null where it has none, and for a live site.
             * @example Acme Docs
             */
            title: string | null;
            /**
             * @description Pages that would be exported; of a live site, those it would begin with.
             * @example 118
             */
            pages: number;
            /**
             * @description Files of a folder that look like private keys or passwords. An export fails with the code `secret-files` until `exclude` leaves them out or `includeSecrets` publishes them.
             * @example [
             *       "/deploy.key"
             *     ]
             */
            secretFiles: string[];
            /**
             * @description Other files that would come along; null for a live site, as the sizes: found out by exporting it.
             * @example 64
             */
            otherFiles: number | null;
            /**
             * @description What they have together.
             * @example 2811904
             */
            sizeBytes: number | null;
            /**
             * @description About what the archive will have.
             * @example 702976
             */
            estimatedBundleBytes: number | null;
            /**
             * @description The first of the pages, at most 500.
             * @example [
             *       "/index.html"
             *     ]
             */
            firstPages: string[];
            /**
             * @description What would be left out.
             * @example []
             */
            outOfScope: {
                /**
                 * @description Why.
                 * @example excluded
                 */
                reason: string;
                /** @description How many. */
                count: number;
                /** @description The first of them, at most 20. */
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
             * @description A bare host name that a project has registered: no protocol, port or path.
             * @example docs.example.com
             */
            domain?: string;
            /** @description Instead of a domain: an origin that is no project yet. */
            origin?: components["schemas"]["Origin"];
            /** @description Only these pages and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /**
             * @description Values of credentials that the origin names, for this call alone: they go before those that are kept.
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
             * @description What people call it.
             * @example Documentation
             */
            name: string;
            /**
             * @description Host names of the site. The first is the one that bundles carry.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains: string[];
            /** @description Where its pages are read. */
            origin: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read; it decides which features of the site may stay.
             * @example air-gapped
             * @enum {string}
             */
            deploymentType: "cloud" | "client-hosted" | "air-gapped";
            /**
             * @description Which features of the site stay.
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
            /** @description Targets that every completed export is published to. One that was removed stays in the list. */
            publishTo: string[];
            /** @description Object storage whose presigned links are handed out as `bundleUrl`; null: links of this server. One that was removed stays. */
            linkTarget: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was changed last.
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
             * @description What people call it.
             * @example Documentation
             */
            name?: string;
            /**
             * @description Replaces the host names. Needs the scope admin.
             * @example [
             *       "docs.example.com"
             *     ]
             */
            domains?: string[];
            /** @description Where the pages are read. Needs the scope admin. */
            origin?: components["schemas"]["Origin"];
            /**
             * @description Where the bundle will be read; it decides which features of the site may stay.
             * @example air-gapped
             * @enum {string}
             */
            deploymentType?: "cloud" | "client-hosted" | "air-gapped";
            /** @description Replaces the switches of the project. */
            features?: components["schemas"]["FeatureSwitches"];
            /** @description Replaces the settings of the project. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Replaces the targets that every completed export is published to. */
            publishTo?: string[];
            /** @description Target of the kind s3 whose presigned links are handed out as `bundleUrl`; null: links of this server. */
            linkTarget?: string | null;
        };
        /** @description An export job as the compatible edition tells it. */
        ProjectExportJob: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * @description `completed` (packed, verified, and there as tar.gz) and `failed` end the polling.
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
             * @description When something about it changed last.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Why it failed, and what to do; null otherwise.
             * @example null
             */
            error: string | null;
            /**
             * Format: uri
             * @description A fresh link to the tar.gz, which works without a key until it expires; only when completed.
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
             * @description When this link ends; only when completed.
             * @example 2026-03-02T09:30:00.000Z
             */
            expiresAt?: string;
        };
        /** @description All projects. */
        ProjectList: {
            /** @description By name. */
            projects: components["schemas"]["Project"][];
        };
        /** @description Which exports of a project stay. */
        ProjectRetention: {
            /**
             * @description Identifier of a project.
             * @example prj_1c7d20e94ab35f86
             */
            projectId: string;
            /** @description The rules of the project; null: those of all projects hold. */
            own: components["schemas"]["RetentionRules"] | null;
            /** @description Those of all projects: settings `retentionKeepLast` and `retentionKeepDays`. */
            general: components["schemas"]["RetentionRules"];
        };
        /** @description What came of a removal. */
        Pruned: {
            /** @description What was removed. */
            removed: components["schemas"]["Removable"][];
            /** @description What could not be. */
            failed: {
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                kind: "export" | "delta" | "received";
                /**
                 * @description Of the export, of the later export of a delta, or of the received bundle.
                 * @example se_4f0c9a12b7d35e68
                 */
                id: string;
                /** @description Of a delta: the export that it starts from. */
                baseJobId: string | null;
                /** @description Of an export. */
                projectId: string | null;
                /**
                 * @description For people.
                 * @example docs.example.com 2026.10
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When it was made, or came.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Its archives. Contents that no other export uses come on top.
                 * @example 391204
                 */
                bytes: number;
                /**
                 * @description Why it stays.
                 * @example It is in use.
                 */
                error: string;
            }[];
            /**
             * @description What the archives took that were removed.
             * @example 391204
             */
            bytes: number;
        };
        /** @description Who put what where, and what came of it. */
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
            /** @description Of the target, as it was called then. */
            targetName: string;
            /** @description Where the target was. */
            place: string;
            /**
             * @description Whether a version was brought, or returned to.
             * @enum {string}
             */
            kind: "publish" | "rollback";
            /** @description Whose bundle it is; null: of none that is known here. */
            jobId: string | null;
            /**
             * @description `archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Host name of the site; null until it is known. */
            domain: string | null;
            /** @description Its label on the target; null until it is known. */
            version: string | null;
            /** @description Names the content; null until it is known. */
            digest: string | null;
            /** @description The version that readers saw before. */
            previous: string | null;
            /** @description The name of the admin key, `owner`, or `project setting` where the project has its exports published on completion. */
            requestedBy: string;
            /**
             * @description `completed`, `failed` and `canceled` are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "canceled";
            /**
             * @description What it is at, or was.
             * @enum {string}
             */
            stage: "plan" | "transfer" | "verify" | "commit" | "prune" | "done";
            /** @description Percent of the stage. */
            progress: number;
            /** @description Bytes of the stage that are done. */
            doneBytes: number;
            /** @description Bytes of the stage. */
            totalBytes: number;
            /** @description Estimate to the end of the stage; null: none. */
            remainingSeconds: number | null;
            /** @description Files that travelled. */
            sentFiles: number;
            /** @description Bytes that travelled. */
            sentBytes: number;
            /** @description Files that the target had already, in this version or another. */
            keptFiles: number;
            /** @description What it waits for. */
            note: string | null;
            /** @description The kind of failure, for programs. */
            errorCode: string | null;
            /** @description Why it failed, and what to do. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When something about it changed last.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description When it ended; null: it has not. */
            endedAt: string | null;
        };
        /** @description Who put what where. */
        PublicationList: {
            /** @description Newest first. */
            publications: components["schemas"]["Publication"][];
        };
        /** @description What runs and what waits. */
        Queue: {
            /** @description No further job is started. */
            paused: boolean;
            /**
             * @description Jobs that may run at the same time (setting `exportConcurrency`).
             * @example 2
             */
            concurrency: number;
            /**
             * @description Ids of the jobs that run.
             * @example [
             *       "se_4f0c9a12b7d35e68"
             *     ]
             */
            running: string[];
            /**
             * @description Jobs that wait.
             * @example 3
             */
            queued: number;
        };
        ReceiveRequest: {
            /**
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or the descriptor of volumes. Keys reach what lies in `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path: string;
        };
        /** @description A bundle that came from elsewhere. */
        ReceivedBundle: {
            /**
             * @description Identifier of the bundle that was received.
             * @example rc_0b7e35d1c94af268
             */
            receivedId: string;
            /**
             * @description `receiving`: it is copied and verified; `failed`: it could not be, nothing was kept (told until the server ends); `duplicate`: the same archive was here; `waiting`: for somebody to keep or discard it; `refused`: altered or incomplete, nothing was kept.
             * @enum {string}
             */
            status: "receiving" | "failed" | "duplicate" | "waiting" | "kept" | "discarded" | "refused";
            /** @description Where it lay, or the name of the file that was uploaded. */
            source: string;
            /**
             * @description `owner`: the owner of the data folder; else the id of the admin key.
             * @example owner
             */
            receivedBy: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T09:30:00.000Z
             */
            receivedAt: string;
            /** @description While it is `receiving`. */
            progress: {
                /**
                 * @description What is being done.
                 * @enum {string}
                 */
                phase: "copying" | "verifying" | "applying";
                /** @description Done of this phase. */
                doneBytes: number;
                /** @description Null if not known. */
                totalBytes: number | null;
            } | null;
            /** @description Why it `failed`. */
            error: string | null;
            /** @description The same for programs. */
            errorCode: string | null;
            /** @description Of a `duplicate`: the one that is here. */
            duplicateOf: string | null;
            /** @description As it was when it came: `verification` tells how it stands by the keys that are trusted now. */
            verdictAtReceipt: ("valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned") | null;
            /** @description Null while it is `receiving`, and when that failed. */
            verification: components["schemas"]["Verification"] | null;
            /** @description The delta that it was made with. */
            delta: {
                /** @description The bundle that it is applied to. */
                base: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Label of the version. */
                    version: string;
                    /**
                     * @description Names the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
                /** @description The bundle that it makes. */
                target: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Label of the version. */
                    version: string;
                    /**
                     * @description Names the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
            } | null;
            /** @description It may be looked at and kept: it is valid, or somebody accepted it as what it is. */
            isUsable: boolean;
            /** @description Of the archive. */
            format: ("zip" | "tar.gz") | null;
            /** @description Of the archive. */
            sizeBytes: number | null;
            /** @description Of the archive. */
            sha256: string | null;
            /** @description Who accepted it although no trusted key signed it, and as what. */
            accepted: {
                /**
                 * @description As what.
                 * @enum {string}
                 */
                as: "unsigned" | "unknown-signer";
                /**
                 * @description `owner`: the owner of the data folder; else the id of the admin key.
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
            /** @description Of a kept one: the job whose bundle it is. */
            jobId: string | null;
        };
        /** @description What was received. */
        ReceivedList: {
            /** @description Newest first. */
            received: components["schemas"]["ReceivedBundle"][];
            /**
             * @description Asks for the next page; null on the last one.
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A version that lies on a target. */
        Release: {
            /** @description Label of the version. */
            version: string;
            /** @description Host name of the site. */
            domain: string;
            /**
             * @description `archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Names the content. */
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
            /** @description Of all files. */
            sizeBytes: number;
        };
        /** @description Something that the rules let go. */
        Removable: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "export" | "delta" | "received";
            /**
             * @description Of the export, of the later export of a delta, or of the received bundle.
             * @example se_4f0c9a12b7d35e68
             */
            id: string;
            /** @description Of a delta: the export that it starts from. */
            baseJobId: string | null;
            /** @description Of an export. */
            projectId: string | null;
            /**
             * @description For people.
             * @example docs.example.com 2026.10
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was made, or came.
             * @example 2026-03-02T09:30:00.000Z
             */
            at: string;
            /**
             * @description Its archives. Contents that no other export uses come on top.
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
             * @description Archives of the job, deltas too.
             * @example 1
             */
            bundles: number;
            /**
             * @description What they take on the disk.
             * @example 391204
             */
            bundleBytes: number;
            /**
             * @description Stored contents that no other job uses.
             * @example 12
             */
            objects: number;
            /**
             * @description What those take on the disk.
             * @example 80412
             */
            objectBytes: number;
        };
        /** @description What an export did and found. Further lists name broken links of the source, references to other hosts, and features that were removed or kept. */
        Report: {
            /**
             * @description What this is.
             * @constant
             */
            format: "offprint-report";
            /**
             * @description The form of the report; new fields leave it as it is.
             * @constant
             */
            formatVersion: 1;
            /**
             * @description The job, with the settings that held.
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
                /** @description The domain that was exported. */
                domain: string;
                /** @description What the job ended with. */
                status: string;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description What was packed. Null when nothing was.
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
                /** @description Files in it. */
                files: number;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @description How much of everything.
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
                /** @description Pages of the bundle. */
                pages: number;
                /** @description Other files of the site. */
                assets: number;
                /** @description Small pages that lead on. */
                redirects: number;
                /** @description What was read of the origin. */
                bytes: number;
                /** @description Entries of `missing`. */
                missing: number;
                /** @description Entries of `skipped`. */
                skipped: number;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description What the site lists or needs and the bundle lacks.
             * @example []
             */
            missing: ({
                /** @description What is missing. */
                url: string;
                /** @description Why. */
                reason: string;
                /** @description Where it was found first. */
                referrer: string | null;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What was left out on purpose.
             * @example []
             */
            skipped: ({
                /** @description What was left out. */
                url: string;
                /** @description Why. */
                reason: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description How the pages of each layout were acquired.
             * @example []
             */
            layouts: ({
                /** @description `fetched`: as the origin sent them, `rendered`: as a browser made them. */
                way: string;
                /** @description Why. */
                reason: string;
                /** @description Pages of this layout. */
                pages: number;
                /** @description One of them. */
                example: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What verification did and found. Null when it did not come to it.
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
            /** @description What would go, the oldest first. */
            remove: components["schemas"]["Removable"][];
            /**
             * @description What its archives take.
             * @example 391204
             */
            bytes: number;
            /**
             * @description What the contents take that no other export uses, besides.
             * @example 391204
             */
            contentBytes: number;
            /** @description What the rules let go and stays all the same. */
            keep: {
                /**
                 * @description Identifier of an export job.
                 * @example se_4f0c9a12b7d35e68
                 */
                id: string;
                /**
                 * @description For people.
                 * @example docs.example.com 2026.10
                 */
                name: string;
                /**
                 * @description Why it stays.
                 * @enum {string}
                 */
                reason: "newest" | "pinned" | "published" | "hosted" | "linked" | "in-use";
            }[];
        };
        /** @description An export goes when each rule that is set lets it go; with none set all stay. */
        RetentionRules: {
            /**
             * @description So many completed exports stay; 0: no such rule.
             * @example 5
             */
            keepLast: number;
            /**
             * @description Exports stay for so many days; 0: no such rule.
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
            /** @description They go to the agent as one message. */
            comments: {
                /**
                 * @description File; null: the whole change.
                 * @default null
                 */
                path: string | null;
                /**
                 * @description Line of the new file.
                 * @default null
                 */
                line: number | null;
                /** @description What is to be done about it. */
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
             * @description What is said about it.
             * @default
             * @example Thank you.
             */
            note: string;
        };
        Revocation: {
            /**
             * @description Shown wherever the key is.
             * @example The laptop was stolen.
             */
            reason: string;
        };
        RollbackRequest: {
            /**
             * @description Left out: the newest one before the current version.
             * @example 2026.3
             */
            version?: string;
        };
        /** @description A bucket, or what of it begins with a prefix. Secrets: `secretAccessKey`, and `sessionToken` for keys that expire. */
        S3Target: {
            /**
             * @description A server that speaks the S3 API.
             * @constant
             */
            kind: "s3";
            /**
             * Format: uri
             * @description Address of the server.
             * @example https://s3.example.com
             */
            endpoint: string;
            /** @description Region of the bucket. Left out: us-east-1. */
            region?: string;
            /**
             * @description Must exist.
             * @example docs
             */
            bucket: string;
            /** @description What keys begin with, before a slash. Left out: nothing. */
            prefix?: string;
            /**
             * @description Access key id.
             * @example DOCS
             */
            accessKeyId: string;
            /** @description Certificates to trust in addition to those that Node trusts, PEM. */
            ca?: string;
        };
        /** @description When a project is exported by itself. */
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
             * @description Name of the IANA time zone that it is read in. Left out when it is set: that of the server.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description Nothing runs until it is resumed.
             * @example false
             */
            isPaused: boolean;
            /** @description The next three runs; none while it is paused. */
            nextRuns: string[];
            /** @description A run is due and begins when this export of the project has ended; null: none is. */
            waitsFor: string | null;
            /** @description The run before; null: there was none. */
            lastRun: {
                /**
                 * Format: date-time
                 * @description When.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description Runs that it stood for: more than one where some were missed, while the server was away for example.
                 * @example 1
                 */
                due: number;
                /** @description The export; null: it could not be started, or was deleted. */
                jobId: string | null;
                /** @description How the export stands; null: there is none. */
                status: ("queued" | "running" | "completed" | "failed") | null;
                /**
                 * @description Why it could not be started, or failed; null: neither.
                 * @example null
                 */
                error: string | null;
            } | null;
        };
        /** @description All schedules. */
        ScheduleList: {
            /** @description The one that runs next first. */
            schedules: components["schemas"]["Schedule"][];
        };
        /** @description Where secrets are kept. */
        Secrets: {
            /**
             * @description What keeps the master key, which seals the others.
             * @enum {string}
             */
            provider: "keychain" | "secret-file" | "passphrase" | "memory";
            /** @description False: secrets are lost when the server ends. */
            persistent: boolean;
            /** @description Where the master key is. */
            detail: string;
            /** @description What does not work, and what to do about it. */
            problem?: string;
            /** @description The secrets that are kept; their values are never told. */
            names: string[];
        };
        /** @description What a new master key sealed. */
        SecretsRotated: {
            /** @description Secrets that were sealed anew. */
            resealed: number;
        };
        /** @description All settings of the server as they hold. */
        ServerSettings: {
            /**
             * @description Accept API requests on `host` and `port`. When off, only the desktop app itself can use its server. `offprint serve` always accepts them.
             * @default true
             */
            localApi: boolean;
            /**
             * @description Address the API listens on. Anything but loopback needs TLS or `allowPlainNetwork`.
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
             * @description Archive format of bundle links when an API request names none. The app and the command line use zip.
             * @default tar.gz
             * @enum {string}
             */
            apiBundleFormat: "zip" | "tar.gz";
            /**
             * @description Whether archives that people download in the app unpack into one folder named after the site and version. Archives of the command line and of API links do so when asked (`--archive-folder`, `forPeople`).
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
             * @description So many completed exports of each project stay when old ones are removed; 0 is no such rule. An export goes when each rule that is set lets it go; with none set all stay. A project may have rules of its own.
             * @default 0
             */
            retentionKeepLast: number;
            /**
             * @description Exports stay for so many days when old ones are removed; 0 is no such rule.
             * @default 0
             */
            retentionKeepDays: number;
            /**
             * @description Deltas older than so many days are removed with old exports; 0 keeps them. They are made again on request.
             * @default 0
             */
            retentionDeltaDays: number;
            /**
             * @description Received bundles that nobody has decided about for so many days are discarded with old exports; 0 keeps them.
             * @default 0
             */
            retentionReceivedDays: number;
            /**
             * @description Remove what the rules let go once a day while the server runs. Off, `offprint prune` does it.
             * @default false
             */
            retentionDaily: boolean;
            /**
             * @description Addresses other than loopback that API keys may host sites on.
             * @default []
             */
            hostingAddresses: string[];
            /**
             * @description Least severe level that the server log records. `debug` includes every request.
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
         * @description `null` takes a setting back to its default.
         * @example {
         *       "exportConcurrency": 4,
         *       "publicUrl": null
         *     }
         */
        ServerSettingsChange: {
            /** @description Accept API requests on `host` and `port`. When off, only the desktop app itself can use its server. `offprint serve` always accepts them. */
            localApi?: boolean | null;
            /** @description Address the API listens on. Anything but loopback needs TLS or `allowPlainNetwork`. */
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
            /** @description Archive format of bundle links when an API request names none. The app and the command line use zip. */
            apiBundleFormat?: ("zip" | "tar.gz") | null;
            /** @description Whether archives that people download in the app unpack into one folder named after the site and version. Archives of the command line and of API links do so when asked (`--archive-folder`, `forPeople`). */
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
            /** @description So many completed exports of each project stay when old ones are removed; 0 is no such rule. An export goes when each rule that is set lets it go; with none set all stay. A project may have rules of its own. */
            retentionKeepLast?: number | null;
            /** @description Exports stay for so many days when old ones are removed; 0 is no such rule. */
            retentionKeepDays?: number | null;
            /** @description Deltas older than so many days are removed with old exports; 0 keeps them. They are made again on request. */
            retentionDeltaDays?: number | null;
            /** @description Received bundles that nobody has decided about for so many days are discarded with old exports; 0 keeps them. */
            retentionReceivedDays?: number | null;
            /** @description Remove what the rules let go once a day while the server runs. Off, `offprint prune` does it. */
            retentionDaily?: boolean | null;
            /** @description Addresses other than loopback that API keys may host sites on. */
            hostingAddresses?: string[] | null;
            /** @description Least severe level that the server log records. `debug` includes every request. */
            logLevel?: ("error" | "warn" | "info" | "debug") | null;
            /** @description Maximum size of a log file before a new one is started, in MiB. Takes effect after a restart. */
            logMaxMegabytes?: number | null;
            /** @description Number of log files to keep, including the current one. Takes effect after a restart. */
            logFiles?: number | null;
        };
        /** @description A folder of an SFTP server. Secrets: `password`, or `privateKey` with `passphrase`. */
        SftpTarget: {
            /**
             * @description An SFTP server.
             * @constant
             */
            kind: "sftp";
            /**
             * Format: uri
             * @description Address of a folder there; `/~/` is the home of the user. Must exist.
             * @example sftp://files.example.com/srv/docs
             */
            url: string;
            /** @description User. */
            username: string;
            /**
             * @description SHA-256 fingerprint of the host key, as `ssh-keygen -lf` prints it. Nothing is sent before it is given.
             * @example SHA256:3p8u1zLjV1yqHnHkzS1ACYpHcRpAyNtXxGyTAfg2X5w
             */
            hostKey?: string;
        };
        /** @description A received bundle that can be looked at. */
        ShownReceived: {
            /**
             * @description Identifier of the bundle that was received.
             * @example rc_0b7e35d1c94af268
             */
            receivedId: string;
            /**
             * Format: uri
             * @description Where browsers of this computer see the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
        };
        /** @description An exported site that can be looked at. */
        ShownSite: {
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId: string;
            /**
             * Format: uri
             * @description Where browsers of this computer see the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
        };
        SignatureRequest: {
            /**
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or the descriptor of volumes. Keys reach what lies in `directoryRoots`.
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
            /** @description Of the archive; null for a folder. */
            sizeBytes: number | null;
            /** @description Of the archive; null for a folder. */
            sha256: string | null;
        };
        /** @description The site of a docs.json, as a branch has it. */
        SitePreview: {
            /**
             * Format: uri
             * @description Where browsers of this computer see the site.
             * @example http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/
             */
            siteUrl: string;
            /**
             * @description The commit that is shown; `folder` for a folder.
             * @example 4f1c8d2e7a90b35c6d1e2f3a4b5c6d7e8f901234
             */
            version: string;
            /**
             * @description Pages of the site.
             * @example 312
             */
            pages: number;
            /**
             * @description What could not be shown as its author meant it.
             * @example []
             */
            findings: {
                /**
                 * @description What kind it is.
                 * @example broken-link
                 * @enum {string}
                 */
                code: "broken-link" | "broken-page" | "config" | "diagram" | "dropped-code" | "failed-component" | "missing-file" | "missing-operation" | "missing-page" | "missing-snippet" | "remote-file" | "undefined-name" | "unknown-component" | "unknown-icon" | "unknown-language" | "unsupported-api";
                /**
                 * @description File of the repository.
                 * @example guide/start.mdx
                 */
                file: string;
                /**
                 * @description Line in it.
                 * @example 12
                 */
                line?: number;
                /**
                 * @description What is wrong.
                 * @example The link to /old leads to no page and no file.
                 */
                message: string;
            }[];
        };
        /** @description Which branch is shown. */
        SitePreviewRequest: {
            /**
             * @description Branch to show. Left out: that of the origin.
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
             * @description A bare host name that a project has registered: no protocol, port or path.
             * @example docs.example.com
             */
            domain: string;
            /**
             * @description Label of the export, as `staticExport.version` pins it. Left out: 12 digits of the content digest.
             * @example 2026.3
             */
            version?: string;
            /** @description Only these pages (URL paths) and what they need. */
            paths?: string[];
            /** @description Export settings that differ from the project's. */
            settings?: components["schemas"]["ExportSettings"];
            /** @description Re-use nothing of earlier exports. The bundle is the same. */
            fresh?: boolean;
            /** @description Go on with an unfinished job of the site that does the same, where there is one. */
            resume?: boolean;
        };
        /**
         * @example {
         *       "basePath": "/docs"
         *     }
         */
        StartProjectExport: {
            /**
             * @description Path of the host below which the bundle will be served. Left out: the setting `basePath` of the project.
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
             * @description What people call it; unique.
             * @example Internal CDN
             */
            name: string;
            /** @description Where it is, for people. */
            place: string;
            /** @description How it is reached. */
            settings: components["schemas"]["FolderTarget"] | components["schemas"]["DriveTarget"] | components["schemas"]["WebdavTarget"] | components["schemas"]["SftpTarget"] | components["schemas"]["S3Target"];
            /** @description Which secrets are kept for it. They are never told. */
            secrets: ("password" | "privateKey" | "passphrase" | "secretAccessKey" | "sessionToken")[];
            /**
             * @description `archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape: "site" | "archive";
            /** @description Versions that stay there; 0: all. */
            keep: number;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-03-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-03-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description Only the fields that are sent. */
        TargetChange: {
            /**
             * @description What people call it; unique.
             * @example Internal CDN
             */
            name?: string;
            /**
             * @description Kept by the secret store, and never told again.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description `archive`: the bundle as one file, with its manifest, signature and SHA-256 beside it. `site`: unpacked, for a web server.
             * @enum {string}
             */
            shape?: "site" | "archive";
            /** @description Versions that stay there; 0: all. */
            keep?: number;
            /**
             * @description SHA-256 fingerprint of the host key, as `ssh-keygen -lf` prints it. Nothing is sent before it is given.
             * @example SHA256:3p8u1zLjV1yqHnHkzS1ACYpHcRpAyNtXxGyTAfg2X5w
             */
            hostKey?: string;
        };
        /** @description Places where bundles are published. */
        TargetList: {
            /** @description By name. */
            targets: components["schemas"]["Target"][];
        };
        /** @description A target as it is now, looked at from this server. */
        TargetState: {
            /**
             * @description Identifier of a target.
             * @example tgt_4f0c9a12b7d35e68
             */
            targetId: string;
            /** @description The version that readers see; null: none. */
            current: string | null;
            /** @description The versions that lie there, newest first. */
            releases: components["schemas"]["Release"][];
            /** @description What it can do. */
            capabilities: {
                /**
                 * @description How readers are led to the current version: a symbolic link, a file or an object.
                 * @enum {string}
                 */
                pointer: "link" | "file" | "object";
                /** @description A file that was cut off goes on where it ended. */
                resumesFiles: boolean;
                /** @description What an earlier version has is taken over there, without being sent. */
                copies: boolean;
                /** @description Free space; null: it does not say. */
                freeBytes: number | null;
                /** @description Of one file; null: no limit that is known. */
                maxFileBytes: number | null;
                /** @description It keeps a second writer away itself; otherwise that rests on agreement. */
                exclusiveLock: boolean;
            };
        };
        /** @description How a job has come along. */
        Throughput: {
            /**
             * @description Oldest first, at even distances; none before the start of the server.
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
                 * @description What the job was at.
                 * @enum {string}
                 */
                phase: "acquire" | "pack" | "verify" | "done";
                /** @description Percent. */
                progress: number;
                /** @description Pages exported so far. */
                pageCount: number;
            }[];
        };
        /** @description The key of this installation, and the keys that it trusts. */
        Trust: {
            /** @description What this installation signs with; null: bundles are unsigned. */
            ownKey: components["schemas"]["TrustedKey"] | null;
            /** @description All keys, those of this installation first, revoked ones too. */
            keys: components["schemas"]["TrustedKey"][];
        };
        /** @description A public key whose signatures count, or counted. */
        TrustedKey: {
            /**
             * @description SHA-256 of the public key, in hex.
             * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
             */
            fingerprint: string;
            /**
             * @description The same in groups of four, to be compared by voice.
             * @example 7d0b 9f7c 1c3c 1f3e 8f7f 6d1b 2a9e 4c5d 0f1e 2d3c 4b5a 6978 8796 a5b4 c3d2 e1f0
             */
            spokenFingerprint: string;
            /**
             * @description PEM, as openssl takes it.
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
             * @description What people call the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
            /** @description It is, or was, the key of this installation. */
            isOwn: boolean;
            /** @description This installation signs with it. */
            signs: boolean;
            /**
             * Format: date-time
             * @description When it came into the list.
             * @example 2026-03-02T09:30:00.000Z
             */
            addedAt: string;
            /** @description Since then its signatures count no more; null: they do. */
            revokedAt: string | null;
            /** @description Why it was revoked. */
            revokedReason: string | null;
            /** @description Of an own key: the keys before it, oldest first, whose statements every signature carries. */
            handovers: string[];
        };
        TrustedKeyChange: {
            /**
             * @description What people call the key's owner.
             * @example Docs team, Berlin
             */
            name: string;
        };
        UploadRequest: {
            /**
             * @description What people know it by.
             * @example docs.example.com-2026.3.zip
             */
            fileName: string;
            /**
             * @description Of the whole file.
             * @example 5242880
             */
            sizeBytes: number;
        };
        /** @description Whether a bundle is what somebody trusted has signed. */
        Verification: {
            /**
             * @description Only `valid` means: what a trusted key signed, all of it and nothing else. `unknown-signer`, `revoked-signer` and `unsigned` say that the content fits its manifest.
             * @enum {string}
             */
            verdict: "valid" | "altered" | "incomplete" | "unknown-signer" | "revoked-signer" | "unsigned";
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "bundle" | "delta";
            /** @description A sentence for people. */
            summary: string;
            /** @description What to do about it. */
            whatToDo: string;
            /** @description What its manifest says; null where that cannot be read. Believe it when the verdict is valid. */
            bundle: {
                /** @description Host name of the site. */
                domain: string;
                /** @description Label of the version. */
                version: string;
                /** @description Names the content. */
                digest: string;
                /** @description Pages. */
                pageCount: number;
                /** @description Files but the manifest and its signature. */
                fileCount: number;
                /** @description Of all files, unpacked. */
                sizeBytes: number;
                /** @description Things of the site that were missing when it was exported. */
                missingCount: number;
            } | null;
            /** @description What a delta makes out of what. */
            delta: {
                /** @description The bundle that it is applied to. */
                base: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Label of the version. */
                    version: string;
                    /**
                     * @description Names the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
                /** @description The bundle that it makes. */
                target: {
                    /** @description Host name of the site. */
                    domain: string;
                    /** @description Label of the version. */
                    version: string;
                    /**
                     * @description Names the content.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    digest: string;
                    /** @description Of the archive. */
                    sizeBytes: number;
                    /**
                     * @description Of the archive.
                     * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                     */
                    sha256: string;
                };
            } | null;
            /** @description Null: not signed, or the signature does not hold. */
            signer: {
                /**
                 * @description SHA-256 of the public key, in hex.
                 * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
                 */
                fingerprint: string;
                /**
                 * @description The same in groups of four, to be compared by voice.
                 * @example 7d0b 9f7c 1c3c 1f3e 8f7f 6d1b 2a9e 4c5d 0f1e 2d3c 4b5a 6978 8796 a5b4 c3d2 e1f0
                 */
                spokenFingerprint: string;
                /**
                 * @description PEM, as openssl takes it.
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
                 * @description What its signature is worth here.
                 * @enum {string}
                 */
                standing: "trusted" | "unknown" | "revoked";
                /** @description Of a known key, or the one that handed over to it. */
                name: string | null;
                /** @description This installation signed it. */
                isOwn: boolean;
                /** @description When the key was revoked; null: it was not. */
                revokedAt: string | null;
                /** @description Why it was revoked. */
                revokedReason: string | null;
                /** @description The known key whose owner handed over to this one. Where it is revoked, its word counts for nothing. */
                voucher: {
                    /** @description Of the known key. */
                    name: string;
                    /**
                     * @description SHA-256 of the public key, in hex.
                     * @example 7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0
                     */
                    fingerprint: string;
                    /** @description When the known key was revoked; null: it was not. */
                    revokedAt: string | null;
                } | null;
            } | null;
            /** @description Files that are not what was packed. */
            altered: number;
            /** @description Files that are not there. */
            missing: number;
            /** @description Files that nobody packed. */
            unknown: number;
            /** @description The first 1,000 of `faultCount`. */
            faults: {
                /** @description A file, or a volume; empty: the archive itself. */
                path: string;
                /**
                 * @description What is wrong with it.
                 * @enum {string}
                 */
                kind: "changed" | "missing" | "unexpected" | "order" | "digest" | "signature" | "structure" | "volume";
                /** @description A sentence for people. */
                text: string;
            }[];
            /** @description How many faults there are. */
            faultCount: number;
            /** @description Set by an operator after the export; nothing signs them. */
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
             * @description Absolute path on the server's computer: a bundle, a delta, a folder, or the descriptor of volumes. Keys reach what lies in `directoryRoots`.
             * @example /srv/incoming/docs.example.com-2026.3.zip
             */
            path?: string;
            /**
             * @description Identifier of an export job.
             * @example se_4f0c9a12b7d35e68
             */
            jobId?: string;
        };
        /** @description A folder of a WebDAV server. Secret: `password`. */
        WebdavTarget: {
            /**
             * @description A WebDAV server.
             * @constant
             */
            kind: "webdav";
            /**
             * Format: uri
             * @description Address of a folder there. Must exist.
             * @example https://dav.example.com/docs/
             */
            url: string;
            /** @description User; left out: none. */
            username?: string;
            /** @description Certificates to trust in addition to those that Node trusts, PEM. */
            ca?: string;
        };
    };
    responses: {
        /** @description Something in the request is not right; the sentence names it. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No admin key, or one that is mistyped, unknown, revoked or expired; the sentence says which. */
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
        /** @description The key lacks the scope, or the call came from a web page of another site. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request with this Idempotency-Key is still being carried out. */
        StillRunning: {
            headers: {
                /** @description Seconds to wait before the next try, where they can be told. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is longer than 1 MiB, or than the operation says. */
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
        /** @description The Idempotency-Key was used with another body. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit is reached. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before the next try, where they can be told. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server. Its log says more. */
        Fault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is starting up, its disk is full, or other requests with long bodies are being worked on. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before the next try, where they can be told. */
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
                /** @description Only jobs that have this in their domain, version or id. */
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
            /** @description What it would take. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries of a page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "queued" | "running" | "completed" | "failed";
                /** @description Only jobs of this domain. */
                domain?: string;
                /** @description Only jobs of this project. */
                projectId?: string;
                /** @description Only jobs that have this in their domain, version or id. */
                search?: string;
                /** @description Leaves out so many at the beginning, for lists that are jumped about in. Not with `cursor`. */
                offset?: number;
                /** @description The order; `-` begins with the latest. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for the job. */
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
                /** @description Only say what would be removed. */
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
            /** @description The job is gone. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for the job. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries of a page. */
                limit?: number;
                /** @description Left out: everything but assets. `unknown` is what could not be had. */
                kind?: "page" | "asset" | "redirect" | "unknown";
                /** @description Only entries that became this. */
                status?: "queued" | "done" | "failed" | "skipped";
                /** @description Only entries with this in their URL or title. */
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
                /** @description Go on after the event of this id. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                /** @description The earlier export. Left out: the one of the same project that completed before. */
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
                /** @description The earlier export. Left out: the one of the same project that completed before. */
                base?: string;
                /** @description Of the page in the bundle. */
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
                /** @description Of the page in the bundle. */
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
            /** @description The picture. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for the job. */
                    Location?: string;
                    /** @description Prompts and messages that the project has in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description Those that are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until another one is. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Prompts and messages that the project has in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description Those that are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until another one is. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries of a page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "active" | "completed" | "archived" | "failed";
                /** @description `false` leaves out archived jobs, `true` all others. */
                archived?: "true" | "false";
                /** @description Only jobs that have this in their first prompt or id. */
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
                    /** @description Prompts and messages that the project has in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description Those that are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until another one is. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries of a page. */
                limit?: number;
                /** @description Only jobs with this status. */
                status?: "active" | "completed" | "archived" | "failed";
                /** @description `false` leaves out archived jobs, `true` all others. */
                archived?: "true" | "false";
                /** @description Only jobs that have this in their first prompt or id. */
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
                /** @description Go on after the event of this id. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Prompts and messages that the project has in any 60 minutes. */
                    "RateLimit-Limit"?: string;
                    /** @description Those that are left. */
                    "RateLimit-Remaining"?: string;
                    /** @description Seconds until another one is. */
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
            /** @description The job that proposes it. */
            201: {
                headers: {
                    /** @description Where to ask for the job. */
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
                /** @description When the link ends, in seconds since 1970. */
                expires?: number;
                /** @description Which key signed it. */
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
                /** @description What it is called here. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description What it is called here. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found out. */
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
                /** @description What it is called here. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description What it is called here. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for the job. */
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
                    /** @description Branch that its change will be on. */
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
                /** @description Jobs that are left out first. */
                skip?: number;
                /** @description Jobs of the answer. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for the project. */
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
            /** @description The project is gone. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description It is gone. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description What it takes. */
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
            /** @description What would go. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description Their ids. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description It is done. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description It is done. */
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
            /** @description What answered. */
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
                /** @description Absolute path. Left out: the home folder of the user that runs the server; for keys, the first of `directoryRoots`. */
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
                /** @description Identifier of an admin key: not the key itself. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description The key is gone. */
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
            /** @description Where they are kept, and their names. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries at most. As text/csv and application/jsonl all of them come at once. */
                limit?: number;
                /** @description Only this action: `project-changed`. */
                action?: string;
                /** @description Only what this admin key did, by its name, or `owner`. */
                by?: string;
                /** @description Only what was done to this: its identifier, or a part of its name. */
                object?: string;
                /** @description Only from this time on. */
                since?: string;
                /** @description Only before this time. */
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
            /** @description It is gone. */
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
            /** @description It is signed. */
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
            /** @description It is gone. */
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
                /** @description At most so many. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description It is under way. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
            /** @description It is under way. */
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
            /** @description It is canceled. */
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
            /** @description It is under way. */
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
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Entries of the history at most. */
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
            /** @description It is being received: ask for it until its status is another. */
            202: {
                headers: {
                    /** @description Where to ask for it. */
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
            /** @description It is being received: ask for it until its status is another. */
            202: {
                headers: {
                    /** @description Where to ask for it. */
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
                /** @description Where the bytes begin in the file. */
                offset: number;
            };
            header?: never;
            path: {
                /** @description Identifier of the bundle that was received. */
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
                /** @description Identifier of the bundle that was received. */
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
                /** @description Identifier of the bundle that was received. */
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
                /** @description Identifier of the bundle that was received. */
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
                /** @description Identifier of the bundle that was received. */
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
                /** @description Identifier of the bundle that was received. */
                receivedId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description A text of your own making, a UUID for example. The same one with the same body gives the same answer for 24 hours, and nothing is done twice. */
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
                    /** @description Where to ask for it. */
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
            /** @description It is gone. */
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
            /** @description It is under way. */
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
            /** @description It is kept. */
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
                /** @description By which projects speak of it. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                    /** @description Bytes of the files before compression: how far it has come can be told from it. */
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
            /** @description The facts. */
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
            /** @description It is. */
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
