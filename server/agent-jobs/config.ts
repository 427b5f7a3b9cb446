import type { ForgeSettings } from '../agents/forges/forge.ts';
import { openForge } from '../agents/forges/forges.ts';
import { nameOnForge } from '../agents/forges/name-on-forge.ts';
import { requireOnForge } from '../agents/forges/token-destination.ts';
import { DEFAULT_LIMITS } from '../agents/loop/budget.ts';
import type { Diagnosis } from '../agents/model/doctor.ts';
import { DEFAULT_TIMERS, type ModelServer } from '../agents/model/server.ts';
import {
  type AgentSettings,
  agentSettings,
  type ForgeSettingsInStore,
  forgeSettings,
  type ModelServerSettings,
  modelServerSettings,
} from '../agents/settings.ts';
import { parseRemote } from '../agents/workspace/remote.ts';
import { OffprintError } from '../errors.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import {
  findAgentSettings,
  findIntegration,
  type IntegrationKind,
  listIntegrations,
} from '../store/agent-integrations.ts';
import type { AgentJob } from '../store/agent-jobs.ts';
import { findJob } from '../store/exports.ts';
import { findProject } from '../store/projects.ts';
import type { Host } from '../writer/host.ts';
import type { AgentTask, RepositoryAccess, Target } from './task.ts';

/** How a model server is best talked to. */
export type Measured = NonNullable<Diagnosis['recommended']>;

/** What agent jobs of a project work with, every part of it there. */
export type AgentSetup = Readonly<{
  settings: AgentSettings;
  /** URL of the repository. */
  repository: string;
  modelServer: Readonly<{ settings: ModelServerSettings; measured: Measured | null; updatedAt: string }>;
  forge: ForgeSettingsInStore | null;
}>;

/** Name of the secret with the token of a model server or forge. */
export function tokenName(kind: IntegrationKind, name: string): string {
  return `${kind === 'forges' ? 'forge' : 'model-server'}/${name}`;
}

