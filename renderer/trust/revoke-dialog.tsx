import { type FormEvent, useId, useState } from 'react';
import type { TrustedKey } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Input } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './trust.module.css';

/** Dialog to revoke a key and record the reason shown with it. */
export function RevokeDialog({
  trustedKey: { name, fingerprint, signs },
  onClose,
  onChange,
}: Readonly<{ trustedKey: TrustedKey; onClose: () => void; onChange: () => void }>) {
  const { api } = useServices();
  const form = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const needed = useNeeded({ reason: reason.trim() === '' && t('common.needed.reason') });
  const submit = (event: FormEvent): void => {
    if (!needed.check(event)) return;
    api.revokeTrustedKey(fingerprint, reason.trim()).then(
      () => {
        toast(t('trust.revoked', { name }));
        onClose();
        onChange();
      },
      (error: Error) => setFault(error.message),
    );
  };
  return (
    <Dialog
      title={t('trust.revokeTitle', { name })}
      description={t(signs ? 'trust.revokeOwnText' : 'trust.revokeText')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} look="danger">
            {t('trust.revokeAction')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.column} onSubmit={submit}>
        <Field
          label={t('trust.reason')}
          hint={t('trust.reasonHint')}
          error={needed.faultOf('reason') ?? fault}
        >
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
