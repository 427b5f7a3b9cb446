import process from 'node:process';
import { asOffprintError, OffprintError } from '../errors.ts';
import { openForWriting } from '../store/database.ts';
import { failJob, findJob } from '../store/exports.ts';
import { removeUnfinishedBundles } from '../store/job-folder.ts';
import { takeLock } from '../store/lock.ts';
import { removeUnfinishedObjects } from '../store/objects.ts';
import { type Commands, commandsOf } from './commands.ts';
import { runExport } from './run.ts';
import { startThreads } from './threads.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/**
 * The writer's process: the only one that writes to the store, and the one that does the heavy work of exports.
 * The host starts it with the data folder as its argument and talks to it over IPC. It ends with its host, however
 * that ends; what it was doing is in the store.
 */
const LOCK_WAIT_MS = 10_000;

const dataFolder = process.argv[2] ?? '';
const running = new Map<string, AbortController>();

const send = (message: FromWorker): void => {
  // A host that has gone hears nothing; this process ends with it (see 'disconnect').
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

process.on('disconnect', () => process.exit(0));
// A terminal sends Ctrl-C to the whole group: the host decides what it means.
process.on('SIGINT', () => {});

try {
  const lock = takeLock(dataFolder, 'writer', LOCK_WAIT_MS);
  const store = openForWriting(dataFolder);
  // Closed, the database is one file: what is copied or restored has no write-ahead log beside it.
  process.on('exit', () => {
    store.close();
    lock.release();
  });
  removeUnfinishedObjects(dataFolder);
  removeUnfinishedBundles(dataFolder);
  const commands = commandsOf(store, dataFolder, (jobId) => running.has(jobId));
  const threads = startThreads();

  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'command':
        answer(commands, message);
        break;
      case 'run':
        run(message.jobId);
        break;
      case 'cancel':
        cancel(message.jobId);
        break;
    }
  });
  send({ kind: 'ready' });

  function run(jobId: string): void {
    const status = findJob(store, jobId)?.status;
    if (status === 'failed' || status === 'completed') {
      send({ kind: 'ended', jobId }); // canceled while the message was on its way
      return;
    }
    const controller = new AbortController();
    running.set(jobId, controller);
    const { signal } = controller;
    const onProgress = (progress: Parameters<typeof send>[0] & { kind: 'progress' }): void => send(progress);
    runExport(
      {
        dataFolder,
        store,
        threads,
        signal,
        onProgress: (progress) => onProgress({ kind: 'progress', progress }),
      },
      jobId,
    )
      .catch((error: unknown) => {
        const fault = signal.aborted ? canceled() : asOffprintError(error);
        if (fault.code === 'disk-full') {
          // The host says so; the job stays as it was and goes on once there is room.
          send({ kind: 'stopped', jobId, code: fault.code, error: fault.message });
          return;
        }
        try {
          failJob(store, jobId, fault.code, fault.message);
        } catch (second) {
          // The store cannot be written: neither can this. The job stays as it was and can go on.
          const { code, message } = asOffprintError(second);
          send({ kind: 'stopped', jobId, code, error: message });
        }
      })
      .finally(() => {
        running.delete(jobId);
        send({ kind: 'ended', jobId });
      });
  }

  function cancel(jobId: string): void {
    const controller = running.get(jobId);
    const fault = canceled();
    if (findJob(store, jobId)) failJob(store, jobId, fault.code, fault.message);
    controller?.abort(fault);
    send({ kind: 'ended', jobId });
  }
} catch (error) {
  const fault = asOffprintError(error);
  send({ kind: 'unable', code: fault.code, error: fault.message });
  process.exitCode = 1;
  process.disconnect?.();
}

function answer(commands: Commands, message: ToWorker & { kind: 'command' }): void {
  try {
    const run = commands[message.name] as (...args: unknown[]) => unknown;
    send({ kind: 'result', id: message.id, value: run(...message.args) });
  } catch (error) {
    const fault = asOffprintError(error);
    send({ kind: 'fault', id: message.id, code: fault.code, error: fault.message });
  }
}

function canceled(): OffprintError {
  return new OffprintError('canceled', 'Canceled by the user. What was acquired is kept: retry takes it up.');
}
