import type { z } from 'zod';
import { environmentSettings } from './environment-settings.ts';
import type { FixedSetting } from './fixed-setting.ts';
import { type ServerSettings, serverSettings } from './settings.ts';
import { fileSettings } from './settings-file.ts';
import type { Store } from './store/database.ts';
import { readSettings } from './store/settings.ts';

/** Where a value comes from: an option of this launch goes before the environment, that before the file, that before the store. */
export type EffectiveSetting = Readonly<{
  name: string;
  value: unknown;
  from: 'option' | 'environment' | 'file' | 'stored' | 'default';
  /** The variable or the file; null for others. */
  place: string | null;
}>;

/** What options of a launch say of settings: those that are not there, or undefined, say nothing. */
export type LaunchOptions = Readonly<Record<string, unknown>>;

/**
 * All settings as they hold: of the options of this launch, else of the environment, else of the settings file, else as
 * stored, else the default. A stored value that is not valid any more is left out.
 * @param store undefined: none is there yet
 * @throws OffprintError `usage` where the environment or the file is not right
 */
export function settingsOf(store: Store | undefined, options: LaunchOptions = {}): ServerSettings {
  return Object.fromEntries(
    effectiveSettings(store, options).map(({ name, value }) => [name, value]),
  ) as unknown as ServerSettings;
}

/** Every setting with where its value comes from. @param options of this launch @throws as settingsOf */
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

/** Settings that nobody can change by API: the environment goes before the file. @throws OffprintError `usage` */
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
