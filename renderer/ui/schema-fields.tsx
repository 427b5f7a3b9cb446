import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatQuantity, parseQuantity, type Unit, unitOfSetting } from '../../shared/quantities.ts';
import type { FieldSchema } from '../api/client.ts';
import { settingName } from '../messages/setting-name.ts';
import { t } from '../messages/t.ts';
import { Button, Field, Input, Select, Switch, TextArea } from './controls.tsx';
import styles from './schema-fields.module.css';
import shared from './shared.module.css';

/**
 * Fields for settings described by the API (OpenAPI). Descriptions, limits and defaults come from the server. Sizes and
 * times are typed with a unit. A change is saved when the field loses focus; an error is shown below it.
 */
export function SchemaFields({
  names,
  fields,
  values,
  usual,
  fixed = {},
  onSave,
}: Readonly<{
  names: readonly string[];
  /** Settings shown at once; the others are collapsed below them. Default: all. */
  usual?: readonly string[] | undefined;
  fields: Readonly<Record<string, FieldSchema>>;
  /** Undefined means the default. */
  values: Readonly<Record<string, unknown>>;
  /** Explanations for the settings that cannot be changed here. */
  fixed?: Readonly<Record<string, string>>;
  /** @param value null resets it to the default */
  onSave: (name: string, value: unknown) => Promise<void>;
}>) {
  const list = (shown: readonly string[]) => (
    <div className={styles.fields}>
      {shown.map((name) => {
        const schema = fields[name];
        if (!schema) return undefined;
        return (
          <fieldset key={name} className={styles.plain} disabled={fixed[name] !== undefined}>
            <SchemaField name={name} schema={schema} value={values[name]} onSave={onSave} />
            {fixed[name] !== undefined && <p className={shared.soft}>{fixed[name]}</p>}
          </fieldset>
        );
      })}
    </div>
  );
  const first = usual ? names.filter((name) => usual.includes(name)) : names;
  const rest = names.filter((name) => !first.includes(name));
  return (
    <>
      {list(first)}
      {rest.length > 0 && (
        <details className={shared.more}>
          <summary>{t('settings.advanced', { count: rest.length })}</summary>
          {list(rest)}
        </details>
      )}
    </>
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
  const unit = kind === 'number' ? unitOfSetting(name) : undefined;
  const label = settingName(name);
  const standard = schema.default;
  const shown = (of: unknown): string =>
    unit !== undefined && typeof of === 'number' ? formatQuantity(of, unit) : textOf(of);
  const current = value ?? standard;
  const isChanged = value !== undefined && JSON.stringify(value) !== JSON.stringify(standard);
  const save = async (next: unknown): Promise<void> => {
    try {
      await onSave(name, next);
      setDraft(undefined);
      setFault(undefined);
    } catch (error) {
      setFault(belowField((error as Error).message));
    }
  };
  const commit = (): void => {
    if (draft === undefined) return;
    if (draft === shown(current)) {
      setDraft(undefined);
      setFault(undefined);
    } else if (draft.trim() === '' && standard !== undefined && kind !== 'text') save(null);
    else if (kind === 'number') {
      const read = readNumber(draft, schema, unit);
      if (typeof read === 'string') setFault(read);
      else save(read);
    } else save(typedValue(draft, kind));
  };
  const hint = (
    <>
      <span translate="no">{plain(schema.description ?? '', unit)}</span>{' '}
      {kind !== 'switch' && standard !== undefined && textOf(standard) !== '' && (
        <span>
          {t('settings.default')} <span translate="no">{shown(standard).replaceAll('\n', ', ')}</span>
        </span>
      )}
    </>
  );
  const reset = isChanged && (
    <Button
      small
      isIcon
      look="quiet"
      aria-label={t('settings.reset', { name: label })}
      title={t('settings.reset', { name: label })}
      onClick={() => save(null)}
    >
      <RotateCcw size={14} aria-hidden />
    </Button>
  );

  if (kind === 'switch') {
    return (
      <div className={styles.line}>
        <div className={styles.text}>
          <Name label={label} name={name} />
          <span className={styles.hint}>{hint}</span>
          {fault && (
            <span className={styles.fault} role="alert">
              {fault}
            </span>
          )}
        </div>
        {reset}
        <Switch isOn={current === true} label={label} onChange={save} />
      </div>
    );
  }
  const common = {
    translate: 'no' as const,
    spellCheck: false,
    value: draft ?? shown(current),
    onBlur: commit,
  };
  return (
    <div className={styles.line}>
      <div className={styles.text}>
        <Field label={<Name label={label} name={name} />} hint={hint} error={fault}>
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
              inputMode={kind === 'number' && unit === undefined ? 'numeric' : 'text'}
              data-kind={kind}
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

/** Returns the kind of input. The schema of a resettable setting also allows null, so look at all alternatives. */
function kindOf(schema: FieldSchema): Kind {
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
  if (schema.enum) return 'choice';
  if (types.includes('boolean')) return 'switch';
  if (types.includes('integer') || types.includes('number')) return 'number';
  return types.includes('array') ? 'list' : 'text';
}

/** Label of a setting and its API name. */
function Name({ label, name }: Readonly<{ label: string; name: string }>) {
  return (
    <span className={styles.name}>
      {label}{' '}
      <code className={styles.api} translate="no" aria-hidden>
        {name}
      </code>
    </span>
  );
}

/** Larger limits mean "no limit". */
const UNBOUNDED = 1e15;

/** @returns the typed number, or an error message */
function readNumber(
  text: string,
  { minimum, maximum }: FieldSchema,
  unit: Unit | undefined,
): number | string {
  const typed = text.trim();
  const value = unit === undefined ? Number(typed || Number.NaN) : parseQuantity(typed, unit);
  if (value === undefined || !Number.isInteger(value)) {
    if (unit === undefined) return t('settings.enterNumber');
    return t(unit === 'bytes' || unit === 'mebibytes' ? 'settings.enterSize' : 'settings.enterTime');
  }
  const told = (limit: number): string => (unit === undefined ? String(limit) : formatQuantity(limit, unit));
  if (maximum !== undefined && maximum < UNBOUNDED && value > maximum)
    return t('settings.atMost', { most: told(maximum) });
  if (minimum !== undefined && value < minimum) return t('settings.atLeast', { least: told(minimum) });
  return value;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : value === undefined || value === null ? '' : String(value);
}

function typedValue(text: string, kind: Kind): unknown {
  if (kind === 'list') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  return text.trim();
}

/** Converts an API description to plain text: removes backticks, and the unit if people type one. */
function plain(text: string, unit: Unit | undefined): string {
  const bare = text.replaceAll('`', '');
  return unit === undefined ? bare : bare.replace(/, in (ms|seconds|MiB)\b/, '');
}

/** Removes the field's name from an API error, which is shown below the field. */
function belowField(sentence: string): string {
  const problem = /^The field "[\w.]+" is not valid: (.*)$/s.exec(sentence)?.[1] ?? sentence;
  return problem.slice(0, 1).toUpperCase() + problem.slice(1);
}
