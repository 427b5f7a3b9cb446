import { useState } from 'react';
import { AuditEntries } from '../audit/entries.tsx';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Loading } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './trust.module.css';

const SHOWN = 20;
/** Most entries that the API returns at once. */
const SHOWN_MAX = 1000;

/** Latest entries of the audit log. @param version changes whenever there may be new entries */
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
        <AuditEntries entries={value.entries} />
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
