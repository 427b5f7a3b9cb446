import { ArrowRight, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Check } from '../diagnostics/check.tsx';
import { readSite } from '../exports/site-input.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Loading } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import styles from './welcome.module.css';

/** The first run: where things are kept, whether the browser works, a first export. */
export function WelcomePage() {
  const { api, jobs } = useServices();
  const { value, error, reload } = useLoad('diagnostics', api.diagnostics);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const done = () => usePreferences.getState().set({ isWelcomed: true });

  const tryExample = async (folder: string): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      const read = readSite(folder, await api.projects());
      if (read.kind !== 'known' && read.kind !== 'folder') return;
      if (read.kind === 'folder') {
        await api.createProject({
          name: t('welcome.exampleName'),
          domains: [read.domain],
          origin: { kind: 'directory', folder },
        });
      }
      const job = await api.startExport({ domain: read.domain });
      done();
      jobs.refresh();
      navigate({ page: 'job', jobId: job.jobId, tab: 'overview' });
    } catch (cause) {
      setFault((cause as Error).message);
      setBusy(false);
    }
  };

  const example = value?.exampleSite;
  return (
    <Page title={t('welcome.title')} subtitle={t('welcome.subtitle')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      <ol className={styles.steps}>
        <Step number={1} title={t('welcome.folder')}>
          {value ? (
            <>
              <p className={styles.path}>
                <code translate="no">{value.dataFolder}</code>
              </p>
              <p className={styles.soft}>
                {t('welcome.folderText', { free: formats.bytes(value.freeBytes) })}
              </p>
            </>
          ) : (
            error === undefined && <Loading />
          )}
        </Step>
        <Step number={2} title={t('welcome.browser')}>
          <p className={styles.soft}>{t('welcome.browserText')}</p>
          <Check check="browser" />
        </Step>
        <Step number={3} title={t('welcome.example')}>
          <p className={styles.soft}>
            {example === null ? t('welcome.noExample') : t('welcome.exampleText')}
          </p>
          <div className={styles.row}>
            {example && (
              <Button look="primary" disabled={isBusy} onClick={() => tryExample(example)}>
                <Play size={16} aria-hidden />
                {t('welcome.tryExample')}
              </Button>
            )}
            <Button
              onClick={() => {
                done();
                navigate({ page: 'exports' });
              }}
            >
              {t('welcome.skip')}
              <ArrowRight size={16} aria-hidden />
            </Button>
          </div>
          {fault && <Failure message={fault} />}
        </Step>
      </ol>
    </Page>
  );
}

function Step({ number, title, children }: Readonly<{ number: number; title: string; children: ReactNode }>) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <div className={styles.body}>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}
