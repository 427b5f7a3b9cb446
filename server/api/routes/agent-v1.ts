import { agentBranch } from '../../agent-jobs/task.ts';
import { agentPlan } from '../../store/agent-events.ts';
import { type AgentJob, pageOfAgentJobs } from '../../store/agent-jobs.ts';
import { findProject } from '../../store/projects.ts';
import { agentJobBody } from '../agent-job-body.ts';
import { agentMessageStream } from '../agent-message-stream.ts';
import { agentJobParams } from '../agent-schemas.ts';
import { subdomainOf } from '../bundle-link.ts';
import * as schemas from '../edition-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { promptOf } from '../prompt-of-messages.ts';
import { projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import { agentNotReady, agentStarter, tooManyPrompts } from '../start-agent-job.ts';

const JOBS = '/v1/agent/:projectId';
const tag = 'Compatible edition';

/** Returns the endpoints for version 1 of agent jobs, for existing programs (docs/decisions/0053). */
export function agentV1Endpoints(services: Services): Endpoint[] {
  const { host } = services;
  const { requireProject, required, create } = agentStarter(services);

  const sessionOf = async (job: AgentJob) => {
    const { prLink } = await agentJobBody(services, job);
    const { todo, title } = agentPlan(host.store(), job.id);
    const [domain = ''] = findProject(host.store(), job.projectId)?.domains ?? [];
    return {
      sessionId: job.id,
      subdomain: subdomainOf(domain),
      branch: job.ref,
      haulted: job.status !== 'active',
      haultReason: haultReasonOf(job),
      ...(prLink !== null && { pullRequestLink: prLink }),
      ...(job.status !== 'active' && job.sentence !== null && { messageToUser: job.sentence }),
      todos: todo.map(({ state, text }, index) => ({
        content: text,
        status: TODO_STATES[state],
        priority: 'medium',
        id: String(index + 1),
      })),
      ...(title !== null && { title }),
      createdAt: job.createdAt,
    };
  };

  return [
    endpoint({
      method: 'POST',
      path: `${JOBS}/job`,
      operationId: 'createAgentSession',
      tag,
      deprecated: true,
      summary: 'Create an agent job (v1, deprecated)',
      description:
        "Deprecated: use `POST /v2/agent/{projectId}/job`. The response streams the job's activity until the job ends, in the AI SDK format (`useChat`). The job continues even if nobody reads the stream. Unknown fields are ignored.",
      scope: 'write',
      params: projectParams,
      body: schemas.newAgentSession,
      responses: {
        200: {
          description: 'The activity of the job.',
          mediaTypes: ['text/event-stream'],
          headers: {
            'X-Session-Id': "The job's ID.",
            'X-Branch-Name': "Branch for the job's change.",
          },
        },
        400: agentNotReady,
        404: refusal('No such project.'),
        429: tooManyPrompts,
      },
      handle: async ({ params: { projectId }, body: { messages, asDraft } }) => {
        const made = await create(projectId, {
          prompt: promptOf(messages),
          ...(asDraft && { asDraft }),
        });
        return agentMessageStream(services, made, agentBranch(made.id));
      },
    }),
    endpoint({
      method: 'GET',
      path: `${JOBS}/job/:id`,
      operationId: 'getAgentSession',
      tag,
      deprecated: true,
      summary: 'Get an agent job (v1, deprecated)',
      description: 'Deprecated: use `GET /v2/agent/{projectId}/job/{id}`.',
      scope: 'read',
      params: agentJobParams,
      responses: { 200: { description: 'The job.', schema: schemas.agentSession } },
      handle: async ({ params }) => ({ status: 200, body: await sessionOf(required(params)) }),
    }),
    endpoint({
      method: 'GET',
      path: `${JOBS}/jobs`,
      operationId: 'listAgentSessions',
      tag,
      deprecated: true,
      summary: "List a project's agent jobs (v1, deprecated)",
      description: 'Deprecated: use `GET /v2/agent/{projectId}/jobs`.',
      scope: 'read',
      params: projectParams,
      query: schemas.agentSessionQuery,
      responses: { 200: { description: 'The jobs.', schema: schemas.agentSessionList } },
      handle: async ({ params: { projectId }, query: { skip, take } }) => {
        requireProject(projectId);
        const jobs = pageOfAgentJobs(host.store(), { projectId, limit: take, offset: skip });
        return { status: 200, body: { allSessions: await Promise.all(jobs.map(sessionOf)) } };
      },
    }),
  ];
}

const TODO_STATES = { open: 'pending', doing: 'in_progress', done: 'completed' } as const;

function haultReasonOf({ status, code }: AgentJob): string {
  if (status === 'active') return 'processing';
  if (status === 'completed') return 'completed';
  if (code === 'canceled') return 'interrupted';
  return code === 'repository' || code === 'publish-failed' ? 'github_missconfigured' : 'error';
}
