import { useState } from 'react';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import controlCss from '../ui/controls.module.css';
import { Failure, Input, Loading, Panel } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import styles from './about.module.css';

export default function AboutPage() {
  const { api, desktop } = useServices();
  const diagnostics = useLoad('diagnostics', api.diagnostics);
  const licences = useLoad('licences', () => import('virtual:licences').then((module) => module.default));
  const [search, setSearch] = useState('');
  const found = (licences.value ?? []).filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Page isNarrow title={t('nav.about')}>
      <Panel title={<span translate="no">Offprint {diagnostics.value?.version ?? ''}</span>}>
        <p>{t('about.text')}</p>
        <p>{t('about.licence')}</p>
        {!desktop && (
          <p>
            <a href="/reference" target="_blank" rel="noreferrer">
              {t('about.reference')}
            </a>
          </p>
        )}
      </Panel>
      <Panel
        title={t('about.licences')}
        action={
          <Input
            type="search"
            className={styles.search ?? ''}
            aria-label={t('about.search')}
            placeholder={t('about.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        }
      >
        {licences.error !== undefined && <Failure message={licences.error} onRetry={licences.reload} />}
        {licences.isLoading && <Loading />}
        {licences.value && <p>{t('about.count', { count: found.length })}</p>}
        <ul className={styles.list} translate="no">
          {found.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              {text === '' ? (
                <span className={styles.line}>
                  <b>{name}</b> {version} <span className={styles.kind}>{licence}</span>
                </span>
              ) : (
                <details>
                  <summary className={styles.line}>
                    <b>{name}</b> {version} <span className={styles.kind}>{licence}</span>
                  </summary>
                  <pre className={controlCss.code}>{text}</pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  );
}
