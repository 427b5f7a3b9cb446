import { Download, FolderOpen, Globe, RefreshCw, Server } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Bundle, Job } from '../../server/api/wire.types.ts';
import { HostDialog } from '../hosting/host-dialog.tsx';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  buttonClass,
  CodeBlock,
  CopyButton,
  Failure,
  Field,
  Loading,
  Notice,
  Panel,
  Select,
} from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './job.module.css';
import { told } from './saved-toast.ts';
import { isLoopback, valuesYaml } from './values-yaml.ts';

/** The archive of a completed job: a link to it for others, and what a deployment has to be told. */
export function BundleCard({ job }: Readonly<{ job: Job }>) {
  const { api, desktop } = useServices();
  const [format, setFormat] = useState<Bundle['format']>('zip');
  const [isOfServer, setOfServer] = useState(false);
  const [isHosting, setHosting] = useState(false);
  const { value, error, isLoading, reload } = useLoad(`${job.jobId} ${format} ${isOfServer}`, () =>
    api.bundle(job.jobId, { format, ...(isOfServer && { linkTarget: null }) }),
  );
  const left = useSecondsUntil(value?.expiresAt);
  const isOver = left <= 0;
  return (
    <Panel title={t('bundle.title')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {error !== undefined && !isOfServer && (
        <LinkOfServer projectId={job.projectId} onChoose={() => setOfServer(true)} />
      )}
      {!value && isLoading && <Loading />}
      {value && (
        <>
          <div className={styles.big}>
            <div>
              <b>{formats.bytes(value.sizeBytes)}</b>
              <span>{t('bundle.size', { bytes: value.sizeBytes })}</span>
            </div>
          </div>
          <div className={shared.row}>
            <a className={buttonClass()} href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'site' })}>
              <Globe size={16} aria-hidden />
              {t('bundle.openSite')}
            </a>
            <Button onClick={() => setHosting(true)}>
              <Server size={16} aria-hidden />
              {t('hosting.open')}
            </Button>
          </div>
          {desktop && (
            <div className={shared.row}>
              <Button
                look="primary"
                onClick={() => told(desktop.saveBundle(job.jobId, format), t('bundle.notSaved'))}
              >
                <Download size={16} aria-hidden />
                {t('bundle.saveAs')}
              </Button>
              <Button onClick={() => told(desktop.revealBundle(job.jobId), t('bundle.notShown'))}>
                <FolderOpen size={16} aria-hidden />
                {t('bundle.reveal')}
              </Button>
            </div>
          )}
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
              <Button small onClick={reload} disabled={isLoading}>
                <RefreshCw size={14} aria-hidden />
                {t('bundle.fresh')}
              </Button>
              {!isOver && !desktop && (
                <a className={buttonClass({ small: true })} href={value.bundleUrl} download>
                  <Download size={14} aria-hidden />
                  {t('bundle.download')}
                </a>
              )}
            </div>
          </div>
          {isLoopback(value.bundleUrl) && <Notice tone="warn">{t('bundle.loopback')}</Notice>}
          <div className={styles.column} style={{ gap: 8 }}>
            <h3 translate="no">values.yaml</h3>
            <CodeBlock text={valuesYaml(value)} label={t('common.copy')} />
          </div>
        </>
      )}
      {isHosting && <HostDialog job={job} onClose={() => setHosting(false)} onDone={() => {}} />}
    </Panel>
  );
}

/** Another way to a link, where those of the project are of object storage. */
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
