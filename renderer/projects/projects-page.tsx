import { BookOpen, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { DeploymentType } from '../exports/availability.ts';
import { DeploymentChoice } from '../exports/deployment-choice.tsx';
import { originAt, placeOf } from '../exports/site-input.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { bytesOf, SpaceBar, SpaceTotal } from '../retention/disk-use.tsx';
import { PruneDialog } from '../retention/prune-dialog.tsx';
import { hrefOf, navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, controlStyles, Empty, Failure, Field, Input, TextArea } from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import { linesOf, wrongDomains } from './domain-lines.ts';
import styles from './projects.module.css';

export function ProjectsPage() {
  const { api } = useServices();
  const projects = useLoad('projects', api.projects);
  const disk = useLoad('disk-use', api.diskUse);
  const [isCreating, setCreating] = useState(false);
  const [isPruning, setPruning] = useState(false);
  const uses = new Map(disk.value?.projects.map((use) => [use.projectId, use]));
  const largest = Math.max(0, ...[...uses.values()].map(bytesOf));
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('projects.new')}
    </Button>
  );
  return (
    <Page
      title={t('nav.projects')}
      subtitle={t('projects.subtitle')}
      actions={
        <>
          <Button onClick={() => setPruning(true)}>{t('retention.open')}</Button>
          {create}
        </>
      }
    >
      <LoadedList
        loaded={projects}
        empty={
          <Empty icon={<BookOpen size={36} aria-hidden />} title={t('projects.empty')} action={create}>
            {t('projects.emptyText')}
          </Empty>
        }
      >
        {(list) => (
          <Table
            columns={[
              t('project.name'),
              t('project.origin'),
              t('project.deploymentType'),
              t('space.column'),
              { label: t('projects.changed'), isNumber: true },
            ]}
          >
            {list.map((project) => (
              <tr key={project.projectId}>
                <td translate="no">
                  <a
                    className={styles.name}
                    href={hrefOf({ page: 'project', projectId: project.projectId, tab: 'overview' })}
                  >
                    {project.name}
                  </a>
                  <div className={shared.soft}>{project.domains.join(', ')}</div>
                </td>
                <td translate="no">{placeOf(project)}</td>
                <td>{t(`deployment.${project.deploymentType}` as MessageId)}</td>
                <td>
                  <SpaceBar use={uses.get(project.projectId)} largest={largest} />
                </td>
                <td className={controlStyles.number} title={formats.dateTime(project.updatedAt)}>
                  {formats.ago(project.updatedAt)}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </LoadedList>
      {disk.value && <SpaceTotal use={disk.value} />}
      {disk.error !== undefined && <Failure message={disk.error} onRetry={disk.reload} />}
      {isCreating && <NewProjectDialog onClose={() => setCreating(false)} />}
      {isPruning && <PruneDialog onClose={() => setPruning(false)} onDone={disk.reload} />}
    </Page>
  );
}

function NewProjectDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { api } = useServices();
  const [name, setName] = useState('');
  const [domains, setDomains] = useState('');
  const [place, setPlace] = useState('');
  const [type, setType] = useState<DeploymentType>('air-gapped');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const needed = useNeeded({ domains: wrongDomains(domains) });
  const submit = async (event: FormEvent): Promise<void> => {
    if (!needed.check(event)) return;
    setBusy(true);
    try {
      const made = await api.createProject({
        name,
        domains: linesOf(domains),
        origin: originAt(place),
        deploymentType: type,
      });
      onClose();
      navigate({ page: 'project', projectId: made.projectId, tab: 'overview' });
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('projects.new')}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="new-project" look="primary" isBusy={isBusy}>
            {t('projects.create')}
          </Button>
        </>
      }
    >
      <form id="new-project" onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <Field label={t('project.name')}>
          <Input value={name} onChange={(event) => setName(event.target.value)} required maxLength={200} />
        </Field>
        <Field label={t('project.domains')} hint={t('project.domainsHint')} error={needed.faultOf('domains')}>
          <TextArea
            value={domains}
            rows={2}
            required
            translate="no"
            spellCheck={false}
            placeholder="docs.example.com"
            onChange={(event) => setDomains(event.target.value)}
          />
        </Field>
        <Field label={t('project.place')} hint={t('project.placeHint')}>
          <Input
            value={place}
            required
            translate="no"
            spellCheck={false}
            placeholder="/srv/docs/site"
            onChange={(event) => setPlace(event.target.value)}
          />
        </Field>
        <DeploymentChoice value={type} onChange={setType} />
      </form>
      {fault && <Failure message={fault} />}
    </Dialog>
  );
}
