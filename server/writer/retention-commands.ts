import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { discardReceived } from '../received/keep.ts';
import { addAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import { findDelta } from '../store/deltas.ts';
import { requireJob } from '../store/exports.ts';
import { findProject } from '../store/projects.ts';
import { requireReceived } from '../store/received.ts';
import {
  noteBundleLink,
  type RetentionRules,
  removeDelta,
  setPinned,
  setProjectRules,
} from '../store/retention.ts';

/** Commands for retention: removals, recorded with who requested them, and pins that prevent them. */
export function retentionCommands(
  store: Store,
  dataFolder: string,
  deleteJob: (id: string) => Promise<void>,
) {
  const note = (by: string, subject: string, id: string, bytes: number): void =>
    addAuditEntry(store, { by, action: 'pruned', subject, id, detail: { bytes: String(bytes) } });
  return {
    /** @throws as deleteJob */
    pruneJob: async (id: string, by: string, bytes: number): Promise<void> => {
      const { domain, version } = requireJob(store, id);
      await deleteJob(id);
      note(by, `${domain} ${version ?? id}`, id, bytes);
    },
    /** Removes a delta. It is created again on request. */
    pruneDelta: (id: string, baseJobId: string, by: string, bytes: number): void => {
      const delta = findDelta(store, id, baseJobId);
      if (!delta) return;
      fs.rmSync(path.join(dataFolder, delta.file), { force: true });
      transact(store, () => {
        removeDelta(store, id, baseJobId);
        note(by, `delta from ${baseJobId}`, id, bytes);
      });
    },
    /** @throws OffprintError `conflict` if someone has decided on it in the meantime */
    pruneReceived: (id: string, by: string, bytes: number): void => {
      const { source } = requireReceived(store, id);
      discardReceived(store, dataFolder, id, by);
      note(by, source, id, bytes);
    },
    /** @param rules null: use the global rules again. @throws OffprintError `not-found` */
    setProjectRules: (projectId: string, rules: RetentionRules | null): void => {
      if (findProject(store, projectId)?.id !== projectId) {
        throw new OffprintError(
          'not-found',
          `There is no project ${projectId}. List the projects with: offprint projects`,
        );
      }
      setProjectRules(store, projectId, rules);
    },
    /** @throws OffprintError `not-found` */
    setPinned: (id: string, isPinned: boolean, by: string): void => {
      requireJob(store, id);
      setPinned(store, id, isPinned, by);
    },
    noteBundleLink: (id: string, expiresAt: string): void => noteBundleLink(store, id, expiresAt),
  };
}
