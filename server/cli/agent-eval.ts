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
      'Give a model thirty tasks on a small site and check the resulting files, to see how well it does such work on this server. Nothing is stored.',
    )
    .argument(
      '[folder]',
      'folder with site/ and tasks/ (default: the ones included with Offprint)',
      OWN_TASKS,
    )
    .requiredOption('--url <address>', 'address of the model server; ends in /v1')
    .requiredOption('--model <id>', 'model ID on that server')
    .option('--token-file <file>', 'file with the token; - reads it from standard input')
    .option('--certificate <file>', 'PEM certificates to trust for this server')
    .option('--window <tokens>', 'context window, if known (default: measured)', countOf)
    .option('--only <text...>', 'only tasks whose name contains one of these')
    .action(async (folder: string, options: EvalOptions) => {
      const { evaluate } = await import('./evaluate.ts');
      await evaluate(folder, options);
    });
}
