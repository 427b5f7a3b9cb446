import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Job, Project } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

/** Project names by project ID. */
export type SiteNames = Readonly<Record<string, string>>;

export type Sites = UseBoundStore<StoreApi<Readonly<{ names: SiteNames }>>> &
  Readonly<{
    /** Loads the names if one of the projects is unknown. */
    require: (projectIds: readonly string[]) => void;
    /** Adds the names of projects that were just loaded or changed. */
    put: (projects: readonly Project[]) => void;
    /** Reloads the names, because the first export of a site sets its title. */
    refresh: () => void;
  }>;

/** Creates the store for site names, since a job has only the domain and the ID of its project. */
export function siteNames(api: Pick<Api, 'projects'>): Sites {
  const store = create<Readonly<{ names: SiteNames }>>(() => ({ names: {} }));
  const asked = new Set<string>();
  const put = (projects: readonly Project[]): void => {
    store.setState(({ names }) => ({
      names: { ...names, ...Object.fromEntries(projects.map(({ projectId, name }) => [projectId, name])) },
    }));
  };
  return Object.assign(store, {
    put,
    refresh: () => {
      api.projects().then(put, () => {}); // keeps the known names
    },
    require: (projectIds: readonly string[]) => {
      const unknown = projectIds.filter((id) => !(id in store.getState().names) && !asked.has(id));
      if (unknown.length === 0) return;
      for (const id of unknown) asked.add(id);
      api.projects().then(put, () => {
        for (const id of unknown) asked.delete(id); // lets the next page that needs one retry
      });
    },
  });
}

/** Returns the name of a job's project, or its domain until the name is known. */
export function siteOf(names: SiteNames, { projectId, domain }: Pick<Job, 'projectId' | 'domain'>): string {
  return names[projectId] ?? domain;
}
