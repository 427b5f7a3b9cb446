import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { FieldSchema } from '../api/client.ts';
import { t } from '../messages/t.ts';
import { Button, Field, Input, Select, Switch, TextArea } from './controls.tsx';
import styles from './schema-fields.module.css';

/**
 * Fields for settings that the API describes (OpenAPI): their names, descriptions, limits and defaults are the
 * server's. A change is saved when the field is left; a refusal stands below it.
 */
export function SchemaFields({
  names,
  fields,
  values,
  onSave,
}: Readonly<{
  names: readonly string[];
  fields: Readonly<Record<string, FieldSchema>>;
  /** Undefined stands for the default. */
  values: Readonly<Record<string, unknown>>;
  /** @param value null takes it back to its default */
  onSave: (name: string, value: unknown) => Promise<void>;
}>) {
  return (
    <div className={styles.fields}>
      {names.map((name) => {
        const schema = fields[name];
        return (
          schema && (
            <SchemaField key={name} name={name} schema={schema} value={values[name]} onSave={onSave} />
          )
        );
      })}
    </div>
  );
}

function SchemaField({
  name,
  schema,
  value,
  onSave,
}: Readonly<{
  name: string;
  schema: FieldSchema;
  value: unknown;
  onSave: (name: string, value: unknown) => Promise<void>;
}>) {
  const [draft, setDraft] = useState<string>();
  const [fault, setFault] = useState<string>();
  const kind = kindOf(schema);
  const standard = defaultOf(schema);
  const current = value ?? standard;
  const isChanged = value !== undefined && JSON.stringify(value) !== JSON.stringify(standard);
  const save = async (next: unknown): Promise<void> => {
    try {
      await onSave(name, next);
      setDraft(undefined);
      setFault(undefined);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const commit = (): void => {
    if (draft === undefined) return;
    if (draft === textOf(current)) setDraft(undefined);
    else
      save(draft.trim() === '' && standard !== undefined && kind !== 'text' ? null : typedValue(draft, kind));
  };
  const hint = (
    <>
      <span translate="no">{plain(schema.description ?? '')}</span>{' '}
      {kind !== 'switch' && standard !== undefined && textOf(standard) !== '' && (
        <span>
          {t('settings.default')} <span translate="no">{textOf(standard).replaceAll('\n', ', ')}</span>
        </span>
      )}
    </>
  );
  const reset = isChanged && (
    <Button
      small
      isIcon
      look="quiet"
      aria-label={t('settings.reset', { name })}
      title={t('settings.reset', { name })}
      onClick={() => save(null)}
    >
      <RotateCcw size={14} aria-hidden />
    </Button>
  );

  if (kind === 'switch') {
    return (
      <div className={styles.line}>
        <div className={styles.text}>
          <span className={styles.name} translate="no">
            {name}
          </span>
          <span className={styles.hint}>{hint}</span>
          {fault && (
            <span className={styles.fault} role="alert">
              {fault}
            </span>
          )}
        </div>
        {reset}
        <Switch isOn={current === true} label={name} onChange={save} translate="no" />
      </div>
    );
  }
  const common = {
    translate: 'no' as const,
    spellCheck: false,
    value: draft ?? textOf(current),
    onBlur: commit,
  };
  return (
    <div className={styles.line}>
      <div className={styles.text}>
        <Field label={<span translate="no">{name}</span>} hint={hint} error={fault}>
          {kind === 'choice' ? (
            <Select value={textOf(current)} translate="no" onChange={(event) => save(event.target.value)}>
              {(schema.enum ?? []).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          ) : kind === 'list' ? (
            <TextArea
              {...common}
              rows={2}
              placeholder={t('settings.oneALine')}
              onChange={(event) => setDraft(event.target.value)}
            />
          ) : (
            <Input
              {...common}
              type={kind === 'number' ? 'number' : 'text'}
              min={schema.minimum}
              max={schema.maximum === undefined || schema.maximum > 1e15 ? undefined : schema.maximum}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && commit()}
            />
          )}
        </Field>
      </div>
      {reset}
    </div>
  );
}

type Kind = 'switch' | 'number' | 'choice' | 'list' | 'text';

/** A setting that can be taken back may be null too: the other alternative tells what it is. */
function kindOf(schema: FieldSchema): Kind {
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
  if (schema.enum) return 'choice';
  if (types.includes('boolean')) return 'switch';
  if (types.includes('integer') || types.includes('number')) return 'number';
  return types.includes('array') ? 'list' : 'text';
}

function defaultOf(schema: FieldSchema): unknown {
  return schema.default;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : value === undefined || value === null ? '' : String(value);
}

function typedValue(text: string, kind: Kind): unknown {
  if (kind === 'number') return Number(text);
  if (kind === 'list') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  return text.trim();
}

/** Descriptions are written for a page: marks of code are of no use here. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}
