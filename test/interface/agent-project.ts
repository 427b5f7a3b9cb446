import { bareRepository } from '../../server/api/agent.test-support.ts';
import { call, finish, policies, withProbes } from '../stand-ins/model-policies.ts';
import { type ModelStandIn, type Policy, startModelServer } from '../stand-ins/model-server.ts';
import type { App } from './launch.ts';

export const MODEL_TOKEN = 'canary-model-token';

/** Does the task; after a review it changes the greeting as well. A prompt with `wait` is never answered. */
const policy: Policy = (request, number) => {
  const { messages } = request;
  if (messages.some(({ role, content }) => role === 'user' && content.startsWith('Wait'))) {
    return { thinkMs: 120_000, text: 'late' };
  }
  const reviewed = messages.findIndex(
    ({ role, content }) => role === 'user' && content.includes('Review comments'),
  );
  if (reviewed === -1) return policies.happy?.(request, number) ?? {};
  const turn = messages.slice(reviewed).filter(({ role }) => role === 'assistant').length;
  return (
    [
      call('todo', { items: '[x] Use npm ci\n[>] Greet shorter' }),
      call('read', { path: 'index.mdx', start_line: null, max_lines: null }),
      call('edit', { path: 'index.mdx', old_text: 'Welcome', new_text: 'Hello', replace_all: null }),
      finish('Use npm ci and greet shorter'),
    ][turn] ?? { text: 'done' }
  );
};

/** Starts a model server whose model is a program and which requires a token. */
export function startModel(): Promise<ModelStandIn> {
  return startModelServer({ policy: withProbes(policy), apiKey: MODEL_TOKEN });
}

/**
 * Creates a project without agent jobs.
 * @returns its id
 */
export async function makeProject(app: App, name = 'Guide'): Promise<string> {
  const { projectId } = await app.call<{ projectId: string }>('POST', '/v1/projects', {
    name,
    domains: [`${name.toLowerCase()}.agent.example.com`],
    origin: { kind: 'url', url: `https://${name.toLowerCase()}.agent.example.com/` },
  });
  return projectId;
}

/** Adds the model server if it is missing, and connects a project to a repository. */
export async function setUpAgent(
  app: App,
  projectId: string,
  model: ModelStandIn,
  repository = bareRepository(),
): Promise<string> {
  await app.call('POST', '/v1/model-servers', {
    name: 'local',
    baseUrl: model.baseUrl,
    model: 'scripted',
    transport: 'native',
    windowTokens: 32_000,
    token: MODEL_TOKEN,
  });
  await app.call('PATCH', `/v1/projects/${projectId}/agent`, { repository, modelServer: 'local' });
  return repository;
}

/**
 * Starts a job by the API and waits for its end.
 * @returns its id
 */
export async function finishedJob(app: App, projectId: string, prompt: string): Promise<string> {
  const { id } = await app.call<{ id: string }>('POST', `/v2/agent/${projectId}/job`, { prompt });
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { status } = await app.call<{ status: string }>('GET', `/v2/agent/${projectId}/job/${id}`);
    if (status === 'completed') return id;
    if (status === 'failed' || performance.now() > deadline) throw new Error(`The agent job is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
