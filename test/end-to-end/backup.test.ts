import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Project } from '../../server/api/test-support.ts';
import {
  domainOf,
  makeSecretFile,
  QUICK,
  startJob,
  startServer,
  type TestServer,
  untilEnded,
} from '../../server/api/test-support.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { type Lock, takeLock } from '../../server/folder-lock.ts';
import {
  absentFolder,
  offprint,
  readStore,
  temporaryFolder,
  unpacked,
  untilStored,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startHeldSite } from '../stand-ins/held-site.ts';

/** A backup of a server whose export is running, and restoring it. */

const held = await startHeldSite(12);
const files = temporaryFolder('backups');
const withKeys = path.join(files, 'with-keys.zip');
const withoutKeys = path.join(files, 'without-keys.zip');
const passphrase = path.join(files, 'passphrase');
let server: TestServer;
let jobId: string;

beforeAll(async () => {
  fs.writeFileSync(passphrase, 'a passphrase of some length\n', { mode: 0o600 });
  server = await startServer({ secretFile: makeSecretFile() });
  const set = async (method: string, target: string, body?: object): Promise<unknown> => {
    const answer = await server.owner.call(method, target, { body });
    if (answer.status >= 300) throw new Error(`${target}: ${answer.error}`);
    return answer.body;
  };
  await set('POST', '/v1/trust/key');
  await set('POST', '/v1/credentials', { name: 'docs-password', value: 'hunter2hunter2' });
  const project = (await set('POST', '/v1/projects', {
    name: 'Held',
    domains: ['held.example'],
    origin: { kind: 'url', url: held.address },
    settings: { ...QUICK, concurrency: 1 },
  })) as Project;
  held.holdAfter(6);
  ({ jobId } = await startJob(server, domainOf(project)));
  await untilStored(server.dataFolder, 'six pages', (store) => {
    const sql = "SELECT count(*) FROM resources WHERE status = 'done'";
    return store.prepare(sql).pluck().get() === 6;
  });
  const data = ['--data', server.dataFolder];
  const made = await offprint(['backup', withKeys, '--with-keys', '--passphrase-file', passphrase, ...data]);
  expect(made.stderr).not.toContain('offprint:');
  expect(made.code).toBe(0);
  expect((await offprint(['backup', withoutKeys, ...data])).code).toBe(0);
  held.release();
  await untilEnded(server, jobId);
});

function restore(file: string, folder: string, args: readonly string[] = [], secretFile = makeSecretFile()) {
  const env = { OFFPRINT_SECRET_FILE: secretFile };
  return offprint(['restore', file, '--data', folder, ...args], { env });
}

describe('a backup of a running export', () => {
  it('goes on where it is restored, to the same signed bundle, with the keys of before', async () => {
    const folder = absentFolder('restored');
    const secretFile = makeSecretFile();
    const { code, stdout, stderr } = await restore(
      withKeys,
      folder,
      ['--passphrase-file', passphrase],
      secretFile,
    );
    expect(stderr).not.toContain('offprint:');
    expect(code).toBe(0);
    expect(stdout).toContain('Keys      restored');
    readStore(folder, (store) => {
      expect(store.prepare('SELECT status FROM export_jobs').pluck().all()).toEqual(['running']);
    });

    const again = await startServer({ dataFolder: folder, secretFile, keys: server.keys });
    const job = await untilEnded(again, jobId);

    expect(job).toMatchObject({ status: 'completed', pageCount: held.count });
    const bundleOf = (data: string): Buffer =>
      fs.readFileSync(path.join(data, 'exports', jobId, 'bundle.zip'));
    expect(bundleOf(folder).equals(bundleOf(server.dataFolder))).toBe(true);
    const names = (data: string): unknown =>
      readStore(data, (store) => store.prepare('SELECT name FROM secrets').pluck().all());
    expect(names(folder)).toEqual(names(server.dataFolder));
    await again.stop();
  });

  it('tells without keys which trust is lost, and holds nothing of them', async () => {
    const content = await unpacked(withoutKeys);
    for (const [name, bytes] of content) {
      expect(bytes.includes('hunter2'), name).toBe(false);
      if (name === 'offprint.db') expect(bytes.includes(server.keys.admin)).toBe(false);
    }
    expect(content.has('keys.json')).toBe(false);
    const folder = absentFolder('restored');
    const { code, stdout } = await restore(withoutKeys, folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/The key that signs bundles: This installation \([0-9a-f]{16}…\)/);
    expect(stdout).toContain('Site credentials: docs-password');
    expect(stdout).toContain('API keys: read, write, admin');
    readStore(folder, (store) => {
      expect(store.prepare('SELECT count(*) FROM admin_keys').pluck().get()).toBe(0);
      expect(store.prepare('SELECT count(*) FROM secrets').pluck().get()).toBe(0);
      expect(store.prepare('SELECT count(*) FROM trusted_keys WHERE signs').pluck().get()).toBe(0);
    });
  });

  it('can be checked by hand: SHA256SUMS lists every file', async () => {
    const content = await unpacked(withoutKeys);
    const listed = content
      .get('SHA256SUMS')
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => line.slice(66));
    expect([...(listed ?? []), 'SHA256SUMS', 'backup.json'].sort()).toEqual([...content.keys()].sort());
  });
});

