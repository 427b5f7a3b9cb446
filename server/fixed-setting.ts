import type { z } from 'zod';
import { OffprintError } from './errors.ts';
import { notValid } from './not-valid.ts';

/** A setting fixed by the environment or the settings file. It cannot be changed through the API. */
export type FixedSetting = Readonly<{ value: unknown; from: 'environment' | 'file'; place: string }>;

export type FixedSettings = ReadonlyMap<string, FixedSetting>;

/** Schemas by setting name. */
export type SettingsShape = Readonly<Record<string, z.ZodType>>;

/**
 * Validates a setting and returns its parsed value.
 * @param where source of the value as part of a sentence: `in OFFPRINT_PORT`
 * @throws OffprintError `usage`
 */
export function validSetting(shape: SettingsShape, name: string, value: unknown, where: string): unknown {
  const parsed = shape[name]?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw new OffprintError('usage', notValid(`The value of ${name} ${where}`, parsed?.error.issues[0]));
}
