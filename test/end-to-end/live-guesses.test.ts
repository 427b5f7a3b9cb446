import { describe, expect, it } from 'vitest';
import { page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
const svg = { headers: { 'content-type': 'image/svg+xml' }, body: picture };

describe('what only looks like an address of a live site', () => {
  it('is exported where the origin has it, and no fault where it has not', async () => {
    const refusing = { status: 500, body: 'no' };
    const origin = await startOrigin({
      '/': page(
        'Start',
        [
          '<img data-src="/image/7" alt=""><img data-srcset="/small.svg 1x, /gone.svg 2x" alt="">',
          '<i data-kind="/broken.svg" data-version="1.2" data-file="words and /none.svg"></i>',
          '<p onclick="location.href=\'/guide/\'">Guide</p><img data-src="/needed.svg" alt=""><a href="/guide/">Guide</a>',
        ].join(''),
      ),
      '/guide/': page('Guide'),
      '/image/7': svg,
      '/small.svg': svg,
      '/needed.svg': svg,
      '/broken.svg': refusing,
    });
    const { exported } = await openLiveLab();
    const { paths, report } = await exported({ url: `${origin.address}/` });
    expect(paths).toEqual(
      expect.arrayContaining(['guide/index.html', 'image/7.svg', 'needed.svg', 'small.svg']),
    );
    expect(paths).not.toContain('broken.svg');
    expect(report.missing).toEqual([]);
    expect(report.brokenAtSource).toEqual([]);
    expect(report.skipped).toEqual([{ url: '/broken.svg', reason: 'guessed address', pages: [] }]);
  });

  it.runIf(isFullRun)('is missing where something needs it after all', async () => {
    const origin = await startOrigin({
      '/': page('Start', '<img data-src="/broken.svg" alt=""><a href="/two">Two</a>'),
      '/two': page('Two', '<img src="/broken.svg" alt="">'),
      '/broken.svg': { status: 500, body: 'no' },
    });
    const lab = await openLiveLab();
    const job = await lab.run(await lab.newJob({ url: `${origin.address}/` }));
    expect(job.error).toContain('/broken.svg (server error: The origin returned 500)');
  });
});
