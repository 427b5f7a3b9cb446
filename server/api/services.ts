import type { AgentConfig } from '../agent-jobs/config.ts';
import type { AgentQueue } from '../agent-jobs/queue.ts';
import type { InstallationKey } from '../bundles/installation-signing-key.ts';
import type { LinkKeys } from '../bundles/link-keys.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import type { PagePictures } from '../compare/page-pictures.ts';
import type { ExportQueue } from '../export-queue.ts';
import type { HostedSites } from '../hosted-sites.ts';
import type { Log, Logger } from '../log.ts';
import type { PublicationQueue } from '../publications/publication-queue.ts';
import type { Receiver } from '../received/receiver.ts';
import type { Retention } from '../retention/retention.ts';
import type { Clock, Scheduler } from '../schedules/scheduler.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import type { ServerSettings } from '../settings.ts';
import type { ShownSites } from '../shown-sites.ts';
import type { ExportJob } from '../store/exports.ts';
import type { ThroughputLog } from '../throughput.ts';
import type { Host } from '../writer/host.ts';
import type { BrowserMode } from './browser/browser-mode.ts';
import type { EventHub } from './event-hub.ts';
import type { Timing } from './timeouts.ts';

/** Dependencies of the API's operations. */
export type Services = Readonly<{
  host: Host;
  hostedSites: HostedSites;
  receiver: Receiver;
  queue: ExportQueue;
  events: EventHub;
  agents: AgentQueue;
  agentConfig: AgentConfig;
  agentEvents: EventHub;
  publications: PublicationQueue;
  linkKeys: LinkKeys;
  installationKey: InstallationKey;
  shownSites: ShownSites;
  comparisons: Comparisons;
  pictures: PagePictures;
  clock: Clock;
  scheduler: Scheduler;
  retention: Retention;
  /** Starts a scheduled export. @throws OffprintError `not-found`, `conflict`; ApiError 429 */
  startScheduled: (projectId: string) => Promise<ExportJob>;
  secrets: SealedSecrets;
  /** Returns the current settings. */
  settings: () => ServerSettings;
  /** Base of links to the server: `https://docs-builder.example:4750`. */
  publicUrl: () => string;
  /** Base of login links, at the origin of browser sessions. Without a trailing slash. */
  interfaceUrl: () => string;
  browser: BrowserMode;
  throughput: ThroughputLog;
  /** Address of the API for scripts. null without TCP. */
  address: string | null;
  exampleFolder: string | undefined;
  logger: Logger;
  /** Settings given for this launch. */
  options: Readonly<Record<string, unknown>>;
  startedAt: string;
  timing: Timing;
  /** Logs a message as `info`. */
  log: Log;
}>;
