import { useState } from 'react';
import type { Publication } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Select } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { mayGoOn } from './publication-progress.tsx';
import { nameOf, PublicationBadge, requesterName } from './publication-status.tsx';
import styles from './publications.module.css';

const COLUMNS = ['what', 'where', 'outcome', 'who', 'digest'] as const;

/** History of publications. */
export function HistoryTable({
  list,
  onChange,
  onOlder,
}: Readonly<{
  list: readonly Publication[];
  onChange: () => void;
  /** Undefined if all are loaded. */
  onOlder: (() => void) | undefined;
}>) {
  const [targetId, setTargetId] = useState('');
  const names = new Map([...list].reverse().map((one) => [one.targetId, one.targetName]));
  const shown = targetId === '' ? list : list.filter((one) => one.targetId === targetId);
  return (
    <section className={styles.history} aria-label={t('publish.history')}>
      <div className={styles.head}>
        <h2>{t('publish.history')}</h2>
        <Field label={t('publish.filter')}>
          <Select value={targetId} onChange={(event) => setTargetId(event.target.value)}>
            <option value="">{t('publish.allTargets')}</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id} translate="no">
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Table label={t('publish.history')} columns={COLUMNS.map((name) => t(`publish.column.${name}`))}>
        {shown.map((one) => (
          <Row key={one.publicationId} publication={one} onChange={onChange} />
        ))}
      </Table>
      {onOlder && (
        <div>
          <Button onClick={onOlder}>{t('publish.older')}</Button>
        </div>
      )}
    </section>
  );
}

function Row({ publication, onChange }: Readonly<{ publication: Publication; onChange: () => void }>) {
  const { api } = useServices();
  const { publicationId, jobId, targetName, place, digest, createdAt, requestedBy } = publication;
  const { error, previous, version } = publication;
  const goOn = (): void => {
    api
      .retryPublication(publicationId)
      .catch((fault: Error) => toast(t('publish.notDone'), { detail: fault.message, isError: true }))
      .finally(onChange);
  };
  const name = nameOf(publication);
  return (
    <tr>
      <td>
        <span className={shared.name} translate="no">
          {jobId === null ? name : <a href={hrefOf({ page: 'job', jobId, tab: 'overview' })}>{name}</a>}
        </span>
      </td>
      <td translate="no">
        {targetName}
        <div className={shared.soft}>{place}</div>
      </td>
      <td>
        <PublicationBadge publication={publication} />
        {error !== null && publication.status === 'failed' && (
          <div className={shared.soft} translate="no">
            {error}
          </div>
        )}
        {publication.status === 'completed' && previous !== null && previous !== version && (
          <div className={shared.soft}>{t('publish.previous', { version: previous })}</div>
        )}
        {mayGoOn(publication) && (
          <div>
            <Button small aria-label={t('publish.goOnNamed', { name, target: targetName })} onClick={goOn}>
              {t('publish.goOn')}
            </Button>
          </div>
        )}
      </td>
      <td className={shared.line}>
        {requesterName(requestedBy)}
        <div className={shared.soft}>{formats.dateTime(createdAt)}</div>
      </td>
      <td translate="no" className={styles.print} title={digest ?? undefined}>
        {digest?.slice(0, 12)}
      </td>
    </tr>
  );
}
