import { OffprintError } from './error.ts';
import { pause } from './pause.ts';
import type { AgentJob, Calls, ExportJob } from './types.ts';

export type WaitOptions<Job> = Readonly<{
  /** Stops waiting, but not the job, with the reason of the signal. */
  signal?: AbortSignal;
  /** Longest pause between polls, in ms; the first ones are shorter. Default: 5 s. */
  pollEveryMs?: number;
  /** How long the job may take, in ms. Default: no limit. */
  giveUpAfterMs?: number;
  /** Called with the result of each poll. */
  onPoll?: (job: Job) => void;
}>;

/** The first pause; each one is 1.5 times as long as the one before. */
const FIRST_PAUSE_MS = 250;

/**
 * Polls an export until its status is `completed`.
 * @throws OffprintError `export-failed` with the job as `cause`; `timed-out`; those of the call
 */
export async function waitForExport(
  { getExportJob }: Pick<Calls, 'getExportJob'>,
  jobId: string,
  options: WaitOptions<ExportJob> = {},
): Promise<ExportJob> {
  const job = await poll(
    (signal) => getExportJob({ jobId }, { signal }),
    ({ status }) => status === 'completed' || status === 'failed',
    ({ status }) => `Export ${jobId} is still ${status}`,
    options,
  );
  if (job.status === 'completed') return job;
  throw new OffprintError('export-failed', job.error ?? `Export ${jobId} failed.`, { cause: job });
}

/**
 * Polls an agent job until its status is `completed` or `archived`. If it is `completed`, `prLink` is the change, or
 * null if none was needed.
 * @throws OffprintError `agent-job-failed` with the job as `cause`; `timed-out`; those of the call
 */
export async function waitForAgentJob(
  { getAgentJob, getAgentJobDetail }: Pick<Calls, 'getAgentJob' | 'getAgentJobDetail'>,
  { projectId, id }: Readonly<{ projectId: string; id: string }>,
  options: WaitOptions<AgentJob> = {},
): Promise<AgentJob> {
  const job = await poll(
    (signal) => getAgentJob({ projectId, id }, { signal }),
    ({ status }) => status !== 'active',
    ({ status }) => `Agent job ${id} is still ${status}`,
    options,
  );
  if (job.status !== 'failed') return job;
  const { outcome } = await getAgentJobDetail({ projectId, id }, { signal: options.signal });
  throw new OffprintError('agent-job-failed', `Agent job ${id} failed: ${outcome}`, { cause: job });
}

async function poll<Job>(
  ask: (signal: AbortSignal | undefined) => Promise<Job>,
  hasEnded: (job: Job) => boolean,
  tell: (job: Job) => string,
  { signal, pollEveryMs = 5000, giveUpAfterMs = Number.POSITIVE_INFINITY, onPoll }: WaitOptions<Job>,
): Promise<Job> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 1.5) {
    const job = await ask(signal);
    onPoll?.(job);
    if (hasEnded(job)) return job;
    const left = giveUpAt - performance.now();
    if (left <= 0) {
      throw new OffprintError(
        'timed-out',
        `${tell(job)} after ${giveUpAfterMs / 1000} s. It will continue on the server.`,
        {
          cause: job,
        },
      );
    }
    await pause(Math.min(pauseMs, pollEveryMs, left), signal);
  }
}
