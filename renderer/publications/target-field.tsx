import type { Drive } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import type { Loaded } from '../state/load.ts';
import { Button, CheckBox, Failure, Field, Input, Loading, Notice, TextArea } from '../ui/controls.tsx';
import styles from './publications.module.css';
import type { TargetField, TargetKind } from './target-kinds.ts';

/** Input for one field of a target. */
export function TargetFieldInput({
  kind,
  field,
  value,
  isKept,
  drives,
  error,
  onChange,
}: Readonly<{
  kind: TargetKind;
  field: TargetField;
  value: string;
  /** Whether the field is a secret with a stored value. */
  isKept: boolean;
  drives: Loaded<readonly Drive[]>;
  error: string | undefined;
  onChange: (value: string) => void;
}>) {
  const { name, input, isRequired, placeholder } = field;
  if (input === 'drive') {
    return <DriveChoice drives={drives} value={value} error={error} onChange={onChange} />;
  }
  const common = {
    value,
    required: isRequired === true,
    spellCheck: false,
    translate: 'no',
    ...(placeholder !== undefined && { placeholder }),
  } as const;
  return (
    <Field
      label={t(`target.field.${name}` as MessageId)}
      hint={t(isKept ? 'target.secretKept' : (`target.hint.${kind}.${name}` as MessageId))}
      error={error}
    >
      {input === 'area' ? (
        <TextArea {...common} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          {...common}
          type={input ?? 'text'}
          {...(input === 'password' && { autoComplete: 'off' })}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Selects one of the connected drives. */
function DriveChoice({
  drives: { value: list, error: fault, isLoading, reload },
  value,
  error,
  onChange,
}: Readonly<{
  drives: Loaded<readonly Drive[]>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}>) {
  if (fault !== undefined) return <Failure message={fault} onRetry={reload} />;
  if (!list) return <Loading />;
  const again = (
    <div>
      <Button small isBusy={isLoading} onClick={reload}>
        {t('target.lookAgain')}
      </Button>
    </div>
  );
  if (list.length === 0) {
    return (
      <Notice>
        <span>{t('target.noDrive')}</span>
        {again}
      </Notice>
    );
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{t('target.field.drive')}</legend>
      {list.map((drive) => (
        <CheckBox
          key={drive.mount}
          type="radio"
          name="drive"
          required
          label={<span translate="no">{drive.label || drive.mount}</span>}
          hint={<DriveHint drive={drive} />}
          disabled={drive.isReadOnly}
          checked={value === drive.mount}
          onChange={() => onChange(drive.mount)}
        />
      ))}
      {error !== undefined && <Failure message={error} />}
      {again}
    </fieldset>
  );
}

function DriveHint({ drive }: Readonly<{ drive: Drive }>) {
  const { mount, label, fileSystem, freeBytes, isReadOnly } = drive;
  const facts = [
    ...(freeBytes === null ? [] : [t('target.driveFree', { size: formats.bytes(freeBytes) })]),
    ...(isReadOnly ? [t('target.driveReadOnly')] : []),
  ];
  return (
    <>
      <span translate="no">{label === '' ? fileSystem : `${mount} · ${fileSystem}`}</span>
      {facts.map((fact) => ` · ${fact}`).join('')}
    </>
  );
}
