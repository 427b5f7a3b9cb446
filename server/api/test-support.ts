import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { builtPorts } from '../../test/stand-ins/built.ts';
import { atFileEnd } from '../../test/stand-ins/cleanup.ts';
import { dataFolder, makeSite, manyPages, page, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { createServer, type Running, type ServerConfig, type ServerPorts } from '../app.ts';
import type { ExportSettingsInput } from '../exports/settings/settings.ts';
import type { KeyScope } from '../store/keys.ts';
import {
  type Answer,
  addressOf,
  type CallOptions,
  type Client,
  clientOf,
  openClient,
} from './client.test-support.ts';
import type * as schemas from './schemas.ts';

/**
 * Support for the API tests: a real server with its own data folder, and a client that sends bytes over real sockets
 * and checks every response against the server's own `/openapi.json`.
 */

export {
  type Answer,
  addressOf,
  answerOf,
  type CallOptions,
  type Client,
  openClient,
} from './client.test-support.ts';

export type Job = z.infer<typeof schemas.exportJob>;
export type Bundle = z.infer<typeof schemas.bundle>;
export type Project = z.infer<typeof schemas.project>;
export type CreatedKey = z.infer<typeof schemas.createdAdminKey>;

export type TestServer = Client &
  Readonly<{
    url: string;
    dataFolder: string;
    running: Running;
    keys: Readonly<Record<KeyScope, string>>;
    /** A client on the private socket, as the owner of the data folder. */
    owner: Client;
    log: readonly string[];
    stop: () => Promise<void>;
  }>;

export type ServerOptions = Readonly<{
  /** Default: a new folder. */
  dataFolder?: string;
  /** File that keeps the master key across restarts. Without it, link keys only last as long as the server. */
  secretFile?: string;
  listener?: ServerConfig['listener'];
  interfaceFolder?: string;
  ports?: ServerPorts;
  /** Keys from a previous start on the same data folder. */
  keys?: TestServer['keys'];
}>;

/** Starts a server on a free loopback port, with a key for each scope. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = options.dataFolder ?? dataFolder();
  const log: string[] = [];
  const { secretFile } = options;
  const server = createServer(
    {
      dataFolder: folder,
      listener: { port: 0, ...options.listener },
      ...(options.interfaceFolder !== undefined && { interfaceFolder: options.interfaceFolder }),
    },
    {
      host: builtPorts,
      log: (line) => log.push(line),
      secrets: { keychain: null, secretFile },
      ...options.ports,
    },
  );
  const running = await server.listen();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= server.close();
    return stopped;
  };
  atFileEnd(stop);
  const { url, descriptor } = running;
  if (url === null) throw new Error('The server does not listen.');
  const client = await openClient(addressOf(url), new URL(url).host, '');
  const owner = clientOf({ path: descriptor.socket }, 'offprint', descriptor.secret, client.contract);
  const keys = options.keys ?? (await keysOf(owner));
  return {
    ...clientOf(client.address, client.authority, keys.write, client.contract),
    url,
    dataFolder: folder,
    running,
    keys,
    owner,
    log,
    stop,
  };
}

/** Creates a file with a master key, which keeps link keys across restarts. */
export function makeSecretFile(): string {
  const file = path.join(temporaryFolder('secret'), 'master');
  fs.writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600 });
  return file;
}

/** Verification checks links but opens no pages, so a job takes about a second. */
export const QUICK: ExportSettingsInput = { sampleMin: 0, sampleMax: 0 };

/** Creates a site of four pages. */
export function tinySite(): string {
  return makeSite({
    'index.html': page(
      'Start',
      '<link rel="stylesheet" href="site.css"><a href="a.html">a</a> <a href="b/">b</a>',
    ),
    'a.html': page('A', '<p>Text of a page.</p>'),
    'b/index.html': page('B', '<a href="../c.html">c</a>'),
    'c.html': page('C'),
    'site.css': 'body { color: #123 }',
  });
}

/** Number of pages in a site whose export, one request at a time, takes long enough for a test to act during it. */
export const LASTING_PAGES = 200;
export const LASTING: ExportSettingsInput = { ...QUICK, concurrency: 1 };

export function lastingSite(): string {
  return makeSite(manyPages(LASTING_PAGES - 1)); // plus the start page
}

let projects = 0;

/** Creates a folder project with a unique domain, as the owner. */
export async function makeProject(
  server: TestServer,
  folder = tinySite(),
  settings: ExportSettingsInput = QUICK,
): Promise<Project> {
  projects += 1;
  const domain = `docs-${projects}-${path.basename(path.dirname(folder))}.example`;
  const { status, body, error } = await server.owner.call('POST', '/v1/projects', {
    body: { name: domain, domains: [domain], origin: { kind: 'directory', folder }, settings },
  });
  if (status !== 201) throw new Error(error);
  return body as Project;
}

export function domainOf({ domains }: Project): string {
  return domains[0] ?? '';
}

export const JOBS = '/v1/static-export/jobs';

/** Starts an export, which must be accepted. */
export async function startJob(client: Client, domain: string, body: object = {}): Promise<Job> {
  const answer = await client.call('POST', JOBS, { body: { domain, ...body } });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.error}`);
  return answer.body as Job;
}

export async function jobOf(client: Client, jobId: string): Promise<Job> {
  const answer = await client.call('GET', `${JOBS}/${jobId}`);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.error}`);
  return answer.body as Job;
}

const PATIENCE_MS = 60_000;

/** Polls a job until a condition is true. Checks that progress never falls. */
export async function untilJob(
  client: Client,
  jobId: string,
  holds: (job: Job) => boolean,
  seen: Job[] = [],
): Promise<Job> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let progress = 0; ; ) {
    const job = await jobOf(client, jobId);
    seen.push(job);
    if (job.progress < progress)
      throw new Error(`The progress of ${jobId} fell from ${progress} to ${job.progress}`);
    progress = job.progress;
    if (holds(job)) return job;
    if (job.status === 'completed' || job.status === 'failed' || performance.now() > deadline) {
      throw new Error(`This never came about; the job: ${JSON.stringify(job)}`);
    }
    await pause(20);
  }
}

export function untilEnded(client: Client, jobId: string, seen: Job[] = []): Promise<Job> {
  return untilJob(client, jobId, ({ status }) => status === 'completed' || status === 'failed', seen);
}

/** Starts an export and waits until it has completed. */
export async function completedJob(client: Client, domain: string, body: object = {}): Promise<Job> {
  const { jobId } = await startJob(client, domain, body);
  const job = await untilEnded(client, jobId);
  if (job.status !== 'completed') throw new Error(job.error);
  return job;
}

export async function bundleOf(client: Client, jobId: string, body?: object): Promise<Bundle> {
  const answer = await client.call('POST', `${JOBS}/${jobId}/bundle`, { body });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.error}`);
  return answer.body as Bundle;
}

/** Requests a link without an Authorization header. */
export function followLink(
  client: Client,
  bundleUrl: string,
  options: CallOptions & { method?: string } = {},
): Promise<Answer> {
  const { pathname, search } = new URL(bundleUrl);
  return client.call(options.method ?? 'GET', pathname + search, { key: null, ...options });
}

async function keysOf(owner: Client): Promise<TestServer['keys']> {
  const make = async (scope: KeyScope): Promise<string> => {
    const { status, body, error } = await owner.call('POST', '/v1/keys', {
      body: { name: scope, scopes: [scope] },
    });
    if (status !== 201) throw new Error(error);
    return (body as CreatedKey).key;
  };
  return { read: await make('read'), write: await make('write'), admin: await make('admin') };
}
