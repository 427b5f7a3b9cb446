import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReceivedBundle, Verification } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Badge } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';

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

/** Who signed, and with which key. */
export function signerFacts(signer: Verification['signer']): (readonly [string, ReactNode])[] {
  const who = [t('receive.signer'), signerName(signer)] as const;
  if (!signer) return [who];
  return [who, [t('receive.fingerprint'), <Print key="print" text={signer.spokenFingerprint} />]];
}

/** A fingerprint, a digest, a place: text of a machine among other facts. */
export function Print({ text }: Readonly<{ text: string | undefined }>) {
  return (
    <span className={shared.print} translate="no">
      {text}
    </span>
  );
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
