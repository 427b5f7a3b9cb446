import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateTestChromium } from '../../server/exports/chromium/chromium.test-support.ts';
import {
  dataFolder,
  exportSite,
  kill,
  lastJob,
  makeSite,
  manyPages,
  offprint,
  page,
  reportOf,
  skipBecause,
  startExport,
  temporaryFolder,
  until,
  whyNoProcessTable,
  workerOf,
} from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';

/** Later options override those of exportSite: here the browser is started. */
const BROWSER = ['--sample-max', '3', '--sample-min', '1'];

const chromium = await locateTestChromium().then(
  () => undefined,
  (error: unknown) => `there is no browser: ${String(error)}`,
);

const ALL_PAGES = ['--sample-max', '12', '--sample-min', '12'];

/** Requests a file that the bundle lacks, but only when opened from a disk. */
const offlineFault = `<script>if (location.protocol === 'file:') document.write('<img src="only-offline.png" alt="">');</script>`;

describe.skipIf(chromium !== undefined)('verification', () => {
  it.runIf(isFullRun)('opens the bundle in a browser and finds no fault', async () => {
    const site = makeSite(manyPages(5, (index) => `<p>Text of page ${index}</p>`));

    const { code, stdout, data } = await exportSite(site, BROWSER);

    expect(code).toBe(0);
    expect(stdout).toContain('3 of 6 pages opened offline');
    expect(reportOf(data).check).toMatchObject({ verdict: 'passed', faults: [] });
  });

  it.runIf(isFullRun)(
    'names a page that cannot be scrolled, and none whose control the original renames a little later',
    async () => {
      const text = `<p>${'It explains one thing at a time. '.repeat(40)}</p>`;
      const names = `<button>Light</button><script>
      const name = () => { document.querySelector('button').textContent = 'System'; };
      if (location.protocol === 'file:' || /prefix/.test(location.pathname)) name();
      else setTimeout(name, 500);</script>`;
      const holds = `<script>if (location.protocol === 'file:') document.body.style.overflow = 'hidden'</script>`;
      const site = makeSite({
        'index.html': page('Start', `<a href="long.html">Long</a>${text}${names}`),
        'long.html': page('Long', `<p style="height:5000px">Long</p>${holds}`),
      });
      const { report } = await exportFolder(site, {
        render: 'never',
        sampleMin: 2,
        onVerificationFailure: 'report',
      });
      expect(report.check).toMatchObject({ verdict: 'failed', findings: [] });
      expect(report.check?.faults).toEqual([
        expect.stringContaining('long.html (from file://) cannot be scrolled, but the original can'),
      ]);
    },
  );

  it('fails the job over a missing file, and names page and file; once that is mended, retry completes', async () => {
    const site = makeSite({ 'index.html': page('Start', offlineFault) });
    const failed = await exportSite(site, [...BROWSER, '--render', 'never']);

    expect(failed.stderr).toContain('Verification failed: index.html (from file://) loads only-offline.png');
    expect(failed.code).toBe(5);
    const job = lastJob(failed.data);
    expect(job).toMatchObject({ status: 'failed', error_code: 'verification-failed' });
    expect(reportOf(failed.data).check?.faults).toHaveLength(1);
    // The faults can only be judged with the bundle.
    expect(failed.stderr).toContain(`A bundle with these faults was made anyway: ${failed.out}`);
    expect((await offprint(['verify', failed.out])).code).toBe(0);
    const out = path.join(temporaryFolder(), 'again.zip');
    const fetched = await offprint([
      'jobs',
      'bundle',
      job.id,
      '--out',
      out,

      '--data',
      failed.data,
    ]);
    expect(fetched.code).toBe(0);
    expect(fs.readFileSync(out)).toEqual(fs.readFileSync(failed.out));

    fs.writeFileSync(path.join(site, 'index.html'), page('Mended'));
    const { code, stdout } = await offprint(['jobs', 'retry', job.id, '--data', failed.data, '--json']);

    expect(code).toBe(0);
    const { version, bundle } = JSON.parse(stdout) as { version: string; bundle: { digest: string } };
    expect(version).toBe(bundle.digest.slice(0, 12));
  });

  it.runIf(isFullRun)('only reports it when it is told so', async () => {
    const site = makeSite({ 'index.html': page('Start', offlineFault) });

    const { code, stdout, out } = await exportSite(site, [...BROWSER, '--on-verification-failure', 'report']);

    expect(code).toBe(0);
    expect(stdout).toContain('Verified  failed: Verification failed: index.html');
    const checked = await offprint(['check', out, '--data', dataFolder()]);
    expect(checked.stdout).toContain('only-offline.png, which is not in the bundle.');
    expect(checked.code).toBe(5);
    expect((await offprint(['verify', out])).code).toBe(0);
  });

  // Two of them compute for 40 seconds; server/exports/verify/visit.test.ts tests a hanging page in each run.
  it.each(
    firstOf(0, [
      [
        'writes itself without end',
        // When hosted it would take as long once more.
        "(function go() { if (location.protocol === 'file:') { document.write('<p>more</p>'); setTimeout(go, 0); } })()",
      ],
      ['computes without end', 'for (;;);'],
    ]),
  )('of a page that %s ends: the page is named, with exit code 5', async (_name, script) => {
    const site = makeSite({ 'index.html': page('Start', `<script>${script}</script>`) });
    const args = ['--render', 'never', '--interactivity', 'keep', '--sample-max', '0'];
    const { code, out } = await exportSite(site, args);
    expect(code).toBe(0);

    const checked = await offprint(['check', out, '--data', dataFolder()]);

    expect(checked.stdout).toMatch(
      /Fault {5}index\.html does not open: it did not respond within 20 seconds/,
    );
    expect(checked.stdout + checked.stderr).not.toMatch(/Navigation timeout|net::|Protocol|context/);
    expect(checked.code).toBe(5);
  });

  it.runIf(isFullRun)('says that there is no browser where one is told to be', async () => {
    const site = makeSite({ 'index.html': page('Start') });
    const env = { OFFPRINT_CHROMIUM: path.join(temporaryFolder(), 'no-browser') };

    const { code, stderr, data } = await exportSite(site, BROWSER, { env });

    expect(stderr).toContain(env.OFFPRINT_CHROMIUM);
    expect(stderr).toContain('Correct the path');
    expect(code).toBe(3);
    const again = await offprint(['jobs', 'retry', lastJob(data).id, '--data', data]);
    expect(again.code).toBe(0);
  });

  it.runIf(isFullRun)('is canceled by Ctrl-C and leaves no browser behind', async ({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
    const running = startExport(makeSite(manyPages(11)), ALL_PAGES);
    const browsers = await browsersOf(running.pid);

    kill(running.pid, 'SIGINT');
    const { code } = await running.ended;

    expect(code).toBe(130);
    expect(lastJob(running.data)).toMatchObject({ status: 'failed', error_code: 'canceled' });
    await until('the browsers end', () => !browsers.some((pid) => isRunning(pid)));
  });

  it.runIf(isFullRun)(
    'comes to the same when its browser is killed: what it was at is done again',
    async ({ skip }) => {
      const why = whyNoProcessTable();
      if (why) skipBecause(skip, why);
      const running = startExport(makeSite(manyPages(11)), ALL_PAGES);
      const browsers = await browsersOf(running.pid);

      for (const pid of browsers) kill(pid);
      const { code, stdout } = await running.ended;

      expect(code).toBe(0);
      expect(stdout).toContain('12 of 12 pages opened offline');
      expect(stdout).toContain('no fault');
    },
  );

  it.runIf(isFullRun)(
    'goes on alone when the command is killed meanwhile: the bundle is not packed again',
    async ({ skip }) => {
      const why = whyNoProcessTable();
      if (why) skipBecause(skip, why);
      const site = makeSite(manyPages(11));
      const running = startExport(site, ALL_PAGES);
      const browsers = await browsersOf(running.pid);

      kill(running.pid);
      await running.ended;
      const packed = lastJob(running.data);
      const again = await exportSite(site, ALL_PAGES, { data: running.data });

      expect(packed).toMatchObject({ status: 'running', phase: 'verify' });
      expect(again.code).toBe(0);
      expect(again.stdout).toContain('12 of 12 pages opened offline');
      expect(lastJob(running.data)).toMatchObject({ id: packed.id, packed_at: packed.packed_at });
      expect(browsers.filter(isRunning)).toEqual([]);
      expect(fs.readdirSync(path.join(running.data, 'exports', packed.id)).sort()).toEqual([
        'bundle.zip',
        'report.html',
        'report.json',
      ]);
    },
  );

  /**
   * Browser processes that a running command has started for verification, once they exist: the pages did not need a
   * browser before.
   */
  async function browsersOf(pid: number): Promise<number[]> {
    let browsers: number[] = [];
    await until('a browser shows pages', () => {
      const worker = workerOf(pid);
      browsers = worker === undefined ? [] : childrenOf(worker);
      return browsers.some((browser) => childrenOf(browser).length >= 2);
    });
    return browsers;
  }
});

if (chromium !== undefined) console.warn(`Skipped: ${chromium}`);

function childrenOf(pid: number): number[] {
  try {
    const lists = fs
      .readdirSync(`/proc/${pid}/task`)
      .map((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return lists.join(' ').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return []; // a thread ended while it was being read
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
