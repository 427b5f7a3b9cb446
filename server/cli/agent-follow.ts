import { setTimeout as pause } from 'node:timers/promises';
import type { JobEvent as AgentEvent } from '../agents/loop/events.ts';
import { stepsOf } from '../agents/loop/steps.ts';
import { OffprintError } from '../errors.ts';
import { EXIT } from './exit-codes.ts';
import { openReconnect, RECONNECT_EVERY_MS, requireUnreachable } from './reconnect.ts';
import { formatMoment, type Output } from './terminal.ts';
import type { AgentDetail, AgentJob, AgentJobEntry, AgentJobList } from './wire.ts';
import type { Api } from './with-api.ts';

/** Finds an agent job by its id alone. @throws OffprintError `not-found` */
export async function findAgentJob(api: Api, id: string): Promise<AgentJobEntry> {
  const { jobs } = await api.request<AgentJobList>('GET', `/v2/agent/jobs?id=${encodeURIComponent(id)}`);
  const [job] = jobs;
  if (job) return job;
  throw new OffprintError(
    'not-found',
    `There is no agent job ${id}. List the agent jobs with: offprint agent list`,
  );
}

export function agentPath({ projectId, id }: Pick<AgentJobEntry, 'projectId' | 'id'>, rest = ''): string {
  return `/v2/agent/${encodeURIComponent(projectId)}/job/${encodeURIComponent(id)}${rest}`;
}

/**
 * Follows an agent job to its end and prints a line for each step.
 * @throws OffprintError `unreachable` if the server does not come back
 */
async function followAgentJob(
  api: Api,
  job: Pick<AgentJobEntry, 'projectId' | 'id'>,
  output: Output,
): Promise<AgentJob> {
  let lastId = 0;
  const reconnect = openReconnect();
  for (;;) {
    try {
      const events = await api.events(agentPath(job, '/events'), lastId);
      reconnect.reached();
      for await (const { id, kind, data } of events) {
        lastId = id ?? lastId;
        printStep(lastId, kind, data, output);
      }
      const found = await api.request<AgentJob>('GET', agentPath(job));
      if (found.status !== 'active') return found;
    } catch (error) {
      const fault = requireUnreachable(error);
      if (reconnect.isLost(fault)) throw fault;
      await api.again('change').catch(requireUnreachable);
    }
    await pause(RECONNECT_EVERY_MS);
  }
}

/** Prints the state of a job, or its outcome once it has ended. */
export async function printAgentJob(
  api: Api,
  job: Pick<AgentJobEntry, 'projectId' | 'id'>,
  output: Output,
): Promise<AgentDetail> {
  const detail = await api.request<AgentDetail>('GET', agentPath(job, '/detail'));
  output.result(detail);
  const { status, prLink, source, model } = detail.job;
  output.line(`Job        ${detail.job.id} (${detail.projectId})`);
  output.line(`Status     ${status}${detail.stopCode === null ? '' : `, ${detail.stopCode}`}`);
  output.line(`Outcome    ${detail.outcome}`);
  output.line(`Model      ${model}`);
  output.line(`Repository ${source.repository}${source.ref === null ? '' : ` ${source.ref}`}`);
  for (const { state, text } of detail.todo) output.line(`Todo       ${TODO[state]} ${text}`);
  for (const problem of detail.problems) output.line(`Problem    ${problem}`);
  if (prLink !== null) output.line(`Link       ${prLink}`);
  if (prLink !== null && detail.isReviewedHere && detail.review === null) {
    output.line(
      `To decide: offprint agent approve ${detail.job.id}, or offprint agent reject ${detail.job.id}. To see the change: offprint agent diff ${detail.job.id}`,
    );
  }
  return detail;
}

/** Follows a job to its end and prints its outcome. Sets the exit code if it failed. */
export async function seeAgentJobOut(
  api: Api,
  job: Pick<AgentJobEntry, 'projectId' | 'id'>,
  output: Output,
): Promise<void> {
  await followAgentJob(api, job, output);
  const { job: ended, stopCode } = await printAgentJob(api, job, output);
  if (ended.status === 'failed') process.exitCode = stopCode === 'canceled' ? EXIT.canceled : EXIT.jobFailed;
}

const TODO = { open: '[ ]', doing: '[~]', done: '[x]' } as const;

function printStep(seq: number, kind: string, data: Record<string, unknown>, output: Output): void {
  const { at, ...rest } = data;
  const event = {
    seq,
    at: String(at),
    body: { type: kind, ...rest } as AgentEvent,
    previousHash: '',
    hash: '',
  };
  try {
    for (const { text, ok } of stepsOf([event])) {
      const [first = ''] = text.split('\n');
      output.note(`${formatMoment(String(at))}  ${ok ? ' ' : '!'} ${first}`);
    }
  } catch {
    // An event of a newer server. The details printed at the end cover it.
  }
}
