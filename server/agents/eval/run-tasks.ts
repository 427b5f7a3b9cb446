import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { memoryTable, openLog } from '../log/event-log.ts';
import { DEFAULT_LIMITS } from '../loop/budget.ts';
import type { JobEvent } from '../loop/events.ts';
import { rebuildWorkspace } from '../loop/rebuild-workspace.ts';
import { startJob } from '../loop/run-job.ts';
import { stateOf } from '../loop/state.ts';
import type { ModelClient } from '../model/client.ts';
import { openValidator } from '../validators/validate.ts';
import { objectId } from '../workspace/git-arguments.ts';
import { type Mirror, openMirror } from '../workspace/mirror.ts';
import { memoryOverlay } from '../workspace/overlay.ts';
import { parseRemote } from '../workspace/remote.ts';
import { writeBlob } from '../workspace/write-blob.ts';
import { judge } from './judge.ts';
import type { EvalTask } from './task.ts';

export type EvalResult = Readonly<{
  name: string;
  passed: boolean;
  /** Reasons why the task failed. */
  faults: readonly string[];
  /** Why the job stopped, if it did not finish. */
  stopCode: string | null;
  steps: number;
  /** Malformed tool calls. */
  formatErrors: number;
  promptTokens: number;
  completionTokens: number;
  seconds: number;
}>;

/**
 * Runs each task with a model, as a separate job on the same site, and judges the resulting files. Keeps nothing: the
 * repository is in a temporary folder.
 */
export async function runTasks(
  site: ReadonlyMap<string, Buffer>,
  tasks: readonly EvalTask[],
  model: Readonly<{ client: ModelClient; name: string; windowTokens: number }>,
  options: Readonly<{ signal: AbortSignal; onResult?: (result: EvalResult) => void }>,
): Promise<readonly EvalResult[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-eval-'));
  try {
    const mirror = await siteMirror(folder, site);
    const results: EvalResult[] = [];
    for (const task of tasks) {
      options.signal.throwIfAborted();
      const result = await runTask(mirror, task, model, options.signal);
      options.onResult?.(result);
      results.push(result);
    }
    return results;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function runTask(
  mirror: Mirror,
  task: EvalTask,
  { client, name, windowTokens }: Readonly<{ client: ModelClient; name: string; windowTokens: number }>,
  signal: AbortSignal,
): Promise<EvalResult> {
  const [table, overlay] = [memoryTable(), memoryOverlay()];
  const log = openLog<JobEvent>(task.name, table, { now: () => new Date(), redact: (text) => text });
  log.append({
    type: 'created',
    project: 'eval',
    prompt: task.request,
    baseBranch: 'main',
    branch: `eval/${task.name}`,
    model: name,
  });
  const begun = performance.now();
  const job = startJob({
    jobId: task.name,
    log,
    overlay,
    mirror,
    access: {},
    model: client,
    windowTokens,
    publisher: { publish: async ({ branch }) => ({ link: `/${branch}`, number: null, branch }) },
    policy: { roots: [''], allowed: [] },
    limits: DEFAULT_LIMITS,
    author: { name: 'eval', email: 'eval@offprint.invalid' },
    holdsSecret: () => false,
    now: Date.now,
  });
  const stop = (): void => job.cancel();
  signal.addEventListener('abort', stop, { once: true });
  const state = await job.done.finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const events = log.events();
  const faults: string[] = [];
  if (state.ended?.outcome !== 'done' && state.ended?.outcome !== 'no-change') {
    faults.push(state.ended?.sentence ?? 'the job did not end');
  }
  if (state.base !== null) {
    const workspace = await rebuildWorkspace(task.name, mirror, objectId(state.base), events, overlay);
    try {
      const findings = await openValidator(workspace, [''], () => task.request).validate(signal);
      faults.push(...(await judge(task.expect, workspace, findings)));
    } finally {
      workspace.close();
    }
  }
  const { round } = stateOf(events);
  return {
    name: task.name,
    passed: faults.length === 0,
    faults,
    stopCode: state.ended?.code ?? null,
    steps: round.steps,
    formatErrors: events.filter(({ body }) => body.type === 'result' && !body.wellFormed).length,
    promptTokens: round.promptTokens,
    completionTokens: round.completionTokens,
    seconds,
  };
}

/** Creates a mirror that contains the site as a single commit and never fetches. */
async function siteMirror(folder: string, site: ReadonlyMap<string, Buffer>): Promise<Mirror> {
  const mirror = await openMirror({ folder, remote: parseRemote(folder) });
  const { git, repository } = mirror;
  const indexFile = path.join(folder, 'index');
  const lines: string[] = [];
  for (const [name, content] of site) {
    const blob = await writeBlob(repository, content);
    lines.push(`100644 ${blob}\t${name}\0`);
  }
  await git.run('updateIndex', [], { repository, indexFile, input: lines.join('') });
  const tree = objectId((await git.run('writeTree', [], { repository, indexFile })).toString().trim());
  const signature = { name: 'eval', email: 'eval@offprint.invalid', atSeconds: 0 };
  const made = await git.run('commitRoot', [tree], { repository, input: 'The site', signature });
  const commit = objectId(made.toString().trim());
  return { ...mirror, refresh: async () => {}, baseCommit: async () => commit };
}
