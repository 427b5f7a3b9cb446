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
 * `node test/benchmarks/api-load.ts [--jobs 100000] [--rate 200] [--rounds 5] [--seconds 10] [--site <folder>] [--json <file>]`:
 * the API with many jobs in the store, while an export runs. Each round measures with nothing beside, with the control
 * and with an export, one after the other; the table gives the median of the rounds, and what was least and most. Requests start by the clock, whether or not the ones before have been
 * answered, so that waiting counts. Half ask for the status of a job, half for the first page of a list.
 *
 * Two things tell the server's part from the machine's. The control: instead of an export, programs that share nothing
 * with the server but the processors take and drop memory at the priority of an export. And a bare server, a process
 * that answers every request with two bytes, is asked 50 times a second beside the real one: what it needs, no server
 * on this machine can do without.
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
// The client's own lateness is not the server's: it comes first, as if it were on another machine. What it starts does not.
const first = spawnSync('chrt', ['-a', '-R', '-r', '-p', '1', String(process.pid)], { stdio: 'ignore' });
if (first.status !== 0)
  process.stdout.write('Without the right to a real-time priority the client is late itself at times.\n');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-load-'));
const data = path.join(work, 'data');
const DOMAIN = 'load.localhost';

type Latencies = {
  /** From when the request was due. */
  status: number[];
  /** From when it was sent: what the client's own lateness takes is left out. */
  statusSent: number[];
  list: number[];
  bare: number[];
  /** How much later than due a request was sent. */
  late: number[];
  refused: number;
};

try {
  const site = values.site ? path.resolve(values.site) : makeClassicSite(path.join(work, 'site'), 1000);
  const key = await fill(site, Number(values.jobs));
  const server = await startServer();
  const bare = await startBareServer();
  try {
    await load(server.url, bare.url, key, 2); // code is compiled, pages of the database are read
    await server.measure(); // forgets what was measured so far
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const measure = async (): Promise<Measured> => {
        await pause(500); // what runs beside has begun
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

/** A store with many ended jobs of many domains, in every state. */
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

/** The server in a process of its own, which also says how long its event loop was held up. */
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

/** Answers with two bytes, whatever it is asked. */
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

/** One program for each processor; the function ends them. */
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
      // A timer may be late by more than a request takes: the last part is waited for awake.
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

/** With the p99 of how long the server's event loop was held up, and what the host took in a second, in milliseconds. */
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

/** Processor time that a virtual machine's host gave to others so far, in ms; 0 where the system does not tell (proc(5), `steal`). */
function stolenMs(): number {
  if (process.platform !== 'linux') return 0;
  return Number(fs.readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]) * 10;
}

function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
