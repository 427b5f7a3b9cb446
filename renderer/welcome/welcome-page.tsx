import { BookOpen, Globe, Inbox } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LOW_SPACE_BYTES } from '../diagnostics/low-space.ts';
import { readSite } from '../exports/site-input.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Notice } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import styles from './welcome.module.css';

/** The first start: what Offprint does, and the three things one may have come for. */
export function WelcomePage({ onNewExport }: Readonly<{ onNewExport: () => void }>) {
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
      {value && value.freeBytes < LOW_SPACE_BYTES && <Notice tone="warn">{t('diagnostics.lowSpace')}</Notice>}
      <ul className={styles.doors}>
        <Door
          icon={<Globe size={24} aria-hidden />}
          title={t('welcome.export')}
          text={t('welcome.exportText')}
        >
          <Button
            look="primary"
            onClick={() => {
              done();
              navigate({ page: 'exports' });
              onNewExport();
            }}
          >
            {t('exports.new')}
          </Button>
        </Door>
        {example && (
          <Door
            icon={<BookOpen size={24} aria-hidden />}
            title={t('welcome.example')}
            text={t('welcome.exampleText')}
          >
            <Button isBusy={isBusy} onClick={() => tryExample(example)}>
              {t('welcome.tryExample')}
            </Button>
            {fault && <Failure message={fault} />}
          </Door>
        )}
        <Door
          icon={<Inbox size={24} aria-hidden />}
          title={t('welcome.receive')}
          text={t('welcome.receiveText')}
        >
          <Button
            onClick={() => {
              done();
              navigate({ page: 'receive' });
            }}
          >
            {t('receive.take')}
          </Button>
        </Door>
      </ul>
    </Page>
  );
}

function Door({
  icon,
  title,
  text,
  children,
}: Readonly<{ icon: ReactNode; title: string; text: string; children: ReactNode }>) {
  return (
    <li className={styles.door}>
      <span className={styles.icon}>{icon}</span>
      <h2>{title}</h2>
      <p className={styles.soft}>{text}</p>
      <div className={styles.action}>{children}</div>
    </li>
  );
}
