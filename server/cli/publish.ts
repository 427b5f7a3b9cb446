import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { shapes } from '../store/targets.ts';
import { requireProject } from './find-project.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { runPublication } from './run-publication.ts';
import { findTarget } from './targets.ts';
import { type Output, outputFor } from './terminal.ts';
import type { NewPublication, Publication, Target } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

type PublishOptions = ApiOptions &
  Readonly<{ to: string; as?: string; shape?: Target['shape']; detach?: boolean }>;

export function publishCommand(): Command {
  return apiCommand('publish')
    .summary('publish a bundle to a target')
    .description(
      'Sends what the target does not have yet, reads everything back to verify it, and then switches readers to the new version in one step. An interrupted publication can continue where it stopped.',
    )
    .argument('<bundle>', 'an archive, a job (se_…), or a project (its newest bundle)')
    .requiredOption('--to <target>', 'name or id')
    .option('--as <version>', "version label to publish the bundle under (default: the bundle's own)")
    .addOption(
      new Option('--shape <shape>', 'archive or site (default: as set for the target)').choices(shapes),
    )
    .option('--detach', 'do not wait for publishing to finish')
    .action((given: string, options: PublishOptions) => {
      const output = outputFor(options.json === true);
      return withApi(options, 'change', async (api) => {
        const { targetId } = await findTarget(api, options.to);
        const body: NewPublication = {
          targetId,
          ...(await sourceOf(api, given)),
          ...(options.as !== undefined && { version: options.as }),
          ...(options.shape && { shape: options.shape }),
        };
        await started(api, () => api.request<Publication>('POST', '/v1/publications', body), options, output);
      });
    });
}

export function rollbackCommand(): Command {
  return apiCommand('rollback')
    .summary('roll a target back to an earlier version')
    .description(
      'Reads the earlier version back from the target, then switches readers to it. If that version is incomplete, nothing changes. No files are sent.',
    )
    .argument('<target>', 'name or id')
    .argument('[version]', 'version label (default: the newest version before the current one)')
    .option('--detach', 'do not wait for the rollback to finish')
    .action((given: string, version: string | undefined, options: ApiOptions & { detach?: boolean }) => {
      const output = outputFor(options.json === true);
      return withApi(options, 'change', async (api) => {
        const { targetId } = await findTarget(api, given);
        const body = version === undefined ? {} : { version };
        const start = () => api.request<Publication>('POST', `/v1/targets/${targetId}/rollback`, body);
        await started(api, start, options, output);
      });
    });
}

export async function started(
  api: Api,
  start: () => Promise<Publication>,
  { detach }: Readonly<{ detach?: boolean }>,
  output: Output,
): Promise<void> {
  if (!detach) return runPublication(api, start, output);
  if (api.local()?.isOwn) {
    throw new OffprintError(
      'conflict',
      'No server is using this data folder, so nothing would be published or rolled back. Start a server with offprint serve, or omit --detach.',
    );
  }
  const publication = await start();
  output.result(publication);
  output.line(publication.publicationId);
}

/** Interprets an argument as a job, a file on the server's computer, or a project. @throws OffprintError `not-found` */
async function sourceOf(
  api: Api,
  given: string,
): Promise<Pick<NewPublication, 'jobId' | 'projectId' | 'path'>> {
  if (/^se_[0-9a-f]{16}$/.test(given)) return { jobId: given };
  const isFile = api.local() ? fs.existsSync(given) : path.posix.isAbsolute(given);
  if (isFile) return { path: path.resolve(given) };
  if (/\.(zip|gz)$/.test(given))
    throw new OffprintError('usage', `There is no file ${given}. Check the path.`);
  return { projectId: (await requireProject(api, given)).projectId };
}
