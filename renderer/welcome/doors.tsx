import { BookOpen, Globe, Inbox } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readSite } from '../exports/site-input.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure } from '../ui/controls.tsx';
import styles from './welcome.module.css';

/** Ways to start: an export, the example site, or a bundle made elsewhere. */
export function Doors({
  exampleSite,
  onNewExport,
}: Readonly<{
  /** Folder of the example site; null if there is none, undefined until known. */
  exampleSite: string | null | undefined;
  onNewExport: () => void;
}>) {
  const { api, jobs } = useServices();
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

  return (
    <ul className={styles.doors}>
      <Door icon={<Globe size={24} aria-hidden />} title={t('welcome.export')} text={t('welcome.exportText')}>
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
      {exampleSite && (
        <Door
          icon={<BookOpen size={24} aria-hidden />}
          title={t('welcome.example')}
          text={t('welcome.exampleText')}
        >
          <Button isBusy={isBusy} onClick={() => tryExample(exampleSite)}>
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
