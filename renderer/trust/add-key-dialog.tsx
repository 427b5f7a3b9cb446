import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { ApiFault } from '../api/api-fault.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Input, TextArea } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './trust.module.css';

/** A public key has a few hundred bytes; larger files are not read. */
const KEY_BYTES_MAX = 10_000;

/** Dialog to trust a key pasted as text or read from a dropped or selected file. */
export function AddKeyDialog({ onClose, onChange }: Readonly<{ onClose: () => void; onChange: () => void }>) {
  const { api } = useServices();
  const form = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Readonly<{ field: 'name' | 'key'; text: string }>>();
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > KEY_BYTES_MAX)
      setFault({ field: 'key', text: t('trust.noKeyFile', { name: file.name }) });
    else setText(await file.text());
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation(); // the desktop app's window handles dropped folders
    take(event.dataTransfer.files[0]);
  };
  const needed = useNeeded({
    name: name.trim() === '' && t('common.needed.owner'),
    key: text.trim() === '' && t('common.needed.key'),
  });
  const faultOf = (field: 'name' | 'key'): string | undefined =>
    needed.faultOf(field) ?? (fault?.field === field ? fault.text : undefined);
  const submit = (event: FormEvent): void => {
    if (!needed.check(event)) return;
    api.trustKey({ name: name.trim(), publicKey: text.trim() }).then(
      (key) => {
        toast(t('receive.trusted', { name: key.name }), { detail: key.spokenFingerprint });
        onClose();
        onChange();
      },
      (error: Error) => {
        const isName = error instanceof ApiFault && /^The field "name"/.test(error.message);
        setFault({ field: isName ? 'name' : 'key', text: error.message });
      },
    );
  };
  return (
    <Dialog
      title={t('trust.addTitle')}
      description={t('trust.addText')}
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
      <form id={form} className={styles.column} onSubmit={submit}>
        <Field label={t('receive.trustName')} error={faultOf('name')}>
          <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('trust.key')} hint={t('trust.keyHint')} error={faultOf('key')}>
          <TextArea
            value={text}
            rows={5}
            spellCheck={false}
            translate="no"
            placeholder="-----BEGIN PUBLIC KEY-----"
            onChange={(event) => setText(event.target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
          />
        </Field>
        <div>
          <Button onClick={() => chooser.current?.click()}>{t('receive.choose')}</Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".pem,.pub,.txt"
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      </form>
    </Dialog>
  );
}
