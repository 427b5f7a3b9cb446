import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import {
  acquisitionsOf,
  dataFolder,
  eventsOf,
  exportSite,
  kill,
  lastJob,
  logAcquisitions,
  makeSite,
  ONE_AT_A_TIME,
  page,
  pagesToInterrupt,
  pathsOf,
  reportOf,
  skipBecause,
  startExport,
  unpacked,
  until,
  untilDone,
  untilStored,
  whyNoProcessTable,
  whysOf,
  workerOf,
} from '../stand-ins/fixture-site.ts';
import { firstOf } from '../stand-ins/full.ts';

const PAGES = 100;

describe('a site that changes while it is exported', () => {
  it('is exported as it is in the end, in one version', async () => {
    const version = (number: number) => ({
      'a.html': page(`Version ${number}`, '<link rel="stylesheet" href="a.css">'),
      'a.css': `body::before { content: "${number}" }`,
    });
    const site = makeSite({ ...pagesToInterrupt(PAGES), ...version(1) });
    const data = dataFolder();
    await (await openHost(data, builtPorts)).close();
    logAcquisitions(data);
    const running = startExport(site, ONE_AT_A_TIME, { data });

    await untilDone(data, '/a.html');
    for (const number of [2, 3]) {
      for (const [file, content] of Object.entries(version(number)))
        fs.writeFileSync(path.join(site, file), content);
    }
    const { code } = await running.ended;

    expect(code).toBe(0);
    expect(whysOf(eventsOf(data))).toEqual(['origin-changed']);
    const files = await unpacked(running.out);
    expect(files.get('a.html')?.toString()).toContain('Version 3');
    expect(files.get('a.css')?.toString()).toContain('content: "3"');
    const acquired = acquisitionsOf(data);
    expect(acquired.filter((url) => url.startsWith('/p'))).toHaveLength(PAGES);
    const still = await exportSite(site);
    expect(fs.readFileSync(still.out).equals(fs.readFileSync(running.out))).toBe(true);
  });

  it('gains and loses pages meanwhile: the bundle holds those of the end', async () => {
    const site = makeSite({
      ...pagesToInterrupt(PAGES, (index) =>
        index === 0 ? '<a href="gone.html">gone</a><a href="a-new.html">new</a>' : '',
      ),
      'gone.html': page('Gone'),
      'z-gone.html': page('Gone before it was read'),
    });
    const data = dataFolder();
    const running = startExport(site, ONE_AT_A_TIME, { data });

    await untilDone(data, '/gone.html');
    fs.rmSync(path.join(site, 'gone.html'));
    fs.rmSync(path.join(site, 'z-gone.html'));
    fs.writeFileSync(path.join(site, 'a-new.html'), page('New'));
    const { code, stderr } = await running.ended;

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    const paths = await pathsOf(running.out);
    expect(paths).toContain('a-new.html');
    expect(paths.filter((file) => file.includes('gone'))).toEqual([]);
    const report = reportOf(data);
    expect(report.missing).toEqual([]);
    expect(report.brokenAtSource).toMatchObject([{ url: '/gone.html' }]);
    const first = (await unpacked(running.out)).get('p0000.html')?.toString();
    expect(first).toContain('href="a-new.html"');
    expect(first).not.toContain('gone.html');
    const still = await exportSite(site);
    expect(fs.readFileSync(still.out).equals(fs.readFileSync(running.out))).toBe(true);
  });

  it('that never settles ends the job, in bounded time, with a sentence', async () => {
    const site = makeSite(pagesToInterrupt(PAGES));
    const running = startExport(site, ONE_AT_A_TIME);
    let over = false;
    let count = 0;
    const restless = until('the export ends', () => {
      fs.writeFileSync(path.join(site, 'p0000.html'), page(`Version ${count++}`));
      return over;
    });

    const { code, stderr } = await running.ended;
    over = true;
    await restless;

    expect(stderr).toContain(
      `The folder ${site} kept changing while it was exported. Wait until the site is built, then export again.`,
    );
    expect(code).toBe(3);
    expect(lastJob(running.data)).toMatchObject({ status: 'failed', error_code: 'origin-changed' });
    expect(fs.existsSync(running.out)).toBe(false);

    const settled = await exportSite(site, [], { data: running.data });
    expect(settled.code).toBe(0);
  });

  it('whose folder vanishes ends the job with a sentence', async () => {
    const site = makeSite(pagesToInterrupt(PAGES));
    const running = startExport(site, ONE_AT_A_TIME);

    await untilDone(running.data, '/p0010.html');
    fs.renameSync(site, `${site}-moved`);
    const { code, stderr } = await running.ended;

    expect(stderr).toContain(`There is no folder ${site}. Check the path.`);
    expect(code).toBe(2);
    expect(lastJob(running.data)).toMatchObject({ status: 'failed' });
  });
});

