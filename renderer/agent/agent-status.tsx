import { CircleAlert, CircleCheck, CircleSlash, CircleX, Clock, GitMerge, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentJobEntry } from '../../server/api/wire.types.ts';
import spinStyles from '../exports/exports.module.css';
import { type MessageId, t } from '../messages/t.ts';
import { Badge, type Tone } from '../ui/controls.tsx';

export type AgentStanding = Pick<AgentJobEntry, 'status' | 'stage' | 'review' | 'stopCode'>;

const SIZE = 13;

/** Returns the label, icon and colour for the status of an agent job. */
export function agentLookOf({ status, stage, review, stopCode }: AgentStanding): Readonly<{
  tone: Tone;
  icon: ReactNode;
  text: string;
}> {
  const say = (id: string): string => t(`agents.status.${id}` as MessageId);
  if (status === 'active') {
    return stage === 'queued'
      ? { tone: 'plain', icon: <Clock size={SIZE} aria-hidden />, text: say('queued') }
      : {
          tone: 'busy',
          icon: <LoaderCircle size={SIZE} className={spinStyles.spin} aria-hidden />,
          text: say(stage),
        };
  }
  if (review === 'merged') {
    return { tone: 'good', icon: <GitMerge size={SIZE} aria-hidden />, text: say('merged') };
  }
  if (review === 'rejected') {
    return { tone: 'plain', icon: <CircleSlash size={SIZE} aria-hidden />, text: say('rejected') };
  }
  if (stage === 'no-change') {
    return { tone: 'plain', icon: <CircleCheck size={SIZE} aria-hidden />, text: say('no-change') };
  }
  if (stage === 'done') {
    return stopCode === null
      ? { tone: 'good', icon: <CircleCheck size={SIZE} aria-hidden />, text: say('done') }
      : { tone: 'warn', icon: <CircleAlert size={SIZE} aria-hidden />, text: say('draft') };
  }
  return stage === 'canceled'
    ? { tone: 'plain', icon: <CircleX size={SIZE} aria-hidden />, text: say('canceled') }
    : { tone: 'bad', icon: <CircleX size={SIZE} aria-hidden />, text: say('failed') };
}

export function AgentBadge({ job }: Readonly<{ job: AgentStanding }>) {
  const { tone, icon, text } = agentLookOf(job);
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

export type AgentVerb = 'cancel' | 'archive';

/** Returns the actions that a job's status allows, apart from sending messages. */
export function agentVerbsOf(status: AgentJobEntry['status']): AgentVerb[] {
  if (status === 'active') return ['cancel'];
  return status === 'archived' ? [] : ['archive'];
}
