import { Ellipsis } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { remainingOf, toldRemaining } from '../messages/remaining.ts';
import { t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { siteOf } from '../state/sites.ts';
import { Button, ProgressBar } from '../ui/controls.tsx';
import styles from './exports.module.css';
import { useDoomed } from './job-actions.ts';
import { mayRun, StatusBadge } from './job-status.tsx';

/** Height in pixels of a row without an error message. */
export const ROW_HEIGHT = 48;

/** A row of the job list, a placeholder until its job is loaded. Rows of failed jobs grow with the error message. */
export const JobRow = memo(function JobRow({
  job: known,
  index,
  top,
  measure,
  isActive,
  isSelected,
  hasMenu,
  onToggle,
  onMenu,
}: Readonly<{
  job: Job | undefined;
  index: number;
  /** Offset within the list, in pixels. */
  top: number;
  measure: (row: HTMLElement | null) => void;
  isActive: boolean;
  isSelected: boolean;
  onToggle: (index: number, isRange: boolean) => void;
  /** Whether the row's menu is open. */
  hasMenu: boolean;
  onMenu: (job: Job, anchor: HTMLElement) => void;
}>) {
  const { progress, sites } = useServices();
  const name = sites(({ names }) => (known ? siteOf(names, known) : ''));
  const live = progress(({ jobs }) => (known ? jobs[known.jobId] : undefined));
  const isDoomed = useDoomed(({ ids }) => known !== undefined && ids.has(known.jobId));
  const place = { transform: `translateY(${top}px)` };
  const id = known?.jobId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when it shows another job
  const measured = useCallback((row: HTMLElement | null) => measure(row), [measure, id]);
  if (!known) {
    return (
      <div
        className={`${styles.row} ${styles.item}`}
        style={place}
        role="row"
        aria-rowindex={index + 2}
        tabIndex={isActive ? 0 : -1}
        data-row={index}
      >
        <div role="gridcell">
          <span className="visually-hidden">{t('common.loading')}</span>
        </div>
        <div className={styles.bones} role="presentation" />
      </div>
    );
  }
  const job: Job = live && mayRun(known) ? ({ ...known, ...live, status: 'running' } as Job) : known;
  const remaining = remainingOf(live);
  const isFailed = job.status === 'failed';
  return (
    <div
      className={`${styles.row} ${styles.item} ${isFailed ? styles.withReason : ''}`}
      style={place}
      ref={isFailed ? measured : undefined}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      data-doomed={isDoomed || undefined}
      onDoubleClick={() => navigate({ page: 'job', jobId: job.jobId, tab: 'overview' })}
    >
      <div className={styles.box} role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('exports.select', { site: name })}
          onChange={() => {}}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </div>
      <div role="gridcell" translate="no">
        <a
          className={styles.site}
          href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'overview' })}
          tabIndex={-1}
          title={name}
        >
          {name}
        </a>
        <span className={styles.sub}>
          {[name !== job.domain && job.domain, job.version ?? job.jobId].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="gridcell">
        <StatusBadge job={job} />
        {isDoomed && <span className="visually-hidden">{t('exports.doomed')}</span>}
      </div>
      {isFailed ? (
        <div className={styles.reason} role="gridcell" aria-colspan={3} translate="no">
          {job.error}
        </div>
      ) : (
        <>
          <div className={styles.progress} role="gridcell">
            <Come job={job} name={name} />
          </div>
          <div className={`${styles.number} ${styles.pace}`} role="gridcell">
            {live && job.status === 'running' ? (
              <>
                {live.pagesPerSecond !== undefined &&
                  t('exports.pace', { pace: formats.rate(live.pagesPerSecond) })}
                <span className={styles.sub}>
                  {remaining && t('exports.left', { duration: toldRemaining(remaining) })}
                </span>
              </>
            ) : (
              durationOf(job)
            )}
          </div>
          <div className={styles.number} role="gridcell">
            {job.bundleBytes === null ? '' : formats.bytes(job.bundleBytes)}
          </div>
        </>
      )}
      <div className={styles.number} role="gridcell" title={formats.dateTime(job.createdAt)}>
        {formats.ago(job.createdAt)}
      </div>
      <div role="gridcell">
        <Button
          look="quiet"
          isIcon
          small
          tabIndex={-1}
          aria-haspopup="menu"
          aria-expanded={hasMenu}
          aria-label={t('exports.actionsOf', { site: name })}
          onClick={(event) => onMenu(job, event.currentTarget)}
        >
          <Ellipsis size={16} aria-hidden />
        </Button>
      </div>
    </div>
  );
});

/** Shows the progress of a job. */
function Come({ job, name }: Readonly<{ job: Job; name: string }>) {
  const pages = t('exports.pages', { count: job.pageCount });
  if (job.status === 'completed') return <span>{pages}</span>;
  return (
    <>
      <ProgressBar percent={job.progress} label={t('exports.progressOf', { site: name })} />
      <span className={styles.sub}>
        {t('exports.progress', { percent: Math.floor(job.progress) / 100, pages: job.pageCount })}
      </span>
    </>
  );
}

function durationOf({ startedAt, finishedAt }: Job): string {
  if (startedAt === null || finishedAt === null) return '';
  return formats.duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
}
