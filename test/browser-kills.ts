import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { descendantsOf } from '../server/exports/chromium/process-tree.ts';
import { MAIN } from './stand-ins/built.ts';

/** Kills browser processes of an export and reports the outcome. Linux only: processes are found in /proc. */
export const KINDS = ['browser', 'renderer', 'zygote'] as const;
export type Kind = (typeof KINDS)[number];
export const PHASES = ['render', 'verify'] as const;
export type Phase = (typeof PHASES)[number];

/** What to kill and when: milliseconds after a browser has started in the phase. */
export type Kill = Readonly<{ kind: Kind; phase: Phase; afterMs: number }>;

export type Outcome = Readonly<{
  code: number | null;
  /** Standard error of the command without its progress. */
  said: string;
  sha256: string | undefined;
  verdict: string | undefined;
  /** Report as text, without what varies between runs: job id, times, durations, thumbnails. */
  report: string | undefined;
  /** Kills that found a process. */
  killed: readonly Kill[];
  /** How long a browser was running in each phase. */
  phaseMs: Readonly<Record<Phase, number>>;
  durationMs: number;
}>;

/** Interval: each check reads the state of every process on the machine. */
const LOOK_MS = 100;

/**
 * Exports a folder with its own data folder.
 * @param args additional arguments of `offprint export`
 * @param kills at most one per phase; none for an undisturbed export
 */
export async function exportWithKills(
  site: string,
  data: string,
  args: readonly string[],
  kills: readonly Kill[] = [],
): Promise<Outcome> {
  const started = performance.now();
  const command = [MAIN, 'export', site, '--data', data, '--json', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, said] = [textOf(child, 'stdout'), textOf(child, 'stderr')];
  let isOver = false;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() => {
    isOver = true;
  });
  const phaseMs: Record<Phase, number> = { render: 0, verify: 0 };
  const since: Partial<Record<Phase, number>> = {};
  const pending = new Set(kills);
  while (!isOver) {
    const browsers = processesOf(child.pid ?? 0);
    const phase = browsers.length > 0 ? phaseOf(data) : undefined;
    if (phase) {
      since[phase] ??= performance.now();
      phaseMs[phase] = performance.now() - since[phase];
      for (const kill of pending) {
        if (kill.phase !== phase || phaseMs[phase] < kill.afterMs) continue;
        const victim = browsers.find(({ kind }) => kind === kill.kind);
        if (victim !== undefined && endProcess(victim.pid)) pending.delete(kill);
      }
    }
    await Promise.race([ended, pause(LOOK_MS)]);
  }
  const job = parsed(out());
  const lines = said().split('\n');
  return {
    code: await ended,
    said: lines
      .filter((line) => !/^\d+% /.test(line))
      .join('\n')
      .trim(),
    sha256: job?.bundle?.sha256,
    verdict: job?.verdict,
    report: job?.report && stableReport(job.report.json),
    killed: kills.filter((kill) => !pending.has(kill)),
    phaseMs,
    durationMs: performance.now() - started,
  };
}

/** Differences of an outcome from that of an undisturbed export; empty if there are none. */
export function differences(undisturbed: Outcome, outcome: Outcome): string[] {
  const { code, said, sha256, verdict, report } = outcome;
  return [
    ...(code === 0 ? [] : [`ended with ${code}: ${said}`]),
    ...(sha256 === undisturbed.sha256 ? [] : [`other bytes: ${sha256}`]),
    ...(verdict === undisturbed.verdict ? [] : [`another verdict: ${verdict}`]),
    ...(report === undisturbed.report ? [] : [`another report: ${change(undisturbed.report, report)}`]),
  ];
}

/** The first line that differs. */
function change(one = '', other = ''): string {
  const [left, right] = [one.split('\n'), other.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `${left[at]?.trim().slice(0, 200)} became ${right[at]?.trim().slice(0, 200)}`;
}

type JobResult = { verdict?: string; bundle?: { sha256: string }; report?: { json: string } };

function parsed(text: string): JobResult | undefined {
  try {
    return JSON.parse(text) as JobResult;
  } catch {
    return undefined; // the command failed, which is reported elsewhere
  }
}

function textOf(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** Processes of all browsers started by a process, with their kind. */
function processesOf(pid: number): { pid: number; kind: Kind }[] {
  return descendantsOf(pid).flatMap((one) => {
    const words = commandOf(one);
    const type = words.find((word) => word.startsWith('--type='))?.slice('--type='.length);
    if (type === undefined)
      return words.includes('--remote-debugging-pipe') ? [{ pid: one, kind: 'browser' as const }] : [];
    return isKind(type) ? [{ pid: one, kind: type }] : [];
  });
}

function isKind(word: string): word is Kind {
  return (KINDS as readonly string[]).includes(word);
}

/** Chromium's helper processes write all arguments as one string. */
function commandOf(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
  } catch {
    return []; // it has ended
  }
}

function endProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it has just ended
  }
}

function phaseOf(data: string): Phase | undefined {
  const file = path.join(data, 'offprint.db');
  if (!fs.existsSync(file)) return undefined;
  const store = new Database(file, { readonly: true });
  try {
    const phase = store.prepare(`SELECT phase FROM export_jobs WHERE status = 'running'`).pluck().get();
    if (phase === undefined) return undefined;
    return phase === 'verify' ? 'verify' : 'render';
  } catch {
    return undefined; // the tables are not there yet
  } finally {
    store.close();
  }
}

/**
 * Normalizes a report by removing what varies in every run. Thumbnails are for people, and no verdict depends on them
 * (the difference of the pictures is compared). The same page has two thumbnails even with nothing killed: ten
 * undisturbed exports of the fixture `interactive` gave 7 of one and 3 of the other, ten exports with a kill the same
 * two.
 */
function stableReport(file: string): string {
  const report: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  const changing = new Set([
    ...['jobId', 'createdAt', 'startedAt', 'packedAt', 'durationMs'],
    ...['originalThumbnail', 'offlineThumbnail'],
  ]);
  return JSON.stringify(report, (name, value) => (changing.has(name) ? undefined : value), 1);
}

/** A small seeded generator (mulberry32), so that a run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
