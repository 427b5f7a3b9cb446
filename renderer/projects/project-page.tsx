import { Play } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Preview, Project, ProjectChange } from '../../server/api/wire.types.ts';
import { availability, features } from '../exports/availability.ts';
import { DeploymentChoice } from '../exports/deployment-choice.tsx';
import { NewExportDialog } from '../exports/new-export-dialog.tsx';
import { PreviewView } from '../exports/preview-view.tsx';
import { placeOf } from '../exports/site-input.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { LiveOriginPanel } from '../origin/live-origin-panel.tsx';
import { hrefOf, navigate } from '../routing.ts';
import { announce } from '../state/announcer.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  CopyButton,
  Failure,
  Field,
  Input,
  Loading,
  Panel,
  Switch,
  TextArea,
} from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import { Plot } from '../ui/plot.tsx';
import { SchemaFields } from '../ui/schema-fields.tsx';
import shared from '../ui/shared.module.css';
import { AgentSection } from './agent-section.tsx';
import { LinkSection } from './link-section.tsx';
import styles from './projects.module.css';
import { linesOf } from './projects-page.tsx';
import { PublishSection } from './publish-section.tsx';

/** A site: where it comes from, what its exports begin with, what became of them. */
export function ProjectPage({
  projectId,
  part,
}: Readonly<{ projectId: string; part?: 'origin' | undefined }>) {
  const { api, sites } = useServices();
  const { value: project, error, reload, put } = useLoad(projectId, () => api.project(projectId));
  const fields = useLoad('export-settings', () => api.fields('ExportSettings'));
  const [isExporting, setExporting] = useState(false);
  const back = { href: hrefOf({ page: 'projects' }), label: t('nav.projects') };
  if (!project) {
    return (
      <Page title={t('project.title')} back={back}>
        {error === undefined ? <Loading /> : <Failure message={error} onRetry={reload} />}
      </Page>
    );
  }
  const change = async (body: ProjectChange): Promise<void> => {
    const changed = await api.changeProject(projectId, body);
    put(changed);
    sites.put([changed]);
    announce(t('common.saved'));
  };
  return (
    <Page
      isNarrow
      title={<span translate="no">{project.name}</span>}
      name={project.name}
      back={back}
      subtitle={<span translate="no">{project.domains.join(', ')}</span>}
      actions={
        <Button look="primary" onClick={() => setExporting(true)}>
          <Play size={16} aria-hidden />
          {t('project.export')}
        </Button>
      }
    >
      <History projectId={projectId} />
      <General project={project} onChange={change} />
      {project.origin.kind === 'url' ? (
        <LiveOriginPanel
          project={project}
          origin={project.origin}
          onChange={change}
          isWanted={part === 'origin'}
        />
      ) : (
        <Origin project={project} onChange={change} />
      )}
      <Deployment project={project} onChange={change} />
      <PublishSection project={project} onChange={change} />
      <LinkSection project={project} onChange={change} />
      <AgentSection projectId={projectId} />
      <Panel title={t('project.settings')}>
        <p className={shared.soft}>{t('project.settingsText')}</p>
        {fields.error !== undefined ? (
          <Failure message={fields.error} onRetry={fields.reload} />
        ) : !fields.value ? (
          <Loading />
        ) : (
          <SchemaFields
            names={Object.keys(fields.value)}
            fields={fields.value}
            values={project.settings}
            onSave={(name, value) => {
              const { [name as keyof Project['settings']]: _, ...rest } = project.settings;
              return change({ settings: value === null ? rest : { ...rest, [name]: value } });
            }}
          />
        )}
      </Panel>
      <Deletion project={project} />
      {isExporting && <NewExportDialog site={project.domains[0] ?? ''} onClose={() => setExporting(false)} />}
    </Page>
  );
}

type Part = Readonly<{ project: Project; onChange: (body: ProjectChange) => Promise<void> }>;

