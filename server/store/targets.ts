import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import type { TargetSettings } from '../publications/target-settings.ts';
import { now, type Store, transact } from './database.ts';

/** Form of a bundle on a target: the archive as one file, or the unpacked site. */
export const shapes = ['site', 'archive'] as const;
export type Shape = (typeof shapes)[number];

/** A place where bundles are published. Its secrets are stored separately (secrets/). */
export type PublishingTarget = Readonly<{
  id: string;
  name: string;
  settings: TargetSettings;
  shape: Shape;
  /** Number of versions to keep there. 0: all. */
  keep: number;
  createdAt: string;
  updatedAt: string;
}>;

export type NewTarget = Pick<PublishingTarget, 'name' | 'settings' | 'shape' | 'keep'>;
export type TargetChange = Readonly<{
  name?: string | undefined;
  shape?: Shape | undefined;
  keep?: number | undefined;
  /** Host key of an SFTP server. */
  hostKey?: string | undefined;
}>;

type Row = Omit<PublishingTarget, 'settings'> & { settings: string };

const COLUMNS = 'id, name, settings, shape, keep, created_at AS createdAt, updated_at AS updatedAt';

/** Returns all targets by name. */
export function listTargets(store: Store): PublishingTarget[] {
  return (store.prepare(`SELECT ${COLUMNS} FROM targets ORDER BY name`).all() as Row[]).map(fromRow);
}

export function findTarget(store: Store, id: string): PublishingTarget | undefined {
  const row = store.prepare(`SELECT ${COLUMNS} FROM targets WHERE id = ?`).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** @throws OffprintError `not-found` */
export function requireTarget(store: Store, id: string): PublishingTarget {
  const found = findTarget(store, id);
  if (found) return found;
  throw new OffprintError('not-found', `There is no target ${id}. List the targets with: offprint targets`);
}

/** @param id default: a new one @throws OffprintError `conflict` if the name is taken */
export function createTarget(store: Store, target: NewTarget, id = newTargetId()): PublishingTarget {
  return transact(store, () => {
    requireFreeName(store, target.name, id);
    const at = now();
    store
      .prepare(
        'INSERT INTO targets (id, name, settings, shape, keep, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, target.name, JSON.stringify(target.settings), target.shape, target.keep, at, at);
    return requireTarget(store, id);
  });
}

/**
 * @throws OffprintError `not-found`, `conflict` if the name is taken, `usage` if this kind of target has no host key
 */
export function updateTarget(store: Store, id: string, change: TargetChange): PublishingTarget {
  return transact(store, () => {
    const known = requireTarget(store, id);
    const { name = known.name, shape = known.shape, keep = known.keep } = change;
    requireFreeName(store, name, id);
    const settings = JSON.stringify(withHostKey(known.settings, change.hostKey));
    store
      .prepare('UPDATE targets SET name = ?, shape = ?, keep = ?, settings = ?, updated_at = ? WHERE id = ?')
      .run(name, shape, keep, settings, now(), id);
    return requireTarget(store, id);
  });
}

/** Removes a target. Files on it stay. @throws OffprintError `not-found`, `conflict` during a publication to it */
export function removeTarget(store: Store, id: string): void {
  transact(store, () => {
    const { name } = requireTarget(store, id);
    const active = store
      .prepare(`SELECT id FROM publications WHERE target_id = ? AND status IN ('queued', 'running')`)
      .pluck()
      .get(id);
    if (active !== undefined) {
      throw new OffprintError(
        'conflict',
        `The publication ${active} to ${name} is in progress. Cancel it first, then remove the target.`,
      );
    }
    store.prepare('DELETE FROM targets WHERE id = ?').run(id);
  });
}

export function newTargetId(): string {
  return `tgt_${randomBytes(8).toString('hex')}`;
}

function withHostKey(settings: TargetSettings, hostKey: string | undefined): TargetSettings {
  if (hostKey === undefined) return settings;
  if (settings.kind === 'sftp') return { ...settings, hostKey };
  throw new OffprintError('usage', 'Only SFTP servers have a host key. Do not set one for this target.');
}

function requireFreeName(store: Store, name: string, id: string): void {
  if (!store.prepare('SELECT 1 FROM targets WHERE name = ? AND id <> ?').get(name, id)) return;
  throw new OffprintError('conflict', `There is already a target named ${name}. Choose another name.`);
}

function fromRow(row: Row): PublishingTarget {
  return { ...row, settings: JSON.parse(row.settings) as TargetSettings };
}
