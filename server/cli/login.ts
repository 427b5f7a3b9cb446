import type { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { formatTime, outputFor } from './terminal.ts';
import type { LoginLink } from './wire.ts';
import { withApi } from './with-api.ts';

export function loginCommand(): Command {
  return apiCommand('login')
    .summary('get a link that opens the interface in a browser')
    .description(
      'Prints a link that opens the interface in a browser and logs you in to the server that is using this data folder. The link works only once and expires after ten minutes.',
    )
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        if (api.local()?.role !== 'server') {
          throw new OffprintError(
            'usage',
            'No server is using this data folder. Start one with: offprint serve',
          );
        }
        const link = await api.request<LoginLink>('POST', '/v1/login-links');
        output.result(link);
        output.line(link.url);
        output.note(`This link works only once, and only until ${formatTime(link.expiresAt)}.`);
      }),
    );
}
