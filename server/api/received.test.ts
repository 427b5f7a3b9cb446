import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, temporaryFolder } from '../../test/stand-ins/fixture-site.ts';
import { writeBundle } from '../bundles/archive.test-support.ts';
import { convertBundle } from '../bundles/convert.ts';
import { unpackArchive } from '../bundles/read.ts';
import { splitFile } from '../bundles/split-volumes.ts';
import {
  bundleOf,
  completedJob,
  domainOf,
  followLink,
  jobOf,
  makeProject,
  makeSecretFile,
  startServer,
  type TestServer,
  tinySite,
} from './test-support.ts';
import type { ReceivedBundle, ReceivedList, ShownReceived, Trust } from './wire.types.ts';

/** Covers bundles that one installation exports and signs, and another one receives. */

const RECEIVED = '/v1/received';
const { signal } = new AbortController();
let sender: TestServer;
let server: TestServer;
let domain: string;
let senderKey: string;
/** The first version as a zip, the second version, and the delta between them. */
let first: string;
let second: string;
let delta: string;

beforeAll(async () => {
  sender = await startServer({ secretFile: makeSecretFile() });
  const { body } = await sender.owner.call('POST', '/v1/trust/key');
  senderKey = (body as { publicKey: string }).publicKey;
  const site = tinySite();
  const project = await makeProject(sender, site);
  domain = domainOf(project);
  const one = await completedJob(sender, domain, { version: '1' });
  fs.writeFileSync(path.join(site, 'new.html'), '<p>new');
  const two = await completedJob(sender, domain, { version: '2' });
  first = await saved(one.jobId, { format: 'zip' });
  second = await saved(two.jobId, { format: 'zip' });
  delta = await saved(two.jobId, { base: one.jobId });
  server = await startServer();
});

async function saved(jobId: string, request: object): Promise<string> {
  const { bundleUrl } = await bundleOf(sender, jobId, request);
  const file = path.join(temporaryFolder(), 'docs.zip');
  fs.writeFileSync(file, (await followLink(sender, bundleUrl)).bytes);
  return file;
}

