import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isFullRun } from '../stand-ins/full.ts';

/**
 * `node test/peers/whole-run.ts <empty folder>`: what Offprint is for, from the first export to a reader on the other side,
 * as a person or a script would do it. It is the run of no-calls-out.test.ts, which traces it.
 */
const ROOT = path.join(import.meta.dirname, '..', '..');
const [work = ''] = process.argv.slice(2);
const bundle = path.join(work, 'handbook.zip');
const data = path.join(work, 'server');
const env = { ...process.env, OFFPRINT_EXPORT_PRIORITY: 'normal', OFFPRINT_DATA: data };
const run = promisify(execFile);

async function offprint<T>(...args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [path.join(ROOT, 'server/cli/main.js'), ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout) as T;
}

const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
};

async function readableAt(url: string): Promise<void> {
  let answer = await fetch(url);
  for (; answer.status === 503; answer = await fetch(url)) await pause(250); // it is fetched and checked first
  if (answer.status !== 200 || !(await answer.text()).includes('<title>'))
    throw new Error(`${url} answered ${answer.status}.`);
}

/** The main job of README.md. A usual run opens fewer pages: each is treated the same. */
const sample = isFullRun ? [] : ['--sample-max', '3'];
const exported = ['run', '-s', 'export', '--', 'examples/handbook', '--out', bundle, ...sample];
await run('npm', exported, { cwd: ROOT, env });
await offprint('verify', bundle, '--allow-unsigned');

/** A server, and a live site that is exported by its API. */
const site = http.createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
  const file = path.join(ROOT, 'examples/handbook', name.endsWith('/') ? `${name}index.html` : name);
  if (!fs.existsSync(file)) response.writeHead(404).end();
  else response.setHeader('content-type', typeOf(file)).end(fs.readFileSync(file));
});
function typeOf(file: string): string {
  const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' };
  return types[path.extname(file)] ?? (file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
}
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));

const { key } = await offprint<{ key: string }>('keys', 'create', '--name', 'ci', '--scope', 'admin');
const server = spawn(
  process.execPath,
  [path.join(ROOT, 'server/cli/main.js'), 'serve', '--port', '0', '--json'],
  { env, stdio: ['ignore', 'pipe', 'inherit'] },
);
children.push(server);
let told = '';
for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
  told += line;
  if (line === '}') break;
}
const { url } = JSON.parse(told) as { url: string };
async function api<T>(method: string, target: string, body?: object): Promise<T> {
  const answer = await fetch(url + target, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${target}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
const address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
await offprint('settings', 'set', 'originHosts', address);
await api('POST', '/v1/projects', {
  name: 'Live',
  domains: ['live.example'],
  origin: { kind: 'url', url: `http://${address}/` },
  settings: { sampleMax: 3 },
});
type Job = Readonly<{ jobId: string; status: string; error?: unknown }>;
let job = await api<Job>('POST', '/v1/static-export/jobs', { domain: 'live.example' });
while (['queued', 'running'].includes(job.status)) {
  await pause(250);
  job = await api<Job>('GET', `/v1/static-export/jobs/${job.jobId}`);
}
if (job.status !== 'completed') throw new Error(`The export of the live site: ${JSON.stringify(job)}`);

/** The other side: the bundle is received, kept, and served to a reader by the server and by a command. */
await offprint('receive', bundle, '--accept-unsigned', '--keep');
const hosted = await api<{ url: string }>('POST', '/v1/hosting', { jobId: job.jobId, name: 'Live', port: 0 });
await readableAt(hosted.url);
await stop(server);

const host = spawn(process.execPath, [path.join(ROOT, 'server/cli/main.js'), 'host', bundle, '--port', '0'], {
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
children.push(host);
for await (const line of createInterface({ input: host.stderr as NodeJS.ReadableStream })) {
  const listening = /listening on (\S+)/.exec(line)?.[1];
  if (listening === undefined) continue;
  await readableAt(`${listening}/`);
  break;
}
await stop(host);
site.close();
site.closeAllConnections();
