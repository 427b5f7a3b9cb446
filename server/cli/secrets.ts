import fs from 'node:fs';
import { Command } from 'commander';
import { readPlainFile } from '../plain-file.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Output, outputFor, plural } from './terminal.ts';
import type { Secrets } from './wire.ts';
import { withApi } from './with-api.ts';

const PATH = '/v1/secrets';

export function secretsCommand(): Command {
  const status = apiCommand('status')
    .description('Show where the master key is stored and list the secrets.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const secrets = await api.request<Secrets>('GET', PATH);
        output.result(secrets);
        printSecrets(secrets, output);
        output.line(`Stored    ${secrets.names.length === 0 ? 'none' : secrets.names.join(', ')}`);
      }),
    );

  const rotate = apiCommand('rotate')
    .description('Encrypt all secrets with a new master key.')
    .action((options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const done = await api.request<{ resealed: number }>('POST', `${PATH}/rotate`);
        output.result(done);
        output.line(`Encrypted ${plural(done.resealed, 'secret')} with a new master key.`);
      }),
    );

  const set = apiCommand('set')
    .description('Store a credential for a live site. Its value is read from standard input.')
    .argument('<name>', 'name that projects use for the credential')
    .option('--file <file>', 'read the value from this file instead')
    .action((name: string, options: ApiOptions & { file?: string }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        await api.request('POST', '/v1/credentials', { name, value: readValue(options.file) });
        output.result({ set: name });
        output.line(`Stored the credential ${name}.`);
      }),
    );

  const remove = apiCommand('delete')
    .description('Delete a credential.')
    .argument('<name>', 'name of the credential')
    .action((name: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        await api.request('DELETE', `/v1/credentials/${encodeURIComponent(name)}`);
        output.result({ deleted: name });
        output.line(`Deleted the credential ${name}.`);
      }),
    );

  return new Command('secrets')
    .summary('manage the master key and credentials for live sites')
    .description('Secrets in the data folder and the master key that encrypts them (see docs/operations.md).')
    .addCommand(status, { isDefault: true })
    .addCommand(set)
    .addCommand(remove)
    .addCommand(rotate);
}

/** Reads a value without the line break that editors and echo add. */
function readValue(file: string | undefined): string {
  const bytes = file === undefined ? fs.readFileSync(process.stdin.fd) : readPlainFile(file, 'The file');
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}

function printSecrets(
  { detail, problem }: Readonly<{ detail: string; problem?: string | undefined }>,
  output: Output,
): void {
  output.line(`Secrets   ${detail}`);
  if (problem !== undefined) output.line(`          ${problem}`);
}
