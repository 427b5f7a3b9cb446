import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';

/**
 * `node test/crash-matrix.ts <site> [--kills 20] [--seed 1]`: kills an export with SIGKILL (host and writer) at random
 * moments, resumes it with the same command, and compares the archive with that of an undisturbed export. Each kill is
 * a separate run; one more run is killed repeatedly until it completes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const site = path.resolve(positionals[0] ?? 'examples/handbook');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-crash-'));
const random = mulberry32(Number(values.seed));
let failures = 0;

try {
  const started = performance.now();
  const undisturbed = await finish(path.join(work, 'undisturbed'));
  const durationMs = performance.now() - started;
  process.stdout.write(`Undisturbed: ${undisturbed.sha256}, ${(durationMs / 1000).toFixed(1)} s\n`);

  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const data = path.join(work, `kill-${kill}`);
    const afterMs = Math.round(durationMs * random());
    await killAfter(start(data), afterMs);
    const before = acquired(data);
    const resumed = await finish(data);
    compare(`kill ${kill} after ${afterMs} ms, ${before.size} acquired`, undisturbed.sha256, resumed.sha256);
    const again = [...before].filter(([url, at]) => resumed.acquired.get(url) !== at);
    if (again.length > 0) fail(`${again.length} resources were acquired again, the first ${again[0]?.[0]}`);
    fs.rmSync(data, { recursive: true, force: true });
  }

  const data = path.join(work, 'again-and-again');
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    await killAfter(start(data), Math.round(200 + durationMs * 0.4 * random()));
  }
  compare(`${values.kills} kills of one export`, undisturbed.sha256, (await finish(data)).sha256);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? 'All archives are identical.\n' : `${failures} failures\n`);
process.exitCode = failures === 0 ? 0 : 1;

function start(data: string): ChildProcess {
  const args = ['server/cli/main.js', 'export', site, '--data', data, '--sample-max', '0'];
  return spawn(process.execPath, args, { stdio: 'ignore', detached: true });
}

async function finish(data: string): Promise<{ sha256: string; acquired: Map<string, number> }> {
  const child = start(data);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) fail(`the export ended with ${code}`);
  const store = new Database(path.join(data, 'offprint.db'), { readonly: true });
  const sha256 = String(store.prepare('SELECT sha256 FROM bundles ORDER BY created_at DESC').pluck().get());
  store.close();
  return { sha256, acquired: acquired(data) };
}

async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms))]);
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // it had completed
  }
  await ended;
}

/** Acquisitions by resource of each job, identified by their duration: no two take equally long to 0.1 ms. */
function acquired(data: string): Map<string, number> {
  const file = path.join(data, 'offprint.db');
  if (!fs.existsSync(file)) return new Map();
  try {
    const store = new Database(file, { readonly: true });
    const rows = store
      .prepare(`SELECT job_id || ' ' || url AS url, duration_ms AS at FROM resources WHERE status = 'done'`)
      .all();
    store.close();
    return new Map((rows as { url: string; at: number }[]).map(({ url, at }) => [url, at]));
  } catch {
    return new Map(); // killed before the tables were created
  }
}

function compare(what: string, expected: string, actual: string): void {
  if (expected === actual) process.stdout.write(`ok    ${what}\n`);
  else fail(`${what}: ${actual} instead of ${expected}`);
}

function fail(text: string): void {
  failures++;
  process.stdout.write(`FAIL  ${text}\n`);
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
