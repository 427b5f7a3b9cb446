import fs from 'node:fs';
import path from 'node:path';
import { exportFolder } from '../../agent-jobs/folder.ts';
import { type EventBody, type Logged, toJsonLines } from '../../agents/log/event-log.ts';
import type { JobEvent } from '../../agents/loop/events.ts';
import { type JobState, stateOf } from '../../agents/loop/state.ts';
import { outcomeSentence, stepsOf } from '../../agents/loop/steps.ts';
import { linkFault } from '../../bundles/signed-link.ts';
import { eventTable } from '../../store/agent-events.ts';
import { type AgentJob, findAgentJob, pageOfAgentJobs } from '../../store/agent-jobs.ts';
import { agentEvents } from '../agent-events.ts';
import { agentJobBody, agentJobEntry } from '../agent-job-body.ts';
import * as schemas from '../agent-schemas.ts';
import { ApiError } from '../api-error.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { type Answer, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { lastEventId, lastEventIdHeader } from '../event-replay.ts';
import { reviewPage } from '../review-page.ts';
import { projectParams } from '../schemas.ts';
import { sendFile } from '../send-file.ts';
import type { Services } from '../services.ts';
import { sharedTurns } from '../shared-turns.ts';
import { agentNotReady, agentStarter, rateDescriptions, tooManyPrompts } from '../start-agent-job.ts';

