import type { z } from 'zod';
import { OffprintError } from './errors.ts';
import { notValid } from './not-valid.ts';

/** A setting that the environment or the settings file fixes: nobody can change it by API. */
export type FixedSetting = Readonly<{ value: unknown; from: 'environment' | 'file'; place: string }>;

export type FixedSettings = ReadonlyMap<string, FixedSetting>;

/** The schema of each setting, by its name. */
export type SettingsShape = Readonly<Record<string, z.ZodType>>;

/**
 * The value of a setting as its schema gives it.
 * @param where as it stands in a sentence: `in OFFPRINT_PORT`
 * @throws OffprintError `usage`
 */
export function validSetting(shape: SettingsShape, name: string, value: unknown, where: string): unknown {
  const parsed = shape[name]?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw new OffprintError('usage', notValid(`The value of ${name} ${where}`, parsed?.error.issues[0]));
}
