import { Command, InvalidArgumentError, Option } from 'commander';
import { keyScopes } from '../store/keys.ts';
import { notFoundAs } from './not-found.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatTime, outputFor } from './terminal.ts';
import type { AdminKey, AdminKeyList, CreatedAdminKey } from './wire.ts';
import { withApi } from './with-api.ts';

const DAY_MS = 86_400_000;

export function keysCommand(): Command {
  return new Command('keys')
    .summary('list, create and revoke API keys')
    .description("Keys that scripts use to access a server's API.")
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(createCommand())
    .addCommand(revokeCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List API keys, newest first. The keys themselves are not stored.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const list = await api.request<AdminKeyList>('GET', '/v1/keys');
        output.result(list);
        if (list.keys.length === 0)
          output.line('No API keys yet. Create one with: offprint keys create --name <name>');
        output.table(['KEY', 'SCOPES', 'STATE', 'LAST USED', 'NAME'], list.keys.map(keyRow));
      }),
    );
}

type CreateOptions = ApiOptions &
  Readonly<{ name: string; scope: (typeof keyScopes)[number][]; expires?: string; quiet?: boolean }>;

function createCommand(): Command {
  return apiCommand('create')
    .description('Create an API key. It is shown only once.')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option('--scope <scope...>', 'what the key can do; write includes read, admin includes both')
        .choices([...keyScopes])
        .default(['write']),
    )
    .option('--expires <when>', 'days from now, or a time like 2027-01-31T00:00:00Z (default: never)', expiry)
    .option('--quiet', 'print only the key')
    .addHelpText(
      'after',
      `
Examples:
  offprint keys create --name "nightly export" --expires 90
  OFFPRINT_API_KEY=$(offprint keys create --name ci --scope read --quiet)`,
    )
    .action((options: CreateOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const made = await api.request<CreatedAdminKey>('POST', '/v1/keys', {
          name: options.name,
          scopes: options.scope,
          expiresAt: options.expires ?? null,
        });
        output.result(made);
        if (options.quiet) return output.line(made.key);
        output.line(`Key       ${made.key}`);
        output.line('          It is shown only once. Store it where only your script can read it.');
        output.line(`ID        ${made.keyId}`);
        output.line(`Scopes    ${made.scopes.join(', ')}`);
        output.line(`Expires   ${made.expiresAt ?? 'never'}`);
      }),
    );
}

function revokeCommand(): Command {
  return apiCommand('revoke')
    .description('Revoke an API key. It stops working immediately.')
    .argument('<key>', 'key id (key_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const path = `/v1/keys/${encodeURIComponent(id)}`;
        const key = await notFoundAs('key', id, api.request<AdminKey>('DELETE', path));
        output.result(key);
        output.line(`Revoked ${key.name} (${key.keyId}).`);
      }),
    );
}

/** @returns the time in the API's format */
function expiry(text: string): string {
  const isDays = /^\d{1,5}$/.test(text);
  const at = isDays ? Date.now() + Number(text) * DAY_MS : Date.parse(text);
  if (Number.isNaN(at) || (isDays && Number(text) === 0) || !(isDays || /^\d{4}-\d{2}-\d{2}/.test(text))) {
    throw new InvalidArgumentError('Use a number of days, or a time like 2027-01-31T00:00:00Z.');
  }
  if (at <= Date.now()) throw new InvalidArgumentError('Use a time in the future.');
  return new Date(at).toISOString();
}

function keyRow(key: AdminKey): Cell[] {
  return [key.keyId, key.scopes.join(' '), stateOf(key), formatTime(key.lastUsedAt), key.name];
}

function stateOf({ revokedAt, expiresAt }: AdminKey): Cell {
  if (revokedAt !== null) return { text: 'revoked', colour: 'red' };
  if (expiresAt === null) return { text: 'valid', colour: 'green' };
  if (Date.parse(expiresAt) <= Date.now()) return { text: 'expired', colour: 'red' };
  return { text: `until ${formatTime(expiresAt)}`, colour: 'green' };
}
