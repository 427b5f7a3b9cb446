import { OffprintError } from '../errors.ts';
import type { Stage } from './publication-run.ts';
import { listReleases } from './release.ts';

/**
 * Selects the version to roll back to: the named one, otherwise the newest before the current one.
 * @throws OffprintError `not-found`, `conflict`
 */
export const planRollback: Stage = async (run) => {
  const { target, publication, note } = run;
  const releases = await listReleases(target);
  const current = await target.current();
  const at = releases.findIndex(({ version }) => version === current);
  const { version: asked } = publication;
  const release =
    asked === null ? releases[at === -1 ? 0 : at + 1] : releases.find(({ version }) => version === asked);
  const there = releases.map(({ version }) => version).join(', ');
  if (!release) {
    throw new OffprintError(
      'not-found',
      asked === null
        ? `The target has no version before ${current ?? 'the current one'} to roll back to. Available versions: ${there || 'none'}.`
        : `The target has no version ${asked}. Available versions: ${there || 'none'}.`,
    );
  }
  if (release.version === current && publication.version !== null && publication.previous === null) {
    throw new OffprintError('conflict', `Readers already see version ${current}.`);
  }
  run.release = release;
  run.previous = current;
  const { version, domain, digest } = release;
  note({ version, domain, digest, previous: publication.previous ?? current });
  return 'verify';
};
