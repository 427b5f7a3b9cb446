import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ExportSettingsInput } from '../../server/exports/settings/settings.ts';
import { listEvents } from '../../server/store/events.ts';
import { type ExportJob, requireJob } from '../../server/store/exports.ts';
import {
  addFiles,
  makeSite,
  page,
  pagesToInterrupt,
  pathsOf,
  readStore,
  unpacked,
  until,
  whysOf,
} from '../stand-ins/fixture-site.ts';
import { exportFolder } from '../stand-ins/folder-job.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type FolderLab, newFolderJob, openFolderLab, runFolderJob } from './folder-lab.ts';

async function exported(lab: FolderLab, site: string, settings: ExportSettingsInput = {}, fresh = false) {
  return runFolderJob(lab, await newFolderJob(lab, site, settings, fresh));
}

/** The same export with nothing to reuse. */
function fullOf(site: string, settings: ExportSettingsInput = {}) {
  return exportFolder(site, { sampleMax: 0, ...settings });
}

/** Number of resources that the newest job reused from earlier ones. */
function reusedIn(data: string): number {
  return readStore(data, (store) =>
    Number(
      store
        .prepare(
          `SELECT count(*) FROM resources WHERE reused = 1
           AND job_id = (SELECT id FROM export_jobs ORDER BY created_at DESC LIMIT 1)`,
        )
        .pluck()
        .get(),
    ),
  );
}

/** Waits until file times are old enough to be trusted. */
async function untilSettled(site: string): Promise<void> {
  const newest = Math.max(
    ...fs
      .readdirSync(site, { recursive: true, encoding: 'utf8' })
      .map((name) => fs.statSync(path.join(site, name)).ctimeMs),
  );
  await until('the times of the files are old enough', () => Date.now() > newest + 2100);
}

