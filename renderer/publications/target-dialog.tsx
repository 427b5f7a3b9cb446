import { type FormEvent, useId, useState } from 'react';
import type { Drive, Target } from '../../server/api/wire.types.ts';
import { ApiFault } from '../api/api-fault.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, Failure, Field, Input, Select } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import styles from './publications.module.css';
import { TargetFieldInput } from './target-field.tsx';
import {
  type FieldFault,
  fieldFault,
  secretsOf,
  TARGET_FIELDS,
  TARGET_KINDS,
  type TargetKind,
  type TargetValues,
  targetOf,
} from './target-kinds.ts';

/** Dialog to add or change a target. The location of an existing target is fixed. */
export function TargetDialog({
  target,
  onClose,
  onSaved,
}: Readonly<{ target?: Target; onClose: () => void; onSaved: () => void }>) {
  const { api } = useServices();
  const form = useId();
  const [kind, setKind] = useState<TargetKind>(target?.settings.kind ?? 'folder');
  const [name, setName] = useState(target?.name ?? '');
  const [shape, setShape] = useState<Target['shape']>(target?.shape ?? 'archive');
  const [keep, setKeep] = useState(String(target?.keep ?? 5));
  const [values, setValues] = useState<TargetValues>({});
  const [fault, setFault] = useState<FieldFault>();
  const [isBusy, setBusy] = useState(false);
  const drives = useLoad<readonly Drive[]>(`drives ${kind}`, async () =>
    kind === 'drive' && !target ? api.drives() : [],
  );
  // The location of an existing target is fixed, but its secrets can change.
  const fields = TARGET_FIELDS[kind].filter(({ isSecret }) => !target || isSecret);
  const save = async (): Promise<void> => {
    const common = { name, shape, keep: Number(keep) };
    if (target) await api.changeTarget(target.targetId, { ...common, secrets: secretsOf(kind, values) });
    else await api.createTarget({ ...common, ...targetOf(kind, values, drives.value ?? []) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    save().then(
      () => {
        toast(t(target ? 'common.saved' : 'target.added', { name }));
        onSaved();
        onClose();
      },
      (error: Error) => {
        const status = error instanceof ApiFault ? error.status : 0;
        setFault(fieldFault(status, error.message, fields[0]?.name ?? ''));
        setBusy(false);
      },
    );
  };
  const field = (one: (typeof fields)[number]) => (
    <TargetFieldInput
      key={`${kind} ${one.name}`}
      kind={kind}
      field={one}
      value={values[one.name] ?? ''}
      isKept={target?.secrets.some((secret) => secret === one.name) === true}
      drives={drives}
      error={fault?.field === one.name ? fault.text : undefined}
      onChange={(value) => setValues((old) => ({ ...old, [one.name]: value }))}
    />
  );
  const options = fields.filter(({ isOption }) => isOption);
  const shown = [...fields.map((one) => one.name), 'name', 'keep'];
  return (
    <Dialog
      title={t(target ? 'target.editTitle' : 'target.add', { name: target?.name ?? '' })}
      description={target && t('target.editText')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy}>
            {t(target ? 'common.save' : 'target.addAction')}
          </Button>
        </>
      }
    >
      <form id={form} className={shared.form} onSubmit={submit}>
        {!target && (
          <Field label={t('target.kind')} hint={t(`target.kindHint.${kind}`)}>
            <Select value={kind} onChange={(event) => setKind(event.target.value as TargetKind)}>
              {TARGET_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`target.kind.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field
          label={t('target.name')}
          hint={t('target.nameHint')}
          error={fault?.field === 'name' ? fault.text : undefined}
        >
          <Input value={name} required maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
        {fields.filter(({ isOption }) => !isOption).map(field)}
        <fieldset className={styles.choices}>
          <legend>{t('target.shape')}</legend>
          {(['archive', 'site'] as const).map((one) => (
            <CheckBox
              key={one}
              type="radio"
              name="shape"
              label={t(`target.shape.${one}`)}
              hint={t(`target.shapeHint.${one}` as MessageId)}
              checked={shape === one}
              onChange={() => setShape(one)}
            />
          ))}
        </fieldset>
        <Field
          label={t('target.keep')}
          hint={t('target.keepHint')}
          error={fault?.field === 'keep' ? fault.text : undefined}
        >
          <Input
            type="number"
            min={0}
            max={10_000}
            required
            value={keep}
            onChange={(event) => setKeep(event.target.value)}
          />
        </Field>
        {options.length > 0 && (
          <details
            className={shared.more}
            open={options.some((one) => one.name === fault?.field) || undefined}
          >
            <summary>{t('newExport.options')}</summary>
            {options.map(field)}
          </details>
        )}
      </form>
      {fault && !shown.includes(fault.field ?? '') && <Failure message={fault.text} />}
    </Dialog>
  );
}
