import { KeyRound, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { AdminKey, CreatedAdminKey, KeyScope } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import {
  Badge,
  Button,
  CheckBox,
  CodeBlock,
  CopyButton,
  controlStyles,
  Empty,
  Failure,
  Field,
  Input,
  Notice,
  Panel,
  Select,
} from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Confirm, Dialog, toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { exampleCalls } from './example-calls.ts';
import styles from './keys.module.css';

/** Page of the API keys for scripts. */
export default function KeysPage() {
  const { api, desktop } = useServices();
  const kept = useLoad('kept-keys', async () => (await desktop?.keptKeys()) ?? []);
  const keys = useLoad('keys', api.keys);
  const { reload } = keys;
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedAdminKey>();
  const [revoking, setRevoking] = useState<AdminKey>();
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('keys.new')}
    </Button>
  );
  const revoke = async (key: AdminKey): Promise<void> => {
    try {
      await api.revokeKey(key.keyId);
      await desktop?.forgetKey(key.keyId);
      toast(t('keys.revoked', { name: key.name }));
    } catch (fault) {
      toast(t('keys.notRevoked'), { detail: (fault as Error).message, isError: true });
    }
    reload();
  };
  return (
    <Page title={t('nav.keys')} subtitle={t('keys.subtitle')} actions={create}>
      <LoadedList
        loaded={keys}
        empty={
          <Empty icon={<KeyRound size={36} aria-hidden />} title={t('keys.empty')} action={create}>
            {t('keys.emptyText')}
          </Empty>
        }
      >
        {(list) => (
          <Table
            columns={[
              t('keys.name'),
              t('keys.scope'),
              t('keys.state'),
              t('keys.created'),
              t('keys.lastUsed'),
              t('keys.expires'),
            ]}
            hasActions
          >
            {list.map((key) => (
              <tr key={key.keyId} className={isLive(key) ? undefined : styles.off}>
                <td translate="no">
                  <b>{key.name}</b>
                </td>
                <td>{key.scopes.map((scope) => t(`scope.${scope}` as MessageId)).join(', ')}</td>
                <td>
                  <State apiKey={key} />
                  {kept.value?.includes(key.keyId) && <Badge>{t('keys.isKept')}</Badge>}
                </td>
                <td title={formats.dateTime(key.createdAt)}>{formats.ago(key.createdAt)}</td>
                <td>{key.lastUsedAt === null ? t('keys.never') : formats.ago(key.lastUsedAt)}</td>
                <td>{key.expiresAt === null ? t('keys.never') : formats.dateTime(key.expiresAt)}</td>
                <td className={controlStyles.number}>
                  {desktop && kept.value?.includes(key.keyId) && isLive(key) && (
                    <Button
                      small
                      aria-label={t('keys.copyNamed', { name: key.name })}
                      onClick={() =>
                        desktop.copyKey(key.keyId).then(
                          () => toast(t('keys.copied', { name: key.name })),
                          (fault: Error) =>
                            toast(t('keys.notCopied'), { detail: fault.message, isError: true }),
                        )
                      }
                    >
                      {t('keys.copy')}
                    </Button>
                  )}
                  {isLive(key) && (
                    <Button
                      small
                      look="danger"
                      onClick={() => setRevoking(key)}
                      aria-label={t('keys.revokeNamed', { name: key.name })}
                    >
                      {t('keys.revoke')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </LoadedList>
      <Examples />
      {isCreating && (
        <NewKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
            reload();
            kept.reload();
          }}
        />
      )}
      {created && <CreatedDialog created={created} onClose={() => setCreated(undefined)} />}
      {revoking && (
        <Confirm
          title={t('keys.revokeTitle')}
          action={t('keys.revoke')}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => revoke(revoking)}
        >
          <p translate="no">
            <b>{revoking.name}</b>
          </p>
          <p>{t('keys.revokeText')}</p>
        </Confirm>
      )}
    </Page>
  );
}

function isLive({ revokedAt, expiresAt }: AdminKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function State({ apiKey }: Readonly<{ apiKey: AdminKey }>) {
  if (apiKey.revokedAt !== null) return <Badge tone="bad">{t('keys.isRevoked')}</Badge>;
  return isLive(apiKey) ? (
    <Badge tone="good">{t('keys.isActive')}</Badge>
  ) : (
    <Badge tone="warn">{t('keys.isExpired')}</Badge>
  );
}

const SCOPES: readonly KeyScope[] = ['read', 'write', 'admin'];
const LIFETIMES = ['never', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

function NewKeyDialog({
  onClose,
  onCreated,
}: Readonly<{ onClose: () => void; onCreated: (key: CreatedAdminKey) => void }>) {
  const { api, desktop } = useServices();
  const [isKept, setKept] = useState(true);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('write');
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('never');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const expiresAt =
      lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
    try {
      const created = await api.createKey({ name, scopes: [scope], expiresAt });
      if (desktop && isKept) {
        await desktop
          .keepKey(created.keyId, created.key)
          .catch((error: Error) => toast(t('keys.notKept'), { detail: error.message, isError: true }));
      }
      onCreated(created);
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('keys.new')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="new-key" look="primary" isBusy={isBusy}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <form id="new-key" onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <Field label={t('keys.name')} hint={t('keys.nameHint')}>
          <Input value={name} onChange={(event) => setName(event.target.value)} required maxLength={200} />
        </Field>
        <fieldset className={styles.choices}>
          <legend>{t('keys.scope')}</legend>
          {SCOPES.map((one) => (
            <CheckBox
              key={one}
              type="radio"
              name="scope"
              label={t(`scope.${one}` as MessageId)}
              hint={t(`scope.${one}.hint` as MessageId)}
              checked={scope === one}
              onChange={() => setScope(one)}
            />
          ))}
        </fieldset>
        <Field label={t('keys.expires')}>
          <Select value={lifetime} onChange={(event) => setLifetime(event.target.value as typeof lifetime)}>
            {LIFETIMES.map((one) => (
              <option key={one} value={one}>
                {one === 'never' ? t('keys.never') : t('keys.inDays', { days: Number(one) })}
              </option>
            ))}
          </Select>
        </Field>
        {desktop && (
          <CheckBox
            label={t('keys.keep')}
            hint={t('keys.keepHint')}
            checked={isKept}
            onChange={(event) => setKept(event.target.checked)}
          />
        )}
      </form>
      {fault && <Failure message={fault} />}
    </Dialog>
  );
}

function CreatedDialog({ created, onClose }: Readonly<{ created: CreatedAdminKey; onClose: () => void }>) {
  return (
    <Dialog
      title={t('keys.createdTitle')}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {t('keys.done')}
        </Button>
      }
    >
      <Notice tone="warn">{t('keys.once')}</Notice>
      <div className={styles.key} translate="no" data-key>
        {created.key}
      </div>
      <div>
        <CopyButton text={created.key} label={t('keys.copy')} small={false} />
      </div>
    </Dialog>
  );
}

/** Example calls to copy, with this server's address and a project filled in. */
function Examples() {
  const { api, desktop } = useServices();
  const address = useLoad('address', async () =>
    // Browsers on this computer open the interface under a special name, which scripts cannot use.
    desktop || location.hostname.endsWith('.localhost') ? (await api.diagnostics()).address : null,
  );
  const projects = useLoad('projects', api.projects);
  const [chosen, setChosen] = useState<string>();
  const project = projects.value?.find(({ projectId }) => projectId === chosen) ?? projects.value?.[0];
  return (
    <Panel title={t('keys.examples')}>
      <p>{t('keys.examplesText')}</p>
      {project && (
        <div className={shared.row} style={{ alignItems: 'end' }}>
          <Field label={t('project.title')}>
            <Select
              value={project.projectId}
              onChange={(event) => setChosen(event.target.value)}
              translate="no"
            >
              {projects.value?.map((one) => (
                <option key={one.projectId} value={one.projectId}>
                  {one.name}
                </option>
              ))}
            </Select>
          </Field>
          <CopyButton small={false} text={project.projectId} label={t('project.copyId')} />
        </div>
      )}
      {exampleCalls(
        address.value ?? (desktop ? 'http://127.0.0.1:4750' : location.origin),
        project?.domains[0] ?? 'docs.example.com',
      ).map(({ id, text }) => (
        <div key={id} className={styles.example}>
          <h3>{t(`keys.example.${id}` as MessageId)}</h3>
          <CodeBlock text={text} label={t('common.copy')} />
        </div>
      ))}
    </Panel>
  );
}