describe('a second export', () => {
  it('takes over what did not change and gives the bytes of a full one', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="a.html">a</a><img src="a.png">'),
      'a.html': page('A', '<a href="gone">gone</a>'),
      'b.html': page('B', '<a href="a">a</a>'),
      'a.png': 'png',
    });
    await untilSettled(site);
    const lab = await openFolderLab();
    const first = await exported(lab, site);
    const again = await exported(lab, site);
    expect(again.sha256).toBe(first.sha256);
    expect(reusedIn(lab.data)).toBe(4);

    addFiles(site, { 'a.html': page('A, changed') });
    const changed = await exported(lab, site);
    expect(reusedIn(lab.data)).toBe(3);
    expect(changed.sha256).toBe((await fullOf(site)).sha256);
  });

  it.runIf(isFullRun)('that is to be fresh takes over nothing', async () => {
    const site = makeSite({ 'index.html': page('Start') });
    await untilSettled(site);
    const lab = await openFolderLab();
    const first = await exported(lab, site);
    const fresh = await exported(lab, site, {}, true);
    expect(reusedIn(lab.data)).toBe(0);
    expect(fresh.sha256).toBe(first.sha256);
  });

  it.runIf(isFullRun)('sees a change that keeps the size and the time of a file', async () => {
    const site = makeSite({ 'index.html': page('Before') });
    await untilSettled(site);
    const lab = await openFolderLab();
    const { mtime } = fs.statSync(path.join(site, 'index.html'));
    await exported(lab, site);
    addFiles(site, { 'index.html': page('Afters') });
    fs.utimesSync(path.join(site, 'index.html'), mtime, mtime);
    const changed = await exported(lab, site);
    expect(changed.sha256).toBe((await fullOf(site)).sha256);
  });

  it.runIf(isFullRun)('rewrites pages that stayed the same when what they link to did not', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="later.html">later</a><a href="a">a</a>'),
      'a.html': page('A'),
    });
    await untilSettled(site);
    const lab = await openFolderLab();
    await exported(lab, site);
    fs.rmSync(path.join(site, 'a.html'));
    addFiles(site, { 'later.html': page('Later'), 'a/index.html': page('A folder') });
    const changed = await exported(lab, site);
    expect(changed.sha256).toBe((await fullOf(site)).sha256);
  });

  it('does without an earlier bundle that is gone or damaged', async () => {
    const site = makeSite({ 'index.html': page('Start', 'words '.repeat(500)) });
    const lab = await openFolderLab();
    const first = await exported(lab, site);
    const bytes = fs.readFileSync(first.archive);
    bytes.fill(0, 40, bytes.length - 200);
    fs.writeFileSync(first.archive, bytes);
    const second = await exported(lab, site);
    expect(second.sha256).toBe(first.sha256);
    fs.rmSync(second.archive);
    expect((await exported(lab, site)).sha256).toBe(first.sha256);
  });

  it.runIf(isFullRun)('acquires again what the store has lost', async () => {
    const site = makeSite({ 'index.html': page('Start'), 'a.html': page('A') });
    await untilSettled(site);
    const lab = await openFolderLab();
    const first = await exported(lab, site);
    fs.rmSync(path.join(lab.data, 'objects'), { recursive: true });
    const second = await exported(lab, site);
    expect(reusedIn(lab.data)).toBe(0);
    expect(second.sha256).toBe(first.sha256);
  });

  it.runIf(isFullRun)('copies large files, those that deflate and those that do not', async () => {
    const site = makeSite({
      'index.html': page('Start'),
      'large.txt': 'deflates well. '.repeat(600_000),
      'large.mp4': Buffer.alloc(9 * 2 ** 20, 7),
    });
    const lab = await openFolderLab();
    const first = await exported(lab, site);
    const second = await exported(lab, site);
    expect(second.sha256).toBe(first.sha256);
    addFiles(site, { 'large.txt': 'deflates as well. '.repeat(600_000) });
    expect((await exported(lab, site)).sha256).toBe((await fullOf(site)).sha256);
  });

  it.runIf(isFullRun)('in another format, or of other scope, is what a full one is', async () => {
    const site = makeSite({
      'index.html': page('Start', '<a href="a.html">a</a>'),
      'a.html': page('A', '<img src="a.png">'),
      'a.png': 'png',
    });
    await untilSettled(site);
    const lab = await openFolderLab();
    await exported(lab, site);
    const others: ExportSettingsInput[] = [
      { format: 'tar.gz' },
      { include: ['/'] },
      { exclude: ['/a.html'] },
      { search: 'off' },
      {},
    ];
    for (const settings of others) {
      const second = await exported(lab, site, settings);
      expect(second.sha256).toBe((await fullOf(site, settings)).sha256);
    }
  });
});

describe('what earlier jobs left behind', () => {
  it('goes when a later one has completed', async () => {
    const site = makeSite({ 'index.html': page('Start', '<a href="a.html">a</a>'), 'a.html': page('A') });
    const lab = await openFolderLab();
    for (let job = 0; job < 3; job++) await exported(lab, site);
    const counts = readStore(lab.data, (store) => [
      store.prepare('SELECT count(DISTINCT job_id) FROM ingested').pluck().get(),
      store.prepare('SELECT count(DISTINCT job_id) FROM entries').pluck().get(),
      store.prepare('SELECT count(*) FROM export_jobs WHERE ingest_key IS NOT NULL').pluck().get(),
    ]);
    expect(counts).toEqual([1, 1, 1]);
  });
});

describe('a job that is interrupted while its site changes', () => {
  it.runIf(isFullRun)('carries no file of a partial export that no page needs any more', async () => {
    const site = makeSite({
      'index.html': page('Start', '<img src="old.png">'),
      'old.png': 'old',
      'new.png': 'new',
      'other.html': page('Other'),
    });
    const settings = { include: ['/'], concurrency: 1 };
    let lab = await openFolderLab();
    const job = await newFolderJob(lab, site, settings);
    await killWhen(lab, job, 'the picture is acquired', () => doneIn(lab.data).includes('/old.png'));
    addFiles(site, { 'index.html': page('Start', '<img src="new.png">') });

    lab = await openFolderLab(lab.data);
    const resumed = await runFolderJob(lab, job);

    expect(await pathsOf(resumed.archive)).toEqual(['index.html', 'new.png']);
    expect(resumed.sha256).toBe((await fullOf(site, settings)).sha256);
  });
});

