import fs from 'node:fs';
import { signerOf } from './bundles/trust.ts';
import { asOffprintError, OffprintError } from './errors.ts';
import { type HostedSiteState, reachableUrl, siteStates } from './hosted-site-state.ts';
import { startHost } from './hosting/host.ts';
import type { Host as SiteHost } from './hosting/host.types.ts';
import type { HostState } from './hosting/host-state.ts';
import type { Release } from './hosting/release.ts';
import {
  type AskedBundle,
  type HostedSite,
  type HostedSiteChange,
  listHostedSites,
  type NewHostedSite,
  requireHostedSite,
} from './store/hosted-sites.ts';
import { hostingFolder } from './store/job-folder.ts';
import { listTrustedKeys } from './store/trusted-keys.ts';
import type { Host } from './writer/host.ts';
import type { AskedBy } from './writer/hosting-commands.ts';

/** Sites that this installation serves to readers, each at its own address and port. */
export type HostedSites = Readonly<{
  list: () => HostedSiteState[];
  /** @throws OffprintError `not-found` */
  find: (id: string) => HostedSiteState;
  /**
   * Starts to listen while the bundle is still loading.
   * @throws OffprintError `usage` if it cannot listen there, `conflict`
   */
  add: (site: NewHostedSite, asked: AskedBy) => Promise<HostedSiteState>;
  /** Rolls out another version. @throws OffprintError `not-found`, `conflict` if the site is stopped */
  rollOut: (id: string, bundle: AskedBundle, asked: AskedBy) => Promise<HostedSiteState>;
  /** Serves a kept version. @throws OffprintError `not-found`, `integrity`, `conflict` as above */
  rollBack: (id: string, versionId: string, asked: AskedBy) => Promise<HostedSiteState>;
  /** @throws OffprintError `not-found`, `usage` if it cannot listen there */
  start: (id: string, asked: AskedBy) => Promise<HostedSiteState>;
  /** Completes the current responses first. @throws OffprintError `not-found` */
  stop: (id: string, asked: AskedBy) => Promise<HostedSiteState>;
  /** @throws OffprintError `not-found`, `conflict` if the name is taken or the site is not stopped */
  change: (id: string, change: HostedSiteChange, asked: AskedBy) => Promise<HostedSiteState>;
  /** Also removes its versions. @throws OffprintError `not-found` */
  remove: (id: string, asked: AskedBy) => Promise<void>;
  /** Starts all enabled sites. */
  startAll: () => Promise<void>;
  /** Whether a URL belongs to a site that is being served. */
  isHosted: (url: string) => boolean;
  close: () => Promise<void>;
}>;

/** How long slow readers can delay the end of the app. */
const GRACE_MS = 3_000;

