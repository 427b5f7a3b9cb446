import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findBundle } from '../../server/store/bundles.ts';
import { listEvents } from '../../server/store/events.ts';
import {
  acquisitionsOf,
  logAcquisitions,
  makeSite,
  manyPages,
  page,
  pagesToInterrupt,
  pathsOf,
  reportOf,
  skipBecause,
  unpacked,
  until,
  untilDone,
  untilStored,
  whyNoProcessTable,
  whysOf,
} from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type FolderLab, newFolderJob, openFolderLab, runFolderJob } from './folder-lab.ts';

const PAGES = 100;
/** Large enough for its export to be interrupted while it runs; in a usual run while it packs. */
const longSite = () =>
  isFullRun
    ? pagesToInterrupt(PAGES)
    : manyPages(PAGES, (index) =>
        index === PAGES / 2 ? '<p>some words and no link</p>\n'.repeat(20_000) : '',
      );
/** Only what is tested here. */
const SETTINGS = { concurrency: 1, search: 'off' } as const;

beforeEach(({ skip }) => {
  const why = whyNoProcessTable();
  if (why) skipBecause(skip, why);
});

/** Changes a site while its writer is stopped, as soon as the writer has acquired a URL. */
async function changeAt(lab: FolderLab, url: string, change: () => void): Promise<void> {
  await untilDone(lab.data, url);
  lab.signalWriter('SIGSTOP');
  change();
  lab.signalWriter('SIGCONT');
}

/** Expects the bundle to equal that of an unchanging site. */
async function expectAsOf(
  site: string,
  bundle: Readonly<{ sha256: string }>,
  settings: object = SETTINGS,
): Promise<void> {
  expect(bundle.sha256).toBe((await exportFolder(site, { sampleMax: 0, ...settings })).sha256);
}

describe('a site that changes while it is exported', () => {
  it.runIf(isFullRun)('is exported as it is in the end, in one version', async () => {
    const version = (number: number) => ({
      'a.html': page(`Version ${number}`, '<link rel="stylesheet" href="a.css">'),
      'a.css': `body::before { content: "${number}" }`,
    });
    const site = makeSite({ ...pagesToInterrupt(PAGES), ...version(1) });
    const lab = await openFolderLab();
    logAcquisitions(lab.data);
    const job = await newFolderJob(lab, site, SETTINGS);
    const running = runFolderJob(lab, job);

    await changeAt(lab, '/a.html', () => {
      for (const number of [2, 3]) {
        for (const [file, content] of Object.entries(version(number)))
          fs.writeFileSync(path.join(site, file), content);
      }
    });
    const bundle = await running;

    expect(whysOf(listEvents(lab.host.store(), job.id))).toEqual(['origin-changed']);
    const files = await unpacked(bundle.archive);
    expect(files.get('a.html')?.toString()).toContain('Version 3');
    expect(files.get('a.css')?.toString()).toContain('content: "3"');
    const acquired = acquisitionsOf(lab.data);
    expect(acquired.filter((url) => url.startsWith('/p'))).toHaveLength(PAGES);
    await expectAsOf(site, bundle);
  });

  it.runIf(isFullRun)('gains and loses pages meanwhile: the bundle holds those of the end', async () => {
    const site = makeSite({
      ...pagesToInterrupt(PAGES, (index) =>
        index === 0 ? '<a href="gone.html">gone</a><a href="a-new.html">new</a>' : '',
      ),
      'gone.html': page('Gone'),
      'z-gone.html': page('Gone before it was read'),
    });
    const lab = await openFolderLab();
    const running = runFolderJob(lab, await newFolderJob(lab, site, SETTINGS));

    await changeAt(lab, '/gone.html', () => {
      fs.rmSync(path.join(site, 'gone.html'));
      fs.rmSync(path.join(site, 'z-gone.html'));
      fs.writeFileSync(path.join(site, 'a-new.html'), page('New'));
    });
    const bundle = await running;

    const paths = await pathsOf(bundle.archive);
    expect(paths).toContain('a-new.html');
    expect(paths.filter((file) => file.includes('gone'))).toEqual([]);
    const report = reportOf(lab.data);
    expect(report.missing).toEqual([]);
    expect(report.brokenAtSource).toMatchObject([{ url: '/gone.html' }]);
    const first = (await unpacked(bundle.archive)).get('p0000.html')?.toString();
    expect(first).toContain('href="a-new.html"');
    expect(first).not.toContain('gone.html');
    await expectAsOf(site, bundle);
  });

  it('that never settles ends the job, in bounded time, with a sentence', async () => {
    const site = makeSite(manyPages(3));
    const lab = await openFolderLab();
    const job = await newFolderJob(lab, site, SETTINGS);
    let over = false;
    let count = 0;
    const restless = until('the export ends', () => {
      fs.writeFileSync(path.join(site, 'p0000.html'), page(`Version ${count++}`));
      return over;
    });
    const ended = await lab.host.run(job.id, () => {});
    over = true;
    await restless;

    expect(ended).toMatchObject({ status: 'failed', errorCode: 'origin-changed' });
    expect(ended.error).toBe(
      `The folder ${site} kept changing while it was being exported. Wait until the site has been built, then export it again.`,
    );
    expect(findBundle(lab.host.store(), job.id)).toBe(undefined);

    await runFolderJob(lab, await newFolderJob(lab, site, SETTINGS));
  });

  it('whose folder vanishes ends the job with a sentence', async () => {
    const site = makeSite(pagesToInterrupt(PAGES));
    const lab = await openFolderLab();
    const running = lab.host.run((await newFolderJob(lab, site, SETTINGS)).id, () => {});

    await changeAt(lab, '/p0010.html', () => fs.renameSync(site, `${site}-moved`));
    const ended = await running;

    expect(ended).toMatchObject({ status: 'failed', errorCode: 'origin-unreadable' });
    expect(ended.error).toContain(`The folder ${site} does not exist. Check the path.`);
  });
});

