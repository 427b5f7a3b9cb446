import type { z } from 'zod';
import { environmentSettings } from './environment-settings.ts';
import type { FixedSetting } from './fixed-setting.ts';
import { type ServerSettings, serverSettings } from './settings.ts';
import { fileSettings } from './settings-file.ts';
import type { Store } from './store/database.ts';
import { readSettings } from './store/settings.ts';

/**
 * A setting and the source of its value. Options of this launch override the environment, that the file, and that the
 * store.
 */
export type EffectiveSetting = Readonly<{
  name: string;
  value: unknown;
  from: 'option' | 'environment' | 'file' | 'stored' | 'default';
  /** Name of the variable or path of the file; null for others. */
  place: string | null;
}>;

/** Settings from options of a launch. Missing and undefined ones have no effect. */
export type LaunchOptions = Readonly<Record<string, unknown>>;

/**
 * Returns the effective settings: from the options of this launch, else the environment, the settings file, the store,
 * or the default. Stored values that are no longer valid are ignored.
 * @param store undefined if there is none yet
 * @throws OffprintError `usage` if the environment or the file is invalid
 */
export function settingsOf(store: Store | undefined, options: LaunchOptions = {}): ServerSettings {
  return Object.fromEntries(
    effectiveSettings(store, options).map(({ name, value }) => [name, value]),
  ) as unknown as ServerSettings;
}

/** Returns every setting with the source of its value. @param options of this launch @throws as settingsOf */
export function effectiveSettings(store: Store | undefined, options: LaunchOptions = {}): EffectiveSetting[] {
  const fixed = fixedServerSettings();
  const stored = store ? storedSettings(store) : {};
  const usual: Readonly<Record<string, unknown>> = serverSettings.parse({});
  return Object.keys(serverSettings.shape).map((name) => {
    if (options[name] !== undefined) return { name, value: options[name], from: 'option', place: null };
    const held = fixed.get(name);
    if (held) return { name, ...held };
    if (name in stored) return { name, value: stored[name], from: 'stored', place: null };
    return { name, value: usual[name], from: 'default', place: null };
  });
}

/**
 * Returns the settings that the API cannot change. The environment overrides the file.
 * @throws OffprintError `usage`
 */
export function fixedServerSettings(
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): ReadonlyMap<string, FixedSetting> {
  const { shape } = serverSettings;
  return new Map([...fileSettings(shape, env), ...environmentSettings(shape, env)]);
}

function storedSettings(store: Store): Record<string, unknown> {
  const shape: Readonly<Record<string, z.ZodType>> = serverSettings.shape;
  return Object.fromEntries(
    Object.entries(readSettings(store)).filter(([name, value]) => shape[name]?.safeParse(value).success),
  );
}
