import { Check, CircleX, KeyRound, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { useJobActions } from '../exports/job-actions.ts';
import { isReceived, mayRun } from '../exports/job-status.tsx';
import { QueuePaused } from '../exports/queue-paused.tsx';
import { formats } from '../messages/formats.ts';
import { type Remaining, toldRemaining } from '../messages/remaining.ts';
import { type MessageId, t } from '../messages/t.ts';
import { Publications } from '../publications/job-publications.tsx';
import { PublishDialog } from '../publications/publish-dialog.tsx';
import { usePublications } from '../publications/use-publications.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  buttonClass,
  Facts,
  Failure,
  Fold,
  Loading,
  Notice,
  Panel,
  ProgressBar,
} from '../ui/controls.tsx';
import { Plot } from '../ui/plot.tsx';
import shared from '../ui/shared.module.css';
import { BundleDetails } from './bundle-details.tsx';
import styles from './job.module.css';
import { ResultCard } from './result-card.tsx';
import { phaseMarks, throughputPoints } from './throughput.ts';

/** Number of recent publications shown for a job. */
const PUBLICATIONS_SHOWN = 5;

/** A job and its live progress. */
type Running = Readonly<{
  job: Job;
  remaining: Remaining | undefined;
  pagesPerSecond: number | undefined;
}>;

export function Overview({ job, remaining, pagesPerSecond }: Running) {
  const actions = useJobActions();
  const publications = usePublications({ jobId: job.jobId, limit: PUBLICATIONS_SHOWN });
  const [isPublishing, setPublishing] = useState(false);
  // The only reason for Offprint to pause a job itself is that the site asks for a login.
  const isLogin = job.paused;
  return (
    <div className={styles.overview}>
      {hasBundle(job) && <ResultCard job={job} onPublish={() => setPublishing(true)} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {job.status === 'failed' && (
            <Notice tone={job.errorCode === 'canceled' ? 'plain' : 'bad'}>
              <span translate="no">{job.error}</span>
              {job.errorCode !== 'canceled' && (
                <a href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'report' })}>{t('job.seeReport')}</a>
              )}
            </Notice>
          )}
          {job.status === 'queued' && mayRun(job) && <QueuePaused />}
          {job.pauseReason !== undefined && (
            <Notice tone="warn">
              <span translate="no">{job.pauseReason}</span>
              {isLogin && <span>{t('job.waitsText')}</span>}
              <div className={shared.row}>
                {isLogin && (
                  <a
                    className={buttonClass({ small: true })}
                    href={hrefOf({ page: 'project', projectId: job.projectId, tab: 'origin' })}
                  >
                    <KeyRound size={14} aria-hidden />
                    {t('job.credentials')}
                  </a>
                )}
                <Button small onClick={() => actions.steer([job], 'resume')}>
                  <Play size={14} aria-hidden />
                  {t('verb.resume')}
                </Button>
              </div>
            </Notice>
          )}
          {job.status === 'completed' && <Publications {...publications} />}
          {hasBundle(job) && <BundleDetails job={job} />}
          {isReceived(job) ? (
            <Notice>
              {t('job.received', { count: job.pageCount })}{' '}
              <a href={hrefOf({ page: 'receive' })}>{t('job.receivedLink')}</a>
            </Notice>
          ) : (
            <Run job={job} remaining={remaining} pagesPerSecond={pagesPerSecond} />
          )}
        </div>
        <div className={styles.column}>
          <Panel title={t('job.facts')}>
            <Facts
              items={[
                [
                  t('job.id'),
                  <code key="id" translate="no">
                    {job.jobId}
                  </code>,
                ],
                [
                  t('job.project'),
                  <a
                    key="project"
                    href={hrefOf({ page: 'project', projectId: job.projectId, tab: 'overview' })}
                  >
                    {t('job.openProject')}
                  </a>,
                ],
                [t('job.created'), formats.dateTime(job.createdAt)],
                ...(job.finishedAt === null
                  ? []
                  : ([[t('job.ended'), formats.dateTime(job.finishedAt)]] as const)),
                ...(job.verdict === null
                  ? []
                  : ([[t('job.verdict'), t(`verdict.${job.verdict}` as MessageId)]] as const)),
                ...(job.retryOf === null
                  ? []
                  : ([
                      [
                        t('job.retryOf'),
                        <a
                          key="retry"
                          translate="no"
                          href={hrefOf({ page: 'job', jobId: job.retryOf, tab: 'overview' })}
                        >
                          {job.retryOf}
                        </a>,
                      ],
                    ] as const)),
              ]}
            />
          </Panel>
        </div>
      </div>
      {isPublishing && (
        <PublishDialog job={job} onClose={() => setPublishing(false)} onStarted={publications.reload} />
      )}
    </div>
  );
}

