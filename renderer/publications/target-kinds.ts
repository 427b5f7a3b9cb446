import type { Drive, NewTarget, Target } from '../../server/api/wire.types.ts';

export type TargetKind = Target['settings']['kind'];

/** A field of the target form. Its messages are `target.field.<name>` and `target.hint.<kind>.<name>`. */
export type TargetField = Readonly<{
  name: string;
  /** `area`: multi-line text; `drive`: one of the connected drives. */
  input?: 'url' | 'password' | 'area' | 'drive';
  isRequired?: true;
  /** Whether the value goes to the secret store. */
  isSecret?: true;
  /** Whether the field is rarely needed and collapsed below the others. */
  isOption?: true;
  placeholder?: string;
}>;

/** Fields of each kind of target, in form order. The first field is the target's location. */
export const TARGET_FIELDS: Readonly<Record<TargetKind, readonly TargetField[]>> = {
  folder: [{ name: 'path', isRequired: true, placeholder: '/srv/docs' }],
  drive: [
    { name: 'drive', input: 'drive', isRequired: true },
    { name: 'folder', isOption: true, placeholder: 'offprint' },
  ],
  webdav: [
    { name: 'url', input: 'url', isRequired: true, placeholder: 'https://dav.example.com/docs/' },
    { name: 'username' },
    { name: 'password', input: 'password', isSecret: true },
    { name: 'ca', input: 'area', isOption: true },
  ],
  s3: [
    { name: 'endpoint', input: 'url', isRequired: true, placeholder: 'https://s3.example.com' },
    { name: 'bucket', isRequired: true, placeholder: 'docs' },
    { name: 'prefix' },
    { name: 'accessKeyId', isRequired: true },
    { name: 'secretAccessKey', input: 'password', isSecret: true },
    { name: 'region', isOption: true, placeholder: 'us-east-1' },
    { name: 'sessionToken', input: 'password', isSecret: true, isOption: true },
    { name: 'ca', input: 'area', isOption: true },
  ],
  sftp: [
    { name: 'url', isRequired: true, placeholder: 'sftp://files.example.com/srv/docs' },
    { name: 'username', isRequired: true },
    { name: 'hostKey', placeholder: 'SHA256:\u2026' },
    { name: 'password', input: 'password', isSecret: true },
    { name: 'privateKey', input: 'area', isSecret: true, isOption: true },
    { name: 'passphrase', input: 'password', isSecret: true, isOption: true },
  ],
};

export const TARGET_KINDS = Object.keys(TARGET_FIELDS) as readonly TargetKind[];

export type TargetValues = Readonly<Record<string, string>>;

/** Returns the settings and secrets for the API, without empty fields. */
export function targetOf(
  kind: TargetKind,
  values: TargetValues,
  drives: readonly Drive[],
): Pick<NewTarget, 'settings' | 'secrets'> {
  const filled = TARGET_FIELDS[kind].filter(({ name }) => (values[name] ?? '').trim() !== '');
  const settings = filled
    .filter(({ isSecret }) => !isSecret)
    .map(({ name, input }) =>
      input === 'drive' ? driveChoice(values[name] ?? '', drives) : [name, values[name]?.trim()],
    );
  return {
    settings: { kind, ...Object.fromEntries(settings) } as NewTarget['settings'],
    secrets: secretsOf(kind, values),
  };
}

/** Returns the secrets that were typed. */
export function secretsOf(kind: TargetKind, values: TargetValues): NonNullable<NewTarget['secrets']> {
  const typed = TARGET_FIELDS[kind].filter(({ name, isSecret }) => isSecret && values[name]);
  return Object.fromEntries(typed.map(({ name }) => [name, values[name]]));
}

/** Identifies a drive by its label, to find it wherever it is mounted, or by mount point without a unique label. */
function driveChoice(mount: string, drives: readonly Drive[]): readonly [string, string] {
  const label = drives.find((drive) => drive.mount === mount)?.label ?? '';
  const isUnique = drives.filter((drive) => drive.label === label).length === 1;
  return label !== '' && isUnique ? ['label', label] : ['path', mount];
}

/** An error message from the API and the field it refers to, if any. */
export type FieldFault = Readonly<{ field?: string; text: string }>;

/** @param status of the response @param place field with the target's location */
export function fieldFault(status: number, sentence: string, place: string): FieldFault {
  const named = /^The field "(?:(?:settings|secrets)\.)?(\w+)" (?:is not valid|is missing): (.*)$/.exec(
    sentence,
  );
  if (named?.[1] !== undefined) return { field: named[1], text: named[2] ?? sentence };
  if (status === 409 && /^There is a target /.test(sentence)) return { field: 'name', text: sentence };
  return status === 400 || status === 403 ? { field: place, text: sentence } : { text: sentence };
}
