import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { HostDialog } from '../hosting/host-dialog.tsx';
import { useBundleActions } from '../job/bundle-actions.ts';
import { type MessageId, t } from '../messages/t.ts';
import { PublishDialog } from '../publications/publish-dialog.tsx';
import { type JobTab, navigate } from '../routing.ts';
import { WINDOW } from '../state/job-list.ts';
import { useServices } from '../state/services.ts';
import { AnchoredMenu, type MenuItem, toast } from '../ui/overlays.tsx';
import { SelectAllBox, type Selection, useSelectGrid } from '../ui/select-grid.tsx';
import styles from './exports.module.css';
import { JobRow, ROW_HEIGHT } from './job-row.tsx';
import { isReceived, type Verb, verbsOf } from './job-status.tsx';

const VERB_KEYS: Readonly<Record<string, readonly Verb[]>> = {
  Delete: ['delete'],
  p: ['pause', 'resume'],
  r: ['retry'],
  c: ['cancel'],
};

const idOf = ({ jobId }: Job): string => jobId;

/** The list of jobs. Loads only visible rows. */
export function JobTable({
  selection,
  onSelect,
  onVerb,
}: Readonly<{
  selection: Selection<Job>;
  onSelect: (selection: Selection<Job>) => void;
  /** Applies to all selected jobs if `job` is one of them, otherwise to `job` alone. */
  onVerb: (job: Job, verb: Verb) => void;
}>) {
  const { jobs, sites } = useServices();
  const { total, windows, filter } = jobs();
  const jobAt = useCallback(
    (index: number): Job | undefined => windows.get(Math.floor(index / WINDOW))?.[index % WINDOW],
    [windows],
  );
  const selectAll = async (): Promise<void> => {
    try {
      const all = await jobs.all();
      if (all) onSelect(new Map(all.map((job) => [job.jobId, job])));
    } catch (error) {
      toast(t('exports.selectAllFailed'), { detail: (error as Error).message, isError: true });
    }
  };
  const grid = useSelectGrid<Job>({
    total,
    rowHeight: ROW_HEIGHT,
    rowAt: jobAt,
    idOf,
    selection,
    onSelect,
    onSelectAll: selectAll,
    onOpen: ({ jobId }) => navigate({ page: 'job', jobId, tab: 'overview' }),
    onKey: (key, job) => {
      const verb = VERB_KEYS[key]?.find((one) => verbsOf(job).includes(one));
      if (verb) onVerb(job, verb);
      return verb !== undefined;
    },
  });
  const { first, last } = grid;
  useEffect(() => jobs.show(first, last), [jobs, first, last]);
  useEffect(
    () => sites.require([...windows.values()].flat().map(({ projectId }) => projectId)),
    [sites, windows],
  );

  const [menu, setMenu] = useState<Readonly<{ job: Job; anchor: HTMLElement }>>();
  const [published, setPublished] = useState<Job>();
  const [hosted, setHosted] = useState<Job>();
  const bundle = useBundleActions();
  const itemsOf = (job: Job): MenuItem[] => {
    const verbs = verbsOf(job);
    const verbItem = (verb: Verb): MenuItem => ({
      label: t(`verb.${verb}` as MessageId),
      isDanger: verb === 'delete',
      onSelect: () => onVerb(job, verb),
    });
    const go = (tab: JobTab) => () => navigate({ page: 'job', jobId: job.jobId, tab });
    const ofBundle: MenuItem[] =
      job.status === 'completed'
        ? [
            { label: t('bundle.download'), onSelect: () => bundle.download(job) },
            { label: t('bundle.copyLink'), onSelect: () => bundle.copyLink(job) },
            { label: t('bundle.copySha256'), onSelect: () => bundle.copySha256(job) },
            { label: t('publish.open'), onSelect: () => setPublished(job) },
            { label: t('hosting.open'), onSelect: () => setHosted(job) },
            ...(isReceived(job)
              ? []
              : [
                  { label: t('job.tab.report'), onSelect: go('report') },
                  { label: t('job.exportAgain'), onSelect: () => bundle.exportAgain(job) },
                ]),
          ]
        : [];
    return [
      { label: t('job.open'), onSelect: go('overview') },
      ...ofBundle,
      ...verbs.filter((verb) => verb !== 'delete').map(verbItem),
      {
        label: t('job.openProject'),
        onSelect: () => navigate({ page: 'project', projectId: job.projectId, tab: 'overview' }),
      },
      ...(verbs.includes('delete') ? [verbItem('delete')] : []),
    ];
  };
  const openMenu = useCallback((job: Job, anchor: HTMLElement) => setMenu({ job, anchor }), []);

  return (
    <div
      className={styles.table}
      role="grid"
      aria-label={t('exports.list')}
      aria-rowcount={total + 1}
      aria-multiselectable
      onKeyDown={grid.onKeyDown}
      onFocus={grid.onFocus}
    >
      <div role="rowgroup">
        <div className={`${styles.row} ${styles.head}`} role="row" aria-rowindex={1} tabIndex={-1}>
          <div className={styles.box} role="columnheader">
            <SelectAllBox
              label={t('exports.selectAll')}
              total={total}
              selected={selection.size}
              onAll={selectAll}
              onNone={() => onSelect(new Map())}
            />
          </div>
          <SortHead field="domain" sort={filter.sort} />
          <div role="columnheader">{t('exports.column.status')}</div>
          <SortHead field="pageCount" sort={filter.sort} />
          <div role="columnheader" className={`${styles.number} ${styles.pace}`}>
            {t('exports.column.pace')}
          </div>
          <div role="columnheader" className={styles.number}>
            {t('exports.column.size')}
          </div>
          <SortHead field="createdAt" sort={filter.sort} isEnd />
          <div role="columnheader">
            <span className="visually-hidden">{t('exports.column.actions')}</span>
          </div>
        </div>
      </div>
      <div className={styles.body} ref={grid.scroller} data-scroll="list" role="rowgroup" tabIndex={-1}>
        <div className={styles.space} style={{ height: grid.heightPx }} role="presentation">
          {grid.rows.map(({ index, start }) => {
            const job = jobAt(index);
            return (
              <JobRow
                key={index}
                index={index}
                top={start}
                measure={grid.measure}
                job={job}
                isActive={index === grid.current}
                isSelected={job !== undefined && selection.has(job.jobId)}
                onToggle={grid.toggle}
                hasMenu={job !== undefined && menu?.job.jobId === job.jobId}
                onMenu={openMenu}
              />
            );
          })}
        </div>
      </div>
      {menu && (
        <AnchoredMenu anchor={menu.anchor} items={itemsOf(menu.job)} onClose={() => setMenu(undefined)} />
      )}
      {hosted && <HostDialog job={hosted} onClose={() => setHosted(undefined)} onDone={() => {}} />}
      {published && (
        <PublishDialog
          job={published}
          onClose={() => setPublished(undefined)}
          onStarted={() => toastStarted(published)}
        />
      )}
    </div>
  );
}

function toastStarted({ jobId, domain, version }: Job): void {
  toast(t('publish.started', { name: [domain, version].filter(Boolean).join(' ') }), {
    action: {
      label: t('publish.show'),
      run: () => navigate({ page: 'job', jobId, tab: 'overview' }),
    },
  });
}

type SortField = 'domain' | 'pageCount' | 'createdAt';

function SortHead({
  field,
  sort,
  isEnd = false,
}: Readonly<{ field: SortField; sort: string; isEnd?: boolean }>) {
  const { jobs } = useServices();
  const isThis = sort.replace('-', '') === field;
  const isDown = sort.startsWith('-');
  const Arrow = isDown ? ArrowDown : ArrowUp;
  // The first click sorts by what people look for first: the newest, the most, or A to Z.
  const next = isThis ? (isDown ? field : `-${field}`) : field === 'domain' ? 'domain' : `-${field}`;
  return (
    <div
      role="columnheader"
      className={isEnd ? styles.number : undefined}
      aria-sort={isThis ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => jobs.setFilter({ sort: next as SortField | `-${SortField}` })}
      >
        {t(`exports.column.${field}` as MessageId)}
        {isThis && <Arrow size={12} aria-hidden />}
      </button>
    </div>
  );
}