describe('a part of a site that changes while it is exported', () => {
  it('is exported as it is in the end, with what its pages need', async () => {
    const site = makeSite({
      ...pagesToInterrupt(PAGES),
      'a.html': page('A', '<img src="a.png"><img src="gone.png"><img src="large.svg"><img src="new.png">'),
      'a.png': 'first',
      'large.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g><path d="M0 0"/></g>\n'.repeat(300_000)}</svg>`,
      'gone.png': 'first',
      'other.html': page('Other'),
    });
    const part = [...ONE_AT_A_TIME, '--exclude', '/other.html', '--include', '/a.html', '/p*.html'];
    const running = startExport(site, part);

    await untilDone(running.data, '/gone.png');
    fs.writeFileSync(path.join(site, 'a.png'), 'second');
    fs.writeFileSync(path.join(site, 'new.png'), 'second');
    fs.rmSync(path.join(site, 'gone.png'));
    const { code } = await running.ended;

    expect(code).toBe(0);
    const files = await unpacked(running.out);
    expect(files.get('a.png')?.toString()).toBe('second');
    expect(files.get('new.png')?.toString()).toBe('second');
    expect(files.has('gone.png')).toBe(false);
    const still = await exportSite(site, part);
    expect(fs.readFileSync(still.out).equals(fs.readFileSync(running.out))).toBe(true);
  });
});

describe('a site that changes while its export is interrupted', () => {
  it.for(firstOf(1, ['pack', 'verify', 'acquire']))(
    'during %s: the same command exports it as it is now',
    async (phase, { skip }) => {
      const why = whyNoProcessTable();
      if (why) skipBecause(skip, why);
      const site = makeSite({
        ...pagesToInterrupt(PAGES),
        'a.html': page('First'),
        'gone.html': page('Gone'),
      });
      const running = startExport(site, ONE_AT_A_TIME);
      await untilDone(running.data, '/gone.html');
      await untilStored(
        running.data,
        `the job is in the phase ${phase}`,
        (store) => store.prepare('SELECT phase FROM export_jobs').pluck().get() === phase,
      );
      kill(running.pid);
      await running.ended;

      fs.writeFileSync(path.join(site, 'a.html'), page('Second'));
      fs.writeFileSync(path.join(site, 'new.html'), page('New'));
      fs.rmSync(path.join(site, 'gone.html'));
      const again = await exportSite(site, ONE_AT_A_TIME, { data: running.data });

      expect(again.stderr).toContain('Going on with');
      expect(again.code).toBe(0);
      const turns = phase === 'acquire' ? [] : ['changed-while-away'];
      expect(whysOf(eventsOf(running.data))).toEqual(turns);
      const files = await unpacked(again.out);
      expect(files.get('a.html')?.toString()).toContain('Second');
      expect(files.has('gone.html')).toBe(false);
      const undisturbed = await exportSite(site);
      expect(fs.readFileSync(undisturbed.out).equals(fs.readFileSync(again.out))).toBe(true);
    },
  );

  it('by becoming readable: the same command takes what was left out', async () => {
    const site = makeSite({ ...pagesToInterrupt(PAGES) });
    fs.symlinkSync('later.html', path.join(site, 'link.html'));
    fs.symlinkSync('never.html', path.join(site, 'dangling.html'));
    const running = startExport(site, ONE_AT_A_TIME);
    await untilDone(running.data, '/p0010.html');
    kill(running.pid);
    await running.ended;

    fs.writeFileSync(path.join(site, 'later.html'), page('Later'));
    fs.rmSync(path.join(site, 'dangling.html'));
    const again = await exportSite(site, ONE_AT_A_TIME, { data: running.data });

    expect(again.stderr).toContain('Going on with');
    expect(again.code).toBe(0);
    expect(await pathsOf(again.out)).toEqual(expect.arrayContaining(['later.html', 'link.html']));
  });
});

describe('a large file that is cut short while it is read', () => {
  beforeEach(({ skip }) => {
    const why = whyNoProcessTable();
    if (why) skipBecause(skip, why);
  });

  /** Starts an export and stops its worker in the middle of acquiring /large.mp4; `goOn` lets it go on. */
  async function stopWithinLargeFile(site: string) {
    const running = startExport(site);
    const folder = path.join(running.data, 'objects', 'large');
    const started = (): boolean =>
      fs.existsSync(folder) &&
      fs.readdirSync(folder).some((name) => fs.statSync(path.join(folder, name)).size > 0);
    await until('the large file is being read', started);
    const worker = workerOf(running.pid);
    kill(worker, 'SIGSTOP');
    expect(started()).toBe(true);
    return { ...running, goOn: () => kill(worker, 'SIGCONT') };
  }

  it('is exported as it is in the end', async () => {
    const site = makeSite({ 'index.html': page('Start') });
    const large = path.join(site, 'large.mp4');
    fs.writeFileSync(large, '');
    fs.truncateSync(large, 400_000_000); // takes no room on the disk
    const running = await stopWithinLargeFile(site);

    fs.truncateSync(large, 1000);
    running.goOn();
    const { code, stderr } = await running.ended;

    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    expect(reportOf(running.data).missing).toEqual([]);
    expect((await unpacked(running.out)).get('large.mp4')).toHaveLength(1000);
  });
});