/** Settings of agent jobs, model servers and forges, joined with their tokens where they are used. */
export function agentConfig({ store }: Pick<Host, 'store'>, secrets: Pick<SealedSecrets, 'get' | 'names'>) {
  const token = async (kind: IntegrationKind, name: string): Promise<string | null> =>
    (await secrets.get(tokenName(kind, name)))?.toString('utf8') ?? null;

  /** @throws OffprintError `usage` that names the setting that is missing */
  const setupOf = (projectId: string): AgentSetup => {
    const kept = findAgentSettings(store(), projectId);
    if (kept === undefined) {
      throw new OffprintError(
        'usage',
        'This project has no repository for agent jobs (`repository` setting). Set one with: offprint agent setup <project> --repository <address> --model-server <name>',
      );
    }
    const settings = agentSettings.parse(kept);
    const server = findIntegration(store(), 'model_servers', settings.modelServer);
    if (!server) {
      throw new OffprintError(
        'usage',
        `There is no model server "${settings.modelServer}" (\`modelServer\` setting). Add it with: offprint agent model-server set ${settings.modelServer} --url <address> --model <id>`,
      );
    }
    const forge = settings.forge === null ? null : findIntegration(store(), 'forges', settings.forge);
    if (forge === undefined) {
      throw new OffprintError(
        'usage',
        `There is no forge "${settings.forge}" (\`forge\` setting). Add it with: offprint agent forge set ${settings.forge} --kind <kind> --url <address>`,
      );
    }
    const { url: repository } = parseRemote(settings.repository);
    if (settings.forge !== null && forge) {
      requireOnForge(repository, settings.forge, forgeSettings.parse(forge.settings).baseUrl);
    }
    const forgeKind = forge && forgeSettings.parse(forge.settings).kind;
    if (settings.forge !== null && forgeKind && isApiForge(forgeKind)) {
      if (!secrets.names().includes(tokenName('forges', settings.forge))) throw noToken(settings.forge);
    }
    return {
      settings,
      repository,
      modelServer: {
        settings: modelServerSettings.parse(server.settings),
        measured: server.measured as Measured | null,
        updatedAt: server.updatedAt,
      },
      forge: forge && forgeSettings.parse(forge.settings),
    };
  };

  const modelServer = async (name: string, settings: ModelServerSettings): Promise<ModelServer> => ({
    baseUrl: settings.baseUrl.replace(/\/+$/, ''),
    model: settings.model,
    apiKey: await token('model_servers', name),
    caBundle: settings.caBundle || null,
    timers: {
      ...DEFAULT_TIMERS,
      firstByteMs: settings.firstByteSeconds * 1000,
      idleMs: settings.idleSeconds * 1000,
      totalMs: settings.totalSeconds * 1000,
    },
  });

  /** @throws OffprintError `usage` without a token */
  const forgeOf = async ({ settings, repository, forge }: AgentSetup): Promise<ForgeSettings | null> => {
    if (!forge || settings.forge === null || !isApiForge(forge.kind)) return null;
    const secret = await token('forges', settings.forge);
    if (secret === null) throw noToken(settings.forge);
    return {
      kind: forge.kind,
      baseUrl: forge.baseUrl.replace(/\/+$/, ''),
      repository: settings.forgeRepository ?? nameOnForge(repository, forge.baseUrl),
      token: secret,
      caBundle: forge.caBundle || null,
    };
  };

  const accessOf = async (setup: AgentSetup): Promise<RepositoryAccess> => {
    const { forge, settings } = setup;
    if (!forge || settings.forge === null) return { authorization: null, caBundle: null };
    const caBundle = forge.caBundle || null;
    const api = await forgeOf(setup);
    if (api) return { authorization: openForge(api).gitAuthorization, caBundle };
    const secret = await token('forges', settings.forge);
    const basic = secret === null ? null : Buffer.from(`oauth2:${secret}`).toString('base64');
    return { authorization: basic === null ? null : `Basic ${basic}`, caBundle };
  };

  const targetOf = async (setup: AgentSetup): Promise<Target> => {
    const { forge, repository } = setup;
    if (!forge || forge.kind === 'git') return { kind: 'review' };
    const api = await forgeOf(setup);
    if (api) return { kind: 'forge', forge: api };
    const name = setup.settings.forgeRepository ?? nameOnForge(repository, forge.baseUrl);
    const base = `${forge.baseUrl.replace(/\/+$/, '')}/${name}`;
    return forge.kind === 'gitlab-push'
      ? { kind: 'push', how: 'gitlab', listUrl: `${base}/-/merge_requests` }
      : { kind: 'push', how: 'agit', listUrl: `${base}/pulls` };
  };

  /** To the repository that a project is exported of; undefined where its agent jobs work on another, or it has none. */
  const accessOfProject = async (projectId: string): Promise<RepositoryAccess | undefined> => {
    const origin = findProject(store(), projectId)?.origin;
    if (origin?.kind !== 'repository' || findAgentSettings(store(), projectId) === undefined)
      return undefined;
    const setup = setupOf(projectId);
    if (setup.repository !== parseRemote(origin.repository).url) return undefined;
    return accessOf(setup);
  };

  return {
    setupOf,
    /** @throws OffprintError `not-found` */
    requireModelServer: (name: string): AgentSetup['modelServer'] => {
      const found = findIntegration(store(), 'model_servers', name);
      if (!found) throw new OffprintError('not-found', `There is no model server "${name}".`);
      return {
        settings: modelServerSettings.parse(found.settings),
        measured: found.measured as Measured | null,
        updatedAt: found.updatedAt,
      };
    },
    /** Undefined where nothing was set. */
    settingsOf: (projectId: string): AgentSettings | undefined => {
      const kept = findAgentSettings(store(), projectId);
      return kept === undefined ? undefined : agentSettings.parse(kept);
    },
    modelServer,
    forgeOf,
    accessOf,
    /** For an export of a repository: as the agent jobs of the project reach it, where it is the same one. */
    accessOfExport: async (exportJobId: string): Promise<RepositoryAccess | undefined> => {
      const job = findJob(store(), exportJobId);
      return job && accessOfProject(job.projectId);
    },
    accessOfProject,
    /** Every configured token. @throws OffprintError `secrets-locked` */
    tokens: async (): Promise<string[]> => {
      const known = [
        ...listIntegrations(store(), 'model_servers').map(({ name }) => tokenName('model_servers', name)),
        ...listIntegrations(store(), 'forges').map(({ name }) => tokenName('forges', name)),
      ];
      const found = await Promise.all(known.map((name) => secrets.get(name)));
      return found.flatMap((secret) => (secret ? [secret.toString('utf8')] : []));
    },
    /** @param measured how the model server is talked to */
    taskOf: async (
      job: AgentJob,
      setup: AgentSetup,
      measured: Measured,
      secretsOfAll: readonly string[],
    ): Promise<AgentTask> => {
      const { settings } = setup;
      return {
        jobId: job.id,
        server: {
          ...(await modelServer(settings.modelServer, setup.modelServer.settings)),
          model: job.model,
        },
        concurrency: setup.modelServer.settings.concurrency,
        ...measured,
        access: await accessOf(setup),
        target: await targetOf(setup),
        policy: { roots: settings.roots, allowed: settings.allowed },
        limits: {
          ...DEFAULT_LIMITS,
          steps: settings.steps,
          wallMs: settings.minutes * 60_000,
          promptTokens: settings.promptTokens,
          files: settings.files,
          changedLines: settings.changedLines,
        },
        secrets: secretsOfAll,
      };
    },
  };
}

export type AgentConfig = ReturnType<typeof agentConfig>;

/** How a model server is talked to by its settings alone; null where it has to be tried out first. */
export function statedBySettings({ settings, measured }: AgentSetup['modelServer']): Measured | null {
  const transport = settings.transport === 'auto' ? measured?.transport : settings.transport;
  const windowTokens = settings.windowTokens ?? measured?.windowTokens;
  if (transport === undefined || windowTokens === undefined) return null;
  return { transport, stream: settings.stream ?? measured?.stream ?? true, windowTokens };
}

function noToken(forge: string): OffprintError {
  return new OffprintError(
    'usage',
    `The forge "${forge}" has no token. Set one with: offprint agent forge set ${forge} --token-file <file>`,
  );
}

function isApiForge(kind: ForgeSettingsInStore['kind']): kind is ForgeSettings['kind'] {
  return kind === 'gitea' || kind === 'gitlab' || kind === 'github' || kind === 'bitbucket';
}
