import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { makeBareRepository } from '../../test/stand-ins/bare-repository.ts';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { POLICY_SITE } from '../../test/stand-ins/model-policies.ts';
import {
  type ModelServerOptions,
  type ModelStandIn,
  startModelServer,
} from '../../test/stand-ins/model-server.ts';
import type * as schemas from './agent-schemas.ts';
import {
  type Client,
  makeProject,
  type ServerOptions,
  startServer,
  type TestServer,
} from './test-support.ts';

export type AgentJob = z.infer<typeof schemas.agentJob>;
export type AgentDetail = z.infer<typeof schemas.agentDetail>;
export type AgentDiff = z.infer<typeof schemas.agentDiff>;

/** Creates a bare repository with one commit on `main`, as on a forge. */
export function bareRepository(files: Readonly<Record<string, string>> = POLICY_SITE): string {
  return makeBareRepository(temporaryFolder('repository'), files);
}

/** Runs git on a bare repository and returns its output. */
export function gitOf(repository: string, ...argv: string[]): string {
  return execFileSync('git', ['--git-dir', repository, ...argv], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

export type AgentServer = TestServer &
  Readonly<{ model: ModelStandIn; projectId: string; repository: string; path: string }>;

type ProjectOptions = Readonly<{ repository?: string; agent?: object }>;

/** Starts a server with a project whose agent jobs use a scripted model and a bare repository. */
export async function startAgentServer(
  model: ModelServerOptions,
  options: ServerOptions & ProjectOptions = {},
): Promise<AgentServer> {
  const standIn = await startModelServer(model);
  atFileEnd(() => standIn.close());
  const server = await startServer(options);
  await ok(server.owner, 'POST', '/v1/model-servers', {
    name: 'scripted',
    baseUrl: standIn.baseUrl,
    model: 'scripted',
    transport: 'native',
    windowTokens: 32_000,
    ...(model.apiKey !== undefined && { token: model.apiKey }),
  });
  return projectOn({ ...server, model: standIn }, options);
}

/** Adds a project to a server, which is cheaper than another server. */
export async function projectOn(
  server: TestServer & Readonly<{ model: ModelStandIn }>,
  { repository = bareRepository(), agent }: ProjectOptions = {},
): Promise<AgentServer> {
  const { projectId } = await makeProject(server);
  await ok(server.owner, 'PATCH', `/v1/projects/${projectId}/agent`, {
    repository,
    modelServer: 'scripted',
    ...agent,
  });
  return { ...server, projectId, repository, path: `/v2/agent/${projectId}` };
}

/** Sends a request that must succeed. */
export async function ok<T = unknown>(
  client: Client,
  method: string,
  target: string,
  body?: object,
): Promise<T> {
  const answer = await client.call(method, target, { body });
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.error}`);
  return answer.body as T;
}

export async function createJob(
  server: AgentServer,
  prompt = 'Replace npm install by npm ci',
): Promise<AgentJob> {
  return ok<AgentJob>(server, 'POST', `${server.path}/job`, { prompt });
}

/** Polls as documented until the job has ended. */
export async function untilOver(server: AgentServer, id: string): Promise<AgentJob> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const job = await ok<AgentJob>(server, 'GET', `${server.path}/job/${id}`);
    if (['completed', 'archived', 'failed'].includes(job.status)) return job;
    if (performance.now() > deadline) {
      const detail = await ok<AgentDetail>(server, 'GET', `${server.path}/job/${id}/detail`);
      throw new Error(`This job never ended: ${JSON.stringify(detail.steps)}\n${server.log.join('\n')}`);
    }
    await pause(30);
  }
}

export async function detailOf(server: AgentServer, id: string): Promise<AgentDetail> {
  return ok<AgentDetail>(server, 'GET', `${server.path}/job/${id}/detail`);
}