describe('a job that is taken up under another Offprint', () => {
  it.runIf(isFullRun)('begins anew, since the other may read content in another way', async () => {
    const site = makeSite(pagesToInterrupt(20));
    let lab = await openFolderLab();
    const settings = { concurrency: 1, search: 'off' } as const;
    const job = await newFolderJob(lab, site, settings);
    await killWhen(lab, job, 'some pages are acquired', () => doneIn(lab.data).length > 3);
    const store = new Database(path.join(lab.data, 'offprint.db'));
    store.prepare(`UPDATE export_jobs SET ingest_key = 'of another'`).run();
    store.prepare(`UPDATE resources SET kind = 'asset', title = NULL WHERE status = 'done'`).run();
    store.close();

    lab = await openFolderLab(lab.data);
    const resumed = await runFolderJob(lab, job);

    expect(whysOf(listEvents(lab.host.store(), job.id))).toEqual(['read-otherwise']);
    expect(resumed.sha256).toBe((await fullOf(site, settings)).sha256);
  });
});

/** Kills a job and everything that runs it in the middle of its work, like a power cut. */
async function killWhen(lab: FolderLab, job: ExportJob, what: string, holds: () => boolean): Promise<void> {
  const running = lab.host.run(job.id, () => {}).catch(() => {});
  await until(what, holds);
  await lab.kill();
  await running;
  const store = new Database(path.join(lab.data, 'offprint.db'));
  // If the job had completed, this undoes it.
  store.prepare(`UPDATE export_jobs SET status = 'running', phase = 'acquire'`).run();
  store.close();
}

function doneIn(data: string): string[] {
  return readStore(data, (store) =>
    store.prepare(`SELECT url FROM resources WHERE status = 'done'`).pluck().all(),
  ) as string[];
}

/** `OFFPRINT_SEEDS=2,3,4` uses other seeds. */
const SEEDS = (process.env.OFFPRINT_SEEDS ?? '1').split(',').map(Number);

const GENERATIONS = isFullRun ? 10 : 5;

describe('over generations of random edits', () => {
  it.runIf(isFullRun || process.env.OFFPRINT_SEEDS).each(SEEDS)(
    'an export that re-uses equals one that does not, also when it is killed or retried (seed %i)',
    async (seed) => {
      const random = mulberry32(seed);
      const site = makeSite({});
      const model = randomSite(site, random);
      let lab = await openFolderLab();
      let reused = 0;
      for (let generation = 0; generation < GENERATIONS; generation++) {
        for (let edits = Math.floor(random() * 4); edits > 0; edits--) model.edit();
        const settings = pick(random, SCOPES);
        let job = await newFolderJob(lab, site, settings);
        const fate = pick(random, ['calm', 'calm', 'killed', 'killed and changed', 'retried'] as const);
        if (fate !== 'calm') {
          const acquired = Math.floor(random() * 25);
          const running = lab.host.run(job.id, () => {}).catch(() => {});
          await until('some is acquired', () => acquiredBy(lab.data, job.id) >= acquired);
          if (fate === 'retried') {
            await lab.host.interrupt(job.id, 'cancel');
            await running;
            if (requireJob(lab.host.store(), job.id).status === 'failed') {
              model.edit();
              job = await lab.host.command('retryJob', job.id);
            }
          } else if (fate === 'killed and changed') {
            await lab.kill();
            await running;
            if (acquiredBy(lab.data, job.id) !== ENDED) model.edit();
            lab = await openFolderLab(lab.data);
          } else {
            lab.signalWriter('SIGKILL');
            await running;
          }
        }
        const incremental = await runFolderJob(lab, job);
        reused += reusedIn(lab.data);
        const full = await fullOf(site, settings);
        if (incremental.sha256 !== full.sha256)
          expect({ generation, fate, settings, files: await contentsOf(incremental.archive) }).toEqual({
            generation,
            fate,
            settings,
            files: await contentsOf(full.archive),
          });
      }
      expect(reused).toBeGreaterThan(0);
    },
  );
});

