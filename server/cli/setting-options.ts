import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { formatQuantity, parseQuantity, type Unit, unitOfSetting } from '../../shared/quantities.ts';
import { type ExportSettingsInput, exportSettings } from '../exports/settings/settings.ts';

/** JSON schema of a setting. */
export type SettingSchema = { type?: string; default?: unknown; description?: string; enum?: string[] };

/** Returns every export setting with its JSON schema, in the order of the table. */
function settingSchemas(): readonly (readonly [name: string, schema: SettingSchema])[] {
  const { properties } = z.toJSONSchema(exportSettings, { io: 'input' }) as {
    properties: Record<string, SettingSchema>;
  };
  return Object.entries(properties);
}

/**
 * Adds an option for each export setting to a command: `--max-pages` for `maxPages`. Sizes and times accept a unit:
 * `acquireMaxMs` is `--acquire-max 6h`, or `--acquire-max-ms`, which also accepts a plain number.
 */
export function addSettingOptions(command: Command): void {
  command.optionsGroup('Export settings:');
  for (const [name, schema] of settingSchemas()) {
    const flag = `--${kebab(name)}`;
    const unit = unitOfSetting(name);
    const text = `${descriptionOf(schema, unit)} (default: ${defaultText(schema.default, unit)})`;
    switch (schema.type) {
      case 'array':
        command.addOption(new Option(`${flag} <value...>`, text));
        break;
      case 'boolean':
        command.addOption(new Option(flag, text));
        break;
      case 'integer': {
        if (unit === undefined) {
          command.addOption(new Option(`${flag} <number>`, text).argParser(wholeNumber));
          break;
        }
        const isTime = unit === 'milliseconds' || unit === 'seconds';
        const argument = isTime ? '<time>' : '<size>';
        const short = optionOf(name);
        const parser = quantityOf(unit, short !== flag);
        command.addOption(new Option(`${short} ${argument}`, text).argParser(parser));
        if (short !== flag)
          command.addOption(
            new Option(`${flag} ${argument}`, text).argParser(quantityOf(unit, false)).hideHelp(),
          );
        break;
      }
      default: {
        const option = new Option(`${flag} <value>`, text);
        command.addOption(schema.enum ? option.choices(schema.enum) : option);
      }
    }
  }
}

/** Extracts the settings from a command's options. */
export function settingsAmong(options: Readonly<Record<string, unknown>>): ExportSettingsInput {
  const names = new Map(
    settingSchemas().flatMap(([name]) => [
      [name, name],
      [attributeOf(name), name],
    ]),
  );
  return Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      const name = names.get(option);
      return name === undefined ? [] : [[name, value]];
    }),
  ) as ExportSettingsInput;
}

/** Returns the option for a setting: `--acquire-max` for `acquireMaxMs`. */
export function optionOf(name: string): string {
  return `--${kebab(attributeOf(name))}`;
}

/** Returns the name of an option's value. Times are given with a unit, so `Ms` would be wrong in it. */
function attributeOf(name: string): string {
  if (!name.endsWith('Ms')) return name;
  const short = name.slice(0, -'Ms'.length);
  return Object.hasOwn(exportSettings.shape, short) ? `${short}Time` : short;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Use a whole number.');
  return value;
}

/** @param needsUnit rejects a plain number, except 0 */
function quantityOf(unit: Unit, needsUnit: boolean): (text: string) => number {
  return (text) => {
    const value = parseQuantity(text, unit);
    const isPlain = /^\s*\d+\s*$/.test(text);
    if (value !== undefined && (value === 0 || !isPlain || !needsUnit)) return value;
    if (needsUnit) throw new InvalidArgumentError('Use a value with a unit, such as 90s or 6h.');
    const examples = unit === 'bytes' || unit === 'mebibytes' ? '500MB or 5GB' : '90s or 6h';
    throw new InvalidArgumentError(`Use a value like ${examples}.`);
  };
}

function descriptionOf({ description = '' }: SettingSchema, unit: Unit | undefined): string {
  const text = description.replaceAll('`', '');
  return unit === undefined ? text : text.replace(/, in (ms|seconds|MiB)\b/, '');
}

/** Converts a name to kebab case: `max-pages` for `maxPages`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function defaultText(value: unknown, unit: Unit | undefined): string {
  if (unit !== undefined && typeof value === 'number') return formatQuantity(value, unit);
  return Array.isArray(value) || value === '' ? 'none' : String(value);
}

/**
 * Shortens the help of a command with dozens of options to the usual ones. `--help all` shows the rest.
 * @param usual long names of the usual options
 */
export function shortenHelp(command: Command, usual: readonly string[]): void {
  const hidden = command.options.filter(({ long, hidden }) => !hidden && !usual.includes(long ?? '')).length;
  const { argv } = process;
  if (argv[argv.findIndex((word) => word === '--help' || word === '-h') + 1] === 'all') return;
  command.configureHelp({
    visibleOptions: (shown) =>
      Help.prototype.visibleOptions
        .call(shown.createHelp(), shown)
        .filter(({ long }) => long === '--help' || usual.includes(long ?? '')),
  });
  command.addHelpText('after', `\nUse --help all to see ${hidden} more options.`);
}
