import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Bundle, Job } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  CodeBlock,
  CopyButton,
  Failure,
  Field,
  Fold,
  Loading,
  Notice,
  Select,
} from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './job.module.css';
import { isLoopback, valuesYaml } from './values-yaml.ts';

/** Less common details: other formats, digest, link with expiry, and values.yaml for a deployment. */
export function BundleDetails({ job }: Readonly<{ job: Job }>) {
  return (
    <Fold title={t('bundle.details')}>
      <Details job={job} />
    </Fold>
  );
}

/** Creates a link, which is logged, so it is rendered only when the section is open. */
function Details({ job }: Readonly<{ job: Job }>) {
  const { api, desktop } = useServices();
  const [format, setFormat] = useState<Bundle['format']>('zip');
  const [isOfServer, setOfServer] = useState(false);
  const { value, error, isLoading, reload } = useLoad(`${job.jobId} ${format} ${isOfServer}`, () =>
    api.bundle(job.jobId, { format, forPeople: true, ...(isOfServer && { linkTarget: null }) }),
  );
  const left = useSecondsUntil(value?.expiresAt);
  const isOver = left <= 0;
  return (
    <>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {error !== undefined && !isOfServer && (
        <LinkOfServer projectId={job.projectId} onChoose={() => setOfServer(true)} />
      )}
      {!value && isLoading && <Loading />}
      {value && (
        <>
          <Field label={t('bundle.format')}>
            <Select value={format} onChange={(event) => setFormat(event.target.value as Bundle['format'])}>
              <option value="zip">zip</option>
              <option value="tar.gz">tar.gz</option>
            </Select>
          </Field>
          <div>
            <h3>{t('bundle.sha256')}</h3>
            <span className={styles.hash} translate="no">
              {value.sha256}
            </span>
            <div className={shared.row}>
              <CopyButton text={value.sha256} label={t('bundle.copySha256')} />
            </div>
          </div>
          <div className={styles.column} style={{ gap: 8 }}>
            <h3>{t('bundle.link')}</h3>
            {desktop ? (
              <span className={styles.link} translate="no" data-bundle-url tabIndex={0}>
                {value.bundleUrl}
              </span>
            ) : (
              <a className={styles.link} href={value.bundleUrl} download translate="no" data-bundle-url>
                {value.bundleUrl}
              </a>
            )}
            <p className={styles.soft}>
              {isOver ? t('bundle.expired') : t('bundle.expires', { duration: formats.duration(left) })}
            </p>
            <div className={shared.row}>
              <CopyButton text={value.bundleUrl} label={t('bundle.copyLink')} />
              <Button small onClick={reload} isBusy={isLoading}>
                <RefreshCw size={14} aria-hidden />
                {t('bundle.fresh')}
              </Button>
            </div>
          </div>
          {isLoopback(value.bundleUrl) && <Notice tone="warn">{t('bundle.loopback')}</Notice>}
          <div className={styles.column} style={{ gap: 8 }}>
            <h3 translate="no">values.yaml</h3>
            <CodeBlock text={valuesYaml(value)} label={t('common.copy')} />
          </div>
        </>
      )}
    </>
  );
}

/** Offers a link to this server if the project's links point to object storage. */
function LinkOfServer({ projectId, onChoose }: Readonly<{ projectId: string; onChoose: () => void }>) {
  const { api } = useServices();
  const { value: project } = useLoad(projectId, () => api.project(projectId));
  return project?.linkTarget ? (
    <div className={shared.row}>
      <Button small onClick={onChoose}>
        {t('bundle.linkOfServer')}
      </Button>
    </div>
  ) : null;
}

function useSecondsUntil(at: string | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return at === undefined ? 0 : Math.ceil((Date.parse(at) - now) / 1000);
}
