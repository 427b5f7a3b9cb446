import { useState } from 'react';
import type { AuditTrail } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { requesterName } from '../publications/publication-status.tsx';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Loading } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import styles from './trust.module.css';

const SHOWN = 20;
/** As much as the API tells at once. */
const SHOWN_MAX = 1000;

/** Who published, received, trusted and changed what. @param version changes whenever there may be more */
export function AuditTable({ version }: Readonly<{ version: unknown }>) {
  const { api } = useServices();
  const [limit, setLimit] = useState(SHOWN);
  const { value, error, reload } = useLoad(`audit ${limit} ${JSON.stringify(version)}`, () =>
    api.audit(limit),
  );
  return (
    <section className={styles.column} aria-label={t('audit.title')}>
      <div>
        <h2>{t('audit.title')}</h2>
        <p className={shared.soft}>{t('audit.text')}</p>
      </div>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : value.entries.length === 0 ? (
        <p className={shared.soft}>{t('audit.none')}</p>
      ) : (
        <Entries trail={value} />
      )}
      {value && value.nextCursor !== null && limit < SHOWN_MAX && (
        <div>
          <Button onClick={() => setLimit(SHOWN_MAX)}>{t('publish.older')}</Button>
        </div>
      )}
      {value && value.nextCursor !== null && limit === SHOWN_MAX && (
        <p className={shared.soft}>{t('audit.more', { count: SHOWN_MAX })}</p>
      )}
    </section>
  );
}

const COLUMNS = ['when', 'who', 'what', 'subject'] as const;

function Entries({ trail }: Readonly<{ trail: AuditTrail }>) {
  return (
    <Table label={t('audit.title')} columns={COLUMNS.map((name) => t(`audit.column.${name}`))}>
      {trail.entries.map((entry) => (
        <tr key={`${entry.at} ${entry.action} ${entry.id}`}>
          <td className={shared.line}>{formats.dateTime(entry.at)}</td>
          <td>{requesterName(entry.by)}</td>
          <td>{t(`audit.action.${entry.action}`)}</td>
          <td translate="no">
            {entry.subject}
            <div className={shared.soft}>{detailOf(entry)}</div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** What people ask first; the rest is in the API. */
function detailOf({ detail }: AuditTrail['entries'][number]): string {
  const { domain, version, reason, status, verdict } = detail;
  return [domain, version, status, verdict, reason].filter(Boolean).join(' · ');
}
