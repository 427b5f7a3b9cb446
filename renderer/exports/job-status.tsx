import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Badge, type Tone } from '../ui/controls.tsx';
import styles from './exports.module.css';

type Look = Readonly<{ tone: Tone; icon: ReactNode; text: string }>;
const SIZE = 13;

/** Returns the label, icon and colour for the status of a job. */
export function lookOf(job: Job): Look {
  if (job.status === 'running') {
    return {
      tone: 'busy',
      icon: <LoaderCircle size={SIZE} className={styles.spin} aria-hidden />,
      text: t(`phase.${job.phase}`),
    };
  }
  if (job.status === 'queued') {
    // Offprint itself paused the job, and someone has to act.
    if (job.pauseReason !== undefined)
      return { tone: 'warn', icon: <CircleAlert size={SIZE} aria-hidden />, text: t('status.held') };
    if (job.paused)
      return { tone: 'plain', icon: <CirclePause size={SIZE} aria-hidden />, text: t('status.paused') };
    return { tone: 'plain', icon: <Clock size={SIZE} aria-hidden />, text: t('status.queued') };
  }
  if (job.status === 'failed') {
    return job.errorCode === 'canceled'
      ? { tone: 'plain', icon: <CircleX size={SIZE} aria-hidden />, text: t('status.canceled') }
      : { tone: 'bad', icon: <CircleX size={SIZE} aria-hidden />, text: t('status.failed') };
  }
  // The setting onVerificationFailure lets such a job complete.
  if (job.verdict === 'failed')
    return { tone: 'bad', icon: <CircleAlert size={SIZE} aria-hidden />, text: t('status.faults') };
  return job.verdict === 'findings' || job.missingCount > 0
    ? { tone: 'warn', icon: <CircleAlert size={SIZE} aria-hidden />, text: t('status.findings') }
    : { tone: 'good', icon: <CircleCheck size={SIZE} aria-hidden />, text: t('status.completed') };
}

export function StatusBadge({ job }: Readonly<{ job: Job }>) {
  const { tone, icon, text } = lookOf(job);
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

/** Whether live progress applies to a job. For one that waits or has ended, the last progress report may be stale. */
export function mayRun({ status, paused, pauseReason }: Job): boolean {
  return status === 'running' || (status === 'queued' && !paused && pauseReason === undefined);
}

/** Whether the bundle was received from elsewhere, so the job never ran here. */
export function isReceived({ status, startedAt }: Job): boolean {
  return status === 'completed' && startedAt === null;
}

export type Verb = 'pause' | 'resume' | 'cancel' | 'retry' | 'delete';

/** Returns the actions that a job's status allows. */
export function verbsOf({ status, paused, pauseReason }: Job): Verb[] {
  if (status === 'running') return ['pause', 'cancel'];
  if (status === 'queued')
    return [paused || pauseReason !== undefined ? 'resume' : 'pause', 'cancel', 'delete'];
  return status === 'failed' ? ['retry', 'delete'] : ['delete'];
}
