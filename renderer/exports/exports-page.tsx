import { Archive, Plus, Search, SearchX, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Job, JobCounts } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { usePreferences } from '../state/preferences.ts';
import { useSearchText } from '../state/search-text.ts';
import { useServices } from '../state/services.ts';
import { Button, Empty, Failure, Input, Loading } from '../ui/controls.tsx';
import { Confirm, Menu, toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import type { Selection } from '../ui/select-grid.tsx';
import { Doors } from '../welcome/doors.tsx';
import styles from './exports.module.css';
import { useJobActions } from './job-actions.ts';
import { type Verb, verbsOf } from './job-status.tsx';
import { JobTable } from './job-table.tsx';
import { QueuePaused } from './queue-paused.tsx';

const FILTERS = ['all', 'running', 'queued', 'completed', 'failed'] as const;

const mayCancel = (job: Job): boolean => verbsOf(job).includes('cancel');

/** Page with all export jobs. */
export function ExportsPage({ onNewExport }: Readonly<{ onNewExport: () => void }>) {
  const { jobs } = useServices();
  const { counts, total, filter, error } = jobs();
  const isWelcomed = usePreferences((preferences) => preferences.isWelcomed);
  const [selection, setSelection] = useState<Selection<Job>>(new Map());
  const [clearing, setClearing] = useState<readonly Job[]>();
  const [canceling, setCanceling] = useState<readonly Job[]>();
  const actions = useJobActions();
  const all = counts && sumOf(counts);
  const isFirstRun = all === 0 && filter.search === '' && !isWelcomed;

  useEffect(() => jobs.refresh(), [jobs]);
  useEffect(() => {
    if (isFirstRun) navigate({ page: 'welcome' }, 'replace');
  }, [isFirstRun]);

  const carryOut = useCallback(
    (chosen: readonly Job[], verb: Verb) => {
      if (verb === 'delete') actions.remove(chosen, () => setSelection(new Map()));
      else if (verb === 'cancel' && chosen.some(mayCancel)) setCanceling(chosen.filter(mayCancel));
      else actions.steer(chosen, verb);
    },
    [actions],
  );
  const onVerb = useCallback(
    (job: Job, verb: Verb) => carryOut(selection.has(job.jobId) ? [...selection.values()] : [job], verb),
    [carryOut, selection],
  );

  const clear = async (which: 'failed' | 'finished'): Promise<void> => {
    try {
      const all = await jobs.all();
      if (!all) return;
      const found = all.filter(
        ({ status }) => status === 'failed' || (which === 'finished' && status === 'completed'),
      );
      if (found.length === 0) toast(t('exports.nothingToClear'));
      else setClearing(found);
    } catch (fault) {
      toast(t('exports.selectAllFailed'), { detail: (fault as Error).message, isError: true });
    }
  };

  return (
    <Page
      title={t('nav.exports')}
      isFull
      actions={
        <>
          {counts && counts.completed + counts.failed > 0 && (
            <Menu
              trigger={
                <Button>
                  <Trash2 size={16} aria-hidden />
                  {t('exports.clear')}
                </Button>
              }
              items={[
                { label: t('exports.clear.failed'), onSelect: () => clear('failed') },
                { label: t('exports.clear.finished'), onSelect: () => clear('finished') },
              ]}
            />
          )}
          <Button look="primary" onClick={onNewExport}>
            <Plus size={16} aria-hidden />
            {t('exports.new')}
          </Button>
        </>
      }
    >
      {selection.size > 0 ? (
        <BulkBar selection={selection} onVerb={carryOut} onClear={() => setSelection(new Map())} />
      ) : (
        <FilterBar counts={counts} />
      )}
      {counts && counts.queued > 0 && <QueuePaused />}
      {error !== undefined && counts === undefined ? (
        <Failure message={error} onRetry={jobs.refresh} />
      ) : counts === undefined ? (
        <Loading />
      ) : total > 0 ? (
        <JobTable selection={selection} onSelect={setSelection} onVerb={onVerb} />
      ) : all === 0 && filter.search === '' ? (
        <NoExports onNewExport={onNewExport} />
      ) : (
        <Empty
          icon={<SearchX size={36} aria-hidden />}
          title={t('exports.none.title')}
          action={
            <Button onClick={() => jobs.setFilter({ status: 'all', search: '' })}>
              {t('exports.none.action')}
            </Button>
          }
        >
          {t('exports.none.text')}
        </Empty>
      )}
      {canceling && (
        <Confirm
          title={t('exports.cancel.title', { count: canceling.length })}
          action={t('verb.cancel')}
          keep={t('job.cancel.keep')}
          onClose={() => setCanceling(undefined)}
          onConfirm={() => actions.steer(canceling, 'cancel')}
        >
          <p>{t('job.cancel.text')}</p>
        </Confirm>
      )}
      {clearing && (
        <Confirm
          title={t('exports.clear.title', { count: clearing.length })}
          action={t('verb.delete')}
          onClose={() => setClearing(undefined)}
          onConfirm={() => actions.remove(clearing)}
        >
          <p>
            {t('exports.clear.text', {
              bundles: clearing.filter(({ bundleBytes }) => bundleBytes !== null).length,
              size: formats.bytes(clearing.reduce((sum, job) => sum + (job.bundleBytes ?? 0), 0)),
            })}
          </p>
        </Confirm>
      )}
    </Page>
  );
}

/** Empty state, before the first export and after the last one is deleted. */
function NoExports({ onNewExport }: Readonly<{ onNewExport: () => void }>) {
  const { api } = useServices();
  // Without a response the example is left out; the list reports an unresponsive server itself.
  const { value } = useLoad('diagnostics', api.diagnostics);
  return (
    <Empty
      icon={<Archive size={36} aria-hidden />}
      title={t('exports.empty.title')}
      action={<Doors exampleSite={value?.exampleSite} onNewExport={onNewExport} />}
    >
      {t('exports.empty.text')}
    </Empty>
  );
}

function FilterBar({ counts }: Readonly<{ counts: JobCounts | undefined }>) {
  const { jobs } = useServices();
  const { filter } = jobs();
  const [search, setSearch] = useSearchText(jobs, filter.search);
  return (
    <div className={styles.bar}>
      <div className={styles.filters} role="group" aria-label={t('exports.filter')}>
        {FILTERS.map((status) => (
          <button
            key={status}
            type="button"
            className={styles.filter}
            aria-pressed={filter.status === status}
            onClick={() => jobs.setFilter({ status })}
          >
            {t(`exports.filter.${status}` as MessageId)}
            {counts && <span>{formats.number(status === 'all' ? sumOf(counts) : counts[status])}</span>}
          </button>
        ))}
      </div>
      <div className={styles.search}>
        <Search size={14} aria-hidden />
        <Input
          type="search"
          aria-label={t('exports.search')}
          placeholder={t('exports.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
    </div>
  );
}

function BulkBar({
  selection,
  onVerb,
  onClear,
}: Readonly<{
  selection: Selection<Job>;
  onVerb: (jobs: readonly Job[], verb: Verb) => void;
  onClear: () => void;
}>) {
  const chosen = [...selection.values()];
  const verbs = (['pause', 'resume', 'retry', 'cancel', 'delete'] as const).filter((verb) =>
    chosen.some((job) => verbsOf(job).includes(verb)),
  );
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('exports.bulk')}>
      <span>{t('exports.selected', { count: chosen.length })}</span>
      {verbs.map((verb) => (
        <Button
          key={verb}
          small
          look={verb === 'delete' ? 'danger' : 'plain'}
          onClick={() => onVerb(chosen, verb)}
        >
          {t(`verb.${verb}` as MessageId)}
        </Button>
      ))}
      <Button small look="quiet" onClick={onClear}>
        {t('exports.unselect')}
      </Button>
    </div>
  );
}

function sumOf({ queued, running, completed, failed }: JobCounts): number {
  return queued + running + completed + failed;
}
