import type { JobTab, MainPage, ProjectTab, Route } from '../routing.ts';

const START = 'index.html';

/** The handbook chapter for each page. A test checks that the files exist (chapters.test.ts). */
export const CHAPTER_OF_PAGE: Readonly<
  Record<Exclude<MainPage, 'help'> | 'welcome' | 'agent-job' | 'compare', string>
> = {
  welcome: 'start/first-bundle.html',
  exports: 'export/index.html',
  compare: 'export/recipes/schedule.html',
  agents: 'api/agent-jobs.html',
  'agent-job': 'api/agent-jobs.html',
  projects: 'export/index.html',
  publications: 'gap/publish.html',
  hosting: 'gap/publish.html',
  receive: 'gap/drive.html',
  trust: 'gap/verify.html',
  audit: 'start/setup.html',
  keys: 'api/keys.html',
  settings: 'start/setup.html',
  diagnostics: 'reference/troubleshooting.html',
  about: START,
};

export const CHAPTER_OF_JOB_TAB: Readonly<Record<JobTab, string>> = {
  overview: 'export/index.html',
  pages: 'export/report.html',
  log: 'reference/troubleshooting.html',
  report: 'export/report.html',
  site: 'export/interactivity.html',
};

export const CHAPTER_OF_PROJECT_TAB: Readonly<Record<ProjectTab, string>> = {
  overview: 'export/index.html',
  origin: 'export/index.html',
  preview: 'export/index.html',
  defaults: 'export/settings.html',
  publishing: 'gap/publish.html',
  schedule: 'export/recipes/schedule.html',
  agent: 'api/agent-jobs.html',
};

/** Returns the chapter for the current route. */
export function chapterFor(route: Route): string {
  if (route.page === 'job') return CHAPTER_OF_JOB_TAB[route.tab];
  if (route.page === 'project') return CHAPTER_OF_PROJECT_TAB[route.tab];
  if (route.page === 'unknown' || route.page === 'help') return START;
  return CHAPTER_OF_PAGE[route.page];
}
