import { setTimeout as pause } from 'node:timers/promises';
import { asOffprintError, OffprintError } from '../errors.ts';
import type { JobEvent } from './client.ts';
import { EXIT, exitCodeOf, isErrorCode } from './exit-codes.ts';
import { whenInterrupted } from './interrupt.ts';
import { notFoundAs } from './not-found.ts';
import { openReconnect, RECONNECT_EVERY_MS } from './reconnect.ts';
import { formatBytes, formatSeconds, type Output, plural } from './terminal.ts';
import type { Job, Project, Publication, PublicationList } from './wire.ts';
import type { Api } from './with-api.ts';

export function publicationPath(id: string, rest = ''): string {
  return `/v1/publications/${encodeURIComponent(id)}${rest}`;
}

/** Starts a publication, follows it to its end and outputs it as the command's result. Sets the exit code. */
export async function runPublication(
  api: Api,
  start: () => Promise<Publication>,
  output: Output,
): Promise<void> {
  output.result(await toItsEnd(api, start, output));
}

/**
 * Follows the automatic publications of an export, one after another, and reports those that are missing. Sets the exit
 * code.
 */
export async function followPublicationsOf(
  api: Api,
  { jobId, projectId, verdict }: Pick<Job, 'jobId' | 'projectId' | 'verdict'>,
  output: Output,
): Promise<void> {
  const { publishTo } = await api.request<Project>('GET', `/v1/projects/${projectId}`);
  if (publishTo.length === 0) return;
  const path = `/v1/publications?jobId=${encodeURIComponent(jobId)}`;
  const { publications } = await api.request<PublicationList>('GET', path);
  const automatic = publications.filter(({ requestedBy }) => requestedBy === 'project setting');
  for (const id of publishTo.filter((one) => !automatic.some(({ targetId }) => targetId === one))) {
    output.note(
      verdict === 'failed'
        ? `Not published to ${id}: verification failed.`
        : `Not published to ${id}: the target was removed. Set other targets with: offprint projects set ${projectId} --publish-to <target>. To stop publishing exports, use --no-publish-to instead.`,
    );
  }
  for (const publication of automatic.reverse()) await toItsEnd(api, async () => publication, output);
}

/** Follows a publication to its end: prints progress and the result, and handles Ctrl-C. Sets the exit code. */
async function toItsEnd(api: Api, start: () => Promise<Publication>, output: Output): Promise<Publication> {
  let started: Publication | undefined;
  let interrupts = 0;
  const cancel = ({ publicationId }: Publication): void => {
    api.request('POST', publicationPath(publicationId, '/cancel')).catch((error: unknown) => {
      // It may have ended by itself in the meantime.
      const { code, message } = asOffprintError(error);
      if (code !== 'conflict') output.note(`offprint: ${message}`);
    });
  };
  const interrupt = (): void => {
    interrupts++;
    if (interrupts > 1) process.exit(EXIT.canceled);
    output.note('Canceling …');
    if (started) cancel(started);
  };
  const ended = await whenInterrupted(interrupt, async () => {
    started = await start();
    if (interrupts > 0) cancel(started);
    return followPublication(api, started.publicationId, output);
  });
  output.progressDone();
  printEnd(ended, output);
  if (ended.status !== 'completed') process.exitCode = exitCodeOf(ended.errorCode ?? 'internal');
  return ended;
}

/**
 * Follows a publication across lost connections and restarts.
 * @throws OffprintError `unreachable`, or the error that blocks it
 */
async function followPublication(api: Api, id: string, output: Output): Promise<Publication> {
  const reconnect = openReconnect();
  for (;;) {
    try {
      for await (const event of await api.events(publicationPath(id, '/events'), 0)) {
        reconnect.reached();
        if (event.kind === 'held') throw heldError(event);
        const publication = event.data as unknown as Publication;
        showProgress(publication, output);
      }
      const publication = await findPublication(api, id);
      if (publication.endedAt !== null) return publication;
    } catch (error) {
      if (!(error instanceof OffprintError) || error.code !== 'unreachable') throw error;
      if (reconnect.isLost(error)) {
        throw new OffprintError(
          'unreachable',
          `${error.message} The publication ${id} is kept and will continue once the server is running again. To check it: offprint publications show ${id}`,
          error,
        );
      }
      await takeUp(api, id).catch(() => {});
    }
    await pause(RECONNECT_EVERY_MS);
  }
}

/**
 * Reconnects and requests the publication again if it runs in a command, which only runs what was requested from it.
 */
async function takeUp(api: Api, id: string): Promise<void> {
  await api.again('change');
  const local = api.local();
  if (local === undefined || local.role === 'server') return;
  const { endedAt } = await findPublication(api, id);
  if (endedAt === null) await api.request('POST', publicationPath(id, '/retry'));
}

export async function findPublication(api: Api, id: string): Promise<Publication> {
  return notFoundAs('publication', id, api.request<Publication>('GET', publicationPath(id)));
}

const STAGES: Readonly<Record<Publication['stage'], string>> = {
  plan: 'reading the bundle',
  transfer: 'sending',
  verify: 'verifying',
  commit: 'switching',
  prune: 'removing old versions',
  done: 'done',
};

function showProgress({ stage, progress, note, ...facts }: Publication, output: Output): void {
  const { doneBytes, totalBytes, remainingSeconds } = facts;
  const bytes = totalBytes > 0 ? ` · ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}` : '';
  const left = remainingSeconds === null ? '' : ` · about ${formatSeconds(remainingSeconds)} left`;
  output.progress(progress / 100, (note ?? STAGES[stage]) + (note === null ? bytes + left : ''));
}

function printEnd(publication: Publication, output: Output): void {
  const { status, kind, domain, version, digest, previous, place, targetName, error, errorCode } =
    publication;
  if (status !== 'completed') {
    output.note(`offprint: ${error ?? 'The publication failed.'}`);
    // The same bundle or request would be refused again.
    const code = exitCodeOf(errorCode ?? 'internal');
    const isRefused = code === EXIT.usage || code === EXIT.integrity;
    if (!isRefused)
      output.note(`To continue the publication: offprint publications retry ${publication.publicationId}`);
    return;
  }
  const done = kind === 'publish' ? 'Published' : 'Restored ';
  output.line(`${done} ${domain} ${version} on ${targetName} (${place})`);
  output.line(`Digest    ${digest}`);
  if (kind === 'publish') {
    const { sentFiles, sentBytes, keptFiles } = publication;
    const kept = keptFiles > 0 ? ` (already there: ${plural(keptFiles, 'file')})` : '';
    output.line(`Sent      ${plural(sentFiles, 'file')}, ${formatBytes(sentBytes)}${kept}, all verified`);
  }
  if (place.startsWith('drive ')) output.line('Drive     flushed and safe to remove');
  if (previous !== null && previous !== version)
    output.line(
      `Previous version: ${previous}. To roll back to it: offprint rollback ${targetName} ${previous}`,
    );
}

function heldError({ data: { code, error } }: JobEvent): OffprintError {
  return new OffprintError(isErrorCode(code) ? code : 'internal', String(error));
}
