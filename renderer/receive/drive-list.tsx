import { HardDrive } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Panel } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import styles from './receive.module.css';

/** Polling interval for drives while the page is visible. */
const LOOK_EVERY_MS = 4_000;

/** Bundles on drives connected to the server's computer. Renders nothing if there are none. */
export function DriveList({ onBegun }: Readonly<{ onBegun: () => void }>) {
  const { api } = useServices();
  const { value, reload } = useLoad('drives', api.drives);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const receive = (path: string): void => {
    api
      .receivePath(path)
      .catch((error: Error) => toast(t('receive.notStarted'), { detail: error.message, isError: true }))
      .then(onBegun);
  };
  const drives = (value ?? []).filter(({ bundles, error }) => bundles.length > 0 || error !== null);
  if (drives.length === 0) return null;
  return (
    <Panel title={t('receive.drives')}>
      {drives.map(({ mount, label, bundles, error }) => (
        <section
          key={mount}
          className={styles.drive}
          aria-label={t('receive.drive', { name: label || mount })}
        >
          <span className={shared.row} title={mount}>
            <HardDrive size={16} aria-hidden />
            {label || mount}
          </span>
          {error !== null && <span className={shared.soft}>{error}</span>}
          {bundles.map(({ path, name }) => (
            <div key={path} className={styles.found}>
              <span>{name}</span>
              <Button onClick={() => receive(path)} aria-label={t('receive.startNamed', { name })}>
                {t('receive.start')}
              </Button>
            </div>
          ))}
        </section>
      ))}
    </Panel>
  );
}
