import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { agentConfig } from './agent-jobs/config.ts';
import { openAgentQueue } from './agent-jobs/queue.ts';
import { type Api, createApi, type Transport } from './api/api.ts';
import { authenticator } from './api/authenticate.ts';
import { browserMode } from './api/browser/browser-mode.ts';
import { interfaceFiles } from './api/browser/interface-files.ts';
import { newInterfaceName } from './api/browser/interface-name.ts';
import { allEndpoints } from './api/endpoints.ts';
import { type EventSource, eventHub } from './api/event-hub.ts';
import { type Listener, type ListenerSettings, listenOnNetwork, listenOnSocket } from './api/listener.ts';
import { publicUrls } from './api/public-url.ts';
import { scheduledStarter } from './api/start-export.ts';
import { type Timing, usualTiming } from './api/timeouts.ts';
import { installationKey } from './bundles/installation-signing-key.ts';
import { linkKeys } from './bundles/link-keys.ts';
import { openComparisons } from './compare/comparisons.ts';
import { pagePictures } from './compare/page-pictures.ts';
import { openExportQueue } from './export-queue.ts';
import { secretNames } from './exports/origin/url-origin.ts';
import { type HostedSites, hostedSites } from './hosted-sites.ts';
import { LOG_FOLDER, type Log, openLog } from './log.ts';
import {
  type Descriptor,
  newSecret,
  removeDescriptor,
  removeSocket,
  socketPath,
  writeDescriptor,
} from './private-socket.ts';
import { openPublicationQueue } from './publications/publication-queue.ts';
import { targetSecretsOf } from './publications/target-secrets.ts';
import { receiver } from './received/receiver.ts';
import { RELEASE } from './release.ts';
import { openRetention } from './retention/retention.ts';
import { type Clock, openScheduler, systemClock } from './schedules/scheduler.ts';
import { credentialsNamed } from './secrets/credentials.ts';
import { sealedSecrets } from './secrets/sealed-secrets.ts';
import { openVault, type VaultOptions, type VaultStatus } from './secrets/vault.ts';
import type { ServerSettings } from './settings.ts';
import { type LaunchOptions, settingsOf } from './settings-precedence.ts';
import { type ShownSites, shownSites } from './shown-sites.ts';
import { listAgentEvents, newestAgentEvent } from './store/agent-events.ts';
import { agentJobChanges } from './store/agent-jobs.ts';
import { requireJob, unfinishedJobs } from './store/exports.ts';
import { findKeyByHash } from './store/keys.ts';
import { openForReading } from './store/open-read-only.ts';
import { findProject } from './store/projects.ts';
import { listSchedules } from './store/schedules.ts';
import { findSigningKey } from './store/trusted-keys.ts';
import { throughputLog } from './throughput.ts';
import { type Host, type HostPorts, nodePorts, openHost, openReader } from './writer/host.ts';

export type ServerConfig = Readonly<{
  dataFolder: string;
  /** Overrides for the stored settings during this launch; null turns TCP off. */
  listener?: Partial<ListenerSettings> | null;
  /**
   * `server` (the default) runs every waiting job; `command` only runs the jobs of its command and exits with it;
   * `reader` takes no lock and neither changes nor runs anything, so it can run next to another server.
   */
  role?: 'server' | 'command' | 'reader';
  /** Folder of the built interface; without it, no interface is served to browsers. */
  interfaceFolder?: string;
  /** Folder of the example site. */
  exampleFolder?: string;
}>;

/** Dependencies that differ between the command line, the headless server and the desktop app. */
export type ServerPorts = Readonly<{
  host?: HostPorts;
  /** Host of the data folder, if it is already open. The server closes it. */
  opened?: Promise<Host>;
  /** Source of the master key. */
  secrets?: Omit<VaultOptions, 'dataFolder'>;
  /** Receives one line for each event that operators may want to know about. */
  log?: (message: string) => void;
  timing?: Partial<Timing>;
  /** Clock for schedules. */
  clock?: Clock;
}>;

export type Server = Readonly<{
  /**
   * Locks the data folder and starts to serve. @throws OffprintError `usage` (port, address, certificate, secret file),
   * `store-locked`, `store-damaged`, `store-newer`
   */
  listen: () => Promise<Running>;
  /** Shuts down gracefully. Jobs continue at the next start. */
  close: () => Promise<void>;
}>;

