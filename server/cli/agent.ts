import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { evalCommand } from './agent-eval.ts';
import { agentPath, findAgentJob, printAgentJob, seeAgentJobOut } from './agent-follow.ts';
import { doctorCommand, forgeCommand, modelServerCommand, setupCommand } from './agent-settings.ts';
import { requireProject } from './find-project.ts';
import { type LimitOptions, noteMore, readList, withLimit } from './list.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { type Cell, formatTime, type Output, outputFor } from './terminal.ts';
import type { AgentExport, AgentJob, AgentJobEntry } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

/** Files of an exported change, in download order. */
const EXPORTED = ['change.bundle', 'change.patch', 'SHA256SUMS'] as const;

export function agentCommand(): Command {
  return new Command('agent')
    .summary('have a model propose changes to the documentation')
    .description("Agent jobs: a model edits a site's source, and a person reviews the change.")
    .commandsGroup('Jobs:')
    .addCommand(createCommand())
    .addCommand(getCommand())
    .addCommand(messageCommand())
    .addCommand(listCommand())
    .addCommand(
      steeringCommand(
        'cancel',
        'Cancel a job. Its changes are kept. To continue the job, send it a message.',
      ),
    )
    .addCommand(steeringCommand('archive', 'Archive a job so that it accepts no more messages.'))
    .addCommand(eventsCommand())
    .commandsGroup('Changes:')
    .addCommand(diffCommand())
    .addCommand(
      reviewCommand('approve', 'Merge a change into its target branch (only for projects without a forge).'),
    )
    .addCommand(reviewCommand('reject', 'Reject a change (only for projects without a forge).'))
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .commandsGroup('Settings:')
    .addCommand(setupCommand())
    .addCommand(modelServerCommand())
    .addCommand(forgeCommand())
    .addCommand(doctorCommand())
    .addCommand(evalCommand());
}

type RunOptions = ApiOptions & Readonly<{ detach?: boolean }>;

function createCommand(): Command {
  return apiCommand('create')
    .description('Start a job and follow it until it ends.')
    .argument('<project>', 'id, domain or name')
    .argument('<prompt>', 'instructions for the model, or - to read them from standard input')
    .option('--detach', 'do not wait for the job to finish')
    .action((reference: string, prompt: string, options: RunOptions) =>
      withApi(options, 'change', async (api) => {
        refuseDetached(api, options);
        const { projectId } = await requireProject(api, reference);
        const body = { prompt: textOf(prompt) };
        const job = await api.request<AgentJob>('POST', `/v2/agent/${projectId}/job`, body);
        await followUnlessDetached(api, { projectId, id: job.id }, job, options);
      }),
    );
}

function messageCommand(): Command {
  return apiCommand('message')
    .description('Send a message to a job. A job that has ended will resume.')
    .argument('<job>', 'job id (ag_…)')
    .argument('<prompt>', 'instructions for the model, or - to read them from standard input')
    .option('--detach', 'do not wait for the job to finish')
    .action((id: string, prompt: string, options: RunOptions) =>
      withApi(options, 'change', async (api) => {
        refuseDetached(api, options);
        const found = await findAgentJob(api, id);
        const body = { prompt: textOf(prompt) };
        const job = await api.request<AgentJob>('POST', agentPath(found, '/message'), body);
        await followUnlessDetached(api, found, job, options);
      }),
    );
}

function refuseDetached(api: Api, { detach }: RunOptions): void {
  if (!detach || !api.local()?.isOwn) return;
  throw new OffprintError(
    'usage',
    'No server is using this data folder, so the job would not run. Start a server with offprint serve, or omit --detach.',
  );
}

async function followUnlessDetached(
  api: Api,
  where: Pick<AgentJobEntry, 'projectId' | 'id'>,
  job: AgentJob,
  options: RunOptions,
): Promise<void> {
  const output = outputFor(options.json === true);
  if (options.detach) {
    output.result(job);
    output.line(`Job        ${job.id}`);
    output.line(`To show the job: offprint agent get ${job.id}`);
    return;
  }
  output.note(`Agent job ${job.id}`);
  await seeAgentJobOut(api, where, output);
}

function getCommand(): Command {
  return apiCommand('get')
    .description("Show a job's status and where to find its change.")
    .argument('<job>', 'job id (ag_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        await printAgentJob(api, await findAgentJob(api, id), output);
      }),
    );
}

type ListOptions = ApiOptions & LimitOptions & Readonly<{ status?: string; project?: string }>;

function listCommand(): Command {
  const command = apiCommand('list')
    .description('List jobs, newest first.')
    .option('--project <project>', 'only jobs in this project (id, domain or name)')
    .addOption(
      new Option('--status <status>', 'only jobs with this status').choices([
        'active',
        'completed',
        'archived',
        'failed',
      ]),
    );
  return withLimit(command, 50).action((options: ListOptions) =>
    withApi(options, 'read', async (api) => {
      const output = outputFor(options.json === true);
      const { project, status } = options;
      const projectId = project === undefined ? undefined : (await requireProject(api, project)).projectId;
      const query = { status, projectId };
      const list = await readList<AgentJobEntry>(api, '/v2/agent/jobs', 'jobs', query, options);
      output.result({ jobs: list.entries, nextCursor: list.nextCursor });
      if (list.entries.length === 0) {
        output.line(
          status === undefined && project === undefined
            ? 'No agent jobs yet. Create one with: offprint agent create'
            : 'No matching jobs.',
        );
      }
      output.table(['JOB', 'STATUS', 'CREATED', 'PROMPT'], list.entries.map(jobRow));
      noteMore(list.nextCursor, output);
    }),
  );
}

