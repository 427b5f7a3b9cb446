import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { Forge, ForgeInput, ForgeTest } from '../../server/api/wire.types.ts';
import { useAgentProjects } from '../agent/agent-projects.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Notice, Select } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './integrations.module.css';
import { IntegrationDialog, type IntegrationDraft, IntegrationPanel } from './integrations.tsx';

const KINDS: readonly Forge['kind'][] = [
  'gitea',
  'gitlab',
  'github',
  'bitbucket',
  'gitlab-push',
  'agit-push',
  'git',
];

/** Settings of the forges where agent jobs open merge requests. */
export function Forges() {
  const { api } = useServices();
  const forges = useLoad('forges', api.forges);
  const [edited, setEdited] = useState<Forge | 'new'>();
  return (
    <>
      <IntegrationPanel<Forge>
        kind="forge"
        loaded={forges}
        describe={({ kind }) => <span>{t(`forge.kind.${kind}` as MessageId)}</span>}
        test={(forge) => <TestOfForge forge={forge} />}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={({ name }) => api.deleteForge(name)}
      />
      {edited && (
        <ForgeDialog
          forge={edited === 'new' ? undefined : edited}
          onClose={() => {
            setEdited(undefined);
            forges.reload();
          }}
        />
      )}
    </>
  );
}

function ForgeDialog({ forge, onClose }: Readonly<{ forge: Forge | undefined; onClose: () => void }>) {
  const { api } = useServices();
  const [draft, setDraft] = useState<IntegrationDraft & { kind: Forge['kind'] }>(() => {
    if (!forge) return { name: '', baseUrl: '', kind: 'gitea', caBundle: '' };
    const { hasToken, ...settings } = forge;
    return settings;
  });
  const change = (part: Readonly<Record<string, unknown>>): void => setDraft((old) => ({ ...old, ...part }));
  return (
    <IntegrationDialog
      kind="forge"
      peer={forge}
      fields={{}}
      optionNames={[]}
      draft={draft}
      onDraft={change}
      onSave={async (whole) => {
        await api.putForge(whole as unknown as ForgeInput);
      }}
      onClose={onClose}
    >
      <Field label={t('forge.kind')} hint={t('forge.kindHint')}>
        <Select value={draft.kind} onChange={(event) => change({ kind: event.target.value })}>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`forge.kind.${kind}` as MessageId)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('peer.baseUrl')} hint={t('forge.baseUrlHint')}>
        <Input
          type="url"
          value={draft.baseUrl}
          required
          spellCheck={false}
          translate="no"
          placeholder="https://git.example.com"
          onChange={(event) => change({ baseUrl: event.target.value })}
        />
      </Field>
    </IntegrationDialog>
  );
}

/** Tests a forge. Tokens apply to repositories, so the test needs one from a project that uses the forge. */
function TestOfForge({ forge }: Readonly<{ forge: Forge }>) {
  const { api } = useServices();
  const projects = useAgentProjects();
  const using = (projects.value ?? []).filter(({ settings }) => settings.forge === forge.name);
  const [chosen, setChosen] = useState<string>();
  const [found, setFound] = useState<ForgeTest>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const project = using.find(({ projectId }) => projectId === chosen) ?? using[0];
  if (!projects.value) return null;
  if (!project) return <p className={shared.soft}>{t('forge.noProject')}</p>;
  const test = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    setFound(undefined);
    try {
      setFound(await api.testForge(forge.name, project.projectId));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <div className={styles.result}>
      <div className={styles.test}>
        <Select
          aria-label={t('forge.testWith', { name: forge.name })}
          value={project.projectId}
          translate="no"
          onChange={(event) => setChosen(event.target.value)}
        >
          {using.map(({ projectId, name }) => (
            <option key={projectId} value={projectId}>
              {name}
            </option>
          ))}
        </Select>
        <Button isBusy={isBusy} onClick={test} aria-label={t('peer.testNamed', { name: forge.name })}>
          <Activity size={14} aria-hidden />
          {t(isBusy ? 'project.testing' : 'project.test')}
        </Button>
      </div>
      <div aria-live="polite">
        {found && (
          <Notice tone={found.ok ? 'good' : 'bad'}>
            <span translate="no">{found.sentence}</span>
          </Notice>
        )}
      </div>
      {fault !== undefined && <Failure message={fault} />}
    </div>
  );
}
