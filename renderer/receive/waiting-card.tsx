import { useState } from 'react';
import type { ReceivedBundle } from '../../server/api/wire.types.ts';
import { SiteFrame } from '../job/site-view.tsx';
import { isLoopback } from '../job/values-yaml.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Facts, Notice, Panel } from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { callerName, nameOf, Print, signerFacts, VerdictBadge } from './names.tsx';
import styles from './receive.module.css';
import { TrustDialog } from './trust-dialog.tsx';

type Asked = 'trust' | 'accept' | 'keep' | 'discard';

/** A bundle that awaits a decision: its contents, signer and actions. */
export function WaitingCard({
  received,
  onChange,
}: Readonly<{ received: ReceivedBundle; onChange: () => void }>) {
  const { api, desktop } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const [isShown, setShown] = useState(false);
  const { verification, receivedId, isUsable } = received;
  if (!verification) return null;
  const { verdict, signer, summary } = verification;
  const name = nameOf(received);
  const acceptable =
    !isUsable && (verdict === 'unsigned' || verdict === 'unknown-signer') ? verdict : undefined;
  const done = <T,>(work: Promise<T>, then: (value: T) => void = () => {}): void => {
    work
      .then(then, (fault: Error) => toast(t('receive.notDone'), { detail: fault.message, isError: true }))
      .finally(onChange);
  };
  const close = (): void => setAsked(undefined);
  const isHere = desktop !== undefined || isLoopback(location.href);
  return (
    <Panel title={<span translate="no">{name}</span>} action={<VerdictBadge verdict={verdict} />}>
      <div className={styles.card}>
        <Notice tone={verdict === 'valid' ? 'good' : 'warn'}>
          <span translate="no">{summary}</span>
        </Notice>
        <Facts items={factsOf(received)} />
        <div className={shared.row}>
          {acceptable === 'unknown-signer' && (
            <Button look="primary" onClick={() => setAsked('trust')}>
              {t('receive.trust')}
            </Button>
          )}
          {acceptable && (
            <Button onClick={() => setAsked('accept')}>{t(`receive.accept.${acceptable}`)}</Button>
          )}
          {isUsable && (
            <Button look="primary" onClick={() => setAsked('keep')}>
              {t('receive.keep')}
            </Button>
          )}
          {isUsable && isHere && (
            <Button onClick={() => setShown(!isShown)} aria-expanded={isShown}>
              {t(isShown ? 'receive.closePreview' : 'receive.preview')}
            </Button>
          )}
          <Button look="danger" onClick={() => setAsked('discard')}>
            {t('receive.discard')}
          </Button>
        </div>
        {isShown && isUsable && (
          <div className={styles.preview}>
            <SiteFrame id={receivedId} name={name} ask={() => api.showReceived(receivedId)} />
          </div>
        )}
      </div>
      {asked === 'trust' && signer && <TrustDialog signer={signer} onClose={close} onTrusted={onChange} />}
      {asked === 'accept' && acceptable && (
        <Confirm
          title={t(`receive.acceptTitle.${acceptable}`)}
          action={t('receive.acceptAction')}
          onClose={close}
          onConfirm={() => done(api.acceptReceived(receivedId, acceptable))}
        >
          <p>{t('receive.acceptText')}</p>
        </Confirm>
      )}
      {asked === 'keep' && (
        <Confirm
          look="primary"
          title={t('receive.keepTitle', { bundle: name })}
          action={t('receive.keep')}
          onClose={close}
          onConfirm={() =>
            done(api.keepReceived(receivedId), ({ jobId }) =>
              toast(t('receive.kept', { bundle: name }), {
                ...(jobId !== null && {
                  action: {
                    label: t('receive.open'),
                    run: () => navigate({ page: 'job', jobId, tab: 'overview' }),
                  },
                }),
              }),
            )
          }
        >
          <p>{t('receive.keepText')}</p>
        </Confirm>
      )}
      {asked === 'discard' && (
        <Confirm
          title={t('receive.discardTitle', { bundle: name })}
          action={t('receive.discard')}
          onClose={close}
          onConfirm={() => done(api.discardReceived(receivedId))}
        >
          <p>{t('receive.discardText')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

function factsOf({
  verification,
  accepted,
  delta,
  source,
  receivedBy,
  receivedAt,
  sizeBytes,
}: ReceivedBundle) {
  const { signer, bundle } = verification ?? {};
  return [
    ...signerFacts(signer ?? null),
    ...(accepted
      ? [
          [
            t('receive.acceptedAs'),
            t('receive.acceptedText', {
              verdict: t(`receive.verdict.${accepted.as}`),
              by: callerName(accepted.by),
              when: formats.dateTime(accepted.at),
            }),
          ] as const,
        ]
      : []),
    [t('receive.digest'), <Print key="digest" text={bundle?.digest} />],
    [
      t('receive.size'),
      t('receive.pages', { count: bundle?.pageCount ?? 0, size: formats.bytes(sizeBytes ?? 0) }),
    ],
    ...(delta
      ? [
          [
            t('receive.madeBy'),
            <span key="base" translate="no">
              {delta.base.version}
            </span>,
          ] as const,
        ]
      : []),
    [t('receive.from'), <Print key="from" text={source} />],
    [
      t('receive.when'),
      t('receive.whenBy', { when: formats.dateTime(receivedAt), by: callerName(receivedBy) }),
    ],
  ] as const;
}
