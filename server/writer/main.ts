import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { agentRuns } from '../agent-jobs/runs.ts';
import { mirrorRegistry } from '../agents/workspace/shared-mirror.ts';
import { removeUnfinishedBackups } from '../backup/unfinished.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { removeUnfinishedBrowsers } from '../exports/chromium/temporary-folder.ts';
import type { Progress } from '../exports/job/progress.ts';
import { checkOutsFolder, removeCheckOut } from '../exports/origin/repository.ts';
import { bundleVariants } from '../exports/pack/variants.ts';
import { stageThreads } from '../exports/threads/threads.ts';
import { takeLock } from '../folder-lock.ts';
import { publicationCommands } from '../publications/publication-commands.ts';
import { openForWriting } from '../store/database.ts';
import { failJob, findJob, pauseJob } from '../store/exports.ts';
import { sweepSome } from '../store/garbage.ts';
import { removeUnfinishedBundles } from '../store/job-folder.ts';
import { objectFile, removeUnfinishedObjects } from '../store/objects.ts';
import { closeToOthers } from '../store/private-modes.ts';
import { type Commands, commandsOf } from './commands.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { preparationCommands } from './prepare-exports.ts';
import { previewCommands } from './preview-commands.ts';
import { takeLowestPriority } from './priority.ts';

/**
 * The writer process: the only process that writes to the store, and the one that does the heavy work of exports. The
 * host starts it with the data folder as its argument and talks to it over IPC. It exits when its host does, for
 * whatever reason; the store has the state of its work.
 */
const LOCK_WAIT_MS = 10_000;
const SWEEP_AT_ONCE = 100;

const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();

const send = (message: FromWorker): void => {
  // The host may be gone; then this process exits, too (see 'disconnect').
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

// Files of this process and its children are private to the user.
process.umask(0o077);

const [dataFolder = '', priority] = process.argv.slice(2);
if (priority !== 'normal') takeLowestPriority();

process.on('disconnect', () => process.exit(0));
// A terminal sends Ctrl-C to the whole process group; the host decides how to react.
process.on('SIGINT', () => {});

try {
  const lock = takeLock(dataFolder, 'writer', LOCK_WAIT_MS);
  const store = openForWriting(dataFolder);
  closeToOthers(dataFolder);
  // Closing the database leaves a single file without a write-ahead log, which can be copied or restored.
  process.on('exit', () => {
    store.close();
    lock.release();
  });
  removeUnfinishedObjects(dataFolder);
  removeUnfinishedBundles(dataFolder);
  removeUnfinishedBackups(dataFolder);
  removeCheckOut(checkOutsFolder(dataFolder));
  removeUnfinishedBrowsers(path.join(dataFolder, 'browser')).catch(() => {}); // the next start tries again
  const openMirror = mirrorRegistry();
  const threads = stageThreads();
  const jobs = {
    isRunning: (jobId: string) => running.get(jobId)?.controller.signal.aborted === false,
    ended: async (jobId: string) => running.get(jobId)?.ended,
  };
  const variants = bundleVariants({ store, dataFolder, threads, signal: new AbortController().signal });
  const commands = commandsOf(
    store,
    dataFolder,
    jobs,
    variants,
    agentRuns({ store, dataFolder, openMirror }),
    publicationCommands({ store, dataFolder }),
    previewCommands({ store, dataFolder, openMirror }),
    preparationCommands(dataFolder, threads),
  );

  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'command':
        answer(commands, message).then(sweep);
        break;
      case 'run':
        run(message);
        break;
      case 'interrupt':
        interrupt(message);
        break;
    }
  });
  send({ kind: 'ready' });
  sweep();

  function run({ jobId, credentials = {}, access, signingKey }: ToWorker & { kind: 'run' }): void {
    if (running.has(jobId)) return; // the host is notified when it ends, and checks again then
    const job = findJob(store, jobId);
    if (!job || job.paused || job.status === 'failed' || job.status === 'completed') {
      send({ kind: 'ended', jobId }); // interrupted before the message arrived
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (progress: Progress): void => send({ kind: 'progress', progress });
    threads.warm();
    // Most of the code, which commands that only change the store do not need.
    const ended = import('../exports/job/run.ts')
      .then(({ runExport }) => {
        signal.throwIfAborted();
        return runExport(
          { dataFolder, store, threads, openMirror, access, signal, credentials, signingKey, onProgress },
          jobId,
        );
      })
      .catch((error: unknown) => {
        if (signal.aborted) return; // the interruption has stored its reason
        const fault = asOffprintError(error);
        if (fault.code === 'login-required') {
          pauseJob(store, jobId, fault.message);
          return;
        }
        if (fault.code === 'disk-full') {
          // The host reports it. The job stays as it is and continues once there is room.
          send({ kind: 'stopped', jobId, code: fault.code, error: fault.message });
          return;
        }
        try {
          failJob(store, jobId, fault.code, fault.message);
        } catch (second) {
          // The store cannot be written, so the failure cannot be stored. The job stays as it is and can continue.
          const { code, message } = asOffprintError(second);
          send({ kind: 'stopped', jobId, code, error: message });
        }
      })
      .finally(() => {
        running.delete(jobId);
        send({ kind: 'ended', jobId });
        sweep();
      });
    running.set(jobId, { controller, ended });
  }

  /** Stores the interruption first; the running work stops as soon as it notices. */
  function interrupt({ id, jobId, how }: ToWorker & { kind: 'interrupt' }): void {
    const fault = canceled();
    try {
      const job = findJob(store, jobId);
      if (job && how === 'cancel') failJob(store, jobId, fault.code, fault.message);
      else if (job && (job.status === 'queued' || job.status === 'running')) pauseJob(store, jobId);
    } catch (error) {
      const { code, message } = asOffprintError(error);
      send({ kind: 'fault', id, code, error: message });
      return;
    }
    running.get(jobId)?.controller.abort(fault);
    send({ kind: 'ended', jobId });
    send({ kind: 'result', id, value: undefined });
  }

  /** Removes the remains of deleted jobs in small batches, and only while no export runs, since it might reuse them. */
  function sweep(): void {
    if (running.size > 0) return;
    const remove = (object: string): void => fs.rmSync(objectFile(dataFolder, object), { force: true });
    try {
      if (sweepSome(store, SWEEP_AT_ONCE, remove)) setImmediate(sweep);
    } catch {
      // The database is busy or the disk is full; try again later.
    }
  }
} catch (error) {
  const fault = asOffprintError(error);
  send({ kind: 'unable', code: fault.code, error: fault.message });
  process.exitCode = 1;
  process.disconnect?.();
}

async function answer(commands: Commands, message: ToWorker & { kind: 'command' }): Promise<void> {
  try {
    const run = commands[message.name] as (...args: unknown[]) => unknown;
    send({ kind: 'result', id: message.id, value: await run(...message.args) });
  } catch (error) {
    const fault = asOffprintError(error);
    send({ kind: 'fault', id: message.id, code: fault.code, error: fault.message });
  }
}

function canceled(): OffprintError {
  return new OffprintError(
    'canceled',
    'Canceled. What was read so far is kept. A retry continues from there.',
  );
}
