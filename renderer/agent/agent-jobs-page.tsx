import { Bot, FileInput, Plus, Search, SearchX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AgentJobEntry, Project } from '../../server/api/wire.types.ts';
import listStyles from '../exports/exports.module.css';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { type AgentListState, agentFilters } from '../state/agent-list.ts';
import { useLoad } from '../state/load.ts';
import { useSearchText } from '../state/search-text.ts';
import { useServices } from '../state/services.ts';
import { Button, buttonClass, Empty, Failure, Input, Loading, Select } from '../ui/controls.tsx';
import { Confirm } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import type { Selection } from '../ui/select-grid.tsx';
import { useAgentActions } from './agent-actions.ts';
import { type AgentVerb, agentVerbsOf } from './agent-status.tsx';
import { AgentTable } from './agent-table.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Page with all agent jobs, their prompts and their status. */
export function AgentJobsPage({ onNew }: Readonly<{ onNew: () => void }>) {
  const { api, agents, live } = useServices();
  const { jobs, filter, error } = agents();
  const projects = useLoad('projects', api.projects);
  const [selection, setSelection] = useState<Selection<AgentJobEntry>>(new Map());
  const [asked, setAsked] = useState<Readonly<{ verb: AgentVerb; jobs: readonly AgentJobEntry[] }>>();
  const [isImporting, setImporting] = useState(false);
  const act = useAgentActions();

  useEffect(
    () => live.follow({ connected: agents.refresh, agents: agents.changed }),
    [live, agents.refresh, agents.changed],
  );
  useEffect(() => agents.refresh(), [agents]);

  const nameOf = useCallback(
    (id: string) => projects.value?.find(({ projectId }) => projectId === id)?.name ?? id,
    [projects.value],
  );
  const onVerb = useCallback(
    (job: AgentJobEntry, verb: AgentVerb) =>
      setAsked({ verb, jobs: selection.has(job.id) ? [...selection.values()] : [job] }),
    [selection],
  );
  const isFiltered = filter.status !== 'all' || filter.projectId !== '' || filter.search.trim() !== '';
  return (
    <Page
      title={t('nav.agents')}
      isFull
      actions={
        <>
          <Button onClick={() => setImporting(true)}>
            <FileInput size={16} aria-hidden />
            {t('agents.import')}
          </Button>
          <Button look="primary" onClick={onNew}>
            <Plus size={16} aria-hidden />
            {t('agents.new')}
          </Button>
        </>
      }
    >
      {selection.size > 0 ? (
        <BulkBar
          chosen={[...selection.values()]}
          onVerb={(verb) => setAsked({ verb, jobs: [...selection.values()] })}
          onClear={() => setSelection(new Map())}
        />
      ) : (
        <FilterBar filter={filter} projects={projects.value ?? []} />
      )}
      {error !== undefined ? (
        <Failure message={error} onRetry={agents.refresh} />
      ) : jobs === undefined ? (
        <Loading />
      ) : jobs.length > 0 ? (
        <AgentTable selection={selection} onSelect={setSelection} onVerb={onVerb} nameOf={nameOf} />
      ) : isFiltered ? (
        <Empty
          icon={<SearchX size={36} aria-hidden />}
          title={t('exports.none.title')}
          action={
            <Button onClick={() => agents.setFilter({ status: 'all', projectId: '', search: '' })}>
              {t('agents.none.action')}
            </Button>
          }
        >
          {t('agents.none.text')}
        </Empty>
      ) : (
        <Nothing onNew={onNew} />
      )}
      {asked && (
        <Confirm
          title={t(`agents.${asked.verb}.title` as MessageId, { count: asked.jobs.length })}
          action={t(`agents.verb.${asked.verb}` as MessageId)}
          onClose={() => setAsked(undefined)}
          onConfirm={() => act(asked.jobs, asked.verb).then(() => setSelection(new Map()))}
        >
          <p>{t(`agents.${asked.verb}.text` as MessageId)}</p>
        </Confirm>
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

/** Empty state: points to the first step. */
function Nothing({ onNew }: Readonly<{ onNew: () => void }>) {
  const { api } = useServices();
  const servers = useLoad('model-servers', api.modelServers);
  const hasNone = servers.value?.length === 0;
  return (
    <Empty
      icon={<Bot size={36} aria-hidden />}
      title={t('agents.empty.title')}
      action={
        hasNone ? (
          <a className={buttonClass({ look: 'primary' })} href={hrefOf({ page: 'settings' })}>
            {t('agents.addModelServer')}
          </a>
        ) : (
          <Button look="primary" onClick={onNew}>
            <Plus size={16} aria-hidden />
            {t('agents.new')}
          </Button>
        )
      }
    >
      {t(hasNone ? 'agents.empty.noServer' : 'agents.empty.text')}
    </Empty>
  );
}

function FilterBar({
  filter,
  projects,
}: Readonly<{ filter: AgentListState['filter']; projects: readonly Project[] }>) {
  const { agents } = useServices();
  const [search, setSearch] = useSearchText(agents, filter.search);
  return (
    <div className={listStyles.bar}>
      <div className={listStyles.filters} role="group" aria-label={t('exports.filter')}>
        {agentFilters.map((status) => (
          <button
            key={status}
            type="button"
            className={listStyles.filter}
            aria-pressed={filter.status === status}
            onClick={() => agents.setFilter({ status })}
          >
            {t(`agents.filter.${status}` as MessageId)}
          </button>
        ))}
      </div>
      <Select
        aria-label={t('project.title')}
        value={filter.projectId}
        onChange={(event) => agents.setFilter({ projectId: event.target.value })}
      >
        <option value="">{t('agents.filter.anyProject')}</option>
        {projects.map(({ projectId, name }) => (
          <option key={projectId} value={projectId} translate="no">
            {name}
          </option>
        ))}
      </Select>
      <div className={listStyles.search}>
        <Search size={14} aria-hidden />
        <Input
          type="search"
          aria-label={t('agents.search')}
          placeholder={t('agents.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
    </div>
  );
}

function BulkBar({
  chosen,
  onVerb,
  onClear,
}: Readonly<{
  chosen: readonly AgentJobEntry[];
  onVerb: (verb: AgentVerb) => void;
  onClear: () => void;
}>) {
  const verbs = (['cancel', 'archive'] as const).filter((verb) =>
    chosen.some(({ status }) => agentVerbsOf(status).includes(verb)),
  );
  return (
    <div className={listStyles.bulk} role="toolbar" aria-label={t('agents.bulk')}>
      <span>{t('agents.selected', { count: chosen.length })}</span>
      {verbs.map((verb) => (
        <Button key={verb} small onClick={() => onVerb(verb)}>
          {t(`agents.verb.${verb}` as MessageId)}
        </Button>
      ))}
      <Button small look="quiet" onClick={onClear}>
        {t('exports.unselect')}
      </Button>
    </div>
  );
}