function General({ project, onChange }: Part) {
  const [name, setName] = useState(project.name);
  const [domains, setDomains] = useState(project.domains.join('\n'));
  const { save, fault, isBusy } = useSave(onChange);
  return (
    <Panel
      title={t('project.general')}
      action={<CopyButton text={project.projectId} label={t('project.copyId')} />}
    >
      <form
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save({ name, domains: linesOf(domains) });
        }}
      >
        <Field label={t('project.name')}>
          <Input value={name} onChange={(event) => setName(event.target.value)} required maxLength={200} />
        </Field>
        <Field label={t('project.domains')} hint={t('project.domainsHint')}>
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
          <Button type="submit" disabled={isBusy}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Origin({ project, onChange }: Part) {
  const { api } = useServices();
  const { origin } = project;
  const [place, setPlace] = useState(placeOf(project));
  const changed: Project['origin'] =
    origin.kind === 'directory' ? { kind: 'directory', folder: place.trim() } : origin;
  const [preview, setPreview] = useState<Preview>();
  const [isTesting, setTesting] = useState(false);
  const [testFault, setTestFault] = useState<string>();
  const { save, fault, isBusy } = useSave(onChange);
  const test = async (): Promise<void> => {
    setTesting(true);
    setTestFault(undefined);
    setPreview(undefined);
    try {
      setPreview(
        await api.preview({
          origin: changed,
          settings: project.settings,
        }),
      );
    } catch (error) {
      setTestFault((error as Error).message);
    }
    setTesting(false);
  };
  return (
    <Panel title={t('project.origin')}>
      <form
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save({ origin: changed });
        }}
      >
        <Field
          label={t(origin.kind === 'directory' ? 'project.folder' : 'project.address')}
          hint={t(origin.kind === 'directory' ? 'project.folderHint' : 'project.addressHint')}
        >
          <Input
            value={place}
            translate="no"
            spellCheck={false}
            required
            // A branch and how it is built are set by the operator, on the command line.
            readOnly={origin.kind === 'repository'}
            onChange={(event) => setPlace(event.target.value)}
          />
        </Field>
        {fault && <Failure message={fault} />}
        <div className={shared.row}>
          <Button onClick={test} disabled={isTesting}>
            {isTesting ? t('project.testing') : t('project.test')}
          </Button>
          <Button type="submit" disabled={isBusy || place === placeOf(project)}>
            {t('common.save')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{preview && <PreviewView preview={preview} />}</div>
      {testFault && <Failure message={testFault} />}
    </Panel>
  );
}

function Deployment({ project, onChange }: Part) {
  const { save, fault } = useSave(onChange);
  const { deploymentType } = project;
  const configurable = features.filter((feature) => availability[feature][deploymentType] === 'configurable');
  return (
    <Panel title={t('project.deployment')}>
      <DeploymentChoice
        value={deploymentType}
        hint={t('project.deploymentHint')}
        onChange={(next) => {
          // A switch holds only where the table lets it be set.
          const kept = features.filter(
            (feature) =>
              project.features[feature] !== undefined && availability[feature][next] === 'configurable',
          );
          save({
            deploymentType: next,
            features: Object.fromEntries(
              kept.map((feature) => [feature, project.features[feature] === true]),
            ),
          });
        }}
      />
      {configurable.length > 0 && (
        <div className={styles.switches}>
          <h3>{t('project.switches')}</h3>
          {configurable.map((feature) => (
            <div key={feature} className={styles.switch}>
              <span>{t(`feature.${feature}` as MessageId)}</span>
              <Switch
                isOn={project.features[feature] === true}
                label={t(`feature.${feature}` as MessageId)}
                onChange={(isOn) => save({ features: { ...project.features, [feature]: isOn } })}
              />
            </div>
          ))}
        </div>
      )}
      {fault && <Failure message={fault} />}
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

function useSave(onChange: Part['onChange']) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (body: ProjectChange): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await onChange(body);
      toast(t('common.saved'));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return { save, fault, isBusy };
}
