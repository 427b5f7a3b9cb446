import { RefreshCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Surface } from '../../preload/surface.types.ts';
import { formats } from '../messages/formats.ts';
import { settingName } from '../messages/setting-name.ts';
import { type MessageId, t } from '../messages/t.ts';
import { announce } from '../state/announcer.ts';
import { useLoad } from '../state/load.ts';
import { type Preferences, usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import {
  Badge,
  Button,
  controlStyles,
  Empty,
  Facts,
  Failure,
  Field,
  Input,
  Loading,
  Notice,
  Panel,
  Select,
  Switch,
} from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import styles from '../ui/schema-fields.module.css';
import { SchemaFields } from '../ui/schema-fields.tsx';
import { Forges } from './forges.tsx';
import { ModelServers } from './model-servers.tsx';

/** Groups of server settings. Settings in no group come last. */
const GROUPS: readonly Readonly<{ id: string; names: readonly string[] }>[] = [
  {
    id: 'exports',
    names: [
      'exportConcurrency',
      'exportStartsPerHour',
      'queuePaused',
      'linkLifetimeSeconds',
      'reviewLinkLifetimeSeconds',
      'buildTimeoutSeconds',
      'buildMemoryMegabytes',
      'buildDiskMegabytes',
      'buildProcesses',
    ],
  },
  {
    id: 'api',
    names: [
      'localApi',
      'host',
      'port',
      'tlsCertificate',
      'tlsKey',
      'allowPlainNetwork',
      'publicUrl',
      'allowedHosts',
    ],
  },
  {
    id: 'retention',
    names: [
      'retentionDaily',
      'retentionKeepLast',
      'retentionKeepDays',
      'retentionDeltaDays',
      'retentionReceivedDays',
    ],
  },
  { id: 'agents', names: ['agentConcurrency'] },
  { id: 'log', names: ['logLevel', 'logMaxMegabytes', 'logFiles'] },
  { id: 'reach', names: ['directoryRoots', 'originHosts', 'targetRoots', 'targetHosts', 'hostingAddresses'] },
];

/** Commonly used settings; the others are collapsed below them. */
const USUAL: readonly string[] = [
  'exportConcurrency',
  'queuePaused',
  'linkLifetimeSeconds',
  'localApi',
  'host',
  'port',
  'publicUrl',
  'agentConcurrency',
  'directoryRoots',
  'originHosts',
  'publicationConcurrency',
  'apiBundleFormat',
  'retentionDaily',
  'retentionKeepLast',
  'retentionKeepDays',
];

export default function SettingsPage() {
  const { api, desktop } = useServices();
  const settings = useLoad('settings', api.settings);
  const effective = useLoad('settings-effective', api.effectiveSettings);
  const fixed = Object.fromEntries(
    (effective.value?.settings ?? []).flatMap(({ name, from, place }) =>
      from === 'environment' || from === 'file'
        ? [[name, t(`settings.fixed.${from}`, { place: place ?? '' })]]
        : [],
    ),
  );
  const fields = useLoad('settings-fields', () => api.fields('ServerSettings'));
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const error = settings.error ?? fields.error;
  const grouped = GROUPS.flatMap(({ names }) => names);
  const others = Object.keys(fields.value ?? {}).filter((name) => !grouped.includes(name));
  const groups = [...GROUPS, { id: 'other', names: others }]
    .map(({ id, names }) => ({
      id,
      names: names.filter((name) =>
        `${settingName(name)} ${name} ${fields.value?.[name]?.description ?? ''}`
          .toLowerCase()
          .includes(wanted),
      ),
    }))
    .filter(({ names }) => names.length > 0);
  return (
    <Page
      isNarrow
      title={t('nav.settings')}
      actions={
        <Input
          type="search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      }
    >
      {wanted === '' && (
        <>
          <Appearance />
          <ModelServers />
          <Forges />
        </>
      )}
      {error !== undefined ? (
        <Failure
          message={error}
          onRetry={() => {
            settings.reload();
            fields.reload();
          }}
        />
      ) : !settings.value || !fields.value ? (
        <Loading />
      ) : groups.length === 0 ? (
        <Empty icon={<SearchX size={36} aria-hidden />} title={t('settings.none')} />
      ) : (
        groups.map(({ id, names }) => (
          <Panel key={id} title={t(`settings.group.${id}` as MessageId)}>
            {id === 'api' && (
              <Notice>
                <span>{t('settings.apiRestart')}</span>
                {desktop && <Restart desktop={desktop} />}
              </Notice>
            )}
            {id === 'reach' && <p>{t('settings.reachText')}</p>}
            <SchemaFields
              names={names}
              usual={wanted === '' ? USUAL : undefined}
              fields={fields.value ?? {}}
              fixed={fixed}
              values={settings.value ?? {}}
              onSave={async (name, value) => {
                settings.put(await api.changeSettings({ [name]: value }));
                announce(t('common.saved'));
                toast(t('settings.saved', { name: settingName(name) }));
              }}
            />
          </Panel>
        ))
      )}
      {wanted === '' && (
        <>
          <OrganizationPanel />
          <LinkKeys />
          <Secrets />
        </>
      )}
    </Page>
  );
}

/** Restarts the server of the desktop app. Running exports resume automatically. */
function Restart({ desktop }: Readonly<{ desktop: Surface }>) {
  const [isBusy, setBusy] = useState(false);
  const restart = async (): Promise<void> => {
    setBusy(true);
    try {
      const problem = await desktop.restartServer();
      if (problem === null) toast(t('settings.restarted'));
      else toast(t('app.apiOff'), { detail: problem, isError: true });
    } catch (fault) {
      toast(t('app.apiOff'), { detail: (fault as Error).message, isError: true });
    }
    setBusy(false);
  };
  return (
    <Button small isBusy={isBusy} onClick={restart}>
      <RefreshCw size={14} aria-hidden />
      {t('settings.restart')}
    </Button>
  );
}

function Appearance() {
  const { theme, letterShortcuts, set } = usePreferences();
  return (
    <Panel title={t('settings.appearance')}>
      <Field label={t('settings.theme')}>
        <Select
          value={theme}
          onChange={(event) => set({ theme: event.target.value as Preferences['theme'] })}
        >
          <option value="system">{t('settings.theme.system')}</option>
          <option value="light">{t('settings.theme.light')}</option>
          <option value="dark">{t('settings.theme.dark')}</option>
        </Select>
      </Field>
      <div className={styles.line}>
        <div className={styles.text}>
          <span className={styles.name}>{t('settings.letters')}</span>
          <span className={styles.hint}>{t('settings.lettersHint')}</span>
        </div>
        <Switch
          isOn={letterShortcuts}
          label={t('settings.letters')}
          onChange={(isOn) => set({ letterShortcuts: isOn })}
        />
      </div>
    </Panel>
  );
}

const PLANS = ['free', 'pro', 'enterprise'] as const;

function OrganizationPanel() {
  const { api } = useServices();
  const { value, error, reload, put } = useLoad('organization', api.organization);
  const [name, setName] = useState<string>();
  const change = async (body: Parameters<typeof api.changeOrganization>[0]): Promise<void> => {
    try {
      put(await api.changeOrganization(body));
      setName(undefined);
      toast(t('common.saved'));
    } catch (fault) {
      toast(t('settings.notSaved'), { detail: (fault as Error).message, isError: true });
    }
  };
  return (
    <Panel title={t('settings.organization')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          <Field label={t('settings.organizationName')}>
            <Input
              value={name ?? value.name}
              translate="no"
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
              onBlur={() => name !== undefined && name !== value.name && change({ name })}
            />
          </Field>
          <Field label={t('settings.plan')} hint={t('settings.planHint')}>
            <Select
              value={value.plan}
              onChange={(event) => change({ plan: event.target.value as (typeof PLANS)[number] })}
            >
              {PLANS.map((plan) => (
                <option key={plan} value={plan}>
                  {t(`plan.${plan}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </Panel>
  );
}

function LinkKeys() {
  const { api } = useServices();
  const { value, error, reload } = useLoad('link-keys', api.linkKeys);
  const rotate = async (): Promise<void> => {
    try {
      await api.rotateLinkKey();
      toast(t('settings.linkKeyRotated'));
    } catch (fault) {
      toast(t('settings.notSaved'), { detail: (fault as Error).message, isError: true });
    }
    reload();
  };
  return (
    <Panel
      title={t('settings.linkKeys')}
      action={
        <Button small onClick={rotate}>
          <RefreshCw size={14} aria-hidden />
          {t('settings.rotate')}
        </Button>
      }
    >
      <p>{t('settings.linkKeysText')}</p>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {value && value.length > 0 && (
        <table className={controlStyles.table}>
          <tbody>
            {value.map(({ linkKeyId, createdAt, signs }) => (
              <tr key={linkKeyId}>
                <td translate="no">
                  <code>{linkKeyId}</code>
                </td>
                <td>{formats.dateTime(createdAt)}</td>
                <td>
                  {signs ? (
                    <Badge tone="good">{t('settings.signs')}</Badge>
                  ) : (
                    <Badge>{t('settings.signedOnly')}</Badge>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Secrets() {
  const { api } = useServices();
  const { value, error, reload } = useLoad('secrets', api.secrets);
  return (
    <Panel title={t('settings.secrets')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          {!value.persistent && <Notice tone="warn">{t('settings.secretsMemory')}</Notice>}
          <Facts
            items={[
              [t('settings.secretsWhere'), t(`secrets.${value.provider}`)],
              [
                t('settings.secretsDetail'),
                <span key="detail" translate="no">
                  {value.detail}
                </span>,
              ],
              [t('settings.secretsCount'), formats.number(value.names.length)],
            ]}
          />
          {value.problem !== undefined && (
            <Notice tone="warn">
              <span translate="no">{value.problem}</span>
            </Notice>
          )}
        </>
      )}
    </Panel>
  );
}