const SCOPES: readonly ExportSettingsInput[] = [
  {},
  {},
  { include: ['/', '/p1*.html', '/p2*.html'] },
  { exclude: ['/p3*.html', '**/i2.png'] },
  { paths: ['/', '/p1', '/p4', '/nowhere'], allowMissing: true },
];

const ENDED = 1_000_000;

function acquiredBy(data: string, jobId: string): number {
  return readStore(data, (store) =>
    Number(
      store
        .prepare(
          `SELECT CASE WHEN (SELECT status FROM export_jobs WHERE id = @jobId) IN ('completed', 'failed') THEN ${ENDED}
           ELSE (SELECT count(*) FROM resources WHERE job_id = @jobId AND status = 'done') END`,
        )
        .pluck()
        .get({ jobId }),
    ),
  );
}

async function contentsOf(archive: string): Promise<Record<string, string>> {
  const files = [...(await unpacked(archive))].filter(([file]) => file !== 'offprint.json');
  return Object.fromEntries(files.map(([file, bytes]) => [file, bytes.toString()]));
}

/** A folder of pages, pictures, style sheets and frames with references in all spellings, and edits of it. */
function randomSite(folder: string, random: () => number) {
  const pages = Array.from({ length: 14 }, (_, index) => `p${index}`);
  const pictures = Array.from({ length: 6 }, (_, index) => `i${index}.png`);
  const fileOf = (name: string): string =>
    name.includes('.') ? name : pick(random, [`${name}.html`, `${name}.html`, `${name}/index.html`]);

  const content = (name: string): string => {
    if (name.endsWith('.png')) return `picture ${Math.floor(random() * 3)}`;
    if (name.endsWith('.css')) return `body{background:url(${pick(random, pictures)})}`;
    const links = Array.from({ length: Math.floor(random() * 6) }, () => {
      const to = pick(random, pages);
      return `<a href="/${to}${pick(random, ['', '.html', '/', '/index.html', '#x'])}">${to}</a>`;
    });
    const images = Array.from(
      { length: Math.floor(random() * 2) },
      () => `<img src="/${pick(random, pictures)}">`,
    );
    const frame = random() < 0.15 ? `<iframe src="/${pick(random, pages)}.html"></iframe>` : '';
    const style = random() < 0.5 ? '<link rel="stylesheet" href="/site.css">' : '';
    return page(`${name} ${Math.floor(random() * 10)}`, style + links.join('') + images.join('') + frame);
  };
  const write = (name: string): void => addFiles(folder, { [fileOf(name)]: content(name) });
  const remove = (name: string): void => {
    for (const file of [name, `${name}.html`])
      fs.rmSync(path.join(folder, file), { recursive: true, force: true });
  };

  addFiles(folder, { 'index.html': content('index') });
  for (const name of [...pages, ...pictures, 'site.css']) if (random() < 0.7) write(name);
  return {
    edit: (): void => {
      const name = pick(random, [...pages, ...pages, ...pictures, 'site.css']);
      switch (pick(random, ['write', 'write', 'remove', 'rename', 'touch', 'index'] as const)) {
        case 'write':
          write(name);
          break;
        case 'remove':
          remove(name);
          break;
        case 'rename': {
          const file = path.join(folder, `${name}.html`);
          if (fs.existsSync(file)) fs.renameSync(file, path.join(folder, `${pick(random, pages)}.html`));
          break;
        }
        case 'touch':
          fs.utimesSync(path.join(folder, 'index.html'), 1e9, 1e9);
          break;
        case 'index':
          addFiles(folder, { 'index.html': content('index') });
      }
    },
  };
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
