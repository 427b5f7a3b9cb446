import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { countOf } from './list.ts';
import { offprintCommand } from './options.ts';

/** The tasks that come with Offprint. */
const OWN_TASKS = fileURLToPath(new URL('../../examples/agent-tasks', import.meta.url));

export type EvalOptions = Readonly<{
  json?: boolean;
  url: string;
  model: string;
  tokenFile?: string;
  certificate?: string;
  window?: number;
  only?: string[];
}>;

export function evalCommand(): Command {
  return offprintCommand('eval')
    .description(
      'Test how well a model handles agent jobs: give it thirty tasks on a small site and check the files it produces. Nothing is stored.',
    )
    .argument(
      '[folder]',
      'folder that contains site/ and tasks/ (default: the one included with Offprint)',
      OWN_TASKS,
    )
    .requiredOption('--url <address>', 'address of the model server, ending in /v1')
    .requiredOption('--model <id>', 'model ID on that server')
    .option('--token-file <file>', 'file that contains the token, or - for standard input')
    .option('--certificate <file>', 'PEM certificates to trust for this server')
    .option('--window <tokens>', 'context window, if known (default: measured)', countOf)
    .option('--only <text...>', 'run only tasks whose names contain one of these strings')
    .action(async (folder: string, options: EvalOptions) => {
      const { evaluate } = await import('./evaluate.ts');
      await evaluate(folder, options);
    });
}
