import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import type { Publication } from '../../server/api/wire.types.ts';
import spin from '../exports/exports.module.css';
import { type MessageId, t } from '../messages/t.ts';
import { Badge, type Tone } from '../ui/controls.tsx';

const TONES: Readonly<Record<Publication['status'], Tone>> = {
  queued: 'plain',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  canceled: 'plain',
};

/** Badge with the status of a publication. */
export function PublicationBadge({ publication }: Readonly<{ publication: Publication }>) {
  const { status, stage, kind } = publication;
  const outcome = status === 'completed' && kind === 'rollback' ? 'returned' : status;
  const text = status === 'running' ? `publish.stage.${stage}` : `publish.status.${outcome}`;
  return (
    <Badge tone={TONES[status]} icon={<Sign status={status} />}>
      {t(text as MessageId)}
    </Badge>
  );
}

function Sign({ status }: Pick<Publication, 'status'>) {
  if (status === 'completed') return <CircleCheck size={12} aria-hidden />;
  if (status === 'queued') return <Clock size={12} aria-hidden />;
  if (status === 'running') return <LoaderCircle size={12} className={spin.spin} aria-hidden />;
  return <CircleX size={12} aria-hidden />;
}

/** Returns the site and version of a publication, or a generic name until they are known. */
export function nameOf({ domain, version, kind }: Publication): string {
  const name = [domain, version].filter((part) => part !== null).join(' ');
  return name === '' ? t(kind === 'publish' ? 'publish.bundle' : 'publish.before') : name;
}

export function requesterName(by: string): string {
  if (by === 'owner') return t('publish.owner');
  return by === 'project setting' ? t('publish.projectSetting') : by;
}

/** Whether the target is a drive, which is unplugged afterwards. */
export function isOnDrive({ place }: Publication): boolean {
  return place.startsWith('drive ');
}
