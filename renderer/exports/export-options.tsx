import { t } from '../messages/t.ts';
import { CheckBox, Field, Input, TextArea } from '../ui/controls.tsx';
import styles from './exports.module.css';

/** Options of a single export, as typed. */
export type ExportOptions = Readonly<{ version: string; paths: string; isFresh: boolean }>;

export const noOptions: ExportOptions = { version: '', paths: '', isFresh: false };

export function pathsOf({ paths }: ExportOptions): string[] {
  return paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const LABEL = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns an error message for the version label; undefined if it is valid. */
export function versionProblem({ version }: ExportOptions): string | undefined {
  const label = version.trim();
  return label === '' || LABEL.test(label) ? undefined : t('newExport.wrongVersion');
}

export function ExportOptionFields({
  options,
  error,
  onChange,
}: Readonly<{
  options: ExportOptions;
  /** Error message for the version label. */
  error: string | undefined;
  onChange: (options: ExportOptions) => void;
}>) {
  return (
    <div className={styles.options}>
      <Field label={t('newExport.version')} hint={t('newExport.versionHint')} error={error}>
        <Input
          value={options.version}
          onChange={(event) => onChange({ ...options, version: event.target.value })}
          spellCheck={false}
          translate="no"
        />
      </Field>
      <Field label={t('newExport.paths')} hint={t('newExport.pathsHint')}>
        <TextArea
          value={options.paths}
          rows={3}
          onChange={(event) => onChange({ ...options, paths: event.target.value })}
          spellCheck={false}
          translate="no"
        />
      </Field>
      <CheckBox
        label={t('newExport.fresh')}
        hint={t('newExport.freshHint')}
        checked={options.isFresh}
        onChange={(event) => onChange({ ...options, isFresh: event.target.checked })}
      />
    </div>
  );
}
