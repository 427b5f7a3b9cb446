import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { exitCodes } from '../server/cli/exit-codes.ts';
import { exportSettings } from '../server/exports/settings/settings.ts';
import { serverSettings } from '../server/settings.ts';

/** Generates docs/settings.md from the schemas that validate the settings. */
export function settingsPage(): string {
  return `# Settings

The API, the command line and the interface take exactly these. Made by \`npm run docs:settings\`.

## Export settings

Of one export: given with it, or as the defaults of a project. On the command line \`maxPages\` is \`--max-pages\`;
lists take several values.

${table(exportSettings)}

## Server settings

Of a data folder, for all its projects: \`offprint settings\`, or \`/v1/settings\` with a key of the scope \`admin\`.
Changes to \`localApi\`, \`host\`, \`port\`, \`tlsCertificate\`, \`tlsKey\` and \`allowPlainNetwork\` take effect after a restart;
changes to \`publicUrl\` and \`allowedHosts\` take effect immediately.

${table(serverSettings)}
`;
}

/** Generates docs/exit-codes.md from the table that the command line uses. */
export function exitCodesPage(): string {
  const rows = exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [
    '# Exit codes',
    '',
    'What `offprint` ends with. Made by `npm run docs:settings`.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

type SettingSchema = Readonly<{
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly { format?: string }[];
  default?: unknown;
  description?: string;
}>;

function table(settings: z.ZodType): string {
  const { properties } = z.toJSONSchema(settings, { io: 'input' }) as {
    properties: Record<string, SettingSchema>;
  };
  const rows = Object.entries(properties).map(([name, schema]) => {
    const type = schema.enum ? schema.enum.map((value) => `\`${value}\``).join(', ') : typeText(schema);
    return `| \`${name}\` | ${type} | \`${JSON.stringify(schema.default)}\` | ${schema.description ?? ''} |`;
  });
  return ['| name | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function typeText({ type, anyOf }: SettingSchema): string {
  if (anyOf?.some(({ format }) => format === 'uri')) return 'URL or empty';
  if (type === 'array') return 'list of text';
  if (type === 'integer') return 'whole number';
  return type === 'boolean' ? 'boolean' : 'text';
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  fs.writeFileSync('docs/settings.md', settingsPage());
  fs.writeFileSync('docs/exit-codes.md', exitCodesPage());
}
