import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { TrustedKey } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Badge, Button } from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import styles from './trust.module.css';

type Asked = Readonly<{ what: 'rename' | 'revoke' | 'remove'; key: TrustedKey }>;

/** Table of trusted and revoked keys. */
export function KeyTable({
  keys,
  onChange,
}: Readonly<{ keys: readonly TrustedKey[]; onChange: () => void }>) {
  const { api } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const [isAdding, setAdding] = useState(false);
  const close = (): void => setAsked(undefined);
  const remove = ({ fingerprint, name }: TrustedKey): void => {
    api
      .removeTrustedKey(fingerprint)
      .then(
        () => toast(t('trust.removed', { name })),
        (fault: Error) => toast(t('trust.notDone'), { detail: fault.message, isError: true }),
      )
      .finally(onChange);
  };
  return (
    <section className={styles.column} aria-label={t('trust.keys')}>
      <div className={styles.head}>
        <h2>{t('trust.keys')}</h2>
        <Button onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden />
          {t('trust.add')}
        </Button>
      </div>
      {keys.length === 0 ? (
        <p className={shared.soft}>{t('trust.none')}</p>
      ) : (
        <Table
          label={t('trust.keys')}
          columns={[t('trust.name'), t('trust.standing'), t('receive.fingerprint')]}
          hasActions
        >
          {keys.map((key) => (
            <Row key={key.fingerprint} trustedKey={key} ask={(what) => setAsked({ what, key })} />
          ))}
        </Table>
      )}
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} onChange={onChange} />}
      {asked?.what === 'rename' && (
        <RenameDialog trustedKey={asked.key} onClose={close} onChange={onChange} />
      )}
      {asked?.what === 'revoke' && (
        <RevokeDialog trustedKey={asked.key} onClose={close} onChange={onChange} />
      )}
      {asked?.what === 'remove' && (
        <Confirm
          title={t('trust.removeTitle', { name: asked.key.name })}
          action={t('trust.remove')}
          onClose={close}
          onConfirm={() => remove(asked.key)}
        >
          <p>{t('trust.removeText')}</p>
        </Confirm>
      )}
    </section>
  );
}

function Row({
  trustedKey: { name, isOwn, spokenFingerprint, addedAt, revokedAt, revokedReason },
  ask,
}: Readonly<{ trustedKey: TrustedKey; ask: (what: Asked['what']) => void }>) {
  const isRevoked = revokedAt !== null;
  return (
    <tr>
      <td>
        <b translate="no">{name}</b>
        <div className={shared.soft}>{t('trust.added', { when: formats.dateTime(addedAt) })}</div>
      </td>
      <td>
        <Badge tone={isRevoked ? 'bad' : 'good'}>
          {t(isRevoked ? 'trust.isRevoked' : isOwn ? 'trust.isReplaced' : 'trust.isTrusted')}
        </Badge>
        {isRevoked && (
          <div className={shared.soft}>
            {formats.dateTime(revokedAt)}
            <div translate="no">{revokedReason}</div>
          </div>
        )}
      </td>
      <td>
        <div className={`${shared.print} ${styles.groups}`} translate="no">
          {spokenFingerprint}
        </div>
      </td>
      <td>
        <div className={styles.actions}>
          <Button small aria-label={t('trust.renameNamed', { name })} onClick={() => ask('rename')}>
            {t('trust.rename')}
          </Button>
          {!isRevoked && (
            <Button
              small
              look="danger"
              aria-label={t('trust.revokeNamed', { name })}
              onClick={() => ask('revoke')}
            >
              {t('trust.revoke')}
            </Button>
          )}
          <Button
            small
            look="quiet"
            aria-label={t('trust.removeNamed', { name })}
            onClick={() => ask('remove')}
          >
            {t('trust.remove')}
          </Button>
        </div>
      </td>
    </tr>
  );
}