describe('what cannot be restored', () => {
  async function refused(file: string, args: readonly string[] = [], folder = absentFolder('refused')) {
    const run = await restore(file, folder, args);
    return { ...run, isUntouched: !fs.existsSync(folder) };
  }

  it.runIf(isFullRun)('is a backup whose passphrase is another', async () => {
    const wrong = path.join(temporaryFolder(), 'wrong');
    fs.writeFileSync(wrong, 'quite another passphrase', { mode: 0o600 });
    const { code, stderr, isUntouched } = await refused(withKeys, ['--passphrase-file', wrong]);
    expect({ code, isUntouched }).toEqual({ code: 2, isUntouched: true });
    expect(stderr).toContain('The passphrase does not unlock the keys in this backup');
    // A drill must not pass with it either.
    const drill = await refused(withKeys, ['--dry-run', '--passphrase-file', wrong]);
    expect([drill.code, drill.stderr]).toEqual([2, expect.stringContaining('does not unlock')]);
  });

  it('is one that was cut off or altered', async () => {
    const bytes = fs.readFileSync(withoutKeys);
    const file = path.join(temporaryFolder(), 'harmed.zip');
    fs.writeFileSync(file, bytes.subarray(0, bytes.length - 100));
    expect(await refused(file)).toMatchObject({
      code: 6,
      isUntouched: true,
      stderr: expect.stringContaining('is not a usable backup: it is incomplete'),
    });
    for (const at of [120, Math.floor(bytes.length / 2), bytes.length - 3000]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      fs.writeFileSync(file, altered);
      const refusal = await refused(file);
      expect(refusal, String(at)).toMatchObject({ code: 6, isUntouched: true });
      expect(refusal.stderr).toContain('is not a usable backup');
    }
    fs.writeFileSync(file, 'no zip');
    expect(await refused(file)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('not a backup at all'),
    });
  });

  it('is anything over a folder that has something', async () => {
    const folder = temporaryFolder('full');
    fs.writeFileSync(path.join(folder, 'mine.txt'), 'mine');
    const { code, stderr } = await refused(withoutKeys, [], folder);
    expect(code).toBe(2);
    expect(stderr).toContain(`${folder} is not empty (mine.txt)`);
    expect(fs.readdirSync(folder)).toEqual(['mine.txt']);
  });

  it.each(['file', 'lock'])(
    'loses nothing of another program that uses the folder meanwhile: %s',
    async (use) => {
      vi.stubEnv('OFFPRINT_SECRET_FILE', makeSecretFile());
      const folder = temporaryFolder('meanwhile');
      let lock: Lock | undefined;
      const askPassphrase = async (): Promise<string> => {
        fs.mkdirSync(path.join(folder, 'objects'));
        if (use === 'lock') lock = takeLock(folder, 'host', 0);
        return fs.readFileSync(passphrase, 'utf8').trim();
      };
      const restoring = restoreBackup(
        withKeys,
        folder,
        askPassphrase,
        () => {},
        new AbortController().signal,
      );
      await expect(restoring).rejects.toThrow(
        use === 'lock' ? /is in use by another/ : /is not empty \(objects\)/,
      );
      expect(fs.readdirSync(folder)).toContain('objects');
      lock?.release();
    },
  );
});

it('is not handed to a key together with the keys', async () => {
  const body = { passphrase: 'a passphrase of some length' };
  expect((await server.call('POST', '/v1/backups', { body, key: server.keys.admin })).status).toBe(403);
  expect((await server.call('POST', '/v1/backups', { key: server.keys.write })).status).toBe(403);
});

it('replaces no other', async () => {
  const { code, stderr } = await offprint(['backup', withoutKeys, '--data', server.dataFolder]);
  expect(code).toBe(2);
  expect(stderr).toContain('already exists and will not be overwritten');
});

it.runIf(isFullRun)('has beside it an archive for whoever helps, in which no secret is', async () => {
  const archive = path.join(files, 'diagnostics.zip');
  const { code, stderr } = await offprint(['diagnostics', '--archive', archive, '--data', server.dataFolder]);
  expect(stderr).not.toContain('offprint:');
  expect(code).toBe(0);
  const content = await unpacked(archive);
  expect([...content.keys()].sort()).toEqual(['checks.json', 'facts.json', 'log.json', 'settings.json']);
  const text = Buffer.concat([...content.values()]).toString();
  expect(text).toContain(`export job ${jobId}`);
  for (const secret of ['hunter2', ...Object.values(server.keys), server.running.descriptor.secret])
    expect(text).not.toContain(secret);
});
