import { Command } from 'commander';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor } from './terminal.ts';
import type { Queue } from './wire.ts';
import { withApi } from './with-api.ts';

const PATH = '/v1/static-export/queue';

export function queueCommand(): Command {
  return new Command('queue')
    .summary('show, pause and resume the export queue')
    .description('The export queue: what is running and what is waiting.')
    .addCommand(command('show', 'Show what is running and how many jobs are waiting.'), { isDefault: true })
    .addCommand(command('pause', 'Stop starting queued jobs. Running jobs continue.'))
    .addCommand(command('resume', 'Let queued jobs start again.'));
}

function command(name: 'show' | 'pause' | 'resume', description: string): Command {
  return apiCommand(name)
    .description(description)
    .action((options: ApiOptions) =>
      withApi(options, name === 'show' ? 'read' : 'change', async (api) => {
        const output = outputFor(options.json === true);
        const queue = await (name === 'show'
          ? api.request<Queue>('GET', PATH)
          : api.request<Queue>('POST', `${PATH}/${name}`));
        output.result(queue);
        const role = api.local()?.role;
        const isActive = role === undefined || role === 'server';
        output.line(
          `Queue     ${queue.paused ? 'paused' : isActive ? 'running' : 'not running: no server is using this data folder'}`,
        );
        output.line(`Waiting   ${queue.queued}`);
        output.line(
          `Running   ${queue.running.length} of ${queue.concurrency} ${queue.running.join(', ')}`.trimEnd(),
        );
      }),
    );
}
