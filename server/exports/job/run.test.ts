import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtPorts } from '../../../test/stand-ins/built.ts';
import { isFullRun } from '../../../test/stand-ins/full.ts';
import { verifyBundle } from '../../bundles/verify.ts';
import { findBundle } from '../../store/bundles.ts';
import { listEvents } from '../../store/events.ts';
import { objectFile } from '../../store/objects.ts';
import { type Host, openHost } from '../../writer/host.ts';
import { featurePolicy } from '../features/feature-policy.ts';
import { type ExportSettingsInput, exportSettings } from '../settings/settings.ts';
import type { Progress } from './progress.ts';

let work: string;
let host: Host;
beforeEach(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-run-'));
  host = await openHost(path.join(work, 'data'), builtPorts);
});
afterEach(async () => {
  await host.close();
  fs.rmSync(work, { recursive: true, force: true });
});

async function jobOf(pages: Record<string, string | Uint8Array>, settings: ExportSettingsInput = {}) {
  const folder = path.join(work, 'site');
  fs.mkdirSync(folder);
  for (const [file, text] of Object.entries(pages)) fs.writeFileSync(path.join(folder, file), text);
  const project = await host.command('createProject', {
    name: 'site',
    origin: { kind: 'directory', folder },
    domains: ['site.localhost'],
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
  return host.command('createJob', {
    projectId: project.id,
    domain: 'site.localhost',
    version: null,
    settings: exportSettings.parse({ sampleMin: 0, sampleMax: 0, ...settings }),
    policy: featurePolicy('air-gapped', {}),
  });
}

it('tells a progress that never falls and ends at 100', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 40 }, (_, page) => [`${page}.html`, `<h1>${page}</h1>`]),
  );
  const seen: Progress[] = [];
  const job = await jobOf(pages);

  const ended = await host.run(job.id, (progress) => seen.push(progress));

  expect(ended).toMatchObject({ status: 'completed', progress: 100, pageCount: 40 });
  const values = seen.map((progress) => progress.progress);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(new Set(seen.map((progress) => progress.phase))).toEqual(new Set(['acquire', 'pack', 'verify']));
  expect(seen.some(({ trying }) => trying)).toBe(false);
});

describe('a job whose process died', () => {
  const PAGES = { 'index.html': '<h1>Start</h1><img src="picture.png">', 'other.html': '<h1>Other</h1>' };
  /** Exports two pages, changes what is stored as if the process had died in a phase, and resumes the job. */
  const goOn = async (
    phase: 'acquire' | 'pack',
    change: (store: Database.Database, data: string) => void,
    settings: ExportSettingsInput = {},
  ) => {
    const job = await jobOf({ ...PAGES, 'picture.png': 'picture' }, settings);
    await host.run(job.id, () => {});
    const before = findBundle(host.store(), job.id);
    await host.close();
    const data = path.join(work, 'data');
    const store = new Database(path.join(data, 'offprint.db'));
    store.prepare(`UPDATE export_jobs SET status = 'running', phase = ?`).run(phase);
    change(store, data);
    store.close();
    host = await openHost(data, builtPorts);
    const ended = await host.run(job.id, () => {});
    expect(ended.status).toBe('completed');
    expect(findBundle(host.store(), job.id)?.sha256).toBe(before?.sha256);
    return listEvents(host.store(), job.id)
      .filter(({ kind }) => kind === 'turned-back')
      .map(({ detail }) => detail);
  };

  it('while it packed, acquires stored content again that turns out damaged, and packs the same bytes', async () => {
    const turns = await goOn('pack', (store, data) => {
      const object = store.prepare(`SELECT object FROM resources WHERE url = '/other.html'`).pluck().get();
      fs.writeFileSync(objectFile(data, String(object)), '<h1>0ther</h1>'); // simulates a bit error on the disk
    });
    expect(turns).toEqual([{ from: 'pack', to: 'seed', why: 'object-damaged', count: 1 }]);
  });

  it('before it turned back, acquires what was queued, and packs the same bytes', async () => {
    const turns = await goOn('pack', (store) => {
      store.prepare(`UPDATE resources SET status = 'queued' WHERE url = '/other.html'`).run();
    });
    expect(turns).toEqual([{ from: 'open', to: 'seed', why: 'left-queued', count: 1 }]);
  });

  it('while it acquired, acquires what pages need and nobody has asked for yet', async () => {
    const forget = (store: Database.Database) => {
      store.prepare(`DELETE FROM resources WHERE url = '/picture.png'`).run();
    };
    const turns = await goOn('acquire', forget, { include: ['/', '/other.html'] });
    expect(turns).toEqual([{ from: 'prune', to: 'crawl', why: 'places-found', count: 1 }]);
  });
});

it.runIf(isFullRun)(
  'packs large files that are equal to each other, those that deflate and those that do not',
  async () => {
    const text = Buffer.alloc(9 * 2 ** 20, 'deflates well. ');
    const noise = randomBytes(9 * 2 ** 20);
    const job = await jobOf({
      'index.html': '',
      'a.bin': text,
      'b.bin': text,
      'a.mp4': noise,
      'b.mp4': noise,
      'n.bin': noise,
    });

    const ended = await host.run(job.id, () => {});

    expect(ended).toMatchObject({ status: 'completed' });
    const bundle = path.join(work, 'data', findBundle(host.store(), job.id)?.file ?? '');
    const { faults, manifest } = await verifyBundle(bundle);
    expect(faults).toEqual([]);
    expect(manifest.files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['a.bin', 'b.bin', 'a.mp4', 'b.mp4', 'n.bin']),
    );
    expect(fs.readdirSync(path.dirname(bundle)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  },
);

it('is canceled within a second, whatever it is doing', async () => {
  // 60 MB of tags keep a stage thread busy for longer than a cancel may take.
  const job = await jobOf({ 'index.html': '<p><a href="x">x</a></p>'.repeat(2_500_000) });
  const running = host.run(job.id, () => {});
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const busy = new Database(path.join(work, 'data', 'offprint.db'), { readonly: true });
      const inFlight = busy.prepare('SELECT count(*) FROM in_flight').pluck().get();
      busy.close();
      if (Number(inFlight) > 0) resolve();
      else setImmediate(look);
    };
    look();
  });

  await host.interrupt(job.id, 'cancel');

  expect(await running).toMatchObject({ status: 'failed', errorCode: 'canceled' });
});
