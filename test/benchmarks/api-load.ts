import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { hashOfKey, newAdminKey } from '../../server/api/admin-key.ts';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import { exportSettings } from '../../server/exports/settings/settings.ts';
import { openHost } from '../../server/writer/host.ts';
import { makeClassicSite } from './classic-site.ts';

/**
 * `node test/benchmarks/api-load.ts [--jobs 100000] [--rate 200] [--rounds 5] [--seconds 10] [--site <folder>] [--json
 * <file>]`:
 * measures the API with many jobs in the store while an export runs. Each round measures the idle server, the server
 * with the control load and the server with an export, in turn; the table gives median, minimum and maximum over the
 * rounds. Requests start on a fixed schedule, whether or not earlier ones have been answered, so queueing time counts.
 * Half of them ask for the status of a job, half for the first page of a list.
 *
 * Two baselines separate the server's share from the machine's. The control: instead of an export, programs that share
 * nothing with the server but the processors allocate and free memory at the priority of an export. And a bare server,
 * a process that answers every request with two bytes, gets 50 requests a second alongside the real one: its latency is
 * the minimum for any server on this machine.
 */
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    site: { type: 'string' },
    json: { type: 'string' },
  },
});
// The client's own lateness must not count against the server: the client gets real-time priority, as if it ran on
// another machine. Its child processes do not inherit it.
const first = spawnSync('chrt', ['-a', '-R', '-r', '-p', '1', String(process.pid)], { stdio: 'ignore' });
if (first.status !== 0)
  process.stdout.write('Without the right to a real-time priority the client is late itself at times.\n');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-load-'));
const data = path.join(work, 'data');
const DOMAIN = 'load.localhost';

type Latencies = {
  /** Measured from when the request was due. */
  status: number[];
  /** Measured from when the request was sent, so without the client's own lateness. */
  statusSent: number[];
  list: number[];
  bare: number[];
  /** How late each request was sent. */
  late: number[];
  refused: number;
};

try {
  const site = values.site ? path.resolve(values.site) : makeClassicSite(path.join(work, 'site'), 1000);
  const key = await fill(site, Number(values.jobs));
  const server = await startServer();
  const bare = await startBareServer();
  try {
    await load(server.url, bare.url, key, 2); // warm-up: compiles code and reads database pages
    await server.measure(); // resets the measurements
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const measure = async (): Promise<Measured> => {
        await pause(500); // lets the load start
        await server.measure();
        const stolenBefore = stolenMs();
        const latencies = await load(server.url, bare.url, key, Number(values.seconds));
        const stolen = (stolenMs() - stolenBefore) / Number(values.seconds);
        return { ...latencies, delay: [await server.measure()], stolen: [stolen] };
      };
      const idle = await measure();
      const endStrangers = startStrangers();
      const control = await measure();
      endStrangers();
      let over = false;
      const exporting = (async () => {
        while (!over) await exportOnce(server.url, key, () => over);
      })();
      const busy = await measure();
      over = true;
      await exporting;
      rounds.push({ idle, control, busy });
    }
    report(rounds);
  } finally {
    bare.end();
    server.child.kill('SIGTERM');
    await new Promise((resolve) => server.child.once('exit', resolve));
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

/** Creates a store with many ended jobs of many domains, in every state. */
async function fill(site: string, jobs: number): Promise<string> {
  const host = await openHost(data);
  const key = newAdminKey();
  await host.command('createKey', { name: 'load', scopes: ['write'], expiresAt: null, hash: hashOfKey(key) });
  const project = await host.command('createProject', {
    name: 'load',
    origin: { kind: 'directory', folder: site },
    domains: [DOMAIN],
    deploymentType: 'air-gapped',
    features: {},
    settings: { sampleMin: 0, sampleMax: 0 },
  });
  await host.close();
  const store = new Database(path.join(data, 'offprint.db'));
  const insert = store.prepare(
    `INSERT INTO export_jobs (id, project_id, domain, version, status, phase, progress, page_count, settings, policy,
       error_code, error, verdict, created_at, updated_at, started_at, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const settings = JSON.stringify(exportSettings.parse({}));
  const policy = JSON.stringify(featurePolicy('air-gapped', {}));
  store.transaction(() => {
    for (let number = 0; number < jobs; number++) {
      const at = new Date(Date.now() - (jobs - number) * 60_000).toISOString();
      const failed = number % 7 === 0;
      insert.run(
        `se_${randomBytes(8).toString('hex')}`,
        project.id,
        number % 3 === 0 ? DOMAIN : `site-${number % 50}.example.com`,
        `1.${number}`,
        failed ? 'failed' : 'completed',
        failed ? 'acquire' : 'done',
        failed ? 12 : 100,
        500,
        settings,
        policy,
        failed ? 'internal' : null,
        failed ? 'It failed.' : null,
        failed ? null : 'passed',
        at,
        at,
        at,
        at,
      );
    }
  })();
  store.close();
  return key;
}

type LoadedServer = Readonly<{ child: ChildProcess; url: string; measure: () => Promise<number> }>;

/** Starts the server in its own process, which also reports its event loop delay. */
async function startServer(): Promise<LoadedServer> {
  const child = fork(path.join(import.meta.dirname, 'measured-server.ts'), [data], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = <T>(): Promise<T> => new Promise((resolve) => child.once('message', resolve as () => void));
  const { url } = await next<{ url: string }>();
  return {
    child,
    url,
    measure: async () => {
      const answer = next<{ delayP99Ms: number }>();
      child.send('measure');
      return (await answer).delayP99Ms;
    },
  };
}

/** Answers every request with two bytes. */
async function startBareServer(): Promise<{ url: string; end: () => void }> {
  const program = `
    const server = require('node:http').createServer((request, response) => response.end('{}'));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(`${data}`.trim())),
  );
  return { url: `http://127.0.0.1:${port}/`, end: () => child.kill('SIGKILL') };
}

