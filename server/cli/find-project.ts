import { OffprintError } from '../errors.ts';
import { nameOfPlace, type Place, placeOf } from '../store/projects.ts';
import type { Project, ProjectList } from './wire.ts';
import type { Api } from './with-api.ts';

export async function listProjects(api: Api): Promise<readonly Project[]> {
  return (await api.request<ProjectList>('GET', '/v1/projects')).projects;
}

/**
 * Finds a project by id, domain or name, in this order; else the only one whose folder or host has this name, which is
 * a project's name until its title is known.
 */
export function projectNamed(projects: readonly Project[], reference: string): Project | undefined {
  const domain = reference.toLowerCase();
  const ofPlace = projects.filter(({ origin }) => nameOfPlace(origin) === reference);
  return (
    projects.find(({ projectId }) => projectId === reference) ??
    projects.find(({ domains }) => domains.includes(domain)) ??
    projects.find(({ name }) => name === reference) ??
    (ofPlace.length === 1 ? ofPlace[0] : undefined)
  );
}

/** Finds the project of a folder or an address. */
export function projectOf(projects: readonly Project[], place: Place): Project | undefined {
  return projects.find(({ origin }) => origin.kind === place.kind && placeOf(origin) === placeOf(place));
}

export { type Place, placeOf };

/** @throws OffprintError `not-found` */
export async function requireProject(api: Api, reference: string): Promise<Project> {
  const project = projectNamed(await listProjects(api), reference);
  if (project) return project;
  throw new OffprintError(
    'not-found',
    `There is no project ${reference}. List the projects with: offprint projects`,
  );
}

export function projectPath({ projectId }: Pick<Project, 'projectId'>): string {
  return `/v1/projects/${encodeURIComponent(projectId)}`;
}
