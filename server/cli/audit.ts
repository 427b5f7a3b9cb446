import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatTime, outputFor } from './terminal.ts';
import type { AuditTrail } from './wire.ts';
import { withExistingData } from './with-api.ts';

type AuditOptions = ApiOptions &
  Readonly<{
    limit: number;
    action?: string;
    by?: string;
    object?: string;
    since?: string;
    until?: string;
    format?: 'csv' | 'jsonl';
  }>;

/** Largest page that the API returns. */
const LIMIT_MAX = 1000;

export function auditCommand(): Command {
  return apiCommand('audit')
    .summary('who changed what, and when')
    .description(
      'Shows who changed, published, received or decided what, and when, newest first. Entries are never changed or deleted.',
    )
    .option('--limit <number>', 'maximum number of entries, up to 1000', limitOf, 50)
    .option(
      '--action <action>',
      'only this action, for example project-changed (specify an unknown action to list all actions)',
    )
    .option('--by <name>', 'only actions by the API key with this name, or by "owner"')
    .option('--object <text>', 'only changes to this object (an id or part of a name)')
    .option('--since <time>', 'only entries from this time on, for example 2026-11-29 or 2026-11-29T14:00')
    .option('--until <time>', 'only entries before this time')
    .addOption(
      new Option('--format <format>', 'print all matching entries in a format for other programs').choices([
        'csv',
        'jsonl',
      ]),
    )
    .action((options: AuditOptions) =>
      withExistingData(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const query = new URLSearchParams({ limit: String(options.limit) });
        for (const name of ['action', 'by', 'object'] as const) {
          if (options[name] !== undefined) query.set(name, options[name]);
        }
        for (const name of ['since', 'until'] as const) {
          if (options[name] !== undefined) query.set(name, timeOf(name, options[name]));
        }
        if (options.format !== undefined) {
          const accept = options.format === 'csv' ? 'text/csv' : 'application/jsonl';
          await pipeline(await api.open(`/v1/audit?${query}`, { accept }), process.stdout, { end: false });
          return;
        }
        const trail = await api.request<AuditTrail>('GET', `/v1/audit?${query}`);
        output.result(trail);
        if (trail.entries.length === 0) output.line('No entries.');
        output.table(['WHEN', 'WHO', 'WHAT', 'SUBJECT', 'DETAIL'], trail.entries.map(row));
        if (trail.nextCursor !== null)
          output.note(
            'There are older entries. To see them, use a higher --limit, or --format, which prints them all.',
          );
      }),
    );
}

function limitOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX) return value;
  throw new InvalidArgumentError(`Use a whole number from 1 to ${LIMIT_MAX}.`);
}

/** @throws OffprintError `usage` */
function timeOf(name: string, text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new OffprintError(
    'usage',
    `--${name} takes a time like 2026-11-29 or 2026-11-29T14:00, not ${text}.`,
  );
}

function row({ at, by, action, subject, detail }: AuditTrail['entries'][number]): Cell[] {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  const told = facts.map(([name, value]) => `${name} ${name === 'digest' ? value?.slice(0, 12) : value}`);
  return [formatTime(at), by, action, subject, told.join(', ')];
}
