import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { settingSchemas } from '../server/cli/options.ts';

/** docs/settings.md: the table of export settings, made from the schema that validates them. */
export function settingsPage(): string {
  const rows = settingSchemas().map(([name, schema]) => {
    const type = schema.enum ? schema.enum.map((value) => `\`${value}\``).join(', ') : typeText(schema.type);
    return `| \`${name}\` | ${type} | \`${JSON.stringify(schema.default)}\` | ${schema.description ?? ''} |`;
  });
  return `# Export settings

The API, the command line and the interface take exactly these. On the command line \`maxPages\` is \`--max-pages\`;
lists take several values. A project may have defaults of its own. Made by \`npm run docs:settings\`.

| name | type | default | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

function typeText(type: string | undefined): string {
  return type === 'array' ? 'list of text' : type === 'integer' ? 'whole number' : (type ?? 'text');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  fs.writeFileSync('docs/settings.md', settingsPage());
}
