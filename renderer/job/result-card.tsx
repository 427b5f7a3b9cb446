import { Download, FolderOpen, Globe, Link, Send, Server } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { CompareLink } from '../compare/compare-link.tsx';
import { isReceived, lookOf } from '../exports/job-status.tsx';
import { HostDialog } from '../hosting/host-dialog.tsx';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { siteOf } from '../state/sites.ts';
import { Button, buttonClass } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import { useBundleActions } from './bundle-actions.ts';
import styles from './result.module.css';
import { told } from './saved-toast.ts';

/** Result and next steps of a finished export, at the top of its page. */
export function ResultCard({ job, onPublish }: Readonly<{ job: Job; onPublish: () => void }>) {
  const { desktop, sites } = useServices();
  const name = siteOf(sites().names, job);
  const bundle = useBundleActions();
  const { tone } = lookOf(job);
  const [isHosting, setHosting] = useState(false);
  const isCompleted = job.status === 'completed';
  return (
    <section className={styles.result} data-tone={tone} aria-label={t('result.title')}>
      {!isReceived(job) && <StartPage job={job} name={name} />}
      <div className={styles.text}>
        <h2>{t(`result.${verdictOf(job)}` as MessageId)}</h2>
        <p className={shared.soft}>
          {[
            job.bundleBytes !== null && formats.bytes(job.bundleBytes),
            t('exports.pages', { count: job.pageCount }),
            job.missingCount > 0 && t('result.missing', { count: job.missingCount }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {isCompleted && job.verdict !== null && job.verdict !== 'passed' && (
            <>
              {' · '}
              <a href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'report' })}>{t('job.seeReport')}</a>
            </>
          )}
        </p>
        <div className={shared.row}>
          {desktop ? (
            <Button
              look="primary"
              onClick={() => told(desktop.revealBundle(job.jobId), t('bundle.notShown'))}
            >
              <FolderOpen size={16} aria-hidden />
              {t('bundle.reveal')}
            </Button>
          ) : (
            <Button look="primary" onClick={() => bundle.download(job)}>
              <Download size={16} aria-hidden />
              {t('bundle.download')}
            </Button>
          )}
          {isCompleted && (
            <a className={buttonClass()} href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'site' })}>
              <Globe size={16} aria-hidden />
              {t('result.open')}
            </a>
          )}
          {desktop && (
            <Button onClick={() => bundle.download(job)}>
              <Download size={16} aria-hidden />
              {t('bundle.saveAs')}
            </Button>
          )}
          <Button onClick={() => bundle.copyLink(job)}>
            <Link size={16} aria-hidden />
            {t('bundle.copyLink')}
          </Button>
          {isCompleted && (
            <Button onClick={onPublish}>
              <Send size={16} aria-hidden />
              {t('publish.open')}
            </Button>
          )}
          {isCompleted && (
            <Button onClick={() => setHosting(true)}>
              <Server size={16} aria-hidden />
              {t('hosting.open')}
            </Button>
          )}
          {isCompleted && <CompareLink job={job} />}
        </div>
      </div>
      {isHosting && <HostDialog job={job} onClose={() => setHosting(false)} onDone={() => {}} />}
    </section>
  );
}

/** Screenshot of the start page taken by verification, with a placeholder until it is loaded. */
function StartPage({ job, name }: Readonly<{ job: Job; name: string }>) {
  const { api } = useServices();
  const { value, error } = useLoad(`report ${job.jobId}`, () => api.report(job.jobId));
  const picture = (value?.check?.pages ?? [])
    .filter(
      ({ path, offlineThumbnail }) => offlineThumbnail !== undefined && !/(^|\/)404(\.html)?$/.test(path),
    )
    .sort((a, b) => rankOf(a.path) - rankOf(b.path))[0]?.offlineThumbnail;
  if (!value && error === undefined && job.verdict !== null)
    return <div className={`${styles.picture} ${styles.awaited}`} aria-hidden />;
  return picture === undefined ? null : (
    <img
      className={styles.picture}
      src={`data:image/jpeg;base64,${picture}`}
      alt={t('result.picture', { site: name })}
    />
  );
}

/** Ranks the start page first, then index pages of folders, then other pages. */
function rankOf(path: string): number {
  return path.split('/').length + (/(^|\/)index\.x?html?$/.test(path) ? 0 : 1000);
}

function verdictOf(job: Job): string {
  const { status, verdict, missingCount } = job;
  if (status === 'failed') return 'failed';
  if (isReceived(job)) return 'received';
  if (verdict === 'failed') return 'faults';
  if (verdict === null) return 'unverified';
  return verdict === 'findings' || missingCount > 0 ? 'findings' : 'passed';
}
