import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { type ExportSettingsInput, exportSettings } from '../exports/settings/settings.ts';

/** What the JSON schema of a setting says. */
export type SettingSchema = { type?: string; default?: unknown; description?: string; enum?: string[] };

/** Every export setting with its JSON schema, in the order of the table. */
function settingSchemas(): readonly (readonly [name: string, schema: SettingSchema])[] {
  const { properties } = z.toJSONSchema(exportSettings, { io: 'input' }) as {
    properties: Record<string, SettingSchema>;
  };
  return Object.entries(properties);
}

/** Gives a command one option for each export setting: `maxPages` is `--max-pages`. */
export function addSettingOptions(command: Command): void {
  command.optionsGroup('Settings of the export:');
  for (const [name, schema] of settingSchemas()) {
    const flag = `--${kebab(name)}`;
    const text = `${(schema.description ?? '').replaceAll('`', '')} (default: ${defaultText(schema.default)})`;
    switch (schema.type) {
      case 'array':
        command.addOption(new Option(`${flag} <value...>`, text));
        break;
      case 'boolean':
        command.addOption(new Option(flag, text));
        break;
      case 'integer':
        command.addOption(new Option(`${flag} <number>`, text).argParser(wholeNumber));
        break;
      default: {
        const option = new Option(`${flag} <value>`, text);
        command.addOption(schema.enum ? option.choices(schema.enum) : option);
      }
    }
  }
}

/** The settings among a command's options. */
export function settingsAmong(options: Readonly<Record<string, unknown>>): ExportSettingsInput {
  const names = new Set(settingSchemas().map(([name]) => name));
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => names.has(name)),
  ) as ExportSettingsInput;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Give a whole number.');
  return value;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function defaultText(value: unknown): string {
  return Array.isArray(value) || value === '' ? 'none' : String(value);
}
