import { describe, expect, test } from 'vitest';
import { MANIFEST_FILE } from '../../server/bundles/own-files.ts';
import { OffprintError } from '../../server/errors.ts';
import { bundleOf, publishOnce, siteOf } from '../../server/publications/publishing.test-support.ts';
import { readText, type Target } from '../../server/publications/target.ts';
import { lockTarget } from '../../server/publications/target-lock.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { faultyRelay, type RelayFault } from './faulty-relay.ts';

/** A real server that a kind of target is tried on. */
export type PublishingPeer = Readonly<{
  port: () => number;
  /** Makes an empty folder there. */
  folder: () => Promise<string>;
  /** @param port of the server, or of a relay to it */
  open: (folder: string, port: number) => (signal: AbortSignal) => Promise<Target>;
  /** Ends the server at once. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends an answer that it is giving while its file is replaced. */
  cutsAnswers?: boolean;
  /** Has no file now and then for the instant in which it is replaced. */
  missesWhileReplaced?: boolean;
  /** What happens to it at random moments in a usual run; in a full run everything does. */
  usualFaults?: readonly RandomFault[];
}>;

type RandomFault = 'cut off' | 'killed' | 'slowed down';

type Files = Readonly<Record<string, string>>;

/** The files of a site in two versions, and their bundles. */
export type Bundles = Readonly<{ one: string; two: string; files: Readonly<Record<string, Files>> }>;

const LARGE_BYTES = 3 * 2 ** 20;

/** Moments at which a server is cut off, killed and slowed down; a soak run sets more. */
const MOMENTS = Number(process.env.OFFPRINT_KILLS ?? (isFullRun ? 5 : 2));
/** The most that passes between two of them: several to a publication. */
const FAULT_BYTES = 2 ** 20;

/** Two versions of a small site. The second has a file that travels in many parts, and an empty one. */
export async function twoBundles(folder: string): Promise<Bundles> {
  const large = Buffer.alloc(LARGE_BYTES, 'The quick brown fox. ').toString();
  const files = {
    '1.0': siteOf('1.0') as Files,
    '2.0': { ...(siteOf('2.0') as Files), 'large.txt': large, 'empty.txt': '' },
  };
  const [one, two] = await Promise.all(
    Object.entries(files).map(([version, content]) => bundleOf(folder, version, content)),
  );
  return { one: one ?? '', two: two ?? '', files };
}

