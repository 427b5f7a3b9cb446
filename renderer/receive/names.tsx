import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReceivedBundle, Verification } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Badge } from '../ui/controls.tsx';

/** What people call it: site and version, or where it came from. */
export function nameOf({ verification, source }: ReceivedBundle): string {
  const bundle = verification?.bundle;
  return bundle ? `${bundle.domain} ${bundle.version}` : source;
}

export function signerName(signer: Verification['signer']): string {
  if (!signer) return t('receive.nobody');
  if (signer.isOwn) return t('receive.ownKey');
  return signer.name ?? t('receive.unknownKey');
}

export function callerName(by: string): string {
  return by === 'owner' ? t('receive.owner') : by;
}

export function VerdictBadge({ verdict }: Pick<Verification, 'verdict'>) {
  const text = t(`receive.verdict.${verdict}`);
  if (verdict === 'valid') {
    return (
      <Badge tone="good" icon={<CircleCheck size={12} aria-hidden />}>
        {text}
      </Badge>
    );
  }
  const isOpen = verdict === 'unsigned' || verdict === 'unknown-signer';
  const Icon = isOpen ? CircleAlert : CircleX;
  return (
    <Badge tone={isOpen ? 'warn' : 'bad'} icon={<Icon size={12} aria-hidden />}>
      {text}
    </Badge>
  );
}
