import os from 'node:os';
import path from 'node:path';
import { asOffprintError, OffprintError } from '../errors.ts';
import { addAuditEntry, type NewAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import {
  activePublications,
  beginPublication,
  createPublication,
  endPublication,
  hasPublished,
  type NewPublication,
  notePublication,
  type Publication,
  requirePublication,
  retryPublication,
  unfinishedVersions,
} from '../store/publications.ts';
import {
  createTarget,
  type NewTarget,
  type PublishingTarget,
  removeTarget,
  requireTarget,
  type TargetChange,
  updateTarget,
} from '../store/targets.ts';
import { listTrustedKeys } from '../store/trusted-keys.ts';
import type { ArchiveToLink } from './linked-archives.ts';
import { placeOfTarget } from './target-place.ts';
import type { TargetSecrets } from './target-settings.ts';

export type PublicationCommands = ReturnType<typeof publicationCommands>;

/** Runs publications in the writer process, alongside exports; they record their own progress. */
export function publicationCommands({ store, dataFolder }: Readonly<{ store: Store; dataFolder: string }>) {
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  /** Uploads in progress by target and digest, shared by equal requests. */
  const linking = new Map<string, { jobId: string; ended: Promise<void> }>();

  const work = async (id: string, secrets: TargetSecrets, signal: AbortSignal): Promise<void> => {
    if (!beginPublication(store, id)) return;
    const publication = requirePublication(store, id);
    const { source, shape, targetId } = publication;
    try {
      const { settings } = requireTarget(store, targetId);
      const { runPublication } = await import('./publish.ts');
      const { openTarget } = await import('./open-target.ts');
      await runPublication({
        publication,
        openTarget: (until) => openTarget(settings, secrets, until),
        openSource: async (maxFileBytes, until) => {
          const { openSource } = await import('./source.ts');
          if (!source) throw new Error('A rollback has no source.');
          return openSource({
            file: path.resolve(dataFolder, source.file),
            sha256: source.sha256,
            shape,
            trusted: listTrustedKeys(store),
            maxFileBytes,
            signal: until,
          });
        },
        owner: `${os.userInfo().username}@${os.hostname()}`,
        note: (change) => notePublication(store, id, change),
        unfinished: () => unfinishedVersions(store, targetId),
        isFilledFolder: () => settings.kind === 'folder' && hasPublished(store, targetId),
        signal,
        log: (message) => process.stderr.write(`${message}\n`),
      });
      endPublication(store, id, 'completed');
    } catch (error) {
      if (signal.aborted) return; // whoever aborted it has recorded why
      endPublication(store, id, 'failed', asOffprintError(error));
    }
  };

  const bringArchive = async (
    archive: ArchiveToLink,
    { id: targetId, name, settings }: PublishingTarget,
    secrets: TargetSecrets,
    by: string,
  ): Promise<void> => {
    const { openTarget } = await import('./open-target.ts');
    const { putLinkedArchive } = await import('./linked-archives.ts');
    const { signal } = new AbortController();
    const target = await openTarget(settings, secrets, signal);
    try {
      if (!(await putLinkedArchive(target, archive, dataFolder, signal))) return;
    } finally {
      await target.close();
    }
    const { jobId, sha256 } = archive;
    const detail = { jobId, sha256, place: placeOfTarget(settings) };
    transact(store, () =>
      addAuditEntry(store, { by, action: 'archive-linked', subject: name, id: targetId, detail }),
    );
  };

  const audited = (
    by: string,
    action: NewAuditEntry['action'],
    change: () => PublishingTarget,
  ): PublishingTarget =>
    transact(store, () => {
      const target = change();
      const { id, name: subject, settings } = target;
      addAuditEntry(store, { by, action, subject, id, detail: { place: placeOfTarget(settings) } });
      return target;
    });

  return {
    createTarget: (target: NewTarget, by: string, id?: string): PublishingTarget =>
      audited(by, 'target-added', () => createTarget(store, target, id)),
    updateTarget: (id: string, change: TargetChange, by: string): PublishingTarget =>
      audited(by, 'target-changed', () => updateTarget(store, id, change)),
    removeTarget: (id: string, by: string): void => {
      audited(by, 'target-removed', () => {
        const target = requireTarget(store, id);
        removeTarget(store, id);
        return target;
      });
    },
    createPublication: (publication: NewPublication): Publication => {
      requireTarget(store, publication.targetId);
      return createPublication(store, publication);
    },
    retryPublication: (id: string): Publication => retryPublication(store, id),
    failPublication: (id: string, code: string, message: string): void =>
      endPublication(store, id, 'failed', { code, message }),
    /** Resolves when the publication has ended; the outcome is in its row. */
    runPublication: async (id: string, secrets: TargetSecrets): Promise<void> => {
      await running.get(id)?.ended;
      const controller = new AbortController();
      const ended = work(id, secrets, controller.signal).finally(() => running.delete(id));
      running.set(id, { controller, ended: ended.catch(() => {}) });
      return ended;
    },
    /**
     * Cancels a publication. What was sent stays on the target for a retry.
     * @throws OffprintError `not-found`, `conflict` if it has ended
     */
    cancelPublication: async (id: string): Promise<Publication> => {
      const { status } = requirePublication(store, id);
      if (status !== 'queued' && status !== 'running') {
        throw new OffprintError(
          'conflict',
          `The publication ${id} cannot be canceled because its status is ${status}.`,
        );
      }
      endPublication(store, id, 'canceled', CANCELED);
      running.get(id)?.controller.abort(CANCELED);
      return requirePublication(store, id);
    },
    /**
     * Uploads an archive to the path that a target's links point to; resolves immediately if it is already there.
     * @param by who requested it
     * @throws OffprintError as the target does; `not-found`, `integrity`
     */
    putLinkedArchive: (
      archive: ArchiveToLink,
      targetId: string,
      secrets: TargetSecrets,
      by: string,
    ): Promise<void> => {
      const key = `${targetId} ${archive.sha256}`;
      const known = linking.get(key);
      if (known) return known.ended;
      const bringing = bringArchive(archive, requireTarget(store, targetId), secrets, by);
      const ended = bringing.finally(() => linking.delete(key));
      linking.set(key, { jobId: archive.jobId, ended });
      return ended;
    },
    /** @throws OffprintError `conflict` if the bundle of the job is being published or uploaded for a download link */
    requireUnpublished: (jobId: string): void => {
      if ([...linking.values()].some((each) => each.jobId === jobId)) {
        throw new OffprintError(
          'conflict',
          `The bundle of job ${jobId} is being uploaded for a download link. Try deleting the job again in a moment.`,
        );
      }
      const active = activePublications(store).find(({ source }) => source?.jobId === jobId);
      if (!active) return;
      throw new OffprintError(
        'conflict',
        `The bundle of job ${jobId} is being published to ${active.targetName} (${active.id}). Cancel that publication first.`,
      );
    },
  };
}

const CANCELED = new OffprintError(
  'canceled',
  'Canceled. What was sent so far is kept. A retry continues from there.',
);
