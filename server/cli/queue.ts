import { Command } from 'commander';
import { withApi } from './connect.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor } from './terminal.ts';
import type { Queue } from './wire.ts';

const PATH = '/v1/static-export/queue';

export function queueCommand(): Command {
  return new Command('queue')
    .summary('look at the queue of exports, pause and resume it')
    .description('The queue of export jobs: what runs, what waits.')
    .addCommand(command('show', 'Show what runs and how many jobs wait.'), { isDefault: true })
    .addCommand(command('pause', 'Start no further jobs; those that run go on.'))
    .addCommand(command('resume', 'Start jobs again.'));
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
        output.line(`Queue     ${queue.paused ? 'paused' : isActive ? 'running' : 'no server runs it now'}`);
        output.line(`Waiting   ${queue.queued}`);
        output.line(
          `Running   ${queue.running.length} of ${queue.concurrency} ${queue.running.join(', ')}`.trimEnd(),
        );
      }),
    );
}
