import { ExternalLink, Globe, House } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, buttonClass, Empty, Failure, Loading, Notice } from '../ui/controls.tsx';
import styles from './job.module.css';
import { isLoopback } from './values-yaml.ts';

/** The exported site, served from the bundle as readers will see it. */
export function SiteView({ job }: Readonly<{ job: Job }>) {
  const { api, desktop } = useServices();
  if (job.status !== 'completed') {
    const hasEnded = job.status === 'failed';
    return (
      <Empty icon={<Globe size={36} aria-hidden />} title={t(hasEnded ? 'site.none' : 'site.notYet')}>
        {t(hasEnded ? 'site.noneText' : 'site.notYetText')}
      </Empty>
    );
  }
  if (!desktop && !isLoopback(location.href)) return <Notice tone="warn">{t('site.elsewhere')}</Notice>;
  return <SiteFrame id={job.jobId} name={job.domain} ask={() => api.showSite(job.jobId)} />;
}

/**
 * Frame with the pages of a site at their own origin (server/shown-sites.ts). The sandbox stops them from navigating
 * this window and opening others; the interface's Content Security Policy limits the frame to such origins.
 */
export function SiteFrame({
  id,
  name,
  ask,
}: Readonly<{ id: string; name: string; ask: () => Promise<Readonly<{ siteUrl: string }>> }>) {
  const { value, error, reload } = useLoad(`site ${id}`, ask);
  const [turn, setTurn] = useState(0);
  if (error !== undefined) return <Failure message={error} onRetry={reload} />;
  if (!value) return <Loading />;
  return (
    <div className={styles.site}>
      <div className={styles.bar}>
        <Button small onClick={() => setTurn(turn + 1)}>
          <House size={14} aria-hidden />
          {t('site.start')}
        </Button>
        <a
          className={buttonClass({ small: true })}
          href={value.siteUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          <ExternalLink size={14} aria-hidden />
          {t('site.inBrowser')}
        </a>
        <span className={styles.soft}>{t('site.about')}</span>
      </div>
      <iframe
        key={turn}
        className={styles.frame}
        src={value.siteUrl}
        title={t('site.frame', { site: name })}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