function jobRow({ id, status, review, createdAt, prompt }: AgentJobEntry): Cell[] {
  const colour = ({ active: 'cyan', completed: 'green', failed: 'red', archived: 'dim' } as const)[status];
  return [id, { text: review ?? status, colour }, formatTime(createdAt), prompt.split('\n')[0] ?? ''];
}

function steeringCommand(name: 'cancel' | 'archive', description: string): Command {
  return apiCommand(name)
    .description(description)
    .argument('<job>', 'job id (ag_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const job = await api.request<AgentJob>('POST', agentPath(await findAgentJob(api, id), `/${name}`));
        output.result(job);
        output.line(`${job.id} is ${name === 'cancel' ? 'canceled' : 'archived'}.`);
      }),
    );
}

type EventsOptions = ApiOptions & Readonly<{ follow?: boolean }>;

function eventsCommand(): Command {
  return apiCommand('events')
    .description("Print a job's log, one event per line, each with the hash of the previous event.")
    .argument('<job>', 'job id (ag_…)')
    .option('--follow', 'follow the job step by step until it ends, instead of printing its log')
    .action((id: string, options: EventsOptions) =>
      withApi(options, 'read', async (api) => {
        const found = await findAgentJob(api, id);
        if (options.follow) {
          const output = outputFor(options.json === true);
          await seeAgentJobOut(api, found, output);
          return;
        }
        await print(api, agentPath(found, '/events'), 'application/jsonl');
      }),
    );
}

function diffCommand(): Command {
  return apiCommand('diff')
    .description("Print a job's changes as a patch.")
    .argument('<job>', 'job id (ag_…)')
    .action((id: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const target = agentPath(await findAgentJob(api, id), '/diff');
        if (options.json) outputFor(true).result(await api.request('GET', target));
        else await print(api, target, 'text/x-diff');
      }),
    );
}

async function print(api: Api, target: string, accept: string): Promise<void> {
  const answer = await api.open(target, { accept });
  await pipeline(answer, process.stdout, { end: false });
}

type NoteOptions = ApiOptions & Readonly<{ note?: string }>;

function reviewCommand(name: 'approve' | 'reject', description: string): Command {
  return apiCommand(name)
    .description(description)
    .argument('<job>', 'job id (ag_…)')
    .option('--note <text>', 'a note about the decision')
    .action((id: string, options: NoteOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const found = await findAgentJob(api, id);
        const job = await api.request<AgentJob>('POST', agentPath(found, `/${name}`), {
          ...(options.note !== undefined && { note: options.note }),
        });
        output.result(job);
        output.line(
          name === 'approve' ? `The change from ${id} was merged.` : `The change from ${id} was rejected.`,
        );
      }),
    );
}

type OutOptions = ApiOptions & Readonly<{ out: string }>;

function exportCommand(): Command {
  return apiCommand('export')
    .description('Export a change as files to transfer offline: a git bundle, patches and checksums.')
    .argument('<job>', 'job id (ag_…)')
    .requiredOption('-o, --out <folder>', 'where to put the files')
    .action((id: string, options: OutOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const found = await findAgentJob(api, id);
        const { files } = await api.request<AgentExport>('POST', agentPath(found, '/export'));
        const folder = path.resolve(options.out);
        fs.mkdirSync(folder, { recursive: true });
        for (const name of EXPORTED)
          await fetchFile(api, agentPath(found, `/export/${name}`), folder, name, files);
        output.result({ folder, files });
        for (const { name, sha256 } of files) output.line(`${sha256}  ${path.join(folder, name)}`);
        output.note(
          'Import the change on the other side with: offprint agent import <project> change.bundle',
        );
      }),
    );
}

async function fetchFile(
  api: Api,
  target: string,
  folder: string,
  name: string,
  files: AgentExport['files'],
): Promise<void> {
  const chunks: Buffer[] = [];
  const answer = await api.open(target, { accept: 'application/octet-stream' });
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  const wanted = files.find((file) => file.name === name)?.sha256;
  if (wanted !== undefined && createHash('sha256').update(content).digest('hex') !== wanted) {
    throw new OffprintError('integrity', `${name} was damaged in transit. Export the change again.`);
  }
  const fresh = path.join(folder, `.${name}.${process.pid}`);
  fs.writeFileSync(fresh, content);
  fs.renameSync(fresh, path.join(folder, name));
}

function importCommand(): Command {
  return apiCommand('import')
    .description(
      'Import a change that was exported elsewhere. If there is a SHA256SUMS file next to the bundle, the bundle is checked against it.',
    )
    .argument('<project>', 'id, domain or name')
    .argument('<bundle>', 'the change.bundle file')
    .action((reference: string, file: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const { projectId } = await requireProject(api, reference);
        const bundle = readFile(file);
        const job = await api.request<AgentJob>('POST', `/v2/agent/${projectId}/import`, {
          bundle: bundle.toString('base64'),
          sha256: checksumOf(file),
        });
        const output: Output = outputFor(options.json === true);
        await seeAgentJobOut(api, { projectId, id: job.id }, output);
      }),
    );
}

/** Looks up a file's checksum in the `SHA256SUMS` next to it; null if it is not listed. */
function checksumOf(file: string): string | null {
  const list = path.join(path.dirname(file), 'SHA256SUMS');
  if (!fs.existsSync(list)) return null;
  for (const line of fs.readFileSync(list, 'utf8').split('\n')) {
    const [, sha256 = '', name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (name === path.basename(file)) return sha256;
  }
  return null;
}

function readFile(file: string): Buffer {
  return readPlainFile(file, 'The bundle', Number.POSITIVE_INFINITY);
}

function textOf(prompt: string): string {
  return prompt === '-' ? fs.readFileSync(0, 'utf8') : prompt;
}
