import fs from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import type { TrustedKey } from '../bundles/trust.ts';
import { limitPipelining } from '../connection-limits.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { openAccessLog } from './access-log.ts';
import { answer } from './answer.ts';
import { PATIENCE } from './download.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import { closed, type ListenOptions, listen } from './http-server.ts';
import type { Release } from './release.ts';
import { removeDamaged, rollOut, usableVersions } from './roll-out.ts';
import { selfCheck } from './self-check.ts';
import type { StaticExport } from './values.ts';
import { openVersions } from './versions.ts';

export type HostOptions = Readonly<{
  listen: ListenOptions;
  /** Where versions are unpacked; the host's own. */
  stateFolder: string;
  /** How many versions stay on the disk, with the one that is served; at least 1. */
  keep: number;
  /** A file, or `-`. */
  accessLog?: string | undefined;
  authorityFile?: string | undefined;
  /** Whether gzip and Brotli files are made. */
  compresses: boolean;
  /** Read at the start and at each reload. @throws OffprintError `usage` */
  read: () => Promise<Readonly<{ values: StaticExport; trusted: readonly TrustedKey[] }>>;
  log: (line: string) => void;
  /** How long after a failed attempt the next one begins; after the last one, none does. */
  pausesMs?: readonly number[];
  patience?: FetchContext['patience'];
}>;

export type Host = Readonly<{
  url: string;
  state: () => HostState;
  /** Resolves when what the values ask for is served, or will not be. */
  settled: () => Promise<void>;
  /** Reads the values again and serves what they ask for now. @throws OffprintError `usage`: everything stays as it is */
  reload: () => Promise<void>;
  /** Finishes what is being answered. */
  close: () => Promise<void>;
}>;

const MINUTE_MS = 60_000;
/** Soon, then every quarter of an hour for a day. */
const PAUSES_MS: readonly number[] = [
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  ...Array<number>(96).fill(15 * MINUTE_MS),
];

/**
 * Serves a site as its deployment settings say: the version that was served last at once, the one that is asked for now as
 * soon as it is here, verified, unpacked and checked. What fails leaves the version that is served alone.
 * @throws OffprintError `usage` for values, folders and addresses that cannot be used
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { stateFolder, keep, log, read, compresses, authorityFile } = options;
  const first = await read();
  const versions = openVersions(stateFolder);
  removeDamaged(versions, log);
  const downloadsFolder = path.join(stateFolder, 'downloads');
  fs.mkdirSync(downloadsFolder, { recursive: true });
  const accessLog = options.accessLog === undefined ? undefined : openAccessLog(options.accessLog);
  let values = first.values;
  let trusted = first.trusted;
  let served: Release | null = null;
  let activity: HostState['activity'] = 'idle';
  let lastError: HostState['lastError'] = null;
  let nextAttemptAt: string | null = null;
  const users = usersOfVersions();
  let running = new AbortController();
  let work = Promise.resolve();

  const state = (): HostState => ({
    state: !values.enabled
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
    pinnedVersion: values.version,
    lastError,
    nextAttemptAt,
  });

  const serve = (release: Release): void => {
    if (served?.name === release.name) return;
    served = release;
    versions.setCurrent(release.name);
    log(`serving ${release.record.domain} ${release.record.version}`);
    const others = versions.list().filter((name) => name !== release.name);
    for (const name of others.slice(keep - 1)) if (!users.has(name)) versions.remove(name);
  };

  /** One that is on the disk: the pinned one first, then the one that was served last, then the newest. */
  const serveKept = async (isWanted: (release: Release) => boolean = () => true): Promise<void> => {
    const last = versions.current();
    const rank = ({ name, record }: Release): number =>
      (record.version === values.version ? 2 : 0) + (name === last ? 1 : 0);
    const kept = usableVersions({ versions, trusted, log }).filter(isWanted);
    for (const release of kept.sort((a, b) => rank(b) - rank(a))) {
      try {
        await selfCheck(release);
        serve(release);
        return;
      } catch (error) {
        log(`version ${release.name} is not served: ${asOffprintError(error).message}`);
      }
    }
  };

  /** Attempts until one succeeds, cannot succeed, or was the last. */
  const attempts = async (signal: AbortSignal): Promise<void> => {
    const pauses = options.pausesMs ?? PAUSES_MS;
    for (let attempt = 0; ; attempt++) {
      nextAttemptAt = null;
      try {
        const release = await rollOut(values, {
          versions,
          trusted,
          compresses,
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
        serve(release);
        lastError = null;
        return;
      } catch (error) {
        if (signal.aborted) return;
        const { code, message } = asOffprintError(error);
        lastError = { code, message, at: new Date().toISOString() };
        log(message);
        // The version that is asked for may have come another time.
        if (values.version !== null && served?.record.version !== values.version) {
          await serveKept(({ record }) => record.version === values.version);
        }
        const pauseMs = pauses[attempt];
        const mayPass = code === 'unreachable' || code === 'disk-full';
        if (!mayPass || pauseMs === undefined) return;
        activity = 'waiting';
        nextAttemptAt = new Date(Date.now() + pauseMs).toISOString();
        await pause(pauseMs, signal);
        if (signal.aborted) return;
      }
    }
  };

  const bringAbout = async (signal: AbortSignal): Promise<void> => {
    try {
      if (values.enabled) {
        if (!served) await serveKept();
        await attempts(signal);
      } else served = null;
    } finally {
      if (!signal.aborted) {
        activity = 'idle';
        nextAttemptAt = null;
      }
    }
  };

  const begin = (): void => {
    running.abort(new OffprintError('canceled', 'Other values hold now.'));
    running = new AbortController();
    const { signal } = running;
    if (values.enabled) activity = 'fetching';
    const before = work;
    work = before
      .then(() => bringAbout(signal))
      .catch((error: unknown) => {
        const { code, message } = asOffprintError(error);
        lastError = { code, message, at: new Date().toISOString() };
        log(message);
      });
  };

  const { server, url } = await listen(
    options.listen,
    limitPipelining((request, response) => {
      accessLog?.watch(request, response);
      if (served) users.hold(served.name, response);
      answer(request, response, state, served);
    }),
  );
  log(`listening on ${url}`);
  begin();

  return {
    url,
    state,
    settled: () => work,
    reload: async () => {
      accessLog?.reopen();
      const next = await read();
      values = next.values;
      trusted = next.trusted;
      log('values read again');
      begin();
    },
    close: async () => {
      running.abort(new OffprintError('canceled', 'The host stops.'));
      await closed(server);
      await work;
      accessLog?.close();
    },
  };
}

/** What is being answered out of which version: one that is read is not removed. */
function usersOfVersions(): Readonly<{
  hold: (name: string, response: http.ServerResponse) => void;
  has: (name: string) => boolean;
}> {
  const counts = new Map<string, number>();
  const add = (name: string, by: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  return {
    hold: (name, response) => {
      add(name, 1);
      response.once('close', () => add(name, -1));
    },
    has: (name) => (counts.get(name) ?? 0) > 0,
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
