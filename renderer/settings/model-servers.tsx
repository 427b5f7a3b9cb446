import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { Diagnosis, ModelServer, ModelServerInput } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Facts, Failure, Field, Input, Notice } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './integrations.module.css';
import { IntegrationDialog, type IntegrationDraft, IntegrationPanel } from './integrations.tsx';

const OPTIONS = [
  'concurrency',
  'transport',
  'windowTokens',
  'firstByteSeconds',
  'idleSeconds',
  'totalSeconds',
];

/** Settings of the model servers that agent jobs may use. */
export function ModelServers() {
  const { api } = useServices();
  const servers = useLoad('model-servers', api.modelServers);
  const [edited, setEdited] = useState<ModelServer | 'new'>();
  return (
    <>
      <IntegrationPanel<ModelServer>
        kind="modelServer"
        loaded={servers}
        describe={({ model }) => <span>{model}</span>}
        test={(server) => <ServerTest server={server} />}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={({ name }) => api.deleteModelServer(name)}
      />
      {edited && (
        <ServerDialog
          server={edited === 'new' ? undefined : edited}
          onClose={() => {
            setEdited(undefined);
            servers.reload();
          }}
        />
      )}
    </>
  );
}

function ServerDialog({
  server,
  onClose,
}: Readonly<{ server: ModelServer | undefined; onClose: () => void }>) {
  const { api } = useServices();
  const fields = useLoad('model-server-fields', () => api.fields('ModelServerInput'));
  const [draft, setDraft] = useState<IntegrationDraft & { model: string }>(() => {
    if (!server) return { name: '', baseUrl: '', model: '', caBundle: '' };
    const { hasToken, measured, ...settings } = server;
    return settings;
  });
  const change = (part: Readonly<Record<string, unknown>>): void => setDraft((old) => ({ ...old, ...part }));
  return (
    <IntegrationDialog
      kind="modelServer"
      peer={server}
      fields={fields.value ?? {}}
      optionNames={OPTIONS}
      draft={draft}
      onDraft={change}
      onSave={async (whole) => {
        await api.putModelServer(whole as unknown as ModelServerInput);
      }}
      onClose={onClose}
    >
      <Field label={t('peer.baseUrl')} hint={t('modelServer.baseUrlHint')}>
        <Input
          type="url"
          value={draft.baseUrl}
          required
          spellCheck={false}
          translate="no"
          placeholder="http://10.0.0.7:8000/v1"
          onChange={(event) => change({ baseUrl: event.target.value })}
        />
      </Field>
      <Field label={t('modelServer.model')} hint={t('modelServer.modelHint')}>
        <Input
          value={draft.model}
          required
          maxLength={300}
          spellCheck={false}
          translate="no"
          placeholder="qwen3-coder-30b"
          onChange={(event) => change({ model: event.target.value })}
        />
      </Field>
    </IntegrationDialog>
  );
}

function ServerTest({ server }: Readonly<{ server: ModelServer }>) {
  const { api } = useServices();
  const [found, setFound] = useState<Diagnosis>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    setFound(undefined);
    try {
      setFound(await api.testModelServer(server.name));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <div className={styles.result}>
      <div className={styles.test}>
        <Button small isBusy={isBusy} onClick={test} aria-label={t('peer.testNamed', { name: server.name })}>
          <Activity size={14} aria-hidden />
          {t(isBusy ? 'project.testing' : 'project.test')}
        </Button>
        {isBusy && <span className={shared.soft}>{t('modelServer.testSlow')}</span>}
        {!isBusy && !found && (
          <span className={shared.soft}>
            {server.measured
              ? t('modelServer.measured', {
                  transport: t(`modelServer.transport.${server.measured.transport}` as MessageId),
                  tokens: server.measured.windowTokens,
                })
              : t('modelServer.notMeasured')}
          </span>
        )}
      </div>
      <div aria-live="polite">{found && <Found found={found} />}</div>
      {fault !== undefined && <Failure message={fault} />}
    </div>
  );
}

function Found({ found }: Readonly<{ found: Diagnosis }>) {
  return (
    <div className={styles.result}>
      <Notice tone={found.ok ? 'good' : 'bad'}>
        {t(found.ok ? 'modelServer.works' : 'modelServer.worksNot')}
      </Notice>
      {found.findings.map(({ severity, sentence }) => (
        <Notice key={sentence} tone={severity === 'error' ? 'bad' : 'warn'}>
          <span translate="no">{sentence}</span>
        </Notice>
      ))}
      <Facts
        items={[
          ...(found.software === null
            ? []
            : ([
                [
                  t('modelServer.software'),
                  <span key="software" translate="no">
                    {found.software}
                  </span>,
                ],
              ] as const)),
          ...(found.windowTokens === null
            ? []
            : ([[t('modelServer.window'), formats.number(found.windowTokens)]] as const)),
          ...(found.models.length === 0
            ? []
            : ([
                [
                  t('modelServer.models'),
                  <span key="models" translate="no">
                    {found.models.slice(0, 20).join(', ')}
                    {found.models.length > 20 && ' …'}
                  </span>,
                ],
              ] as const)),
          ...(found.tools === null
            ? []
            : (['streamed', 'whole', 'text'] as const).map(
                (way) =>
                  [
                    t(`modelServer.way.${way}`),
                    t(`modelServer.verdict.${found.tools?.[way] ?? 'failed'}` as MessageId),
                  ] as const,
              )),
        ]}
      />
    </div>
  );
}
