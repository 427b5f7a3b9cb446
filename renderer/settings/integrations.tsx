import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { FieldSchema } from '../api/client.ts';
import { type MessageId, t } from '../messages/t.ts';
import type { Loaded } from '../state/load.ts';
import { Badge, Button, CheckBox, Failure, Field, Input, Panel, TextArea } from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Confirm, Dialog, toast } from '../ui/overlays.tsx';
import { SchemaFields } from '../ui/schema-fields.tsx';
import shared from '../ui/shared.module.css';
import styles from './integrations.module.css';

/** Common part of a model server and a forge. */
type Integration = Readonly<{ name: string; baseUrl: string; caBundle: string; hasToken: boolean }>;
type Kind = 'modelServer' | 'forge';

/** Form values: settings for the API, and a token if one was typed. */
export type IntegrationDraft = Readonly<Record<string, unknown>> &
  Readonly<{ name: string; baseUrl: string; caBundle: string; token?: string | null }>;

/** List of model servers or forges with their actions. */
export function IntegrationPanel<P extends Integration>({
  kind,
  loaded,
  describe,
  test,
  onAdd,
  onEdit,
  onRemove,
}: Readonly<{
  kind: Kind;
  loaded: Loaded<readonly P[]> | Loaded<P[]>;
  /** Details shown below the address. */
  describe: (peer: P) => ReactNode;
  /** Test button and its result. */
  test: (peer: P) => ReactNode;
  onAdd: () => void;
  onEdit: (peer: P) => void;
  onRemove: (peer: P) => Promise<void>;
}>) {
  const say = (id: string, values?: Record<string, string>): string =>
    t(`${kind}.${id}` as MessageId, values);
  const [removing, setRemoving] = useState<P>();
  const remove = async (peer: P): Promise<void> => {
    try {
      await onRemove(peer);
      toast(say('removed', { name: peer.name }));
    } catch (fault) {
      toast(say('notRemoved'), { detail: (fault as Error).message, isError: true });
    }
    loaded.reload();
  };
  return (
    <Panel
      title={say('title')}
      action={
        <Button small onClick={onAdd}>
          <Plus size={14} aria-hidden />
          {say('add')}
        </Button>
      }
    >
      <p className={shared.soft}>{say('text')}</p>
      <LoadedList loaded={loaded} empty={<p>{say('none')}</p>}>
        {(list) => (
          <ul className={styles.peers}>
            {list.map((peer) => (
              <li key={peer.name}>
                <div className={styles.head}>
                  <div className={styles.names} translate="no">
                    <b>{peer.name}</b>
                    <span>{peer.baseUrl}</span>
                    {describe(peer)}
                  </div>
                  <Badge tone={peer.hasToken ? 'good' : 'plain'}>
                    {t(peer.hasToken ? 'peer.hasToken' : 'peer.noToken')}
                  </Badge>
                  <Button
                    small
                    onClick={() => onEdit(peer)}
                    aria-label={t('peer.editNamed', { name: peer.name })}
                  >
                    {t('peer.edit')}
                  </Button>
                  <Button
                    small
                    look="danger"
                    onClick={() => setRemoving(peer)}
                    aria-label={t('peer.removeNamed', { name: peer.name })}
                  >
                    {t('peer.remove')}
                  </Button>
                </div>
                {test(peer)}
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      {removing && (
        <Confirm
          title={say('removeTitle')}
          action={t('peer.remove')}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove(removing)}
        >
          <p translate="no">
            <b>{removing.name}</b>
          </p>
          <p>{t('peer.removeText')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

/**
 * Dialog to add or change a model server or forge. A stored token is never shown; an empty field keeps it.
 * @param fields API schemas of the settings below the main ones
 */
export function IntegrationDialog({
  kind,
  peer,
  fields,
  optionNames,
  children,
  draft,
  onDraft,
  onSave,
  onClose,
}: Readonly<{
  kind: Kind;
  /** The integration to change; undefined for a new one. */
  peer: Integration | undefined;
  fields: Readonly<Record<string, FieldSchema>>;
  optionNames: readonly string[];
  children: ReactNode;
  draft: IntegrationDraft;
  onDraft: (change: Readonly<Record<string, unknown>>) => void;
  onSave: (draft: IntegrationDraft) => Promise<void>;
  onClose: () => void;
}>) {
  const [token, setToken] = useState('');
  const [dropsToken, setDropsToken] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      const given = dropsToken ? { token: null } : token === '' ? {} : { token };
      await onSave({ ...draft, ...given });
      onClose();
      toast(t('settings.saved', { name: draft.name }));
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={peer ? t(`${kind}.edit` as MessageId) : t(`${kind}.add` as MessageId)}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="peer" look="primary" isBusy={isBusy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id="peer" onSubmit={submit} className={shared.form}>
        <Field label={t('peer.name')} hint={t('peer.nameHint')}>
          <Input
            value={draft.name}
            required
            readOnly={peer !== undefined}
            pattern="[a-z0-9][a-z0-9._\-]{0,63}"
            spellCheck={false}
            translate="no"
            onChange={(event) => onDraft({ name: event.target.value })}
          />
        </Field>
        {children}
        <Field
          label={t('peer.token')}
          hint={t(dropsToken ? 'peer.tokenDropped' : peer?.hasToken ? 'peer.tokenKept' : `${kind}.tokenHint`)}
        >
          <Input
            type="password"
            value={token}
            autoComplete="off"
            disabled={dropsToken}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        {peer?.hasToken && (
          <CheckBox
            label={t('peer.dropToken')}
            checked={dropsToken}
            onChange={(event) => setDropsToken(event.target.checked)}
          />
        )}
        <details className={shared.more}>
          <summary>{t('newExport.options')}</summary>
          <Field label={t('peer.caBundle')} hint={t('peer.caBundleHint')}>
            <TextArea
              value={draft.caBundle}
              rows={3}
              spellCheck={false}
              translate="no"
              onChange={(event) => onDraft({ caBundle: event.target.value })}
            />
          </Field>
          <SchemaFields
            names={optionNames}
            fields={fields}
            values={draft}
            onSave={async (name, value) => onDraft({ [name]: value ?? fields[name]?.default ?? null })}
          />
        </details>
      </form>
      {fault !== undefined && <Failure message={fault} />}
    </Dialog>
  );
}