/** @param canServe false in a program that ends with its command */
export function hostedSites(
  host: Host,
  { canServe, log }: Readonly<{ canServe: boolean; log: (line: string) => void }>,
): HostedSites {
  const running = new Map<string, SiteHost>();
  /** Why an enabled site does not listen. */
  const faults = new Map<string, HostState['lastError']>();
  const turns = new Map<string, Promise<unknown>>();

  /** Runs the operations on each site one after another. */
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(id) ?? Promise.resolve()).then(work);
    turns.set(
      id,
      done.catch(() => {}),
    );
    return done;
  };

  const states = siteStates(host.dataFolder);
  const stateOf = (site: HostedSite): HostedSiteState =>
    states.stateOf(site, running.get(site.id), faults.get(site.id) ?? null);

  const find = (id: string): HostedSiteState => stateOf(requireHostedSite(host.store(), id));

  const requireRunning = (id: string): SiteHost => {
    const { name } = requireHostedSite(host.store(), id);
    const found = running.get(id);
    if (found) return found;
    throw new OffprintError('conflict', `The site ${name} is stopped. Start it first.`);
  };

  const requireServer = (): void => {
    if (canServe) return;
    throw new OffprintError(
      'conflict',
      'Hosting sites requires a running server. Start `offprint serve` or the app with this data folder, then try again.',
    );
  };

  /** Clears a request once its version is served, so that the next start does not load it again. */
  const noteOnceSettled = (id: string, served: SiteHost): void => {
    served
      .settled()
      .then(async () => {
        const { lastError, activity } = served.state();
        if (running.get(id) !== served || lastError || activity !== 'idle') return;
        await host.command('updateHostedSite', id, { asked: null });
      })
      .catch((error: unknown) => log(`hosting: ${asOffprintError(error).message}`));
  };

  const listen = async (site: HostedSite): Promise<void> => {
    const { id, keep } = site;
    const stateFolder = hostingFolder(host.dataFolder, id);
    fs.mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    const served = await startHost({
      listen: { host: site.host, port: site.port },
      stateFolder,
      keep,
      storage: 'zip',
      read: async () => {
        const { asked } = requireHostedSite(host.store(), id);
        const domain = states.versionsOf(stateFolder)[0]?.domain;
        return {
          values: { enabled: true, bundleUrl: asked?.file ?? '', version: null },
          trusted: asked?.isAccepted ? [] : listTrustedKeys(host.store()),
          mayServe: ({ record: { signature } }: Release) =>
            signature === null || signerOf(signature, listTrustedKeys(host.store())).standing !== 'revoked',
          ...(domain !== undefined && { domain }),
        };
      },
      pausesMs: [],
      log: (line) => log(`hosting ${site.name}: ${line}`),
    });
    running.set(id, served);
    faults.delete(id);
    const { port } = new URL(served.url);
    const listening = Number(port) || 80;
    if (listening !== site.port) await host.command('updateHostedSite', id, { port: listening });
    noteOnceSettled(id, served);
  };

  const unlisten = async (id: string): Promise<void> => {
    const served = running.get(id);
    running.delete(id);
    faults.delete(id);
    await served?.close(GRACE_MS);
  };

  return {
    list: () => listHostedSites(host.store()).map(stateOf),
    find,
    add: async (asked, by) => {
      requireServer();
      const site = await host.command('createHostedSite', asked);
      return inTurn(site.id, async () => {
        try {
          await listen(site);
        } catch (error) {
          await host.command('removeHostedSite', site.id);
          fs.rmSync(hostingFolder(host.dataFolder, site.id), { recursive: true, force: true });
          throw error;
        }
        await host.command('updateHostedSite', site.id, {}, by);
        return find(site.id);
      });
    },
    rollOut: (id, asked, by) =>
      inTurn(id, async () => {
        requireServer();
        const served = requireRunning(id);
        await host.command('updateHostedSite', id, { asked }, by);
        await served.reload();
        noteOnceSettled(id, served);
        return find(id);
      }),
    rollBack: (id, versionId, by) =>
      inTurn(id, async () => {
        requireServer();
        const served = requireRunning(id);
        await served.serveVersion(versionId);
        await host.command('updateHostedSite', id, { asked: null }, by);
        return find(id);
      }),
    start: (id, by) =>
      inTurn(id, async () => {
        requireServer();
        const site = requireHostedSite(host.store(), id);
        if (running.has(id)) return find(id);
        await listen(site);
        await host.command('updateHostedSite', id, { isOn: true }, by);
        return find(id);
      }),
    stop: (id, by) =>
      inTurn(id, async () => {
        requireServer();
        await host.command('updateHostedSite', id, { isOn: false }, by);
        await unlisten(id);
        return find(id);
      }),
    change: (id, change, by) =>
      inTurn(id, async () => {
        requireServer();
        const { name } = requireHostedSite(host.store(), id);
        if (running.has(id)) {
          throw new OffprintError('conflict', `The site ${name} is running. Stop it before you change it.`);
        }
        await host.command('updateHostedSite', id, change, by);
        return find(id);
      }),
    remove: (id, by) =>
      inTurn(id, async () => {
        requireServer();
        await host.command('removeHostedSite', id, by);
        await unlisten(id);
        fs.rmSync(hostingFolder(host.dataFolder, id), { recursive: true, force: true });
      }),
    startAll: async () => {
      if (!canServe) return;
      const on = listHostedSites(host.store()).filter(({ isOn }) => isOn);
      await Promise.all(
        on.map((site) =>
          inTurn(site.id, () => listen(site)).catch((error: unknown) => {
            const { code, message } = asOffprintError(error);
            faults.set(site.id, { code, message, at: new Date().toISOString() });
            log(`hosting ${site.name}: ${message}`);
          }),
        ),
      );
    },
    isHosted: (url) => {
      const origin = URL.parse(url)?.origin;
      return [...running.values()].some((served) => URL.parse(reachableUrl(served.url))?.origin === origin);
    },
    close: async () => {
      await Promise.all([...turns.values()]);
      await Promise.all([...running.keys()].map(unlisten));
    },
  };
}
