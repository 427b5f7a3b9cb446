import type { AgentOrder } from '../agent-jobs/task.ts';
import { type AgentJob, findAgentJob } from '../store/agent-jobs.ts';
import type { RequestIdentity } from '../store/idempotent-answers.ts';
import { findProject, type Project } from '../store/projects.ts';
import { AGENT_USES_PER_HOUR } from '../store/rate-limit.ts';
import { ApiError } from './api-error.ts';
import { refusal } from './endpoint.ts';
import { rateHeaders, withRetryAfter } from './rate-limit-headers.ts';
import type { Services } from './services.ts';

const RATE = { kind: 'agent', limit: AGENT_USES_PER_HOUR } as const;

/** Descriptions of the limit's headers, which every response that counts has. */
export const rateDescriptions = {
  'RateLimit-Limit': 'Prompts and messages the project is allowed in any 60-minute period.',
  'RateLimit-Remaining': 'Prompts and messages left.',
  'RateLimit-Reset': 'Seconds until one more prompt or message becomes available; 0 if all are available.',
};
export const tooManyPrompts = refusal(
  `The project has used all ${AGENT_USES_PER_HOUR} prompts and messages allowed in any 60-minute period, or too many invalid keys came from this address.`,
  { 'Retry-After': 'Seconds to wait before trying again.', ...rateDescriptions },
);
export const agentNotReady = refusal(
  'Part of the request is not valid, or the project has no repository or model server; the error says which.',
);

/** Functions for finding and creating agent jobs, shared by all versions of the API. */
export function agentStarter({ host, agents, agentConfig: config }: Services) {
  /** @throws ApiError 404 */
  const requireProject = (id: string): Project => {
    const found = findProject(host.store(), id);
    if (found?.id === id) return found;
    throw new ApiError(404, `There is no project ${shown(id)}. GET /v1/projects lists all projects.`);
  };
  /** @throws ApiError 404 */
  const required = ({ projectId, id }: Readonly<{ projectId: string; id: string }>): AgentJob => {
    const found = findAgentJob(host.store(), id);
    if (found?.projectId === projectId) return found;
    throw new ApiError(
      404,
      `This project has no agent job ${shown(id)}. GET /v2/agent/${shown(projectId)}/jobs lists its agent jobs.`,
    );
  };

  const rates = (projectId: string) => rateHeaders(host.store(), projectId, RATE);
  const withRates = (projectId: string, work: Promise<AgentJob>): Promise<AgentJob> =>
    withRetryAfter(host.store(), projectId, RATE, work);

  /** @throws OffprintError `usage` with the name of the missing setting */
  const orderFor = (projectId: string, prompt: string): AgentOrder => {
    const { settings, repository, modelServer } = config.setupOf(projectId);
    return {
      projectId,
      prompt,
      repository,
      branch: settings.branch,
      modelServer: settings.modelServer,
      model: modelServer.settings.model,
    };
  };

  /** @throws ApiError 404, 429; OffprintError `usage` */
  const create = async (
    projectId: string,
    order: Pick<AgentOrder, 'prompt' | 'asDraft'>,
    once?: RequestIdentity,
  ): Promise<AgentJob> => {
    requireProject(projectId);
    const args = [{ ...orderFor(projectId, order.prompt), ...order }, await config.tokens()] as const;
    const made = await withRates(
      projectId,
      once
        ? (host.command('once', once, 201, 'createAgentJob', args) as Promise<AgentJob>)
        : host.command('createAgentJob', ...args),
    );
    agents.ask(made.id);
    return made;
  };

  return { requireProject, required, rates, withRates, orderFor, create };
}

/** Shortens and escapes text from a caller for use in an error sentence. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60)).slice(1, -1);
}
