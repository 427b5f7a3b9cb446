import fs from 'node:fs';
import type { z } from 'zod';
import { OffprintError, systemCode } from './errors.ts';
import { notValid } from './not-valid.ts';

/** A setting that the environment or the settings file fixes: nobody can change it by API. */
export type FixedSetting = Readonly<{ value: unknown; from: 'environment' | 'file'; place: string }>;

type Shape = Readonly<Record<string, z.ZodType>>;

/** Names a file with settings: a JSON object like the answer of `GET /v1/settings`, of those that it fixes. */
export const SETTINGS_FILE = 'OFFPRINT_SETTINGS_FILE';

/** The variable that fixes a setting: `OFFPRINT_EXPORT_CONCURRENCY` for `exportConcurrency`. */
export function variableOf(name: string): string {
  return `OFFPRINT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

type Fixed = ReadonlyMap<string, FixedSetting>;

/**
 * What the settings file says, if the environment names one.
 * @throws OffprintError `usage` where the file cannot be read, or a value is not right
 */
export function fileSettings(shape: Shape, env: Readonly<NodeJS.ProcessEnv>): Fixed {
  const fixed = new Map<string, FixedSetting>();
  const file = env[SETTINGS_FILE];
  if (!file) return fixed;
  for (const [name, value] of Object.entries(readObject(file))) {
    if (!(name in shape)) {
      throw new OffprintError(
        'usage',
        `The file ${file} (${SETTINGS_FILE}) contains an unknown setting: ${name}.`,
      );
    }
    fixed.set(name, { value: valid(shape, name, value, `in the file ${file}`), from: 'file', place: file });
  }
  return fixed;
}

/**
 * What variables of the environment say.
 * @throws OffprintError `usage` where a value is not right
 */
export function environmentSettings(shape: Shape, env: Readonly<NodeJS.ProcessEnv>): Fixed {
  const fixed = new Map<string, FixedSetting>();
  for (const name of Object.keys(shape)) {
    const text = env[variableOf(name)];
    if (text === undefined || text === '') continue;
    const place = variableOf(name);
    fixed.set(name, {
      value: valid(shape, name, ofText(shape, name, text), `in ${place}`),
      from: 'environment',
      place,
    });
  }
  return fixed;
}

function valid(shape: Shape, name: string, value: unknown, where: string): unknown {
  const parsed = shape[name]?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw new OffprintError('usage', notValid(`The value of ${name} ${where}`, parsed?.error.issues[0]));
}

/** As the schema wants it: lists are separated by commas. */
function ofText(shape: Shape, name: string, text: string): unknown {
  const words: unknown = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const candidates = [text, Number(text), { true: true, false: false }[text], words];
  return candidates.find((value) => value !== undefined && shape[name]?.safeParse(value).success) ?? text;
}

/** Read once: files hold from the start of a process, as variables do. */
const read = new Map<string, Readonly<Record<string, unknown>>>();

function readObject(file: string): Readonly<Record<string, unknown>> {
  const known = read.get(file);
  if (known) return known;
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OffprintError(
      'usage',
      `The file ${file} (${SETTINGS_FILE}) cannot be used: ${systemCode(error) ?? 'it is not JSON'}.`,
      error,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new OffprintError(
      'usage',
      `The file ${file} (${SETTINGS_FILE}) must contain a JSON object of settings.`,
    );
  }
  read.set(file, value as Record<string, unknown>);
  return value as Record<string, unknown>;
}
