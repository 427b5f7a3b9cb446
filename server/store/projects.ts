import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { siteTitle } from '../../shared/site-title.ts';
import { OffprintError } from '../errors.ts';
import type { DeploymentType, FeatureSwitches } from '../exports/features/feature-policy.ts';
import type { RepositoryOrigin } from '../exports/origin/repository-origin.ts';
import type { UrlOrigin } from '../exports/origin/url-origin.ts';
import type { ExportSettingsInput } from '../exports/settings/settings.ts';
import { now, type Store, transact } from './database.ts';

/** Source of a site. */
export type Origin =
  | Readonly<{
      kind: 'directory';
      folder: string;
      render?: 'docs-json' | 'files' | undefined;
      supplied?: string | undefined;
    }>
  | UrlOrigin
  | RepositoryOrigin;

/** Location of a site, without access details and settings. */
export type Place = Readonly<
  | { kind: 'directory'; folder: string }
  | { kind: 'url'; url: string }
  | { kind: 'repository'; repository: string; ref: string; folder?: string | undefined }
>;

/** Returns the location as text. No two projects share one. */
export function placeOf(place: Place): string {
  switch (place.kind) {
    case 'directory':
      return place.folder;
    case 'url':
      return place.url;
    case 'repository':
      return [place.repository, place.ref, ...(place.folder ? [place.folder] : [])].join(' ');
  }
}

export type Project = Readonly<{
  id: string;
  name: string;
  origin: Origin;
  /** Who set the origin: the owner of the data folder, or an API key. null: unknown (older releases). */
  originSetBy: OriginSetter | null;
  /** Host names without a port. Bundles carry the first one. */
  domains: readonly string[];
  deploymentType: DeploymentType;
  features: FeatureSwitches;
  settings: ExportSettingsInput;
  /**
   * Targets that every completed export is published to. A removed target stays in the list until somebody takes it
   * out.
   */
  publishTo: readonly string[];
  /** Target for presigned links to bundles. null: links to this server. A removed target stays here, too. */
  linkTarget: string | null;
  createdAt: string;
  updatedAt: string;
}>;

export type OriginSetter = 'owner' | 'key';

export type ProjectChange = Partial<
  Pick<
    Project,
    'name' | 'origin' | 'domains' | 'deploymentType' | 'features' | 'settings' | 'publishTo' | 'linkTarget'
  >
> &
  Readonly<{
    /** Set together with `origin`. */
    originSetBy?: OriginSetter;
  }>;

export type NewProject = Required<Omit<ProjectChange, 'originSetBy' | 'publishTo' | 'linkTarget'>> &
  Pick<ProjectChange, 'originSetBy' | 'publishTo' | 'linkTarget'> &
  Readonly<{
    /** Nobody chose the name, so the site's title replaces it once it is known. */
    isNamedByTitle?: boolean;
  }>;

type Row = {
  id: string;
  name: string;
  origin: string;
  origin_set_by: OriginSetter | null;
  deployment_type: DeploymentType;
  features: string;
  settings: string;
  publish_to: string;
  link_target: string | null;
  created_at: string;
  updated_at: string;
};

export function listProjects(store: Store): Project[] {
  const rows = store.prepare('SELECT * FROM projects ORDER BY name, id').all() as Row[];
  return rows.map((row) => fromRow(store, row));
}

/** Finds a project by id, domain or name. */
export function findProject(store: Store, reference: string): Project | undefined {
  const row = store
    .prepare(
      `SELECT * FROM projects WHERE id = @reference
       OR id = (SELECT project_id FROM domains WHERE domain = lower(@reference))
       OR name = @reference ORDER BY id LIMIT 1`,
    )
    .get({ reference }) as Row | undefined;
  return row && fromRow(store, row);
}

/** @throws OffprintError `not-found` */
export function requireProject(store: Store, id: string): Project {
  return required(store, id);
}

/** Finds the project with a domain, which must be in lower case. */
export function findProjectByDomain(store: Store, domain: string): Project | undefined {
  const row = store
    .prepare('SELECT projects.* FROM projects JOIN domains ON project_id = id WHERE domain = ?')
    .get(domain) as Row | undefined;
  return row && fromRow(store, row);
}

/** Finds the project of a location: a folder or address always belongs to one project. */
export function findProjectByOrigin(store: Store, origin: Place): Project | undefined {
  const row = store
    .prepare(
      `SELECT * FROM projects WHERE origin ->> '$.kind' = @kind AND CASE @kind WHEN 'repository'
         THEN concat_ws(' ', origin ->> '$.repository', origin ->> '$.ref', nullif(origin ->> '$.folder', ''))
         ELSE coalesce(origin ->> '$.folder', origin ->> '$.url') END = @place
       ORDER BY created_at LIMIT 1`,
    )
    .get({ kind: origin.kind, place: placeOf(origin) }) as Row | undefined;
  return row && fromRow(store, row);
}