describe('a part of a site that changes while it is exported', () => {
  it.runIf(isFullRun)('is exported as it is in the end, with what its pages need', async () => {
    const site = makeSite({
      ...manyPages(3),
      'a.html': page('A', '<img src="a.png"><img src="gone.png"><img src="large.svg"><img src="new.png">'),
      'a.png': 'first',
      'large.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g><path d="M0 0"/></g>\n'.repeat(100_000)}</svg>`,
      'gone.png': 'first',
      'other.html': page('Other'),
    });
    const part = { ...SETTINGS, exclude: ['/other.html'], include: ['/a.html', '/p*.html'] };
    const lab = await openFolderLab();
    const running = runFolderJob(lab, await newFolderJob(lab, site, part));

    await changeAt(lab, '/gone.png', () => {
      fs.writeFileSync(path.join(site, 'a.png'), 'second');
      fs.writeFileSync(path.join(site, 'new.png'), 'second');
      fs.rmSync(path.join(site, 'gone.png'));
    });
    const bundle = await running;

    const files = await unpacked(bundle.archive);
    expect(files.get('a.png')?.toString()).toBe('second');
    expect(files.get('new.png')?.toString()).toBe('second');
    expect(files.has('gone.png')).toBe(false);
    await expectAsOf(site, bundle, part);
  });
});

describe('a site that changes while its export is interrupted', () => {
  it.for(firstOf(1, ['pack', 'verify', 'acquire']))(
    'during %s: the job goes on, and exports it as it is now',
    async (phase) => {
      const site = makeSite({
        ...longSite(),
        'a.html': page('First'),
        'gone.html': page('Gone'),
      });
      let lab = await openFolderLab();
      const job = await newFolderJob(lab, site, { concurrency: 1 });
      const running = lab.host.run(job.id, () => {}).catch(() => {});
      await untilDone(lab.data, '/gone.html');
      await untilStored(
        lab.data,
        `the job is in the phase ${phase}`,
        (store) => store.prepare('SELECT phase FROM export_jobs').pluck().get() === phase,
      );
      await lab.kill();
      await running;

      fs.writeFileSync(path.join(site, 'a.html'), page('Second'));
      fs.writeFileSync(path.join(site, 'new.html'), page('New'));
      fs.rmSync(path.join(site, 'gone.html'));
      lab = await openFolderLab(lab.data);
      const bundle = await runFolderJob(lab, job);

      const turns = phase === 'acquire' ? [] : ['changed-while-away'];
      expect(whysOf(listEvents(lab.host.store(), job.id))).toEqual(turns);
      const files = await unpacked(bundle.archive);
      expect(files.get('a.html')?.toString()).toContain('Second');
      expect(files.has('gone.html')).toBe(false);
      await expectAsOf(site, bundle, {});
    },
  );

  it.runIf(isFullRun)('by becoming readable: the job takes what was left out', async () => {
    const site = makeSite({ ...pagesToInterrupt(PAGES) });
    fs.symlinkSync('later.html', path.join(site, 'link.html'));
    fs.symlinkSync('never.html', path.join(site, 'dangling.html'));
    let lab = await openFolderLab();
    const job = await newFolderJob(lab, site, SETTINGS);
    const running = lab.host.run(job.id, () => {}).catch(() => {});
    await untilDone(lab.data, '/p0010.html');
    await lab.kill();
    await running;

    fs.writeFileSync(path.join(site, 'later.html'), page('Later'));
    fs.rmSync(path.join(site, 'dangling.html'));
    lab = await openFolderLab(lab.data);
    const { archive } = await runFolderJob(lab, job);

    expect(await pathsOf(archive)).toEqual(expect.arrayContaining(['later.html', 'link.html']));
  });
});

describe('a large file that is cut short while it is read', () => {
  it('is exported as it is in the end', async () => {
    const site = makeSite({ 'index.html': page('Start') });
    const large = path.join(site, 'large.mp4');
    fs.writeFileSync(large, '');
    fs.truncateSync(large, 400_000_000); // needs no disk space
    const lab = await openFolderLab();
    const folder = path.join(lab.data, 'objects', 'large');
    const isBeingRead = (): boolean =>
      fs.existsSync(folder) &&
      fs.readdirSync(folder).some((name) => fs.statSync(path.join(folder, name)).size > 0);
    const running = runFolderJob(lab, await newFolderJob(lab, site, SETTINGS));
    await until('the large file is being read', isBeingRead);
    lab.signalWriter('SIGSTOP');
    expect(isBeingRead()).toBe(true);
    fs.truncateSync(large, 1000);
    lab.signalWriter('SIGCONT');

    const { archive } = await running;
    expect(reportOf(lab.data).missing).toEqual([]);
    expect((await unpacked(archive)).get('large.mp4')).toHaveLength(1000);
  });
});
