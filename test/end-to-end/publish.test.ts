import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleOf } from '../../server/publications/publishing.test-support.ts';
import { dataFolder, offprint, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import {
  pagesOf,
  publishKilled,
  readerOf,
  untilPagesArrived,
  versionSeen,
} from '../stand-ins/killed-publication.ts';

/** Publishing to a folder, by the command line alone. */
const PAGES = 300;
/** Number of kills with SIGKILL; a soak run sets more. */
const KILLS = Number(process.env.OFFPRINT_KILLS ?? (isFullRun ? 4 : 1));

let data: string;
let cdn: string;
let one: string;
let two: string;

beforeAll(async () => {
  data = dataFolder();
  cdn = temporaryFolder('cdn');
  const bundles = temporaryFolder('bundles');
  one = await bundleOf(bundles, '1.0', pagesOf('1.0', PAGES));
  two = await bundleOf(bundles, '2.0', pagesOf('2.0', PAGES));
  const added = await offprint(['targets', 'add', 'cdn', cdn, '--shape', 'site', '--data', data]);
  expect(added.code, added.stderr).toBe(0);
  const published = await offprint(['publish', one, '--to', 'cdn', '--data', data]);
  expect(published.code, published.stderr).toBe(0);
});

const seen = (): Promise<string> => versionSeen(readerOf(cdn), PAGES);

describe('a publication', () => {
  it('goes on after kill -9 at any moment, and readers never see a mixture', async () => {
    await publishKilled({
      bundle: two,
      target: 'cdn',
      kills: KILLS,
      data,
      moment: untilPagesArrived(cdn, '2.0', { pages: PAGES, kills: KILLS }),
      onKill: async () => expect(await seen()).toBe('1.0'),
      onEnd: async () => expect.fail('It has ended before it was killed.'),
    });
    expect(await seen()).toBe('2.0');
    expect(fs.readdirSync(cdn).sort()).toEqual(['current', 'releases']);
  });

  it('is taken back, and its history says who did what', async () => {
    const back = await offprint(['rollback', 'cdn', '--data', data]);
    expect(back.code, back.stderr).toBe(0);
    expect(back.stdout).toContain('Previous version: 2.0. To roll back to it: offprint rollback cdn 2.0');
    expect(await seen()).toBe('1.0');
    const { stdout } = await offprint(['publications', '--data', data]);
    expect(stdout.split('\n')[1]).toMatch(
      /owner +rollback: docs\.example\.com +1\.0 +cdn +completed +[0-9a-f]{12}/,
    );
  });

  it('of what the target has with other bytes is refused by code 2', async () => {
    const refused = await offprint(['publish', two, '--to', 'cdn', '--as', '1.0', '--data', data]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('already has version 1.0, but with different content');
    expect(refused.stderr).not.toContain('To continue the publication');
  });

  it('to a target that another one writes to ends with code 22 and names it', async () => {
    const lock = { format: 'offprint-lock', targetId: 'tgt_x', publicationId: 'pub_x', owner: 'ann@laptop' };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const file = path.join(cdn, 'offprint-lock.json');
    fs.writeFileSync(file, JSON.stringify({ ...lock, expiresAt }));
    const refused = await offprint(['publish', two, '--to', 'cdn', '--data', data]);
    fs.rmSync(file);
    expect(refused.code).toBe(22);
    expect(refused.stderr).toContain('To continue the publication: offprint publications retry pub_');
    expect(refused.stderr).toContain('ann@laptop is publishing to this target now');
  });
});
