import type { z } from 'zod';
import { tokenName } from '../../agent-jobs/config.ts';
import { openForge } from '../../agents/forges/forges.ts';
import { isOtherDestination } from '../../agents/forges/token-destination.ts';
import { agentSettings, forgeSettings, modelServerSettings } from '../../agents/settings.ts';
import { parseRemote } from '../../agents/workspace/remote.ts';
import { asOffprintError } from '../../errors.ts';
import {
  findAgentSettings,
  findIntegration,
  type Integration,
  type IntegrationKind,
  listAgentSettings,
  listIntegrations,
  projectsOfPeer,
} from '../../store/agent-integrations.ts';
import { findProject } from '../../store/projects.ts';
import * as schemas from '../agent-schemas.ts';
import { ApiError } from '../api-error.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { reachableFolder, requireReachableHost } from '../origin-restrictions.ts';
import { projectParams } from '../schemas.ts';
import type { Services } from '../services.ts';
import { validated } from '../validate.ts';

const tag = 'Agent settings';
const outOfReach = refusal('The key lacks the required scope or is not allowed to use this address.');

/** Returns the endpoints for agent settings: repositories of projects, model servers and forges. */
export function agentSettingsEndpoints(services: Services): Endpoint[] {
  const { host, secrets, agents, agentConfig: config } = services;

  const requireProject = (id: string): void => {
    if (findProject(host.store(), id)?.id === id) return;
    throw new ApiError(404, 'There is no such project. GET /v1/projects lists all projects.');
  };
  const hasToken = (kind: IntegrationKind, name: string): boolean =>
    secrets.names().includes(tokenName(kind, name));
  const modelServerBody = ({
    name,
    settings,
    measured,
  }: Integration): z.infer<typeof schemas.modelServerBody> => ({
    name,
    ...modelServerSettings.parse(settings),
    hasToken: hasToken('model_servers', name),
    measured: measured as z.infer<typeof schemas.modelServerBody>['measured'],
  });
  const forgeBody = ({ name, settings }: Integration): z.infer<typeof schemas.forgeBody> => ({
    name,
    ...forgeSettings.parse(settings),
    hasToken: hasToken('forges', name),
  });
  /** @throws ApiError 404 */
  const required = (kind: IntegrationKind, name: string): Integration => {
    const found = findIntegration(host.store(), kind, name);
    if (found) return found;
    const what = kind === 'forges' ? 'forge' : 'model server';
    throw new ApiError(404, `There is no ${what} "${name}". Create it first.`);
  };
  const put = async (
    kind: IntegrationKind,
    { name, token, ...given }: { name: string; token?: string | null | undefined; baseUrl: string },
    caller: Caller,
  ): Promise<Integration> => {
    requireReachableHost(given.baseUrl, caller, services.settings());
    const before = findIntegration(host.store(), kind, name);
    const moved =
      before && isOtherDestination((before.settings as { baseUrl: string }).baseUrl, given.baseUrl);
    if (token === undefined && moved && hasToken(kind, name)) {
      throw new ApiError(
        400,
        'The address has changed. Also send the token for the new address, or null if it needs none.',
      );
    }
    if (token === null) await secrets.delete(tokenName(kind, name));
    else if (token !== undefined) await secrets.set(tokenName(kind, name), token);
    await host.command('putIntegration', kind, name, given);
    agents.wake();
    return required(kind, name);
  };
  const remove = async (kind: IntegrationKind, name: string): Promise<void> => {
    required(kind, name);
    const [project] = projectsOfPeer(host.store(), kind, name);
    if (project !== undefined) {
      throw new ApiError(
        409,
        `The project ${project} uses ${name}. Choose another ${kind === 'forges' ? 'forge' : 'model server'} for the project first.`,
      );
    }
    await host.command('deleteIntegration', kind, name);
    await secrets.delete(tokenName(kind, name));
  };

  return [
    endpoint({
      method: 'GET',
      path: '/v1/agent-settings',
      operationId: 'listAgentSettings',
      tag,
      summary: 'List the agent settings for all projects',
      description: 'Lists only projects that have agent settings. Other projects cannot run agent jobs.',
      scope: 'read',
      responses: { 200: { description: 'The settings.', schema: schemas.agentSettingsList } },
      handle: () => ({
        status: 200,
        body: {
          projects: listAgentSettings(host.store()).map(({ projectId, settings }) => ({
            projectId,
            settings: agentSettings.parse(settings),
          })),
        },
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/projects/:projectId/agent',
      operationId: 'getAgentSettings',
      tag,
      summary: "Get a project's agent settings",
      description: 'Repository, branch, model server, forge and limits.',
      scope: 'read',
      params: projectParams,
      responses: {
        200: { description: 'The settings.', schema: schemas.agentProjectSettings },
        404: refusal('No such project, or it has no agent settings.'),
      },
      handle: ({ params: { projectId } }) => {
        requireProject(projectId);
        const settings = config.settingsOf(projectId);
        if (!settings) {
          throw new ApiError(404, 'This project has no agent settings yet. Set them with PATCH.');
        }
        return { status: 200, body: settings };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/v1/projects/:projectId/agent',
      operationId: 'updateAgentSettings',
      tag,
      summary: "Change a project's agent settings",
      description:
        'Changes only the fields that are sent. The first time, send at least `repository` and `modelServer`. The repository must be one that API keys are allowed to use (`originHosts`, `directoryRoots`).',
      scope: 'admin',
      params: projectParams,
      body: schemas.agentSettingsChange,
      responses: {
        200: { description: 'The settings.', schema: schemas.agentProjectSettings },
        403: outOfReach,
      },
      handle: async ({ params: { projectId }, body, caller }) => {
        requireProject(projectId);
        const kept = (findAgentSettings(host.store(), projectId) ?? {}) as object;
        const settings = validated(agentSettings, { ...kept, ...body }, 'field');
        if (body.repository !== undefined) {
          const { folder, url } = parseRemote(settings.repository);
          if (folder === null) requireReachableHost(url, caller, services.settings());
          else {
            const reach = { ...services.settings(), dataFolder: host.dataFolder };
            reachableFolder(folder, caller, reach, 'repository');
          }
        }
        if (!findIntegration(host.store(), 'model_servers', settings.modelServer)) {
          throw new ApiError(
            400,
            `There is no model server "${settings.modelServer}". Add it with POST /v1/model-servers.`,
          );
        }
        if (settings.forge !== null && !findIntegration(host.store(), 'forges', settings.forge)) {
          throw new ApiError(400, `There is no forge "${settings.forge}". Add it with POST /v1/forges.`);
        }
        await host.command('putAgentSettings', projectId, settings);
        return { status: 200, body: settings };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/v1/model-servers',
      operationId: 'listModelServers',
      tag,
      summary: 'List model servers',
      description: 'Tokens are never returned.',
      scope: 'admin',
      responses: { 200: { description: 'All model servers.', schema: schemas.modelServerList } },
      handle: () => ({
        status: 200,
        body: { modelServers: listIntegrations(host.store(), 'model_servers').map(modelServerBody) },
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/model-servers',
      operationId: 'putModelServer',
      tag,
      summary: 'Add or replace a model server',
      description:
        'Replaces any model server with the same name. Its token is kept unless you send another, and its test results are cleared.',
      scope: 'admin',
      body: schemas.modelServerInput,
      idempotency: 'refused',
      responses: {
        200: { description: 'The model server.', schema: schemas.modelServerBody },
        403: outOfReach,
      },
      handle: async ({ body, caller }) => ({
        status: 200,
        body: modelServerBody(await put('model_servers', body, caller)),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/v1/model-servers/:name',
      operationId: 'deleteModelServer',
      tag,
      summary: 'Remove a model server',
      description: 'Its token is deleted too.',
      scope: 'admin',
      params: schemas.peerParams,
      responses: { 204: { description: 'Removed.' }, 409: refusal('A project uses the model server.') },
      handle: async ({ params }) => {
        await remove('model_servers', params.name);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/model-servers/:name/test',
      operationId: 'testModelServer',
      tag,
      summary: 'Test a model server',
      description:
        'Sends some short requests and a few long ones, which can take minutes on a slow server. Reports any problems and how to fix them. Jobs then use the tool-calling method that worked best.',
      scope: 'admin',
      params: schemas.peerParams,
      responses: { 200: { description: 'The result.', schema: schemas.diagnosis } },
      handle: async ({ params }) => {
        required('model_servers', params.name);
        const found = await agents.measure(params.name, () => {}, AbortSignal.timeout(14 * 60_000));
        return {
          status: 200,
          body: {
            ok: found.recommended !== null,
            software: found.identity?.software ?? null,
            models: [...(found.identity?.models ?? [])].slice(0, 200),
            tools: found.tools,
            windowTokens: found.window?.tokens ?? null,
            findings: [...found.findings],
          },
        };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/v1/forges',
      operationId: 'listForges',
      tag,
      summary: 'List forges',
      description: 'Tokens are never returned.',
      scope: 'admin',
      responses: { 200: { description: 'All forges.', schema: schemas.forgeList } },
      handle: () => ({
        status: 200,
        body: { forges: listIntegrations(host.store(), 'forges').map(forgeBody) },
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/forges',
      operationId: 'putForge',
      tag,
      summary: 'Add or replace a forge',
      description: 'Replaces any forge with the same name. Its token is kept unless you send another.',
      scope: 'admin',
      body: schemas.forgeInput,
      idempotency: 'refused',
      responses: { 200: { description: 'The forge.', schema: schemas.forgeBody }, 403: outOfReach },
      handle: async ({ body, caller }) => ({
        status: 200,
        body: forgeBody(await put('forges', body, caller)),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/v1/forges/:name',
      operationId: 'deleteForge',
      tag,
      summary: 'Remove a forge',
      description: 'Its token is deleted too.',
      scope: 'admin',
      params: schemas.peerParams,
      responses: { 204: { description: 'Removed.' }, 409: refusal('A project uses the forge.') },
      handle: async ({ params }) => {
        await remove('forges', params.name);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/forges/:name/test',
      operationId: 'testForge',
      tag,
      summary: 'Test a forge',
      description: 'Checks whether the token can access the repository of a project that uses the forge.',
      scope: 'admin',
      params: schemas.peerParams,
      body: schemas.forgeTestRequest,
      responses: { 200: { description: 'The result.', schema: schemas.forgeTest } },
      handle: async ({ params, body: { projectId } }) => {
        required('forges', params.name);
        requireProject(projectId);
        const setup = config.setupOf(projectId);
        if (setup.settings.forge !== params.name) {
          throw new ApiError(
            400,
            `The project does not use the forge ${params.name}. It uses ${setup.settings.forge ?? 'no forge'}.`,
          );
        }
        try {
          const api = await config.forgeOf(setup);
          if (!api) {
            const sentence =
              'This kind of forge has no API to test. The first push will show whether the connection works.';
            return { status: 200, body: { ok: true, sentence } };
          }
          await openForge(api).probe(AbortSignal.timeout(30_000));
          return { status: 200, body: { ok: true, sentence: `The token can access ${api.repository}.` } };
        } catch (error) {
          return { status: 200, body: { ok: false, sentence: asOffprintError(error).message } };
        }
      },
    }),
  ];
}
