import type { Command } from 'commander';
import { withApi } from './connect.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatTime, outputFor } from './terminal.ts';
import type { AuditTrail } from './wire.ts';

export function auditCommand(): Command {
  return apiCommand('audit')
    .description(
      'Who published, received and decided what, and who changed keys, targets and what projects publish, newest first.',
    )
    .option('--limit <count>', 'maximum number of entries, up to 1000', '50')
    .action((options: ApiOptions & { limit: string }) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const query = new URLSearchParams({ limit: options.limit });
        const trail = await api.request<AuditTrail>('GET', `/v1/audit?${query}`);
        output.result(trail);
        if (trail.entries.length === 0) output.line('Nothing is written down yet.');
        output.table(['WHEN', 'WHO', 'WHAT', 'SUBJECT', 'DETAIL'], trail.entries.map(row));
        if (trail.nextCursor !== null) output.note('There are older entries: give a higher --limit.');
      }),
    );
}

function row({ at, by, action, subject, detail }: AuditTrail['entries'][number]): Cell[] {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  const told = facts.map(([name, value]) => `${name} ${name === 'digest' ? value?.slice(0, 12) : value}`);
  return [formatTime(at), by, action, subject, told.join(', ')];
}
