import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Loading, Select } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import shared from '../ui/shared.module.css';
import styles from './audit.module.css';
import { AuditEntries, actionText, knownActions } from './entries.tsx';

type Filter = Readonly<Record<string, string>>;

const STEP = 50;
/** Most entries that the API returns at once. */
const SHOWN_MAX = 1000;

/** Page of the audit log, with filters and export to a file. */
export default function AuditPage() {
  const { api } = useServices();
  const [filter, setFilter] = useState<Filter>({});
  const [limit, setLimit] = useState(STEP);
  const { value, error, reload } = useLoad(`audit log ${limit} ${JSON.stringify(filter)}`, () =>
    api.auditLog({ limit, ...filter }),
  );
  const save = (format: 'csv' | 'jsonl') => (
    <Button onClick={() => api.saveAuditLog(format, filter)}>
      <Download size={16} aria-hidden />
      {t(format === 'csv' ? 'audit.saveCsv' : 'audit.saveJson')}
    </Button>
  );
  return (
    <Page
      title={t('nav.audit')}
      subtitle={t('audit.subtitle')}
      actions={
        <>
          {save('csv')}
          {save('jsonl')}
        </>
      }
    >
      <Filters
        onChange={(next) => {
          setLimit(STEP);
          setFilter(next);
        }}
      />
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : value.entries.length === 0 ? (
        <p className={shared.soft}>{t(Object.keys(filter).length > 0 ? 'audit.noMatch' : 'audit.none')}</p>
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
    </Page>
  );
}

function Filters({ onChange }: Readonly<{ onChange: (filter: Filter) => void }>) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) => {
      const text = String(value).trim();
      if (text === '') return [];
      return [[name, name === 'since' || name === 'until' ? new Date(text).toISOString() : text]];
    });
    onChange(Object.fromEntries(given));
  };
  return (
    <form className={styles.filters} onSubmit={submit}>
      <Field label={t('audit.by')} hint={t('audit.byHint')}>
        <Input name="by" />
      </Field>
      <Field label={t('audit.action')}>
        <Select name="action" defaultValue="">
          <option value="">{t('audit.anyAction')}</option>
          {knownActions.map((action) => (
            <option key={action} value={action}>
              {actionText(action)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('audit.object')} hint={t('audit.objectHint')}>
        <Input name="object" />
      </Field>
      <Field label={t('audit.since')}>
        <Input name="since" type="datetime-local" />
      </Field>
      <Field label={t('audit.until')}>
        <Input name="until" type="datetime-local" />
      </Field>
      <Button type="submit">{t('audit.apply')}</Button>
    </form>
  );
}