/** What holds of publishing to every kind of server. */
export function testPublishing(peer: PublishingPeer, bundles: () => Bundles): void {
  const here = (folder: string): ((signal: AbortSignal) => Promise<Target>) => peer.open(folder, peer.port());
  const looked = async <T>(folder: string, look: (target: Target) => Promise<T>): Promise<T> => {
    const target = await here(folder)(AbortSignal.timeout(60_000));
    try {
      return await look(target);
    } finally {
      await target.close();
    }
  };
  /** Readers see all of one version, and nothing else. */
  const requireNoMixture = (folder: string): Promise<string | null> =>
    looked(folder, async (target) => {
      const version = await target.current();
      expect(['1.0', '2.0']).toContain(version);
      const files = await target.list(`releases/${version}`);
      const texts = await Promise.all(
        files.map(async ({ path }) => [path, await readText(target, `releases/${version}/${path}`)] as const),
      );
      const { [MANIFEST_FILE]: manifest, ...rest } = Object.fromEntries(texts);
      expect(rest).toEqual(bundles().files[version ?? '']);
      expect(manifest).toContain(`"${version}"`);
      return version;
    });

  test('takes a site, then what changed of it, and goes back', async () => {
    const { one, two } = bundles();
    const at = await peer.folder();
    await publishOnce({ openTarget: here(at), bundle: one, keep: 1 });
    const second = await publishOnce({ openTarget: here(at), bundle: two, keep: 1 });
    const { copies } = await looked(at, (target) => target.capabilities());
    const counts = copies ? { keptFiles: 20, sentFiles: 5 } : { keptFiles: 0, sentFiles: 25 };
    expect(second).toMatchObject({ previous: '1.0', ...counts });
    await looked(at, async (target) => {
      expect(await target.current()).toBe('2.0');
      const [before, after] = ['1.0', '2.0'].map((version) => `releases/${version}/pages/7.html`);
      expect(await readText(target, after ?? '')).toBe(await readText(target, before ?? ''));
      expect(await readText(target, 'releases/2.0/empty.txt')).toBe('');
      expect((await readText(target, 'releases/2.0/large.txt'))?.length).toBe(LARGE_BYTES);
    });
    expect(await publishOnce({ openTarget: here(at) })).toMatchObject({ version: '1.0' });
    expect(await requireNoMixture(at)).toBe('1.0');
    await looked(at, async (target) => {
      const left = (await target.list('')).map(({ path }) => path).sort();
      expect(left.filter((path) => !path.startsWith('releases/'))).toEqual(
        left.includes('current') ? ['current'] : [],
      );
    });
    const other = publishOnce({ openTarget: here(at), bundle: two, version: '1.0' });
    await expect(other).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('with different content'),
    });
  });

  test('shows readers the old version or the new one at every moment', async () => {
    await looked(await peer.folder(), async (target) => {
      await target.switchTo('v0');
      const seen = new Set<string | null>();
      let switching = true;
      const reading = (async () => {
        while (switching) {
          // rclone of Debian cuts an answer off that it is giving meanwhile: an error, which readers repeat.
          const version = await target.current().catch((error: unknown) => {
            if (peer.cutsAnswers && error instanceof OffprintError && error.code === 'target-unreachable')
              return 'v0';
            throw error;
          });
          // Swift answers 404 now and then for the instant in which it replaces an object: readers ask again.
          seen.add(version === null && peer.missesWhileReplaced ? await target.current() : version);
        }
      })();
      for (let nth = 1; nth <= 50; nth++) await target.switchTo(`v${nth}`);
      switching = false;
      await reading;
      expect([...seen].filter((version) => !/^v\d+$/.test(version ?? ''))).toEqual([]);
      expect(await target.current()).toBe('v50');
    });
  });

  test('lets one writer of many have the lock, and names it to the others', async () => {
    const at = await peer.folder();
    await looked(at, async (target) => {
      const taken = await Promise.all(Array.from({ length: 8 }, (_, nth) => target.create('lock', `${nth}`)));
      expect(taken.filter(Boolean).length).toBeLessThanOrEqual(1);
      await target.create('lock', 'late'); // where writers were refused for each other
      expect(await target.create('lock', 'later')).toBe(false);
      const other = { targetId: 'tgt_there', publicationId: 'pub_there', owner: 'they@there' };
      const lock = await lockTarget(target, other, () => {});
      const second = publishOnce({ openTarget: here(at), bundle: bundles().one });
      await expect(second).rejects.toMatchObject({
        code: 'target-busy',
        message: expect.stringContaining('they@there'),
      });
      await lock.release(target);
    });
    await publishOnce({ openTarget: here(at), bundle: bundles().one });
  });

  test('that is killed while it writes has the version before, and the publication goes on', async () => {
    const { one, two } = bundles();
    const at = await peer.folder();
    await publishOnce({ openTarget: here(at), bundle: one });
    let killed: Promise<void> | undefined;
    const killing = async (signal: AbortSignal): Promise<Target> => {
      const target = await here(at)(signal);
      return {
        ...target,
        write: (file, content, onBytes) =>
          target.write(file, content, (count) => {
            if (file.path.endsWith('large.txt') && count > 0) killed ??= peer.kill();
            onBytes(count);
          }),
      };
    };
    const cut = publishOnce({ openTarget: killing, bundle: two, id: 'pub_killed' });
    await expect(cut).rejects.toMatchObject({ code: 'target-unreachable' });
    await killed;
    await peer.start();
    expect(await requireNoMixture(at)).toBe('1.0');
    await publishOnce({ openTarget: here(at), bundle: two, id: 'pub_killed' });
    expect(await requireNoMixture(at)).toBe('2.0');
  });

  const faults: readonly [what: RandomFault, kind: RelayFault['kind'], kills: boolean][] = [
    ['cut off', 'cut', false],
    ['killed', 'cut', true],
    ['slowed down', 'slow', false],
  ];
  const tried = faults.filter(([what]) => isFullRun || peer.usualFaults?.includes(what));
  describe.each(tried)('that is %s at random moments', (what, kind, kills) => {
    test('never shows a mixture, goes on with what is missing, and goes back', async () => {
      const { one, two } = bundles();
      const at = await peer.folder();
      await publishOnce({ openTarget: here(at), bundle: one });
      let killed: Promise<void> | undefined;
      const onFault = (): void => {
        if (kills) killed ??= peer.kill();
      };
      const relay = await faultyRelay(peer.port(), 20260302, { kind, onFault });
      const attempt = { openTarget: peer.open(at, relay.port), bundle: two, id: 'pub_cut' };
      try {
        relay.aim(FAULT_BYTES);
        while (relay.faults() < MOMENTS) {
          const ended = await publishOnce(attempt).catch((error: unknown) => error);
          // A server that is busy may still hold the lock of the request that was cut off.
          if (ended instanceof OffprintError)
            expect(['target-unreachable', 'target-busy'], ended.message).toContain(ended.code);
          else expect(ended).toMatchObject({ version: '2.0' });
          if (kind === 'slow') expect(ended).toMatchObject({ version: '2.0', notes: [] });
          if (killed) await killed.then(peer.start);
          killed = undefined;
          if ((await requireNoMixture(at)) === '2.0')
            await publishOnce({ openTarget: here(at), version: '1.0' });
        }
      } finally {
        relay.close();
        if (killed) await killed.then(peer.start);
      }
      const there = await looked(at, (target) => target.list('releases/2.0'));
      const whole = there.filter(
        ({ path, sizeBytes }) => bundles().files['2.0']?.[path]?.length === sizeBytes,
      );
      const last = await publishOnce({ openTarget: here(at), bundle: two, id: 'pub_cut' });
      expect(last.keptFiles, what).toBeGreaterThanOrEqual(whole.length);
      expect(await requireNoMixture(at)).toBe('2.0');
      expect(await publishOnce({ openTarget: here(at) })).toMatchObject({ version: '1.0' });
      expect(await requireNoMixture(at)).toBe('1.0');
    });
  });
}