async function call<T>(method: string, target: string, body?: unknown, to = server): Promise<T> {
  const answer = await to.owner.call(method, RECEIVED + target, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.error}`);
  return answer.body as T;
}

async function receive(place: string, to = server): Promise<ReceivedBundle> {
  const { receivedId } = await call<ReceivedBundle>('POST', '', { path: place }, to);
  return ended(receivedId, to);
}

async function ended(receivedId: string, to = server): Promise<ReceivedBundle> {
  let found: ReceivedBundle | undefined;
  await expect
    .poll(async () => {
      found = await call<ReceivedBundle>('GET', `/${receivedId}`, undefined, to);
      return found.status;
    })
    .not.toBe('receiving');
  return found as ReceivedBundle;
}

async function refusal(target: string, body?: object, to = server): Promise<string> {
  const answer = await to.owner.call('POST', `${RECEIVED}/${target}`, body ? { body } : {});
  return `${answer.status} ${answer.error}`;
}

async function trustSender(to: TestServer): Promise<void> {
  const body = { name: 'The docs team', publicKey: senderKey };
  await to.owner.call('POST', '/v1/trust/keys', { body });
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/** Returns the contents of the data folder's `received` folder. */
function remains(to = server): string[] {
  const folder = path.join(to.dataFolder, 'received');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

describe('a signed bundle', () => {
  let other: TestServer;
  /** As `other` received it from volumes. */
  let joined: ReceivedBundle;

  beforeAll(async () => {
    other = await startServer();
    await trustSender(other);
  });

  it('waits, unseen, until its key is trusted; then it is looked at and kept as a version of a project', async () => {
    const found = await receive(first);
    expect(found).toMatchObject({
      status: 'waiting',
      isUsable: false,
      receivedBy: 'owner',
      verdictAtReceipt: 'unknown-signer',
      verification: { verdict: 'unknown-signer', bundle: { domain, version: '1' }, faultCount: 0 },
    });
    const { receivedId } = found;
    for (const step of ['site', 'keep']) {
      expect(await refusal(`${receivedId}/${step}`)).toMatch(/^409 .* its key is not trusted here\. Confirm/);
    }
    expect(await refusal(`${receivedId}/accept`, { as: 'unsigned' })).toMatch(
      /^409 .* is unknown-signer, not unsigned/,
    );

    await trustSender(server);
    const trusted = await call<ReceivedBundle>('GET', `/${receivedId}`);
    expect(trusted).toMatchObject({
      isUsable: true,
      verdictAtReceipt: 'unknown-signer',
      verification: { verdict: 'valid', signer: { name: 'The docs team', standing: 'trusted' } },
    });
    const { siteUrl } = await call<ShownReceived>('POST', `/${receivedId}/site`);
    expect(siteUrl).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/$/);

    const kept = await call<ReceivedBundle>('POST', `/${receivedId}/keep`);
    expect(kept.status).toBe('kept');
    const job = await jobOf(server, kept.jobId ?? '');
    expect(job).toMatchObject({ status: 'completed', domain, version: '1', pageCount: 4, verdict: null });
    expect(remains()).toEqual([]);
    const { bundleUrl } = await bundleOf(server, job.jobId, { format: 'zip' });
    expect((await followLink(server, bundleUrl)).bytes).toEqual(fs.readFileSync(first));
    const report = await server.call('GET', `/v1/static-export/jobs/${job.jobId}/report`);
    expect([report.status, report.error]).toMatchObject([409, expect.stringMatching(/was received/)]);
    expect(await refusal(`${receivedId}/keep`)).toMatch(/^409 .* was already kept/);
  });

  it('is received once: again it says which one is here', async () => {
    const [known] = (await call<ReceivedList>('GET', '')).received;
    const again = await receive(first);
    expect(again).toMatchObject({ status: 'duplicate', duplicateOf: known?.receivedId });
    expect(remains()).toEqual([]);
  });

  it('is made out of its base by a delta, and is the same to the byte', async () => {
    const missing = await receive(delta, other);
    expect(missing).toMatchObject({ status: 'failed', errorCode: 'not-found' });
    expect(missing.error).toMatch(
      new RegExp(`from ${domain} 1 \\([\\d,]+ bytes, SHA-256 [0-9a-f]{64}\\), digest`),
    );
    expect(remains(other)).toEqual([]);

    const found = await receive(delta);
    expect(found).toMatchObject({
      status: 'waiting',
      isUsable: true,
      verification: { verdict: 'valid', kind: 'bundle', bundle: { version: '2' } },
      delta: { base: { version: '1' }, target: { version: '2' } },
    });
    const kept = await call<ReceivedBundle>('POST', `/${found.receivedId}/keep`);
    const { bundleUrl } = await bundleOf(server, kept.jobId ?? '', { format: 'zip' });
    expect((await followLink(server, bundleUrl)).bytes).toEqual(fs.readFileSync(second));
  });

  it('comes as a tar.gz, as volumes, as an unpacked folder, or alone in a folder', async () => {
    const folder = temporaryFolder();
    await convertBundle({ from: first, out: path.join(folder, 'docs.tar.gz'), format: 'tar.gz' }, signal);
    const alone = await receive(folder, other);
    expect(alone).toMatchObject({ isUsable: true, format: 'tar.gz' });
    expect(
      (await call<ShownReceived>('POST', `/${alone.receivedId}/site`, undefined, other)).siteUrl,
    ).toBeTruthy();

    const parts = temporaryFolder();
    const { descriptorFile } = await splitFile({ file: first, folder: parts, volumeBytes: 2_000 }, signal);
    joined = await receive(descriptorFile, other);
    expect(joined).toMatchObject({ isUsable: true, format: 'zip' });

    fs.rmSync(path.join(parts, 'docs.zip.002'));
    const lacking = await receive(descriptorFile, other);
    expect(lacking).toMatchObject({ status: 'refused', verification: { verdict: 'incomplete' } });
    expect(lacking.verification?.faults[0]?.text).toMatch(/docs\.zip\.002 is missing/);

    const unpacked = path.join(temporaryFolder(), 'site');
    await unpackArchive(second, unpacked);
    const packed = await receive(unpacked, other);
    expect(packed).toMatchObject({ isUsable: true, sha256: sha256Of(second) });
  });

  it('cannot be used once its key was revoked, and the list says so', async () => {
    const { receivedId } = joined;
    expect((await call<ReceivedBundle>('GET', `/${receivedId}`, undefined, other)).isUsable).toBe(true);
    const { keys } = (await other.owner.call('GET', '/v1/trust')).body as Trust;
    const revoke = `/v1/trust/keys/${keys[0]?.fingerprint}/revoke`;
    await other.owner.call('POST', revoke, { body: { reason: 'stolen' } });
    const { received } = await call<ReceivedList>('GET', '', undefined, other);
    expect(received.find((each) => each.receivedId === receivedId)).toMatchObject({
      isUsable: false,
      verdictAtReceipt: 'valid',
      verification: { verdict: 'revoked-signer', signer: { revokedReason: 'stolen' } },
    });
    expect(await refusal(`${receivedId}/keep`, undefined, other)).toMatch(/^409 .* revoked/);
    expect(await refusal(`${receivedId}/accept`, { as: 'unknown-signer' }, other)).toMatch(/^409 /);
  });
});

describe('what nobody can vouch for', () => {
  it('is refused when it is altered or cut off: nothing of it stays, and it can never be kept', async () => {
    const bytes = fs.readFileSync(second);
    const altered = Buffer.from(bytes);
    altered[200] = (altered[200] ?? 0) ^ 1;
    for (const [content, verdict] of [
      [altered, 'altered'],
      [bytes.subarray(0, bytes.length - 100), 'incomplete'],
    ] as const) {
      const file = path.join(temporaryFolder(), 'docs.zip');
      fs.writeFileSync(file, content);
      const found = await receive(file);
      expect(found).toMatchObject({ status: 'refused', isUsable: false, verification: { verdict } });
      expect(found.verification?.faults.map(({ text }) => text).join()).not.toContain(server.dataFolder);
      for (const step of ['site', 'keep']) {
        expect(await refusal(`${found.receivedId}/${step}`)).toMatch(/^409 .* was refused/);
      }
      for (const as of ['unsigned', 'unknown-signer']) {
        expect(await refusal(`${found.receivedId}/accept`, { as })).toMatch(/^409 /);
      }
      expect(remains()).toEqual([]);
    }
  });

  it('is kept unsigned only when a person accepts it with that word, which stays in the history', async () => {
    const file = path.join(temporaryFolder(), 'plain.tar.gz');
    await writeBundle(file, { 'index.html': '<p>x' }, 'tar.gz', { domain: 'plain.example', version: 'u' });
    const { receivedId } = await receive(file);
    expect(await refusal(`${receivedId}/keep`)).toMatch(/^409 .* not signed/);
    const byKey = await server.call('POST', `${RECEIVED}/${receivedId}/accept`, { body: { as: 'unsigned' } });
    expect(byKey.status).toBe(403);
    await call('POST', `/${receivedId}/accept`, { as: 'unsigned' });
    const kept = await call<ReceivedBundle>('POST', `/${receivedId}/keep`);
    expect(kept).toMatchObject({ status: 'kept', accepted: { as: 'unsigned', by: 'owner' } });
    expect((await jobOf(server, kept.jobId ?? '')).domain).toBe('plain.example');
  });

  it('is discarded, and stays in the history', async () => {
    const file = path.join(temporaryFolder(), 'docs.zip');
    await writeBundle(file, { 'index.html': '<p>unwanted' });
    const { receivedId } = await receive(file);
    await call('POST', `/${receivedId}/discard`);
    expect(await call('GET', `/${receivedId}`)).toMatchObject({
      status: 'discarded',
      decidedBy: 'owner',
      isUsable: false,
    });
    expect(remains()).toEqual([]);
  });

  it('has to lie where a key may look', async () => {
    const answer = await server.call('POST', RECEIVED, { body: { path: first } });
    expect([answer.status, answer.error]).toMatchObject([403, expect.stringMatching(/directoryRoots/)]);

    const root = temporaryFolder();
    await server.owner.call('PATCH', '/v1/settings', { body: { directoryRoots: [root] } });
    fs.symlinkSync(first, path.join(root, 'docs.zip'));
    for (const place of [root, path.join(root, 'docs.zip')]) {
      const led = await server.call('POST', RECEIVED, { body: { path: place } });
      expect([led.status, led.error]).toMatchObject([403, expect.stringMatching(/directoryRoots/)]);
    }
    fs.rmSync(path.join(root, 'docs.zip'));
    const { descriptorFile } = await splitFile({ file: first, folder: root, volumeBytes: 2_000 }, signal);
    const volume = path.join(root, 'docs.zip.001');
    const elsewhere = path.join(temporaryFolder(), 'volume');
    fs.renameSync(volume, elsewhere);
    fs.symlinkSync(elsewhere, volume);
    const { body } = await server.call('POST', RECEIVED, { body: { path: descriptorFile } });
    const { status, error } = await ended((body as ReceivedBundle).receivedId);
    expect([status, error]).toMatchObject([
      'failed',
      expect.stringMatching(/docs\.zip\.001 is a symbolic link/),
    ]);
  });

  it('is not kept where a manifest is longer than any: nothing fills the database', async () => {
    const file = path.join(temporaryFolder(), 'long.zip');
    await writeBundle(file, { 'index.html': '<p>x' }, 'zip', { settings: { text: 'x'.repeat(2 * 2 ** 20) } });
    const found = await receive(file);
    expect(found).toMatchObject({ status: 'failed', error: expect.stringMatching(/too large to be from/) });
    expect(remains()).toEqual([]);
  });
});

describe('several at the same time', () => {
  it('of one archive are one, and no more than 20 are taken in at once', async () => {
    const other = await startServer();
    const both = await Promise.all([receive(first, other), receive(first, other), receive(first, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['duplicate', 'duplicate', 'waiting']);
    const begin = () =>
      other.owner.call('POST', '/v1/uploads', { body: { fileName: 'a.zip', sizeBytes: 10 } });
    const begun: Awaited<ReturnType<typeof begin>>[] = [];
    for (let count = 0; count < 20; count++) begun.push(await begin());
    expect(begun.map(({ status }) => status)).toEqual(Array(20).fill(202));
    const refused = await begin();
    expect([refused.status, refused.error]).toMatchObject([409, expect.stringMatching(/20 bundles are/)]);
    const [oldest] = begun.map(({ body }) => body as ReceivedBundle);
    await call('POST', `/${oldest?.receivedId}/discard`, undefined, other);
    expect((await begin()).status).toBe(202);
    expect(remains(other)).toHaveLength(21);
    await other.stop();
    expect(remains(other)).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('comes in parts, goes on where it stopped, and is verified with the last one', async () => {
    const other = await startServer();
    const bytes = fs.readFileSync(first);
    const body = { fileName: 'docs.zip', sizeBytes: bytes.length };
    const begun = await other.owner.call('POST', '/v1/uploads', { body });
    const { receivedId } = begun.body as ReceivedBundle;
    const send = (offset: number, end: number) =>
      other.owner.call('POST', `${RECEIVED}/${receivedId}/content?offset=${offset}`, {
        body: bytes.subarray(offset, end),
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await send(0, 1000)).status).toBe(200);
    expect((await send(0, 1000)).error).toMatch(/1000 of \d+ bytes have arrived/);
    expect((await send(1000, bytes.length)).status).toBe(200);
    expect(await ended(receivedId, other)).toMatchObject({
      status: 'waiting',
      source: 'docs.zip',
      sha256: sha256Of(first),
    });
    await other.stop();
  });
});

describe('a server that was killed', () => {
  it('lists nothing that was half received, and finishes what was kept', async () => {
    const folder = dataFolder();
    const one = await startServer({ dataFolder: folder });
    await trustSender(one);
    const { receivedId } = await receive(first, one);
    const half = path.join(folder, 'received', 'rc_0000000000000000');
    fs.mkdirSync(half);
    fs.writeFileSync(path.join(half, 'incoming'), 'half');
    const kept = await call<ReceivedBundle>('POST', `/${receivedId}/keep`, undefined, one);
    await one.stop();
    // The state if the process ends between the database write and the rename.
    const target = path.join(folder, 'exports', kept.jobId ?? '', 'bundle.zip');
    fs.mkdirSync(path.join(folder, 'received', receivedId));
    fs.renameSync(target, path.join(folder, 'received', receivedId, 'bundle.zip'));

    const two = await startServer({ dataFolder: folder, keys: one.keys });
    expect(remains(two)).toEqual([]);
    expect(fs.readFileSync(target)).toEqual(fs.readFileSync(first));
    expect((await call<ReceivedList>('GET', '', undefined, two)).received).toHaveLength(1);
    await two.stop();
  });
});