/** Starts one program per processor; the returned function ends them. */
function startStrangers(): () => void {
  const busy = `
    const { takeLowestPriority } = await import('${new URL('../../server/writer/priority.ts', import.meta.url)}');
    takeLowestPriority();
    for (;;) { const taken = []; for (let i = 0; i < 3e6; i++) taken.push({ i }); }`;
  const strangers = Array.from({ length: os.availableParallelism() }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', busy], { stdio: 'ignore' }),
  );
  return () => {
    for (const stranger of strangers) stranger.kill('SIGKILL');
  };
}

async function exportOnce(url: string, key: string, isOver: () => boolean): Promise<void> {
  const { jobId } = await post(url, key, '/v1/static-export/jobs', { domain: DOMAIN, fresh: true });
  for (;;) {
    await pause(200);
    if (isOver()) {
      await post(url, key, `/v1/static-export/jobs/${jobId}/cancel`).catch(() => {});
      return;
    }
    const job = (await (
      await fetch(`${url}/v1/static-export/jobs/${jobId}`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as { status: string };
    if (job.status === 'completed' || job.status === 'failed') return;
  }
}

async function post(url: string, key: string, place: string, body?: unknown): Promise<{ jobId: string }> {
  const answer = await fetch(url + place, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { jobId: string };
}

async function load(url: string, bareUrl: string, key: string, seconds: number): Promise<Latencies> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const store = new Database(path.join(data, 'offprint.db'), { readonly: true });
  const ids = store.prepare('SELECT id FROM export_jobs ORDER BY id LIMIT 5000').pluck().all() as string[];
  store.close();
  const lists = [
    '',
    '?status=completed',
    `?domain=${DOMAIN}`,
    '?status=failed&sort=-updatedAt',
    '?sort=createdAt',
  ];
  const latencies: Latencies = { status: [], statusSent: [], list: [], bare: [], late: [], refused: 0 };
  const open: Promise<void>[] = [];
  const count = Math.round(seconds * Number(values.rate));
  const from = performance.now();
  for (let number = 0; number < count; number++) {
    const due = from + (number * 1000) / Number(values.rate);
    for (let left = due - performance.now(); left > 0; left = due - performance.now()) {
      // A timer may be late by more than a request takes, so the last part is a busy wait.
      await (left > 1.2 ? pause(left - 1.1) : new Promise((resolve) => setImmediate(resolve)));
    }
    const sent = performance.now();
    latencies.late.push(sent - due);
    const isStatus = number % 2 === 0;
    const place = isStatus
      ? `/v1/static-export/jobs/${ids[(number * 7919) % ids.length]}`
      : `/v1/static-export/jobs${lists[(number >> 1) % lists.length]}`;
    open.push(
      get(url + place, key, agent).then((status) => {
        if (status !== 200) latencies.refused++;
        const now = performance.now();
        (isStatus ? latencies.status : latencies.list).push(now - due);
        if (isStatus) latencies.statusSent.push(now - sent);
      }),
    );
    if (number % 4 === 0)
      open.push(
        get(bareUrl, key, agent).then(() => {
          latencies.bare.push(performance.now() - due);
        }),
      );
  }
  await Promise.all(open);
  agent.destroy();
  return latencies;
}

function get(url: string, key: string, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      })
      .on('error', reject);
  });
}

