import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TrustedKey } from '../bundles/trust.ts';
import { limitPipelining } from '../connection-limits.ts';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { openAccessLog } from './access-log.ts';
import { PATIENCE } from './download.ts';
import type { FetchContext } from './fetch-bundle.ts';
import type { HostState } from './host-state.ts';
import type { Release } from './release.ts';
import { rollOut, usableVersions } from './roll-out.ts';
import { selfCheck } from './self-check.ts';
import { sendSentence, serveRelease } from './serve.ts';
import type { StaticExport } from './values.ts';
import { openVersions } from './versions.ts';

export type HostOptions = Readonly<{
  listen: Readonly<{ host: string; port: number; tls?: Readonly<{ cert: Buffer; key: Buffer }> | undefined }>;
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
/** Longer than proxies keep an unused connection, so that they close it first. */
const KEEP_ALIVE_MS = 75_000;
/** Nothing is sent or taken for so long: the connection is closed. */
const SILENT_MS = 120_000;
/** A reader who takes longer at the end is cut off. */
const GRACE_MS = 25_000;

/**
 * Serves a site as its deployment settings say: the version that was served last at once, the one that is asked for now as
 * soon as it is here, verified, unpacked and checked. What fails leaves the version that is served alone.
 * @throws OffprintError `usage` for values, folders and addresses that cannot be used
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { stateFolder, keep, log, read, compresses, authorityFile } = options;
  const first = await read();
  const versions = openVersions(stateFolder);
  const downloadsFolder = path.join(stateFolder, 'downloads');
  fs.mkdirSync(downloadsFolder, { recursive: true });
  const accessLog = options.accessLog === undefined ? undefined : openAccessLog(options.accessLog);
  let values = first.values;
  let trusted = first.trusted;
  let served: Release | null = null;
  let activity: HostState['activity'] = 'idle';
  let lastError: HostState['lastError'] = null;
  let nextAttemptAt: string | null = null;
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
    for (const name of versions
      .list()
      .filter((each) => each !== release.name)
      .slice(keep - 1))
      versions.remove(name);
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
    options,
    limitPipelining((request, response) => {
      accessLog?.watch(request, response);
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

function answer(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  state: () => HostState,
  served: Release | null,
): void {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    sendSentence(response, 405, 'Pages are read with GET and HEAD.', { allow: 'GET, HEAD' });
    return;
  }
  const [pathname] = url.split('?', 1);
  if (pathname === '/healthz' || pathname === '/readyz') {
    const status = pathname === '/healthz' || served ? 200 : 503;
    const body = `${JSON.stringify(state())}\n`;
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(body),
      })
      .end(method === 'HEAD' ? undefined : body);
    return;
  }
  if (served) {
    serveRelease(served, request, response);
    return;
  }
  const sentences = {
    disabled: 'This site is switched off: staticExport.enabled is false.',
    starting: 'This site is being fetched. Try again in a moment.',
    failed: 'There is no version of this site to show yet. /healthz says why.',
    serving: '',
  } as const;
  sendSentence(response, 503, sentences[state().state], { 'retry-after': '30' });
}

async function listen(
  { listen: { host, port, tls } }: HostOptions,
  handler: http.RequestListener,
): Promise<{ server: http.Server | https.Server; url: string }> {
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS };
  const server = tls
    ? https.createServer({ ...settings, ...tls }, handler)
    : http.createServer(settings, handler);
  server.setTimeout(SILENT_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new OffprintError(
          'usage',
          `${host} port ${port} cannot be listened on (${systemCode(error)}). Choose another with --host and --port.`,
          error,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `${tls ? 'https' : 'http'}://${name}:${listening}` };
}

async function closed(server: http.Server | https.Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cutOff);
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
