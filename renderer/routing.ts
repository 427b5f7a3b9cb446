import { useSyncExternalStore } from 'react';

/** Routes of the interface. They are in the URL fragment, so reopening a page needs no support from the server. */
export type Route =
  | Readonly<{ page: 'welcome' | Exclude<MainPage, 'help'> }>
  | Readonly<{ page: 'help'; chapter?: string; anchor?: string }>
  | Readonly<{ page: 'job'; jobId: string; tab: JobTab }>
  | Readonly<{ page: 'compare'; jobId: string; base: string | undefined }>
  | Readonly<{ page: 'agent-job'; projectId: string; jobId: string; tab: AgentTab }>
  | Readonly<{ page: 'project'; projectId: string; tab: ProjectTab }>
  | Readonly<{ page: 'unknown'; path: string }>;

export const jobTabs = ['overview', 'pages', 'log', 'report', 'site'] as const;
export type JobTab = (typeof jobTabs)[number];

export const projectTabs = [
  'overview',
  'origin',
  'preview',
  'defaults',
  'publishing',
  'schedule',
  'agent',
] as const;
export type ProjectTab = (typeof projectTabs)[number];

export const agentTabs = ['overview', 'changes'] as const;
export type AgentTab = (typeof agentTabs)[number];

export const mainPages = [
  'exports',
  'agents',
  'projects',
  'publications',
  'hosting',
  'receive',
  'trust',
  'keys',
  'audit',
  'settings',
  'diagnostics',
  'help',
  'about',
] as const;
export type MainPage = (typeof mainPages)[number];

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, '') || '/exports';
  const [, first = '', second, third = 'overview', fourth = 'overview'] = path.split('/').map(decoded);
  if (first === 'help') {
    const [chapter = '', anchor] = path.slice('/help'.length).replace(/^\//, '').split('#');
    return {
      page: 'help',
      ...(chapter && { chapter: decoded(chapter) }),
      ...(anchor && { anchor: decoded(anchor) }),
    };
  }
  if (first === 'exports' && second) {
    if (third === 'compare') {
      return { page: 'compare', jobId: second, base: fourth === 'overview' ? undefined : fourth };
    }
    const tab = jobTabs.find((name) => name === third);
    return tab ? { page: 'job', jobId: second, tab } : { page: 'unknown', path };
  }
  if (first === 'agents' && second) {
    const tab = agentTabs.find((name) => name === fourth);
    return tab && third !== 'overview'
      ? { page: 'agent-job', projectId: second, jobId: third, tab }
      : { page: 'unknown', path };
  }
  if (first === 'projects' && second) {
    const tab = projectTabs.find((name) => name === third);
    return tab ? { page: 'project', projectId: second, tab } : { page: 'unknown', path };
  }
  if (second) return { page: 'unknown', path };
  if (first === 'welcome') return { page: 'welcome' };
  const page = mainPages.find((name) => name === first);
  return page ? { page } : { page: 'unknown', path };
}

export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'job':
      return `#/exports/${encodeURIComponent(route.jobId)}${route.tab === 'overview' ? '' : `/${route.tab}`}`;
    case 'compare':
      return `#/exports/${encodeURIComponent(route.jobId)}/compare${route.base === undefined ? '' : `/${encodeURIComponent(route.base)}`}`;
    case 'agent-job':
      return `#/agents/${encodeURIComponent(route.projectId)}/${encodeURIComponent(route.jobId)}${route.tab === 'overview' ? '' : `/${route.tab}`}`;
    case 'project':
      return `#/projects/${encodeURIComponent(route.projectId)}${route.tab === 'overview' ? '' : `/${route.tab}`}`;
    case 'help':
      return `#/help${route.chapter ? `/${encodeURI(route.chapter)}` : ''}${route.anchor ? `#${encodeURIComponent(route.anchor)}` : ''}`;
    case 'unknown':
      return `#${route.path}`;
    default:
      return `#/${route.page}`;
  }
}

/** @param how `replace` overwrites the current history entry */
export function navigate(route: Route, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    location.hash = hrefOf(route);
    return;
  }
  history.replaceState(null, '', hrefOf(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Returns the current hash, as a string so that equal routes compare as equal. */
export function useHash(): string {
  return useSyncExternalStore(listen, () => location.hash);
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