export type Running = Readonly<{
  /** Base URL for scripts; null without TCP. */
  url: string | null;
  /** Connection data for this user's programs. */
  descriptor: Descriptor;
  host: Host;
  secrets: () => Promise<VaultStatus>;
  /** Whether a URL belongs to an exported site that is being shown. */
  isShownSite: ShownSites['isShown'];
  /** Whether a URL belongs to a hosted site. */
  isHostedSite: HostedSites['isHosted'];
  /** Creates a one-time link that logs a browser in; undefined if no interface is served. */
  loginLink: () => Readonly<{ url: string; expiresAt: number }> | undefined;
}>;

/** Composition root: assembles the server for one data folder. */
export function createServer(config: ServerConfig, ports: ServerPorts = {}): Server {
  const { dataFolder, role = 'server' } = config;
  const timing = { ...usualTiming, ...ports.timing };
  const closing: (() => void | Promise<void>)[] = [];

  const listen = async (): Promise<Running> => {
    const options: LaunchOptions = { ...config.listener };
    const kept = settingsAtStart(dataFolder, options);
    const logger = openLog({
      folder: role === 'reader' ? undefined : path.join(dataFolder, LOG_FOLDER),
      level: kept.logLevel,
      maxBytes: kept.logMaxMegabytes * 2 ** 20,
      files: kept.logFiles,
      print: ports.log,
    });
    closing.push(logger.close);
    const log: Log = logger.info;
    let api: Api | undefined;
    const answer =
      (transport: () => Transport) =>
      (request: IncomingMessage, response: ServerResponse): void => {
        if (api) api(request, response, transport());
        else startingUp(response);
      };

    // Take the port first: if it is busy, nothing else is touched. Requests get 503 until the store is open.
    let network: Listener | undefined;
    if (config.listener !== null && kept.localApi) {
      network = await listenOnNetwork(
        kept,
        answer(() => ({ listening: network?.listening, ownerSecret: undefined })),
        timing,
        config.interfaceFolder === undefined ? undefined : newInterfaceName(),
      );
      closing.push(network.close);
    }
    const vault = openVault({ dataFolder, ...ports.secrets });
    const host =
      role === 'reader'
        ? openReader(dataFolder)
        : await (ports.opened ?? openHost(dataFolder, ports.host ?? nodePorts));
    const secrets = sealedSecrets(host, vault);
    closing.unshift(() => secrets.close());
    closing.unshift(() => host.close());
    if (role !== 'reader') {
      await host.command('requeueInterrupted');
      await host.command('settleReceived');
    }

    const settings = () => settingsOf(host.store(), options);
    const events = eventHub(host.store);
    const throughput = throughputLog();
    const jobConfig = agentConfig(host, secrets);
    const ownKey = installationKey({
      secrets,
      current: () => findSigningKey(host.store()),
      setSigningKey: (key, before, by) => host.command('setSigningKey', key, before, by),
    });
    const queue = openExportQueue(host, {
      settings,
      isPaused: () => role === 'reader' || (role === 'server' && settings().queuePaused),
      onlyAsked: role === 'command',
      credentialsOf: async (jobId) => {
        const project = findProject(host.store(), requireJob(host.store(), jobId).projectId);
        return project ? credentialsNamed(secrets, secretNames(project.origin)) : {};
      },
      accessOf: (jobId) => jobConfig.accessOfExport(jobId),
      signingKey: ownKey.signingKey,
      onProgress: (progress) => {
        throughput.note(progress);
        events.progress(progress);
      },
      onHeld: events.held,
      onEnded: (jobId) => {
        publications.askForJob(jobId);
        scheduler.wake();
      },
      log,
    });
    const agentEvents = eventHub(host.store, AGENT_EVENTS);
    const agents = openAgentQueue(host, jobConfig, {
      concurrency: () => (role === 'reader' ? 0 : settings().agentConcurrency),
      onlyAsked: role === 'command',
      log,
    });
    const publications = openPublicationQueue(host, {
      concurrency: () => (role === 'reader' ? 0 : settings().publicationConcurrency),
      onlyAsked: role === 'command',
      secretsOf: (targetId) => targetSecretsOf(secrets, targetId),
      log,
    });
    const clock = ports.clock ?? systemClock;
    const startScheduled = scheduledStarter({ host, queue, settings });
    const scheduler = openScheduler({
      clock,
      schedules: () => (role === 'server' ? listSchedules(host.store()) : []),
      isBusy: (projectId) => unfinishedJobs(host.store(), projectId).length > 0,
      start: async (projectId) => (await startScheduled(projectId)).id,
      note: (projectId, run) => host.command('noteScheduleRun', projectId, run),
      log,
    });
    const url = network?.url ?? null;
    const { publicUrl, interfaceUrl } = publicUrls(settings, network);
    const browser = browserMode(interfaceFiles(config.interfaceFolder), settings);
    const sites = shownSites();
    closing.push(() => sites.close());
    const comparisons = openComparisons();
    const pictures = pagePictures(path.join(dataFolder, 'browser'));
    closing.push(() => comparisons.close());
    closing.push(() => pictures.close());
    const inbox = receiver(host);
    closing.push(() => inbox.close());
    const hosting = hostedSites(host, { canServe: role === 'server', log });
    closing.push(() => hosting.close());
    const retention = openRetention(host, {
      clock,
      settings,
      served: () => {
        const all = hosting.list();
        const active = all.flatMap(({ versions }) => versions.filter(({ isActive }) => isActive));
        return {
          digests: new Set(active.map(({ digest }) => digest)),
          files: all.flatMap(({ asked }) => asked?.file ?? []),
        };
      },
      isServer: role === 'server',
      log,
    });
    closing.push(() => retention.close());
    const services = {
      host,
      hostedSites: hosting,
      receiver: inbox,
      queue,
      events,
      agents,
      agentConfig: jobConfig,
      agentEvents,
      publications,
      secrets,
      linkKeys: linkKeys(secrets),
      installationKey: ownKey,
      shownSites: sites,
      comparisons,
      pictures,
      clock,
      scheduler,
      retention,
      startScheduled,
      settings,
      browser,
      publicUrl,
      interfaceUrl,
      throughput,
      address: url,
      exampleFolder: config.exampleFolder,
      logger,
      options,
      startedAt: new Date().toISOString(),
      timing,
      log,
    };
    const keys = authenticator({
      find: (hash) => findKeyByHash(host.store(), hash),
      touch: (id) => {
        host
          .command('touchKey', id)
          .catch((error: unknown) => log(`could not record that a key was used: ${error}`));
      },
    });
    api = createApi(allEndpoints(services, RELEASE), services, keys);

    const descriptor = {
      pid: process.pid,
      socket: socketPath(role === 'reader' ? undefined : dataFolder),
      secret: newSecret(),
      role: role === 'server' ? ('server' as const) : ('command' as const),
      url,
      startedAt: new Date().toISOString(),
    };
    const transport = { listening: undefined, ownerSecret: descriptor.secret };
    closing.push(() => removeSocket(dataFolder, descriptor.socket));
    const own = await listenOnSocket(
      descriptor.socket,
      answer(() => transport),
      timing,
    );
    closing.push(() => own.close());
    if (role !== 'reader') {
      writeDescriptor(dataFolder, descriptor);
      closing.push(() => removeDescriptor(dataFolder));
    }
    closing.push(() => events.close());
    closing.push(() => agentEvents.close());
    closing.push(() => queue.close());
    closing.push(() => agents.close());
    closing.push(() => publications.close());
    closing.push(() => scheduler.close());
    queue.wake();
    agents.wake();
    publications.wake();
    scheduler.wake();
    hosting.startAll().catch((error: unknown) => log(`hosting: ${error}`));
    return {
      url,
      descriptor,
      host,
      secrets: () => secrets.status(),
      isShownSite: sites.isShown,
      isHostedSite: hosting.isHosted,
      loginLink: () => {
        if (url === null || !browser.isBuilt) return undefined;
        const { path, expiresAt } = browser.makeLink();
        return { url: interfaceUrl() + path, expiresAt };
      },
    };
  };

  const close = async (): Promise<void> => {
    // Last opened, first closed.
    for (const end of closing.splice(0).reverse()) await end();
  };

  return {
    listen: async () => {
      try {
        return await listen();
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

const AGENT_EVENTS: EventSource = {
  list: listAgentEvents,
  newest: newestAgentEvent,
  changes: agentJobChanges,
  jobs: 'agent_jobs',
};

/**
 * Reads the effective settings. Stored values are skipped if the store must first be created or migrated.
 * @throws OffprintError `usage` if the environment or the settings file is invalid
 */
function settingsAtStart(dataFolder: string, options: LaunchOptions): ServerSettings {
  try {
    const store = openForReading(dataFolder);
    try {
      return settingsOf(store, options);
    } finally {
      store.close();
    }
  } catch {
    return settingsOf(undefined, options);
  }
}

function startingUp(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' });
  response.end(JSON.stringify({ error: 'Offprint is starting up. Try again in a moment.' }));
}
