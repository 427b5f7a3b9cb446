import { Ellipsis, RotateCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { useDoomed, useJobActions } from '../exports/job-actions.ts';
import { isReceived, lookOf, mayRun, StatusBadge, type Verb, verbsOf } from '../exports/job-status.tsx';
import { formats } from '../messages/formats.ts';
import { remainingOf } from '../messages/remaining.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf, type JobTab, jobTabs, navigate } from '../routing.ts';
import { announce } from '../state/announcer.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { siteOf } from '../state/sites.ts';
import { Button, controlStyles, Failure, Loading } from '../ui/controls.tsx';
import { Confirm, dismissOutdated, Menu, toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import { useBundleActions } from './bundle-actions.ts';
import styles from './job.module.css';
import { LogView } from './log-view.tsx';
import { Overview } from './overview.tsx';
import { PagesView } from './pages-view.tsx';
import { ReportView } from './report-view.tsx';
import { SiteView } from './site-view.tsx';

/** Page of one export: its progress and result. */
export function JobPage({ jobId, tab }: Readonly<{ jobId: string; tab: JobTab }>) {
  const { api, live, progress, sites } = useServices();
  const { value: known, error, reload } = useLoad(jobId, () => api.job(jobId));
  const { names } = sites();
  useEffect(() => {
    if (known) sites.require([known.projectId]);
  }, [sites, known]);
  useEffect(() => {
    if (known?.status === 'completed') sites.refresh();
  }, [known?.status, sites]);
  useEffect(() => {
    if (known?.status && known.phase) dismissOutdated();
    return dismissOutdated; // notes about this export are irrelevant on other pages
  }, [known?.status, known?.phase]);
  const moving = progress(({ jobs }) => jobs[jobId]);
  useEffect(() => {
    const look = (jobIds: readonly string[]): void => {
      if (jobIds.includes(jobId)) reload();
    };
    return live.follow({ progress: () => {}, changed: look, connected: reload });
  }, [live, jobId, reload]);

  const waits = known !== undefined && known.status === 'queued' && !mayRun(known);
  // The last progress report of a job may arrive after it paused, so reload its page count.
  useEffect(() => {
    if (waits && moving && moving.pageCount > known.pageCount) reload();
  }, [waits, moving, known, reload]);

  const back = { href: hrefOf({ page: 'exports' }), label: t('nav.exports') };
  if (!known) {
    return (
      <Page title={t('job.title')} back={back}>
        {error === undefined ? <Loading /> : <Failure message={error} onRetry={reload} />}
      </Page>
    );
  }
  const name = siteOf(names, known);
  const isOver = known.status === 'completed' || known.status === 'failed';
  const job: Job =
    moving && mayRun(known)
      ? {
          ...known,
          status: 'running',
          phase: moving.phase,
          progress: Math.max(known.progress, moving.progress),
          pageCount: moving.pageCount,
          pagesKnown: moving.pagesKnown,
          trying: moving.trying,
        }
      : known;
  const remaining = isOver ? undefined : remainingOf(moving);
  const isFull = tab === 'pages' || tab === 'log' || tab === 'site';
  return (
    <Page
      title={<span translate="no">{name}</span>}
      name={name}
      isFull={isFull}
      back={back}
      subtitle={
        <span className={styles.subtitle}>
          <StatusBadge job={job} />
          {name !== job.domain && <span translate="no">{job.domain}</span>}
          {job.version !== null && <span translate="no">{job.version}</span>}
          <span>{t('job.started', { age: formats.ago(job.createdAt) })}</span>
        </span>
      }
      actions={<Actions job={job} name={name} />}
    >
      <nav className={controlStyles.tabs} aria-label={t('job.parts')}>
        {tabsOf(job).map((one) => (
          <a
            key={one}
            className={controlStyles.tab}
            href={hrefOf({ page: 'job', jobId, tab: one })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`job.tab.${one}` as MessageId)}
          </a>
        ))}
      </nav>
      {tab === 'overview' && (
        <Overview
          job={job}
          remaining={remaining}
          pagesPerSecond={isOver ? undefined : moving?.pagesPerSecond}
        />
      )}
      {tab === 'pages' && <PagesView job={job} />}
      {tab === 'log' && <LogView job={job} />}
      {tab === 'site' && <SiteView job={job} />}
      {tab === 'report' && <ReportView job={job} />}
      <Announcements job={job} />
    </Page>
  );
}

/** Returns the tabs of a job. A received bundle has no pages or report tab, since it was not exported here. */
function tabsOf(job: Job): readonly JobTab[] {
  return isReceived(job) ? jobTabs.filter((tab) => tab !== 'pages' && tab !== 'report') : jobTabs;
}

function Actions({ job, name }: Readonly<{ job: Job; name: string }>) {
  const actions = useJobActions();
  const bundle = useBundleActions();
  const verbs = verbsOf(job);
  const shown = verbs.filter((verb) => verb !== 'delete');
  const [isAsking, setAsking] = useState(false);
  const pinItem = usePinItem(job);
  const isDoomed = useDoomed(({ ids }) => ids.has(job.jobId));
  const run = useCallback(
    async (verb: Verb) => {
      if (verb === 'cancel') setAsking(true);
      else if (verb === 'delete') {
        actions.remove([job]);
        navigate({ page: 'exports' });
      } else {
        const [made] = await actions.steer([job], verb);
        if (verb === 'retry' && made) navigate({ page: 'job', jobId: made.jobId, tab: 'overview' });
      }
    },
    [actions, job],
  );
  if (isDoomed) return null;
  return (
    <>
      {shown.map((verb) => (
        <Button key={verb} onClick={() => run(verb)}>
          {t(`verb.${verb}` as MessageId)}
        </Button>
      ))}
      {job.status === 'completed' && !isReceived(job) && (
        <Button onClick={() => bundle.exportAgain(job)}>
          <RotateCw size={16} aria-hidden />
          {t('job.exportAgain')}
        </Button>
      )}
      <Menu
        trigger={
          <Button isIcon aria-label={t('exports.actionsOf', { site: name })}>
            <Ellipsis size={16} aria-hidden />
          </Button>
        }
        items={[
          ...(job.status === 'completed'
            ? [{ label: t('bundle.copySha256'), onSelect: () => bundle.copySha256(job) }, pinItem]
            : []),
          {
            label: t('job.openProject'),
            onSelect: () => navigate({ page: 'project', projectId: job.projectId, tab: 'overview' }),
          },
          ...(verbs.includes('delete')
            ? [{ label: t('verb.delete'), isDanger: true, onSelect: () => run('delete') }]
            : []),
        ]}
      />
      {isAsking && (
        <Confirm
          title={t('job.cancel.title')}
          action={t('verb.cancel')}
          keep={t('job.cancel.keep')}
          onClose={() => setAsking(false)}
          onConfirm={() => actions.steer([job], 'cancel')}
        >
          <p>{t('job.cancel.text')}</p>
        </Confirm>
      )}
    </>
  );
}

/** Returns the menu item that pins an export, which exempts it from retention rules, or unpins it. */
function usePinItem({ jobId }: Job): Readonly<{ label: string; onSelect: () => void }> {
  const { api } = useServices();
  const { value: pins, reload } = useLoad('pins', api.pins);
  const isPinned = pins?.includes(jobId) === true;
  const toggle = async (): Promise<void> => {
    try {
      await api.setPinned(jobId, !isPinned);
      toast(t(isPinned ? 'retention.unpinned' : 'retention.pinned'));
      reload();
    } catch (error) {
      toast(t('schedule.notDone'), { detail: (error as Error).message, isError: true });
    }
  };
  return { label: t(isPinned ? 'retention.unpin' : 'retention.pin'), onSelect: toggle };
}

/** Announces each phase, every ten percent and the end; more would be noise. */
function Announcements({ job }: Readonly<{ job: Job }>) {
  const { text } = lookOf(job);
  const step = Math.floor(job.progress / 10) * 10;
  const isRunning = job.status === 'running';
  useEffect(() => {
    announce(isRunning ? t('job.announce', { phase: text, percent: step / 100 }) : text);
  }, [isRunning, text, step]);
  return null;
}
