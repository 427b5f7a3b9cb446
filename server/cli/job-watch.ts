import type { Command } from 'commander';
import type { JobEvent } from './client.ts';
import { exitCodeOf } from './exit-codes.ts';
import { findJob, follow, nobodyRuns } from './follow.ts';
import { hasEnded, PHASES } from './job-state.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { noteWait, showProgress } from './run-job.ts';
import { formatMoment, type Output, outputFor } from './terminal.ts';
import type { Job } from './wire.ts';
import { withApi } from './with-api.ts';

export function jobWatchCommand(): Command {
  return apiCommand('watch')
    .description("Follow a job's progress until it ends. The command exits with the export's exit code.")
    .argument('<job>', 'job id (se_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const found = await findJob(api, id);
        if (api.local()?.role === 'reader' && !hasEnded(found)) throw nobodyRuns(id);
        await noteWait(api, found, output);
        const job = await follow(api, id, 'read', (event) => {
          showProgress(event, output);
          printEvent(event, output);
        });
        output.progressDone();
        output.result(job);
        if (job.status === 'completed') return;
        output.note(`offprint: ${job.error ?? 'The export failed.'}`);
        process.exitCode = exitCodeOf(job.errorCode ?? 'internal');
      }),
    );
}

/** Prints a stored event. */
function printEvent({ kind, data }: JobEvent, output: Output): void {
  const { at, phase, code, why } = data as {
    at?: string;
    phase?: Job['phase'];
    code?: string;
    why?: string;
  };
  if (at === undefined) return;
  const detail = phase ? PHASES[phase] : (code ?? why);
  output.line([formatMoment(at), kind, ...(detail ? [detail] : [])].join('  '));
}
