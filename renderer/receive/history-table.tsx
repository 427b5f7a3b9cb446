import type { ReceivedBundle } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { controlStyles } from '../ui/controls.tsx';
import { callerName, nameOf, signerName, VerdictBadge } from './names.tsx';
import styles from './receive.module.css';

/** What was received and decided about, with signer and digest. */
export function HistoryTable({ list }: Readonly<{ list: readonly ReceivedBundle[] }>) {
  if (list.length === 0) return null;
  return (
    <section className={styles.history} aria-label={t('receive.history')}>
      <h2>{t('receive.history')}</h2>
      <div className={styles.frame}>
        <table className={controlStyles.table} aria-label={t('receive.table')}>
          <thead>
            <tr>
              {(['bundle', 'verdict', 'signer', 'outcome', 'when', 'digest'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`receive.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <Row key={one.receivedId} received={one} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ received }: Readonly<{ received: ReceivedBundle }>) {
  const { verification, status, jobId, accepted, receivedAt, receivedBy } = received;
  return (
    <tr>
      <td translate="no" className={`${styles.name} ${styles.line}`}>
        {nameOf(received)}
      </td>
      <td>{verification && <VerdictBadge verdict={verification.verdict} />}</td>
      <td>{verification?.faultCount === 0 && signerName(verification.signer)}</td>
      <td>
        {t(`receive.status.${status}` as MessageId)}{' '}
        {jobId !== null && (
          <a href={hrefOf({ page: 'job', jobId, tab: 'overview' })} translate="no">
            {jobId}
          </a>
        )}
        {accepted && (
          <div className={styles.soft}>
            {t('receive.acceptedHistory', {
              verdict: t(`receive.verdict.${accepted.as}`),
              by: callerName(accepted.by),
              when: formats.dateTime(accepted.at),
            })}
          </div>
        )}
        {status === 'refused' && (
          <div className={styles.soft} translate="no">
            {verification?.faults[0]?.text}
          </div>
        )}
      </td>
      <td className={styles.line}>
        {formats.dateTime(receivedAt)}
        <div className={styles.soft}>{t('receive.byWhom', { by: callerName(receivedBy) })}</div>
      </td>
      <td translate="no" className={`${styles.print} ${styles.line}`} title={verification?.bundle?.digest}>
        {verification?.bundle?.digest.slice(0, 12)}
      </td>
    </tr>
  );
}
