import { setTimeout as pause } from 'node:timers/promises';
import { OffprintError } from '../errors.ts';
import type { JobEvent } from './client.ts';
import type { Need } from './connect.ts';
import { isErrorCode } from './exit-codes.ts';
import { notFoundAs } from './not-found.ts';
import { openReconnect, RECONNECT_EVERY_MS, requireUnreachable } from './reconnect.ts';
import type { Job } from './wire.ts';
import type { Api } from './with-api.ts';

/**
 * Follows a job to its end, across lost connections and server restarts.
 * @param need `change`: this process runs the job if no other one does any more
 * @throws OffprintError `unreachable` if the server does not come back, the job's own error if it cannot continue,
 *   `login-required` if it waits for a login
 */
export async function follow(
  api: Api,
  jobId: string,
  need: Need,
  onEvent: (event: JobEvent) => void,
): Promise<Job> {
  let lastId = 0;
  const reconnect = openReconnect();
  for (;;) {
    try {
      const events = await api.events(jobPath(jobId, '/events'), lastId);
      reconnect.reached();
      for await (const event of events) {
        lastId = event.id ?? lastId;
        if (event.kind === 'held') throw heldError(event);
        if (event.kind === 'paused' && event.data.reason !== undefined) await requireGoing(api, jobId);
        onEvent(event);
      }
    } catch (error) {
      requireUnreachable(error);
    }
    try {
      // The stream ends with the job or when the connection breaks.
      const job = await findJob(api, jobId);
      if (job.status === 'completed' || job.status === 'failed') return job;
    } catch (error) {
      const fault = requireUnreachable(error);
      if (reconnect.isLost(fault)) throw lost(fault, jobId);
      await takeUp(api, jobId, need).catch(requireUnreachable);
    }
    await pause(RECONNECT_EVERY_MS);
  }
}

export async function findJob(api: Api, jobId: string): Promise<Job> {
  return notFoundAs('job', jobId, api.request<Job>('GET', jobPath(jobId)));
}

export function jobPath(jobId: string, rest = ''): string {
  return `/v1/static-export/jobs/${encodeURIComponent(jobId)}${rest}`;
}

/** Reconnects and requests the job again if it runs in a command, which only runs jobs that were requested from it. */
async function takeUp(api: Api, jobId: string, need: Need): Promise<void> {
  await api.again(need);
  const local = api.local();
  if (local === undefined || local.role === 'server') return;
  const { status, paused } = await findJob(api, jobId);
  if (status === 'completed' || status === 'failed' || paused) return;
  if (need === 'read') throw nobodyRuns(jobId);
  await api.request('POST', jobPath(jobId, '/resume'));
}

/** Error for a waiting job in a data folder that no server uses. */
export function nobodyRuns(jobId: string): OffprintError {
  return new OffprintError(
    'conflict',
    `The job ${jobId} is not running. To continue it: offprint jobs resume ${jobId}`,
  );
}

/** Checks whether the job is still paused: only its latest pause counts. @throws OffprintError `login-required` */
async function requireGoing(api: Api, jobId: string): Promise<void> {
  const { paused, pauseReason } = await findJob(api, jobId);
  if (!paused || pauseReason === undefined) return;
  throw new OffprintError('login-required', `${pauseReason} To continue it: offprint jobs resume ${jobId}`);
}

function heldError({ data: { code, error } }: JobEvent): OffprintError {
  return new OffprintError(isErrorCode(code) ? code : 'internal', String(error));
}

function lost(error: OffprintError, jobId: string): OffprintError {
  return new OffprintError(
    'unreachable',
    `${error.message} The job ${jobId} is kept and will continue when the server is running again. Follow it with: offprint jobs watch ${jobId}`,
    error,
  );
}
