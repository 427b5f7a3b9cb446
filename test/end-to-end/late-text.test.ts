import { expect, test } from 'vitest';
import { makeSite, page } from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { isFullRun } from '../stand-ins/full.ts';

test.runIf(isFullRun)(
  'text that comes late on one side only is waited for before a bundle is blamed',
  async () => {
    // At the origin, whose page is at the root, the delay simulates a busy machine.
    const late = `<script>setTimeout(() => document.body.append(' Said by a script, and no less true.'),
    location.pathname === '/' ? 400 : 0)</script>`;
    const { report } = await exportFolder(
      makeSite({ 'index.html': page('Start', `<p>Few words.</p>${late}`) }),
      {
        render: 'never',
        sampleMin: 1,
        sampleMax: 1,
      },
    );
    expect(report.check?.faults).toEqual([]);
    expect(report.check?.pages[0]?.modes.map((mode) => mode.textSimilarity)).toEqual([1, 1]);
  },
);
