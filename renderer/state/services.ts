import { createContext, useContext } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Surface } from '../../preload/surface.types.ts';
import { type Api, createApi } from '../api/client.ts';
import { type Live, liveOverHttp } from '../api/live.ts';
import { liveOverBridge } from '../api/live-over-bridge.ts';
import { type AgentList, agentList } from './agent-list.ts';
import { forgetAllDrafts } from './draft.ts';
import { type JobList, jobList } from './job-list.ts';
import { type ProgressStore, progressStore } from './progress.ts';
import { type QueueState, queueState } from './queue-state.ts';
import { type Sites, siteNames } from './sites.ts';

/** Whether the server is reachable and the user is logged in. */
export type Connection = 'fine' | 'unreachable' | 'logged-out';

export type Services = Readonly<{
  /** Additional features of the desktop app; undefined in a browser. */
  desktop: Surface | undefined;
  api: Api;
  live: Live;
  jobs: JobList;
  sites: Sites;
  queueState: QueueState;
  agents: AgentList;
  progress: ProgressStore;
  connection: UseBoundStore<StoreApi<Readonly<{ state: Connection }>>>;
}>;

/** Creates the services that pages use, for the desktop app or a browser. */
export function createServices(desktop: Surface | undefined): Services {
  const base = desktop ? '/api' : '';
  const connection = create<Readonly<{ state: Connection }>>(() => ({ state: 'fine' }));
  const api = createApi(base, (status) => {
    const state = status === 0 ? 'unreachable' : status === 401 ? 'logged-out' : 'fine';
    if (connection.getState().state !== state) connection.setState({ state });
  });
  const live = desktop ? liveOverBridge(desktop) : liveOverHttp(api.send);
  const lists = { jobs: jobList(api), queueState: queueState(api), agents: agentList(api) };
  // Reload at once what failed to load while the server was unreachable.
  connection.subscribe((now, before) => {
    if (now.state === 'logged-out') forgetAllDrafts();
    if (now.state !== 'fine' || before.state !== 'unreachable') return;
    lists.jobs.refresh();
    lists.queueState.refresh();
    if (lists.agents.getState().error !== undefined) lists.agents.refresh();
  });
  return {
    desktop,
    api,
    live,
    ...lists,
    sites: siteNames(api),
    progress: progressStore(),
    connection,
  };
}

const Context = createContext<Services | undefined>(undefined);
export const ServicesProvider = Context.Provider;

export function useServices(): Services {
  const services = useContext(Context);
  if (!services) throw new Error('useServices() requires a ServicesProvider.');
  return services;
}
