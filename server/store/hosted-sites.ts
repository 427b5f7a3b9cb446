import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { now, type Store, transact } from './database.ts';

/** A bundle on this computer that was requested to be served. */
export type AskedBundle = Readonly<{
  /** Absolute path. */
  file: string;
  /** Whether it was exported here or accepted by a person. Others must be signed by a trusted key, if there are any. */
  isAccepted: boolean;
}>;

/** A site that this installation serves to readers. Its versions are in hosting/<id>/. */
export type HostedSite = Readonly<{
  id: string;
  name: string;
  /** Address to listen on. */
  host: string;
  port: number;
  /** Number of versions to keep, including the served one. */
  keep: number;
  /** Whether it is served while the server runs. */
  isOn: boolean;
  /** Requested bundle that is not served yet. null: there is none. */
  asked: AskedBundle | null;
  createdAt: string;
  updatedAt: string;
}>;

export type NewHostedSite = Pick<HostedSite, 'name' | 'host' | 'port' | 'keep' | 'asked'>;
export type HostedSiteChange = Partial<
  Pick<HostedSite, 'name' | 'host' | 'port' | 'keep' | 'isOn' | 'asked'>
>;

type Row = Omit<HostedSite, 'isOn' | 'asked'> & { isOn: number; asked: string | null };

const COLUMNS =
  'id, name, host, port, keep, is_on AS isOn, asked, created_at AS createdAt, updated_at AS updatedAt';

/** Returns all sites by name. */
export function listHostedSites(store: Store): HostedSite[] {
  const rows = store.prepare(`SELECT ${COLUMNS} FROM hosted_sites ORDER BY name, id`).all() as Row[];
  return rows.map(fromRow);
}

/** @throws OffprintError `not-found` */
export function requireHostedSite(store: Store, id: string): HostedSite {
  const row = store.prepare(`SELECT ${COLUMNS} FROM hosted_sites WHERE id = ?`).get(id) as Row | undefined;
  if (row) return fromRow(row);
  throw new OffprintError(
    'not-found',
    `There is no hosted site ${id}. List the sites with: offprint hosting`,
  );
}

/** @throws OffprintError `conflict` if the name is taken */
export function createHostedSite(store: Store, site: NewHostedSite): HostedSite {
  return transact(store, () => {
    const id = `hs_${randomBytes(8).toString('hex')}`;
    requireFreeName(store, site.name, id);
    const { name, host, port, keep, asked } = site;
    const at = now();
    store
      .prepare(
        `INSERT INTO hosted_sites (id, name, host, port, keep, is_on, asked, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)`,
      )
      .run(id, name, host, port, keep, asked && JSON.stringify(asked), at, at);
    return requireHostedSite(store, id);
  });
}

/** @throws OffprintError `not-found`, `conflict` if the name is taken */
export function updateHostedSite(store: Store, id: string, change: HostedSiteChange): HostedSite {
  return transact(store, () => {
    const { name, host, port, keep, isOn, asked } = { ...requireHostedSite(store, id), ...change };
    requireFreeName(store, name, id);
    store
      .prepare(
        `UPDATE hosted_sites SET name = ?, host = ?, port = ?, keep = ?, is_on = ?, asked = ?, updated_at = ?
         WHERE id = ?`,
      )
      .run(name, host, port, keep, isOn ? 1 : 0, asked && JSON.stringify(asked), now(), id);
    return requireHostedSite(store, id);
  });
}

/** @throws OffprintError `not-found` */
export function removeHostedSite(store: Store, id: string): void {
  requireHostedSite(store, id);
  store.prepare('DELETE FROM hosted_sites WHERE id = ?').run(id);
}

function requireFreeName(store: Store, name: string, id: string): void {
  if (!store.prepare('SELECT 1 FROM hosted_sites WHERE name = ? AND id <> ?').get(name, id)) return;
  throw new OffprintError(
    'conflict',
    `There is already a hosted site named ${name}. Update it to the new version, or choose another name.`,
  );
}

function fromRow(row: Row): HostedSite {
  return { ...row, isOn: row.isOn === 1, asked: row.asked === null ? null : JSON.parse(row.asked) };
}