/** Latencies with the p99 of the server's event loop delay and the CPU time stolen per second, in milliseconds. */
type Measured = Latencies & { readonly delay: readonly number[]; readonly stolen: readonly number[] };
type Round = Readonly<Record<'idle' | 'control' | 'busy', Measured>>;

function report(rounds: readonly Round[]): void {
  const row = (name: string, kind: Exclude<keyof Measured, 'refused'>, percent: number, target = '') => {
    const of = (beside: keyof Round) => rounds.map((round) => percentile(round[beside][kind], percent));
    return { name, idle: of('idle'), control: of('control'), busy: of('busy'), target };
  };
  const rows = [
    row('status p50', 'status', 50),
    row('status p99', 'status', 99, '5'),
    row('status p99 from sending', 'statusSent', 99, '5'),
    row('list p50', 'list', 50),
    row('list p99', 'list', 99, '20'),
    row('bare server p99', 'bare', 99),
    row('sent late p99', 'late', 99),
    row('event-loop delay p99', 'delay', 50, '50'),
    row('taken by the host, per second', 'stolen', 50),
  ];
  const refused = rounds.reduce((sum, { busy }) => sum + busy.refused, 0);
  process.stdout.write(
    `\n${values.jobs} jobs, ${values.rate} requests/s, ${values.rounds} rounds of ${values.seconds} s each, ${refused} refused\n\n`,
  );
  const cell = (all: readonly number[]) =>
    `${percentile(all, 50).toFixed(1)} (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`;
  process.stdout.write('| ms | nothing runs | control | an export runs | target |\n|---|---|---|---|---|\n');
  for (const { name, idle, control, busy, target } of rows) {
    process.stdout.write(`| ${name} | ${cell(idle)} | ${cell(control)} | ${cell(busy)} | ${target} |\n`);
  }
  const median = (kind: 'status' | 'bare', beside: keyof Round) =>
    percentile(
      rounds.map((round) => percentile(round[beside][kind], 99)),
      50,
    );
  const ratio = median('status', 'busy') / median('bare', 'busy');
  process.stdout.write(
    `\nstatus p99 while an export runs: ${ratio.toFixed(2)} times that of the bare server (a server without any work)\n`,
  );
  if (values.json)
    fs.writeFileSync(values.json, `${JSON.stringify({ ...values, refused, rows, ratio }, null, 1)}\n`);
}

/**
 * CPU time that the virtual machine's host has given to other guests so far, in ms; 0 where the system does not report
 * it (proc(5), `steal`).
 */
function stolenMs(): number {
  if (process.platform !== 'linux') return 0;
  return Number(fs.readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]) * 10;
}

function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
