import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReceivedBundle, Verification } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Badge } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';

/** Returns the site and version of a bundle, or its source until they are known. */
export function nameOf({ verification, source }: ReceivedBundle): string {
  const bundle = verification?.bundle;
  return bundle ? `${bundle.domain} ${bundle.version}` : source;
}

export function signerName(signer: Verification['signer']): string {
  if (!signer) return t('receive.nobody');
  if (signer.isOwn) return t('receive.ownKey');
  return signer.name ?? t('receive.unknownKey');
}

/** Returns the signer and its key's fingerprint. */
export function signerFacts(signer: Verification['signer']): (readonly [string, ReactNode])[] {
  const who = [t('receive.signer'), signerName(signer)] as const;
  if (!signer) return [who];
  return [who, [t('receive.fingerprint'), <Print key="print" text={signer.spokenFingerprint} />]];
}

/** A fingerprint, digest or path in monospace. */
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
