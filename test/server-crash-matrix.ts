import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hashOfKey, newAdminKey } from '../server/api/admin-key.ts';
import { keyScopes } from '../server/store/keys.ts';
import { openHost } from '../server/writer/host.ts';
import { makeClassicSite } from './benchmarks/classic-site.ts';

/**
 * `node test/server-crash-matrix.ts [--kills 20] [--seed 1] [--pages 150]`: kills the server (host and writer) with
 * SIGKILL at random moments of three queued exports and restarts it. Every job must complete with the archive of an
 * undisturbed export; keys, a link, stored responses and the start counter must be unchanged.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    pages: { type: 'string', default: '150' },
  },
});
const DOMAINS = ['one.localhost', 'two.localhost', 'three.localhost'];
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-server-crash-'));
const secretFile = path.join(work, 'secret');
fs.writeFileSync(secretFile, randomBytes(48), { mode: 0o600 });
const sites = DOMAINS.map((name, index) =>
  makeClassicSite(path.join(work, 'sites', name), Number(values.pages) + index),
);
const small = makeClassicSite(path.join(work, 'sites', 'small'), 5);
const random = mulberry32(Number(values.seed));
let failures = 0;
/** Duration of the three exports in the last round. */
let exportsMs = 0;

type Keys = Readonly<Record<(typeof keyScopes)[number], string>>;
type Serving = Readonly<{ child: ChildProcess; url: string; readyAfterMs: number }>;

try {
  const undisturbed = await round('undisturbed', undefined);
  const durationMs = exportsMs;
  process.stdout.write(
    `Undisturbed: ${[...undisturbed.values()].map((sha) => sha.slice(0, 12)).join(' ')}\n`,
  );
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const afterMs = Math.round(durationMs * random());
    const archives = await round(`kill ${kill}`, afterMs);
    for (const [domain, sha256] of undisturbed) {
      if (archives.get(domain) !== sha256) fail(`kill ${kill}: another archive of ${domain}`);
    }
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? 'All jobs completed, nothing was lost.\n' : `${failures} failures\n`);
process.exitCode = failures === 0 ? 0 : 1;

/**
 * Runs one round on a new data folder.
 * @returns SHA-256 of each archive by domain
 */
async function round(name: string, killAfterMs: number | undefined): Promise<Map<string, string>> {
  // Not the folder of the previous round: its writer process may not have noticed yet that its server is gone.
  const data = path.join(work, name.replace(' ', '-'));
  const keys = await prepare(data);
  let serving = await serve(data);
  const link = await linkOfSmallExport(serving.url, keys);

  const from = performance.now();
  const starting = startAll(serving.url, keys).catch(() => new Map<string, string>());
  let jobs: Map<string, string>;
  if (killAfterMs === undefined) jobs = await starting;
  else {
    await pause(killAfterMs);
    const states = await statesOf(serving.url, keys);
    await kill(serving.child);
    const told = await starting;
    serving = await serve(data);
    // Like any client without a response: sends the same requests with the same Idempotency-Keys.
    jobs = await startAll(serving.url, keys);
    for (const [domain, jobId] of told) {
      if (jobs.get(domain) !== jobId) fail(`${name}: the start of ${domain} was carried out twice`);
    }
    process.stdout.write(
      `${name} after ${killAfterMs} ms (${states}), up again in ${serving.readyAfterMs.toFixed(0)} ms\n`,
    );
  }

  const archives = new Map<string, string>();
  for (const [domain, jobId] of jobs) {
    const job = await completed(serving.url, keys, jobId);
    if (job.status !== 'completed') fail(`${name}: ${domain} ${job.status}: ${job.error}`);
    const bundle = await call<{ sha256: string }>(serving.url, keys.write, 'POST', `/jobs/${jobId}/bundle`);
    archives.set(domain, bundle.sha256);
  }
  exportsMs = performance.now() - from;
  await check(name, serving.url, keys, link);
  const { jobs: all } = await call<{ jobs: unknown[] }>(serving.url, keys.read, 'GET', '/jobs');
  if (all.length !== 4) fail(`${name}: ${all.length} jobs instead of 4`);
  await kill(serving.child);
  return archives;
}

