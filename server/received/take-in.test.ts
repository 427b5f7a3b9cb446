import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dataFolder,
  kill,
  mountDisk,
  offprint,
  readStore,
  skipBecause,
  startOffprint,
  temporaryFolder,
  until,
} from '../../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../../test/stand-ins/full.ts';
import type { ReceivedBundle, ReceivedList } from '../api/wire.types.ts';
import { writeBundle } from '../bundles/archive.test-support.ts';
import { signBundle } from '../bundles/sign-bundle.ts';
import { newSigningKey } from '../bundles/signing.test-support.ts';
import { type Receiving, takeIn } from './take-in.ts';

const { signal } = new AbortController();

async function bundle(content: string | Buffer = '<p>index'): Promise<string> {
  const file = path.join(temporaryFolder(), 'docs.zip');
  await writeBundle(file, { 'index.html': content });
  return file;
}

function take(source: string, onProgress: (progress: Receiving) => void = () => {}, stop = signal) {
  const scratchFolder = temporaryFolder();
  const context = { scratchFolder, trusted: [], findBase: async () => undefined, signal: stop, onProgress };
  return { scratchFolder, taken: takeIn(source, context) };
}

/** Returns a progress listener that runs `work` at the first progress of a phase. */
function once(phase: Receiving['phase'], work: () => void): (progress: Receiving) => void {
  let isDone = false;
  return (progress) => {
    if (isDone || progress.phase !== phase) return;
    isDone = true;
    work();
  };
}

describe('a bundle', () => {
  it('is verified as it was copied, whatever happens to the source meanwhile', async () => {
    const source = await bundle();
    const before = fs.readFileSync(source);
    const { scratchFolder, taken } = take(
      source,
      once('verifying', () => fs.writeFileSync(source, 'something else')),
    );
    expect(await taken).toMatchObject({ verification: { verdict: 'unsigned' }, archive: { format: 'zip' } });
    expect(fs.readFileSync(path.join(scratchFolder, 'bundle.zip'))).toEqual(before);
    expect(fs.readdirSync(scratchFolder)).toEqual(['bundle.zip']);
  });

  it('that is cut short while it is read is incomplete', async () => {
    const source = await bundle(randomBytes(8 * 2 ** 20));
    const { taken } = take(
      source,
      once('copying', () => fs.truncateSync(source, 2 ** 20)),
    );
    expect(await taken).toMatchObject({ verification: { verdict: 'incomplete' }, archive: null });
  });

  it('is canceled with the reason of whoever canceled it', async () => {
    const controller = new AbortController();
    const { taken } = take(
      await bundle(),
      once('copying', () => controller.abort(new Error('enough'))),
      controller.signal,
    );
    await expect(taken).rejects.toThrow('enough');
  });

  it('has to be alone in its folder', async () => {
    const source = await bundle();
    const folder = path.dirname(source);
    fs.writeFileSync(path.join(folder, 'notes.txt'), '');
    expect((await take(folder).taken).archive).not.toBeNull();
    fs.copyFileSync(source, path.join(folder, 'other.zip'));
    await expect(take(folder).taken).rejects.toThrow(
      /several bundles .*: docs\.zip, other\.zip|other\.zip, docs\.zip/,
    );
    await expect(take(temporaryFolder()).taken).rejects.toThrow(/There is no bundle in/);
  });

  it('that is a link or a pipe, or no archive at all, is refused', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'text.zip');
    fs.writeFileSync(file, 'no archive');
    const { taken } = take(file);
    expect(await taken).toMatchObject({ verification: { verdict: 'altered' }, archive: null });
    expect((await taken).verification.faults[0]?.text).toContain(`${file} is neither`);
    await expect(take('/dev/null').taken).rejects.toThrow(/is a folder, pipe or device/);
  });
});

describe('offprint receive', () => {
  it('says the verdict, keeps on request, lists, and ends with the code of the verdict', async () => {
    const data = dataFolder();
    const file = await bundle();
    const refused = await offprint(['receive', file, '--keep', '--data', data]);
    expect(refused.code).toBe(18);
    expect(refused.stdout).toMatch(/^Verdict {3}unsigned: /m);
    const again = await offprint(['receive', file, '--keep', '--accept-unsigned', '--data', data]);
    expect(again.stdout).toMatch(
      /^Duplicate .*\n(?:.*\n)*Accepted {2}as unsigned, by owner\nKept {6}se_[0-9a-f]{16}$/m,
    );
    expect(again.code).toBe(0);
    const { stdout } = await offprint(['received', '--json', '--data', data]);
    const { received } = JSON.parse(stdout) as ReceivedList;
    expect(received).toMatchObject([{ status: 'kept', accepted: { as: 'unsigned' } }]);
    expect((await offprint(['jobs', '--data', data])).stdout).toContain(received[0]?.jobId);

    await signBundle(file, newSigningKey(), signal);
    const unknown = await offprint(['receive', file, '--json', '--data', data]);
    expect(unknown.code).toBe(16);
    expect((JSON.parse(unknown.stdout) as ReceivedBundle).status).toBe('waiting');
    fs.truncateSync(file, 200);
    expect((await offprint(['receive', file, '--data', data])).code).toBe(15);
    const missing = await offprint(['receive', path.join(data, '..', 'absent.zip'), '--data', data]);
    expect([missing.code, missing.stderr]).toMatchObject([2, expect.stringMatching(/absent\.zip/)]);
  });

  it.runIf(isFullRun)(
    'that is killed while it copies leaves nothing, in no list and after the next start not on the disk',
    async () => {
      const data = dataFolder();
      const file = path.join(temporaryFolder(), 'large.zip');
      fs.copyFileSync(await bundle(), file);
      fs.truncateSync(file, 2 ** 30); // sparse
      const running = startOffprint(['receive', file, '--data', data]);
      const folder = path.join(data, 'received');
      const copied = (): string[] =>
        fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : [];
      await until('it copies', () => copied().some((name) => /incoming/.test(name)));
      kill(running.pid, 'SIGKILL');
      await running.ended;
      expect(copied().length).toBeGreaterThan(0);
      expect(readStore(data, (store) => store.prepare('SELECT count(*) FROM received').pluck().get())).toBe(
        0,
      );
      // The next command on this data folder cleans up.
      expect((await offprint(['receive', await bundle(), '--data', data])).code).toBe(18);
      expect(copied().filter((name) => /incoming/.test(name))).toEqual([]);
      expect(fs.readdirSync(folder)).toHaveLength(1);
    },
  );

  it('says where there is no room before it writes, and leaves nothing', async ({ skip }) => {
    const disk = mountDisk(6 * 2 ** 20);
    if ('why' in disk) skipBecause(skip, disk.why);
    const file = path.join(temporaryFolder(), 'large.zip');
    fs.copyFileSync(await bundle(), file);
    fs.truncateSync(file, 2 ** 26);
    const { code, stderr } = await offprint(['receive', file, '--data', disk.folder]);
    expect([code, stderr]).toMatchObject([3, expect.stringMatching(/There is not enough space .* free\./)]);
    expect(fs.readdirSync(path.join(disk.folder, 'received'))).toEqual([]);
  });
});
