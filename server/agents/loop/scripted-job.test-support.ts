import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { eventTable } from '../../store/agent-events.ts';
import { overlayTable } from '../../store/agent-overlay.ts';
import { agentTables } from '../../store/agent-tables.test-support.ts';
import { type EventTable, openLog } from '../log/event-log.ts';
import { openModelClient } from '../model/client.ts';
import { openModelQueue } from '../model/queue.ts';
import { redactor } from '../model/redact.ts';
import { DEFAULT_TIMERS } from '../model/server.ts';
import type { Transport } from '../model/tool-transport.ts';
import { branchName, objectId } from '../workspace/git-arguments.ts';
import { onRemote } from '../workspace/local-repository.ts';
import { type Mirror, openMirror } from '../workspace/mirror.ts';
import { parseRemote } from '../workspace/remote.ts';
import { DEFAULT_LIMITS, type Limits } from './budget.ts';
import type { JobEvent } from './events.ts';
import { PublishError, type Publisher } from './publisher.ts';
import { type JobPorts, type RunningJob, startJob } from './run-job.ts';

export const JOB_ID = 'ag_0123456789abcdef';
export const SECRET = 'canary-forge-token-42';

export type JobFolder = Readonly<{
  folder: string;
  /** Bare repository of the fake forge. */
  repository: string;
  store: Database.Database;
  /** All merge requests opened so far. */
  requests: () => readonly ForgeRequest[];
}>;

type ForgeRequest = { number: number; head: string; title: string; body: string; isDraft: boolean };

/** Opens a folder with everything of a job that survives a crash. */
export function openJobFolder(folder: string): JobFolder {
  const store = agentTables(path.join(folder, 'jobs.db'));
  const file = path.join(folder, 'forge.json');
  return {
    folder,
    repository: path.join(folder, 'forge.git'),
    store,
    requests: () =>
      fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as ForgeRequest[]) : [],
  };
}

export type JobOptions = Readonly<{
  baseUrl: string;
  prompt?: string;
  transport?: Transport;
  stream?: boolean;
  limits?: Partial<Limits>;
  windowTokens?: number;
  roots?: readonly string[];
  publisher?: Publisher;
  now?: () => number;
  aroundInsert?: (event: { seq: number; type: string }, insert: () => void) => void;
  onEvent?: JobPorts['onEvent'];
  /** The mirror already has the branches, so nothing is fetched. */
  isFetched?: boolean;
}>;

/** Starts or resumes the job of a folder. */
export async function startScriptedJob(
  place: JobFolder,
  options: JobOptions,
): Promise<RunningJob & { mirror: Mirror }> {
  const mirror = await openMirror({
    folder: path.join(place.folder, 'mirror'),
    remote: parseRemote(place.repository),
  });
  const table = eventTable(place.store, JOB_ID);
  const watched: EventTable = {
    all: table.all,
    insert: (event) => {
      const insert = (): void => table.insert(event);
      if (options.aroundInsert) options.aroundInsert({ seq: event.seq, type: event.body.type }, insert);
      else insert();
    },
  };
  const redact = redactor([SECRET]);
  const now = options.now ?? Date.now;
  const log = openLog<JobEvent>(JOB_ID, watched, { now: () => new Date(now()), redact });
  if (log.events().length === 0) {
    log.append({
      type: 'created',
      project: 'project-1',
      prompt: options.prompt ?? 'Replace npm install by npm ci',
      baseBranch: 'main',
      branch: `offprint/${JOB_ID}`,
      model: 'scripted',
    });
  }
  const server = {
    baseUrl: options.baseUrl,
    model: 'scripted',
    apiKey: null,
    caBundle: null,
    timers: DEFAULT_TIMERS,
  };
  const job = startJob({
    jobId: JOB_ID,
    log,
    overlay: overlayTable(place.store, JOB_ID),
    mirror: options.isFetched ? { ...mirror, refresh: async () => {} } : mirror,
    access: {},
    model: openModelClient(server, {
      queue: openModelQueue({ drainMs: 10 }),
      transport: options.transport ?? 'native',
      stream: options.stream ?? true,
      firstPauseMs: 1,
    }),
    windowTokens: options.windowTokens ?? 32_000,
    publisher: options.publisher ?? filePublisher(place, mirror),
    policy: { roots: options.roots ?? [''], allowed: [] },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    author: { name: 'Offprint agent', email: 'agent@offprint.invalid' },
    holdsSecret: (text) => redact(text) !== text,
    now,
    firstPauseMs: 1,
    ...(options.onEvent && { onEvent: options.onEvent }),
  });
  return { ...job, mirror };
}

/**
 * Publishes to a fake forge, a file beside a bare repository, with the same steps as for real ones: push, find, create.
 */
function filePublisher(place: JobFolder, mirror: Mirror): Publisher {
  return {
    publish: async ({ branch, commit, title, body, isDraft, earlier }) => {
      const name = branchName(branch);
      if (name === null) throw new PublishError('No such branch name', false);
      const there = execFileSync(
        'git',
        ['--git-dir', place.repository, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`],
        { encoding: 'utf8' },
      ).trim();
      if (there !== commit) {
        const expected = there === '' ? null : objectId(there);
        await onRemote(mirror, (url) =>
          mirror.git.run('push', [url, objectId(commit), name, expected, []], {
            repository: mirror.repository,
          }),
        );
      }
      const all = [...place.requests()];
      const open = all.find((request) => request.head === branch);
      const number = open?.number ?? all.length + 1;
      const next = { number, head: branch, title, body, isDraft };
      if (!open) all.push(next);
      if (earlier && earlier.number !== number) throw new PublishError('Another request than before', false);
      const file = path.join(place.folder, 'forge.json');
      fs.writeFileSync(`${file}.new`, JSON.stringify(open ? all.with(number - 1, next) : all));
      fs.renameSync(`${file}.new`, file);
      return { link: `https://forge.example.test/pulls/${number}`, number, branch };
    },
  };
}

/** Returns the files of a branch on the forge, as text. */
export function filesOn(place: JobFolder, ref: string): Record<string, string> {
  const git = (...argv: string[]): string =>
    execFileSync('git', ['--git-dir', place.repository, ...argv], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const names = git('ls-tree', '-r', '--name-only', '-z', ref).split('\0').filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, git('show', `${ref}:${name}`)]));
}

export function refOn(place: JobFolder, ref: string): string {
  return execFileSync('git', ['--git-dir', place.repository, 'rev-parse', ref], { encoding: 'utf8' }).trim();
}
