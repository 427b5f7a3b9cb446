import { Ellipsis } from 'lucide-react';
import { memo, useCallback, useEffect } from 'react';
import type { AgentJobEntry } from '../../server/api/wire.types.ts';
import listStyles from '../exports/exports.module.css';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button } from '../ui/controls.tsx';
import { Menu, toast } from '../ui/overlays.tsx';
import { SelectAllBox, type Selection, useSelectGrid } from '../ui/select-grid.tsx';
import styles from './agent.module.css';
import { AgentBadge, type AgentVerb, agentVerbsOf } from './agent-status.tsx';

const ROW_HEIGHT = 48;
/** The next page is requested this many rows before the end. */
const AHEAD = 30;

const VERB_KEYS: Readonly<Record<string, AgentVerb>> = { c: 'cancel', a: 'archive' };

const NONE: readonly AgentJobEntry[] = [];
const idOf = ({ id }: AgentJobEntry): string => id;

/** The list of agent jobs. Loads the next page when its end is near. */
export function AgentTable({
  selection,
  onSelect,
  onVerb,
  nameOf,
}: Readonly<{
  selection: Selection<AgentJobEntry>;
  onSelect: (selection: Selection<AgentJobEntry>) => void;
  /** Applies to all selected jobs if `job` is one of them, otherwise to `job` alone. */
  onVerb: (job: AgentJobEntry, verb: AgentVerb) => void;
  nameOf: (projectId: string) => string;
}>) {
  const { agents } = useServices();
  const { jobs = NONE, nextCursor } = agents();
  const rowAt = useCallback((index: number) => jobs[index], [jobs]);
  const selectAll = async (): Promise<void> => {
    try {
      const all = await agents.all();
      if (all) onSelect(new Map(all.map((job) => [job.id, job])));
    } catch (error) {
      toast(t('exports.selectAllFailed'), { detail: (error as Error).message, isError: true });
    }
  };
  const grid = useSelectGrid<AgentJobEntry>({
    total: jobs.length,
    rowHeight: ROW_HEIGHT,
    rowAt,
    idOf,
    selection,
    onSelect,
    onSelectAll: selectAll,
    onOpen: (job) => navigate(routeOf(job)),
    onKey: (key, job) => {
      const verb = VERB_KEYS[key];
      if (!verb || !agentVerbsOf(job.status).includes(verb)) return false;
      onVerb(job, verb);
      return true;
    },
  });
  const isNearEnd = nextCursor !== null && grid.last >= jobs.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) agents.more();
  }, [agents, isNearEnd]);

  return (
    <div
      className={listStyles.table}
      role="grid"
      aria-label={t('agents.list')}
      aria-rowcount={nextCursor === null ? jobs.length + 1 : -1}
      aria-multiselectable
      onKeyDown={grid.onKeyDown}
      onFocus={grid.onFocus}
    >
      <div role="rowgroup">
        <div
          className={`${listStyles.row} ${styles.row} ${listStyles.head}`}
          role="row"
          aria-rowindex={1}
          tabIndex={-1}
        >
          <div className={listStyles.box} role="columnheader">
            <SelectAllBox
              label={t('exports.selectAll')}
              total={nextCursor === null ? jobs.length : Number.POSITIVE_INFINITY}
              selected={selection.size}
              onAll={selectAll}
              onNone={() => onSelect(new Map())}
            />
          </div>
          <div role="columnheader">{t('agents.column.prompt')}</div>
          <div role="columnheader">{t('exports.column.status')}</div>
          <div role="columnheader" className={styles.project}>
            {t('project.title')}
          </div>
          <div role="columnheader" className={listStyles.number}>
            {t('agents.column.steps')}
          </div>
          <div role="columnheader" className={listStyles.number}>
            {t('exports.column.createdAt')}
          </div>
          <div role="columnheader">
            <span className="visually-hidden">{t('exports.column.actions')}</span>
          </div>
        </div>
      </div>
      <div className={listStyles.body} ref={grid.scroller} data-scroll="list" role="rowgroup" tabIndex={-1}>
        <div className={listStyles.space} style={{ height: grid.heightPx }} role="presentation">
          {grid.rows.map(({ index }) => {
            const job = jobs[index];
            return (
              job && (
                <AgentRow
                  key={job.id}
                  index={index}
                  job={job}
                  project={nameOf(job.projectId)}
                  isActive={index === grid.current}
                  isSelected={selection.has(job.id)}
                  onToggle={grid.toggle}
                  onVerb={onVerb}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

const AgentRow = memo(function AgentRow({
  job,
  index,
  project,
  isActive,
  isSelected,
  onToggle,
  onVerb,
}: Readonly<{
  job: AgentJobEntry;
  index: number;
  project: string;
  isActive: boolean;
  isSelected: boolean;
  onToggle: (index: number, isRange: boolean) => void;
  onVerb: (job: AgentJobEntry, verb: AgentVerb) => void;
}>) {
  const title = titleOf(job.prompt);
  const verbs = agentVerbsOf(job.status);
  return (
    <div
      className={`${listStyles.row} ${styles.row} ${listStyles.item}`}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      onDoubleClick={() => navigate(routeOf(job))}
    >
      <div className={listStyles.box} role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('exports.select', { site: title })}
          onChange={() => {}}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </div>
      <div role="gridcell" translate="no">
        <a className={listStyles.site} href={hrefOf(routeOf(job))} tabIndex={-1} title={job.prompt}>
          {title}
        </a>
        <span className={listStyles.sub}>{job.outcome ?? job.id}</span>
      </div>
      <div role="gridcell">
        <AgentBadge job={job} />
      </div>
      <div role="gridcell" translate="no" className={styles.project}>
        <span className={styles.clip}>{project}</span>
      </div>
      <div role="gridcell" className={listStyles.number}>
        {formats.number(job.steps)}
      </div>
      <div role="gridcell" className={listStyles.number} title={formats.dateTime(job.createdAt)}>
        {formats.ago(job.createdAt)}
      </div>
      <div role="gridcell">
        {verbs.length > 0 && (
          <Menu
            trigger={
              <Button
                look="quiet"
                isIcon
                small
                tabIndex={-1}
                aria-label={t('exports.actionsOf', { site: title })}
              >
                <Ellipsis size={16} aria-hidden />
              </Button>
            }
            items={verbs.map((verb) => ({
              label: t(`agents.verb.${verb}` as MessageId),
              onSelect: () => onVerb(job, verb),
            }))}
          />
        )}
      </div>
    </div>
  );
});

function routeOf({ id, projectId }: AgentJobEntry) {
  return { page: 'agent-job', projectId, jobId: id, tab: 'overview' } as const;
}

/** Returns the first line of a prompt. */
export function titleOf(prompt: string): string {
  return prompt.trim().split('\n', 1)[0] ?? '';
}
