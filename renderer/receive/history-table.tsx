import type { ReceivedBundle } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { callerName, nameOf, signerName, VerdictBadge } from './names.tsx';
import styles from './receive.module.css';

const COLUMNS = ['bundle', 'verdict', 'signer', 'outcome', 'when', 'digest'] as const;

/** Received bundles already decided on, with signer and digest. */
export function HistoryTable({ list }: Readonly<{ list: readonly ReceivedBundle[] }>) {
  if (list.length === 0) return null;
  return (
    <section className={styles.history} aria-label={t('receive.history')}>
      <h2>{t('receive.history')}</h2>
      <Table label={t('receive.table')} columns={COLUMNS.map((name) => t(`receive.${name}`))}>
        {list.map((one) => (
          <Row key={one.receivedId} received={one} />
        ))}
      </Table>
    </section>
  );
}

function Row({ received }: Readonly<{ received: ReceivedBundle }>) {
  const { verification, status, jobId, accepted, receivedAt, receivedBy } = received;
  return (
    <tr>
      <td translate="no" className={shared.name}>
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
          <div className={shared.soft}>
            {t('receive.acceptedHistory', {
              verdict: t(`receive.verdict.${accepted.as}`),
              by: callerName(accepted.by),
              when: formats.dateTime(accepted.at),
            })}
          </div>
        )}
        {status === 'refused' && (
          <div className={shared.soft} translate="no">
            {verification?.faults[0]?.text}
          </div>
        )}
      </td>
      <td className={shared.line}>
        {formats.dateTime(receivedAt)}
        <div className={shared.soft}>{t('receive.byWhom', { by: callerName(receivedBy) })}</div>
      </td>
      <td translate="no" className={`${shared.print} ${shared.line}`} title={verification?.bundle?.digest}>
        {verification?.bundle?.digest.slice(0, 12)}
      </td>
    </tr>
  );
}