const JOBS = '/v2/agent/:projectId';
const JOB = `${JOBS}/job/:id`;
const tag = 'Agent jobs';
/** Limit for the JSON of an import. It is large because changes may contain images. */
const IMPORT_MAX_BYTES = 64 * 2 ** 20;
const job = { description: 'The agent job.', schema: schemas.agentJob };
/** Returns the endpoints for agent jobs: from a prompt to a proposed change, and its review. */
export function agentJobEndpoints(services: Services): Endpoint[] {
  const { host, agents, agentConfig: config } = services;
  const { requireProject, required, rates, withRates, orderFor, create } = agentStarter(services);

  const body = (found: AgentJob) => agentJobBody(services, found);
  const eventsOf = (id: string) => eventTable(host.store(), id).all() as readonly Logged<JobEvent>[];

  /**
   * Makes diffs one at a time: each one makes the writer rebuild the files of a job, and anyone with a link can request
   * it any number of times.
   */
  const diffOf = sharedTurns((id) => host.command('agentDiff', id));
  const pages = new WeakMap<object, string>();
  const pageOf = async (found: AgentJob): Promise<string> => {
    const diff = await diffOf(found.id);
    const page = pages.get(diff) ?? reviewPage(found, outcomeSentence(stateOf(eventsOf(found.id))), diff);
    pages.set(diff, page);
    return page;
  };

  const message = async (
    found: AgentJob,
    prompt: string,
    once: Parameters<Endpoint['handle']>[0]['once'],
  ): Promise<Answer> => {
    // Checked before counting the use: a job that cannot continue accepts no message.
    config.setupOf(found.projectId);
    const args = [found.id, prompt, await config.tokens()] as const;
    const made = await withRates(
      found.projectId,
      once
        ? (host.command('once', once, 200, 'messageAgentJob', args) as Promise<AgentJob>)
        : host.command('messageAgentJob', ...args),
    );
    agents.ask(found.id);
    return { status: 200, body: await body(made), headers: rates(found.projectId) };
  };

  const listOf = async (query: {
    cursor?: string | undefined;
    limit: number;
    status?: AgentJob['status'] | 'archived' | undefined;
    archived?: boolean | undefined;
    search?: string | undefined;
    projectId?: string | undefined;
  }): Promise<Answer> => {
    const [key, id] = query.cursor === undefined ? [] : fromCursor(query.cursor, 2);
    const found = pageOfAgentJobs(host.store(), {
      projectId: query.projectId,
      status: query.status,
      archived: query.archived,
      search: query.search,
      limit: query.limit + 1,
      after: key !== undefined && id !== undefined ? { key, id } : undefined,
    });
    const jobs = found.slice(0, query.limit);
    const last = found.length > query.limit ? jobs.at(-1) : undefined;
    return {
      status: 200,
      body: {
        jobs: await Promise.all(jobs.map((entry) => agentJobEntry(services, entry))),
        nextCursor: last ? toCursor(last.createdAt, last.id) : null,
      },
    };
  };

  return [
    endpoint({
      method: 'POST',
      path: `${JOBS}/job`,
      operationId: 'createAgentJob',
      tag,
      summary: 'Create an agent job',
      description:
        'Poll the job until its status is `completed`, `archived` or `failed`. If the agent changed files, `prLink` is set by then. Unknown fields are ignored.',
      scope: 'write',
      params: projectParams,
      body: schemas.newAgentJob,
      idempotency: 'atomic',
      responses: {
        201: {
          ...job,
          description: 'The job was created.',
          headers: { Location: 'The URL path of the job.', ...rateDescriptions },
          example: schemas.activeAgentJob,
        },
        400: agentNotReady,
        404: refusal('No such project.'),
        429: tooManyPrompts,
      },
      handle: async ({ params: { projectId }, body: { prompt }, once }) => {
        const made = await create(projectId, { prompt }, once);
        return {
          status: 201,
          body: await body(made),
          headers: { location: `/v2/agent/${projectId}/job/${made.id}`, ...rates(projectId) },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: JOB,
      operationId: 'getAgentJob',
      tag,
      summary: 'Get an agent job',
      description:
        'Call this to poll the job. A status of `completed` does not mean that there is a merge request: check `prLink`.',
      scope: 'read',
      params: schemas.agentJobParams,
      responses: { 200: job },
      handle: async ({ params }) => ({ status: 200, body: await body(required(params)) }),
    }),
    endpoint({
      method: 'POST',
      path: `${JOB}/message`,
      operationId: 'messageAgentJob',
      tag,
      summary: 'Send a message to an agent job',
      description:
        'An active job reads the message at its next step; a job that has ended continues with the message. Each message counts as a prompt. Unknown fields are ignored.',
      scope: 'write',
      params: schemas.agentJobParams,
      body: schemas.agentMessage,
      idempotency: 'atomic',
      responses: {
        200: { ...job, headers: rateDescriptions, example: schemas.activeAgentJob },
        400: agentNotReady,
        409: refusal(
          'The job is archived, or the request with this Idempotency-Key is still being processed.',
        ),
        429: tooManyPrompts,
      },
      handle: ({ params, body: { prompt }, once }) => message(required(params), prompt, once),
    }),

    endpoint({
      method: 'GET',
      path: `${JOBS}/jobs`,
      operationId: 'listAgentJobs',
      tag,
      summary: "List a project's agent jobs",
      description:
        'Returns one page at a time. To get the next page, send `nextCursor` from the response as `cursor`.',
      scope: 'read',
      params: projectParams,
      query: schemas.agentJobQuery,
      responses: {
        200: { description: 'One page of jobs.', schema: schemas.agentJobList, headers: rateDescriptions },
      },
      handle: async ({ params: { projectId }, query }) => {
        requireProject(projectId);
        return { ...(await listOf({ ...query, projectId })), headers: rates(projectId) };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/v2/agent/jobs',
      operationId: 'listAllAgentJobs',
      tag,
      summary: 'List the agent jobs of all projects',
      description:
        'Newest first. With `id`, returns only the job with that ID, whichever project it belongs to.',
      scope: 'read',
      query: schemas.anyAgentJobQuery,
      responses: { 200: { description: 'One page of jobs.', schema: schemas.agentJobList } },
      handle: async ({ query: { id, ...query } }) => {
        if (id === undefined) return listOf(query);
        const found = findAgentJob(host.store(), id);
        const jobs = found ? [await agentJobEntry(services, found)] : [];
        return { status: 200, body: { jobs, nextCursor: null } };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${JOB}/cancel`,
      operationId: 'cancelAgentJob',
      tag,
      summary: 'Cancel an agent job',
      description:
        'The status becomes `failed`, and the changes are kept. To continue the job, send it a message.',
      scope: 'write',
      params: schemas.agentJobParams,
      responses: {
        200: { ...job, example: { ...schemas.activeAgentJob, status: 'failed' } },
        409: refusal('The job has already ended.'),
      },
      handle: async ({ params }) => ({
        status: 200,
        body: await body(await host.command('cancelAgentJob', required(params).id)),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${JOB}/archive`,
      operationId: 'archiveAgentJob',
      tag,
      summary: 'Archive an agent job',
      description: 'The job accepts no more messages. Its merge request is not affected.',
      scope: 'write',
      params: schemas.agentJobParams,
      responses: {
        200: {
          ...job,
          example: {
            ...schemas.activeAgentJob,
            status: 'archived',
            archivedAt: '2026-03-02T11:00:00.000Z',
          },
        },
        409: refusal('The job is active.'),
      },
      handle: async ({ params }) => ({
        status: 200,
        body: await body(await host.command('archiveAgentJob', required(params).id)),
      }),
    }),

    endpoint({
      method: 'GET',
      path: `${JOB}/detail`,
      operationId: 'getAgentJobDetail',
      tag,
      summary: 'Get the details of an agent job',
      description: 'The steps of the job, its to-do list, its resource usage, and why it ended.',
      scope: 'read',
      params: schemas.agentJobParams,
      responses: { 200: { description: 'The job and its steps.', schema: schemas.agentDetail } },
      handle: async ({ params }) => {
        const found = required(params);
        const events = eventsOf(found.id);
        const state = stateOf(events);
        const limits = config.settingsOf(found.projectId);
        const until = state.ended ? Date.parse(state.lastAt) : Date.now();
        return {
          status: 200,
          body: {
            job: await body(found),
            projectId: found.projectId,
            prompt: found.prompt,
            stage: found.stage,
            outcome: found.sentence !== null && !state.review ? found.sentence : outcomeSentence(state),
            stopCode: found.code,
            review: state.review,
            isReviewedHere: isReviewedHere(state),
            title: state.finish?.title ?? null,
            note: state.finish?.summary ?? null,
            problems: [...state.leftProblems],
            base: state.base,
            targetBranch: state.baseBranch,
            messagesWaiting: state.waiting.length,
            todo: [...state.todo],
            budget: {
              steps: { used: state.round.steps, limit: limits?.steps ?? 0 },
              promptTokens: { used: state.round.promptTokens, limit: limits?.promptTokens ?? 0 },
              minutes: {
                used: Math.max(0, Math.floor((until - Date.parse(state.round.startedAt)) / 60_000)),
                limit: limits?.minutes ?? 0,
              },
            },
            steps: stepsOf(events),
          },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOB}/events`,
      operationId: 'streamAgentEvents',
      tag,
      summary: 'Follow an agent job',
      description:
        'Streams server-sent events, each with an id, until the job ends. With `Accept: application/jsonl`, returns the whole log instead: one event per line, with its position in the hash chain.',
      scope: 'read',
      params: schemas.agentJobParams,
      headers: lastEventIdHeader,
      responses: {
        200: { description: 'The events.', mediaTypes: ['text/event-stream', 'application/jsonl'] },
      },
      handle: ({ params, header }) => {
        const { id } = required(params);
        if (!/application\/(jsonl|x-ndjson)/.test(header('accept') ?? '')) {
          return agentEvents(services, id, lastEventId(header));
        }
        const text = toJsonLines(eventTable(host.store(), id).all() as readonly Logged<EventBody>[]);
        return {
          respond: (_request, response) => {
            response.writeHead(200, { 'content-type': 'application/jsonl; charset=utf-8' });
            response.end(text);
          },
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOB}/diff`,
      operationId: 'getAgentDiff',
      tag,
      summary: 'Get the change an agent job made',
      description:
        'While the job is active, returns its changes so far. With `Accept: text/x-diff`, returns only the patch.',
      scope: 'read',
      params: schemas.agentJobParams,
      responses: {
        200: {
          description: 'The change.',
          schema: schemas.agentDiff,
          mediaTypes: ['application/json', 'text/x-diff'],
        },
      },
      handle: async ({ params, header }) => {
        const diff = await diffOf(required(params).id);
        if (!/text\/x-(diff|patch)/.test(header('accept') ?? '')) return { status: 200, body: diff };
        return {
          respond: (_request, response) => {
            response.writeHead(200, { 'content-type': 'text/x-diff; charset=utf-8' });
            response.end(diff.patch);
          },
        };
      },
    }),

    ...(['approve', 'reject'] as const).map((verb) =>
      endpoint({
        method: 'POST',
        path: `${JOB}/${verb}`,
        operationId: `${verb}AgentJob`,
        tag,
        summary: verb === 'approve' ? 'Approve and merge a change' : 'Reject a change',
        description:
          verb === 'approve'
            ? 'Merges the change into its target branch and pushes the branch. Available only if the change is reviewed on this server (`isReviewedHere`). Nothing is overwritten if the branch has moved in the meantime.'
            : 'Rejects the change without merging anything. Available only if the change is reviewed on this server (`isReviewedHere`). To get a new proposal, send the job a message.',
        scope: 'write',
        params: schemas.agentJobParams,
        body: schemas.reviewDecision,
        bodyOptional: true,
        responses: {
          200: job,
          409: refusal(
            'The job is active, has not proposed a change, or has a merge request on a forge; or its change was already approved or rejected, or conflicts with what has been merged since.',
          ),
        },
        handle: async ({ params, body: { note } }) => {
          const found = required(params);
          const access = await config.accessOf(config.setupOf(found.projectId));
          const decision = verb === 'approve' ? 'merged' : 'rejected';
          return {
            status: 200,
            body: await body(await host.command('reviewAgentJob', found.id, decision, note, access)),
          };
        },
      }),
    ),
    endpoint({
      method: 'POST',
      path: `${JOB}/comments`,
      operationId: 'commentAgentJob',
      tag,
      summary: 'Comment on a change',
      description: 'All comments are sent to the agent as one message, which counts as one prompt.',
      scope: 'write',
      params: schemas.agentJobParams,
      body: schemas.reviewComments,
      idempotency: 'atomic',
      responses: {
        200: { ...job, headers: rateDescriptions, example: schemas.activeAgentJob },
        400: agentNotReady,
        409: refusal(
          'The job is archived, or the request with this Idempotency-Key is still being processed.',
        ),
        429: tooManyPrompts,
      },
      handle: ({ params, body: { comments }, once }) =>
        message(
          required(params),
          `Review comments:\n${comments
            .map(({ path: file, line, text }) => {
              const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `;
              return `- ${place}${text}`;
            })
            .join('\n')}`,
          once,
        ),
    }),
    endpoint({
      method: 'POST',
      path: `${JOB}/export`,
      operationId: 'exportAgentChange',
      tag,
      summary: 'Export a change as files',
      description:
        'Creates a git bundle, a patch and their checksums for offline transfer. Get each file with `GET …/export/{file}`.',
      scope: 'write',
      params: schemas.agentJobParams,
      responses: {
        200: { description: 'The files.', schema: schemas.agentExport },
        409: refusal('The job has no changes.'),
      },
      handle: async ({ params }) => ({
        status: 200,
        body: { files: await host.command('exportAgentChange', required(params).id) },
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${JOB}/export/:file`,
      operationId: 'getAgentExport',
      tag,
      summary: 'Get a file from an exported change',
      description: 'Returns the file from the most recent export of the change.',
      scope: 'read',
      params: schemas.agentFileParams,
      responses: { 200: { description: 'The file.', mediaTypes: ['application/octet-stream'] } },
      handle: ({ params }) => {
        const found = required(params);
        const file = path.join(exportFolder(host.dataFolder, found), params.file);
        if (!fs.existsSync(file)) {
          throw new ApiError(
            404,
            `The change from job ${found.id} has not been exported. Export it with POST …/export.`,
          );
        }
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': 'application/octet-stream',
              'content-disposition': `attachment; filename="${params.file}"`,
              'content-length': fs.statSync(file).size,
            });
            sendFile(response, file);
          },
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${JOBS}/import`,
      operationId: 'importAgentChange',
      tag,
      summary: 'Import an exported change',
      description:
        'Creates a job from a bundle exported by another Offprint installation, and proposes the change here. The same rules apply as for other jobs in this project. The body can be up to 64 MiB, enough for a 48 MB bundle.',
      scope: 'write',
      params: projectParams,
      body: schemas.agentImport,
      bodyMaxBytes: IMPORT_MAX_BYTES,
      responses: {
        201: {
          ...job,
          description: 'The job that proposes the change.',
          headers: { Location: 'The URL path of the job.' },
          example: schemas.activeAgentJob,
        },
        400: refusal(
          'The bundle does not contain exactly one change, or the project has no repository or model server.',
        ),
        404: refusal('No such project.'),
        409: refusal('The repository does not contain the commit that the change is based on.'),
      },
      handle: async ({ params: { projectId }, body: { bundle, sha256 } }) => {
        requireProject(projectId);
        const setup = config.setupOf(projectId);
        const { roots, allowed } = setup.settings;
        const bytes = Buffer.from(bundle, 'base64');
        const made = await host
          .command(
            'importAgentChange',
            orderFor(projectId, 'Change imported from elsewhere.'),
            { bundle: bytes, sha256, policy: { roots, allowed } },
            await config.accessOf(setup),
            await config.tokens(),
          )
          .catch((error: unknown) => {
            if (error instanceof Error && 'code' in error && error.code === 'integrity') {
              throw new ApiError(400, error.message, { 'offprint-error': 'integrity' });
            }
            throw error;
          });
        agents.ask(made.id);
        return {
          status: 201,
          body: await body(made),
          headers: { location: `/v2/agent/${projectId}/job/${made.id}` },
        };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/review/:id',
      operationId: 'openReview',
      tag,
      summary: 'View a change',
      description:
        'Shows the change as a read-only page. If the change is reviewed on this server, the signed link `prLink` points here. The link expires after `reviewLinkLifetimeSeconds`, but each response about the job contains a fresh one.',
      scope: 'none',
      params: schemas.reviewParams,
      query: schemas.reviewQuery,
      responses: {
        200: { description: 'A page.', mediaTypes: ['text/html'] },
        403: refusal('The link has expired, was altered or is incomplete, or its signing key was revoked.'),
        404: refusal('The job was deleted.'),
      },
      handle: async ({ params: { id }, query }) => {
        const asked = String((query as { key?: unknown }).key ?? '');
        const key = await services.linkKeys.find(asked);
        const given = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const fault = linkFault(
          `/review/${id}`,
          given,
          (wanted) => (wanted === asked ? key : undefined),
          Date.now(),
        );
        if (fault) {
          throw new ApiError(
            403,
            fault === 'expired'
              ? 'This link has expired. Get the job again and use its new prLink, or view the change in the app.'
              : 'This link is not valid: it was altered or is incomplete, or its signing key was revoked. Get the job again and use its new prLink.',
          );
        }
        const found = findAgentJob(host.store(), id);
        if (!found) throw new ApiError(404, 'The agent job for this link was deleted.');
        const page = await pageOf(found);
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': 'text/html; charset=utf-8',
              'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
            });
            response.end(page);
          },
        };
      },
    }),
  ];
}

function isReviewedHere({ published }: JobState): boolean {
  return published?.link.startsWith('/') === true;
}
