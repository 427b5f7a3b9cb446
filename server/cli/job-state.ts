import type { Cell, Colour } from './terminal.ts';
import type { Job } from './wire.ts';

/** Descriptions of the job phases. */
export const PHASES: Readonly<Record<Job['phase'], string>> = {
  acquire: 'reading pages',
  pack: 'packing',
  verify: 'verifying',
  done: 'done',
};

export function hasEnded({ status }: Job): boolean {
  return status === 'completed' || status === 'failed';
}

/** Describes a job's state in a word or two. */
export function stateOf(job: Job): string {
  if (job.status === 'completed') return job.verdict ?? job.status;
  if (job.status === 'failed') return job.errorCode === 'canceled' ? 'canceled' : job.status;
  if (job.status === 'running') return `${PHASES[job.phase].split(' ')[0]} ${Math.floor(job.progress)}%`;
  if (job.paused) return 'paused';
  if (job.pauseReason !== undefined) return 'waiting';
  return job.startedAt === null ? 'queued' : 'interrupted';
}

export function stateCell(job: Job): Cell {
  return { text: stateOf(job), colour: colourOf(job) };
}

function colourOf({ status, verdict, errorCode }: Job): Colour {
  if (status === 'running') return 'cyan';
  if (status === 'failed') return errorCode === 'canceled' ? 'dim' : 'red';
  return status === 'completed' && verdict === 'passed' ? 'green' : 'yellow';
}
