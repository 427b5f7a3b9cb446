import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute, type Route } from './routing.ts';

describe('a place', () => {
  it.each<[string, Route]>([
    ['', { page: 'exports' }],
    ['#/projects', { page: 'projects' }],
    ['#/exports/se_1', { page: 'job', jobId: 'se_1', tab: 'overview' }],
    ['#/exports/se_1/report', { page: 'job', jobId: 'se_1', tab: 'report' }],
    ['#/exports/se_2/compare', { page: 'compare', jobId: 'se_2', base: undefined }],
    ['#/exports/se_2/compare/se_1', { page: 'compare', jobId: 'se_2', base: 'se_1' }],
    ['#/projects/prj_1', { page: 'project', projectId: 'prj_1', tab: 'overview' }],
    ['#/projects/prj_1/origin', { page: 'project', projectId: 'prj_1', tab: 'origin' }],
    ['#/exports/se_1/nothing', { page: 'unknown', path: '/exports/se_1/nothing' }],
    ['#/agents/prj_1/ag_1', { page: 'agent-job', projectId: 'prj_1', jobId: 'ag_1', tab: 'overview' }],
    ['#/agents/prj_1', { page: 'unknown', path: '/agents/prj_1' }],
    ['#/nowhere', { page: 'unknown', path: '/nowhere' }],
    ['#/keys/x', { page: 'unknown', path: '/keys/x' }],
  ])('%s is understood', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  it.each<Route>([
    { page: 'settings' },
    { page: 'job', jobId: 'se_ü/1', tab: 'log' },
    { page: 'compare', jobId: 'se_2', base: undefined },
    { page: 'compare', jobId: 'se_2', base: 'se_1' },
    { page: 'agent-job', projectId: 'a b', jobId: 'ag_1', tab: 'changes' },
    { page: 'project', projectId: 'a b', tab: 'overview' },
    { page: 'project', projectId: 'a b', tab: 'agent' },
  ])('is written so that it is read again: %o', (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route);
  });

  it('with a percent sign that begins no escape is no fault', () => {
    expect(parseRoute('#/exports/%')).toEqual({ page: 'job', jobId: '%', tab: 'overview' });
  });
});
