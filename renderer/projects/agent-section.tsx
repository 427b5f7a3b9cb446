import { Bot } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { AgentSettings, AgentSettingsChange } from '../../server/api/wire.types.ts';
import { NewAgentJobDialog } from '../agent/new-agent-job-dialog.tsx';
import { settingName } from '../messages/setting-name.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { announce } from '../state/announcer.ts';
import { forgetDraft, hasDraft, useDraft } from '../state/draft.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Loading, Notice, Panel, Select, TextArea } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import { SchemaFields } from '../ui/schema-fields.tsx';
import shared from '../ui/shared.module.css';
import styles from './projects.module.css';

const LIMITS = ['allowed', 'steps', 'minutes', 'promptTokens', 'files', 'changedLines'];

/** Settings of a project's agent jobs: repository, services and limits. */
export function AgentSection({ projectId }: Readonly<{ projectId: string }>) {
  const { api } = useServices();
  const loaded = useLoad(`agent-settings ${projectId}`, async () => {
    const [all, servers, forges, fields] = await Promise.all([
      api.agentSettings(),
      api.modelServers(),
      api.forges(),
      api.fields('AgentSettings'),
    ]);
    const settings = all.find((one) => one.projectId === projectId)?.settings;
    return { settings, servers, forges, fields };
  });
  const [isAsking, setAsking] = useState(false);
  const { value, error, reload, put } = loaded;
  const change = async (body: AgentSettingsChange): Promise<void> => {
    const settings = await api.changeAgentSettings(projectId, body);
    if (value) put({ ...value, settings });
    announce(t('common.saved'));
  };
  return (
    <Panel
      title={t('agentSettings.title')}
      action={
        value?.settings && (
          <Button small onClick={() => setAsking(true)}>
            <Bot size={14} aria-hidden />
            {t('agents.new')}
          </Button>
        )
      }
    >
      <p className={shared.soft}>{t('agentSettings.text')}</p>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : value.servers.length === 0 ? (
        <Notice>
          <span>{t('agents.empty.noServer')}</span>
          <a href={hrefOf({ page: 'settings' })}>{t('agents.addModelServer')}</a>
        </Notice>
      ) : (
        <>
          <Place
            projectId={projectId}
            settings={value.settings}
            servers={value.servers.map(({ name }) => name)}
            forges={value.forges.map(({ name }) => name)}
            onChange={change}
          />
          {value.settings && (
            <details className={styles.details}>
              <summary>{t('agentSettings.limits')}</summary>
              <SchemaFields
                names={LIMITS}
                fields={value.fields}
                values={value.settings}
                onSave={async (name, next) => {
                  await change({ [name]: next ?? value.fields[name]?.default } as AgentSettingsChange);
                  toast(t('settings.saved', { name: settingName(name) }));
                }}
              />
            </details>
          )}
        </>
      )}
      {isAsking && <NewAgentJobDialog projectId={projectId} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Place({
  projectId,
  settings,
  servers,
  forges,
  onChange,
}: Readonly<{
  projectId: string;
  settings: AgentSettings | undefined;
  servers: readonly string[];
  forges: readonly string[];
  onChange: (body: AgentSettingsChange) => Promise<void>;
}>) {
  const form = `${projectId} agent`;
  const [repository, setRepository] = useDraft(form, 'repository', settings?.repository ?? '');
  const [branch, setBranch] = useDraft(form, 'branch', settings?.branch ?? 'main');
  const [modelServer, setModelServer] = useDraft(
    form,
    'modelServer',
    settings?.modelServer ?? servers[0] ?? '',
  );
  const [forge, setForge] = useDraft(form, 'forge', settings?.forge ?? '');
  const [forgeRepository, setForgeRepository] = useDraft(
    form,
    'forgeRepository',
    settings?.forgeRepository ?? '',
  );
  const [roots, setRoots] = useDraft(form, 'roots', settings?.roots.join('\n') ?? '');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    const folders = roots.split('\n').map((line) => line.trim());
    const named = folders.filter((line) => line !== '');
    try {
      await onChange({
        repository: repository.trim(),
        branch: branch.trim(),
        modelServer,
        forge: forge === '' ? null : forge,
        forgeRepository: forgeRepository.trim() === '' ? null : forgeRepository.trim(),
        roots: named.length === 0 ? [''] : named,
      });
      forgetDraft(form);
      toast(t('common.saved'));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  const plain = { translate: 'no', spellCheck: false } as const;
  return (
    <form style={{ display: 'grid', gap: 16 }} onSubmit={submit}>
      <Field label={t('agentSettings.repository')} hint={t('agentSettings.repositoryHint')}>
        <Input
          {...plain}
          value={repository}
          required
          maxLength={2000}
          placeholder="https://git.example.com/docs/site.git"
          onChange={(event) => setRepository(event.target.value)}
        />
      </Field>
      <div className={styles.grid}>
        <Field label={t('agentSettings.branch')} hint={t('agentSettings.branchHint')}>
          <Input {...plain} value={branch} required onChange={(event) => setBranch(event.target.value)} />
        </Field>
        <Field label={t('agentSettings.modelServer')} hint={t('agentSettings.modelServerHint')}>
          <Select {...plain} value={modelServer} onChange={(event) => setModelServer(event.target.value)}>
            {servers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('agentSettings.forge')} hint={t('agentSettings.forgeHint')}>
          <Select value={forge} onChange={(event) => setForge(event.target.value)}>
            <option value="">{t('agentSettings.noForge')}</option>
            {forges.map((name) => (
              <option key={name} value={name} translate="no">
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {forge !== '' && (
          <Field label={t('agentSettings.forgeRepository')} hint={t('agentSettings.forgeRepositoryHint')}>
            <Input
              {...plain}
              value={forgeRepository}
              placeholder="docs/site"
              onChange={(event) => setForgeRepository(event.target.value)}
            />
          </Field>
        )}
      </div>
      <Field label={t('agentSettings.roots')} hint={t('agentSettings.rootsHint')}>
        <TextArea {...plain} value={roots} rows={2} onChange={(event) => setRoots(event.target.value)} />
      </Field>
      {fault !== undefined && <Failure message={fault} />}
      <div className={shared.row}>
        <Button type="submit" isBusy={isBusy}>
          {t('common.save')}
        </Button>
        {hasDraft(form) && <span className={shared.soft}>{t('common.unsaved')}</span>}
      </div>
    </form>
  );
}
