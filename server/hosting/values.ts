import { parseDocument } from 'yaml';
import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';

/** The deployment settings that consume a bundle (specification, "Deployment settings that consume a bundle"). */
export type StaticExport = Readonly<{
  enabled: boolean;
  /** An http or https address, or a path. Empty only if not enabled. */
  bundleUrl: string;
  /** The only version that may be served; null for any. */
  version: string | null;
}>;

const VERSION = /^[A-Za-z0-9._-]{1,64}$/;

const KEYS = {
  enabled: z.boolean({ error: 'must be true or false' }),
  bundleUrl: z.string({ error: 'must be text: an http or https address, or a path' }).refine(isSource, {
    error: 'must be an http or https address, or a path',
  }),
  version: z
    .string({ error: 'must be text: put it in quotes' })
    .refine((version) => version === '' || VERSION.test(version), {
      error: 'must be a bundle version: 1 to 64 characters from A-Z a-z 0-9 . _ -',
    }),
} as const;

type Key = keyof typeof KEYS;

const NAMES = Object.keys(KEYS) as readonly Key[];

/** Environment variable for each key. */
export const ENVIRONMENT: Readonly<Record<Key, string>> = {
  enabled: 'STATIC_EXPORT_ENABLED',
  bundleUrl: 'STATIC_EXPORT_BUNDLE_URL',
  version: 'STATIC_EXPORT_VERSION',
};

export type ValuesSources = Readonly<{
  /** YAML or JSON files, as the chart reads them; later files override earlier ones. */
  files?: readonly string[];
  /** Overrides the files. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Command-line options by key, with the option's name; they override everything else. */
  options?: Readonly<Partial<Record<Key, Readonly<{ name: string; value: string }>>>>;
}>;

/**
 * Reads the three settings from all their sources. Other keys of a values file belong to the chart.
 * @throws OffprintError `usage`, which names the key and its source
 */
export function readValues({ files = [], environment = {}, options = {} }: ValuesSources): StaticExport {
  const merged: Partial<Record<Key, unknown>> = {};
  for (const file of files) {
    for (const [key, value] of Object.entries(staticExportOf(file))) {
      const where = `staticExport.${key} in ${file}`;
      if (!isKey(key)) {
        throw new OffprintError(
          'usage',
          `Unknown key staticExport.${key} in ${file}. Correct or remove it. Valid keys: ${NAMES.join(', ')}.`,
        );
      }
      // As in Helm, null removes the value of an earlier file.
      if (value === null) delete merged[key];
      else merged[key] = checked(key, value, where);
    }
  }
  for (const key of NAMES) {
    const option = options[key];
    const name = option?.name ?? ENVIRONMENT[key];
    const text = option?.value ?? environment[name];
    if (text !== undefined) merged[key] = checked(key, typed(key, text), `${name} (staticExport.${key})`);
  }
  const { enabled = false, bundleUrl = '', version = '' } = merged as Partial<Record<Key, never>>;
  if (enabled && bundleUrl === '') {
    throw new OffprintError(
      'usage',
      `staticExport.enabled is true, but staticExport.bundleUrl is not set. Set it in the values file or with ${ENVIRONMENT.bundleUrl}.`,
    );
  }
  return { enabled, bundleUrl, version: version === '' ? null : version };
}

/** Converts text from an environment variable or option to the type of its key. */
function typed(key: Key, text: string): unknown {
  if (key !== 'enabled') return text;
  return text === 'true' ? true : text === 'false' ? false : text;
}

function checked(key: Key, value: unknown, where: string): unknown {
  const parsed = KEYS[key].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new OffprintError('usage', `${where} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}

function isKey(key: string): key is Key {
  return Object.hasOwn(KEYS, key);
}

function isSource(text: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(text) ?? [];
  if (scheme === undefined) return !text.includes('\0');
  return /^(https?|file)$/i.test(scheme) ? URL.canParse(text) : false;
}

/** Contents of `staticExport` in a file; empty if there is no such key. */
function staticExportOf(file: string): Readonly<Record<string, unknown>> {
  const values = parsed(file);
  if (values === null) return {}; // a file with only comments
  if (!isMap(values))
    throw new OffprintError('usage', `${file} must be a mapping of keys to values. Check it and try again.`);
  const { staticExport = null } = values;
  if (staticExport === null) return {};
  if (isMap(staticExport)) return staticExport;
  throw new OffprintError(
    'usage',
    `staticExport in ${file} must be a mapping of keys to values. Correct it. Valid keys: ${NAMES.join(', ')}.`,
  );
}

/** Parses a file as Helm does: YAML 1.1, where `yes` is true; JSON is a subset. */
function parsed(file: string): unknown {
  const text = readPlainFile(file, 'The values file').toString('utf8');
  const document = parseDocument(text, { version: '1.1', prettyErrors: true });
  const [error] = document.errors;
  if (error) {
    const [what] = error.message.split('\n');
    throw new OffprintError(
      'usage',
      `${file} is not valid YAML: ${what?.replace(/:$/, '')}. Check it and try again.`,
    );
  }
  try {
    return document.toJS();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OffprintError('usage', `${file} cannot be read: ${why}. Check it and try again.`, cause);
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
