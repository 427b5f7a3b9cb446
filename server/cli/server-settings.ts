import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { isNear } from '../../shared/site-address.ts';
import { OffprintError } from '../errors.ts';
import { notValid } from '../not-valid.ts';
import { serverSettings } from '../settings.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import type { SettingSchema } from './setting-options.ts';
import { type Cell, outputFor } from './terminal.ts';
import type { EffectiveSettingList, Settings } from './wire.ts';
import { withApi } from './with-api.ts';

const PATH = '/v1/settings';
/** Settings that contain paths on the server's computer. */
const PATHS: ReadonlySet<string> = new Set(['tlsCertificate', 'tlsKey', 'directoryRoots']);

export function settingsCommand(): Command {
  const list = apiCommand('list')
    .description('List the server settings.')
    .option('--effective', 'also show which environment variable, file or option each value comes from')
    .action((options: ApiOptions & { effective?: boolean }) =>
      withApi(options, 'read', async (api) => {
        if (options.effective) printEffective(await api.request('GET', `${PATH}/effective`), options);
        else print(await api.request('GET', PATH), options);
      }),
    );

  const set = apiCommand('set')
    .description('Change a setting. Changes to the host, port or TLS take effect after a restart.')
    .argument('<name>', 'see: offprint settings')
    .argument('<value...>', 'new value, or several for a setting that is a list')
    .action((name: string, values: string[], options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const isPath = PATHS.has(name) && api.local() !== undefined;
        const value = settingValue(name, isPath ? values.map((value) => path.resolve(value)) : values);
        print(await api.request('PATCH', PATH, { [name]: value }), options, name);
      }),
    );

  const unset = apiCommand('unset')
    .description('Reset a setting to its default.')
    .argument('<name>', 'see: offprint settings')
    .action((name: string, options: ApiOptions) => {
      schemaOf(name);
      return withApi(options, 'change', async (api) =>
        print(await api.request('PATCH', PATH, { [name]: null }), options, name),
      );
    });

  return new Command('settings')
    .summary('list, set and unset server settings')
    .description('Server settings (explained in docs/settings.md).')
    .addCommand(list, { isDefault: true })
    .addCommand(set)
    .addCommand(unset);
}

/** Returns every server setting with its JSON schema, in the order of the table. */
function serverSettingSchemas(): readonly (readonly [name: string, schema: SettingSchema])[] {
  const { properties } = z.toJSONSchema(serverSettings, { io: 'input' }) as {
    properties: Record<string, SettingSchema>;
  };
  return Object.entries(properties);
}

/**
 * Parses a setting's value from words of the command line.
 * @param option option that the value was given to, for error messages
 * @throws OffprintError `usage`
 */
export function settingValue(name: string, words: readonly string[], option?: string): unknown {
  const { type } = schemaOf(name);
  const called = option ?? `The setting ${name}`;
  const [word = ''] = words;
  if (type !== 'array' && words.length !== 1) throw new OffprintError('usage', `${called} takes one value.`);
  if (type === 'integer' && !/^-?\d+$/.test(word.trim()))
    throw new OffprintError('usage', `${called} takes a whole number, not "${word}".`);
  const value =
    type === 'array'
      ? words
      : type === 'integer'
        ? Number(word)
        : type === 'boolean'
          ? ({ true: true, false: false }[word] ?? word)
          : word;
  const shape: Readonly<Record<string, z.ZodType>> = serverSettings.shape;
  const parsed = shape[name]?.safeParse(value);
  if (parsed?.success) return value;
  throw new OffprintError('usage', notValid(option ?? `The value of ${name}`, parsed?.error.issues[0]));
}

function schemaOf(name: string): SettingSchema {
  const found = serverSettingSchemas().find(([other]) => other === name);
  if (found) return found[1];
  const near = serverSettingSchemas().find(([other]) => isNear(name.toLowerCase(), other.toLowerCase()))?.[0];
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new OffprintError(
    'usage',
    `There is no setting named ${name}.${meant} List the settings with: offprint settings`,
  );
}

function print(settings: Settings, options: ApiOptions, only?: string): void {
  const output = outputFor(options.json === true);
  output.result(settings);
  const rows = serverSettingSchemas()
    .filter(([name]) => only === undefined || name === only)
    .map(([name, schema]): Cell[] => {
      const value = settings[name as keyof Settings];
      const isDefault = JSON.stringify(value) === JSON.stringify(schema.default);
      return [
        name,
        isDefault ? { text: 'default', colour: 'dim' } : { text: 'set', colour: 'green' },
        textOf(value),
      ];
    });
  output.table(['SETTING', 'FROM', 'VALUE'], rows);
}

function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  return text === '' ? '-' : text;
}

const FROM = {
  option: 'command-line option',
  environment: 'environment',
  file: 'file',
  stored: 'stored',
  default: 'default',
} as const;

function printEffective(list: EffectiveSettingList, options: ApiOptions): void {
  const output = outputFor(options.json === true);
  output.result(list);
  output.table(
    ['SETTING', 'VALUE', 'FROM'],
    list.settings.map(({ name, value, from, place }): Cell[] => [
      name,
      textOf(value),
      from === 'default'
        ? { text: FROM[from], colour: 'dim' }
        : `${FROM[from]}${place === null ? '' : ` ${place}`}`,
    ]),
  );
}