/** Whether there is an archive. One that failed verification is kept for inspection. */
function hasBundle({ status, errorCode }: Job): boolean {
  return status === 'completed' || errorCode === 'verification-failed';
}

/** Progress of the job; after its end, a single line that expands. */
function Run(props: Running) {
  const { job } = props;
  const { startedAt, finishedAt } = job;
  if (startedAt === null || finishedAt === null) {
    return (
      <>
        <Panel title={t('job.progress')}>
          <Figures {...props} />
        </Panel>
        <Throughput job={job} />
      </>
    );
  }
  const duration = formats.duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
  return (
    <Fold title={t(job.status === 'completed' ? 'job.doneIn' : 'job.endedAfter', { duration })}>
      <Figures {...props} />
      <Throughput job={job} />
    </Fold>
  );
}

function Figures({ job, remaining, pagesPerSecond }: Running) {
  return (
    <>
      <Phases job={job} />
      <ProgressBar percent={job.progress} label={t('job.progress')} />
      {job.trying && <p className={styles.trying}>{t('job.trying')}</p>}
      <div className={styles.big}>
        <Figure value={formats.percent(Math.floor(job.progress) / 100)} label={t('job.done')} />
        <Figure
          value={
            job.pagesKnown !== undefined &&
            job.pagesKnown > 0 &&
            job.phase === 'acquire' &&
            job.status === 'running'
              ? t('job.pagesOf', { count: job.pageCount, known: job.pagesKnown })
              : formats.number(job.pageCount)
          }
          label={t('job.pages', { count: job.pagesKnown || job.pageCount })}
        />
        {job.missingCount > 0 && <Figure value={formats.number(job.missingCount)} label={t('job.missing')} />}
        {pagesPerSecond !== undefined && (
          <Figure
            value={formats.number(Math.round(pagesPerSecond * 10) / 10)}
            label={t('job.pagesPerSecond')}
          />
        )}
        {remaining !== undefined && <Figure value={toldRemaining(remaining)} label={t('job.left')} />}
      </div>
    </>
  );
}

const PHASES = ['acquire', 'pack', 'verify', 'done'] as const;

function Phases({ job }: Readonly<{ job: Job }>) {
  const now = PHASES.indexOf(job.phase);
  return (
    <ol className={styles.phases}>
      {PHASES.map((phase, index) => {
        const isDone = index < now || job.status === 'completed';
        const isLater = index > now || (job.status === 'queued' && job.progress === 0);
        const state = isDone ? 'done' : isLater ? 'later' : job.status === 'failed' ? 'failed' : 'now';
        return (
          <li
            key={phase}
            className={styles.phase}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span>
              {state === 'done' && <Check size={14} aria-label={t('job.phaseDone')} />}
              {state === 'failed' && <CircleX size={14} aria-label={t('status.failed')} />}
              {t(`phase.${phase}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Figure({ value, label }: Readonly<{ value: string; label: string }>) {
  return (
    <div>
      <b>{value}</b>
      <span>{label}</span>
    </div>
  );
}

const SAMPLE_EVERY_MS = 2000;

function Throughput({ job }: Readonly<{ job: Job }>) {
  const { api } = useServices();
  const { value, error, reload } = useLoad(`throughput ${job.jobId} ${job.status}`, () =>
    api.throughput(job.jobId),
  );
  const isRunning = job.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(reload, SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const points = value ? throughputPoints(value.samples) : [];
  const isEarly = isRunning || job.status === 'queued';
  if (isEarly && error === undefined && points.length < 2) return null;
  return (
    <Panel title={t('job.throughput')}>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : value === undefined ? (
        <Loading />
      ) : points.length < 2 ? (
        <p>{t('job.noSamples')}</p>
      ) : (
        <Plot
          points={points}
          marks={phaseMarks(value.samples).map(({ x, phase }) => ({ x, label: t(`phase.${phase}`) }))}
          label={t('job.throughputLabel', {
            count: points.length,
            peak: Math.round(Math.max(...points.map(({ y }) => y))),
          })}
          formatX={(x) => formats.duration((x - (points[0]?.x ?? x)) / 1000)}
          formatY={(y) => t('job.perSecond', { value: y })}
        />
      )}
    </Panel>
  );
}
