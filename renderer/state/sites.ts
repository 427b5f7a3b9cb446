import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Job, Project } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

/** Names of the projects by their ids: what people call a site. */
export type SiteNames = Readonly<Record<string, string>>;

export type Sites = UseBoundStore<StoreApi<Readonly<{ names: SiteNames }>>> &
  Readonly<{
    /** Asks again when one of the projects is unknown. */
    require: (projectIds: readonly string[]) => void;
    /** Takes in what somebody has just read or changed. */
    put: (projects: readonly Project[]) => void;
    /** Asks again: the first export of a site gives it its title. */
    refresh: () => void;
  }>;

/** What exports are called by: a job carries the domain and the id of its project only. */
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
      api.projects().then(put, () => {}); // the names that are known stay
    },
    require: (projectIds: readonly string[]) => {
      const unknown = projectIds.filter((id) => !(id in store.getState().names) && !asked.has(id));
      if (unknown.length === 0) return;
      for (const id of unknown) asked.add(id);
      api.projects().then(put, () => {
        for (const id of unknown) asked.delete(id); // the next page that needs it asks again
      });
    },
  });
}

/** @returns what people call the site of a job: the name of its project, its domain until that is known */
export function siteOf(names: SiteNames, { projectId, domain }: Pick<Job, 'projectId' | 'domain'>): string {
  return names[projectId] ?? domain;
}
