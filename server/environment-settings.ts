import { type FixedSetting, type FixedSettings, type SettingsShape, validSetting } from './fixed-setting.ts';

/** Environment variable for a setting: `OFFPRINT_EXPORT_CONCURRENCY` for `exportConcurrency`. */
export function variableOf(name: string): string {
  return `OFFPRINT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * Reads the settings that the environment fixes.
 * @throws OffprintError `usage` if a value is invalid
 */
export function environmentSettings(shape: SettingsShape, env: Readonly<NodeJS.ProcessEnv>): FixedSettings {
  const fixed = new Map<string, FixedSetting>();
  for (const name of Object.keys(shape)) {
    const text = env[variableOf(name)];
    if (text === undefined || text === '') continue;
    const place = variableOf(name);
    fixed.set(name, {
      value: validSetting(shape, name, ofText(shape, name, text), `in ${place}`),
      from: 'environment',
      place,
    });
  }
  return fixed;
}

/** Converts a value for the schema. Lists are separated by commas. */
function ofText(shape: SettingsShape, name: string, text: string): unknown {
  const words: unknown = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const candidates = [text, Number(text), { true: true, false: false }[text], words];
  return candidates.find((value) => value !== undefined && shape[name]?.safeParse(value).success) ?? text;
}
