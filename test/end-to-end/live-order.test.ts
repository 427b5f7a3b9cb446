import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { frontierOf } from '../../server/store/resources.ts';
import { page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Place, type Places, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const linking = (name: string, ...to: string[]): string =>
  page(name, to.map((place) => `<a href="/${place}">${place}</a>`).join(' '));

const slow = (content: string): Place => {
  return async (_request, response) => {
    await pause(1500);
    response.writeHead(200, { 'content-type': 'text/html' }).end(content);
  };
};

/** One page of the first level is slow: links of the others are followed meanwhile. */
const withLate = (late: readonly string[], quick: Places): Places => ({
  '/': linking('Start', 'late', 'quick'),
  '/late': slow(linking('Late', ...late)),
  ...quick,
});

describe('pages', () => {
  const places = withLate(['far'], {
    '/quick': linking('Quick', 'next'),
    '/next': linking('Next', 'far'),
    '/far': linking('Far', 'farther'),
    '/farther': linking('Farther'),
  });

  it.runIf(isFullRun)('are not waited for by those that other pages lead to', async () => {
    const origin = await startOrigin((url) => {
      if (url === '/next') nextAt = performance.now();
      const place = (places as Record<string, Place>)[url];
      if (url !== '/late' || typeof place !== 'function') return place;
      return async (request, response) => {
        await place(request, response);
        lateAt = performance.now();
      };
    });
    let [nextAt, lateAt] = [Number.POSITIVE_INFINITY, 0];
    const lab = await openLiveLab();
    const { job } = await lab.exported({ url: origin.address });
    expect(nextAt).toBeLessThan(lateAt);
    // The shortest path counts, although it was found last.
    const frontier = frontierOf(lab.host.store(), job.id);
    expect(['/late', '/next', '/far', '/farther'].map((url) => frontier.find(url)?.depth)).toEqual([
      1, 2, 2, 3,
    ]);
  });

  it.runIf(isFullRun)('that seemed too far until a late page led to them come along', async () => {
    const origin = await startOrigin(places);
    const lab = await openLiveLab();
    const { paths } = await lab.exported({ url: origin.address }, { maxDepth: 2, allowMissing: true });
    expect(paths).toEqual(expect.arrayContaining(['late.html', 'next.html', 'far.html']));
    expect(paths).not.toContain('farther.html');
  });

  it('that a cap leaves out are the last by URL, whoever answers first', async () => {
    const origin = await startOrigin(
      withLate(['a1'], {
        '/quick': linking('Quick', 'z1', 'z2'),
        ...Object.fromEntries(['a1', 'z1', 'z2'].map((name) => [`/${name}`, linking(name)])),
      }),
    );
    const lab = await openLiveLab();
    const { paths } = await lab.exported({ url: origin.address }, { maxPages: 4, allowMissing: true });
    expect(origin.countOf('/z1')).toBe(1); // it was requested while the slow page was in flight
    expect(paths.filter((file) => file.endsWith('.html'))).toEqual([
      'a1.html',
      'index.html',
      'late.html',
      'quick.html',
    ]);
  });
});
