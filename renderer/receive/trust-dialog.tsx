import { type FormEvent, useId, useState } from 'react';
import type { Verification } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, Field, Input } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './receive.module.css';

/** Dialog to trust a signer's key after comparing its fingerprint with the owner. */
export function TrustDialog({
  signer,
  onClose,
  onTrusted,
}: Readonly<{
  signer: NonNullable<Verification['signer']>;
  onClose: () => void;
  onTrusted: () => void;
}>) {
  const { api } = useServices();
  const form = useId();
  const [name, setName] = useState('');
  const [isCompared, setCompared] = useState(false);
  const needed = useNeeded({
    compared: !isCompared && t('common.needed.compared'),
    name: name.trim() === '' && t('common.needed.owner'),
  });
  const submit = (event: FormEvent): void => {
    if (!needed.check(event)) return;
    api.trustKey({ name: name.trim(), publicKey: signer.publicKey }).then(
      () => {
        toast(t('receive.trusted', { name: name.trim() }));
        onClose();
        onTrusted();
      },
      (fault: Error) => toast(t('receive.notTrusted'), { detail: fault.message, isError: true }),
    );
  };
  return (
    <Dialog
      title={t('receive.trustTitle')}
      description={t('receive.trustText')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} look="primary">
            {t('receive.trustAction')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.card} onSubmit={submit}>
        <div className={shared.fingerprint} translate="no">
          {signer.spokenFingerprint}
        </div>
        <CheckBox
          label={t('receive.trustCompared')}
          error={needed.faultOf('compared')}
          checked={isCompared}
          onChange={(event) => setCompared(event.target.checked)}
        />
        <Field label={t('receive.trustName')} error={needed.faultOf('name')}>
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
