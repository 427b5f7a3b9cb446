import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../store/database.ts';
import type { Frontier } from '../../store/resources.ts';
import { makeJob, type NewJob } from '../job/job.test-support.ts';
import { scopeOf } from '../site/scope.ts';
import { pruneUnreachable } from './prune-unreachable.ts';
import { packReferences } from './references.ts';

let made: NewJob;
let store: Store;
let frontier: Frontier;
beforeEach(() => {
  made = makeJob();
  ({ store, frontier } = made);
});
afterEach(() => made.remove());

type Content = Readonly<{ linked?: string[]; needed?: string[] }>;

function acquired(url: string, { linked = [], needed = [] }: Content = {}, required = false): void {
  frontier.add({ url, required, depth: required ? 0 : 1, ...(!required && { referrer: '/' }) });
  frontier.finish(url, { status: 'done', kind: 'page', object: 'ab', sizeBytes: 1 });
  frontier.setReferences(
    url,
    packReferences({ linked: linked.join('\n'), needed: needed.join('\n'), guessed: '' }),
  );
}

function rows(): string[] {
  return [...frontier.all()].map(({ url, status, reason }) => [url, status, reason ?? ''].join(' ').trim());
}

const ALL = scopeOf({ include: [], exclude: [], paths: [] });
const ONLY_START = scopeOf({ include: ['/'], exclude: ['/secret*'], paths: [] });

describe('a walk from the roots', () => {
  it('leaves a frontier alone that is what it reaches', () => {
    acquired('/', { linked: ['/a'], needed: ['/a.css'] }, true);
    acquired('/a', { linked: ['/'] });
    acquired('/a.css');
    const before = rows();
    expect(pruneUnreachable(store, frontier, ALL, ['/'])).toBe(0);
    expect(rows()).toEqual(before);
  });

  it('drops what nothing leads to any more, circles among them', () => {
    acquired('/', {}, true);
    acquired('/a', { linked: ['/b'] });
    acquired('/b', { linked: ['/a'] });
    frontier.add({
      url: '/c',
      required: false,
      depth: 2,
      referrer: '/b',
      status: 'skipped',
      reason: 'excluded',
    });
    pruneUnreachable(store, frontier, ALL, ['/']);
    expect(rows()).toEqual(['/ done']);
  });

  it('queues what is led to and not there', () => {
    acquired('/', { linked: ['/new'], needed: ['/new.css'] }, true);
    expect(pruneUnreachable(store, frontier, ALL, ['/'])).toBe(2);
    expect(rows()).toEqual(['/ done', '/new queued', '/new.css queued']);
    expect(frontier.find('/new')).toMatchObject({ referrer: '/', depth: 1, required: false });
  });

  it('leaves out what is only linked to, takes what is needed, and knows when that changed', () => {
    acquired('/', { linked: ['/linked', '/needed', '/secret'], needed: ['/needed'] }, true);
    acquired('/linked');
    frontier.add({ url: '/needed', required: true, depth: 0, status: 'skipped', reason: 'not included' });
    expect(pruneUnreachable(store, frontier, ONLY_START, ['/'])).toBe(1);
    expect(rows()).toEqual([
      '/ done',
      '/linked skipped not included',
      '/needed queued',
      '/secret skipped excluded',
    ]);
  });

  it('leaves out what the origin lists and no page needs any more', () => {
    acquired('/', {}, true);
    acquired('/framed', {}, true);
    expect(pruneUnreachable(store, frontier, ONLY_START, ['/'])).toBe(0);
    expect(rows()).toEqual(['/ done', '/framed skipped not included']);
  });

  it('keeps what the origin lists and the job leaves out', () => {
    acquired('/', { linked: ['/capped'] }, true);
    frontier.add({
      url: '/capped',
      required: true,
      depth: 0,
      status: 'skipped',
      reason: 'page limit reached',
    });
    frontier.add({ url: '/hidden', required: false, depth: 0, status: 'skipped', reason: 'hidden' });
    const before = rows();
    expect(pruneUnreachable(store, frontier, ALL, ['/'])).toBe(0);
    expect(rows()).toEqual(before);
  });
});
