import fs from 'node:fs';
import { OffprintError, systemCode } from './errors.ts';
import { type FixedSetting, type FixedSettings, type SettingsShape, validSetting } from './fixed-setting.ts';

/**
 * Variable that names a settings file: a JSON object like the response of `GET /v1/settings`, with the settings to fix.
 */
export const SETTINGS_FILE = 'OFFPRINT_SETTINGS_FILE';

/**
 * Reads the settings file, if the environment names one.
 * @throws OffprintError `usage` if the file cannot be read or a value is invalid
 */
export function fileSettings(shape: SettingsShape, env: Readonly<NodeJS.ProcessEnv>): FixedSettings {
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
    fixed.set(name, {
      value: validSetting(shape, name, value, `in the file ${file}`),
      from: 'file',
      place: file,
    });
  }
  return fixed;
}

/** Files that were read already: like variables, they are fixed when a process starts. */
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
