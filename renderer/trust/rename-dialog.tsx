import { type FormEvent, useId, useState } from 'react';
import type { TrustedKey } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Input } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { useNeeded } from '../ui/use-needed.ts';

/** Dialog to rename a key. The name is local and not part of signatures. */
export function RenameDialog({
  trustedKey,
  onClose,
  onChange,
}: Readonly<{ trustedKey: TrustedKey; onClose: () => void; onChange: () => void }>) {
  const { api } = useServices();
  const form = useId();
  const [name, setName] = useState(trustedKey.name);
  const [fault, setFault] = useState<string>();
  const needed = useNeeded({ name: name.trim() === '' && t('common.needed.name') });
  const submit = (event: FormEvent): void => {
    if (!needed.check(event)) return;
    api.renameKey(trustedKey.fingerprint, name.trim()).then(
      () => {
        onClose();
        onChange();
      },
      (error: Error) => setFault(error.message),
    );
  };
  return (
    <Dialog
      title={t('trust.renameTitle', { name: trustedKey.name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} look="primary">
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={t('trust.name')} error={needed.faultOf('name') ?? fault}>
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
