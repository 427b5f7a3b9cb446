import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { EXIT, EXIT_OF_VERDICT, isErrorCode } from './exit-codes.ts';
import { requireProject } from './find-project.ts';
import { whenInterrupted } from './interrupt.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { formatBytes, type Output, outputFor, plural } from './terminal.ts';
import type { ReceivedBundle } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

type Options = ApiOptions &
  Readonly<{ acceptUnsigned?: boolean; acceptUnknown?: boolean; keep?: string | true }>;

export const RECEIVED = '/v1/received';
const LOOK_EVERY_MS = 200;

export function receiveCommand(): Command {
  return apiCommand('receive')
    .summary('receive a bundle made elsewhere')
    .description(
      'Copies a bundle into the data folder, verifies the copy, and reports who signed it and whether the signing key is trusted. With --keep, the bundle becomes a version of a project. The exit code reflects the verdict, as with offprint verify.',
    )
    .argument(
      '<bundle>',
      'a .zip or .tar.gz file, a delta, a set of volumes (….volumes.json or ….001), an unpacked bundle, or a folder or drive that contains one of these',
    )
    .option(
      '--keep [project]',
      "keep the bundle as a version of this project (default: the project with the bundle's domain)",
    )
    .option('--accept-unsigned', 'accept the bundle even if it is unsigned; this is recorded in the history')
    .option(
      '--accept-unknown',
      'accept the bundle even if its key is not trusted here; this is recorded in the history',
    )
    .action((given: string, options: Options) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        if (!api.local()) {
          throw new OffprintError(
            'usage',
            'The bundle must be on the computer that runs the server. Run offprint receive there, use --data <folder>, or upload the bundle on the Receive page of the interface.',
          );
        }
        const project =
          typeof options.keep === 'string' ? await requireProject(api, options.keep) : undefined;
        const begun = await api.request<ReceivedBundle>('POST', RECEIVED, { path: path.resolve(given) });
        let found = await followed(api, begun, output);
        found = await accepted(api, found, options);
        if (options.keep !== undefined && found.isUsable && found.status === 'waiting') {
          const body = project ? { projectId: project.projectId } : {};
          found = await api.request<ReceivedBundle>('POST', `${RECEIVED}/${found.receivedId}/keep`, body);
        }
        output.result(found);
        printReceived(found, output);
        process.exitCode = exitCodeFor(found);
      }),
    );
}

/** Follows a bundle until it is received. Ctrl-C cancels it and leaves nothing behind. */
async function followed(api: Api, begun: ReceivedBundle, output: Output): Promise<ReceivedBundle> {
  const place = `${RECEIVED}/${begun.receivedId}`;
  let isCanceled = false;
  const cancel = (): void => {
    isCanceled = true;
  };
  return whenInterrupted(cancel, async () => {
    for (let found = begun; ; found = await api.request<ReceivedBundle>('GET', place)) {
      if (isCanceled) {
        await api.request('POST', `${place}/discard`);
        throw new OffprintError('canceled', 'Canceled. Nothing was kept.');
      }
      if (found.progress) {
        showProgress(found.progress, output);
        await pause(LOOK_EVERY_MS);
        continue;
      }
      output.progressDone();
      if (found.error !== null) {
        throw new OffprintError(isErrorCode(found.errorCode) ? found.errorCode : 'internal', found.error);
      }
      if (found.duplicateOf === null) return found;
      output.line(`Duplicate this bundle was already received as ${found.duplicateOf}`);
      return api.request<ReceivedBundle>('GET', `${RECEIVED}/${found.duplicateOf}`);
    }
  });
}

function showProgress(progress: NonNullable<ReceivedBundle['progress']>, output: Output): void {
  if (!process.stderr.isTTY) return;
  const { phase, doneBytes, totalBytes } = progress;
  if (totalBytes === null) output.progress(0, phase);
  else
    output.progress(
      doneBytes / totalBytes,
      `${phase} · ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`,
    );
}

async function accepted(api: Api, found: ReceivedBundle, options: Options): Promise<ReceivedBundle> {
  const verdict = found.verification?.verdict;
  const isAsked =
    (verdict === 'unsigned' && options.acceptUnsigned) ||
    (verdict === 'unknown-signer' && options.acceptUnknown);
  if (!isAsked || found.status !== 'waiting' || found.isUsable) return found;
  return api.request<ReceivedBundle>('POST', `${RECEIVED}/${found.receivedId}/accept`, { as: verdict });
}

function exitCodeFor({ verification, isUsable }: ReceivedBundle): number {
  return isUsable || !verification ? EXIT.done : EXIT_OF_VERDICT[verification.verdict];
}

function printReceived(found: ReceivedBundle, output: Output): void {
  const { verification, delta, accepted: as, jobId } = found;
  if (!verification) return;
  const { bundle, signer, faults } = verification;
  output.line(`Received  ${found.receivedId}`);
  if (bundle)
    output.line(`Bundle    ${bundle.domain} ${bundle.version}, ${plural(bundle.pageCount, 'page')}`);
  if (bundle) output.line(`Digest    ${bundle.digest}`);
  if (delta) output.line(`Delta     ${delta.base.version} -> ${delta.target.version}`);
  if (signer)
    output.line(
      `Signer    ${signer.name === null ? signer.standing : `${signer.name} (${signer.standing})`}`,
    );
  if (signer) output.line(`Key       ${signer.spokenFingerprint}`);
  for (const { text } of faults.slice(0, 20)) output.line(text);
  output.line(`Verdict   ${verification.verdict}: ${verification.summary}`);
  if (as) output.line(`Accepted  as ${as.as}, by ${as.by}`);
  if (jobId) output.line(`Kept      ${jobId}`);
  else if (found.status === 'waiting' && found.isUsable)
    output.line(`To keep the bundle: offprint received keep ${found.receivedId}`);
  else output.note(`offprint: ${verification.whatToDo}`);
}
