import { type Command, InvalidArgumentError } from 'commander';
import { OffprintError } from '../errors.ts';
import { projectPath, requireProject } from './find-project.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { outputFor, plural } from './terminal.ts';
import type { ProjectRetention, RetentionRules } from './wire.ts';
import { withApi } from './with-api.ts';

type RetentionOptions = ApiOptions & Readonly<{ keepLast?: number; keepDays?: number; default?: boolean }>;

/** `offprint projects retention`: the rules of one project. */
export function projectRetentionCommand(): Command {
  return apiCommand('retention')
    .description(
      "Show or set which of a project's exports are kept when old ones are removed (offprint prune).",
    )
    .argument('<project>', 'id, domain or name')
    .option('--keep-last <count>', 'number of completed exports to keep; 0 turns this rule off', numberOf)
    .option('--keep-days <days>', 'number of days to keep exports; 0 turns this rule off', numberOf)
    .option('--default', 'return to the rules that apply to all projects')
    .action((reference: string, options: RetentionOptions) => {
      const { keepLast, keepDays, default: isDefault } = options;
      const isSet = keepLast !== undefined || keepDays !== undefined;
      if (isSet && isDefault) {
        throw new OffprintError('usage', '--default cannot be combined with --keep-last or --keep-days.');
      }
      return withApi(options, isSet || isDefault ? 'change' : 'read', async (api) => {
        const output = outputFor(options.json === true);
        const place = `${projectPath(await requireProject(api, reference))}/retention`;
        const own = isSet ? { keepLast: keepLast ?? 0, keepDays: keepDays ?? 0 } : null;
        const found =
          isSet || isDefault
            ? await api.request<ProjectRetention>('POST', place, { own })
            : await api.request<ProjectRetention>('GET', place);
        output.result(found);
        output.line(
          `Rules     ${told(found.own ?? found.general)}${found.own ? '' : ' (the rules for all projects)'}`,
        );
      });
    });
}

function told({ keepLast, keepDays }: RetentionRules): string {
  const rules = [
    ...(keepLast > 0 ? [`keep the last ${plural(keepLast, 'export')}`] : []),
    ...(keepDays > 0 ? [`keep exports for ${plural(keepDays, 'day')}`] : []),
  ];
  return rules.length === 0 ? 'keep all exports' : rules.join(', ');
}

function numberOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, 0 or more.');
}
