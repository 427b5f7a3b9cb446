import fs from 'node:fs';
import path from 'node:path';
import { limitPipelining } from '../connection-limits.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { type AccessLog, openAccessLog } from './access-log.ts';
import { PATIENCE } from './download.ts';
import { healthCheck } from './health-check.ts';
import type { Host, HostOptions } from './host.types.ts';
import type { HostState } from './host-state.ts';
import { closed, listen } from './http-server.ts';
import type { Release } from './release.ts';
import { handleRequest } from './request-handler.ts';
import { isTrusted, removeDamaged, rollOut, usableVersions } from './roll-out.ts';
import { retryPauseMs } from './source-retry-policy.ts';
import { switchVersion } from './switch-or-roll-back.ts';
import { versionUsers } from './version-users.ts';
import { openVersions } from './versions.ts';

/**
 * Serves a site according to its deployment settings: first the last served version, then the requested one once it has
 * been fetched, verified, unpacked and checked. If that fails, the current version stays.
 * @throws OffprintError `usage` if values, folders or addresses cannot be used; `store-locked` while another host uses
 *   the folder
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { stateFolder, keep, log, read, storage, authorityFile } = options;
  const first = await read();
  const versions = openVersions(stateFolder);
  const downloadsFolder = path.join(stateFolder, 'downloads');
  let accessLog: AccessLog | undefined;
  let now = first;
  let served: Release | null = null;
  let activity: HostState['activity'] = 'idle';
  let lastError: HostState['lastError'] = null;
  let nextAttemptAt: string | null = null;
  const users = versionUsers();
  let running = new AbortController();
  let work = Promise.resolve();

  const state = (): HostState => ({
    state: !now.values.enabled
      ? 'disabled'
      : served
        ? 'serving'
        : lastError && activity === 'idle'
          ? 'failed'
          : 'starting',
    version: served?.record.version ?? null,
    digest: served?.record.digest ?? null,
    domain: served?.record.domain ?? null,
    activity,
    pinnedVersion: now.values.version,
    lastError,
    nextAttemptAt,
  });

  const mayServe = (release: Release): boolean => now.mayServe?.(release) ?? isTrusted(release, now.trusted);

  const serve = (release: Release): Promise<void> =>
    switchVersion(release, {
      ...{ url, versions, keep, log },
      isRead: users.has,
      served: () => served,
      setServed: (next) => {
        served = next;
      },
    });

  /** Serves a version from disk: preferably the pinned one, then the last served one, then the newest. */
  const serveKept = async (isWanted: (release: Release) => boolean = () => true): Promise<void> => {
    const last = versions.current();
    const rank = ({ name, record }: Release): number =>
      (record.version === now.values.version ? 2 : 0) + (name === last ? 1 : 0);
    const kept = usableVersions({ versions, mayServe, log }).filter(isWanted);
    for (const release of kept.sort((a, b) => rank(b) - rank(a))) {
      try {
        await healthCheck(release);
        await serve(release);
        return;
      } catch (error) {
        log(`version ${release.name} is not served: ${asOffprintError(error).message}`);
      }
    }
  };

  /** Retries until a rollout succeeds, fails permanently, or runs out of attempts. */
  const attempts = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      nextAttemptAt = null;
      const { values, trusted, domain } = now;
      try {
        const release = await rollOut(values, {
          ...{ versions, trusted, storage, domain, mayServe },
          downloadsFolder,
          authorityFile,
          patience: options.patience ?? PATIENCE,
          signal,
          log,
          onActivity: (now) => {
            activity = now;
          },
        });
        signal.throwIfAborted();
        await serve(release);
        lastError = null;
        return;
      } catch (error) {
        if (signal.aborted) return;
        const { code, message } = asOffprintError(error);
        lastError = { code, message, at: new Date().toISOString() };
        log(message);
        // The requested version may already be on disk from an earlier rollout.
        if (values.version !== null && served?.record.version !== values.version) {
          await serveKept(({ record }) => record.version === values.version);
        }
        const pauseMs = retryPauseMs(code, attempt, options.pausesMs);
        if (pauseMs === undefined) return;
        activity = 'waiting';
        nextAttemptAt = new Date(Date.now() + pauseMs).toISOString();
        await pause(pauseMs, signal);
        if (signal.aborted) return;
      }
    }
  };

  const bringAbout = async (signal: AbortSignal): Promise<void> => {
    const { enabled, bundleUrl } = now.values;
    if (enabled) {
      if (!served) await serveKept();
      if (bundleUrl !== '') await attempts(signal);
    } else served = null;
  };

  /** Runs work one at a time and cancels the work in progress. */
  const begin = (what: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    running.abort(new OffprintError('canceled', 'Another version was requested in the meantime.'));
    running = new AbortController();
    const { signal } = running;
    const done = work
      .then(() => what(signal))
      .finally(() => {
        if (signal.aborted) return;
        activity = 'idle';
        nextAttemptAt = null;
      });
    work = done.catch((error: unknown) => {
      const { code, message } = asOffprintError(error);
      lastError = { code, message, at: new Date().toISOString() };
      log(message);
    });
    return done;
  };
  const rollOutNow = (): void => {
    if (now.values.enabled && now.values.bundleUrl !== '') activity = 'fetching';
    begin(bringAbout).catch(() => {}); // reported in the state
  };

  const open = async (): ReturnType<typeof listen> => {
    removeDamaged(versions, log);
    fs.mkdirSync(downloadsFolder, { recursive: true });
    accessLog = options.accessLog === undefined ? undefined : openAccessLog(options.accessLog);
    return listen(
      options.listen,
      limitPipelining((request, response) => {
        accessLog?.watch(request, response);
        if (served) users.hold(served.name, response);
        handleRequest(request, response, state, served);
      }),
    );
  };
  const { server, url } = await open().catch((error: unknown) => {
    accessLog?.close();
    versions.close();
    throw error;
  });
  log(`listening on ${url}`);
  rollOutNow();

  return {
    url,
    state,
    settled: () => work,
    reload: async () => {
      accessLog?.reopen();
      now = await read();
      log('values reloaded');
      rollOutNow();
    },
    serveVersion: (name) =>
      begin(async () => {
        activity = 'checking';
        const release = versions.list().includes(name) ? versions.read(name) : undefined;
        if (!release || !mayServe(release))
          throw new OffprintError('not-found', `Version ${name} is not stored here or cannot be served.`);
        await healthCheck(release);
        await serve(release);
        lastError = null;
      }),
    close: async (graceMs) => {
      running.abort(new OffprintError('canceled', 'The host is stopping.'));
      await closed(server, graceMs);
      await work;
      accessLog?.close();
      versions.close();
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