async function prepare(data: string): Promise<Keys> {
  const host = await openHost(data);
  const keys: Record<string, string> = {};
  for (const scope of keyScopes) {
    keys[scope] = newAdminKey();
    await host.command('createKey', {
      name: scope,
      scopes: [scope],
      expiresAt: null,
      hash: hashOfKey(keys[scope]),
    });
  }
  for (const [index, domain] of ['small.localhost', ...DOMAINS].entries()) {
    await host.command('createProject', {
      name: domain,
      origin: { kind: 'directory', folder: [small, ...sites][index] ?? '' },
      domains: [domain],
      deploymentType: 'air-gapped',
      features: {},
      settings: { sampleMin: 0, sampleMax: 0 },
    });
  }
  await host.command('changeSettings', { exportStartsPerHour: 1, exportConcurrency: 2 });
  await host.close();
  return keys as Keys;
}

async function serve(data: string): Promise<Serving> {
  const from = performance.now();
  const args = [
    'server/cli/main.js',
    'serve',
    '--json',
    '--data',
    data,
    '--port',
    '0',
    '--secret-file',
    secretFile,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      const found = /"url": ?"(http[^"]+)"/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { child, url, readyAfterMs: performance.now() - from };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}

async function call<T>(
  url: string,
  key: string,
  method: string,
  place: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(`${url}/v1/static-export${place}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const value = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(`${answer.status} ${value.error}`);
  return value;
}

async function startAll(url: string, keys: Keys): Promise<Map<string, string>> {
  const jobs = new Map<string, string>();
  for (const domain of DOMAINS) {
    const headers = { 'idempotency-key': `start ${domain}` };
    const { jobId } = await call<{ jobId: string }>(url, keys.write, 'POST', '/jobs', { domain }, headers);
    jobs.set(domain, jobId);
  }
  return jobs;
}

async function linkOfSmallExport(url: string, keys: Keys): Promise<{ bundleUrl: string; sha256: string }> {
  const { jobId } = await call<{ jobId: string }>(url, keys.write, 'POST', '/jobs', {
    domain: 'small.localhost',
  });
  await completed(url, keys, jobId);
  return call(url, keys.write, 'POST', `/jobs/${jobId}/bundle`);
}

async function completed(
  url: string,
  keys: Keys,
  jobId: string,
): Promise<{ status: string; error?: string }> {
  for (const until = Date.now() + 120_000; Date.now() < until; ) {
    const job = await call<{ status: string; error?: string }>(url, keys.read, 'GET', `/jobs/${jobId}`);
    if (job.status === 'completed' || job.status === 'failed') return job;
    await pause(100);
  }
  return { status: 'did not end within two minutes' };
}

/** State of the jobs. */
async function statesOf(url: string, keys: Keys): Promise<string> {
  const { jobs } = await call<{ jobs: { status: string; phase: string }[] }>(url, keys.read, 'GET', '/jobs');
  return jobs.map(({ status, phase }) => (status === 'running' ? phase : status)).join(' ');
}

/** Checks that keys, the link and the counter are unchanged. */
async function check(
  name: string,
  url: string,
  keys: Keys,
  link: { bundleUrl: string; sha256: string },
): Promise<void> {
  for (const scope of keyScopes) {
    await call(url, keys[scope], 'GET', '/queue').catch((error) => fail(`${name}: key ${scope}: ${error}`));
  }
  const { pathname, search } = new URL(link.bundleUrl); // the port has changed
  const download = await fetch(url + pathname + search);
  const bytes = Buffer.from(await download.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== link.sha256) {
    fail(`${name}: the link gives ${download.status} ${bytes.toString('utf8', 0, 200)}`);
  }
  for (const domain of ['small.localhost', ...DOMAINS]) {
    const refused = await call(url, keys.write, 'POST', '/jobs', { domain }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    if (!refused.startsWith('429')) fail(`${name}: a second start of ${domain} within the hour: ${refused}`);
  }
}

function fail(sentence: string): void {
  failures++;
  process.stdout.write(`FAILED ${sentence}\n`);
}

/** A small seeded generator (mulberry32), so that a run can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
