import { now, type Store } from './database.ts';

/** Services that agent jobs use. */
export type IntegrationKind = 'model_servers' | 'forges';

export type Integration = Readonly<{ name: string; settings: unknown; measured: unknown; updatedAt: string }>;

type Row = { name: string; settings: string; measured?: string | null; updated_at: string };

/** Returns all by name. The settings are validated where they are read. */
export function listIntegrations(store: Store, kind: IntegrationKind): Integration[] {
  return (store.prepare(`SELECT * FROM ${kind} ORDER BY name`).all() as Row[]).map(fromRow);
}

export function findIntegration(store: Store, kind: IntegrationKind, name: string): Integration | undefined {
  const row = store.prepare(`SELECT * FROM ${kind} WHERE name = ?`).get(name) as Row | undefined;
  return row && fromRow(row);
}

/** Adds or replaces an integration. Drops measurements, because they may be of another address or model. */
export function putIntegration(store: Store, kind: IntegrationKind, name: string, settings: unknown): void {
  store
    .prepare(`INSERT OR REPLACE INTO ${kind} (name, settings, updated_at) VALUES (?, ?, ?)`)
    .run(name, JSON.stringify(settings), now());
}

export function deleteIntegration(store: Store, kind: IntegrationKind, name: string): boolean {
  return store.prepare(`DELETE FROM ${kind} WHERE name = ?`).run(name).changes > 0;
}

/** Stores how to use a model server best, unless its settings have changed meanwhile. */
export function keepMeasured(store: Store, name: string, updatedAt: string, measured: unknown): void {
  store
    .prepare('UPDATE model_servers SET measured = ? WHERE name = ? AND updated_at = ?')
    .run(JSON.stringify(measured), name, updatedAt);
}

/** Returns the agent settings of a project, or undefined if there are none. They are validated where they are read. */
export function findAgentSettings(store: Store, projectId: string): unknown {
  const text = store
    .prepare('SELECT settings FROM agent_settings WHERE project_id = ?')
    .pluck()
    .get(projectId) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Returns the agent settings of all projects that have them. They are validated where they are read. */
export function listAgentSettings(store: Store): Readonly<{ projectId: string; settings: unknown }>[] {
  const rows = store
    .prepare('SELECT project_id AS projectId, settings FROM agent_settings ORDER BY project_id')
    .all() as { projectId: string; settings: string }[];
  return rows.map(({ projectId, settings }) => ({ projectId, settings: JSON.parse(settings) as unknown }));
}

export function putAgentSettings(store: Store, projectId: string, settings: unknown): void {
  store
    .prepare('INSERT OR REPLACE INTO agent_settings VALUES (?, ?, ?)')
    .run(projectId, JSON.stringify(settings), now());
}

/** Returns the projects whose agent jobs use a model server or forge. */
export function projectsOfPeer(store: Store, kind: IntegrationKind, name: string): string[] {
  const field = kind === 'forges' ? '$.forge' : '$.modelServer';
  return store
    .prepare('SELECT project_id FROM agent_settings WHERE json_extract(settings, ?) = ?')
    .pluck()
    .all(field, name) as string[];
}

function fromRow(row: Row): Integration {
  return {
    name: row.name,
    settings: JSON.parse(row.settings) as unknown,
    measured: row.measured == null ? null : (JSON.parse(row.measured) as unknown),
    updatedAt: row.updated_at,
  };
}