/** @throws OffprintError `conflict` if a domain or the origin belongs to another project */
export function createProject(store: Store, project: NewProject): Project {
  const id = `prj_${randomBytes(8).toString('hex')}`;
  return transact(store, () => {
    requireFreeOrigin(store, id, project.origin);
    const at = now();
    store
      .prepare(
        'INSERT INTO projects (id, name, origin, deployment_type, features, settings, created_at, updated_at, origin_set_by, publish_to, link_target, named_by_title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        id,
        project.name,
        JSON.stringify(project.origin),
        project.deploymentType,
        JSON.stringify(project.features),
        JSON.stringify(project.settings),
        at,
        at,
        project.originSetBy ?? null,
        JSON.stringify(project.publishTo ?? []),
        project.linkTarget ?? null,
        project.isNamedByTitle ? 1 : 0,
      );
    setDomains(store, id, project.domains);
    return required(store, id);
  });
}

/** @throws OffprintError `not-found`, `conflict` */
export function updateProject(store: Store, id: string, change: ProjectChange): Project {
  return transact(store, () => {
    const known = required(store, id);
    const project = { ...known, ...change };
    const setBy = change.origin ? (change.originSetBy ?? null) : known.originSetBy;
    requireFreeOrigin(store, id, project.origin);
    store
      .prepare(
        'UPDATE projects SET name = ?, origin = ?, deployment_type = ?, features = ?, settings = ?, updated_at = ?, origin_set_by = ?, publish_to = ?, link_target = ? WHERE id = ?',
      )
      .run(
        project.name,
        JSON.stringify(project.origin),
        project.deploymentType,
        JSON.stringify(project.features),
        JSON.stringify(project.settings),
        now(),
        setBy,
        JSON.stringify(project.publishTo),
        project.linkTarget,
        id,
      );
    if (change.name !== undefined)
      store.prepare('UPDATE projects SET named_by_title = 0 WHERE id = ?').run(id);
    if (change.domains) setDomains(store, id, change.domains);
    return required(store, id);
  });
}

/** Returns the initial name of a project, until the title of its site is known. */
export function nameOfPlace(place: Place): string {
  if (place.kind === 'url') return new URL(place.url).host;
  const folder = place.kind === 'directory' ? place.folder : place.repository;
  return path.basename(folder).replace(/\.git$/, '') || 'site';
}

/** Same limit as for names chosen by people. */
const NAME_MAX = 200;

/** Returns the title of the start page in a job's bundle, or an empty text. */
export function startTitle(store: Store, jobId: string): string {
  const title = store
    .prepare("SELECT title FROM resources WHERE job_id = ? AND path = 'index.html' AND kind = 'page'")
    .pluck()
    .get(jobId) as string | null | undefined;
  return title ?? '';
}

/** Names a project after the title of its site, unless it was already named. */
export function nameByTitle(store: Store, id: string, title: string): void {
  const name = siteTitle(title).slice(0, NAME_MAX);
  if (name === '') return;
  store
    .prepare('UPDATE projects SET name = ?, named_by_title = 0 WHERE id = ? AND named_by_title = 1')
    .run(name, id);
}

/** Removes a project with its jobs. The caller must remove bundles from the disk. @throws OffprintError `not-found` */
export function deleteProject(store: Store, id: string): void {
  required(store, id);
  store.prepare('DELETE FROM projects WHERE id = ?').run(id);
}

function required(store: Store, id: string): Project {
  const row = store.prepare('SELECT * FROM projects WHERE id = ?').get(id) as Row | undefined;
  if (!row)
    throw new OffprintError(
      'not-found',
      `There is no project ${id}. List the projects with: offprint projects`,
    );
  return fromRow(store, row);
}

function requireFreeOrigin(store: Store, id: string, origin: Origin): void {
  const holder = findProjectByOrigin(store, origin);
  if (!holder || holder.id === id) return;
  throw new OffprintError(
    'conflict',
    origin.kind === 'directory'
      ? `The folder ${origin.folder} already belongs to the project "${holder.name}" (${holder.id}). Use that project, or choose another folder.`
      : `${origin.kind === 'url' ? 'The site' : 'The branch'} ${placeOf(origin)} already belongs to the project "${holder.name}" (${holder.id}). Use that project, or choose another ${origin.kind === 'url' ? 'address' : 'branch or folder'}.`,
  );
}

function setDomains(store: Store, id: string, domains: readonly string[]): void {
  store.prepare('DELETE FROM domains WHERE project_id = ?').run(id);
  const insert = store.prepare('INSERT OR IGNORE INTO domains VALUES (?, ?, ?)');
  for (const [position, domain] of [...new Set(domains)].entries()) {
    if (insert.run(domain, id, position).changes === 0) {
      throw new OffprintError(
        'conflict',
        `The domain ${domain} belongs to another project. Choose another domain.`,
      );
    }
  }
}

function fromRow(store: Store, row: Row): Project {
  const domains = store
    .prepare('SELECT domain FROM domains WHERE project_id = ? ORDER BY position')
    .pluck()
    .all(row.id) as string[];
  return {
    id: row.id,
    name: row.name,
    origin: JSON.parse(row.origin) as Origin,
    originSetBy: row.origin_set_by,
    domains,
    deploymentType: row.deployment_type,
    features: JSON.parse(row.features) as FeatureSwitches,
    settings: JSON.parse(row.settings) as ExportSettingsInput,
    publishTo: JSON.parse(row.publish_to) as string[],
    linkTarget: row.link_target,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
