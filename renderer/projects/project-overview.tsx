import { GitCompareArrows } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Job, Project } from '../../server/api/wire.types.ts';
import { StatusBadge } from '../exports/job-status.tsx';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { hasDraft, useDraft } from '../state/draft.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  buttonClass,
  CopyButton,
  controlStyles,
  Failure,
  Field,
  Input,
  Loading,
  Panel,
  TextArea,
} from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import { Plot } from '../ui/plot.tsx';
import shared from '../ui/shared.module.css';
import { useNeeded } from '../ui/use-needed.ts';
import { linesOf, wrongDomains } from './domain-lines.ts';
import type { Part } from './project-part.types.ts';
import styles from './projects.module.css';
import { useSave } from './use-save.ts';

/** Overview of a project: its exports, their growth, its name and domains. */
export function ProjectOverview({ project, onChange }: Part) {
  return (
    <>
      <Exports projectId={project.projectId} />
      <History projectId={project.projectId} />
      <General project={project} onChange={onChange} />
      <Deletion project={project} />
    </>
  );
}

const LATEST = 10;

function Exports({ projectId }: Readonly<{ projectId: string }>) {
  const { api, live } = useServices();
  const { value, error, reload } = useLoad(`exports of ${projectId}`, () =>
    api.jobs({ projectId, limit: LATEST, sort: '-createdAt' }),
  );
  useEffect(() => live.follow({ progress: () => {}, changed: reload, connected: reload }), [live, reload]);
  const jobs = value?.jobs ?? [];
  const completed = jobs.filter(({ status }) => status === 'completed');
  const latest = completed.length > 1 ? completed[0] : undefined;
  return (
    <Panel
      title={t('project.exports')}
      action={
        latest && (
          <a
            className={buttonClass({ small: true })}
            href={hrefOf({ page: 'compare', jobId: latest.jobId, base: undefined })}
          >
            <GitCompareArrows size={14} aria-hidden />
            {t('compare.project')}
          </a>
        )
      }
    >
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {!value && error === undefined && <Loading />}
      {value && jobs.length === 0 && <p className={shared.soft}>{t('exports.empty.title')}</p>}
      {jobs.length > 0 && (
        <table className={controlStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('project.exports.version')}</th>
              <th scope="col">{t('exports.column.status')}</th>
              <th scope="col">{t('exports.column.pageCount')}</th>
              <th scope="col">{t('exports.column.size')}</th>
              <th scope="col">{t('exports.column.createdAt')}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <ExportRow key={job.jobId} job={job} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function ExportRow({ job }: Readonly<{ job: Job }>) {
  return (
    <tr>
      <td>
        <a href={hrefOf({ page: 'job', jobId: job.jobId, tab: 'overview' })} translate="no">
          {job.version ?? job.jobId}
        </a>
      </td>
      <td>
        <StatusBadge job={job} />
      </td>
      <td>{formats.number(job.pageCount)}</td>
      <td>{job.bundleBytes === null ? '' : formats.bytes(job.bundleBytes)}</td>
      <td title={formats.dateTime(job.createdAt)}>{formats.ago(job.createdAt)}</td>
    </tr>
  );
}

function General({ project, onChange }: Part) {
  const form = `${project.projectId} general`;
  const [name, setName] = useDraft(form, 'name', project.name);
  const [domains, setDomains] = useDraft(form, 'domains', project.domains.join('\n'));
  const { save, fault, isBusy } = useSave(onChange, form);
  const needed = useNeeded({ domains: wrongDomains(domains) });
  return (
    <Panel
      title={t('project.general')}
      action={<CopyButton text={project.projectId} label={t('project.copyId')} />}
    >
      <form
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event: FormEvent) => {
          if (needed.check(event)) save({ name, domains: linesOf(domains) });
        }}
      >
        <Field label={t('project.name')}>
          <Input value={name} onChange={(event) => setName(event.target.value)} required maxLength={200} />
        </Field>
        <Field label={t('project.domains')} hint={t('project.domainsHint')} error={needed.faultOf('domains')}>
          <TextArea
            value={domains}
            rows={2}
            translate="no"
            spellCheck={false}
            required
            onChange={(event) => setDomains(event.target.value)}
          />
        </Field>
        {fault && <Failure message={fault} />}
        <div className={shared.row}>
          <Button type="submit" isBusy={isBusy}>
            {t('common.save')}
          </Button>
          {hasDraft(form) && <span className={shared.soft}>{t('common.unsaved')}</span>}
        </div>
      </form>
    </Panel>
  );
}

const SHOWN = 100;

function History({ projectId }: Readonly<{ projectId: string }>) {
  const { api } = useServices();
  const { value, error, reload } = useLoad(`history ${projectId}`, () =>
    api.jobs({ projectId, status: 'completed', limit: SHOWN, sort: '-createdAt' }),
  );
  useEffect(() => reload(), [reload]);
  const jobs = [...(value?.jobs ?? [])].reverse();
  const points = (pick: (job: (typeof jobs)[number]) => number) =>
    jobs.map((job) => ({ x: Date.parse(job.finishedAt ?? job.createdAt), y: pick(job) }));
  const times = points(() => 0).map(({ x }) => x);
  const span = Math.max(...times) - Math.min(...times);
  return (
    <Panel title={t('project.history')}>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : jobs.length === 0 ? (
        <p>{t('project.noHistory')}</p>
      ) : (
        <div className={styles.grid}>
          <div>
            <h3>{t('project.pagesOverTime')}</h3>
            <Plot
              points={points((job) => job.pageCount)}
              label={t('project.pagesPlot', { count: jobs.length, last: jobs.at(-1)?.pageCount ?? 0 })}
              formatX={(x) => formats.moment(x, span)}
              formatY={formats.number}
            />
          </div>
          <div>
            <h3>{t('project.sizeOverTime')}</h3>
            <Plot
              points={points((job) => job.bundleBytes ?? 0)}
              label={t('project.sizePlot', {
                count: jobs.length,
                last: formats.bytes(jobs.at(-1)?.bundleBytes ?? 0),
              })}
              formatX={(x) => formats.moment(x, span)}
              formatY={formats.bytes}
            />
          </div>
        </div>
      )}
    </Panel>
  );
}

function Deletion({ project }: Readonly<{ project: Project }>) {
  const { api, jobs } = useServices();
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    try {
      await api.deleteProject(project.projectId);
      jobs.refresh();
      toast(t('project.deleted', { name: project.name }));
      navigate({ page: 'projects' });
    } catch (error) {
      toast(t('project.notDeleted'), { detail: (error as Error).message, isError: true });
    }
  };
  return (
    <Panel title={t('project.delete')}>
      <div className={styles.danger}>
        <p>{t('project.deleteText')}</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('project.delete')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('project.deleteTitle')}
          action={t('project.delete')}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        >
          <p translate="no">
            <b>{project.name}</b>
          </p>
          <p>{t('project.deleteText')}</p>
        </Confirm>
      )}
    </Panel>
  );
}
